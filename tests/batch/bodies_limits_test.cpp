// SPDX-License-Identifier: MIT
// Configurations where something is amiss, or where the fast way does not apply: bad poses, stops, drifted rotations, a
// scene without a grid; and what is allocated.
#include <tests/batch/tripwire.h>
#include <tests/batch/workcell.h>
#include <tests/contact/allocation_count.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus::testing {
namespace {

template <class T> class BatchBodiesLimits : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BatchBodiesLimits, Scalars);

TYPED_TEST(BatchBodiesLimits, NothingIsAllocatedPerConfiguration) {
  using T = TypeParam;
  const std::size_t many = across_groups();
  const Workcell<T> cell(21, many);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> touching(many);
  std::vector<batch::NearestPair<T>> nearest(many);
  const auto allocations = [&](std::size_t count, bool distance) {
    const auto poses = std::span<const Pose<T>>(cell.poses).first(count * cell.links);
    const std::size_t before = allocation_count();
    if (distance)
      bodies.least_distance(poses, std::span(nearest).first(count));
    else
      bodies.any_contact(poses, std::span(touching).first(count));
    return allocation_count() - before;
  };
  for (const bool distance : {false, true}) {
    allocations(many, distance);  // a thread keeps its memory from call to call
    const std::size_t of_few = allocations(60, distance);
    EXPECT_GE(of_few, 1u) << distance;  // of the whole call: they are counted
    EXPECT_LE(of_few, 4u) << distance;
    EXPECT_EQ(allocations(120, distance), of_few) << distance;
    EXPECT_EQ(allocations(many, distance), of_few) << distance;
  }
}

/// Answers of any_contact where the tree has to answer, against the single query asked about every pair.
template <class T> void expect_right(const Workcell<T>& cell, const std::vector<std::uint8_t>& touching) {
  std::size_t hits = 0;
  for (std::size_t c = 0; c < touching.size(); ++c) {
    T least = infinity<T>;
    cell.for_each_pair(c, [&](const batch::BodyPair&, const Contact<T>& x) { least = min(least, x.distance); });
    if (abs(least) > T(1e-4)) {
      EXPECT_EQ(touching[c], least < T(0)) << c << ": " << least;
    }
    hits += touching[c];
  }
  EXPECT_GT(hits, touching.size() / 10);
  EXPECT_LT(hits, touching.size());
}

/// An obstacle so far away that lengths leave the range of lanes: there is no grid, and the tree answers.
TYPED_TEST(BatchBodiesLimits, WithoutAGridTheTreeAnswers) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(200));
  Workcell<T> cell(22, count);
  const batch::Bodies<T> near = cell.bodies();
  const T far = sizeof(T) == 4 ? T(3e6) : T(1e71);
  cell.obstacles.push_back({Sphere<T>{T(1)}, translation(far, T(0), T(0))});
  std::vector<std::uint8_t> touching(count, 0xee), with_grid(count, 0xee);
  const batch::Summary by_tree = cell.bodies().any_contact(cell.poses, touching);
  const batch::Summary by_grid = near.any_contact(cell.poses, with_grid);
  EXPECT_EQ(touching, with_grid);
  // The tree asks about each pair whose balls meet; the grid proves most of them.
  EXPECT_NE(by_tree.in_lanes + by_tree.one_by_one, by_grid.in_lanes + by_grid.one_by_one);
  cell.obstacles.pop_back();
  expect_right(cell, touching);
}

/// Rotations that are off by more than rounding, but valid: lanes leave these configurations to the tree.
TYPED_TEST(BatchBodiesLimits, DriftedRotationsAreAnsweredByTheTree) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(200));
  Workcell<T> cell(23, count);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> touching(count, 0xee);
  const batch::Summary exact = bodies.any_contact(cell.poses, touching);
  for (std::size_t i = 0; i < cell.poses.size(); i += cell.links + 1)
    cell.poses[i].rotation = cell.poses[i].rotation * (T(1) + rotation_tolerance<T> / T(4));
  const batch::Summary drifted = bodies.any_contact(cell.poses, touching);
  EXPECT_EQ(drifted.invalid, 0u);
  EXPECT_GT(drifted.one_by_one, exact.one_by_one);
  expect_right(cell, touching);
}

TYPED_TEST(BatchBodiesLimits, WithinListsAnInvalidConfigurationOnce) {
  using T = TypeParam;
  Workcell<T> cell(24, 300);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<batch::NearPair<T>> before, after;
  bodies.within(cell.poses, T(0.3), before);
  const auto is_bad = [](std::size_t c) { return c == 17 || c == 128 || c == 299; };
  cell.poses[17 * cell.links + 2].translation.y = std::numeric_limits<T>::quiet_NaN();
  cell.poses[128 * cell.links].rotation(0, 0) = T(3);
  cell.poses[299 * cell.links + 3].translation.x = infinity<T>;
  EXPECT_EQ(bodies.within(cell.poses, T(0.3), after).invalid, 3u);
  std::erase_if(before, [&](const auto& n) { return is_bad(n.configuration); });
  std::size_t invalid = 0;
  for (const auto& n : after) {
    EXPECT_EQ(n.contact.status == Status::invalid, is_bad(n.configuration)) << n.configuration;
    invalid += n.contact.status == Status::invalid;
  }
  EXPECT_EQ(invalid, 3u);
  const auto order = [](const auto& x, const auto& y) { return x.configuration < y.configuration; };
  EXPECT_TRUE(std::is_sorted(after.begin(), after.end(), order));
  std::erase_if(after, [](const auto& n) { return n.contact.status == Status::invalid; });
  ASSERT_EQ(after.size(), before.size());
  ASSERT_GT(after.size(), 100u);
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].configuration, before[i].configuration);
    EXPECT_EQ(after[i].pair, before[i].pair);
    EXPECT_EQ(after[i].contact.distance, before[i].contact.distance);
  }
}

TYPED_TEST(BatchBodiesLimits, AStopBeforeTheStartListsEverythingAsInvalid) {
  using T = TypeParam;
  const Workcell<T> cell(25, 300);
  std::stop_source source;
  source.request_stop();
  std::vector<batch::NearPair<T>> found;
  EXPECT_TRUE(cell.bodies().within(cell.poses, T(0.3), found, {.stop = source.get_token()}).stopped);
  ASSERT_EQ(found.size(), 300u);
  for (std::size_t c = 0; c < 300; ++c) {
    EXPECT_EQ(found[c].configuration, c);
    EXPECT_EQ(found[c].contact.status, Status::invalid);
  }
}

/// A shape that requests the stop as soon as a query asks for it: what was answered before is as without a stop, and
/// the rest is as if nothing were known.
TYPED_TEST(BatchBodiesLimits, AStopDuringTheRunKeepsWhatIsDone) {
  using T = TypeParam;
  const std::size_t count = across_groups();
  const auto wire = std::make_shared<Wire>();
  Workcell<T> cell(26, count);
  cell.obstacles.push_back({Tripwire<T>{wire}, translation(T(2), T(0), T(0))});
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> all(count, 0xee), some(count, 0xee);
  std::vector<batch::NearestPair<T>> all_nearest(count), some_nearest(count);
  bodies.any_contact(cell.poses, all);
  bodies.least_distance(cell.poses, all_nearest);
  std::vector<batch::NearPair<T>> all_near, some_near;
  bodies.within(cell.poses, T(0.1), all_near);

  EXPECT_TRUE(bodies.any_contact(cell.poses, some, {.stop = wire->arm()}).stopped);
  const auto left = std::mismatch(all.begin(), all.end(), some.begin()).first - all.begin();
  EXPECT_GE(left, 1024);  // the first group trips the wire, and is finished
  EXPECT_EQ(std::vector(some.begin() + 1024, some.end()), std::vector<std::uint8_t>(count - 1024, 1));

  EXPECT_TRUE(bodies.least_distance(cell.poses, some_nearest, {.stop = wire->arm()}).stopped);
  EXPECT_TRUE(bodies.within(cell.poses, T(0.1), some_near, {.stop = wire->arm()}).stopped);
  for (std::size_t c = 0; c < count; ++c) {
    if (c < 128) {
      EXPECT_EQ(some_nearest[c].contact.distance, all_nearest[c].contact.distance) << c;
    } else {
      EXPECT_EQ(some_nearest[c].contact.status, Status::invalid) << c;
    }
  }
  const auto beyond = [](const auto& n) { return n.configuration >= 128; };
  const auto end = std::find_if(all_near.begin(), all_near.end(), beyond);
  const auto done = static_cast<std::size_t>(end - all_near.begin());
  ASSERT_EQ(some_near.size(), done + count - 128);
  EXPECT_GT(done, 20u);
  for (std::size_t i = 0; i < done; ++i) EXPECT_EQ(some_near[i].contact.distance, all_near[i].contact.distance) << i;
  for (std::size_t i = done; i < some_near.size(); ++i) EXPECT_EQ(some_near[i].contact.status, Status::invalid) << i;
}

}  // namespace
}  // namespace tactus::testing
