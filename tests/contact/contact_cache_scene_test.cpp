// SPDX-License-Identifier: MIT
/// The cache on the library's own manifolds: how long points live in scenes where they should.
#include <gtest/gtest.h>
#include <tactus/contact/contact_cache.h>
#include <tactus/pair/settle.h>

#include "tests/helpers/random_pairs.h"

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using P = Pose<double>;

struct Lives {
  int points = 0, begun = 0, ended = 0;  // after the first frame
};

template <class PoseAt>
Lives lives_of(const Shape<double>& a, const Shape<double>& b, int frames, const PoseAt& pose_at) {
  const double size = 2 * std::min(bounding_radius(a), bounding_radius(b));
  CachedPair<double> pair;
  Lives lives;
  for (int i = 0; i < frames; ++i) {
    const P x_ab = pose_at(i);
    update(pair, contact_manifold(a, b, x_ab, manifold_options<double>, &pair.hint), P{}, x_ab, size,
           static_cast<std::uint32_t>(i));
    EXPECT_GT(pair.count, 0) << i;
    if (i == 0) continue;
    lives.points += pair.count;
    lives.ended += pair.ended_count;
    for (const auto& p : pair.contact_points()) lives.begun += p.began == static_cast<std::uint32_t>(i);
  }
  return lives;
}

const Shape<double> ground = Box<double>{{50, 50, 1}}, box = Box<double>{{0.5, 0.5, 0.5}},
                    cylinder = Cylinder<double>{0.5, 0.5}, cone = Cone<double>{0.5, 0.5}, ball = Sphere<double>{0.5};

TEST(ContactCacheScenes, NothingBeginsOrEndsAtRest) {
  Random random(1);
  const auto jitter = [&] { return random.moved({}, 1e-6, 1e-6); };
  for (const Shape<double>* body : {&box, &cylinder, &cone, &ball}) {
    for (const Shape<double>* under : {&ground, &box, &cylinder}) {
      const double height = (under == &ground ? 1.0 : 0.5) + 0.499;
      const Lives lives =
          lives_of(*under, *body, test_size(1000), [&](int) { return translation(0.1, 0.05, height) * jitter(); });
      EXPECT_EQ(lives.begun, 0) << *body << " on " << *under;
      EXPECT_EQ(lives.ended, 0) << *body << " on " << *under;
    }
  }
}

TEST(ContactCacheScenes, PointsSurviveSlidingAndRolling) {
  const int frames = test_size(1000);
  const auto slide = lives_of(ground, box, frames, [](int i) {
    return translation(0.01 * (i % 1000) - 5, 0.005 * (i % 1000), 1.499) * rotation_z(0.001 * (i % 1000));
  });
  EXPECT_EQ(slide.begun + slide.ended, 0);
  const auto skid = lives_of(ground, box, 100, [](int i) { return translation(0.6 * i - 30, 0.0, 1.499); });
  EXPECT_EQ(skid.begun + skid.ended, 0);  // in steps of more than half its side
  const auto roll = lives_of(ground, cylinder, frames, [](int i) {
    return translation(0.01 * (i % 1000), 0.0, 1.499) * rotation_y(0.02 * (i % 1000)) * rotation_x(pi<double> / 2);
  });
  EXPECT_EQ(roll.begun + roll.ended, 0);
  EXPECT_EQ(roll.points, 2 * (frames - 1));
  const auto ball_rolls = lives_of(ground, ball, frames, [](int i) {
    return translation(0.01 * (i % 1000), 0.0, 1.499) * rotation_y(0.02 * (i % 1000));
  });
  EXPECT_EQ(ball_rolls.begun + ball_rolls.ended, 0);
  // Off centre on another cylinder, corners of the overlap come and go as it turns: fewer than 2 % are new in a step.
  const auto spin =
      lives_of(cylinder, cylinder, frames, [](int i) { return translation(0.2, 0.1, 0.999) * rotation_z(0.01 * i); });
  EXPECT_LT(spin.begun, 0.02 * spin.points);
}

}  // namespace
}  // namespace tactus
