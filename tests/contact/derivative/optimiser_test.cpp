// SPDX-License-Identifier: MIT
// What derivatives are for: an optimiser that pulls bodies apart.
#include <tests/contact/derivative/differences.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

struct Placed {
  Shape<double> shape;
  Pose<double> pose;
};

/// Half the sum of the squares of `margin` - gap over all pairs nearer than `margin`, and its derivative by all poses.
struct Crowding {
  double energy = 0;
  std::vector<Twist<double>> slope;
};
Crowding crowding(const std::vector<Placed>& bodies, double margin) {
  Crowding sum{0, std::vector<Twist<double>>(bodies.size())};
  const auto add = [](Twist<double>& to, const Gradient<double>& g, double times) {
    to.linear += g.linear * times, to.angular += g.angular * times;
  };
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const auto c = contact(bodies[i].shape, bodies[i].pose, bodies[j].shape, bodies[j].pose);
      const double lack = margin - c.distance;
      if (!(lack > 0)) continue;
      const auto d = distance_derivative(c, bodies[i].pose, bodies[j].pose);
      sum.energy += 0.5 * lack * lack;
      add(sum.slope[i], d.by_a, -lack);
      add(sum.slope[j], d.by_b, -lack);
    }
  return sum;
}

/// Steepest descent: each step is halved until it leads downhill. Returns the number of steps, or -1.
int pull_apart(std::vector<Placed>& bodies, double margin, int max_steps, bool turn_only) {
  Crowding at = crowding(bodies, margin);
  for (int step = 0; step < max_steps; ++step) {
    if (at.energy == 0) return step;
    for (double rate = 0.5;; rate /= 2) {
      if (rate < 1e-9) return -1;
      std::vector<Placed> next = bodies;
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Twist<double> down{turn_only ? Vec3<double>{} : at.slope[i].linear * -1.0, at.slope[i].angular * -1.0};
        next[i].pose = orthonormalized(moved(bodies[i].pose, down, rate));
      }
      Crowding there = crowding(next, margin);
      if (there.energy >= at.energy) continue;
      bodies = next, at = std::move(there);
      break;
    }
  }
  return -1;
}

TEST(Optimiser, PullsACrowdApart) {
  Random random(3);
  for (int run = 0; run < test_size(4); ++run) {
    std::vector<Placed> bodies;
    for (int i = 0; i < 12; ++i) bodies.push_back({random_shape(random, Family::mixed), random.pose(1.0)});
    const double before = crowding(bodies, 0).energy;
    const int steps = pull_apart(bodies, 0.05, 400, false);
    EXPECT_GT(before, 1) << run;  // it was a crowd
    EXPECT_GE(steps, 0) << run;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j)
        EXPECT_FALSE(intersects(bodies[i].shape, bodies[i].pose, bodies[j].shape, bodies[j].pose));
  }
}

/// A lever on its pivot can only turn: the angular parts alone bring it off the posts.
TEST(Optimiser, TurnsALeverAway) {
  std::vector<Placed> bodies{{transformed(Capsule<double>{0.2, 1.5}, translation(Vec3<double>{0, 0, 1.5})), {}},
                             {Sphere<double>{0.5}, translation(Vec3<double>{0.3, 0.2, 2.0})}};
  ASSERT_LT(contact(bodies[0].shape, bodies[0].pose, bodies[1].shape, bodies[1].pose).distance, -0.3);
  EXPECT_GE(pull_apart(bodies, 0.01, 100, true), 0);
  EXPECT_EQ(bodies[0].pose.translation, Vec3<double>{});
  EXPECT_GT(contact(bodies[0].shape, bodies[0].pose, bodies[1].shape, bodies[1].pose).distance, 0);
}

}  // namespace
}  // namespace tactus::testing
