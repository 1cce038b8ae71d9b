// SPDX-License-Identifier: MIT
// Configurations of links among obstacles, against the single query asked about every pair.
#include <tactus/batch/bodies.h>
#include <tests/batch/batch_scene.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus::testing {
namespace {

/// A chain of links with two shapes each, among boxes, hulls and other solids, over a ground.
template <class T> struct Workcell {
  std::vector<batch::LinkShape<T>> shapes;
  std::vector<batch::Obstacle<T>> obstacles;
  std::size_t links = 4;
  std::vector<Pose<T>> poses;

  Workcell(std::uint64_t seed, std::size_t configurations, bool ground = true) {
    Random random(seed);
    const BatchKind on_links[] = {BatchKind::sphere, BatchKind::capsule, BatchKind::hull_32};
    const BatchKind around[] = {BatchKind::box, BatchKind::hull_8, BatchKind::cylinder, BatchKind::frustum};
    const auto place = [&](double far) {
      const Pose<double> x = random.pose(far);
      return x.cast<T>();
    };
    for (std::uint32_t link = 0; link < links; ++link)
      for (int k = 0; k < 2; ++k)
        shapes.push_back({link, random_of(random, on_links[(link + k) % 3]).cast<T>(), place(0.5)});
    for (int i = 0; i < 24; ++i) {
      const Vec3<double> at = random.vector(3, 9);
      const Pose<double> x = from_quaternion(random.rotation(), at);
      obstacles.push_back({random_of(random, around[i % 4]).cast<T>(), x.cast<T>()});
    }
    if (ground) obstacles.push_back({HalfSpace<T>{{T(0), T(0), T(1)}, T(-4)}, {}});
    for (std::size_t i = 0; i < configurations * links; ++i) poses.push_back(place(6));
  }
  batch::Bodies<T> bodies() const {
    batch::Bodies<T> b(shapes, obstacles, links);
    b.check_all_links_but_neighbours();
    b.allow(0, 7);
    return b;
  }
  /// Each pair that counts, with its contact, asked one by one.
  template <class F> void for_each_pair(std::size_t c, F&& f) const {
    const auto at = [&](std::size_t i) { return poses[c * links + shapes[i].link] * shapes[i].local; };
    for (std::uint32_t i = 0; i < shapes.size(); ++i) {
      for (std::uint32_t o = 0; o < obstacles.size(); ++o)
        f(batch::BodyPair{i, o, false}, contact(shapes[i].shape, at(i), obstacles[o].shape, obstacles[o].pose));
      for (std::uint32_t j = i + 1; j < shapes.size(); ++j)
        if (shapes[i].link + 1 < shapes[j].link && !(i == 0 && j == 7))
          f(batch::BodyPair{i, j, true}, contact(shapes[i].shape, at(i), shapes[j].shape, at(j)));
    }
  }
};

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
  const Workcell<T> cell(4, 400);  // four groups, which threads share
  const std::vector<T> one = answered(cell, {.threads = 1});
  for (const int threads : {2, 3}) EXPECT_EQ(answered(cell, {.threads = threads}), one) << threads;
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
