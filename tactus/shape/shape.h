// SPDX-License-Identifier: MIT
#pragma once
/// Shape<T>: the owning value that holds any shape. Cheap to copy (hulls and custom shapes are shared), checked on
/// construction, and itself a model of Convex: everything that takes a convex shape takes a Shape.
#include <tactus/math/export.h>
#include <tactus/shape/all_shapes.h>
#include <tactus/shape/composite.h>
#include <tactus/shape/point_cloud.h>

#include <variant>

namespace tactus {

/// Which of the shapes a Shape holds, in the order of tactus/shape/all_shapes.h.
enum class ShapeKind : std::uint8_t {
#define TACTUS_KIND(Type, kind) kind,
  TACTUS_FOR_EACH_SHAPE(TACTUS_KIND)
#undef TACTUS_KIND
};

template <Scalar T> class Shape;

namespace detail {

/// Throws std::invalid_argument: the shape extends beyond the range of T. Not in the header, so that not every file has
/// to compile the printing of all shapes.
template <Scalar T> [[noreturn]] TACTUS_API void reject_extent(const Shape<T>& shape);

template <class S, class Variant> inline constexpr bool is_one_of = false;
template <class S, class... Alternatives>
inline constexpr bool is_one_of<S, std::variant<Alternatives...>> = (std::same_as<S, Alternatives> || ...);

/// A variant of all types except the first. (The first only exists because the list of shapes puts a comma before every
/// type.)
template <class First, class... Alternatives> struct VariantBut { using type = std::variant<Alternatives...>; };

}  // namespace detail

/// Any convex shape as a value: one of the library's, or a type of the user's own that models Convex.
template <Scalar T> class Shape {
 public:
  using Scalar = T;
#define TACTUS_ALTERNATIVE(Type, kind) , Type<T>
  /// All types that a Shape holds as they are.
  using Value = typename detail::VariantBut<void TACTUS_FOR_EACH_SHAPE(TACTUS_ALTERNATIVE)>::type;
#undef TACTUS_ALTERNATIVE
  /// Is it one of the library's shapes?
  template <class S> static constexpr bool is_alternative = detail::is_one_of<S, Value>;

  /// Any built-in shape; throws std::invalid_argument with the name of a size that is negative, NaN or infinite.
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
    if (bounded() && !is_finite(bounding_radius_)) detail::reject_extent(*this);
  }

  /// Any other type that models Convex, kept as Custom.
  template <Convex S>
    requires(!is_alternative<S> && !std::same_as<S, Shape> && std::same_as<scalar_t<S>, T>)
  Shape(const S& s) : Shape(Custom<T>(s)) {}

  /// Which of the shapes it holds.
  ShapeKind kind() const { return static_cast<ShapeKind>(value_.index()); }
  /// Is it bounded? Only a half-space is not.
  bool bounded() const { return kind() != ShapeKind::half_space; }
  /// The shape, if it is of this type; null if not.
  template <class S> const S* get_if() const { return std::get_if<S>(&value_); }

  /// Calls f with the contained shape. Uses a switch, because std::visit over this many alternatives would call through
  /// a table.
  template <class F> constexpr decltype(auto) visit(F&& f) const {
    switch (kind()) {
#define TACTUS_CASE(Type, kind) \
  case ShapeKind::kind: return f(as<Type<T>>());
      TACTUS_FOR_EACH_SHAPE(TACTUS_CASE)
#undef TACTUS_CASE
    }
    return f(as<Custom<T>>());  // never reached
  }

  /// The common kinds inline: a call would pass the directions and points through memory (20 % of a GJK query).
  [[gnu::always_inline]] Vec3<T> support(const Vec3<T>& d) const {
    switch (kind()) {
      case ShapeKind::box: return as<Box<T>>().support(d);
      case ShapeKind::ellipsoid: return as<Ellipsoid<T>>().support(d);
      case ShapeKind::cylinder: return as<Cylinder<T>>().support(d);
      case ShapeKind::cone: return as<Cone<T>>().support(d);
      case ShapeKind::hull: return as<Hull<T>>().support(d);
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
    if (kind() == ShapeKind::ellipsoid) return as<Ellipsoid<T>>().inner_radius_along(d);
    return kind() == ShapeKind::custom ? as<Custom<T>>().inner_radius_along(d) : T(0);
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
  TACTUS_API Outline<T> feature_along(const Vec3<T>& d, T sine) const;
  /// A box around the shape at a pose, as tight as its support mapping gives it.
  TACTUS_API Aabb<T> aabb(const Pose<T>& pose = {}) const;

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
  template <class S> const S& as() const { return *std::get_if<S>(&value_); }
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
  /// A half-space has no farthest point: infinity along the direction is returned instead.
  static Vec3<T> far_along(const Vec3<T>& d) {
    const auto far = [](T x) { return x == T(0) ? T(0) : sign(x) * infinity<T>; };
    return {far(d.x), far(d.y), far(d.z)};
  }

  Value value_;
  T radius_{}, bounding_radius_{}, origin_radius_{}, inscribed_radius_{};  // stored, because every query needs them
  Vec3<T> center_{};
  bool polytope_ = false;
};

// These are long, because every kind of shape is in them, and many files use them: compiled once, in
// shape_float.cpp and shape_double.cpp.
template <Scalar T> Outline<T> Shape<T>::feature_along(const Vec3<T>& d, T sine) const {
  return visit_bounded([&](const auto& s) { return s.feature_along(d, sine); },
                       [&] {
                         const auto [n, offset] = normalized(as<HalfSpace<T>>());
                         return Outline<T>::vertex({FeatureKind::face, 0}, n, n * offset);
                       });
}
template <Scalar T> Aabb<T> Shape<T>::aabb(const Pose<T>& pose) const {
  return visit_bounded([&](const auto& s) { return tactus::aabb(s, pose); },
                       [] {
                         const Vec3<T> all{infinity<T>, infinity<T>, infinity<T>};
                         return Aabb<T>{-all, all};
                       });
}
extern template Outline<float> Shape<float>::feature_along(const Vec3<float>&, float) const;
extern template Outline<double> Shape<double>::feature_along(const Vec3<double>&, double) const;
extern template Aabb<float> Shape<float>::aabb(const Pose<float>&) const;
extern template Aabb<double> Shape<double>::aabb(const Pose<double>&) const;

}  // namespace tactus
