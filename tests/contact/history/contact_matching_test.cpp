// SPDX-License-Identifier: MIT
/// Matches the points of a manifold with those of the previous one.
#include <gtest/gtest.h>
#include <tactus/contact/history/contact_matching.h>

#include <array>

#include "tests/contact/made_manifolds.h"

namespace tactus {
namespace {

using testing::square_at;
using testing::test_size;
using testing::vertex_id;
using P = Pose<double>;

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
  // A point that has its twin by id is not available by distance.
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

/// The figures are in docs/algorithms/contact_cache.md; `tactus lab contacts` measures them.
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
    // The nearer of the two bodies is as good as the ids if points persist, but cannot detect new points.
    EXPECT_EQ(percent(box, Matching::body_space), 100) << speed;
    EXPECT_EQ(percent(plate, Matching::body_space), 100) << speed;
    EXPECT_LE(percent(prism, Matching::body_space), 60) << speed;
    if (speed > 0.5) {  // more than half the distance of two corners: each alternative has a scene where it fails
      EXPECT_LT(percent(box, Matching::world_space), 50) << speed;
      EXPECT_LT(percent(box, Matching::space_of_a), 50) << speed;
      EXPECT_LT(percent(plate, Matching::space_of_b), 50) << speed;
    }
  }
}

}  // namespace
}  // namespace tactus
