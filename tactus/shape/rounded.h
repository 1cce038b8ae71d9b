// SPDX-License-Identifier: MIT
#pragma once
/// Shapes with a ball around their core: Sphere, Capsule, Lozenge, RoundBox, Wheel, and rounded(any shape, r).
/// [Olvång 2010, Table 1] S_sphere, S_capsule, S_lozenge, S_roundbox, S_wheel.
///
/// `support` is the core's; full_support(shape, direction) adds the ball. Features are the core's, except that an edge
/// or vertex becomes `curved` (its index records which, see rounded_feature): a ball makes both smooth.
#include <tactus/shape/box.h>
#include <tactus/shape/flat.h>

namespace tactus {

namespace detail {

inline constexpr std::uint32_t mark_under_ball[] = {Feature::rounds_vertex, Feature::rounds_edge, 0, 0};  // by kind

}  // namespace detail

/// The name of a core's feature once a ball of positive radius surrounds it.
constexpr Feature rounded_feature(Feature core) {
  const std::uint32_t mark = detail::mark_under_ball[static_cast<std::size_t>(core.kind)];
  return {mark ? FeatureKind::curved : core.kind, core.index | mark};
}

namespace detail {

template <Scalar T, class Core>
constexpr Feature rounded_feature_of(const Core& core, T ball, const Vec3<T>& d, T sine) {
  const Feature f = feature_of(core, d, sine);
  return ball > T(0) ? rounded_feature(f) : f;
}
template <Scalar T, class Core>
constexpr Outline<T> rounded_outline(const Core& core, T ball, const Vec3<T>& d, T sine) {
  Outline<T> o = core.feature_along(d, sine);
  if (ball > T(0)) o.feature = rounded_feature(o.feature);
  return o;
}
/// With a ball, only the faces of the core stay flat.
template <Scalar T, class Core> constexpr bool rounded_curved_along(const Core& core, T ball, const Vec3<T>& d) {
  if (!(ball > T(0))) return core.curved_along(d);
  return feature_of(core, d, unit_roundoff<T>).kind != FeatureKind::face;
}

}  // namespace detail

/// A ball around any shape; made by rounded(shape, r).
template <Convex S> struct Rounded {
  using Scalar = scalar_t<S>;
  /// What the ball is around.
  S core;
  /// The radius of the ball.
  Scalar rounding{};

  constexpr Vec3<Scalar> support(const Vec3<Scalar>& d) const { return core.support(d); }
  friend constexpr Scalar radius(const Rounded& s) { return s.rounding + radius(s.core); }
  constexpr Vec3<Scalar> center() const { return core.center(); }
  constexpr Scalar bounding_radius() const { return tactus::bounding_radius(core) + rounding; }
  constexpr Scalar origin_radius() const { return tactus::origin_radius(core) + rounding; }
  constexpr Scalar inscribed_radius() const { return tactus::inscribed_radius(core) + rounding; }
  constexpr bool polytope() const { return has_polytope_core(core); }
  constexpr Scalar inner_radius_along(const Vec3<Scalar>& d) const requires RoundInParts<S> {
    return core.inner_radius_along(d);
  }
  constexpr bool curved_along(const Vec3<Scalar>& d) const requires Faceted<S> {
    return detail::rounded_curved_along(core, rounding, d);
  }
  constexpr Feature feature(const Vec3<Scalar>& d, Scalar sine) const requires Faceted<S> {
    return detail::rounded_feature_of(core, rounding, d, sine);
  }
  constexpr Outline<Scalar> feature_along(const Vec3<Scalar>& d, Scalar sine) const requires Faceted<S> {
    return detail::rounded_outline(core, rounding, d, sine);
  }
  friend std::ostream& operator<<(std::ostream& os, const Rounded& s) {
    return detail::print_shape(os << "rounded(", s.core) << ", " << s.rounding << ')';
  }
};

/// The members that all named rounded shapes share, for a shape with functions core() and ball().
#define TACTUS_ROUNDED_MEMBERS(Name)                                                                              \
  constexpr Vec3<T> support(const Vec3<T>& d) const { return core().support(d); }                                 \
  friend constexpr T radius(const Name& s) { return s.ball(); }                                                   \
  constexpr Vec3<T> center() const { return {}; }                                                                 \
  constexpr T bounding_radius() const { return core().bounding_radius() + ball(); }                               \
  constexpr T inscribed_radius() const { return tactus::inscribed_radius(core()) + ball(); }                      \
  constexpr bool polytope() const { return has_polytope_core(core()); }                                           \
  constexpr bool curved_along(const Vec3<T>& d) const { return detail::rounded_curved_along(core(), ball(), d); } \
  constexpr Feature feature(const Vec3<T>& d, T sine) const {                                                     \
    return detail::rounded_feature_of(core(), ball(), d, sine);                                                   \
  }                                                                                                               \
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {                                            \
    return detail::rounded_outline(core(), ball(), d, sine);                                                      \
  }                                                                                                               \
  friend constexpr bool operator==(const Name&, const Name&) = default

/// A ball about the origin of its frame.
template <Scalar T> struct Sphere {
  using Scalar = T;
  static constexpr std::string_view name = "Sphere";
  static constexpr auto fields() { return std::tuple{size_field("radius", &Sphere::radius)}; }

  T radius{};  // finite, not negative

  constexpr Point<T> core() const { return {}; }
  constexpr T ball() const { return radius; }
  TACTUS_ROUNDED_MEMBERS(Sphere);
};

/// Segment + ball: half_height is the segment's, so the capsule extends to half_height + radius.
template <Scalar T> struct Capsule {
  using Scalar = T;
  static constexpr std::string_view name = "Capsule";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Capsule::radius), size_field("half_height", &Capsule::half_height)};
  }

  T radius{}, half_height{};

  constexpr Segment<T> core() const { return {half_height}; }
  constexpr T ball() const { return radius; }
  TACTUS_ROUNDED_MEMBERS(Capsule);
};

/// Rectangle + ball.
template <Scalar T> struct Lozenge {
  using Scalar = T;
  static constexpr std::string_view name = "Lozenge";
  static constexpr auto fields() {
    return std::tuple{size_field("half", &Lozenge::half), size_field("radius", &Lozenge::radius)};
  }

  Vec2<T> half{};  // half the sides of the rectangle
  T radius{};  // of the ball around it

  constexpr Rectangle<T> core() const { return {half}; }
  constexpr T ball() const { return radius; }
  TACTUS_ROUNDED_MEMBERS(Lozenge);
};

/// Box + ball: half is the core's, so the shape extends to half + radius.
template <Scalar T> struct RoundBox {
  using Scalar = T;
  static constexpr std::string_view name = "RoundBox";
  static constexpr auto fields() {
    return std::tuple{size_field("half", &RoundBox::half), size_field("radius", &RoundBox::radius)};
  }

  Vec3<T> half{};
  T radius{};

  constexpr Box<T> core() const { return {half}; }
  constexpr T ball() const { return radius; }
  TACTUS_ROUNDED_MEMBERS(RoundBox);
};

/// Disc + ball.
template <Scalar T> struct Wheel {
  using Scalar = T;
  static constexpr std::string_view name = "Wheel";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Wheel::radius), size_field("rounding", &Wheel::rounding)};
  }

  T radius{}, rounding{};  // of the disc, and of the ball around it

  constexpr Disc<T> core() const { return {radius}; }
  constexpr T ball() const { return rounding; }
  TACTUS_ROUNDED_MEMBERS(Wheel);
};

#undef TACTUS_ROUNDED_MEMBERS

}  // namespace tactus
