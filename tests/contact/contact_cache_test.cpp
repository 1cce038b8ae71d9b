#include <gtest/gtest.h>
#include <tactus/contact/contact_cache.h>
#include <tactus/contact/overlap_volume.h>

#include <map>
#include <thread>
#include <vector>

#include "tests/contact/allocation_count.h"
#include "tests/contact/matching_scenes.h"
#include "tests/helpers/random_pairs.h"

namespace tactus {
namespace {

using testing::allocation_count;
using testing::Random;
using testing::test_size;
using V = Vec3<double>;
using P = Pose<double>;
using Pair = CachedPair<double>;
using Cache = ContactCache<double>;

ContactId vertex_id(int i) { return testing::ground_and(FeatureKind::vertex, i); }

/// Points on z = 0 with normal +z, in the order given, which goes round a convex polygon.
Manifold<double> manifold_of(const std::vector<ContactPoint<double>>& points) {
  Manifold<double> m;
  m.status = Status::overlapping;
  for (const ContactPoint<double>& p : points) m.points[static_cast<std::size_t>(m.count++)] = p;
  return m;
}
Manifold<double> square_at(double x, int first_id = 0) {
  return manifold_of({{{x, 0, 0}, -0.01, vertex_id(first_id)},
                      {{x + 1, 0, 0}, -0.01, vertex_id(first_id + 1)},
                      {{x + 1, 1, 0}, -0.01, vertex_id(first_id + 2)},
                      {{x, 1, 0}, -0.01, vertex_id(first_id + 3)}});
}

// ---- the map ------------------------------------------------------------------------------------------------------

TEST(PairMap, DoesWhatAnOrderedMapDoes) {
  Random random(1);
  PairMap map;
  std::map<PairKey, std::uint32_t> model;
  int hits = 0, erased = 0;
  const auto id = [&] { return static_cast<std::uint64_t>(random.below(24)); };
  for (std::uint32_t i = 0; i < 100000; ++i) {
    const PairKey key{id(), id() + (random.below(2) ? 0xffffffff00000000u : 0)};
    const auto known = model.find(key);
    ASSERT_EQ(map.find(key), known == model.end() ? PairMap::none : known->second);
    hits += known != model.end();
    if (random.below(2)) {
      ASSERT_EQ(map.find_or_insert(key, i), model.emplace(key, i).first->second);
    } else {
      map.erase(key);
      erased += static_cast<int>(model.erase(key));
    }
    ASSERT_EQ(map.size(), model.size());
    if (i % 5000 == 0) {
      for (const auto& [k, slot] : model) ASSERT_EQ(map.find(k), slot);
    }
  }
  EXPECT_GT(hits, 20000);
  EXPECT_GT(erased, 10000);
  map.clear();
  EXPECT_EQ(map.size(), 0u);
  EXPECT_EQ(map.find(model.begin()->first), PairMap::none);
}

TEST(PairMap, NeverGrowsUnderChurn) {
  PairMap map;
  map.reserve(1000);
  const std::size_t before = allocation_count();
  for (std::uint32_t i = 0; i < 200000; ++i) {
    map.find_or_insert({i, i + 1}, i);
    if (i >= 1000) map.erase({i - 1000, i - 999});
  }
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(map.size(), 1000u);
}

// ---- matching -------------------------------------------------------------------------------------------------------

Twins match(const Manifold<double>& before, const P& before_b, const Manifold<double>& now, const P& now_b,
            Matching how, double reach) {
  std::vector<LocatedPoint<double>> p, q;
  for (const auto& point : before) p.push_back(located(point, before.normal, P{}, before_b));
  for (const auto& point : now) q.push_back(located(point, now.normal, P{}, now_b));
  return match_points(std::span<const LocatedPoint<double>>(p), std::span<const LocatedPoint<double>>(q), how, reach);
}

TEST(ContactMatching, IdsCountBeforeDistances) {
  auto now = square_at(5);
  std::swap(now.points[0], now.points[3]);
  const Twins twins = match(square_at(0), P{}, now, P{}, Matching::id_then_body_space, 0.1);
  EXPECT_EQ((std::array{twins[0], twins[1], twins[2], twins[3]}), (std::array<std::int8_t, 4>{3, 1, 2, 0}));
}

TEST(ContactMatching, LeftoversGoToTheNearestWithinReach) {
  const auto before = square_at(0, 0);
  auto now = square_at(0.05, 10);  // other ids, moved by 0.05
  EXPECT_EQ(match(before, P{}, now, P{}, Matching::id, 1)[0], -1);
  EXPECT_EQ(match(before, P{}, now, P{}, Matching::id_then_body_space, 0.04)[0], -1);
  Twins twins = match(before, P{}, now, P{}, Matching::id_then_body_space, 0.06);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(twins[i], static_cast<int>(i));
  // B moved along: in its frame nothing has moved, whatever the distance.
  now = square_at(0.7, 10);
  twins = match(before, P{}, now, translation(0.7, 0.0, 0.0), Matching::id_then_body_space, 0.01);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(twins[i], static_cast<int>(i));
  // One that has its twin by id is not to be had by distance.
  now.points[1] = {{0, 0, 0}, -0.01, vertex_id(7)};
  now.points[0].id = vertex_id(0);
  twins = match(before, P{}, now, P{}, Matching::id_then_body_space, 0.1);
  EXPECT_EQ(twins[0], 0);
  EXPECT_EQ(twins[1], -1);
}

TEST(ContactMatching, PointsOfOneIdAreToldApartByDistance) {
  auto before = square_at(0), now = square_at(0.02);
  for (auto* m : {&before, &now}) {
    for (auto& p : m->points) p.id = testing::ground_and(FeatureKind::curved, 0);
  }
  std::swap(now.points[0], now.points[2]);
  const Twins twins = match(before, P{}, now, P{}, Matching::id_then_body_space, 0);
  EXPECT_EQ((std::array{twins[0], twins[1], twins[2], twins[3]}), (std::array<std::int8_t, 4>{2, 1, 0, 3}));
}

TEST(ContactMatching, ASlideByTheDistanceOfTwoCornersIsSeenThrough) {
  // Every point lands where another one was on the ground; on the box none has moved.
  const Twins twins =
      match(square_at(0), P{}, square_at(1, 10), translation(1.0, 0.0, 0.0), Matching::id_then_body_space, 0.1);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(twins[i], static_cast<int>(i));
}

/// The figures are in docs/algorithms/contact_cache.md; bench/contact/matching.cpp prints them.
TEST(ContactMatching, RightMatchesInSlidingAndRollingScenes) {
  using testing::share_of_right_matches;
  const int steps = test_size(200);
  const auto percent = [&](const auto& scene, Matching m, double reach = infinity<double>) {
    return share_of_right_matches(scene, steps, m, reach).percent();
  };
  for (const double speed : {0.05, 0.4, 0.6, 1.0, 3.0}) {
    const auto box = [&](int step) { return testing::sliding_box(step, speed); };
    const auto plate = [&](int step) { return testing::sliding_plate(step, speed); };
    const auto cylinder = [&](int step) { return testing::rolling_cylinder(step, speed, false); };
    const auto blind_cylinder = [&](int step) { return testing::rolling_cylinder(step, speed, true); };
    const auto prism = [&](int step) { return testing::tumbling_prism(step, speed); };
    for (const Matching m : {Matching::id, Matching::id_then_body_space}) {
      EXPECT_EQ(percent(box, m, 0.125), 100) << speed;
      EXPECT_EQ(percent(plate, m, 0.125), 100) << speed;
      EXPECT_EQ(percent(cylinder, m, 0.125), 100) << speed;
      EXPECT_EQ(percent(blind_cylinder, m, 0.125), 100) << speed;
      EXPECT_EQ(percent(prism, m, 0.125), 100) << speed;
    }
    // The nearer of the two bodies is as good as the ids where points persist, and cannot know which ones are new.
    EXPECT_EQ(percent(box, Matching::body_space), 100) << speed;
    EXPECT_EQ(percent(plate, Matching::body_space), 100) << speed;
    EXPECT_LE(percent(prism, Matching::body_space), 60) << speed;
    if (speed > 0.5) {  // more than half the distance of two corners: each alternative has its scene where it fails
      EXPECT_LT(percent(box, Matching::world_space), 50) << speed;
      EXPECT_LT(percent(box, Matching::space_of_a), 50) << speed;
      EXPECT_LT(percent(plate, Matching::space_of_b), 50) << speed;
    }
  }
}

// ---- reduction ------------------------------------------------------------------------------------------------------

Manifold<double> polygon(int n, Random& random, double jitter) {
  std::vector<ContactPoint<double>> points;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * pi<double> * i / n;
    const V p{std::cos(angle), std::sin(angle), 0};
    points.push_back({p + random.direction() * jitter, -0.01 + random.uniform(-jitter, jitter), vertex_id(i)});
  }
  return manifold_of(points);
}

int changes_of_choice(int n, double jitter, const Hysteresis<double>& hysteresis, int frames) {
  Random random(static_cast<std::uint64_t>(n));
  PointSet chosen = 0;
  int changes = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const PointSet now = steady_reduction(polygon(n, random, jitter), 4, chosen, 2.0, hysteresis);
    EXPECT_EQ(std::popcount(now), 4);
    changes += frame > 0 && now != chosen;
    chosen = now;
  }
  return changes;
}

TEST(SteadyReduction, DoesNotFlickerUnderJitter) {
  for (int n = 5; n <= 16; ++n) {
    EXPECT_EQ(changes_of_choice(n, 1e-6, {}, test_size(10000)), 0) << n;
    // Without hysteresis it does, or this test would prove nothing.
    if (n >= 6) {
      EXPECT_GT(changes_of_choice(n, 1e-4, {0, 0}, 1000), 100) << n;
    }
  }
}

TEST(SteadyReduction, StartsWithTheLargestAreaAndTheDeepest) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Manifold<double> m = polygon(5 + random.below(12), random, 0.05);
    const int deepest = random.below(m.count);
    m.points[static_cast<std::size_t>(deepest)].distance = -0.5;
    const PointSet set = steady_reduction(m, 4, 0, 2);
    ASSERT_EQ(std::popcount(set), 4);
    ASSERT_TRUE(set >> deepest & 1u);
    // No exchange of one of the others adds area.
    for (int out = 0; out < m.count; ++out) {
      for (int in = 0; in < m.count; ++in) {
        if (out == deepest || !(set >> out & 1u) || set >> in & 1u) continue;
        const PointSet other = (set & ~(1u << out)) | 1u << in;
        ASSERT_LE(reduction::area(m, other), reduction::area(m, set) * (1 + 1e-12));
      }
    }
  }
}

TEST(SteadyReduction, GivesWayToWhatIsClearlyBetter) {
  Random random(4);
  const Manifold<double> m = polygon(8, random, 0);
  const PointSet half = 0b00001111;  // a flat quadrilateral on one side
  EXPECT_NE(steady_reduction(m, 4, half, 2.0), half);
  EXPECT_EQ(steady_reduction(m, 4, half, 2.0, {.area = 0.9}), half);
  const PointSet even = 0b01010101, odd = 0b10101010;
  EXPECT_EQ(steady_reduction(m, 4, even, 2.0), even);
  EXPECT_EQ(steady_reduction(m, 4, odd, 2.0), odd);
  // One that left makes room for one; the others stay.
  const PointSet refilled = steady_reduction(m, 4, 0b01010001, 2.0);
  EXPECT_EQ(refilled & 0b01010001, 0b01010001u);
  EXPECT_EQ(std::popcount(refilled), 4);
  // A deeper point must be among them, a little deeper one need not.
  Manifold<double> tilted = m;
  tilted.points[1].distance -= 0.001;
  EXPECT_EQ(steady_reduction(tilted, 4, even, 2.0), even);
  tilted.points[1].distance -= 0.1;
  EXPECT_TRUE(steady_reduction(tilted, 4, even, 2.0) >> 1 & 1u);
}

TEST(SteadyReduction, LinesAndFewPoints) {
  EXPECT_EQ(steady_reduction(square_at(0), 4, 0, 1.0), 0b1111u);
  EXPECT_EQ(steady_reduction(Manifold<double>{}, 4, 0, 1.0), 0u);
  std::vector<ContactPoint<double>> line;
  for (int i = 0; i < 6; ++i) line.push_back({{double(i), 0, 0}, 0, vertex_id(i)});
  const PointSet set = steady_reduction(manifold_of(line), 4, 0, 1.0);
  EXPECT_EQ(std::popcount(set), 4);
  EXPECT_EQ(set & 0b100001, 0b100001u);  // its ends
  EXPECT_EQ(steady_reduction(manifold_of(line), 4, set, 1.0), set);
  const PointSet from_middle = steady_reduction(manifold_of(line), 4, 0b000100, 1.0);
  EXPECT_EQ(from_middle & 0b100101, 0b100101u);
}

// ---- one pair -------------------------------------------------------------------------------------------------------

TEST(ContactCache, DataFollowsThePoints) {
  Pair pair;
  update(pair, square_at(0), P{}, P{}, 1);
  ASSERT_EQ(pair.count, 4);
  EXPECT_EQ(pair.ended_count, 0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pair.points[static_cast<std::size_t>(i)].age, 0u);
    pair.points[static_cast<std::size_t>(i)].data = {1.0 + i, 10.0 + i, 20.0 + i};
  }
  Manifold<double> next = square_at(0.01);
  std::swap(next.points[1], next.points[2]);
  next.points[3].id = vertex_id(9);
  next.points[3].position = {0.5, 5, 0};  // a new point far away
  update(pair, next, P{}, P{}, 1);
  ASSERT_EQ(pair.count, 4);
  EXPECT_EQ(pair.points[0].data.normal, 1);
  EXPECT_EQ(pair.points[1].data.normal, 3);
  EXPECT_EQ(pair.points[2].data.tangent_v, 21);
  EXPECT_EQ(pair.points[2].age, 1u);
  EXPECT_EQ(pair.points[2].position, (V{1.01, 0, 0}));
  EXPECT_EQ(pair.points[3].data.normal, 0);
  EXPECT_EQ(pair.points[3].age, 0u);
  ASSERT_EQ(pair.ended_count, 1);
  EXPECT_EQ(pair.ended[0].id, vertex_id(3));
  EXPECT_EQ(pair.ended[0].data.normal, 4);

  Manifold<double> invalid = next;
  invalid.status = Status::invalid;
  update(pair, invalid, P{}, P{}, 1);
  EXPECT_EQ(pair.count, 0);
  EXPECT_EQ(pair.ended_count, 4);
}

TEST(ContactCache, KeepsFourOfManyWithTheirData) {
  Random random(5);
  Pair pair;
  CachedPair<double, int, 16> whole;
  for (int frame = 0; frame < 1000; ++frame) {
    const Manifold<double> m = polygon(12, random, 1e-6);
    update(pair, m, P{}, P{}, 2);
    update(whole, m, P{}, P{}, 2);
    ASSERT_EQ(pair.count, 4);
    ASSERT_EQ(whole.count, 12);
    for (auto& p : pair.contact_points()) {
      ASSERT_EQ(p.age, static_cast<std::uint32_t>(frame));
      ASSERT_EQ(p.data.normal, frame == 0 ? 0 : p.id.b + frame - 1.0);
      p.data.normal = p.id.b + frame;
    }
  }
}

TEST(ContactCache, WorksInFloat) {
  ContactCache<float> cache;
  Manifold<float> m;
  m.status = Status::overlapping;
  m.count = 1;
  for (int step = 0; step < 3; ++step) {
    cache.begin_step();
    m.points[0] = {{0.01f * float(step), 0, 0}, -0.1f, testing::ground_and(FeatureKind::curved, 0)};
    cache.update(cache.touch({1, 2}), m, {}, {}, 1);
    EXPECT_EQ(cache.end_step().size(), 1u);
  }
  EXPECT_EQ(cache.find({1, 2})->points[0].age, 2u);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

std::vector<std::pair<PairKey, PairChange>> changes(std::span<const PairEvent> events) {
  std::vector<std::pair<PairKey, PairChange>> list;
  for (const PairEvent& e : events) list.push_back({e.key, e.change});
  return list;
}
using Changes = std::vector<std::pair<PairKey, PairChange>>;

TEST(ContactCache, ReportsBeginPersistAndEnd) {
  Cache cache;
  const PairKey p{1, 2}, q{1, 3}, near{2, 7};
  const auto step = [&](std::vector<std::pair<PairKey, Manifold<double>>> pairs) {
    cache.begin_step();
    for (const auto& [key, m] : pairs) cache.update(cache.touch(key), m, {}, {}, 1);
    return changes(cache.end_step());
  };
  const Manifold<double> on = square_at(0), off;
  EXPECT_EQ(step({{q, on}, {p, on}, {near, off}}),
            (Changes{{p, PairChange::begin}, {q, PairChange::begin}}));  // sorted
  EXPECT_EQ(step({{q, on}, {p, on}, {near, off}}), (Changes{{p, PairChange::persist}, {q, PairChange::persist}}));
  EXPECT_EQ(cache.size(), 3u);
  // One is no longer near, the other near without touching, the third touches now.
  EXPECT_EQ(step({{p, off}, {near, on}}),
            (Changes{{p, PairChange::end}, {q, PairChange::end}, {near, PairChange::begin}}));
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_EQ(cache.find(q), nullptr);
  // What is left of a pair that has ended can be read until the next step.
  for (const PairEvent& e : cache.events()) {
    if (e.change != PairChange::end) continue;
    EXPECT_EQ(cache[e.slot].key, e.key);
    EXPECT_EQ(cache[e.slot].count, 0);
    EXPECT_EQ(cache[e.slot].ended_count, 4);
  }
  EXPECT_EQ(step({{near, on}}), (Changes{{near, PairChange::persist}}));  // p was near only: it leaves silently
  EXPECT_EQ(step({{q, on}, {near, on}}), (Changes{{q, PairChange::begin}, {near, PairChange::persist}}));
  EXPECT_EQ(cache.find(q)->points[0].age, 0u);  // nothing remembered
  EXPECT_EQ(step({}), (Changes{{q, PairChange::end}, {near, PairChange::end}}));
  EXPECT_EQ(step({}), Changes{});
  EXPECT_EQ(cache.size(), 0u);
}

TEST(ContactCache, SleepersKeepTheirPoints) {
  Cache cache;
  cache.begin_step();
  cache.update(cache.touch({1, 2}), square_at(0), {}, {}, 1);
  cache.end_step();
  cache.find({1, 2})->points[2].data.normal = 5;
  for (int i = 0; i < 3; ++i) {
    cache.begin_step();
    cache.touch({1, 2});
    cache.touch({1, 2});  // twice is once
    EXPECT_EQ(changes(cache.end_step()), (Changes{{{1, 2}, PairChange::persist}}));
    EXPECT_EQ(cache.slots().size(), 1u);
  }
  EXPECT_EQ(cache.find({1, 2})->count, 4);
  EXPECT_EQ(cache.find({1, 2})->points[2].data.normal, 5);
  cache.clear();
  EXPECT_EQ(cache.size(), 0u);
  cache.begin_step();
  cache.update(cache.touch({1, 2}), square_at(0), {}, {}, 1);
  EXPECT_EQ(changes(cache.end_step()), (Changes{{{1, 2}, PairChange::begin}}));
}

/// A thousand bodies in a row, each touching some of its neighbours, differently in every step.
struct Churn {
  Manifold<double> square = square_at(0);
  std::vector<PairKey> keys;
  std::vector<std::uint32_t> slots;
  void choose(Random& random) {
    keys.clear();
    for (std::uint64_t i = 0; i < 1000; ++i) {
      if (random.below(10) > 0) keys.push_back({i, i + 1 + static_cast<std::uint64_t>(random.below(2))});
    }
  }
  Manifold<double> manifold(std::size_t i, int step) const {
    const auto phase = static_cast<double>((keys[i].a * 7 + static_cast<std::uint64_t>(step)) % 11);
    Manifold<double> m = square;  // without a vector on the way: allocations are counted
    for (auto& p : m.points) p.position.x += 0.01 * phase;
    if (phase == 3) m.count = 0;
    if (phase == 5) m.points[1].id = vertex_id(8);
    return m;
  }
};

TEST(ContactCache, AllocatesNothingInTheSteadyState) {
  Random random(6);
  Cache cache;
  cache.reserve(1000);
  Churn churn;
  churn.keys.reserve(1000);
  const std::size_t before = allocation_count();
  std::size_t begun = 0, ended = 0;
  for (int step = 0; step < 300; ++step) {
    churn.choose(random);
    cache.begin_step();
    for (std::size_t i = 0; i < churn.keys.size(); ++i)
      cache.update(cache.touch(churn.keys[i]), churn.manifold(i, step), {}, {}, 1);
    for (const PairEvent& e : cache.end_step()) {
      begun += e.change == PairChange::begin;
      ended += e.change == PairChange::end;
    }
  }
  EXPECT_EQ(allocation_count(), before);
  EXPECT_GT(begun, 10000u);
  EXPECT_GT(ended, 10000u);

  const std::size_t here = allocation_count();
  const Box<double> box{{1, 1, 1}};
  EXPECT_GT(overlap_volume(box, box, rotation_z(0.3)).volume, 0);
  EXPECT_EQ(allocation_count(), here);
}

TEST(ContactCache, TheOrderAndTheThreadsOfUpdatesDoNotMatter) {
  Random random(7);
  Cache serial, parallel;
  Churn churn;
  for (int step = 0; step < 30; ++step) {
    churn.choose(random);
    for (Cache* cache : {&serial, &parallel}) {
      cache->begin_step();
      churn.slots.clear();
      for (const PairKey& key : churn.keys) churn.slots.push_back(cache->touch(key));
      const auto work = [&](std::size_t first, std::size_t stride) {
        for (std::size_t i = first; i < churn.keys.size(); i += stride) {
          cache->update(churn.slots[i], churn.manifold(i, step), {}, {}, 1);
          for (auto& p : (*cache)[churn.slots[i]].contact_points()) p.data.normal += double(p.id.b % 13);
        }
      };
      if (cache == &serial) {
        work(0, 1);
      } else {
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < 4; ++t) threads.emplace_back(work, 3 - t, 4);
        for (std::thread& t : threads) t.join();
      }
      cache->end_step();
    }
    ASSERT_TRUE(
        std::equal(serial.events().begin(), serial.events().end(), parallel.events().begin(), parallel.events().end()));
    ASSERT_TRUE(std::is_sorted(serial.events().begin(), serial.events().end(),
                               [](const PairEvent& p, const PairEvent& q) { return p.key < q.key; }));
    ASSERT_EQ(serial.slots().size(), parallel.slots().size());
    for (std::size_t i = 0; i < serial.slots().size(); ++i) {
      const Pair &p = serial[serial.slots()[i]], &q = parallel[parallel.slots()[i]];
      ASSERT_EQ(p.key, churn.keys[i]);  // in the order of the touches
      ASSERT_EQ(p.key, q.key);
      ASSERT_EQ(p.count, q.count);
      for (std::size_t k = 0; k < static_cast<std::size_t>(p.count); ++k) {
        ASSERT_EQ(p.points[k].id, q.points[k].id);
        ASSERT_EQ(p.points[k].age, q.points[k].age);
        ASSERT_EQ(p.points[k].data.normal, q.points[k].data.normal);
      }
    }
  }
}

/// Against a slow and simple record of which pair touched when.
TEST(ContactCache, EventsAgreeWithAModel) {
  Random random(8);
  Cache cache;
  Churn churn;
  std::map<PairKey, bool> touching_before;
  std::size_t seen = 0;
  for (int step = 0; step < 100; ++step) {
    churn.choose(random);
    std::map<PairKey, bool> touching;
    cache.begin_step();
    for (std::size_t i = 0; i < churn.keys.size(); ++i) {
      const Manifold<double> m = churn.manifold(i, step);
      touching[churn.keys[i]] = m.count > 0;
      cache.update(cache.touch(churn.keys[i]), m, {}, {}, 1);
    }
    std::map<PairKey, PairChange> expected;
    for (const auto& [key, now] : touching) {
      const bool was = touching_before.contains(key) && touching_before[key];
      if (now || was) expected[key] = !now ? PairChange::end : was ? PairChange::persist : PairChange::begin;
    }
    for (const auto& [key, was] : touching_before) {
      if (was && !touching.contains(key)) expected[key] = PairChange::end;
    }
    ASSERT_EQ(changes(cache.end_step()), Changes(expected.begin(), expected.end()));
    ASSERT_EQ(cache.size(), touching.size());
    seen += expected.size();
    touching_before = touching;
  }
  EXPECT_GT(seen, 50000u);
}

}  // namespace
}  // namespace tactus
