// SPDX-License-Identifier: MIT
#pragma once
/// Shapes made of shapes: Minkowski sum and difference, convex hull of two, and a shape moved within its frame.
/// [Olvång 2010, §2.2]: S_{A⊕B}(v) = S_A(v) + S_B(v), and the maximum of two mappings is that of their convex hull.
///
/// Each models Convex, so they nest; make them with the functions at the end.
#include <tactus/math/refuse.h>
#include <tactus/shape/rounded.h>

#include <array>

namespace tactus {

namespace detail {

/// Is a sum curved along a direction, from the point of view of one of its shapes? A flat face of one stays flat in the
/// sum.
template <Convex A, Convex B, class T = scalar_t<A>>
constexpr bool sum_curved_along(const A& a, const Vec3<T>& from_a, const B& b, const Vec3<T>& from_b) {
  const auto flat = [](const auto& s, const Vec3<T>& d) {
    if constexpr (Faceted<std::remove_cvref_t<decltype(s)>>) {
      return s.feature_along(d, unit_roundoff<T>).feature.kind == FeatureKind::face;
    } else {
      return false;
    }
  };
  return (curved_along(a, from_a) || curved_along(b, from_b)) && !flat(a, from_a) && !flat(b, from_b);
}

template <Convex A, Convex B>
std::ostream& print_composite(std::ostream& os, const char* name, const A& a, const B& b) {
  return print_shape(print_shape(os << name << '(', a) << ", ", b) << ')';
}

}  // namespace detail

/// The Minkowski sum of two shapes: { a + b }.
template <Convex A, Convex B>
  requires std::same_as<scalar_t<A>, scalar_t<B>>
struct MinkowskiSum {
  using Scalar = scalar_t<A>;
  A a;  // one summand
  B b;  // the other

  constexpr Vec3<Scalar> support(const Vec3<Scalar>& d) const { return a.support(d) + b.support(d); }
  friend constexpr Scalar radius(const MinkowskiSum& s) { return radius(s.a) + radius(s.b); }
  constexpr Vec3<Scalar> center() const { return a.center() + b.center(); }
  constexpr Scalar bounding_radius() const { return tactus::bounding_radius(a) + tactus::bounding_radius(b); }
  constexpr Scalar inscribed_radius() const { return tactus::inscribed_radius(a) + tactus::inscribed_radius(b); }
  constexpr bool polytope() const { return has_polytope_core(a) && has_polytope_core(b); }
  constexpr Scalar inner_radius_along(const Vec3<Scalar>& d) const requires(RoundInParts<A> || RoundInParts<B>) {
    return tactus::inner_radius_along(a, d) + tactus::inner_radius_along(b, d);
  }
  constexpr bool curved_along(const Vec3<Scalar>& d) const { return detail::sum_curved_along(a, d, b, d); }
  friend std::ostream& operator<<(std::ostream& os, const MinkowskiSum& s) {
    return detail::print_composite(os, "minkowski_sum", s.a, s.b);
  }
};

/// The Minkowski difference of two shapes: { a - b }. It contains the origin exactly when the two shapes, both at their
/// own origins, intersect.
template <Convex A, Convex B>
  requires std::same_as<scalar_t<A>, scalar_t<B>>
struct MinkowskiDifference {
  using Scalar = scalar_t<A>;
  A a;  // what is subtracted from
  B b;  // what is subtracted

  constexpr Vec3<Scalar> support(const Vec3<Scalar>& d) const { return a.support(d) - b.support(-d); }
  friend constexpr Scalar radius(const MinkowskiDifference& s) { return radius(s.a) + radius(s.b); }
  constexpr Vec3<Scalar> center() const { return a.center() - b.center(); }
  constexpr Scalar bounding_radius() const { return tactus::bounding_radius(a) + tactus::bounding_radius(b); }
  constexpr Scalar inscribed_radius() const { return tactus::inscribed_radius(a) + tactus::inscribed_radius(b); }
  constexpr bool polytope() const { return has_polytope_core(a) && has_polytope_core(b); }
  constexpr Scalar inner_radius_along(const Vec3<Scalar>& d) const requires(RoundInParts<A> || RoundInParts<B>) {
    return tactus::inner_radius_along(a, d) + tactus::inner_radius_along(b, -d);
  }
  constexpr bool curved_along(const Vec3<Scalar>& d) const { return detail::sum_curved_along(a, d, b, -d); }
  friend std::ostream& operator<<(std::ostream& os, const MinkowskiDifference& s) {
    return detail::print_composite(os, "minkowski_difference", s.a, s.b);
  }
};

/// Convex hull of two shapes. Its ball is the smaller of the two; the excess of the other ball is part of its support.
template <Convex A, Convex B>
  requires std::same_as<scalar_t<A>, scalar_t<B>>
struct ConvexHull {
  using Scalar = scalar_t<A>;
  A a;  // one of the two
  B b;  // the other

  constexpr Vec3<Scalar> support(const Vec3<Scalar>& d) const {
    const auto [p, q] = both_supports(d);
    return dot(p - q, d) > Scalar(0) ? p : q;
  }
  /// The radius for the shape that support() uses: the part of its ball that is not common, plus its own inner radius.
  constexpr Scalar inner_radius_along(const Vec3<Scalar>& d) const {
    const auto [p, q] = both_supports(d);
    return dot(p - q, d) > Scalar(0) ? radius(a) - radius(*this) + tactus::inner_radius_along(a, d)
                                     : radius(b) - radius(*this) + tactus::inner_radius_along(b, d);
  }
  friend constexpr Scalar radius(const ConvexHull& s) { return min(radius(s.a), radius(s.b)); }
  constexpr Vec3<Scalar> center() const { return (a.center() + b.center()) * Scalar(0.5); }
  constexpr Scalar bounding_radius() const {
    const Scalar half = distance(a.center(), b.center()) * Scalar(0.5);
    return half + max(tactus::bounding_radius(a), tactus::bounding_radius(b));
  }
  constexpr bool polytope() const { return has_polytope_core(a) && has_polytope_core(b) && radius(a) == radius(b); }
  /// Like the shape that reaches farther. (The bridge between them faces only a curve of directions, not an open set.)
  constexpr bool curved_along(const Vec3<Scalar>& d) const {
    return support_value(a, d) > support_value(b, d) ? tactus::curved_along(a, d) : tactus::curved_along(b, d);
  }
  friend std::ostream& operator<<(std::ostream& os, const ConvexHull& s) {
    return detail::print_composite(os, "convex_hull", s.a, s.b);
  }

  /// The supports of a and of b, each with the part of its ball that is not common.
  constexpr std::array<Vec3<Scalar>, 2> both_supports(const Vec3<Scalar>& d) const {
    const Scalar common = radius(*this);
    return {a.support(d) + (radius(a) - common) * unit_or_zero(d),
            b.support(d) + (radius(b) - common) * unit_or_zero(d)};
  }
};

/// A shape at a fixed pose within another frame.
template <Convex S> struct Transformed {
  using Scalar = scalar_t<S>;
  S shape;
  Pose<Scalar> pose;

  constexpr Vec3<Scalar> support(const Vec3<Scalar>& d) const {
    return pose * shape.support(transposed_times(pose.rotation, d));
  }
  friend constexpr Scalar radius(const Transformed& s) { return radius(s.shape); }
  constexpr Vec3<Scalar> center() const { return pose * shape.center(); }
  constexpr Scalar bounding_radius() const { return tactus::bounding_radius(shape); }
  constexpr Scalar inscribed_radius() const { return tactus::inscribed_radius(shape); }
  constexpr bool polytope() const { return has_polytope_core(shape); }
  constexpr Scalar inner_radius_along(const Vec3<Scalar>& d) const requires RoundInParts<S> {
    return radius_after(pose.rotation, shape.inner_radius_along(transposed_times(pose.rotation, d)));
  }
  constexpr bool curved_along(const Vec3<Scalar>& d) const {
    return tactus::curved_along(shape, transposed_times(pose.rotation, d));
  }
  constexpr Outline<Scalar> feature_along(const Vec3<Scalar>& d, Scalar sine) const requires Faceted<S> {
    return shape.feature_along(transposed_times(pose.rotation, unit_or_up(d)), sine).moved(pose);
  }
  friend std::ostream& operator<<(std::ostream& os, const Transformed& s) {
    return detail::print_shape(os << "transformed(", s.shape) << ", " << s.pose << ')';
  }
};

namespace detail {

/// Composites only take valid shapes of finite extent; a Shape may hold a half-space.
template <Convex S> const S& checked(const S& s, const char* composite) {
  if constexpr (PlainShape<S>) validate(s);
  if (is_finite(bounding_radius(s))) return s;
  std::ostringstream text;
  print_shape(text << composite << " of an unbounded shape (", s) << "): half-spaces cannot be combined";
  refuse(text.str());
}

}  // namespace detail

/// All sums of a point of A and one of B; B is not turned or shifted.
template <Convex A, Convex B> MinkowskiSum<A, B> minkowski_sum(const A& a, const B& b) {
  return {detail::checked(a, "minkowski_sum"), detail::checked(b, "minkowski_sum")};
}
/// All differences of a point of A and one of B: it contains the origin if they intersect.
template <Convex A, Convex B> MinkowskiDifference<A, B> minkowski_difference(const A& a, const B& b) {
  return {detail::checked(a, "minkowski_difference"), detail::checked(b, "minkowski_difference")};
}
/// The smallest convex shape that contains both.
template <Convex A, Convex B> ConvexHull<A, B> convex_hull(const A& a, const B& b) {
  return {detail::checked(a, "convex_hull"), detail::checked(b, "convex_hull")};
}
/// The shape with a ball of radius r around every point; r is finite and not negative.
template <Convex S> Rounded<S> rounded(const S& shape, scalar_t<S> r) {
  detail::check_number("rounded", "radius", "", FieldRule::size, r);
  return {detail::checked(shape, "rounded"), r};
}
/// The shape at a pose in its own frame.
template <Convex S> Transformed<S> transformed(const S& shape, const Pose<scalar_t<S>>& pose) {
  if (!is_valid(pose)) {
    std::ostringstream text;
    text << "transformed: " << pose << " is not a rigid motion; try orthonormalized(pose)";
    refuse(text.str());
  }
  return {detail::checked(shape, "transformed"), pose};
}

}  // namespace tactus
