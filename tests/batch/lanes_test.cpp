// SPDX-License-Identifier: MIT
// Which pairs lanes answer: what docs/guide/batches.md says, by the counts of the summary.
#include <tests/batch/all_fields.h>
#include <tests/batch/batch_scene.h>
#include <tests/batch/tripwire.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tactus::testing {
namespace {

template <class T> class BatchLanes : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BatchLanes, Scalars);

bool have_lanes() { return std::string(batch::target()) != "none"; }

/// Closed forms measure overlaps, too; for the other pairs the single query does that.
bool has_closed_form(BatchKind a, BatchKind b) {
  const auto either = [&](BatchKind k) { return a == k || b == k; };
  const auto both_among = [&](BatchKind k, BatchKind l) { return (a == k || a == l) && (b == k || b == l); };
  return either(BatchKind::half_space) || both_among(BatchKind::sphere, BatchKind::capsule) ||
         (either(BatchKind::sphere) && either(BatchKind::box));
}

TYPED_TEST(BatchLanes, AnswerThePairsThatTheGuideLists) {
  using T = TypeParam;
  if (!have_lanes()) GTEST_SKIP() << "built without Highway";
  const auto pairs = static_cast<std::size_t>(test_size(2000));
  for (int i = 0; i < batch_kinds; ++i)
    for (int j = 0; j < batch_kinds; ++j) {
      const BatchKind a = BatchKind(i), b = BatchKind(j);
      const BatchScene<T> s(std::uint64_t(600 + 100 * i + j), {a}, {b}, pairs);
      AllFields<T> all(pairs);
      std::vector<std::uint8_t> touching(pairs);
      const auto one_by_one = batch::one_by_one(pairs);
      const batch::Summary yes = batch::intersects(s.a(), s.b(), one_by_one, batch::Answers<T>{.touching = touching});
      const batch::Summary apart = batch::distance(s.a(), s.b(), one_by_one, all.answers());
      const batch::Summary deep = batch::contact(s.a(), s.b(), one_by_one, all.answers());
      for (const batch::Summary& x : {yes, apart, deep}) EXPECT_EQ(x.in_lanes + x.one_by_one, pairs);
      const bool none = a == BatchKind::frustum || b == BatchKind::frustum || (a == b && a == BatchKind::half_space);
      if (none) {
        for (const batch::Summary& x : {yes, apart, deep}) EXPECT_EQ(x.in_lanes, 0u) << name(a) << ' ' << name(b);
        continue;
      }
      const auto gaps = static_cast<std::size_t>(std::count(all.status.begin(), all.status.end(), Status::separated));
      EXPECT_GE(yes.in_lanes, pairs * 19 / 20) << name(a) << ' ' << name(b) << ": " << yes;
      EXPECT_GE(apart.in_lanes, pairs * 19 / 20) << name(a) << ' ' << name(b) << ": " << apart;
      // Of the gaps that need GJK, between 81 and 100 % were counted (cones against cones the least): at least as many,
      // less four standard deviations of a random sample.
      const double expected = 0.81 * static_cast<double>(gaps), least = expected - 4 * std::sqrt(0.19 * expected);
      EXPECT_GE(static_cast<double>(deep.in_lanes), has_closed_form(a, b) ? 0.95 * static_cast<double>(pairs) : least)
          << name(a) << ' ' << name(b) << ": " << deep << ", " << gaps << " gaps";
    }
}

/// A hull of more than 64 vertices has no lanes: the answers are those of the single query, bit by bit.
TYPED_TEST(BatchLanes, LeaveLargeHullsToTheSingleQuery) {
  using T = TypeParam;
  Random random(41);
  std::vector<Shape<T>> large, others;
  for (int i = 0; i < 6; ++i) {
    large.push_back(random_hull(random, 65 + 20 * i).template cast<T>());
    ASSERT_GT(large.back().template get_if<Hull<T>>()->vertex_count(), 64u);
    others.push_back(random_of(random, BatchKind(2 * i % batch_kinds)).template cast<T>());
  }
  std::vector<Pose<T>> at_a, at_b;
  std::vector<std::uint32_t> of_a, of_b;
  for (std::uint32_t k = 0; k < 600; ++k) {
    const Pose<double> a = random.pose(1), b = random.pose(3);
    at_a.push_back(a.cast<T>()), at_b.push_back(b.cast<T>()), of_a.push_back(k % 6), of_b.push_back(k / 6 % 6);
  }
  std::vector<Contact<T>> apart(600), deep(600);
  std::vector<std::uint8_t> touching(600);
  const batch::Placed<T> a{large, of_a, std::span<const Pose<T>>(at_a)},
      b{others, of_b, std::span<const Pose<T>>(at_b)};
  const auto pairs = batch::one_by_one(600);
  batch::Summary sum = batch::distance(a, b, pairs, batch::Answers<T>{.contact = apart});
  sum += batch::contact(a, b, pairs, batch::Answers<T>{.contact = deep});
  sum += batch::intersects(a, b, pairs, batch::Answers<T>{.touching = touching});
  EXPECT_EQ(sum.in_lanes, 0u);
  EXPECT_EQ(sum.one_by_one, 1800u);
  std::size_t hits = 0;
  for (std::size_t k = 0; k < 600; ++k) {
    const Shape<T>&x = large[of_a[k]], &y = others[of_b[k]];
    const auto same = [](const Contact<T>& found, const Contact<T>& c) {
      return found.status == c.status && found.distance == c.distance && found.lower == c.lower &&
             found.upper == c.upper && found.normal == c.normal && found.point_a == c.point_a &&
             found.point_b == c.point_b && found.feature_a == c.feature_a && found.feature_b == c.feature_b;
    };
    EXPECT_TRUE(same(apart[k], distance(x, at_a[k], y, at_b[k]))) << reproducer(x, at_a[k], y, at_b[k]);
    EXPECT_TRUE(same(deep[k], contact(x, at_a[k], y, at_b[k]))) << reproducer(x, at_a[k], y, at_b[k]);
    EXPECT_EQ(touching[k] == 1, intersects(x, at_a[k], y, at_b[k]));
    hits += touching[k];
  }
  EXPECT_GT(hits, 60u);
  EXPECT_LT(hits, 540u);
}

/// The pair in the middle of the second chunk of 1024 requests the stop: that chunk is finished, and the others are
/// `invalid`.
TYPED_TEST(BatchLanes, AStopDuringTheRunKeepsWhatIsDone) {
  using T = TypeParam;
  BatchScene<T> s(42, {BatchKind::box, BatchKind::sphere}, {BatchKind::hull_8}, 5000);
  const auto wire = std::make_shared<Wire>();
  s.shape_of_a[1500] = static_cast<std::uint32_t>(s.shapes_a.size());
  s.shapes_a.push_back(Tripwire<T>{wire});
  s.poses_a[1500] = s.poses_b[1500];
  AllFields<T> all(5000), some(5000);
  const auto pairs = batch::one_by_one(5000);
  EXPECT_FALSE(batch::contact(s.a(), s.b(), pairs, all.answers()).stopped);
  const batch::Summary summary = batch::contact(s.a(), s.b(), pairs, some.answers(), {.stop = wire->arm()});
  EXPECT_TRUE(summary.stopped);
  EXPECT_EQ(summary.invalid, 5000u - 2048u);
  for (std::size_t k = 0; k < 5000; ++k)
    if (k < 2048) {
      EXPECT_EQ(some.distance[k], all.distance[k]) << k;
    } else {
      EXPECT_EQ(some.status[k], Status::invalid) << k;
    }
}

}  // namespace
}  // namespace tactus::testing
