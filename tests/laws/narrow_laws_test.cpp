// SPDX-License-Identifier: MIT
// Laws that hold for any pair of shapes at any pose, whatever the answer is (rapidcheck draws the seeds).
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tactus::testing {
namespace {

struct Scene {
  RandomPair pair;
  Pose<double> pose_a;
  double size, slack;  // two answers within tolerance of the truth are within slack of each other

  Pose<double> pose_b() const { return pose_a * pair.x_ab; }
  Contact<double> contact() const { return tactus::contact(pair.a, pose_a, pair.b, pose_b()); }
};

Scene draw() {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Scene s{random_pair(random, Family::mixed), random.pose(3.0), 0, 0};
  s.size = 2 * std::min(s.pair.a.bounding_radius(), s.pair.b.bounding_radius());
  s.slack = 2 * default_tolerance<double> * (s.size + norm(s.pair.x_ab.translation)) + 1e-13;
  const auto c = s.contact();
  RC_CLASSIFY(c.touching(), "overlapping");
  return s;
}

RC_GTEST_PROP(NarrowLaws, BoundsHoldTheDistance, ()) {
  const auto c = draw().contact();
  RC_ASSERT(c.status != Status::stalled && c.status != Status::invalid);
  RC_ASSERT(c.lower <= c.distance && c.distance <= c.upper);
}

RC_GTEST_PROP(NarrowLaws, SwappingMirrors, ()) {
  const Scene s = draw();
  const auto c = s.contact(), d = contact(s.pair.b, s.pose_b(), s.pair.a, s.pose_a);
  RC_ASSERT(std::abs(c.distance - d.distance) <= s.slack);
  // The mirrored normal is equally good: the separation along it is again the distance.
  const double along = separation_along(s.pair.a, s.pose_a, s.pair.b, s.pose_b(), -d.normal);
  RC_ASSERT(std::abs(along - c.distance) <= s.slack);
}

RC_GTEST_PROP(NarrowLaws, ACommonMotionChangesNothing, ()) {
  const Scene s = draw();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Pose<double> motion = random.pose(10.0);
  const auto c = s.contact(), d = contact(s.pair.a, motion * s.pose_a, s.pair.b, motion * s.pose_b());
  RC_ASSERT(std::abs(c.distance - d.distance) <= s.slack);
}

RC_GTEST_PROP(NarrowLaws, OneLipschitzInTranslation, ()) {
  const Scene s = draw();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Vec3<double> step = random.vector(std::pow(10.0, random.uniform(-8, 0)));
  const auto c = s.contact(), d = contact(s.pair.a, s.pose_a, s.pair.b, translation(step) * s.pose_b());
  RC_ASSERT(std::abs(c.distance - d.distance) <= norm(step) + s.slack);
}

RC_GTEST_PROP(NarrowLaws, MovingByTheDistanceMakesThemTouch, ()) {
  const Scene s = draw();
  const auto c = s.contact();
  const auto d = contact(s.pair.a, s.pose_a, s.pair.b, translation(-c.distance * c.normal) * s.pose_b());
  RC_ASSERT(std::abs(d.distance) <= 2 * s.slack);
}

RC_GTEST_PROP(NarrowLaws, QueriesAgreeOutsideTheTolerance, ()) {
  const Scene s = draw();
  const auto c = s.contact(), gap = distance(s.pair.a, s.pose_a, s.pair.b, s.pose_b());
  RC_ASSERT(std::abs(gap.distance - std::max(c.distance, 0.0)) <= s.slack);
  if (std::abs(c.distance) > s.slack)
    RC_ASSERT(intersects(s.pair.a, s.pose_a, s.pair.b, s.pose_b()) == (c.distance < 0));
}

RC_GTEST_PROP(NarrowLaws, ACacheIsOnlyAHint, ()) {
  const Scene s = draw(), other = draw();
  const auto c = s.contact();
  PairCache<double> own, stale;
  contact(s.pair.a, s.pose_a, s.pair.b, s.pose_b(), {}, &own);
  contact(other.pair.a, other.pose_a, other.pair.b, other.pose_b(), {}, &stale);
  for (PairCache<double>* cache : {&own, &stale}) {
    const auto d = contact(s.pair.a, s.pose_a, s.pair.b, s.pose_b(), {}, cache);
    RC_ASSERT(std::abs(c.distance - d.distance) <= s.slack);
    RC_ASSERT(intersects(s.pair.a, s.pose_a, s.pair.b, s.pose_b(), {}, cache) ==
              intersects(s.pair.a, s.pose_a, s.pair.b, s.pose_b()));
  }
}

RC_GTEST_PROP(NarrowLaws, FloatIsWithinItsBoundOfDouble, ()) {
  const Scene s = draw();
  const auto c = narrow::contact(s.pair.a, s.pair.b, s.pair.x_ab);
  const auto f = narrow::contact(s.pair.a.cast<float>(), s.pair.b.cast<float>(), s.pair.x_ab.cast<float>());
  const double scale = std::max(s.size, std::abs(c.distance));
  const double rounding = 16 * 0x1p-24 * (s.size + norm(s.pair.x_ab.translation));
  RC_ASSERT(std::abs(c.distance - double(f.distance)) <= 2e-5 * scale + rounding);
}

// Sizes from 1e-3 to 1e3: the same answer, scaled.
template <class S> Shape<double> scaled(S s, double k) {
  std::apply(
      [&](const auto&... field) {
        ((field.rule == FieldRule::exponent ? void() : void(s.*field.member = s.*field.member * k)), ...);
      },
      S::fields());
  return s;
}
RC_GTEST_PROP(NarrowLaws, AnswersScaleWithTheShapes, ()) {
  const Scene s = draw();
  const double k = std::ldexp(1.0, *rc::gen::inRange(-10, 11));
  const auto scale = [&](const Shape<double>& shape) {
    return shape.visit([&](const auto& inner) -> Shape<double> {
      using S = std::remove_cvref_t<decltype(inner)>;
      if constexpr (PlainShape<S>) {
        return scaled(inner, k);
      } else {
        return shape;
      }
    });
  };
  const Shape<double> a = scale(s.pair.a), b = scale(s.pair.b);
  RC_PRE(a.kind() != ShapeKind::custom && b.kind() != ShapeKind::custom && a.kind() != ShapeKind::hull &&
         b.kind() != ShapeKind::hull);
  Pose<double> x = s.pair.x_ab;
  x.translation *= k;
  const auto c = narrow::contact(s.pair.a, s.pair.b, s.pair.x_ab), d = narrow::contact(a, b, x);
  RC_ASSERT(std::abs(c.distance * k - d.distance) <= k * s.slack);
}

}  // namespace
}  // namespace tactus::testing
