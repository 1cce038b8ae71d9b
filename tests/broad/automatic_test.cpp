// SPDX-License-Identifier: MIT
/// Automatic chooses as documented, changes its method while boxes are added, removed and moved, and is always right.
#include <tactus/broad/automatic.h>

#include <gtest/gtest.h>
#include <tests/broad/duel.h>

namespace tactus {
namespace {

using namespace testing;
using broad::MethodName;
using broad::Population;

TEST(AutomaticTest, ChoosesByCountShareAndSpread) {
  using enum MethodName;
  const auto choice = [](std::size_t boxes, double leaving, int octaves, MethodName current) {
    return broad::choose({.boxes = boxes, .leaving = leaving, .octaves = octaves}, current);
  };
  for (const MethodName current : {brute_force, aabb_tree, grid}) {
    EXPECT_EQ(choice(48, 1, 1, current), brute_force);
    EXPECT_EQ(choice(49, 0, 1, current), aabb_tree);
    EXPECT_EQ(choice(49, 0.3, 1, current), grid);
    EXPECT_EQ(choice(49, 0.3, 6, current), aabb_tree) << "a grid would need six levels";
    EXPECT_EQ(choice(49, 1, 6, current), grid);
  }
  EXPECT_EQ(choice(1000, 0.15, 1, grid), grid) << "at the border nothing changes";
  EXPECT_EQ(choice(1000, 0.15, 1, aabb_tree), aabb_tree);
  EXPECT_EQ(choice(1000, 0.15, 1, brute_force), aabb_tree);
}

TEST(AutomaticTest, CountsOctavesOfSizes) {
  const auto octaves = [](std::vector<double> sizes) {
    broad::BoxStore<double> store;
    for (const double size : sizes) store.insert({{-3, 0, 0}, {-3 + size, size / 2, 0}}, {});
    return broad::count_octaves(store);
  };
  EXPECT_EQ(octaves({1}), 1);
  EXPECT_EQ(octaves({0.9, 1, 1.1, 1.3, 1.5}), 1) << "cut where it gives the fewest";
  EXPECT_EQ(octaves({1, 1, 1, 1000}), 2) << "empty octaves do not count";
  EXPECT_EQ(octaves({0, 1}), 2);
  EXPECT_EQ(octaves({1, 2, 4, 8, 16}), 5);
  EXPECT_EQ(octaves({1e-300, 1e300}), 2);
}

/// Boxes that are added, removed, and moved at a speed relative to their size; the oracle does the same.
template <class T> struct Crowded {
  Duel<Automatic<T>> duel;
  Random random{11};
  std::vector<MethodName> history;

  void add(int count, double octaves) {
    for (int i = 0; i < count; ++i) {
      const double size = std::exp2(random.uniform(0, octaves));
      const Vec3<double> low{random.uniform(0, 12), random.uniform(0, 12), random.uniform(0, 12)};
      duel.insert(Aabb<double>{low, low + Vec3<double>{size, size, size}}.template cast<T>(), {});
    }
  }
  void remove(std::size_t count) {
    for (; count > 0; --count) {
      duel.broad_phase.remove(duel.oracle.entries.back().id);
      duel.oracle.entries.pop_back();
    }
  }
  /// All boxes move in each frame; half of the frames are compared through events, half through pairs.
  void frames(int count, double speed) {
    for (int f = 0; f < count; ++f) {
      for (auto& entry : duel.oracle.entries) {
        const T size = entry.box.max.x - entry.box.min.x;
        const Vec3<T> d = random.direction().template cast<T>() * (T(speed) * size);
        entry.box = {entry.box.min + d, entry.box.max + d};
        duel.broad_phase.update(entry.id, entry.box);
      }
      duel.compare_query({{3, 3, 3}, {6, 6, 6}});  // with everything pending
      f % 2 == 0 ? duel.compare_events() : duel.compare_pairs();
      duel.compare_query({{3, 3, 3}, {6, 6, 6}});
      const MethodName now = duel.broad_phase.method().name();
      if (history.empty() || history.back() != now) history.push_back(now);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
};

template <class T> class AutomaticOverTime : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(AutomaticOverTime, Scalars);

TYPED_TEST(AutomaticOverTime, IsRightWhileItChangesItsMethod) {
  Crowded<TypeParam> crowd;
  crowd.add(40, 0.2);
  crowd.frames(8, 0.01);
  crowd.add(160, 0.2);
  crowd.frames(40, 0.01);
  crowd.frames(72, 2);  // nearly all leave their skins in every frame
  crowd.frames(104, 0.01);
  EXPECT_EQ(crowd.duel.broad_phase.method().population().octaves, 1);
  crowd.frames(72, 0.17);
  crowd.remove(100);  // they are replaced by boxes of other sizes: at the same speed the grid is no longer worth it
  crowd.add(100, 5);
  crowd.frames(72, 0.17);
  EXPECT_GE(crowd.duel.broad_phase.method().population().octaves, 5);
  crowd.remove(170);
  crowd.frames(4, 0.17);
  if (this->HasFatalFailure()) return;
  using enum MethodName;
  EXPECT_EQ(crowd.history,
            (std::vector<MethodName>{brute_force, aabb_tree, grid, aabb_tree, grid, aabb_tree, brute_force}));
  EXPECT_GT(crowd.duel.ended, 1000u);
}

}  // namespace
}  // namespace tactus
