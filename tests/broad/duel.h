// SPDX-License-Identifier: MIT
#pragma once
/// A broad phase compared with an oracle: the same calls, and both results for pairs, events and queries.
#include <tactus/broad/broad_phase.h>

#include <gtest/gtest.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <set>

namespace tactus::testing {

/// The oracle: just a list. It shares no code with the library beyond the structs.
template <class T> struct Oracle {
  struct Entry {
    BoxId id;
    Aabb<T> box;
    Filter filter;
  };
  std::vector<Entry> entries;

  static bool meet(const Aabb<T>& a, const Aabb<T>& b) {
    for (int k = 0; k < 3; ++k)
      if (a.max[k] < b.min[k] || b.max[k] < a.min[k]) return false;
    return true;
  }
  std::vector<BoxPair> pairs(bool (*predicate)(BoxId, BoxId) = nullptr) const {
    std::vector<BoxPair> all;
    for (const Entry& a : entries)
      for (const Entry& b : entries) {
        if (!(a.id.slot < b.id.slot) || !meet(a.box, b.box)) continue;
        if ((a.filter.groups & b.filter.mask) == 0 || (b.filter.groups & a.filter.mask) == 0) continue;
        if (predicate == nullptr || predicate(a.id, b.id)) all.push_back({a.id, b.id});
      }
    std::sort(all.begin(), all.end(), by_slots);
    return all;
  }
  static bool by_slots(const BoxPair& p, const BoxPair& q) {
    return std::pair(p.a.slot, p.b.slot) < std::pair(q.a.slot, q.b.slot);
  }
  std::set<BoxId> query(const Aabb<T>& box) const {
    std::set<BoxId> hits;
    for (const Entry& e : entries)
      if (meet(e.box, box)) hits.insert(e.id);
    return hits;
  }
};

/// Kinds of crowds that methods find hard.
enum class Crowd { lattice, loose, mixed_sizes, flat_and_points, far_away, huge, identical };
constexpr Crowd crowds[] = {Crowd::lattice,  Crowd::loose, Crowd::mixed_sizes, Crowd::flat_and_points,
                            Crowd::far_away, Crowd::huge,  Crowd::identical};

template <class T> Aabb<T> random_box(Random& random, Crowd crowd) {
  Aabb<T> box;
  for (int k = 0; k < 3; ++k) {
    double low = random.uniform(-4, 4), side = random.uniform(0.2, 1.5);
    switch (crowd) {
      case Crowd::lattice:
        low = random.below(9) - 4, side = random.below(3);
        break;  // full of ties, touches, duplicates
      case Crowd::loose: low *= 3; break;
      case Crowd::mixed_sizes: side = std::exp2(random.uniform(-20, 3)); break;
      case Crowd::flat_and_points: side = random.below(2) == 0 ? 0 : side; break;
      case Crowd::far_away: low += 1e5; break;
      case Crowd::huge: low *= random.below(2) == 0 ? 1e36 : 1, side *= random.below(3) == 0 ? 1e37 : 1; break;
      case Crowd::identical: low = random.below(20) == 0 ? 1 : 0, side = 1; break;
    }
    box.min[k] = T(low), box.max[k] = T(low + side);
  }
  return box;
}

/// Do the points origin + t·direction, 0 ≤ t ≤ max_t, touch the box? In long double, whose range contains every
/// difference here; the box and max_t are enlarged by this fraction of their numbers.
template <class T>
bool ray_touches(const Vec3<T>& origin, const Vec3<T>& direction, T max_t, const Aabb<T>& box, long double widened) {
  long double enter = 0, leave = static_cast<long double>(max_t) * (1 + widened);
  for (int i = 0; i < 3; ++i) {
    const long double o = origin[i], d = direction[i], min = box.min[i], max = box.max[i];
    const long double slack = std::max({std::abs(o), std::abs(min), std::abs(max)}) * widened;
    const long double low = min - slack - o, high = max + slack - o;
    if (d == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    enter = std::max(enter, std::min(low / d, high / d));
    leave = std::min(leave, std::max(low / d, high / d));
  }
  return enter <= leave;
}

template <class T> bool same(std::span<const BoxPair> a, std::vector<BoxPair> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

inline bool no_neighbours(BoxId a, BoxId b) { return a.slot + 1 != b.slot; }

/// A broad phase together with the oracle.
template <class B> struct Duel {
  using T = typename B::scalar;
  B broad_phase;
  Oracle<T> oracle;
  std::vector<BoxPair> reported;
  std::set<BoxId> ids_ever;
  bool (*predicate)(BoxId, BoxId) = nullptr;
  std::size_t begun = 0, ended = 0;

  void note(BoxId id, const Aabb<T>& box, Filter filter) {
    ASSERT_TRUE(ids_ever.insert(id).second) << id << " was given out twice";
    oracle.entries.push_back({id, box, filter});
  }
  void insert(const Aabb<T>& box, Filter filter) { note(broad_phase.insert(box, filter), box, filter); }

  void change(Random& random, Crowd crowd) {
    const Filter filter{1u << random.below(3), ~(1u << random.below(5))};
    const int action = random.below(20);
    if (oracle.entries.empty() || action < 5) return insert(random_box<T>(random, crowd), filter);
    const auto which = static_cast<std::size_t>(random.below(static_cast<int>(oracle.entries.size())));
    auto& entry = oracle.entries[which];
    if (action < 9) {
      entry.box = random_box<T>(random, crowd);
      broad_phase.update(entry.id, entry.box);
    } else if (action < 15) {  // a small step, as in a simulation
      const Vec3<T> step = (random.direction() * 0.05).template cast<T>();
      entry.box = {entry.box.min + step, entry.box.max + step};
      broad_phase.update(entry.id, entry.box);
    } else if (action < 16) {
      entry.filter = filter;
      broad_phase.set_filter(entry.id, filter);
    } else {
      broad_phase.remove(entry.id);
      EXPECT_FALSE(broad_phase.alive(entry.id));
      oracle.entries.erase(oracle.entries.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }

  void compare_pairs() {
    std::vector<BoxPair> pairs;
    broad_phase.for_each_pair([&](BoxId a, BoxId b) { pairs.push_back({a, b}); });
    ASSERT_TRUE(same<T>(pairs, oracle.pairs(predicate))) << pairs.size() << " and " << oracle.pairs(predicate).size();
  }

  /// The begun and ended pairs of step() are the difference of the pairs.
  void compare_events() {
    const std::vector<BoxPair> now = oracle.pairs(predicate);
    const auto less = [](const BoxPair& p, const BoxPair& q) {  // by slots first: all lists are sorted that way
      return Oracle<T>::by_slots(p, q) || (!Oracle<T>::by_slots(q, p) && p < q);
    };
    std::vector<BoxPair> began, gone;
    std::set_difference(now.begin(), now.end(), reported.begin(), reported.end(), std::back_inserter(began), less);
    std::set_difference(reported.begin(), reported.end(), now.begin(), now.end(), std::back_inserter(gone), less);
    const PairChanges changes = broad_phase.step();
    ASSERT_TRUE(same<T>(changes.began, began)) << changes.began.size() << " and " << began.size();
    ASSERT_TRUE(same<T>(changes.ended, gone)) << changes.ended.size() << " and " << gone.size();
    begun += began.size(), ended += gone.size();
    reported = now;
    ASSERT_EQ(begun - ended, now.size());
  }

  void compare_query(const Aabb<T>& box) {
    std::set<BoxId> hits;
    broad_phase.query(box, [&](BoxId id) { EXPECT_TRUE(hits.insert(id).second) << id << " came twice"; });
    ASSERT_EQ(hits, oracle.query(box));
  }
};

}  // namespace tactus::testing
