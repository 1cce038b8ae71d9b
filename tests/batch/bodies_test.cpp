// SPDX-License-Identifier: MIT
// Configurations of links among obstacles, against the single query asked about every pair.
#include <tests/batch/instruction_sets.h>
#include <tests/batch/workcell.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace tactus::testing {
namespace {

template <class T> class BatchBodies : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BatchBodies, Scalars);

TYPED_TEST(BatchBodies, AgreeWithTheSingleQueryOnEveryPair) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(300));
  const Workcell<T> cell(3, count);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> touching(count, 0xee);
  std::vector<batch::NearestPair<T>> nearest(count);
  std::vector<batch::NearPair<T>> near;
  const T margin = T(0.5), tolerance = T(1e-4);
  bodies.any_contact(cell.poses, touching);
  bodies.least_distance(cell.poses, nearest);
  bodies.within(cell.poses, margin, near);
  std::size_t in_contact = 0, next = 0, seen = 0;
  for (std::size_t c = 0; c < count; ++c) {
    T least = infinity<T>;
    cell.for_each_pair(c, [&](const batch::BodyPair& pair, const Contact<T>& contact) {
      least = min(least, contact.distance);
      const auto reported = std::find_if(near.begin() + static_cast<std::ptrdiff_t>(next), near.end(),
                                         [&](const auto& n) { return n.configuration == c && n.pair == pair; });
      if (contact.distance <= margin - tolerance) {
        ASSERT_NE(reported, near.end()) << "configuration " << c << ": " << pair.a << " and " << pair.b;
        EXPECT_LE(abs(reported->contact.distance - contact.distance), tolerance);
        ++seen;
      }
      if (contact.distance > margin + tolerance) {
        EXPECT_EQ(reported, near.end());
      }
    });
    while (next < near.size() && near[next].configuration == c) ++next;
    if (abs(least) > tolerance) {
      EXPECT_EQ(touching[c], least < T(0)) << c << ": " << least;
    }
    EXPECT_LE(abs(nearest[c].contact.distance - least), tolerance) << c;
    in_contact += least <= T(0);
  }
  EXPECT_EQ(next, near.size());
  EXPECT_GT(seen, count / 2);
  EXPECT_GT(in_contact, count / 5);
  EXPECT_LT(in_contact, count * 95 / 100);
}

/// The witnesses prove the distance, whichever were chosen among equals: the points lie on both surfaces, as far apart
/// as was said, and the pair is that far apart along the normal, which is unit.
template <class T> void expect_witnessed(const Workcell<T>& cell, std::size_t c, const batch::NearestPair<T>& nearest) {
  const T off = T(sizeof(T) == 4 ? 2e-4 : 1e-5);
  const auto& [pair, found] = nearest;
  const Shape<T>&a = cell.shapes[pair.a].shape,
        &b = pair.self ? cell.shapes[pair.b].shape : cell.obstacles[pair.b].shape;
  const Pose<T> at_a = cell.pose(c, pair.a), at_b = pair.self ? cell.pose(c, pair.b) : cell.obstacles[pair.b].pose;
  EXPECT_NEAR(norm(found.normal), T(1), T(16) * unit_roundoff<T>) << c;
  EXPECT_LE(norm(found.point_b - found.point_a - found.distance * found.normal), off) << c << ' ' << pair;
  EXPECT_NEAR(closest_point(a, at_a, found.point_a).distance, T(0), off) << c << ' ' << pair;
  EXPECT_NEAR(closest_point(b, at_b, found.point_b).distance, T(0), off) << c << ' ' << pair;
  if (const auto* plane = b.template get_if<HalfSpace<T>>()) {
    EXPECT_LE(norm(found.normal + at_b.rotation * normalized(*plane).normal), off) << c;
  } else {
    EXPECT_NEAR(separation_along(a, at_a, b, at_b, found.normal), found.distance, off) << c << ' ' << pair;
  }
}

TYPED_TEST(BatchBodies, TheLeastDistanceHasItsPairAndWitnesses) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(300));
  const Workcell<T> cell(9, count);
  std::vector<batch::NearestPair<T>> nearest(count);
  cell.bodies().least_distance(cell.poses, nearest);
  std::size_t of_links = 0, of_ground = 0, apart = 0;
  for (std::size_t c = 0; c < count; ++c) {
    T least = infinity<T>, of_pair = infinity<T>;
    cell.for_each_pair(c, [&](const batch::BodyPair& pair, const Contact<T>& contact) {
      least = min(least, contact.distance);
      if (pair == nearest[c].pair) of_pair = contact.distance;
    });
    EXPECT_LE(of_pair, least + T(1e-4)) << c << ": " << nearest[c].pair;
    EXPECT_NEAR(nearest[c].contact.distance, of_pair, T(1e-4)) << c << ": " << nearest[c].pair;
    expect_witnessed(cell, c, nearest[c]);
    of_links += nearest[c].pair.self, apart += least > T(0);
    of_ground += !nearest[c].pair.self && nearest[c].pair.b + 1 == cell.obstacles.size();
  }
  if (count < 300) return;
  EXPECT_GT(of_links, 10u);
  EXPECT_GT(of_ground, 10u);
  EXPECT_GT(apart, 10u);
  EXPECT_LT(apart, count - 10);
}

/// The three answers of all configurations, as numbers that can be compared.
template <class T> std::vector<T> answered(const Workcell<T>& cell, const batch::Settings<T>& settings) {
  const std::size_t count = cell.poses.size() / cell.links;
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> touching(count, 0xee);
  std::vector<batch::NearestPair<T>> nearest(count);
  std::vector<batch::NearPair<T>> near;
  bodies.any_contact(cell.poses, touching, settings);
  bodies.least_distance(cell.poses, nearest, settings);
  bodies.within(cell.poses, T(0.1), near, settings);
  std::vector<T> all(touching.begin(), touching.end());
  const auto add = [&](const batch::BodyPair& pair, const Contact<T>& c) {
    for (const T x : {T(pair.a), T(pair.b), T(pair.self), c.distance, c.lower, c.upper, c.normal.x, c.normal.y,
                      c.normal.z, c.point_a.x, c.point_a.y, c.point_a.z, c.point_b.x, c.point_b.y, c.point_b.z})
      all.push_back(x);
  };
  for (const auto& n : nearest) add(n.pair, n.contact);
  for (const auto& n : near) all.push_back(T(n.configuration)), add(n.pair, n.contact);
  return all;
}

TYPED_TEST(BatchBodies, ThreadsChangeNothing) {
  using T = TypeParam;
  const Workcell<T> cell(4, across_groups());
  const std::vector<T> one = answered(cell, {.threads = 1});
  for (const int threads : {2, 3}) EXPECT_EQ(answered(cell, {.threads = threads}), one) << threads;
}

#ifdef TACTUS_HAVE_TARGETS
TYPED_TEST(BatchBodies, EveryInstructionSetGivesTheSameBits) {
  using T = TypeParam;
  const Workcell<T> cell(11, static_cast<std::size_t>(test_size(600)));
  const std::vector<T> best = answered(cell, {});
  for_each_instruction_set([&] {
    const std::vector<T> now = answered(cell, {});
    ASSERT_EQ(now.size(), best.size()) << batch::target();
    EXPECT_EQ(std::memcmp(now.data(), best.data(), best.size() * sizeof(T)), 0) << batch::target();
  });
}
#endif

TYPED_TEST(BatchBodies, GroupsAnswerWhatEachConfigurationAloneDoes) {
  using T = TypeParam;
  const std::size_t count = across_groups();
  const Workcell<T> cell(10, count);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> together(count, 0xee), alone(count, 0xee);
  std::vector<batch::NearestPair<T>> nearest(count), own(1);
  bodies.any_contact(cell.poses, together);
  bodies.least_distance(cell.poses, nearest);
  for (std::size_t c = 0; c < count; ++c) {
    const auto poses = std::span<const Pose<T>>(cell.poses).subspan(c * cell.links, cell.links);
    bodies.any_contact(poses, std::span(alone).subspan(c, 1));
    bodies.least_distance(poses, own);
    ASSERT_EQ(together[c], alone[c]) << c;
    ASSERT_EQ(nearest[c].pair, own[0].pair) << c;
    ASSERT_EQ(nearest[c].contact.distance, own[0].contact.distance) << c;
  }
  const auto hits = static_cast<std::size_t>(std::count(together.begin(), together.end(), 1));
  EXPECT_GT(hits, count / 10);
  EXPECT_LT(hits, count * 9 / 10);
}

/// What was not reached counts as in contact: nothing proves it free.
TYPED_TEST(BatchBodies, AStopEndsIt) {
  using T = TypeParam;
  const Workcell<T> cell(8, 300);
  const batch::Bodies<T> bodies = cell.bodies();
  std::stop_source source;
  source.request_stop();
  const batch::Settings<T> settings{.stop = source.get_token()};
  std::vector<std::uint8_t> touching(300, 0xee);
  std::vector<batch::NearestPair<T>> nearest(300);
  EXPECT_TRUE(bodies.any_contact(cell.poses, touching, settings).stopped);
  EXPECT_TRUE(bodies.least_distance(cell.poses, nearest, settings).stopped);
  for (std::size_t c = 0; c < 300; ++c) {
    EXPECT_EQ(touching[c], 1);
    EXPECT_EQ(nearest[c].contact.status, Status::invalid);
  }
}

TYPED_TEST(BatchBodies, ABadPoseEndsItsConfigurationAlone) {
  using T = TypeParam;
  Workcell<T> cell(5, 40);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> before(40), after(40);
  bodies.any_contact(cell.poses, before);
  cell.poses[17 * cell.links + 2].translation.y = std::numeric_limits<T>::quiet_NaN();
  cell.poses[30 * cell.links].rotation(0, 0) = T(3);
  const auto summary = bodies.any_contact(cell.poses, after);
  EXPECT_EQ(summary.invalid, 2u);
  for (std::size_t c = 0; c < 40; ++c) EXPECT_EQ(after[c], c == 17 || c == 30 ? 1 : before[c]) << c;
  std::vector<batch::NearestPair<T>> nearest(40);
  bodies.least_distance(cell.poses, nearest);
  for (std::size_t c = 0; c < 40; ++c) EXPECT_EQ(nearest[c].contact.status == Status::invalid, c == 17 || c == 30) << c;
}

/// A base that stands on the ground touches it in each configuration; a second shape may touch a box.
TYPED_TEST(BatchBodies, AllowedObstaclesAreNeverReported) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(300));
  Workcell<T> cell(14, count);
  const auto ground = static_cast<std::uint32_t>(cell.obstacles.size()), box = ground + 1;
  cell.obstacles.push_back({HalfSpace<T>{{T(1), T(0), T(0)}, T(100)}, {}});  // everything is in it
  cell.obstacles.push_back({Box<T>{{T(3), T(3), T(3)}}, {}});
  batch::Bodies<T> bodies(cell.shapes, cell.obstacles, cell.links);
  std::vector<std::uint8_t> touching(count, 0xee);
  bodies.any_contact(cell.poses, touching);
  EXPECT_EQ(std::count(touching.begin(), touching.end(), 1), static_cast<std::ptrdiff_t>(count));
  for (std::uint32_t i = 0; i < cell.shapes.size(); ++i)
    bodies.allow_obstacle(i, ground), bodies.allow_obstacle(i, box);

  cell.obstacles.erase(cell.obstacles.begin() + ground, cell.obstacles.end());
  const batch::Bodies<T> without(cell.shapes, cell.obstacles, cell.links);
  std::vector<std::uint8_t> expected(count, 0xee);
  std::vector<batch::NearestPair<T>> nearest(count), expected_nearest(count);
  std::vector<batch::NearPair<T>> near, expected_near;
  bodies.any_contact(cell.poses, touching), without.any_contact(cell.poses, expected);
  EXPECT_EQ(touching, expected);
  bodies.least_distance(cell.poses, nearest), without.least_distance(cell.poses, expected_nearest);
  for (std::size_t c = 0; c < count; ++c) {
    EXPECT_EQ(nearest[c].pair, expected_nearest[c].pair) << c;
    EXPECT_EQ(nearest[c].contact.distance, expected_nearest[c].contact.distance) << c;
  }
  bodies.within(cell.poses, T(0.5), near), without.within(cell.poses, T(0.5), expected_near);
  ASSERT_EQ(near.size(), expected_near.size());
  for (std::size_t i = 0; i < near.size(); ++i) EXPECT_EQ(near[i].pair, expected_near[i].pair) << i;
  const auto hits = static_cast<std::size_t>(std::count(expected.begin(), expected.end(), 1));
  EXPECT_GT(hits, 0u);
  EXPECT_LT(hits, count);
  EXPECT_THROW(bodies.allow_obstacle(0, box + 1), std::invalid_argument);
  EXPECT_THROW(bodies.allow_obstacle(99, 0), std::invalid_argument);
}

/// A limit hides nothing that is nearer, and `beyond_max` says of all pairs that they are farther.
TYPED_TEST(BatchBodies, BeyondTheLimitTheDistanceIsAboveIt) {
  using T = TypeParam;
  const auto count = static_cast<std::size_t>(test_size(300));
  const Workcell<T> cell(15, count);
  const batch::Bodies<T> bodies = cell.bodies();
  std::vector<batch::NearestPair<T>> all(count), limited(count);
  const T limit = T(0.1);
  bodies.least_distance(cell.poses, all);
  bodies.least_distance(cell.poses, limited, {.options = {.max_distance = limit}});
  std::size_t beyond = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const Contact<T>& found = limited[c].contact;
    if (found.status == Status::beyond_max) {
      EXPECT_GT(found.distance, limit) << c;
      EXPECT_GT(found.lower, limit) << c;
      EXPECT_GE(all[c].contact.upper, found.lower) << c;
      ++beyond;
    } else {
      EXPECT_EQ(limited[c].pair, all[c].pair) << c;
    }
  }
  if (count < 300) return;
  EXPECT_GT(beyond, count / 10);
  EXPECT_LT(beyond, count * 9 / 10);
}

TYPED_TEST(BatchBodies, SayWhatIsWrong) {
  using T = TypeParam;
  Workcell<T> cell(6, 2);
  batch::Bodies<T> bodies = cell.bodies();
  std::vector<std::uint8_t> touching(2);
  const std::span<const Pose<T>> poses(cell.poses);
  EXPECT_THROW(bodies.any_contact(poses.first(3), touching), std::invalid_argument);
  EXPECT_THROW(bodies.any_contact(poses, std::span(touching).first(1)), std::invalid_argument);
  EXPECT_THROW(bodies.any_contact(poses, touching, {.threads = -1}), std::invalid_argument);
  EXPECT_THROW(bodies.allow(0, 99), std::invalid_argument);
  EXPECT_THROW(bodies.check_links(0, 99), std::invalid_argument);
  std::vector<batch::NearPair<T>> near;
  EXPECT_THROW(bodies.within(poses, T(-1), near), std::invalid_argument);
  cell.shapes[0].link = 9;
  EXPECT_THROW(cell.bodies(), std::invalid_argument);
  cell.shapes[0] = {0, HalfSpace<T>{}, {}};
  EXPECT_THROW(cell.bodies(), std::invalid_argument);
}

TYPED_TEST(BatchBodies, WithoutObstaclesOrPairsNothingIsNear) {
  using T = TypeParam;
  const Workcell<T> cell(7, 3);
  const batch::Bodies<T> alone(cell.shapes, {}, cell.links);
  std::vector<std::uint8_t> touching(3, 0xee);
  std::vector<batch::NearestPair<T>> nearest(3);
  alone.any_contact(cell.poses, touching);
  alone.least_distance(cell.poses, nearest);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(touching[c], 0);
    EXPECT_EQ(nearest[c].contact.status, Status::beyond_max);
  }
}

}  // namespace
}  // namespace tactus::testing
