// SPDX-License-Identifier: MIT
/// Perturbed sampling as published, where it fails, and that the library's version does not fail there.
#include <tactus/contact/perturbed_sampling.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/random_pairs.h>
#include <tests/helpers/test_size.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using testing::Random;
using D = double;
namespace ps = perturbed_sampling;

const Vec3<D> up{0, 0, 1};
const Shape<D> ground = HalfSpace<D>{};

/// A shape that hides its features behind its support mapping, like a user-defined type.
template <class S> Shape<D> hidden(const S& s) { return minkowski_sum(s, Point<D>{}); }

Manifold<D> on_ground(const Shape<D>& s, const Pose<D>& x, D max_distance = 1e-3) {
  return contact_manifold(ground, s, x, {.max_distance = max_distance});
}

/// No contact point on the ground is deeper than the contact. Both heights are those of a point of the shape, and each
/// is rounded by at most that of the contract.
void expect_none_deeper(const Shape<D>& s, const Pose<D>& x, const Manifold<D>& m) {
  const D rounding = rounding_of(s.origin_radius() + norm(x.translation));
  const Contact<D> c = narrow::contact(ground, s, x);
  for (const ContactPoint<D>& p : m) ASSERT_GE(p.distance, c.distance - 2 * rounding) << s << x << c;
}

// ---- as published ---------------------------------------------------------------------------------------------------

TEST(PerturbedSampling, PublishedFindsTheCornersOfFaces) {
  const Box<D> box{{1, 1, 1}};
  const auto feature = ps::sample_feature(box, Pose<D>{}, up, Vec3<D>{1e-3, 0.7e-3, 0}, Vec3<D>{0, 0, 1}, 16);
  EXPECT_EQ(feature.count, 4);  // line 7 of Algorithm 13 as printed would have left it empty
  for (int i = 0; i < feature.count; ++i) {
    EXPECT_EQ(abs(feature[i].x), 1);
    EXPECT_EQ(abs(feature[i].y), 1);
    EXPECT_EQ(feature[i].z, 0);
  }
  // An edge has two, a vertex one.
  EXPECT_EQ(ps::sample_feature(box, rotation_x(pi<D> / 4), up, Vec3<D>{1e-3, 0.7e-3, 0}, {}, 16).count, 2);
  EXPECT_EQ(ps::sample_feature(box, rotation_x(0.6) * rotation_y(0.6), up, Vec3<D>{1e-3, 0, 0}, {}, 16).count, 1);
  // Two faces that overlap in a rectangle: two corners and two crossings.
  const auto manifold =
      ps::manifold_as_published(box, box, translation(0.5, 0.3, 1.9), up, Vec3<D>{0, 0, 0.95}, 1e-3, 16);
  EXPECT_EQ(manifold.count, 4);
}

/// §2.6: "even a small perturbation can lead to sample points far apart if the object is large enough".
TEST(PerturbedSampling, PublishedSpreadsOverLargeQuadrics) {
  const Sphere<D> ball{1000};
  const auto feature = ps::sample_feature(ball, Pose<D>{}, up, Vec3<D>{1e-2, 0, 0}, {}, 16);
  EXPECT_EQ(feature.count, 16);
  EXPECT_NEAR(norm(feature[0]), 10, 1e-2);  // ten units off the one contact point

  const Manifold<D> m = on_ground(hidden(Ellipsoid<D>{{1000, 1000, 1000}}), translation(0.0, 0.0, 999.9995));
  ASSERT_EQ(m.count, 1);
  EXPECT_LE(norm(Vec2<D>{m.points[0].position.x, m.points[0].position.y}), 1e-9);
}

/// §2.6: false positives: a polygon that is a segment has its center on every edge, and every product is zero.
TEST(PerturbedSampling, PublishedPointInPolygonAcceptsEverythingForASegment) {
  ps::Points<D> segment;
  segment.add({-1, 0, 0});
  segment.add({1, 0, 0});
  EXPECT_TRUE(ps::inside_as_published(segment, up, Vec3<D>{0, 0, 0}));
  EXPECT_TRUE(ps::inside_as_published(segment, up, Vec3<D>{0, 1, 0}));
  EXPECT_TRUE(ps::inside_as_published(segment, up, Vec3<D>{7, -5, 0}));
  // So a face over an edge keeps all its corners: a box's face that is far larger than the edge below it.
  const Box<D> edge_up{{0.1, 0.1, 0.1}}, plate{{5, 5, 1}};
  const Pose<D> x = translation(0.0, 0.0, 1 + 0.1 * std::sqrt(2.0) - 1e-3);
  const auto wrong = ps::manifold_as_published(transformed(edge_up, rotation_x(pi<D> / 4)), plate, x, up, {}, 1e-3, 16);
  D farthest = 0;
  for (int i = 0; i < wrong.count; ++i) farthest = std::max(farthest, norm(wrong[i]));
  EXPECT_GE(farthest, 5) << "points metres away from the contact";

  const Manifold<D> right =
      contact_manifold(hidden(transformed(edge_up, rotation_x(pi<D> / 4))), hidden(plate), x, {.max_distance = 1e-3});
  ASSERT_EQ(right.count, 2);
  for (const auto& p : right) EXPECT_NEAR(abs(p.position.x), 0.1, 1e-3);
}

/// §5.3: "problems with cones, cylinders and similar shapes that combine quadratic surfaces with flat surfaces".
TEST(PerturbedSampling, PublishedBlursTheSidesOfCylinders) {
  const Cylinder<D> cylinder{10, 1};
  const auto feature = ps::sample_feature(cylinder, rotation_x(pi<D> / 2), up, Vec3<D>{0.05, 0.02, 0}, {}, 16);
  D width = 0;
  for (int i = 0; i < feature.count; ++i) width = std::max(width, abs(feature[i].x));
  EXPECT_GE(width, 0.4) << "a line, 2 long, sampled as a patch 0.8 and more wide";

  for (const D tilt : {0.0, 1e-5, 1e-3}) {
    const Manifold<D> m = on_ground(hidden(cylinder), translation(0.0, 0.0, 10.0) * rotation_x(pi<D> / 2 + tilt), 0.01);
    ASSERT_EQ(m.count, 2) << tilt;
    for (const auto& p : m) {
      EXPECT_LE(abs(p.position.x), 0.02) << tilt;  // 2⁻¹⁰ of the bounding radius
      EXPECT_NEAR(abs(p.position.y), 1, 0.02) << tilt;
    }
  }
}

// ---- as the library uses it -----------------------------------------------------------------------------------------

TEST(PerturbedSampling, RoundFacesAreOnTheirRims) {
  for (const D tilt : {0.0, 1e-6, 1e-4, 1e-3, 1e-2}) {
    const D lower = 0.5 * std::sin(tilt);
    for (const Shape<D>& s :
         {hidden(Cylinder<D>{0.5, 1}), hidden(Cone<D>{0.5, 1}), hidden(ConicalFrustum<D>{0.5, 0.2, 1})}) {
      const Pose<D> x = translation(0.0, 0.0, std::cos(tilt) + lower) * rotation_x(tilt);
      const Manifold<D> m = on_ground(s, x, 0.02);
      ASSERT_GE(m.count, 8) << s << tilt;
      D least = infinity<D>;
      for (const auto& p : m) {
        const Vec3<D> local = inverse(x) * (p.position + up * (p.distance / 2));
        EXPECT_NEAR(norm(Vec2<D>{local.x, local.y}), 0.5, 1e-9) << s << tilt;
        EXPECT_NEAR(local.z, -1, 1e-9) << s << tilt;
        least = std::min(least, p.distance);
      }
      EXPECT_NEAR(least, 0, 1e-4) << s << tilt;
    }
  }
}

TEST(PerturbedSampling, ConesOnTheirSidesHaveTwoEnds) {
  const D lean = std::atan2(0.5, 2.0);
  const Manifold<D> m =
      on_ground(hidden(Cone<D>{0.5, 1}), translation(0.0, 0.0, std::sin(lean)) * rotation_x(pi<D> / 2 + lean), 5e-3);
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(distance(m.points[0].position, m.points[1].position), std::hypot(0.5, 2.0), 5e-3);
}

/// Hidden polytopes have the same manifolds as the visible ones, on any of the faces they can lie on.
TEST(PerturbedSampling, HiddenPolytopesHaveTheirCorners) {
  Random random(17);
  int faces = 0;
  for (int k = 0; k < 200; ++k) {
    const Hull<D> hull = testing::random_hull(random, 12);
    const auto face = static_cast<std::uint32_t>(random.below(static_cast<int>(hull.face_count())));
    const Vec3<D>& n = hull.plane(face).normal;
    const Pose<D> down =
        rotation(unit_or(cross(n, -up), any_perpendicular(n)), std::atan2(norm(cross(n, -up)), dot(n, -up)));
    const Pose<D> x = translation(0.0, 0.0, hull.plane(face).offset - 1e-4) * down;
    const Manifold<D> open = on_ground(hull, x), sampled = on_ground(hidden(hull), x);
    const Manifold<D> cloud = on_ground(PointCloud<D>(hull.vertices()), x);
    ASSERT_EQ(open.count, 3);
    // A corner sharper than the spacing of the directions (2π/16) may be missed; a neighbour within the perturbation's
    // angle may add its own corner. Both are rare here.
    const auto agrees = [&](const Manifold<D>& m) {
      if (m.count != 3) return false;
      for (const auto& p : open) {
        D nearest = infinity<D>;
        for (const auto& q : m) nearest = std::min(nearest, distance(p.position, q.position));
        if (nearest > 1e-9) return false;
      }
      return true;
    };
    faces += agrees(sampled) && agrees(cloud);
  }
  EXPECT_GE(faces, 170);
}

/// A face that is tilted by about a perturbation shows some samples one corner, others another; a corner may even look
/// like a smooth place. What they span need not be a convex polygon, but its points are finite, and none is deeper than
/// the contact. (A heap of such prisms once ended with NaN as a contact point.)
TEST(PerturbedSampling, TiltedFacesHaveFinitePoints) {
  const Shape<D> round = rounded(generate::octagonal_prism(0.04, 0.06), 0.01);
  Random random(5);
  int shown = 0;
  const int n = testing::test_size(4000);
  for (int i = 0; i < n; ++i) {
    const D azimuth = random.uniform(0, 2 * pi<D>), tilt = random.uniform(0.005, 0.12), turn = random.uniform(0, 1);
    const Pose<D> tilted = rotation_z(azimuth) * rotation_y(tilt) * rotation_z(turn);
    const D lowest = -round.aabb(tilted).min.z;
    const Manifold<D> m = on_ground(round, translation(0.0, 0.0, lowest - 1e-4) * tilted, 0);
    ASSERT_GT(m.count, 0);
    for (const ContactPoint<D>& p : m) {
      ASSERT_TRUE(is_finite(p.position) && is_finite(p.distance)) << azimuth << ' ' << tilt << ' ' << turn;
    }
    expect_none_deeper(round, translation(0.0, 0.0, lowest - 1e-4) * tilted, m);
    shown += m.count > 1;
  }
  EXPECT_GT(shown, n / 20);
}

/// Samples of a sum change both with a corner of one and with the curve of the other: their heights are extrapolated as
/// if all were one curve, and may end up beyond the support point.
TEST(PerturbedSampling, SumsHaveNoPointBelowTheContact) {
  Random random(6);
  int shown = 0;
  const int n = testing::test_size(20000);
  for (int i = 0; i < n; ++i) {
    const auto length = [&] { return random.uniform(0.1, 0.6); };
    const Box<D> box{{length(), length(), length()}};
    const Disc<D> disc{length()};
    const Cylinder<D> can{length(), length()};
    const Shape<D> sum = i % 2 ? Shape<D>(minkowski_sum(box, disc)) : Shape<D>(minkowski_sum(can, box));
    const Pose<D> tilted = random.pose(0);
    const Pose<D> x = translation(0.0, 0.0, -sum.aabb(tilted).min.z - 1e-5) * tilted;
    const Manifold<D> m = on_ground(sum, x, 0);
    ASSERT_GT(m.count, 0);
    expect_none_deeper(sum, x, m);
    if (HasFatalFailure()) FAIL() << i;
    shown += m.count > 1;
  }
  EXPECT_GT(shown, n / 50);
}

TEST(PerturbedSampling, TheScaleTestTellsCornersFromCurves) {
  const ContactFrame<D> frame(up);
  // A corner: the same point at all three perturbations.
  const auto corner = ps::at_no_perturbation(frame, Vec3<D>{1, 2, 3}, Vec3<D>{1, 2, 3}, Vec3<D>{1, 2, 3});
  EXPECT_EQ(corner.height, 3);
  EXPECT_EQ(corner.error, 0);
  // A sphere of radius 10: the pole.
  const auto sphere = [](D e) { return unit_or_up(Vec3<D>{e, 0, 1}) * 10.0; };
  const auto pole = ps::at_no_perturbation(frame, sphere(0.125), sphere(0.0625), sphere(0.03125));
  EXPECT_LE(norm(pole.at), 1e-3);
  EXPECT_NEAR(pole.height, 10, 1e-4);
  // A jump to another corner between the last two: the last counts.
  const auto jump = ps::at_no_perturbation(frame, Vec3<D>{5, 0, 2}, Vec3<D>{5, 0, 2}, Vec3<D>{1, 0, 3});
  EXPECT_EQ(jump.height, 3);
}

}  // namespace
}  // namespace tactus
