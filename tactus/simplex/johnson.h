// SPDX-License-Identifier: MIT
#pragma once
/// Nearest point of a simplex to the origin by cofactors: the method of the first paper on GJK. [Gilbert, Johnson &
/// Keerthi 1988; Olvång 2010, §2.3.1]
#include <tactus/simplex/exhaustive.h>

namespace tactus::simplex {

/// The nearest point of the affine hull of X has weights proportional to the cofactors Δ_i(X) (the thesis' C^X_1,i). X
/// carries the nearest point of the whole simplex exactly if its own cofactors are positive and no other point would
/// join: Δ_j(X ∪ {y_j}) ≤ 0 for all j outside. Cofactors are computed from those of smaller sets, so all 15 sets share
/// their work. Cofactors are kept by slot: for points that stay, GJK's next iteration does not compute them again.
/// Only their signs are used: a cofactor of n points is a product of 2(n - 1) lengths, and in a triangle its relative
/// error is u/sine². So position and weights are computed from edges and checked, and if no set passes, all subsets are
/// tried.
template <Scalar T> class Johnson {
 public:
  /// Cached cofactors are used only for points with the same values, so any sequence of calls, on any simplices, is
  /// correct.
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned occupied, int /*newest*/) {
    refresh(y, occupied);
    for (unsigned x = 1; x <= occupied; ++x) {
      if ((x & ~occupied) || !carries_nearest(x, occupied)) continue;
      const Slots s(x);
      const Nearest<T> r = s.count == 1   ? on_point(y, s[0])
                           : s.count == 2 ? on_line(y, s[0], s[1])
                           : s.count == 3 ? on_plane(y, s[0], s[1], s[2])
                                          : in_space(y, volumes(y));
      if (is_proven(y, occupied, r)) return r;
    }
    return Exhaustive<T>{}.nearest(y, occupied);
  }

 private:
  // differs from [Olvång 2010, §2.3.1]: "the largest with λ > 0" can be the far face of a tetrahedron, onto which the
  // origin projects just as well; the cofactors of the points outside decide (Gilbert et al. 1988, theorem 3).
  constexpr bool carries_nearest(unsigned x, unsigned occupied) const {
    for (unsigned i = 0; i < 4; ++i) {
      if (!(occupied >> i & 1)) continue;
      if (x >> i & 1 ? !(delta_[x][i] > T(0)) : delta_[x | 1u << i][i] > T(0)) return false;
    }
    return true;
  }

  constexpr void refresh(const Points<T>& y, unsigned occupied) {
    known_ &= occupied;
    unsigned stale = 0;
    for (unsigned i = 0; i < 4; ++i) {
      if (!(occupied >> i & 1) || (known_ >> i & 1 && y_[i] == y[i])) continue;
      stale |= 1u << i;
      y_[i] = y[i];
    }
    known_ = occupied;
    for (unsigned x = 1; x <= occupied; ++x) {
      if ((x & ~occupied) || !(x & stale)) continue;
      for (unsigned j = 0; j < 4; ++j)
        if (x >> j & 1) delta_[x][j] = cofactor(x, j);
    }
  }

  /// Δ_j(X) = Σ Δ_i(Y) (y_k - y_j)·y_i over i in Y = X \ {y_j}, for any k in Y.
  // differs from [Olvång 2010, eq. 9]: k has to lie in Y, so it cannot be the same for all j of X; Δ_k would vanish.
  constexpr T cofactor(unsigned x, unsigned j) const {
    const Slots others(x & ~(1u << j));
    if (others.count == 0) return T(1);
    const Vec3<T> edge = y_[others[0]] - y_[j];
    T sum = T(0);
    for (int i = 0; i < others.count; ++i) sum += delta_[x & ~(1u << j)][others[i]] * dot(edge, y_[others[i]]);
    return sum;
  }

  Points<T> y_{};  // the points that the cofactors belong to
  std::array<std::array<T, 4>, 16> delta_{};  // Δ_j(X) by the bit set of X
  unsigned known_ = 0;  // every subset of these slots has its cofactors
};

}  // namespace tactus::simplex
