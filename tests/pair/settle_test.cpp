// SPDX-License-Identifier: MIT
/// settle(): the same answers with and without a cache, over motions that rest, slide, turn and jump, with the cache of
/// the last frame, of another pair, or none; and its contact and its manifold belong together.
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;

struct Placed {
  Shape<D> a, b;
  Pose<D> x_ab;
};

Pose<D> turned_to(const Vec3<D>& from, const Vec3<D>& to) {
  return rotation(unit_or(cross(from, to), any_perpendicular(from)), std::atan2(norm(cross(from, to)), dot(from, to)));
}
Vec3<D> middle_of_face(const Hull<D>& hull) {
  Vec3<D> sum{};
  for (const std::uint32_t v : hull.face_loop(0)) sum += hull.vertex(v);
  return sum / D(hull.face_loop(0).size());
}

Box<D> some_box(Random& r) { return {{r.uniform(.2, 1), r.uniform(.2, 1), r.uniform(.2, 1)}}; }
Hull<D> some_hull(Random& r) {
  static const std::vector<Hull<D>> pool = [] {
    Random own(5);
    std::vector<Hull<D>> hulls;
    for (int i = 0; i < 12; ++i) hulls.push_back(testing::random_hull(own, 8 + 4 * i));
    return hulls;
  }();
  return pool[std::size_t(r.below(static_cast<int>(pool.size())))];
}

/// Face on face, tilted and turned, up to 1e-2 deep.
Placed boxes_at_rest(Random& r) {
  const Box<D> a = some_box(r), b = some_box(r);
  const D tilt = std::pow(10.0, r.uniform(-7, -1.5));
  const Pose<D> tilted = r.turn(tilt), turned = rotation_z(r.uniform(0, 6));
  const D depth = r.uniform(1e-4, 1e-2), y = r.uniform(-.4, .4), x = r.uniform(-.4, .4);
  return {a, b, translation(x, y, a.half.z + b.half.z - depth) * turned * tilted};
}
/// The same face twice, corners on corners to about the snapping distance.
Placed flush_boxes(Random& r) {
  const Box<D> a = some_box(r);
  const Pose<D> tilted = r.turn(0, 1e-5), turned = rotation_z(pi<D> * D(r.below(2)));
  const D y = r.uniform(-5e-5, 5e-5), x = r.uniform(-5e-5, 5e-5);
  return {a, a, translation(x, y, 2 * a.half.z - 1e-3) * turned * tilted};
}
Placed hulls_at_rest(Random& r) {
  const Hull<D> a = some_hull(r), b = some_hull(r);
  const Vec3<D>&up = a.plane(0).normal, &down = b.plane(0).normal;
  const Pose<D> turn = rotation(up, r.uniform(0, 6)) * turned_to(down, -up);
  const Pose<D> touching = translation(middle_of_face(a) - turn * middle_of_face(b) - up * 1e-3) * turn;
  return {a, b, touching * r.turn(std::pow(10.0, r.uniform(-7, -2)))};
}
template <class S, class F> Placed at_random(Random& r, F&& shape) {
  for (;;) {
    const S a = shape(r), b = shape(r);
    const Pose<D> x_ab = r.pose(1.5);
    if (contact_manifold<D>(a, b, x_ab).count > 0) return {a, b, x_ab};
  }
}

D deepest(const Manifold<D>& m) {
  D least = infinity<D>;
  for (const auto& p : m) least = std::min(least, p.distance);
  return least;
}

/// Manifolds with a cache compared with those without.
struct Tally {
  int frames = 0;  // with contact
  int ties = 0;  // another equally good normal

  void compare(const Manifold<D>& cold, const Manifold<D>& cached, const std::string& what) {
    ASSERT_EQ(cold.status, cached.status) << what;
    if (cold.count == 0 || cached.count == 0) {
      ASSERT_EQ(cold.count, cached.count) << what;
      return;
    }
    ++frames;
    ASSERT_NEAR(deepest(cold), deepest(cached), 1e-12) << what;
    if (distance(cold.normal, cached.normal) > 1e-9) {
      ++ties;
      return;
    }
    ASSERT_EQ(cold.count, cached.count) << what;
    for (int i = 0; i < cold.count; ++i) {
      const auto &p = cold.points[std::size_t(i)], &q = cached.points[std::size_t(i)];
      ASSERT_EQ(p.id, q.id) << what;
      ASSERT_LE(distance(p.position, q.position), 1e-9) << what;
      ASSERT_NEAR(p.distance, q.distance, 1e-10) << what;
    }
  }
};

/// Walks of 40 steps of that length from each start, every thirteenth one a leap; caches are passed from one pair to
/// the next.
template <class F> Tally walks(int seed, int starts, D step, F&& start) {
  Random r(static_cast<unsigned>(seed));
  Tally tally;
  PairCache<D> cache;
  for (int i = 0; i < starts && !::testing::Test::HasFatalFailure(); ++i) {
    Placed p = start(r);
    const Options<D> options{.max_distance = i % 2 ? 0.02 : 0};
    for (int k = 0; k < 40; ++k) {
      const D length = k % 13 == 12 ? 1e-2 : step;
      const Pose<D> turned = p.x_ab * r.turn(length * r.uniform(0, 1));
      p.x_ab = translation(r.vector(length * r.uniform(0, 1))) * turned;
      tally.compare(contact_manifold(p.a, p.b, p.x_ab, options), contact_manifold(p.a, p.b, p.x_ab, options, &cache),
                    "step " + std::to_string(step) + ", start " + std::to_string(i) + ", frame " + std::to_string(k));
    }
  }
  return tally;
}

void expect_nothing_changes(int seed, Placed (*start)(Random&)) {
  for (const D step : {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    const Tally t = walks(seed, test_size(100), step, start);
    EXPECT_GE(t.frames, 10 * test_size(100)) << step;
    EXPECT_LE(t.ties, 0.01 * t.frames) << step;
  }
}
TEST(Settle, ACacheChangesNothingWhileBoxesRestAndSlide) { expect_nothing_changes(1, boxes_at_rest); }
TEST(Settle, ACacheChangesNothingWhileHullsRestAndSlide) { expect_nothing_changes(2, hulls_at_rest); }
TEST(Settle, ACacheChangesNothingOnFlushBoxes) { expect_nothing_changes(5, flush_boxes); }
TEST(Settle, ACacheChangesNothingDeepInside) {
  expect_nothing_changes(3, [](Random& r) { return at_random<Hull<D>>(r, some_hull); });
  expect_nothing_changes(4, [](Random& r) { return at_random<Box<D>>(r, some_box); });
}

/// One normal, one depth: the contact's are those of the manifold, its points are those of a contact.
TEST(Settle, ContactAndManifoldAgree) {
  Random r(7);
  int touching = 0, gaps = 0;
  for (int i = 0; i < test_size(20000); ++i) {
    const auto family = static_cast<testing::Family>(i % 12);
    const Shape<D> a = testing::random_shape(r, family),
                   b = testing::random_shape(r, i % 3 ? family : testing::Family::mixed);
    const Pose<D> x_ab = r.pose(2.0);
    const Options<D> options{.max_distance = i % 2 ? 0.2 : 0};
    Manifold<D> m;
    const Contact<D> c = settle(a, b, x_ab, options, nullptr, &m), alone = narrow::contact(a, b, x_ab, options);
    ASSERT_EQ(m.status == Status::beyond_max, m.count == 0) << i << a << b;
    ASSERT_EQ(c.status, alone.status) << i << a << b;
    if (m.count == 0) continue;
    ++touching, gaps += c.distance > 0;
    ASSERT_EQ(c.status, m.status) << i;
    ASSERT_EQ(c.normal, m.normal) << i << a << b;
    ASSERT_LE(abs(c.distance - alone.distance), c.resolution + alone.resolution) << i << a << b;
    ASSERT_LE(c.lower, alone.upper) << i;
    ASSERT_GE(c.upper, alone.lower) << i;
    ASSERT_NEAR(norm(c.normal), 1, 1e-12) << i;
    ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-12) << i;
    if (a.polytope() && b.polytope()) {
      ASSERT_NEAR(deepest(m), c.distance, 1e-9) << i << a << b;
    }
  }
  EXPECT_GE(touching, test_size(20000) / 8);
  EXPECT_GE(gaps, test_size(20000) / 100);
}

/// The deepest corner of B lies on a corner of A, to the snapping distance, where the gap is positive: no corner
/// counts, and only the contact's own point is left.
TEST(Settle, HasThePointOfTheContactsOwn) {
  const Shape<D> box = Box<D>{{.5, .5, .5}};
  const Pose<D> turn = rotation(Vec3<D>{std::sin(.7), std::cos(.7), 0}, .01) * rotation_z(pi<D> / 4);
  Vec3<D> lowest{0, 0, 9};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3<D> corner = turn * Box<D>{{.5, .5, .5}}.corner(i);
    if (corner.z < lowest.z) lowest = corner;
  }
  const Vec3<D> at{.5 - 1e-6, .5 - 2.5e-5, .5 - 1e-8};
  const Manifold<D> m = contact_manifold(box, box, translation(at - lowest) * turn);
  ASSERT_EQ(m.count, 1);
  EXPECT_LE(distance(m.points[0].position, at), 1e-4);
}

}  // namespace
}  // namespace tactus
