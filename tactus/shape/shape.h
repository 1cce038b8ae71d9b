#pragma once
/// Shape<T>: the owning value that holds any shape. Cheap to copy (hulls and custom shapes are shared), checked when
/// made, and itself a model of Convex: everything that takes a convex shape takes a Shape.
#include <tactus/shape/composite.h>
#include <tactus/shape/cone.h>
#include <tactus/shape/custom.h>
#include <tactus/shape/ellipsoid.h>
#include <tactus/shape/half_space.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/point_cloud.h>
#include <tactus/shape/rounded.h>

#include <variant>

namespace tactus {

/// In the order of Shape's alternatives.
enum class ShapeKind : std::uint8_t {
  point,
  segment,
  triangle,
  rectangle,
  disc,
  ellipse,
  box,
  ellipsoid,
  cylinder,
  cone,
  frustum,
  conical_frustum,
  superquadric,
  hull,
  sphere,
  capsule,
  lozenge,
  round_box,
  wheel,
  half_space,
  custom,
};

namespace detail {

template <class S, class Variant> inline constexpr bool is_one_of = false;
template <class S, class... Alternatives>
inline constexpr bool is_one_of<S, std::variant<Alternatives...>> = (std::same_as<S, Alternatives> || ...);

}  // namespace detail

template <Scalar T> class Shape {
 public:
  using Scalar = T;
  using Value = std::variant<Point<T>, Segment<T>, Triangle<T>, Rectangle<T>, Disc<T>, Ellipse<T>, Box<T>, Ellipsoid<T>,
                             Cylinder<T>, Cone<T>, Frustum<T>, ConicalFrustum<T>, Superquadric<T>, Hull<T>, Sphere<T>,
                             Capsule<T>, Lozenge<T>, RoundBox<T>, Wheel<T>, HalfSpace<T>, Custom<T>>;

  template <class S> static constexpr bool is_alternative = detail::is_one_of<S, Value>;

  /// Any built-in shape; throws std::invalid_argument that names a size that is negative, NaN or infinite.
  template <class S>
    requires(is_alternative<S>)
  Shape(const S& s) : value_(s) {  // implicit: `const Shape box = Box{...};`
    if constexpr (PlainShape<S>) validate(s);
    if constexpr (std::same_as<S, HalfSpace<T>>) {
      bounding_radius_ = origin_radius_ = inscribed_radius_ = infinity<T>;
    } else {
      radius_ = ball_radius(s);
      bounding_radius_ = tactus::bounding_radius(s);
      center_ = s.center();
      origin_radius_ = tactus::origin_radius(s);
      inscribed_radius_ = tactus::inscribed_radius(s);
      polytope_ = has_polytope_core(s);
    }
    if (bounded() && !is_finite(bounding_radius_)) reject_extent();
  }

  /// Any other type that models Convex, kept as Custom.
  template <Convex S>
    requires(!is_alternative<S> && !std::same_as<S, Shape> && std::same_as<scalar_t<S>, T>)
  Shape(const S& s) : Shape(Custom<T>(s)) {}

  ShapeKind kind() const { return static_cast<ShapeKind>(value_.index()); }
  bool bounded() const { return kind() != ShapeKind::half_space; }
  template <class S> const S* get_if() const { return std::get_if<S>(&value_); }

  /// f of the shape within. A switch: std::visit over this many alternatives goes through a table of calls.
  template <class F> constexpr decltype(auto) visit(F&& f) const {
    switch (kind()) {
      case ShapeKind::point: return f(as<0>());
      case ShapeKind::segment: return f(as<1>());
      case ShapeKind::triangle: return f(as<2>());
      case ShapeKind::rectangle: return f(as<3>());
      case ShapeKind::disc: return f(as<4>());
      case ShapeKind::ellipse: return f(as<5>());
      case ShapeKind::box: return f(as<6>());
      case ShapeKind::ellipsoid: return f(as<7>());
      case ShapeKind::cylinder: return f(as<8>());
      case ShapeKind::cone: return f(as<9>());
      case ShapeKind::frustum: return f(as<10>());
      case ShapeKind::conical_frustum: return f(as<11>());
      case ShapeKind::superquadric: return f(as<12>());
      case ShapeKind::hull: return f(as<13>());
      case ShapeKind::sphere: return f(as<14>());
      case ShapeKind::capsule: return f(as<15>());
      case ShapeKind::lozenge: return f(as<16>());
      case ShapeKind::round_box: return f(as<17>());
      case ShapeKind::wheel: return f(as<18>());
      case ShapeKind::half_space: return f(as<19>());
      case ShapeKind::custom: break;
    }
    return f(as<20>());
  }

  /// The common kinds in line: a call would pass the directions and points through memory (20 % of a GJK query).
  [[gnu::always_inline]] Vec3<T> support(const Vec3<T>& d) const {
    switch (kind()) {
      case ShapeKind::box: return as<6>().support(d);
      case ShapeKind::ellipsoid: return as<7>().support(d);
      case ShapeKind::cylinder: return as<8>().support(d);
      case ShapeKind::cone: return as<9>().support(d);
      case ShapeKind::hull: return as<13>().support(d);
      default: return support_of_other_kinds(d);
    }
  }
  T radius() const { return radius_; }
  Vec3<T> center() const { return center_; }
  T bounding_radius() const { return bounding_radius_; }
  T origin_radius() const { return origin_radius_; }
  T inscribed_radius() const { return inscribed_radius_; }
  bool polytope() const { return polytope_; }
  T inner_radius_along(const Vec3<T>& d) const {
    if (kind() == ShapeKind::ellipsoid) return as<7>().inner_radius_along(d);
    return kind() == ShapeKind::custom ? as<20>().inner_radius_along(d) : T(0);
  }
  bool curved_along(const Vec3<T>& d) const {
    return visit_bounded([&](const auto& s) { return s.curved_along(d); }, [] { return false; });
  }
  Feature feature(const Vec3<T>& d, T sine) const {
    return visit_bounded([&](const auto& s) { return feature_of(s, d, sine); },
                         [] {
                           return Feature{FeatureKind::face, 0};
                         });
  }
  Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    return visit_bounded([&](const auto& s) { return s.feature_along(d, sine); },
                         [&] {
                           const auto [n, offset] = normalized(as<19>());
                           return Outline<T>::vertex({FeatureKind::face, 0}, n, n * offset);
                         });
  }
  Aabb<T> aabb(const Pose<T>& pose = {}) const {
    return visit_bounded([&](const auto& s) { return tactus::aabb(s, pose); },
                         [] {
                           const Vec3<T> all{infinity<T>, infinity<T>, infinity<T>};
                           return Aabb<T>{-all, all};
                         });
  }

  template <tactus::Scalar U> Shape<U> cast() const {
    if constexpr (std::same_as<U, T>) return *this;
    return visit([](const auto& s) -> Shape<U> {
      using S = std::remove_cvref_t<decltype(s)>;
      if constexpr (PlainShape<S>) {
        return tactus::cast<U>(s);
      } else if constexpr (std::same_as<S, Hull<T>>) {
        return s.template cast<U>();
      } else {
        return Recast<S, U>{s};
      }
    });
  }

  friend bool operator==(const Shape& a, const Shape& b) { return a.value_ == b.value_; }
  friend std::ostream& operator<<(std::ostream& os, const Shape& s) {
    return s.visit([&](const auto& shape) -> std::ostream& { return os << shape; });
  }

 private:
  template <std::size_t I> const std::variant_alternative_t<I, Value>& as() const { return *std::get_if<I>(&value_); }
  template <class F, class G> constexpr auto visit_bounded(F&& convex, G&& half_space) const {
    return visit([&](const auto& s) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(s)>, HalfSpace<T>>) {
        return half_space();
      } else {
        return convex(s);
      }
    });
  }
  [[gnu::noinline]] Vec3<T> support_of_other_kinds(const Vec3<T>& d) const {
    return visit_bounded([&](const auto& s) -> Vec3<T> { return s.support(d); }, [&] { return far_along(d); });
  }
  /// A half-space has no farthest point: infinity along the direction stands for it.
  static Vec3<T> far_along(const Vec3<T>& d) {
    const auto far = [](T x) { return x == T(0) ? T(0) : sign(x) * infinity<T>; };
    return {far(d.x), far(d.y), far(d.z)};
  }
  [[noreturn, gnu::noinline, gnu::cold]] void reject_extent() const {
    std::ostringstream text;
    text << *this << ": its extent leaves the range of the scalar";
    throw std::invalid_argument(text.str());
  }

  Value value_;
  T radius_{}, bounding_radius_{}, origin_radius_{}, inscribed_radius_{};  // kept: every query asks for them
  Vec3<T> center_{};
  bool polytope_ = false;
};

}  // namespace tactus
