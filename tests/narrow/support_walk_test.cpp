// SPDX-License-Identifier: MIT
// Kenwright's walk: right booleans, certified bounds at every level of detail, and the benefit of the last frame.
#include <tactus/math/counted.h>
#include <tactus/narrow/support_walk.h>
#include <tests/narrow/method_cases.h>

namespace tactus::testing {
namespace {

template <class T> struct SupportWalk : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SupportWalk, Scalars);

template <class T> inline constexpr PairCache<T>* none = nullptr;

TYPED_TEST(SupportWalk, IsRightOutsideTheBandAndWhereShapesTouch) {
  using T = TypeParam;
  for (const bool go_on : {false, true})
    expect_right_booleans<T>([&](const auto& a, const auto& b, const auto& x_ab) {
      return support_walk::intersects(a, b, x_ab, Options<T>{}, none<T>, go_on);
    });
}

TYPED_TEST(SupportWalk, BoundsHoldAtEveryLevelOfDetail) {
  using T = TypeParam;
  for (const int cap : {0, 1, 2, 4, 8, 128})
    for (const bool go_on : {false, true})
      expect_certified_everywhere<T>([&](const auto& a, const auto& b, const auto& x_ab) {
        return support_walk::contact(a, b, x_ab, Options<T>{.max_iterations = cap}, none<T>, go_on);
      });
}

TYPED_TEST(SupportWalk, ACacheChangesNoBooleanAndNoBound) {
  using T = TypeParam;
  PairCache<T> another_pairs;
  for (const auto& c : random_cases<T>()) {
    auto caches = useless_caches<T>();
    caches.push_back(another_pairs);
    for (PairCache<T>& cache : caches) {
      if (c.clear()) {
        PairCache<T> copy = cache;
        ASSERT_EQ(support_walk::intersects(c.a, c.b, c.x_ab, {}, &copy), c.hit()) << c.name;
        ASSERT_EQ(support_walk::intersects(c.a, c.b, c.x_ab, {}, &copy), c.hit()) << c.name << ", its own cache";
      }
      expect_certified(c.name, support_walk::contact(c.a, c.b, c.x_ab, {}, &cache), c.a, c.b, c.x_ab, c.truth);
    }
    another_pairs = caches.back();
    if (this->HasFailure()) return;
  }
}

/// The exit point of the ray does not depend on the start of the walk.
TEST(SupportWalk, TheAnswerDoesNotDependOnTheCache) {
  PairCache<double> cache;
  int same = 0, all = 0;
  for (const auto& c : random_cases<double>()) {
    const auto plain = support_walk::contact(c.a, c.b, c.x_ab),
               cached = support_walk::contact(c.a, c.b, c.x_ab, {}, &cache);
    ++all;
    same += std::abs(plain.distance - cached.distance) <= 1e-3 * c.size;
  }
  EXPECT_GT(same, 0.98 * all) << same << " of " << all;  // a tangent plane jumps where the ray meets an edge
}

TEST(SupportWalk, MoreDetailIsNarrower) {
  double previous = infinity<double>;
  for (const int cap : {0, 1, 2, 4, 8, 16, 128}) {
    double width = 0;
    for (const auto& c : random_cases<double>()) {
      const auto found = support_walk::contact(c.a, c.b, c.x_ab, Options<double>{.max_iterations = cap});
      width += double(c.truth.upper) - found.lower;  // how far the certified bound is off
    }
    EXPECT_LE(width, 1.01 * previous) << cap;  // the plane where the ray leaves is not the best of all
    previous = width;
  }
}

TEST(SupportWalk, TheCapStalls) {
  const Ellipsoid<double> egg{{1, 2, 3}};
  const auto c = support_walk::contact(egg, egg, translation(1.0, 1.0, 1.0), Options<double>{.max_iterations = 2});
  EXPECT_EQ(c.status, Status::stalled);
  EXPECT_LE(c.lower, c.upper);
  EXPECT_EQ(support_walk::contact(egg, egg, translation(1.0, 1.0, 1.0)).status, Status::overlapping);
}

/// §4.1: the face that separated the shapes in the last frame is tested first, and settles the query.
TEST(SupportWalk, TheLastSeparatingFaceSettlesAPairThatStaysApart) {
  PairCache<double> cache;
  const Box<double> box{{1, 1, 1}};
  const Options<double> options;
  EXPECT_FALSE(support_walk::intersects(box, box, translation(2.5, 0.3, 0.1), options, &cache));
  const auto c = support_walk::contact(box, box, translation(2.4, 0.4, 0.2), options, &cache, false);
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_LE(c.support_calls, 2);  // the face, and the plane perpendicular to the line between the known points
  EXPECT_GT(c.lower, 0);
}

int calls(bool cached, bool go_on_after_miss) {
  PairCache<double> cache;
  int sum = 0;
  for_each_frame([&](const auto& a, const auto& b, const auto& x_ab) {
    const auto c = support_walk::contact(a, b, x_ab, {}, cached ? &cache : nullptr, go_on_after_miss);
    sum += c.support_calls;
    EXPECT_EQ(c.touching(), support_walk::contact(a, b, x_ab).touching());
  });
  return sum;
}

TEST(SupportWalk, CoherenceSavesSupportCalls) {
  EXPECT_LT(calls(true, false), 0.9 * calls(false, false));
  EXPECT_LT(calls(true, true), 0.9 * calls(false, true));
}

/// §4.6: a walk that went on after the miss leaves a better portal for the frame in which the shapes meet.
TEST(SupportWalk, GoingOnAfterAMissHelpsTheNextFrame) {
  int with = 0, without = 0, frames = 0;
  Random random(9);
  for (const auto& c : random_cases<double>()) {
    if (!c.clear()) continue;
    const auto before = c.moved_to(0.01 * c.size), after = c.moved_to(-0.01 * c.size);
    PairCache<double> stopped, went_on;
    support_walk::intersects(before.a, before.b, before.x_ab, {}, &stopped, false);
    support_walk::intersects(before.a, before.b, before.x_ab, {}, &went_on, true);
    without += support_walk::contact(after.a, after.b, after.x_ab, {}, &stopped).support_calls;
    with += support_walk::contact(after.a, after.b, after.x_ab, {}, &went_on).support_calls;
    ++frames;
  }
  EXPECT_LT(with, without) << frames;
}

TEST(SupportWalk, InvalidInput) {
  const Box<double> box{{1, 1, 1}};
  EXPECT_EQ(support_walk::contact(box, box, translation(infinity<double>, 0, 0)).status, Status::invalid);
  EXPECT_FALSE(support_walk::intersects(box, box, translation(infinity<double>, 0, 0)));
}

TEST(SupportWalk, RunsOnOtherScalars) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Tally before = tally();
  EXPECT_TRUE(support_walk::intersects(box, box, translation(C(1.75), C(0), C(0))));
  EXPECT_EQ(support_walk::contact(box, box, translation(C(1.75), C(0.5), C(0.25))).distance, C(-0.25));
  EXPECT_GT((tally() - before).total(), 0u);
  const Ellipsoid<long double> egg{{1, 2, 3}};
  EXPECT_TRUE(support_walk::intersects(egg, egg, translation(2.0L - 1e-15L, 0, 0)));
  EXPECT_FALSE(support_walk::intersects(egg, egg, translation(2.0L + 1e-15L, 0, 0)));
}

}  // namespace
}  // namespace tactus::testing
