// SPDX-License-Identifier: MIT
// Ray casts: every hit is proven by a supporting plane, every miss by a distance; closed forms, GJK and edge cases.
#include <tactus/sweep/ray_cast.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

using V = Vec3<double>;
using oracle::Real;

/// At a hit: the point is in the body, the body is behind the plane through it, and the ray comes from the front: so no
/// earlier point of the ray is in the body. At a miss: the part of the ray near the body is apart from it.
void expect_proven(const RayHit<double>& r, const Shape<double>& shape, const Pose<double>& pose, const V& origin,
                   const V& direction, Real tolerance) {
  const oracle::Body body = to_oracle(shape);
  const oracle::Pose at = to_oracle(pose);
  const oracle::Vec3 o = to_oracle(origin), d = to_oracle(direction);
  const auto distance = [&](const oracle::Vec3& p) { return oracle::point_gap(body, at, p, tolerance).lower; };
  ASSERT_NE(r.status, MotionStatus::invalid);
  ASSERT_NE(r.status, MotionStatus::stalled);
  if (r.status == MotionStatus::hit) {
    const oracle::Vec3 p = o + Real(r.t) * d, n = to_oracle(r.normal);
    const oracle::Vec3 farthest =
        at * body.core_support(oracle::transpose_times(at.rotation, n)) + body.radius * oracle::normalized(n);
    ASSERT_LE(distance(p), tolerance) << shape << r;
    ASSERT_LE(oracle::dot(n, farthest - p), tolerance) << shape << r;
    ASSERT_LE(oracle::dot(n, d), tolerance) << shape << r;
    ASSERT_NEAR(norm(r.normal), 1, 1e-14);
    ASSERT_LT(norm(r.point - (origin + direction * r.t)), 1e-13);
  } else if (r.status == MotionStatus::initial_overlap) {
    ASSERT_LE(distance(o), tolerance) << shape << r;
    ASSERT_EQ(r.t, 0);
  } else {
    const Real length = oracle::norm(d);
    const oracle::Vec3 u = d / length, center = at * body.center;
    const Real near = std::max(Real(0), oracle::dot(center - o, u)), half = 2 * body.extent + 1;
    const Real from = std::max(Real(0), near - half), to = near + half;
    const oracle::Body segment = oracle::segment((to - from) / 2);
    const oracle::Vec3 x = oracle::any_perpendicular(u), y = oracle::cross(u, x);
    const oracle::Pose along{oracle::transposed({x, y, u}), o + (from + to) / 2 * u};
    ASSERT_GT(oracle::smooth_distance(segment, along, body, at).upper, -tolerance) << shape << origin << direction;
  }
}

TEST(RayCast, HitsAndMissesAreProven) {
  Random random(1);
  int closed = 0;
  for (int f = 0; f < static_cast<int>(Family::mixed); ++f) {
    int hits = 0;
    const int count = test_size(400);
    for (int i = 0; i < count; ++i) {
      const Shape<double> shape = random_shape(random, static_cast<Family>(f));
      const Pose<double> pose = random.pose(2);
      const V origin = pose.translation + random.vector(0.5, 4);
      const V aim = pose.translation + random.vector(0, 1.2 * shape.bounding_radius());
      const V direction = (aim - origin) * random.uniform(0.1, 3);
      const RayHit<double> r = ray_cast(shape, pose, origin, direction);
      const RayHit<double> general = gjk_ray::ray_cast(shape, pose, origin, direction);
      // The general one is within its tolerance of the surface, 1e-6 of the size.
      expect_proven(r, shape, pose, origin, direction, 4e-6L);
      expect_proven(general, shape, pose, origin, direction, 4e-6L);
      if (HasFatalFailure()) return;
      const bool in_closed_form = r.t != general.t && r.hit();
      if (in_closed_form && r.status == general.status) {
        ++closed;
        expect_proven(r, shape, pose, origin, direction, 1e-12L);
        if (HasFatalFailure()) return;
      }
      hits += r.hit();
    }
    const Family family = static_cast<Family>(f);
    EXPECT_GT(hits, family == Family::flat ? count / 10 : count / 4) << name(family);
  }
  EXPECT_GT(closed, test_size(400));
}

TEST(RayCast, KnownAnswers) {
  const V o{-5, 0, 0}, x{1, 0, 0};
  const auto t = [&](const auto& shape) { return ray_cast(shape, Pose<double>{}, o, x).t; };
  EXPECT_DOUBLE_EQ(t(Sphere<double>{2}), 3);
  EXPECT_DOUBLE_EQ(t(Box<double>{{1, 2, 3}}), 4);
  EXPECT_DOUBLE_EQ(t(Capsule<double>{1.5, 2}), 3.5);
  EXPECT_DOUBLE_EQ(t(Cylinder<double>{0.5, 2}), 4.5);
  EXPECT_DOUBLE_EQ(t(Cone<double>{1, 1.5}), 4.5);  // at mid-height its radius is half
  EXPECT_DOUBLE_EQ(t(Ellipsoid<double>{{3, 1, 1}}), 2);
  EXPECT_DOUBLE_EQ(t(HalfSpace<double>{{-2, 0, 0}, 2}), 4);  // x ≥ -1
  EXPECT_NEAR(t(RoundBox<double>{{1, 1, 1}, 0.5}), 3.5, 1e-5);
  EXPECT_DOUBLE_EQ(ray_cast(Sphere<double>{2}, translation(7.0, 0.0, 0.0), o, x * 4.0).t, 2.5);  // not unit
  // From above, along the axis of a cone: the apex. Along its side: the rim of the base, or nothing.
  const RayHit<double> apex = ray_cast(Cone<double>{1, 1.5}, Pose<double>{}, V{0, 0, 5}, V{0, 0, -1});
  EXPECT_DOUBLE_EQ(apex.t, 3.5);
  EXPECT_EQ(apex.normal, (V{0, 0, 1}));
  const RayHit<double> base = ray_cast(Cone<double>{1, 1.5}, Pose<double>{}, V{0.2, 0, -5}, V{0, 0, 1});
  EXPECT_DOUBLE_EQ(base.t, 3.5);
  EXPECT_EQ(base.feature, (Feature{FeatureKind::face, 0}));
}

TEST(RayCast, EdgeCases) {
  const Box<double> cube{{1, 1, 1}};
  const auto cast = [&](const V& o, const V& d, double max_t = infinity<double>) {
    return ray_cast(cube, Pose<double>{}, o, d, max_t).status;
  };
  EXPECT_EQ(cast({-5, 0, 0}, {1, 0, 0}, 3.9), MotionStatus::none);
  EXPECT_EQ(cast({-5, 0, 0}, {1, 0, 0}, 4), MotionStatus::hit);
  EXPECT_EQ(cast({-5, 0, 0}, {-1, 0, 0}), MotionStatus::none);
  EXPECT_EQ(cast({0.5, 0, 0}, {1, 0, 0}), MotionStatus::initial_overlap);
  EXPECT_EQ(cast({1, 0, 0}, {1, 0, 0}), MotionStatus::none);  // on the surface, leaving
  EXPECT_EQ(cast({1, 0, 0}, {-1, 0, 0}), MotionStatus::hit);  // on the surface, entering
  EXPECT_EQ(cast({-5, 1, 0}, {1, 0, 0}), MotionStatus::hit);  // in the plane of a face
  EXPECT_EQ(cast({-5, 1 + 1e-15, 0}, {1, 0, 0}), MotionStatus::none);
  EXPECT_EQ(cast({-5, 0, 0}, {}), MotionStatus::invalid);
  EXPECT_EQ(cast({-5, 0, 0}, {infinity<double>, 0, 0}), MotionStatus::invalid);
  EXPECT_EQ(cast({-5, 0, 0}, {1, 0, 0}, -1), MotionStatus::invalid);
  // From a million lengths away, the digits of the point are those of the origin.
  const RayHit<double> far = ray_cast(Sphere<double>{1}, Pose<double>{}, V{-1e6, 0.5, 0}, V{1, 0, 0});
  EXPECT_NEAR(far.t, 1e6 - std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(far.normal.y, 0.5, 1e-9);
}

/// A thousand rays in float against double.
TEST(RayCast, FloatAgreesWithDouble) {
  Random random(9);
  int hits = 0, steep = 0;  // steep: not grazing, where a rounding error of the ray moves the hit far
  for (int i = 0; i < 1000; ++i) {
    const Shape<double> shape = random_shape(random, static_cast<Family>(i % 11));
    const V origin = random.vector(2.5, 4);
    const V direction = random.direction() * 0.4 - origin;
    const Vec3<float> o = origin.cast<float>(), d = direction.cast<float>();
    const RayHit<float> single = ray_cast(shape.cast<float>(), Pose<float>{}, o, d);
    const RayHit<double> precise = ray_cast(shape, Pose<double>{}, o.cast<double>(), d.cast<double>());
    EXPECT_EQ(single.status, precise.status) << shape << origin << direction;  // of 100 000 rays none differs
    hits += precise.hit();
    if (precise.hit() && dot(precise.normal, direction) < -0.3 * norm(direction)) {
      ++steep;
      EXPECT_NEAR(double(single.t), precise.t, 3e-4) << shape;
    }
  }
  EXPECT_GT(hits, 500);
  EXPECT_GT(steep, hits * 3 / 4);
}

}  // namespace
}  // namespace tactus::testing
