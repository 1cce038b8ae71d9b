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

/// Boxes stacked flush and tilted by up to 3e-3: corners pass each other by about the snapping distance, so a jitter of
/// 1e-6 changes ids. A solver's data goes on from point to point by their places (Matching::id_then_body_space).
TEST(ContactCacheScenes, DataOnFlushBoxesSurvivesJitter) {
  Random random(6);
  const Shape<double> brick = Box<double>{{0.5, 0.4, 0.3}};
  const double size = 2 * bounding_radius(brick);
  int frames = 0, same_ids = 0, points = 0, begun = 0;
  for (int start = 0; start < test_size(100); ++start) {
    const P tilted = translation(0.0, 0.0, 0.6 - 2e-3) * random.turn(0, 3e-3);
    CachedPair<double> pair;
    std::vector<ContactId> before;
    for (std::uint32_t k = 0; k < 300; ++k) {
      const P moved = translation(random.vector(0, 1e-6)) * tilted;
      const P x = moved * random.turn(0, 1e-6);
      const Manifold<double> m = contact_manifold(brick, brick, x, manifold_options<double>, &pair.hint);
      update(pair, m, P{}, x, size, k);
      std::vector<ContactId> now;
      for (const auto& p : m) now.push_back(p.id);
      if (k > 0) {
        ++frames, same_ids += now == before, points += pair.count;
        for (const auto& p : pair.contact_points()) begun += p.began == k;
      }
      before = now;
    }
  }
  EXPECT_EQ(begun, 0) << "of " << points << " points";
  if (test_size(100) >= 100) {  // of five starts, one whose corners pass each other counts too much
    EXPECT_GE(same_ids, 0.998 * frames);
    EXPECT_LE(same_ids, 0.9995 * frames) << "or this scene does not show how data survives a change of ids";
  }
}

}  // namespace
}  // namespace tactus
