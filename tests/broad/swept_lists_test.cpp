// SPDX-License-Identifier: MIT
/// The lists of sweep and prune alone: as ends pass each other, exactly the pairs that begin and end are reported.
#include <tactus/broad/swept_lists.h>

#include <gtest/gtest.h>
#include <tests/broad/duel.h>

#include <cmath>

namespace tactus::broad {
namespace {

using Keys = std::vector<PairKey>;

/// The lists, compared with a test of all pairs of their boxes.
struct Beside {
  SweptLists lists;
  std::vector<FatBox> fats;
  Keys known;

  Keys all_pairs() const {
    Keys keys;
    for (Slot i = 0; i < fats.size(); ++i)
      for (Slot j = i + 1; j < fats.size(); ++j)
        if (!fats[i].empty() && !fats[j].empty() && testing::Oracle<float>::meet(fats[i], fats[j]))
          keys.push_back(make_key(i, j));
    return keys;
  }

  /// Returns the pairs that begin and those that end, which must be the difference of all pairs. Those of removed boxes
  /// end without a report.
  std::pair<Keys, Keys> update(const std::vector<Slot>& removed, const std::vector<Slot>& changed) {
    Keys before, begun, ended, told;
    for (const PairKey key : known) {
      const auto gone = [&](Slot slot) { return std::count(removed.begin(), removed.end(), slot) != 0; };
      if (!gone(first(key)) && !gone(second(key))) before.push_back(key);
    }
    known = all_pairs();
    std::set_difference(known.begin(), known.end(), before.begin(), before.end(), std::back_inserter(begun));
    std::set_difference(before.begin(), before.end(), known.begin(), known.end(), std::back_inserter(ended));
    lists.update(fats, removed, changed);
    std::vector<std::uint8_t> marked(fats.size(), 0);
    for (const Slot slot : changed) marked[slot] = 1;
    lists.find(fats, changed, marked, told);
    EXPECT_EQ(told, begun);
    EXPECT_EQ(Keys(lists.ended().begin(), lists.ended().end()), ended);
    return {begun, ended};
  }
};

TEST(SweptListsTest, TellExactlyWhatBeginsAndEnds) {
  const int count = 200;
  std::size_t begun = 0, ended = 0;
  for (const testing::Crowd crowd : testing::crowds) {
    testing::Random random(50 + static_cast<std::uint64_t>(crowd));
    Beside all;
    std::vector<Slot> everyone;
    for (Slot slot = 0; slot < count; ++slot) {
      all.fats.push_back(testing::random_box<float>(random, crowd));
      everyone.push_back(slot);
    }
    all.update({}, everyone);
    for (int step = 0; step < 60; ++step) {
      // Few (end by end) or many (merged) move, a little or to random places; some are new, or removed, or removed and
      // back.
      std::vector<Slot> changed, removed;
      const int one_in = step % 2 == 0 ? 80 : 3;
      for (const Slot slot : everyone) {
        if (random.below(one_in) != 0) continue;
        FatBox& box = all.fats[slot];
        const int fate = random.below(12);
        if (!box.empty() && fate < 2) removed.push_back(slot);
        const Vec3<float> way = (random.direction() * 0.3).cast<float>();
        const bool nearby = !box.empty() && fate > 6 && crowd != testing::Crowd::lattice;
        box = fate == 0 ? FatBox{}
              : nearby  ? FatBox{box.min + way, box.max + way}
                        : testing::random_box<float>(random, crowd);
        if (fate != 0) changed.push_back(slot);
      }
      const auto [some_begun, some_ended] = all.update(removed, changed);
      begun += some_begun.size(), ended += some_ended.size();
      if (HasFailure()) FAIL() << "crowd " << static_cast<int>(crowd) << ", step " << step;
    }
  }
  EXPECT_GT(begun, 10'000u);
  EXPECT_GT(ended, 10'000u);
}

TEST(SweptListsTest, TouchingCountsWhicheverEndMovesAndFromWhere) {
  // Enough other boxes far away that one box is "few"; with `many`, all of them count as moved, by nothing.
  for (const bool many : {false, true})
    for (int axis = 0; axis < 3; ++axis)
      for (const float touch : {0.0F, 1.0F, -3.0F}) {
        Beside all;
        std::vector<Slot> everyone, moved = {0};
        for (Slot slot = 0; slot < 100; ++slot) {
          const auto far = static_cast<float>(10 * slot);
          all.fats.push_back({{far, far, far}, {far + 1, far + 1, far + 1}});
          everyone.push_back(slot);
        }
        const Vec3<float> side{1, 1, 1};
        Vec3<float> corner{};
        corner[axis] = touch;
        all.fats[1] = {corner, corner + side};  // its lower end is where the upper end of the other will be
        Vec3<float> low{};
        low[axis] = touch - 1;
        const FatBox touching{low, low + side};
        ASSERT_EQ(touching.max[axis], touch);
        FatBox apart = touching, inside = touching;
        apart.max[axis] = std::nextafter(touch, -10.0F);
        inside.max[axis] = std::nextafter(touch, 10.0F);
        all.fats[0] = apart;
        all.update({}, everyone);
        const Keys none, one = {make_key(0, 1)};
        const auto go_to = [&](const FatBox& box) {
          all.fats[0] = box;
          return all.update({}, many ? everyone : moved);
        };
        EXPECT_EQ(go_to(touching), std::pair(one, none)) << "from apart to touching begins";
        EXPECT_EQ(go_to(inside), std::pair(none, none));
        EXPECT_EQ(go_to(touching), std::pair(none, none)) << "from overlapping to touching does not end";
        if (touch == 0) {
          FatBox signed_zero = touching;
          signed_zero.max[axis] = -0.0F;
          EXPECT_EQ(go_to(signed_zero), std::pair(none, none)) << "-0 is 0";
          EXPECT_EQ(go_to(touching), std::pair(none, none));
        }
        EXPECT_EQ(go_to(apart), std::pair(none, one)) << "from touching to apart ends";
        EXPECT_EQ(go_to(inside), std::pair(one, none));
        EXPECT_EQ(go_to(apart), std::pair(none, one));
      }
}

/// Both boxes move, and the order decides which end passes which: the pair is still reported once.
TEST(SweptListsTest, TwoThatMoveAtOnce) {
  for (const bool swapped : {false, true}) {
    Beside all;
    for (Slot slot = 0; slot < 100; ++slot) {
      const auto far = static_cast<float>(10 * slot);
      all.fats.push_back({{far, 0, 0}, {far + 1, 1, 1}});
    }
    std::vector<Slot> everyone;
    for (Slot slot = 0; slot < 100; ++slot) everyone.push_back(slot);
    all.update({}, everyone);
    const Slot a = swapped ? 1 : 0, b = swapped ? 0 : 1;
    const auto at = [&](float xa, float xb) {
      all.fats[a] = {{xa, 0, 0}, {xa + 1, 1, 1}}, all.fats[b] = {{xb, 0, 0}, {xb + 1, 1, 1}};
      return all.update({}, {0, 1});
    };
    const Keys none, one = {make_key(0, 1)};
    at(-20, -40);
    EXPECT_EQ(at(-30, -30.5F), std::pair(one, none)) << "they meet halfway";
    EXPECT_EQ(at(-25, -25.5F), std::pair(none, none)) << "they leave together, and pass each other's old places";
    EXPECT_EQ(at(-25.5F, -25), std::pair(none, none)) << "they change places";
    EXPECT_EQ(at(-22, -28), std::pair(none, one)) << "they part";
    EXPECT_EQ(at(-28, -22), std::pair(none, none)) << "they go past each other";
  }
}

TEST(CoarseBoxTest, OverlappingBoxesAreNeverCalledApart) {
  int overlapping = 0, apart = 0, told_apart = 0;
  for (const testing::Crowd crowd : testing::crowds) {
    testing::Random random(static_cast<std::uint64_t>(crowd));
    for (int k = 0; k < 3000; ++k) {
      FatBox a = testing::random_box<float>(random, crowd), b = testing::random_box<float>(random, crowd);
      if (k % 3 == 0) b.min[k % 2] = a.max[k % 2], b.max = max(b.min, b.max);  // touching
      const bool may = may_overlap(CoarseBox(a), CoarseBox(b).mirrored());
      EXPECT_EQ(may, may_overlap(CoarseBox(b), CoarseBox(a).mirrored()));
      if (testing::Oracle<float>::meet(a, b)) {
        EXPECT_TRUE(may) << a << ' ' << b;
        ++overlapping;
      } else {
        ++apart, told_apart += may ? 0 : 1;
      }
    }
  }
  const FatBox below{{-1, -1, -1}, {-0.0F, 0, 0}}, above{{0.0F, 0, 0}, {1, 1, 1}};
  EXPECT_TRUE(may_overlap(CoarseBox(below), CoarseBox(above).mirrored()));
  EXPECT_GT(overlapping, 3000);
  EXPECT_GT(apart, 3000);
  EXPECT_GT(told_apart, apart * 3 / 4) << "it is there to tell boxes apart";
}

}  // namespace
}  // namespace tactus::broad
