// SPDX-License-Identifier: MIT
// The short cut for two capsules: its nearest points against a search, its answers against the general path's, and how
// often it is used.
#include <tactus/narrow/fast/capsules.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <optional>

namespace tactus::testing {
namespace {

struct Segments {
  Vec3<double> d, e, q;
  double half_a, half_b;

  double apart2(double s, double t) const { return norm_squared(q - s * d - t * e); }
};

/// Alternates the best s for t and the best t for s: slow, and always right.
double least_apart2(const Segments& x) {
  double s = 0, t = 0;
  for (int i = 0; i < 4000; ++i) {
    s = clamp(dot(x.d, x.q - t * x.e), -x.half_a, x.half_a);
    t = clamp(dot(x.e, x.q - s * x.d), -x.half_b, x.half_b);
  }
  return x.apart2(s, t);
}

TEST(NearestOnAxes, AreTheNearestPoints) {
  Random r(1);
  std::array<int, 4> met{};  // how many of both met short of their ends
  for (int i = 0; i < 3000; ++i) {
    const Segments x{r.direction(), r.direction(), r.vector(0, 2), r.uniform(0, 1), r.uniform(0, 1)};
    const double sine2 = norm_squared(cross(x.d, x.e)), cosine = dot(x.d, x.e);
    if (sine2 < 0.05) continue;
    const auto [free, nearest] = closed_form::detail::nearest_on_axes(
        Four<double>(sine2, cosine, 1, 1), 1 / sine2, Four<double>(dot(x.d, x.q), dot(x.e, x.q), 0, 0), Four<double>(1),
        Four<double>(x.half_a, x.half_b, 0, 0));
    const double s = nearest[0], t = nearest[1];
    ASSERT_LE(abs(s), x.half_a);
    ASSERT_LE(abs(t), x.half_b);
    ASSERT_LE(x.apart2(s, t), least_apart2(x) + 1e-14) << i;
    ++met[(abs(s) < x.half_a ? 1u : 0u) + (abs(t) < x.half_b ? 2u : 0u)];
    if (abs(s) < x.half_a && abs(t) < x.half_b) {
      EXPECT_NEAR(free[0], s, 1e-13);
      EXPECT_NEAR(free[1], t, 1e-13);
    }
  }
  for (const int count : met) EXPECT_GT(count, 100);
}

template <class T> class QuickCapsules : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(QuickCapsules, Scalars);

template <class T> struct Drawn {
  Capsule<T> a, b;
  Pose<T> pose_a, pose_b;
};
template <class T> Drawn<T> draw(Random& r, double scale) {
  const auto size = [&](double low) { return static_cast<T>(scale * r.uniform(low, 1)); };
  const auto pose = [&] {
    Pose<double> x = r.pose(1.5);
    x.translation *= scale;
    return x.template cast<T>();
  };
  return {{size(0.2), size(0.1)}, {size(0.2), size(0.1)}, pose(), pose()};
}

/// The answers of both paths, if the short cut was used.
template <class T> struct Answers { Contact<T> quick, by_long_way; };
template <class T> std::optional<Answers<T>> answers(const Drawn<T>& x) {
  bool is_taken = true;
  const auto quick = closed_form::quick_capsules<closed_form::Report::signed_distance, true>(
      x.a, x.pose_a, x.b, x.pose_b, Options<T>{}, [&](Contact<T>&) { is_taken = false; });
  if (!is_taken) return {};
  return Answers<T>{quick,
                    closed_form::segment_contact(closed_form::placed(x.a, x.pose_a), closed_form::placed(x.b, x.pose_b),
                                                 Options<T>{}, closed_form::Report::signed_distance)};
}

template <class T> void expect_same(const Answers<T>& x, T scale) {
  const auto& [c, wanted] = x;
  const T rounding = c.resolution;
  EXPECT_LE(abs(c.distance - wanted.distance), rounding);
  EXPECT_LE(abs(c.lower - wanted.lower), T(4) * rounding);
  EXPECT_LE(abs(c.upper - wanted.upper), T(4) * rounding);
  EXPECT_LE(norm(c.normal - wanted.normal), T(64) * (rounding / scale));
  EXPECT_LE(norm(c.point_a / scale - wanted.point_a / scale), T(256) * (rounding / scale));
  EXPECT_LE(norm(c.point_b / scale - wanted.point_b / scale), T(256) * (rounding / scale));
}

TYPED_TEST(QuickCapsules, AnswerAsTheLongWayDoes) {
  using T = TypeParam;
  Random r(3);
  int taken = 0, apart = 0, other_features = 0;
  constexpr int pairs = 20'000;
  for (int i = 0; i < pairs; ++i) {
    const auto both = answers(draw<T>(r, 1));
    if (!both) continue;
    ++taken;
    apart += both->quick.distance > T(0);
    expect_same(*both, T(1));
    other_features +=
        both->quick.feature_a != both->by_long_way.feature_a || both->quick.feature_b != both->by_long_way.feature_b;
    if (::testing::Test::HasFailure()) FAIL() << "in pair " << i;
  }
  EXPECT_GT(taken, pairs * 97 / 100);
  EXPECT_GT(apart, pairs / 5);
  EXPECT_LT(apart, pairs * 3 / 4);
  EXPECT_LE(other_features, pairs / 500) << "only where a normal is perpendicular to an axis up to rounding";
}

// Fourth powers of lengths are compared: only those in the range of T may be.
TYPED_TEST(QuickCapsules, AnswerFarOrNearOrLeaveItToTheLongWay) {
  using T = TypeParam;
  const double far = std::numeric_limits<T>::max_exponent10;
  for (const double power : {-0.6, -0.45, -0.4, -0.3, -0.24, -0.15, 0.15, 0.2, 0.24, 0.27, 0.3, 0.4, 0.45, 0.6}) {
    Random r(4);
    const auto scale = static_cast<T>(std::pow(10, power * far));
    int taken = 0;
    for (int i = 0; i < 200; ++i)
      if (const auto both = answers(draw<T>(r, static_cast<double>(scale)))) ++taken, expect_same(*both, scale);
    if (::testing::Test::HasFailure()) FAIL() << "at 1e" << power * far;
    EXPECT_TRUE(taken > 190 || abs(power) > 0.15) << taken << " at 1e" << power * far;
    EXPECT_TRUE(taken == 0 || (power > -0.5 && power < 0.25)) << taken << " at 1e" << power * far;
  }
}

/// The minimum over the ends, and over the lines if they meet within both.
template <class T> long double true_distance(const Drawn<T>& x) {
  const auto axis = [](const Pose<T>& p) { return p.rotation.columns[2].template cast<long double>(); };
  const Vec3<long double> d = axis(x.pose_a), e = axis(x.pose_b);
  const auto q = x.pose_b.translation.template cast<long double>() - x.pose_a.translation.template cast<long double>();
  const long double half_a = x.a.half_height, half_b = x.b.half_height, sine2 = norm_squared(cross(d, e));
  long double best2 = infinity<long double>;
  const auto offer = [&](long double s, long double t) { best2 = min(best2, norm_squared(q - s * d - t * e)); };
  for (const int end : {-1, 1}) {
    offer(end * half_a, clamp(dot(e, q - end * half_a * d) / norm_squared(e), -half_b, half_b));
    offer(clamp(dot(d, q - end * half_b * e) / norm_squared(d), -half_a, half_a), end * half_b);
  }
  const long double s = dot(cross(d, e), cross(q, e)) / sine2, t = dot(cross(d, e), cross(d, q)) / sine2;
  if (abs(s) <= half_a && abs(t) <= half_b) offer(s, t);
  return sqrt(best2) - x.a.radius - x.b.radius;
}

// Lines that nearly meet where one of the segments ends: it is hard to decide whether they cross, and an answer for
// crossing segments is wrong for others.
TYPED_TEST(QuickCapsules, BoundsHoldWhereAxesMeetAtTheirEnds) {
  using T = TypeParam;
  Random r(5);
  const double u = unit_roundoff<T>;
  int taken = 0, crossing = 0;
  for (int i = 0; i < 60'000; ++i) {
    const double sine = i % 2 ? r.uniform(0.06, 0.14) : r.uniform(0.06, 1), turn = std::asin(sine);
    const auto radius = static_cast<T>(r.uniform(1e-3, 1e-2));
    const Pose<double> pose_a = r.pose(0);
    Pose<double> x = rotation_x(r.below(2) ? turn : pi<double> - turn);
    const auto end = [&] { return 1 + r.uniform(-1500, 1500) * u; };
    x.translation = {std::pow(10, r.uniform(-1, 8)) * u, 0, end()};
    x.translation += x.rotation.column(2) * (r.below(3) ? end() : r.uniform(-1, 1));
    const Drawn<T> drawn{{radius, T(1)}, {radius, T(1)}, pose_a.cast<T>(), (pose_a * x).template cast<T>()};
    const auto both = answers(drawn);
    if (!both) continue;
    ++taken;
    const long double truth = true_distance(drawn);
    ASSERT_LE(both->quick.lower, truth) << i;
    ASSERT_GE(both->quick.upper, truth) << i;
    crossing += abs(dot(both->quick.normal, drawn.pose_a.rotation.columns[2])) < T(1e-3);
  }
  EXPECT_GT(taken, 5000);
  EXPECT_GT(crossing, 2000);
}

}  // namespace
}  // namespace tactus::testing
