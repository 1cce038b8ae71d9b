// SPDX-License-Identifier: MIT
#pragma once
/// A Shape as the oracle's body, number by number: the oracle computes with its own code in long double.
#include <tactus/shape/shape.h>
#include <tests/oracle/body.h>

#include <stdexcept>

namespace tactus::testing {

template <Scalar T> oracle::Vec3 to_oracle(const Vec3<T>& v) {
  return {static_cast<long double>(v.x), static_cast<long double>(v.y), static_cast<long double>(v.z)};
}
template <Scalar T> oracle::Pose to_oracle(const Pose<T>& x) {
  return {{to_oracle(x.rotation.row(0)), to_oracle(x.rotation.row(1)), to_oracle(x.rotation.row(2))},
          to_oracle(x.translation)};
}

/// Composites that the tests use are known by name; any other custom shape has no oracle body.
template <Scalar T> oracle::Body to_oracle(const Shape<T>& shape);

namespace detail {

template <class T> struct ToBody {
  using L = long double;
  oracle::Body operator()(const Point<T>& s) const { return oracle::point(to_oracle(s.position)); }
  oracle::Body operator()(const Segment<T>& s) const { return oracle::segment(L(s.half_height)); }
  oracle::Body operator()(const Triangle<T>& s) const {
    return oracle::triangle(to_oracle(s.a), to_oracle(s.b), to_oracle(s.c));
  }
  oracle::Body operator()(const Rectangle<T>& s) const { return oracle::rectangle(L(s.half.x), L(s.half.y)); }
  oracle::Body operator()(const Disc<T>& s) const { return oracle::disc(L(s.radius)); }
  oracle::Body operator()(const Ellipse<T>& s) const { return oracle::ellipse(L(s.radii.x), L(s.radii.y)); }
  oracle::Body operator()(const Box<T>& s) const { return oracle::box(to_oracle(s.half)); }
  oracle::Body operator()(const Ellipsoid<T>& s) const { return oracle::ellipsoid(to_oracle(s.radii)); }
  oracle::Body operator()(const Cylinder<T>& s) const { return oracle::cylinder(L(s.radius), L(s.half_height)); }
  oracle::Body operator()(const Cone<T>& s) const { return oracle::cone(L(s.radius), L(s.half_height)); }
  oracle::Body operator()(const Frustum<T>& s) const {
    return oracle::frustum(L(s.bottom.x), L(s.bottom.y), L(s.top.x), L(s.top.y), L(s.half_height));
  }
  oracle::Body operator()(const ConicalFrustum<T>& s) const {
    return oracle::conical_frustum(L(s.bottom_radius), L(s.top_radius), L(s.half_height));
  }
  oracle::Body operator()(const Superquadric<T>& s) const {
    return oracle::superquadric(to_oracle(s.radii), L(s.e1), L(s.e2));
  }
  oracle::Body operator()(const Hull<T>& s) const {
    std::vector<oracle::Vec3> points;
    for (const auto& v : s.vertices()) points.push_back(to_oracle(v));
    return oracle::hull(points);
  }
  oracle::Body operator()(const Sphere<T>& s) const { return oracle::sphere(L(s.radius)); }
  oracle::Body operator()(const Capsule<T>& s) const { return oracle::capsule(L(s.radius), L(s.half_height)); }
  oracle::Body operator()(const Lozenge<T>& s) const { return oracle::lozenge(L(s.half.x), L(s.half.y), L(s.radius)); }
  oracle::Body operator()(const RoundBox<T>& s) const { return oracle::round_box(to_oracle(s.half), L(s.radius)); }
  oracle::Body operator()(const Wheel<T>& s) const { return oracle::wheel(L(s.radius), L(s.rounding)); }
  oracle::Body operator()(const HalfSpace<T>&) const { throw std::logic_error("a half-space has no oracle body"); }
  template <class A, class B> oracle::Body operator()(const MinkowskiSum<A, B>& s) const {
    return oracle::minkowski_sum((*this)(s.a), (*this)(s.b));
  }
  template <class A, class B> oracle::Body operator()(const ConvexHull<A, B>& s) const {
    return oracle::convex_hull((*this)(s.a), (*this)(s.b));
  }
  template <class S> oracle::Body operator()(const Rounded<S>& s) const {
    return oracle::rounded((*this)(s.core), L(s.rounding));
  }
  template <class S> oracle::Body operator()(const Transformed<S>& s) const {
    return oracle::transformed((*this)(s.shape), to_oracle(s.pose));
  }
  oracle::Body operator()(const Custom<T>& s) const {
    if (const auto* c = s.template target<MinkowskiSum<Box<T>, Disc<T>>>()) return (*this)(*c);
    if (const auto* c = s.template target<ConvexHull<Sphere<T>, Transformed<Sphere<T>>>>()) return (*this)(*c);
    if (const auto* c = s.template target<Rounded<Cone<T>>>()) return (*this)(*c);
    if (const auto* c = s.template target<Transformed<Cylinder<T>>>()) return (*this)(*c);
    if constexpr (!std::same_as<T, double>)  // cast from double: computed there, rounded on return
      if (const auto* c = s.template target<Recast<Custom<double>, T>>()) return ToBody<double>{}(c->shape);
    throw std::logic_error("a custom shape the oracle does not know");
  }
};

}  // namespace detail

template <Scalar T> oracle::Body to_oracle(const Shape<T>& shape) { return shape.visit(detail::ToBody<T>{}); }

}  // namespace tactus::testing
