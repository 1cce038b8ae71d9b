// SPDX-License-Identifier: MIT
/// Pairs of bodies and their points, from step to step.
#include <gtest/gtest.h>
#include <tactus/contact/contact_cache.h>
#include <tactus/contact/overlap_volume.h>

#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "tests/contact/allocation_count.h"
#include "tests/contact/made_manifolds.h"

namespace tactus {
namespace {

using testing::allocation_count;
using testing::polygon;
using testing::Random;
using testing::square_at;
using testing::test_size;
using testing::vertex_id;
using V = Vec3<double>;
using P = Pose<double>;
using Pair = CachedPair<double>;
using Cache = ContactCache<double>;

// ---- the map ------------------------------------------------------------------------------------------------------

TEST(PairMap, DoesWhatAnOrderedMapDoes) {
  Random random(1);
  PairMap map;
  std::map<PairName, std::uint32_t> model;
  int hits = 0, erased = 0;
  const auto id = [&] { return static_cast<std::uint64_t>(random.below(24)); };
  for (std::uint32_t i = 0; i < 100000; ++i) {
    const std::uint64_t a = id(), b = id(), high = random.below(2) ? 0xffffffff00000000u : 0;
    const PairName key{a, b + high};
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

// ---- one pair -------------------------------------------------------------------------------------------------------

TEST(ContactCache, DataFollowsThePoints) {
  Pair pair;
  update(pair, square_at(0), P{}, P{}, 1, 5);
  ASSERT_EQ(pair.count, 4);
  EXPECT_EQ(pair.ended_count, 0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pair.points[static_cast<std::size_t>(i)].began, 5u);
    pair.points[static_cast<std::size_t>(i)].data = {1.0 + i, 10.0 + i, 20.0 + i};
  }
  Manifold<double> next = square_at(0.01);
  std::swap(next.points[1], next.points[2]);
  next.points[3].id = vertex_id(9);
  next.points[3].position = {0.5, 5, 0};  // a new point far away
  update(pair, next, P{}, P{}, 1, 6);
  ASSERT_EQ(pair.count, 4);
  EXPECT_EQ(pair.points[0].data.normal, 1);
  EXPECT_EQ(pair.points[1].data.normal, 3);
  EXPECT_EQ(pair.points[2].data.tangent_v, 21);
  EXPECT_EQ(pair.points[2].began, 5u);
  EXPECT_EQ(pair.points[2].position, (V{1.01, 0, 0}));
  EXPECT_EQ(pair.points[3].data.normal, 0);
  EXPECT_EQ(pair.points[3].began, 6u);
  ASSERT_EQ(pair.ended_count, 1);
  EXPECT_EQ(pair.ended[0].id, vertex_id(3));
  EXPECT_EQ(pair.ended[0].data.normal, 4);

  Manifold<double> invalid = next;
  invalid.status = Status::invalid;
  update(pair, invalid, P{}, P{}, 1, 7);
  EXPECT_EQ(pair.count, 0);
  EXPECT_EQ(pair.ended_count, 4);
}

TEST(ContactCache, KeepsFourOfManyWithTheirData) {
  Random random(5);
  Pair pair;
  CachedPair<double, int, 16> whole;
  for (int frame = 0; frame < 1000; ++frame) {
    const Manifold<double> m = polygon(12, random, 1e-6);
    const auto step = static_cast<std::uint32_t>(frame);
    update(pair, m, P{}, P{}, 2, step);
    update(whole, m, P{}, P{}, 2, step);
    ASSERT_EQ(pair.count, 4);
    ASSERT_EQ(whole.count, 12);
    for (auto& p : pair.contact_points()) {
      ASSERT_EQ(p.began, 0u);
      ASSERT_EQ(p.data.normal, frame == 0 ? 0 : p.id.b + frame - 1.0);
      p.data.normal = p.id.b + frame;
    }
  }
}

TEST(ContactCache, AHistoryIsARangeOfItsPoints) {
  ContactHistory<double> history;
  update(history, square_at(0), P{}, P{}, 1, 0);
  for (auto& p : history) p.data.normal = 2;
  double sum = 0;
  for (const auto& p : std::as_const(history)) sum += p.data.normal;
  EXPECT_EQ(sum, 8);
  history.end_all();
  EXPECT_EQ(history.begin(), history.end());
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
  EXPECT_EQ(cache.age(cache.find({1, 2})->points[0]), 2u);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

std::vector<std::pair<PairName, PairChange>> changes(std::span<const PairEvent> events) {
  std::vector<std::pair<PairName, PairChange>> list;
  for (const PairEvent& e : events) list.push_back({e.key, e.change});
  return list;
}
using Changes = std::vector<std::pair<PairName, PairChange>>;

TEST(ContactCache, ReportsBeginPersistAndEnd) {
  Cache cache;
  const PairName p{1, 2}, q{1, 3}, near{2, 7};
  const auto step = [&](std::vector<std::pair<PairName, Manifold<double>>> pairs) {
    cache.begin_step();
    for (const auto& [key, m] : pairs) cache.update(cache.touch(key), m, {}, {}, 1);
    return changes(cache.end_step());
  };
  const Manifold<double> on = square_at(0), off;
  EXPECT_EQ(step({{q, on}, {p, on}, {near, off}}),
            (Changes{{p, PairChange::begin}, {q, PairChange::begin}}));  // sorted
  EXPECT_EQ(step({{q, on}, {p, on}, {near, off}}), (Changes{{p, PairChange::persist}, {q, PairChange::persist}}));
  EXPECT_EQ(cache.size(), 3u);
  // One is no longer near, another is near without touching, the third touches now.
  EXPECT_EQ(step({{p, off}, {near, on}}),
            (Changes{{p, PairChange::end}, {q, PairChange::end}, {near, PairChange::begin}}));
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_EQ(cache.find(q), nullptr);
  // The data of an ended pair can be read until the next step.
  for (const PairEvent& e : cache.events()) {
    if (e.change != PairChange::end) continue;
    EXPECT_EQ(cache[e.slot].key, e.key);
    EXPECT_EQ(cache[e.slot].count, 0);
    EXPECT_EQ(cache[e.slot].ended_count, 4);
  }
  EXPECT_EQ(step({{near, on}}), (Changes{{near, PairChange::persist}}));  // p was only near: it leaves silently
  EXPECT_EQ(step({{q, on}, {near, on}}), (Changes{{q, PairChange::begin}, {near, PairChange::persist}}));
  EXPECT_EQ(cache.age(cache.find(q)->points[0]), 0u);  // nothing remembered
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
    cache.touch({1, 2});  // twice counts as once
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
  std::vector<PairName> keys;
  std::vector<std::uint32_t> slots;
  void choose(Random& random) {
    keys.clear();
    for (std::uint64_t i = 0; i < 1000; ++i) {
      if (random.below(10) > 0) keys.push_back({i, i + 1 + static_cast<std::uint64_t>(random.below(2))});
    }
  }
  Manifold<double> manifold(std::size_t i, int step) const {
    const auto phase = static_cast<double>((keys[i].a * 7 + static_cast<std::uint64_t>(step)) % 11);
    Manifold<double> m = square;  // without a temporary vector: allocations are counted
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
      for (const PairName& key : churn.keys) churn.slots.push_back(cache->touch(key));
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
        ASSERT_EQ(p.points[k].began, q.points[k].began);
        ASSERT_EQ(p.points[k].data.normal, q.points[k].data.normal);
      }
    }
  }
}

/// Compared with a slow and simple record of which pair touched when.
TEST(ContactCache, EventsAgreeWithAModel) {
  Random random(8);
  Cache cache;
  Churn churn;
  std::map<PairName, bool> touching_before;
  std::size_t seen = 0;
  for (int step = 0; step < 100; ++step) {
    churn.choose(random);
    std::map<PairName, bool> touching;
    cache.begin_step();
    for (std::size_t i = 0; i < churn.keys.size(); ++i) {
      const Manifold<double> m = churn.manifold(i, step);
      touching[churn.keys[i]] = m.count > 0;
      cache.update(cache.touch(churn.keys[i]), m, {}, {}, 1);
    }
    std::map<PairName, PairChange> expected;
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
