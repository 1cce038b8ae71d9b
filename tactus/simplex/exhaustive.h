// SPDX-License-Identifier: MIT
#pragma once
/// Nearest point of a simplex to the origin by trying every subset: slow but reliable.
#include <tactus/simplex/carrier.h>

namespace tactus::simplex {

/// Each subset of the points spans an affine hull. Its point nearest the origin lies in the simplex if all weights are
/// positive, and the nearest of these points is the answer. Nothing depends on the sign of a volume, and the weights
/// come from an orthogonal elimination (modified Gram-Schmidt), which is backward stable: every point compared lies in
/// the hull to a roundoff of the largest |y|, whatever the shape of the simplex. The other methods fall back on this
/// one if they find no proven answer.
template <Scalar T> class Exhaustive {
 public:
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned occupied, int /*newest*/ = -1) const {
    // At scale 1 no square of a length leaves the range of T.
    T scale = T(0);
    for (std::size_t i = 0; i < 4; ++i)
      if (occupied >> i & 1) scale = max(scale, max_abs(y[i]));
    if (!(scale > T(0))) return on_point(y, Slots(occupied)[0]);
    Points<T> unit = y;
    for (Vec3<T>& p : unit) p /= scale;

    Nearest<T> best;
    T least = infinity<T>;
    for (unsigned subset = 1; subset <= occupied; ++subset) {
      if (subset & ~occupied) continue;
      const Nearest<T> r = eliminated(unit, subset);
      if (const T d = norm_squared(r.point); d < least && r.support() == subset) best = r, least = d;
    }
    best.point *= scale;
    return best;
  }

  /// The nearest point of the affine hull, carried by the subset if its weights are positive. No answer (weights 0) if
  /// a point depends on the others, or for four points that do not enclose the origin: these add nothing.
  static constexpr Nearest<T> eliminated(const Points<T>& y, unsigned subset) {
    const Slots s(subset);
    const int n = s.count - 1;
    Vec3<T> q[3];  // edges from the first point, orthogonalized
    T q2[3] = {}, c[3][3] = {}, t[3] = {};  // edge[l] = q[l] + Σ c[m][l] q[m];  t: the weights
    Vec3<T> v = y[s[0]];
    for (int m = 0; m < n; ++m) q[m] = y[s[m + 1]] - y[s[0]];
    for (int m = 0; m < n; ++m) {
      q2[m] = norm_squared(q[m]);
      if (!(q2[m] > T(0))) return {};
      t[m] = -dot(v, q[m]) / q2[m];
      v += t[m] * q[m];
      for (int l = m + 1; l < n; ++l) {
        c[m][l] = dot(q[l], q[m]) / q2[m];
        q[l] -= c[m][l] * q[m];
      }
    }
    T first = T(1);
    Nearest<T> r;
    for (int m = n - 1; m >= 0; --m) {
      for (int l = m + 1; l < n; ++l) t[m] -= c[m][l] * t[l];
      r.weights[s[m + 1]] = t[m];
      first -= t[m];
    }
    r.weights[s[0]] = first;
    if (n == 3) return norm_squared(v) <= square(T(16) * unit_roundoff<T>) * size_squared(y, subset) ? r : Nearest<T>{};
    for (int m = 0; m < n; ++m) v -= (dot(v, q[m]) / q2[m]) * q[m];  // perpendicular to the last digit
    r.point = v;
    return r;
  }
};

}  // namespace tactus::simplex
