// SPDX-License-Identifier: MIT
#pragma once
/// Volume, centroid and inertia of a solid, and the two ways to compute them without a closed form: the divergence
/// theorem over a closed surface of triangles, and quadrature over such a surface made from supports.
#include <tactus/shape/convex.h>

#include <vector>

namespace tactus {

/// Volume, centroid and inertia for density 1. Flat shapes have no volume and no inertia; their centroid is that of the
/// area, length or point.
template <Scalar T> struct MassProperties {
  T volume{};
  Vec3<T> centroid{};
  Mat3<T> inertia = Mat3<T>::zero();  // about the centroid
  T relative_error{};  // estimate, for each of these (for the centroid: per bounding radius); 0: rounding only

  friend std::ostream& operator<<(std::ostream& os, const MassProperties& m) {
    return os << "volume " << m.volume << ", centroid " << m.centroid << ", inertia " << m.inertia
              << ", relative error " << m.relative_error;
  }
};

/// Inertia tensor from the second moments ∫ x xᵀ: trace minus the moments.
template <Scalar T> constexpr Mat3<T> inertia_from_moments(const Mat3<T>& moments) {
  return Mat3<T>::identity() * trace(moments) - moments;
}

/// Sums signed tetrahedra (reference, a, b, c) over the triangles of a closed surface, counter-clockwise from outside.
/// A reference inside the solid keeps all terms positive, hence accurate. Sums use at least double: thousands of float
/// terms would cost half their digits.
template <Scalar T> class SolidIntegral {
  using Work = std::conditional_t<std::same_as<builtin_t<T>, long double>, long double, double>;
  using Vec = Vec3<Work>;
  using Mat = Mat3<Work>;

 public:
  explicit constexpr SolidIntegral(const Vec3<T>& reference) : reference_(reference.template cast<Work>()) {}

  constexpr void add_triangle(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r) {
    const Vec a = from_reference(p), b = from_reference(q), c = from_reference(r), sum = a + b + c;
    const Work six_volumes = triple(a, b, c);
    volume_ += six_volumes / 6;
    first_ += sum * (six_volumes / 24);
    // ∫ x xᵀ over a tetrahedron with one corner at 0: 6V/120 (Σ vᵢvᵢᵀ + (Σvᵢ)(Σvᵢ)ᵀ)
    const Mat squares = Mat::outer(a, a) + Mat::outer(b, b) + Mat::outer(c, c) + Mat::outer(sum, sum);
    second_ = second_ + squares * (six_volumes / 120);
  }

  constexpr MassProperties<T> result() const {
    if (!(volume_ > 0)) return {T(0), reference_.template cast<T>(), Mat3<T>::zero(), T(0)};
    const Vec offset = first_ / volume_;
    const Mat inertia = inertia_from_moments(second_ - Mat::outer(offset, offset) * volume_);
    return {T(volume_), (reference_ + offset).template cast<T>(), inertia.template cast<T>(), T(0)};
  }

 private:
  constexpr Vec from_reference(const Vec3<T>& p) const { return p.template cast<Work>() - reference_; }

  Vec reference_, first_{};
  Work volume_ = 0;
  Mat second_ = Mat::zero();
};

namespace detail {

/// Properties of the surface through the support points of a grid of directions: each face of an octahedron is cut into
/// n² triangles and projected onto the shape. A shape thinner than the rounding of these points counts as flat.
template <Convex S, class T = scalar_t<S>> MassProperties<T> support_surface_mass(const S& s, int n) {
  SolidIntegral<T> integral(s.center());
  T area{};
  std::vector<Vec3<T>> above, row;
  for (int octant = 0; octant < 8; ++octant) {
    const Vec3<T> signs{octant & 1 ? T(-1) : T(1), octant & 2 ? T(-1) : T(1), octant & 4 ? T(-1) : T(1)};
    const bool mirrored = signs.x * signs.y * signs.z < T(0);
    const auto add = [&](const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r) {
      mirrored ? integral.add_triangle(p, r, q) : integral.add_triangle(p, q, r);
      area += norm(cross(q - p, r - p)) / T(2);
    };
    above.clear();
    for (int i = 0; i <= n; ++i) {  // rows from the corner +x to the edge yz
      row.clear();
      for (int j = 0; j <= i; ++j) row.push_back(full_support(s, hadamard(signs, {T(n - i), T(i - j), T(j)})));
      for (int j = 0; j < i; ++j) {
        const auto k = static_cast<std::size_t>(j);
        add(above[k], row[k], row[k + 1]);
        if (j + 1 < i) add(above[k], row[k + 1], above[k + 1]);
      }
      above.swap(row);
    }
  }
  const MassProperties<T> m = integral.result();
  const T thickness = T(16) * unit_roundoff<T> * origin_radius(s);
  return m.volume > area * thickness ? m : MassProperties<T>{.centroid = s.center()};
}

}  // namespace detail

/// Mass properties of any convex shape from its support mapping alone. The inscribed surface converges with the square
/// of the grid width, so two grids are extrapolated to width zero. The stated error is twice the change from the
/// coarser to the finer grid: enough even if edges and rims slow the convergence to the power 0.6 of the width.
template <Convex S, class T = scalar_t<S>> MassProperties<T> mass_by_quadrature(const S& s, int grid = 64) {
  const MassProperties<T> coarse = detail::support_surface_mass(s, grid / 4);
  const MassProperties<T> middle = detail::support_surface_mass(s, grid / 2);
  const MassProperties<T> fine = detail::support_surface_mass(s, grid);
  const auto extrapolated = [](const MassProperties<T>& wide, const MassProperties<T>& narrow) -> MassProperties<T> {
    const auto to_zero = [](const auto& w, const auto& half_w) { return half_w + (half_w - w) * (T(1) / T(3)); };
    return {to_zero(wide.volume, narrow.volume), to_zero(wide.centroid, narrow.centroid),
            to_zero(wide.inertia, narrow.inertia), T(0)};
  };
  MassProperties<T> m = extrapolated(middle, fine);
  if (!(m.volume > T(0))) return m;
  const MassProperties<T> previous = extrapolated(coarse, middle);
  const T volume_change = abs(m.volume - previous.volume) / m.volume;
  const T centroid_change = norm(m.centroid - previous.centroid) / bounding_radius(s);
  const T inertia_change = max_abs(m.inertia - previous.inertia) / max_abs(m.inertia);
  m.relative_error = T(2) * max(max(volume_change, centroid_change), max(inertia_change, T(256) * unit_roundoff<T>));
  return m;
}

}  // namespace tactus
