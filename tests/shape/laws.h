// SPDX-License-Identifier: MIT
#pragma once
/// Laws that hold for every convex shape, checked against its Reference in long double.
#include <gtest/gtest.h>
#include <tests/helpers/test_size.h>
#include <tests/shape/reference.h>

#include <vector>

namespace tactus::laws {

using reference::Random;
using reference::Real;
using reference::Reference;
using reference::Vec;
using testing::test_size;

using Scalars = ::testing::Types<float, double>;

/// u times the extent of the shape: the possible rounding error, up to a small factor.
template <Convex S> Real rounding(const S& s, Real factor) {
  return factor * Real(unit_roundoff<scalar_t<S>>) * Real(origin_radius(s));
}

template <class T> Vec3<T> random_direction(Random& random) { return random.on_sphere().template cast<T>(); }
/// A rotation about a random axis, and a translation within a cube of the given half side.
template <class T> Pose<T> random_pose(Random& random, T reach = T(5)) {
  const auto [w, x] = std::pair{random.uniform(-1, 1), random.in_ball()};
  const Quat<T> q{T(w), T(x.x), T(x.y), T(x.z)};
  const Vec3<double> t{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  return from_quaternion(q, t.template cast<T>() * reach);
}

/// Axes, diagonals, directions that hardly leave them, and random ones; each of ordinary, tiny and huge length.
template <class T> std::vector<Vec3<T>> directions(Random& random, int count) {
  std::vector<Vec3<T>> units;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        const Vec3<T> d{T(x), T(y), T(z)};
        if (d == Vec3<T>{}) continue;
        units.push_back(d);
        units.push_back(d + random_direction<T>(random) * T(1e-6));
        units.push_back(d + random_direction<T>(random) * (T(4) * unit_roundoff<T>));
      }
  for (int i = 0; i < count; ++i) units.push_back(random_direction<T>(random));
  const T tiny = std::numeric_limits<T>::min() * T(1024), huge = std::numeric_limits<T>::max() / T(1024);
  std::vector<Vec3<T>> all;
  for (const Vec3<T>& d : units)
    for (const T length : {T(1), tiny, huge}) all.push_back(d * length);
  return all;
}

inline Vec unit(const Vec& d) { return d / max_abs(d) / norm(d / max_abs(d)); }

template <class T> Vec real(const Vec3<T>& v) { return v.template cast<builtin_t<T>>().template cast<Real>(); }

/// S(v) of the papers: the core's support and, in long double, the ball's.
template <Convex S, class T = scalar_t<S>> Vec whole_support(const S& s, const Vec3<T>& direction) {
  return real(s.support(direction)) + unit(real(direction)) * Real(ball_radius(s));
}

inline std::vector<Vec> points_of(const Reference& reference, Random& random, int count) {
  std::vector<Vec> points;
  for (int i = 0; i < count; ++i) points.push_back(reference.point(random));
  return points;
}

/// The support point is in the shape, and no point of the shape is farther along the direction. The sampling itself is
/// also checked: its farthest point comes near the support point.
template <Convex S, class T = scalar_t<S>> void expect_support_is_a_maximum(const S& s, const Reference& reference) {
  Random random(1);
  const std::vector<Vec> points = points_of(reference, random, test_size(1500));
  const Real tolerance = rounding(s, 16);
  for (const Vec3<T>& d : directions<T>(random, test_size(100))) {
    const Vec p = whole_support(s, d), u = unit(real(d));
    ASSERT_LE(reference.outside(p), tolerance) << "support along " << d << " is " << p;
    Real farthest = -infinity<Real>;
    for (const Vec& q : points) farthest = max(farthest, dot(q, u));
    ASSERT_LE(farthest, dot(p, u) + tolerance) << "along " << d << ", where the support is " << p;
    ASSERT_GE(farthest, dot(p, u) - Real(0.35) * Real(origin_radius(s))) << "along " << d;
  }
  const Vec any = real(s.support(Vec3<T>{}));
  EXPECT_LE(reference.outside(any), tolerance) << "support along zero is " << any;
}

/// The box contains every point, and each of its sides is touched: it is as far out as the support, to rounding.
template <Convex S, class T = scalar_t<S>> void expect_aabb_is_tight(const S& s, const Reference& reference) {
  Random random(2);
  const std::vector<Vec> points = points_of(reference, random, 300);
  for (int i = 0; i < test_size(100); ++i) {
    const Pose<T> pose = i == 0 ? Pose<T>{} : random_pose<T>(random, i % 2 ? T(1) : T(100));
    const Pose<Real> exact = pose.template cast<Real>();
    const Aabb<T> box = aabb(s, pose);
    const Real slack = 48 * Real(unit_roundoff<T>) * (Real(max_abs(pose.translation)) + Real(origin_radius(s)));
    for (int axis = 0; axis < 3; ++axis) {
      const Vec row = exact.rotation.row(axis);
      const auto reach = [&](T direction) {  // of the shape along ± the world's axis, in long double
        const Vec core = real(s.support(pose.rotation.row(axis) * direction));
        return dot(row, core) + exact.translation[axis] + Real(direction) * Real(ball_radius(s)) * norm(row);
      };
      const Real low = Real(box.min[axis]), high = Real(box.max[axis]);
      ASSERT_GE(high, reach(T(1))) << axis << " at " << pose;
      ASSERT_LE(high, reach(T(1)) + slack) << axis << " at " << pose;
      ASSERT_LE(low, reach(T(-1))) << axis << " at " << pose;
      ASSERT_GE(low, reach(T(-1)) - slack) << axis << " at " << pose;
    }
    for (const Vec& q : points) ASSERT_TRUE(contains(box.template cast<Real>(), exact * q)) << q << " at " << pose;
  }
}

/// The ball of bounding_radius about center() contains the shape, to rounding, and is not needlessly large; the center
/// is in the shape.
template <Convex S>
void expect_bounding_radius_holds(const S& s, const Reference& reference, Real largest_excess = 1.75) {
  Random random(3);
  const Vec center = real(s.center());
  EXPECT_LE(reference.outside(center), rounding(s, 4));
  Real farthest = 0;
  for (const Vec& q : points_of(reference, random, test_size(3000))) farthest = max(farthest, distance(center, q));
  EXPECT_LE(farthest, Real(bounding_radius(s)) + rounding(s, 4));
  EXPECT_GE(farthest * largest_excess, Real(bounding_radius(s)));
}

/// The ball of inscribed_radius about center() is inside: beyond no support plane. The ball of origin_radius about the
/// local origin contains the shape.
template <Convex S, class T = scalar_t<S>> void expect_balls_hold(const S& s, const Reference& reference) {
  Random random(5);
  const Vec center = real(s.center());
  for (const Vec3<T>& d : directions<T>(random, test_size(200))) {
    const Vec u = unit(real(d));
    ASSERT_LE(dot(center, u) + Real(inscribed_radius(s)), dot(whole_support(s, d), u) + rounding(s, 4))
        << "along " << d;
  }
  for (const Vec& q : points_of(reference, random, test_size(1000)))
    ASSERT_LE(norm(q), Real(origin_radius(s)) + rounding(s, 4));
}

/// One outline satisfies Faceted: part of the shape, counter-clockwise, at its support, within the angle.
template <Faceted S, class T = scalar_t<S>>
void expect_outline_is_extreme(const S& s, const Outline<T>& o, const Vec3<T>& d, T sine, const Reference& reference) {
  const Real tolerance = rounding(s, 32), ulps = 8 * Real(unit_roundoff<T>);
  const Vec u = unit(real(d)), n = real(o.normal);
  ASSERT_LE(abs(norm(n) - 1), ulps);
  ASSERT_LE(norm(cross(n, u)), Real(sine) + ulps) << "not within the angle";
  ASSERT_EQ(Feature::from_id(o.feature.id()), o.feature);
  ASSERT_EQ(feature_of(s, d, sine), o.feature);

  std::vector<Vec> points;
  for (int i = 0; i < o.size(); ++i) points.push_back(real(o[i]));
  if (o.is_ellipse())
    for (int k = 0; k < 8; ++k)
      points.push_back(real(o.center()) + real(o.u()) * std::cos(Real(k) * pi<Real> / 4) +
                       real(o.v()) * std::sin(Real(k) * pi<Real> / 4));
  for (const Vec& p : points) ASSERT_LE(reference.outside(p), tolerance) << p;

  switch (o.feature.kind) {
    case FeatureKind::face: {
      Vec twice_area{};
      for (std::size_t i = 0; i < points.size(); ++i)
        twice_area += cross(points[i] - points[0], points[(i + 1) % points.size()] - points[0]);
      ASSERT_GE(points.size(), 3u);
      ASSERT_GT(dot(n, twice_area), 0) << "clockwise";
      const Real reach = dot(n, real(s.support(o.normal)));
      for (const Vec& p : points) ASSERT_LE(abs(dot(n, p) - reach), tolerance) << p << " is not in the face's plane";
      return;
    }
    case FeatureKind::edge: ASSERT_EQ(points.size(), 2u); break;
    case FeatureKind::vertex: ASSERT_EQ(points.size(), 1u); break;
    case FeatureKind::curved: ASSERT_TRUE(points.size() == 1 || points.size() == 2); break;
  }
  const Real extreme = dot(u, real(s.support(d))), sink = Real(sine) * distance(points.front(), points.back());
  for (const Vec& p : points) ASSERT_GE(dot(u, p), extreme - sink - tolerance) << p << " is too far from extreme";
}

template <Faceted S, class T = scalar_t<S>> void expect_features_are_extreme(const S& s, const Reference& reference) {
  Random random(4);
  for (const Vec3<T>& d : directions<T>(random, test_size(200))) {
    for (const T sine : {T(0), T(0.1), T(1)}) {
      const Outline<T> o = s.feature_along(d, sine);
      SCOPED_TRACE(::testing::Message() << "along " << d << " within " << sine << ": " << o);
      expect_outline_is_extreme(s, o, d, sine, reference);
      if (::testing::Test::HasFatalFailure()) return;
    }
    const bool curved = s.feature_along(d, T(0)).feature.kind == FeatureKind::curved;
    ASSERT_EQ(s.curved_along(d), curved) << "along " << d;
  }
  const Vec3<T> up{T(0), T(0), T(1)};
  for (const T sine : {T(0), T(0.1), T(1)})
    EXPECT_EQ(s.feature_along({}, sine).feature, s.feature_along(up, sine).feature) << "zero counts as +z";
}

/// All of the above.
template <Faceted S> void expect_shape_laws(const S& s, const Reference& reference) {
  SCOPED_TRACE(::testing::Message() << s);
  expect_support_is_a_maximum(s, reference);
  expect_aabb_is_tight(s, reference);
  expect_bounding_radius_holds(s, reference);
  expect_balls_hold(s, reference);
  expect_features_are_extreme(s, reference);
}
template <Faceted S> void expect_shape_laws(const S& s) { expect_shape_laws(s, reference::reference_of(s)); }

}  // namespace tactus::laws
