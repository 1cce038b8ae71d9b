/// A manifold with a memory is the manifold without: the same normal, depth, points and ids, over motions that rest,
/// slide, turn and jump, with the memory of the last frame, of another pair, or none. And it is used where bodies rest.
#include <tactus/contact/manifold.h>
#include <tactus/contact/manifold_memory.h>
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

constexpr D snap = 0x1p-16;  // see snap_share

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
  return {a, b,
          translation(r.uniform(-.4, .4), r.uniform(-.4, .4), a.half.z + b.half.z - r.uniform(1e-4, 1e-2)) *
              rotation_z(r.uniform(0, 6)) * rotation(r.direction(), tilt)};
}
/// The same face twice, corners on corners to about the snapping distance.
Placed flush_boxes(Random& r) {
  const Box<D> a = some_box(r);
  return {a, a,
          translation(r.uniform(-5e-5, 5e-5), r.uniform(-5e-5, 5e-5), 2 * a.half.z - 1e-3) *
              rotation_z(pi<D> * D(r.below(2))) * rotation(r.direction(), r.uniform(0, 1e-5))};
}
Placed hulls_at_rest(Random& r) {
  const Hull<D> a = some_hull(r), b = some_hull(r);
  const Vec3<D>&up = a.plane(0).normal, &down = b.plane(0).normal;
  const Pose<D> turn = rotation(up, r.uniform(0, 6)) * turned_to(down, -up);
  const Pose<D> touching = translation(middle_of_face(a) - turn * middle_of_face(b) - up * 1e-3) * turn;
  return {a, b, touching * rotation(r.direction(), std::pow(10.0, r.uniform(-7, -2)))};
}
template <class S, class F> Placed at_random(Random& r, F&& shape) {
  for (;;) {
    const S a = shape(r), b = shape(r);
    const Pose<D> x_ab = r.pose(1.5);
    if (contact_manifold<D>(a, b, x_ab).count > 0) return {a, b, x_ab};
  }
}

/// Does a point (in the plane across the normal) lie within a convex polygon or segment, to a tolerance?
bool within(const Manifold<D>& m, const Vec3<D>& p, D tolerance) {
  const auto flat = [&](const Vec3<D>& v) { return v - m.normal * dot(m.normal, v); };
  for (int i = 0; i < m.count; ++i) {
    const Vec3<D>&q = m.points[std::size_t(i)].position, &next = m.points[std::size_t((i + 1) % m.count)].position;
    const Vec3<D> e = flat(next - q);
    if (m.count < 3 && norm(flat(p - q)) > norm(e) + tolerance) return false;
    if (dot(cross(e, flat(p - q)), m.normal) < -tolerance * norm(e)) return false;
  }
  return m.count > 0;
}

D deepest(const Manifold<D>& m) {
  D least = infinity<D>;
  for (const auto& p : m) least = std::min(least, p.distance);
  return least;
}

/// How cached manifolds compare with those of no cache.
struct Tally {
  int frames = 0;  // with contact, and the third or a later one since the start or the last leap
  int used = 0;
  int same = 0;  // ids and all
  int ties = 0;  // another normal that is as good
  int held = 0;  // a corner held within its hysteresis

  void compare(const Manifold<D>& cold, const Manifold<D>& cached, bool was_used, const std::string& what) {
    ASSERT_EQ(cold.status, cached.status) << what;
    if (cold.count == 0 || cached.count == 0) {
      ASSERT_EQ(cold.count, cached.count) << what;
      return;
    }
    const bool same_normal = distance(cold.normal, cached.normal) <= 1e-9;
    const bool same_ids = std::equal(cold.begin(), cold.end(), cached.begin(), cached.end(),
                                     [](const auto& p, const auto& q) { return p.id == q.id; });
    // A corner held is as deep as the faces are tilted against each other over the width of the hysteresis.
    const D tilt = !same_normal ? distance(cold.normal, cached.normal) : same_ids ? 0 : 0x1p-3;
    ASSERT_NEAR(deepest(cold), deepest(cached), 8 * snap * tilt + 1e-12) << what;
    if (!same_normal) {
      ++ties;
    } else if (same_ids) {
      ++same;
      for (int i = 0; i < cold.count; ++i) {
        const auto &p = cold.points[std::size_t(i)], &q = cached.points[std::size_t(i)];
        ASSERT_LE(distance(p.position, q.position), 1e-9) << what;
        ASSERT_NEAR(p.distance, q.distance, 1e-10) << what;
      }
      ASSERT_LE(distance(cold.representative, cached.representative), 4 * snap) << what;  // continuous to that only
    } else {
      ++held;
      ASSERT_TRUE(was_used) << what;
      for (const auto& p : cached) ASSERT_TRUE(within(cold, p.position, 12 * snap)) << what;
      for (const auto& p : cold) ASSERT_TRUE(within(cached, p.position, 12 * snap)) << what;
    }
  }
};

/// Walks of 40 steps of that length from each start, every thirteenth one a leap; caches go from one pair to the next.
template <class F> Tally walks(int seed, int starts, D step, F&& start) {
  Random r(static_cast<unsigned>(seed));
  Tally tally;
  PairCache<D> cache;
  for (int i = 0; i < starts && !::testing::Test::HasFatalFailure(); ++i) {
    Placed p = start(r);
    for (int k = 0; k < 40; ++k) {
      const D length = k % 13 == 12 ? 1e-2 : step;
      p.x_ab = translation(r.direction() * length * r.uniform(0, 1)) * p.x_ab *
               rotation(r.direction(), length * r.uniform(0, 1));
      const Manifold<D> cold = contact_manifold(p.a, p.b, p.x_ab);
      cache.manifold.used = false;
      const Manifold<D> cached = contact_manifold(p.a, p.b, p.x_ab, manifold_options<D>, &cache);
      const bool used = cache.manifold.used;
      cache.manifold.used = used || k % 2;  // as if it had been of use, now and then
      if (cold.count > 0 && k % 13 != 12 && k % 13 > 1) ++tally.frames, tally.used += used;
      tally.compare(cold, cached, used,
                    "step " + std::to_string(step) + ", start " + std::to_string(i) + ", frame " + std::to_string(k));
    }
  }
  return tally;
}

/// At rest, sliding, and too fast for most memories: those shares of the frames are answered by it.
void expect_nothing_changes(int seed, Placed (*start)(Random&), D share_slow, D share_fast) {
  for (const D step : {1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
    const Tally t = walks(seed, test_size(100), step, start);
    EXPECT_GE(t.used, (step <= 1e-4 ? share_slow : share_fast) * t.frames) << step;
    EXPECT_LE(t.held, 0.01 * t.frames) << step;
    EXPECT_LE(t.ties, 0.01 * t.frames) << step;
  }
}
TEST(ManifoldMemory, ChangesNothingWhileBoxesRestAndSlide) { expect_nothing_changes(1, boxes_at_rest, 0.6, 0.15); }
TEST(ManifoldMemory, ChangesNothingWhileHullsRestAndSlide) { expect_nothing_changes(2, hulls_at_rest, 0.5, 0.1); }

TEST(ManifoldMemory, ChangesNothingDeepInside) {
  for (const D step : {1e-6, 1e-4, 1e-3}) {
    const Tally hulls = walks(3, test_size(100), step, [](Random& r) { return at_random<Hull<D>>(r, some_hull); });
    EXPECT_GE(hulls.used, (step <= 1e-4 ? 0.3 : 0.05) * hulls.frames) << step;
    EXPECT_LE(hulls.held + hulls.ties, 0.01 * hulls.frames) << step;
    const Tally boxes = walks(4, test_size(100), step, [](Random& r) { return at_random<Box<D>>(r, some_box); });
    EXPECT_LE(boxes.held + boxes.ties, 0.01 * boxes.frames) << step;
  }
}

/// Corners on corners are where points come and go by a rounding. What is held differs by the hysteresis at most.
TEST(ManifoldMemory, HoldsCornersThatTremble) {
  const Tally t = walks(5, test_size(100), 1e-6, flush_boxes);
  EXPECT_GE(t.used, 0.5 * t.frames);
  EXPECT_GE(t.held, 1) << "or the hysteresis is not seen here";
}

/// The deepest corner of B lies on a corner of A, to the snapping distance, where the gap is positive: no corner counts,
/// and the one point left is the contact's own, which a memory does not know.
TEST(ManifoldMemory, KnowsNoPointOfTheContactsOwn) {
  const Shape<D> box = Box<D>{{.5, .5, .5}};
  const Pose<D> turn = rotation(Vec3<D>{std::sin(.7), std::cos(.7), 0}, .01) * rotation_z(pi<D> / 4);
  Vec3<D> lowest{0, 0, 9};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3<D> corner = turn * Box<D>{{.5, .5, .5}}.corner(i);
    if (corner.z < lowest.z) lowest = corner;
  }
  const Pose<D> x = translation(Vec3<D>{.5 - 1e-6, .5 - 2.5e-5, .5 - 1e-8} - lowest) * turn;
  PairCache<D> cache;
  for (int k = 0; k < 4; ++k) {
    const Manifold<D> cold = contact_manifold(box, box, x),
                      cached = contact_manifold(box, box, x, manifold_options<D>, &cache);
    ASSERT_EQ(cold.count, 1);
    ASSERT_EQ(cached.count, 1);
    EXPECT_LE(distance(cold.points[0].position, cached.points[0].position), 1e-9) << k;
  }
}

/// A matrix that is no rotation is not what the memory was made for.
TEST(ManifoldMemory, LeavesSkewedPosesAlone) {
  const Shape<D> box = Box<D>{{.5, .5, .5}};
  const Pose<D> x = translation(.3, .2, .985) * rotation(Vec3<D>{1, .3, 0} / std::sqrt(1.09), .01) * rotation_z(.5);
  for (const Pose<D>& at : {x, inverse(x)})
    for (const D skew : {1e-7, 1e-6, 1e-5, 3e-4}) {
      PairCache<D> cache;
      for (int k = 0; k < 3; ++k) contact_manifold(box, box, at, manifold_options<D>, &cache);
      ASSERT_TRUE(cache.manifold.used);
      Pose<D> skewed = at;
      skewed.rotation = skewed.rotation * (1 + skew);
      const Manifold<D> cached = contact_manifold(box, box, skewed, manifold_options<D>, &cache);
      EXPECT_NEAR(norm(cached.normal), 1, 1e-15);
      const D tolerance = skew < rotation_slack / 2 ? 2 * skew : 1e-12;  // up to there it may answer
      EXPECT_NEAR(deepest(cached), deepest(contact_manifold(box, box, skewed)), tolerance) << skew;
    }
}

/// How far a point may be beyond max_distance to count is a matter of rounding, hence of the coordinates: the same with
/// a memory and without, also where the hulls' own origin is far away.
TEST(ManifoldMemory, CountsTheSamePointsAtTheLimit) {
  using T = float;
  Random r(9);
  int used = 0, differ = 0;
  for (int i = 0; i < test_size(500); ++i) {
    const T away = T(std::pow(10, r.uniform(0, 3)));
    const auto slab = [&](T size) {
      std::vector<Vec3<T>> corners;
      for (const T x : {away, away + size})
        for (const T y : {-size, size})
          for (const T z : {-size, size}) corners.push_back({x, y, z});
      return Shape<T>(Hull<T>::from_points(corners));
    };
    const Shape<T> a = slab(2), b = slab(1);
    const Pose<T> x = translation(T(.4), T(.3), T(3 - 1e-2)) * translation(away, T(0), T(0)) *
                      rotation(Vec3<T>{0, 1, 0}, T(r.uniform(1e-3, 2e-3))) * translation(-away, T(0), T(0));
    PairCache<T> cache;
    for (int k = 0; k < 2; ++k) contact_manifold(a, b, x, {.max_distance = 1}, &cache);
    const Manifold<T> all = contact_manifold(a, b, x, {.max_distance = 1});
    T largest = -infinity<T>;
    for (const auto& p : all) largest = std::max(largest, p.distance);
    // The limit, less some of the rounding allowed.
    const T max_distance = largest - 16 * unit_roundoff<T> * away * T(r.uniform(0, 3));
    cache.manifold.used = false;
    const int cold = contact_manifold(a, b, x, {.max_distance = max_distance}).count,
              cached = contact_manifold(a, b, x, {.max_distance = max_distance}, &cache).count;
    used += cache.manifold.used, differ += cold != cached && cache.manifold.used;
  }
  EXPECT_GE(used, 0.5 * test_size(500));
  EXPECT_LE(differ, used / 50) << "a distance may be another by its own rounding, a tenth of what is allowed";
}

/// Boxes stacked flush and tilted, so that corners pass each other by about the snapping distance: the cache keeps
/// their ids still where no stateless function can.
TEST(ManifoldMemory, IdsOfFlushBoxesPersistUnderJitter) {
  Random r(6);
  const Shape<D> box = Box<D>{{0.5, 0.4, 0.3}};
  const auto ids = [](const Manifold<D>& m) {
    std::vector<ContactId> result;
    for (const auto& p : m) result.push_back(p.id);
    return result;
  };
  int all = 0, same = 0, same_without = 0;
  for (int start = 0; start < test_size(100); ++start) {
    const Pose<D> tilted = translation(0.0, 0.0, 0.6 - 2e-3) * rotation(r.direction(), r.uniform(0, 3e-3));
    PairCache<D> cache;
    std::vector<ContactId> before, before_without;
    for (int k = 0; k < 300; ++k) {
      const Pose<D> x =
          translation(r.direction() * r.uniform(0, 1e-6)) * tilted * rotation(r.direction(), r.uniform(0, 1e-6));
      const auto now = ids(contact_manifold(box, box, x, manifold_options<D>, &cache)),
                 without = ids(contact_manifold(box, box, x));
      if (k > 2) ++all, same += now == before, same_without += without == before_without;
      before = now, before_without = without;
    }
  }
  EXPECT_GE(same, 0.9995 * all);
  EXPECT_LE(same_without, 0.999 * all) << "or this scene asks for no memory";
}

}  // namespace
}  // namespace tactus
