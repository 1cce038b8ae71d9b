// SPDX-License-Identifier: MIT
#include <tactus/math/counted.h>

#include "typed.h"

namespace tactus {
namespace {

using C = Counted<double>;
using Limits = std::numeric_limits<C>;

static_assert(Scalar<C> && std::same_as<builtin_t<C>, double> && std::same_as<builtin_t<float>, float>);
static_assert(Limits::is_specialized && Limits::infinity() == C(infinity<double>) && infinity<C> > C(1e300));
static_assert(Limits::digits == 53 && Limits::epsilon().value == std::numeric_limits<double>::epsilon());
static_assert(Limits::lowest() < Limits::min() && unit_roundoff<C>.value == unit_roundoff<double>);
static_assert(!is_finite(infinity<C>) && is_finite(Limits::max()) && abs(C(-2)) == C(2) && -C(2) < C(0));

template <class F> Tally tally_of(F&& work) {
  const Tally before = tally();
  work();
  return tally() - before;
}

TEST(Counted, TalliesEachOperationOnce) {
  const C a = 3, b = 4;
  C length;
  const Tally t = tally_of([&] { length = sqrt(a * a + b * b) / (b - a); });
  EXPECT_EQ(length.value, 5);
  EXPECT_EQ(t, (Tally{.additions = 2, .multiplications = 2, .divisions = 1, .square_roots = 1}));
  EXPECT_EQ(t.total(), 6u);
}

TEST(Counted, CompoundAssignmentsCountAsTheirOperation) {
  C x = 6;
  const Tally t = tally_of([&] { x += 2, x -= 4, x *= 3, x /= 6; });
  EXPECT_EQ(x.value, 2);
  EXPECT_EQ(t, (Tally{.additions = 2, .multiplications = 1, .divisions = 1}));
}

TEST(Counted, ComparisonsAreCountedApart) {
  const C x = -3, y = 2;
  const Tally t = tally_of([&] { EXPECT_TRUE(x < y && x != y && min(x, y) == x); });
  EXPECT_EQ(t, (Tally{.comparisons = 4}));
  EXPECT_EQ(t.total(), 0u);
  EXPECT_EQ(t.with_comparisons(), 4u);
}

TEST(Counted, NegationAbsAndConversionAreFree) {
  const C x = -3;
  const Tally t = tally_of([&] {
    EXPECT_TRUE(x < C(0) && x <= C(0) && x != C(0) && -x > C(0) && abs(x) == C(3));
    EXPECT_EQ(static_cast<double>(max(x, 1)), 1.0);
    EXPECT_EQ(unit_roundoff<C>.value, unit_roundoff<double>);
  });
  EXPECT_EQ(t.total(), 0u);
}

TEST(Counted, KnownCostsOfVectorOperations) {
  const Vec3<C> a{1, 2, 3}, b{4, 5, 6};
  EXPECT_EQ(tally_of([&] { EXPECT_EQ(dot(a, b).value, 32); }), (Tally{.additions = 2, .multiplications = 3}));
  EXPECT_EQ(tally_of([&] {
              EXPECT_EQ(cross(a, b), (Vec3<C>{-3, 6, -3}));
            }),
            (Tally{.additions = 3, .multiplications = 6, .comparisons = 3}));
  EXPECT_EQ(tally_of([&] { (void)(Mat3<C>{} * a); }), (Tally{.additions = 6, .multiplications = 9}));
}

TEST(Counted, TranscendentalsAreFoundByArgumentDependentLookup) {
  const C x = 0.5;
  const Tally t = tally_of([&] { (void)(sin(x) + cos(x) + asin(x) + atan2(x, x) + pow(x, x)); });
  EXPECT_EQ(t, (Tally{.additions = 4, .transcendentals = 5}));
}

TEST(Counted, GivesTheValuesOfItsBuiltinType) {
  const auto path = [](auto one) {
    using T = decltype(one);
    return to_quaternion(from_axis_angle(Vec3<T>{T(1), T(2), T(3)}, T(2))).template cast<double>();
  };
  EXPECT_EQ(path(1.0), path(C(1.0)));
}

TEST(Counted, Prints) {
  EXPECT_EQ(testing::printed(C(0.5)), "0.5");
  EXPECT_EQ(testing::printed(Tally{1, 2, 3, 4, 5, 6}),
            "1 additions, 2 multiplications, 3 divisions, 4 square roots, 5 transcendentals, 6 comparisons");
}

}  // namespace
}  // namespace tactus
