// SPDX-License-Identifier: MIT
/// Ids last as long as the contact, and points move no faster than the bodies: resting, sliding, rolling, tilting.
#include <tactus/contact/center/pressure.h>
#include <tactus/narrow/default.h>
#include <tests/contact/center/centered_manifold.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace tactus {
namespace {

using testing::centered_manifold;
using testing::CenteredManifold;
using testing::Random;
using testing::test_size;
using D = double;

struct Scene {
  std::string name;
  Shape<D> a, b;
  Pose<D> rest;  // B touching A
};

Options<D> within(D max_distance) { return {.max_distance = max_distance}; }

std::vector<ContactId> ids(const Manifold<D>& m) {
  std::vector<ContactId> result;
  for (const auto& p : m) result.push_back(p.id);
  std::sort(result.begin(), result.end());
  return result;
}

/// A hull turned so that one of its faces looks down, that face at height 0.
Pose<D> on_face(const Hull<D>& hull, std::uint32_t face) {
  const Vec3<D> n = hull.plane(face).normal, down{0, 0, -1};
  const Vec3<D> axis = unit_or(cross(n, down), any_perpendicular(n));
  const Pose<D> turned = rotation(axis, std::atan2(norm(cross(n, down)), dot(n, down)));
  return translation(0.0, 0.0, hull.plane(face).offset) * turned;
}

/// The face nearest the origin: a hull of points on a sphere rests on it.
std::uint32_t resting_face(const Hull<D>& hull) {
  std::uint32_t best = 0;
  for (std::uint32_t f = 1; f < hull.face_count(); ++f)
    if (hull.plane(f).offset < hull.plane(best).offset) best = f;
  return best;
}

std::vector<Scene> resting_scenes() {
  const Shape<D> ground = HalfSpace<D>{}, slab = Box<D>{{2, 2, 0.5}};
  const Pose<D> on_slab = translation(0.1, 0.2, 0.5);
  const Box<D> box{{0.5, 0.4, 0.3}};
  const Cylinder<D> cylinder{0.4, 0.5};
  const Cone<D> cone{0.4, 0.5};
  const D lean = std::atan2(0.4, 1.0);  // of the cone's side
  const Pose<D> lying = rotation_x(pi<D> / 2), up_box = translation(0.0, 0.0, 0.3), up = translation(0.0, 0.0, 0.5);
  const Pose<D> cone_lying = translation(0.0, 0.0, 0.5 * std::sin(lean)) * rotation_x(pi<D> / 2 + lean);
  Random random(7);
  const Hull<D> hull = testing::random_hull(random, 32);
  const Pose<D> hull_down = on_face(hull, resting_face(hull));
  // The same hull upside down below: its face points up, against the other's.
  const Pose<D> hull_up = rotation_x(pi<D>) * hull_down;
  return {
      {"box on plane", ground, box, up_box},
      {"box on slab", slab, box, on_slab * up_box},
      {"box on equal box", box, box, translation(0.0, 0.0, 0.6)},
      {"box on equal box, turned", box, box, translation(0.1, 0.0, 0.6) * rotation_z(0.5)},
      {"box on its edge", ground, box, translation(0.0, 0.0, 0.7 / std::sqrt(2.0)) * rotation_x(pi<D> / 4)},
      {"round box on its edge", slab, RoundBox<D>{{0.4, 0.4, 0.4}, 0.1},
       on_slab * translation(0.0, 0.0, 0.1 + 0.4 * std::sqrt(2.0)) * rotation_y(pi<D> / 4)},
      {"hull on plane", ground, hull, hull_down},
      {"hull on slab", slab, hull, on_slab * hull_down},
      {"hull on equal hull", hull, hull, inverse(hull_up) * hull_down},
      {"cylinder standing on plane", ground, cylinder, up},
      {"cylinder standing on slab", slab, cylinder, on_slab * up},
      {"cylinder on equal cylinder", cylinder, cylinder, translation(0.0, 0.0, 1.0)},
      {"cylinder on cylinder, offset", cylinder, cylinder, translation(0.15, 0.1, 1.0)},
      {"cylinder half over the edge", slab, cylinder, translation(1.9, 0.0, 0.5) * up},
      {"cylinder lying on plane", ground, cylinder, translation(0.0, 0.0, 0.4) * lying},
      {"cylinder lying on slab", slab, cylinder, on_slab * translation(0.0, 0.0, 0.4) * lying},
      {"box on cylinder", cylinder, box, up * up_box},
      {"cone on plane", ground, cone, up},
      {"cone on slab", slab, cone, on_slab * up},
      {"cone on cylinder", cylinder, cone, translation(0.0, 0.0, 1.0)},
      {"cone lying on plane", ground, cone, cone_lying},
      {"cone lying on slab", slab, cone, on_slab * cone_lying},
      {"round box on slab", slab, RoundBox<D>{{0.4, 0.3, 0.2}, 0.1}, on_slab * up_box},
      {"capsule on slab", slab, Capsule<D>{0.3, 0.4}, on_slab * translation(0.0, 0.0, 0.3) * lying},
      {"wheel on slab", slab, Wheel<D>{0.5, 0.3}, on_slab * up_box},
      {"frustum on box", box, Frustum<D>{{0.3, 0.2}, {0.1, 0.1}, 0.3}, translation(0.3, 0.0, 0.6)},
  };
}

TEST(ManifoldStability, IdsOfRestingContactsPersistUnderJitter) {
  Random random(11);
  const D jitter = 1e-6;
  const auto trembling = [&] {
    const Pose<D> turned = random.turn(0, jitter);
    return translation(random.vector(0, jitter)) * turned;
  };
  for (const Scene& scene : resting_scenes()) {
    constexpr int starts = 10;
    const int frames = test_size(10'000) / starts;
    int same = 0, all = 0, points = 0;
    for (int start = 0; start < starts; ++start) {
      const D size = 2 * std::min(scene.a.bounding_radius(), scene.b.bounding_radius());
      const Options<D> options = within(1e-3 * size);
      const Pose<D> tilted = scene.rest * random.turn(0, 5e-4);
      std::vector<ContactId> before = ids(contact_manifold(scene.a, scene.b, tilted, options));
      for (int k = 0; k < frames; ++k) {
        const std::vector<ContactId> now = ids(contact_manifold(scene.a, scene.b, trembling() * tilted, options));
        same += now == before, ++all;
        points += static_cast<int>(now.size());
        before = now;
      }
    }
    EXPECT_GE(same, 0.999 * all) << scene.name;
    EXPECT_GE(points, 2 * all) << scene.name << ": a resting contact has points";
  }
}

/// A pair's cache, which proves most contacts of two hulls without a search, must not change the points of any polytopes.
TEST(ManifoldStability, ACacheChangesNoPoint) {
  Random random(12);
  int frames = 0, of_hulls = 0, proved = 0;
  for (const Scene& scene : resting_scenes()) {
    const bool hulls = scene.a.kind() == ShapeKind::hull && scene.b.kind() == ShapeKind::hull;
    if (!scene.a.polytope() || !scene.b.polytope()) continue;
    PairCache<D> cache;
    Pose<D> tilted = scene.rest * random.turn(5e-4);
    const Contact<D> touch = narrow::contact(scene.a, scene.b, tilted);
    tilted.translation += touch.normal * (-2e-3 - touch.distance);
    for (int k = 0; k < 100; ++k) {
      const Pose<D> x = random.moved(tilted, 1e-5 * k, 1e-6);
      cache.proof.used = false;
      const Manifold<D> cold = contact_manifold(scene.a, scene.b, x, within(1e-3)),
                        cached = contact_manifold(scene.a, scene.b, x, within(1e-3), &cache);
      ++frames, of_hulls += hulls, proved += cache.proof.used;
      ASSERT_EQ(ids(cold), ids(cached)) << scene.name << ", frame " << k;
      for (int i = 0; i < cold.count; ++i) {
        ASSERT_LE(distance(cold.points[i].position, cached.points[i].position), 1e-12) << scene.name;
        ASSERT_NEAR(cold.points[i].distance, cached.points[i].distance, 1e-12) << scene.name;
      }
    }
  }
  EXPECT_GE(frames, 800);
  EXPECT_GT(proved, 0.9 * of_hulls);
  EXPECT_GE(of_hulls, 100);
}

/// The largest step of any contact point between two manifolds: points are matched by id, and points that appear or
/// vanish do not count.
D largest_step(const Manifold<D>& before, const Manifold<D>& now) {
  D most = 0;
  for (const auto& p : before)
    for (const auto& q : now)
      if (p.id == q.id) most = std::max(most, distance(p.position, q.position));
  return most;
}

TEST(ManifoldStability, ASlidingBoxKeepsItsIdsOnAPlane) {
  const Shape<D> ground = HalfSpace<D>{}, box = Box<D>{{0.5, 0.4, 0.3}};
  const Options<D> options = within(1e-3);
  const auto at = [&](int k) { return translation(1e-3 * k, 0.7e-3 * k, 0.3) * rotation_z(0.3 + 1e-3 * k); };
  const std::vector<ContactId> first = ids(contact_manifold(ground, box, at(0), options));
  ASSERT_EQ(first.size(), 4u);
  for (int k = 1; k <= 1000; ++k) ASSERT_EQ(ids(contact_manifold(ground, box, at(k), options)), first) << k;
}

/// A box sliding over the edge of a table changes ids twice: when each of its leading corners passes the edge and is
/// replaced by a crossing.
TEST(ManifoldStability, ASlidingBoxChangesIdsOnlyWhereFeaturesChange) {
  const Shape<D> table = Box<D>{{1, 1, 0.5}}, box = Box<D>{{0.25, 0.4, 0.3}};
  std::vector<ContactId> before;
  int changes = 0;
  for (int k = 0; k <= 1000; ++k) {
    const Pose<D> x = translation(0.5 + 0.7e-3 * k, 0.1, 0.8) * rotation_z(1e-3);
    const std::vector<ContactId> now = ids(contact_manifold(table, box, x, within(1e-3)));
    ASSERT_TRUE(now.size() == 4 || now.size() == 5) << k;  // 5 with one corner over the edge and one not
    changes += k > 0 && now != before;
    before = now;
  }
  EXPECT_EQ(changes, 2) << "the two leading corners leave one after the other, the box being slightly turned";
}

struct Motion {
  std::string name;
  Shape<D> a, b;
  std::function<Pose<D>(D)> at;  // parameter in [0, 1]
  D speed;  // the fastest point's, per unit of the parameter
  D allowed;  // how much faster contact points may be
};

/// Contact points move continuously with the contact. The deepest rim point runs around the rim 1/tilt times as fast as
/// the tilt turns; all others are fixed on a body or on a line between two bodies.
TEST(ManifoldStability, PointsOfCurvedShapesMoveContinuously) {
  const Shape<D> ground = HalfSpace<D>{}, slab = Box<D>{{4, 4, 0.5}};
  const Shape<D> cylinder = Cylinder<D>{0.5, 0.75}, cone = Cone<D>{0.5, 0.75}, disc = Disc<D>{0.5};
  const Pose<D> lying = rotation_x(pi<D> / 2);
  const D lean = std::atan2(0.5, 1.5), side = std::hypot(0.5, 1.5);
  const auto rolling = [&](D height) {
    return [=](D t) { return translation(t * 0.5 * 2, 0.0, height) * rotation_y(2 * t) * lying; };
  };
  const auto rocking = [&](D radius, D half_height) {  // about the lowest point of the rim
    return [=](D t) {
      const D tilt = 0.3 * (2 * t - 1);
      return translation(0.0, 0.0, half_height * std::cos(tilt) + radius * std::abs(std::sin(tilt))) * rotation_y(tilt);
    };
  };
  const std::vector<Motion> motions = {
      {"cylinder rolling on a plane", ground, cylinder, rolling(0.5), 4, 1},
      {"cylinder rolling on a box", slab, cylinder, rolling(1.0), 4, 1},
      {"cylinder standing, rocking", ground, cylinder, rocking(0.5, 0.75), 1, 1},
      {"cylinder standing, spinning", ground, cylinder,
       [](D t) { return translation(0., 0., .75) * rotation_z(3 * t); }, 1.5, 1.01},
      {"cone on its base, rocking", ground, cone, rocking(0.5, 0.75), 1, 1},
      {"cone on its side, rolling", ground, cone,
       [=](D t) {  // about the apex, which stays at the origin
         return rotation_z(t) * rotation_y(lean) * translation(-0.75, 0.0, 0.0) * rotation_y(pi<D> / 2) *
                rotation_z(t * side / 0.5);
       },
       2 * side, 1},
      {"disc on its rim, rolling", ground, disc,
       [=](D t) { return translation(t, 0.0, 0.5) * rotation_y(2 * t) * lying; }, 2, 1},
      {"disc on its rim, tilting over", ground, disc,
       [=](D t) {  // about its lowest point
         const D tilt = t * pi<D> / 2;
         return translation(0.0, 0.5 * std::sin(tilt), 0.5 * std::cos(tilt)) * rotation_x(pi<D> / 2 - tilt);
       },
       1, 1},
      {"coin spinning down", ground, disc,
       [=](D t) {  // the contact runs around the rim while the tilt goes down
         const D tilt = 0.3 - 0.29 * t;
         return rotation_z(6 * t) * translation(0.0, 0.0, 0.5 * std::sin(tilt)) * rotation_y(tilt) * rotation_z(-6 * t);
       },
       1, 4},
  };
  constexpr int steps = 3000;
  for (const Motion& motion : motions) {
    Manifold<D> before = contact_manifold(motion.a, motion.b, motion.at(0), within(1e-3));
    D worst = 0;
    for (int k = 1; k <= steps; ++k) {
      const Manifold<D> now = contact_manifold(motion.a, motion.b, motion.at(D(k) / steps), within(1e-3));
      ASSERT_GE(now.count, 1) << motion.name << " at " << k;
      worst = std::max(worst, largest_step(before, now) * steps / motion.speed);
      before = now;
    }
    EXPECT_LE(worst, motion.allowed) << motion.name;
  }
}

/// contact_center() under a tilt that takes a box from one edge over its face to the other: it travels from edge to edge, and
/// never faster than its band allows. For parallel faces it is the centroid of the overlap.
TEST(ManifoldStability, TheCenterIsContinuous) {
  const Shape<D> ground = HalfSpace<D>{}, slab = Box<D>{{2, 2, 0.5}}, box = Box<D>{{0.5, 0.4, 0.3}};
  const Shape<D> cylinder = Cylinder<D>{0.4, 0.3},
                 hull = Hull<D>::from_points(
                     std::vector<Vec3<D>>{{-.5, -.4, -.3}, {.5, -.4, -.3}, {.4, .4, -.3}, {-.5, .4, -.3}, {0, 0, .3}});
  for (const Shape<D>& below : {ground, slab}) {
    const D top = below.bounded() ? 0.5 : 0;
    for (const Shape<D>& above : {box, cylinder, hull}) {
      for (const Vec3<D>& axis : {Vec3<D>{0, 1, 0}, Vec3<D>{1, 0, 0}, Vec3<D>{0.6, 0.8, 0}}) {
        Vec3<D> before{};
        D fastest = 0;
        constexpr int steps = 20'000;
        for (int k = 0; k <= steps; ++k) {
          const Mat3<D> turned = rotation(axis, 0.25 * (2.0 * k / steps - 1)).rotation;
          // Resting: the lowest point touches.
          const D low = dot(Vec3<D>{0, 0, 1}, turned * above.support(-transposed_times(turned, Vec3<D>{0, 0, 1})));
          const Pose<D> x{turned, {0.1, 0.2, top - low}};
          const CenteredManifold<D> m = centered_manifold(below, above, x, within(1e-3));
          if (k > 0) fastest = std::max(fastest, distance(m.center, before) / (0.5 / steps));
          before = m.center;
        }
        // extent² / (2 · band · size), the extent being 1 at most: half of it while the tilt goes through the band.
        EXPECT_LE(fastest, 1 / (2 * pressure_band<D> * above.bounding_radius())) << above << " about " << axis;
        EXPECT_GE(fastest, 16) << "it does travel";
      }
    }
  }
  const CenteredManifold<D> level = centered_manifold(slab, box, translation(1.8, 0.0, 0.8), within(1e-3));
  EXPECT_NEAR(level.center.x, (1.3 + 2) / 2, 1e-12);  // the box sticks out: the middle of the overlap, not of the box
  EXPECT_NEAR(level.center.y, 0, 1e-12);
}

}  // namespace
}  // namespace tactus
