// SPDX-License-Identifier: MIT
/// Every broad phase against the oracle: the same calls, the same pairs, events, queries and rays.
#include <tactus/broad/automatic.h>
#include <tactus/broad/sort_and_sweep.h>
#include <tactus/broad/sweep_and_prune.h>

#include <gtest/gtest.h>
#include <tests/broad/duel.h>

#include <string>

namespace tactus {
namespace {

using namespace testing;

template <class B> class BroadPhaseTest : public ::testing::Test {};
using Methods = ::testing::Types<BruteForce<double>, SortAndSweep<double>, SweepAndPrune<double>, AabbTree<double>,
                                 Grid<double>, Automatic<double>, BruteForce<float>, SortAndSweep<float>,
                                 SweepAndPrune<float>, AabbTree<float>, Grid<float>, Automatic<float>>;
TYPED_TEST_SUITE(BroadPhaseTest, Methods);

TYPED_TEST(BroadPhaseTest, EqualsTheOracleOverRandomSequences) {
  static_assert(BroadPhase<TypeParam>);
  const int rounds = testing::test_size(3);
  std::size_t pairs_seen = 0, queries_hit = 0;
  for (const Crowd crowd : crowds)
    for (int round = 0; round < rounds; ++round) {
      Random random(static_cast<std::uint64_t>(round) * 8 + static_cast<std::uint64_t>(crowd));
      Duel<TypeParam> duel;
      if (round % 3 == 2) {
        duel.predicate = no_neighbours;
        duel.broad_phase.set_predicate(no_neighbours);
      }
      for (int k = 0; k < 100; ++k) duel.insert(random_box<typename TypeParam::scalar>(random, crowd), {});
      for (int step = 0; step < 40; ++step) {
        for (int k = random.below(30); k > 0; --k) duel.change(random, crowd);
        const auto box = random_box<typename TypeParam::scalar>(random, crowd);
        duel.compare_query(box);  // with changes pending, or without
        queries_hit += duel.oracle.query(box).empty() ? 0 : 1;
        if (random.below(3) != 0) duel.compare_pairs();
        if (random.below(3) != 0) duel.compare_events();
        duel.compare_query(box);
        if (this->HasFatalFailure())
          FAIL() << "crowd " << static_cast<int>(crowd) << ", round " << round << ", step " << step;
      }
      pairs_seen += duel.begun;
    }
  EXPECT_GT(pairs_seen, static_cast<std::size_t>(500 * rounds));
  EXPECT_GT(queries_hit, static_cast<std::size_t>(100 * rounds));
}

TYPED_TEST(BroadPhaseTest, ManyAtOnceEqualsTheOracle) {
  using T = typename TypeParam::scalar;
  Random random(7);
  Duel<TypeParam> duel;
  for (int bulk = 0; bulk < 3; ++bulk) {
    std::vector<Aabb<T>> boxes;
    for (int i = 0; i < 300; ++i) boxes.push_back(random_box<T>(random, bulk == 1 ? Crowd::mixed_sizes : Crowd::loose));
    const std::vector<Filter> filters(boxes.size(), Filter{2, 3});
    const auto ids = bulk == 0 ? duel.broad_phase.insert(boxes) : duel.broad_phase.insert(boxes, filters);
    for (std::size_t i = 0; i < ids.size(); ++i) duel.note(ids[i], boxes[i], bulk == 0 ? Filter{} : filters[i]);
    duel.compare_events();
    for (int step = 0; step < 40; ++step) {  // all boxes move a little, and once to a random place
      for (auto& entry : duel.oracle.entries) {
        const Vec3<T> d = (random.direction() * 0.04).template cast<T>();
        entry.box = step == 20 ? random_box<T>(random, Crowd::loose) : Aabb<T>{entry.box.min + d, entry.box.max + d};
        duel.broad_phase.update(entry.id, entry.box);
      }
      duel.compare_events();
      if (this->HasFatalFailure()) FAIL() << "bulk " << bulk << ", step " << step;
    }
  }
  EXPECT_GT(duel.ended, 300u);
  EXPECT_GT(duel.broad_phase.bytes(), 900 * sizeof(Aabb<T>));
}

/// One or two boxes move at a time among many that rest: nearby, or to a random place, or by the skin of another.
TYPED_TEST(BroadPhaseTest, FewMoveAmongMany) {
  using T = typename TypeParam::scalar;
  Random random(23);
  Duel<TypeParam> duel;
  for (int i = 0; i < 200; ++i) duel.insert(random_box<T>(random, Crowd::lattice), {1, i % 8 == 0 ? ~1u : ~0u});
  duel.compare_events();
  for (int step = 0; step < 150; ++step) {
    for (int k = 0; k <= step % 2; ++k) {
      auto& entry = duel.oracle.entries[static_cast<std::size_t>(random.below(step % 3 == 0 ? 200 : 5))];
      const Vec3<T> d = (random.direction() * 0.2).template cast<T>();
      entry.box = step % 7 == 0 ? random_box<T>(random, Crowd::lattice) : Aabb<T>{entry.box.min + d, entry.box.max + d};
      duel.broad_phase.update(entry.id, entry.box);
    }
    if (step % 50 == 49) duel.insert(random_box<T>(random, Crowd::lattice), {});
    duel.compare_events();
    if (this->HasFatalFailure()) FAIL() << "step " << step;
  }
  EXPECT_GT(duel.reported.size(), 256u) << "so many that two are few";
  EXPECT_GT(duel.ended, 200u);
}

TYPED_TEST(BroadPhaseTest, RaysFindWhatTheyTouch) {
  using T = typename TypeParam::scalar;
  std::size_t hit = 0, missed = 0;
  for (const Crowd crowd : crowds) {
    Random random(90 + static_cast<std::uint64_t>(crowd));
    TypeParam broad_phase;
    std::vector<std::pair<BoxId, Aabb<T>>> all;
    for (int i = 0; i < 200; ++i) {
      const auto box = random_box<T>(random, crowd);
      all.push_back({broad_phase.insert(box), box});
    }
    for (int k = 0; k < 60; ++k) {
      if (k == 30) broad_phase.refresh();  // before, all is pending
      const auto start = random_box<T>(random, crowd);
      const auto target = all[static_cast<std::size_t>(random.below(200))].second;
      Vec3<T> direction = target.min - start.min;
      if (k % 4 == 0) direction = direction * T(0.01);
      if (k % 5 == 0) direction[k % 3] = 0;
      if (k % 7 == 0) direction = {};
      const T max_t = k % 3 == 0 ? infinity<T> : T(random.uniform(0, 2));
      std::set<BoxId> hits;
      broad_phase.ray(start.min, direction, max_t, [&](BoxId id) { EXPECT_TRUE(hits.insert(id).second); });
      for (const auto& [id, box] : all) {
        constexpr long double rounding = 16 * unit_roundoff<T>;
        if (ray_touches(start.min, direction, max_t, box, 0)) {
          EXPECT_TRUE(hits.count(id)) << "crowd " << static_cast<int>(crowd) << ": ray " << k << " missed a box";
          ++hit;
        } else if (!ray_touches(start.min, direction, max_t, box, rounding)) {
          EXPECT_FALSE(hits.count(id)) << "crowd " << static_cast<int>(crowd) << ": ray " << k
                                       << " found a box it misses";
          ++missed;
        }
      }
    }
  }
  EXPECT_GT(hit, 2000u);
  EXPECT_GT(missed, 2000u);
}

/// A direction so short that the time at which a box is reached may be infinite.
TYPED_TEST(BroadPhaseTest, SlowRaysFindWhatTheyTouch) {
  using T = typename TypeParam::scalar;
  TypeParam broad_phase;
  for (int i = 0; i < 100; ++i) {
    const T x = T(i) / T(2);
    broad_phase.insert({{x, T(0), T(0)}, {x + T(0.1), T(0.1), T(0.1)}});
  }
  broad_phase.refresh();
  std::size_t hits = 0;
  broad_phase.ray({T(-0.01), T(0.05), T(0.05)}, {std::numeric_limits<T>::min(), T(0), T(0)}, infinity<T>,
                  [&](BoxId) { ++hits; });
  EXPECT_EQ(hits, 100u);
}

/// Beyond 4e37 boxes are clamped to the range that an index calculates in; from 2^127 on (or 2^1023) the difference of
/// two coordinates overflows.
TYPED_TEST(BroadPhaseTest, RaysFindWhatTheyTouchAtTheEndOfTheRange) {
  using T = typename TypeParam::scalar;
  std::size_t hit = 0, missed = 0;
  const T largest = std::numeric_limits<T>::max();
  for (const T unit : {T(1e37), T(5e37), largest / 8, largest / 4}) {
    Random random(17);
    TypeParam broad_phase;
    std::vector<std::pair<BoxId, Aabb<T>>> all;
    const auto corner = [&](double reach) {
      return Vec3<T>{T(random.uniform(-reach, reach)), T(random.uniform(-reach, reach)), T(random.uniform(-1, 1))} *
             unit;
    };
    for (int i = 0; i < 100; ++i) {
      const Vec3<T> low = corner(3.5);
      const Aabb<T> box{low, low + Vec3<T>{1, 1, 1} * (unit * T(random.uniform(0, 0.4)))};
      all.push_back({broad_phase.insert(box), box});
    }
    broad_phase.refresh();
    for (int k = 0; k < 100; ++k) {
      const auto target = all[static_cast<std::size_t>(random.below(100))].second;
      const Vec3<T> start = corner(3.9);
      Vec3<T> direction = target.min * T(0.125) + target.max * T(0.125) - start * T(0.25);
      if (k % 5 == 0) direction = Vec3<T>{direction.x / unit, 0, 0};
      const T max_t = k % 3 == 0 ? infinity<T> : T(random.uniform(3, 5)) * (k % 5 == 0 ? unit : T(1));
      std::set<BoxId> hits;
      broad_phase.ray(start, direction, max_t, [&](BoxId id) { EXPECT_TRUE(hits.insert(id).second); });
      for (const auto& [id, box] : all) {
        if (ray_touches(start, direction, max_t, box, 0)) {
          EXPECT_TRUE(hits.count(id)) << "unit " << unit << ": ray " << k << " missed a box";
          ++hit;
        } else if (!ray_touches(start, direction, max_t, box, 16 * unit_roundoff<T>)) {
          EXPECT_FALSE(hits.count(id)) << "unit " << unit << ": ray " << k << " found a box it misses";
          ++missed;
        }
      }
    }
  }
  EXPECT_GT(hit, 300u);
  EXPECT_GT(missed, 10'000u);
}

TYPED_TEST(BroadPhaseTest, AVisitorMayStopAQueryAndShortenARay) {
  using T = typename TypeParam::scalar;
  TypeParam broad_phase;
  std::vector<BoxId> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(broad_phase.insert({{T(i), 0, 0}, {T(i) + T(0.5), 1, 1}}));
  for (const bool refreshed : {false, true}) {
    if (refreshed) broad_phase.refresh();
    int seen = 0;
    broad_phase.query({{0, 0, 0}, {100, 1, 1}}, [&](BoxId) { return ++seen < 5; });
    EXPECT_EQ(seen, 5);
    T closest = infinity<T>;
    broad_phase.ray({T(-10), T(0.5), T(0.5)}, {2, 0, 0}, infinity<T>,
                    [&](BoxId id) { return closest = std::min(closest, (broad_phase.box(id).min.x + 10) / 2); });
    EXPECT_EQ(closest, 5);
    seen = 0;
    broad_phase.ray({T(-10), T(0.5), T(0.5)}, {2, 0, 0}, infinity<T>, [&](BoxId) { return ++seen, T(-1); });
    EXPECT_EQ(seen, 1);
  }
}

TYPED_TEST(BroadPhaseTest, InvalidBoxesAreNamedAndChangeNothing) {
  using T = typename TypeParam::scalar;
  TypeParam broad_phase;
  const BoxId id = broad_phase.insert({{0, 0, 0}, {1, 1, 1}});
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = infinity<T>;
  const std::pair<Aabb<T>, std::string> cases[] = {
      {{{nan, 0, 0}, {1, 1, 1}}, "box.min.x"},        {{{0, 0, 0}, {1, nan, 1}}, "box.max.y"},
      {{{0, 0, -inf}, {1, 1, 1}}, "box.min.z"},       {{{0, 0, 0}, {inf, 1, 1}}, "box.max.x"},
      {{{0, 2, 0}, {1, 1, 1}}, "is above box.max.y"}, {{}, "box.min.x"}};
  for (const auto& [box, text] : cases) {
    const auto says = [&, &b = box, &t = text](auto&& f) {
      try {
        f();
        ADD_FAILURE() << b << " was accepted";
      } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find(t), std::string::npos) << e.what();
      }
    };
    const Aabb<T> bad = box, two[] = {{{0, 0, 0}, {1, 1, 1}}, bad};
    says([&] { broad_phase.insert(bad); });
    says([&] { broad_phase.insert(two); });
    says([&] { broad_phase.update(id, bad); });
    says([&] { broad_phase.query(bad, [](BoxId) {}); });
  }
  EXPECT_THROW(broad_phase.ray({nan, 0, 0}, {1, 0, 0}, 1, [](BoxId) {}), std::invalid_argument);
  EXPECT_THROW(broad_phase.ray({0, 0, 0}, {inf, 0, 0}, 1, [](BoxId) {}), std::invalid_argument);
  EXPECT_THROW(broad_phase.ray({0, 0, 0}, {1, 0, 0}, -1, [](BoxId) {}), std::invalid_argument);
  EXPECT_THROW(broad_phase.insert(std::vector<Aabb<T>>(2, broad_phase.box(id)), std::vector<Filter>(1)),
               std::invalid_argument);
  EXPECT_EQ(broad_phase.size(), 1u);
  EXPECT_EQ(broad_phase.box(id).max.x, 1);
}

TYPED_TEST(BroadPhaseTest, AnIdNamesOneBoxOnly) {
  TypeParam broad_phase;
  std::set<BoxId> ever;
  BoxId last;
  EXPECT_FALSE(broad_phase.alive(last));
  for (int i = 0; i < 1000; ++i) {
    const BoxId id = broad_phase.insert({{0, 0, 0}, {1, 1, 1}});
    EXPECT_TRUE(ever.insert(id).second);
    EXPECT_EQ(id.slot, 0u) << "a free place is used again";
    broad_phase.remove(id);
    last = id;
    if (i % 100 == 0) broad_phase.step();
  }
  const BoxId alive = broad_phase.insert({{0, 0, 0}, {1, 1, 1}});
  EXPECT_TRUE(broad_phase.alive(alive));
  for (const BoxId dead : {last, BoxId{}, BoxId{0, 0}, BoxId{5, 1}, BoxId{0, alive.generation + 1}}) {
    EXPECT_FALSE(broad_phase.alive(dead));
    EXPECT_THROW(broad_phase.update(dead, {{0, 0, 0}, {1, 1, 1}}), std::invalid_argument);
    EXPECT_THROW(broad_phase.remove(dead), std::invalid_argument);
    EXPECT_THROW(broad_phase.set_filter(dead, {}), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(broad_phase.box(dead)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(broad_phase.filter(dead)), std::invalid_argument);
  }
  EXPECT_EQ(broad_phase.size(), 1u);
}

TYPED_TEST(BroadPhaseTest, APairOfARemovedBoxEndsUnderItsOwnId) {
  TypeParam broad_phase;
  const BoxId a = broad_phase.insert({{0, 0, 0}, {1, 1, 1}}), b = broad_phase.insert({{1, 1, 1}, {2, 2, 2}});
  EXPECT_EQ(broad_phase.step().began.size(), 1u) << "touching counts";
  broad_phase.remove(b);
  const BoxId c = broad_phase.insert({{1, 1, 1}, {2, 2, 2}});
  ASSERT_EQ(c.slot, b.slot);
  const PairChanges changes = broad_phase.step();
  ASSERT_EQ(changes.began.size(), 1u);
  ASSERT_EQ(changes.ended.size(), 1u);
  EXPECT_EQ(changes.began[0], (BoxPair{a, c}));
  EXPECT_EQ(changes.ended[0], (BoxPair{a, b}));
}

}  // namespace
}  // namespace tactus
