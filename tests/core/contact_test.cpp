// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/core/contact.h>
#include <tactus/core/options.h>

#include <sstream>

namespace tactus {
namespace {

using C = Contact<double>;

constexpr C gap{.status = Status::separated,
                .distance = 2,
                .lower = 1.5,
                .upper = 2,
                .normal = {1, 0, 0},
                .point_a = {0, 0, 0},
                .point_b = {2, 0, 0},
                .feature_a = {FeatureKind::face, 1},
                .feature_b = {FeatureKind::vertex, 3},
                .iterations = 4,
                .support_calls = 5,
                .resolution = 0.01};
static_assert(!gap.touching() && gap.state() == ContactState::separation && gap.point() == Vec3<double>{1, 0, 0});

TEST(Contact, SaysNothingUntilItIsAsked) {
  constexpr C none;
  EXPECT_EQ(none.status, Status::invalid);
  EXPECT_EQ(none.lower, -infinity<double>);
  EXPECT_EQ(none.upper, infinity<double>);
  EXPECT_EQ(norm(none.normal), 1);
}

TEST(Contact, StateHasTheResolutionOfTheQuery) {
  const auto state = [](double distance) {
    C c = gap;
    c.distance = c.lower = c.upper = distance;
    return c.state();
  };
  EXPECT_EQ(state(0.011), ContactState::separation);
  EXPECT_EQ(state(0.01), ContactState::touch);
  EXPECT_EQ(state(0), ContactState::touch);
  EXPECT_EQ(state(-0.01), ContactState::touch);
  EXPECT_EQ(state(-0.011), ContactState::overlap);
}

TEST(Contact, StateIsWhatTheBoundsProve) {
  const auto state = [](double distance, double lower, double upper) {
    C c = gap;
    c.distance = distance, c.lower = lower, c.upper = upper;
    return c.state();
  };
  EXPECT_EQ(state(0.011, 0.001, 0.02), ContactState::separation);
  EXPECT_EQ(state(0.011, -0.001, 0.02), ContactState::touch) << "it may be an overlap";
  EXPECT_EQ(state(0.011, 0, 0.02), ContactState::touch) << "it may be in touch";
  EXPECT_EQ(state(-0.011, -0.02, -0.001), ContactState::overlap);
  EXPECT_EQ(state(-0.011, -0.02, 0.001), ContactState::touch) << "it may be a gap";
  EXPECT_EQ(state(-0.011, -infinity<double>, -0.011), ContactState::overlap) << "of a body that is not convex";
}

TEST(Contact, MirroredIsTheSameSeenFromB) {
  const C m = mirrored(gap);
  EXPECT_EQ(m.normal, -gap.normal);
  EXPECT_EQ(m.point_a, gap.point_b);
  EXPECT_EQ(m.point_b - m.point_a, m.distance * m.normal);
  EXPECT_EQ(m.feature_a, gap.feature_b);
  EXPECT_EQ(m.distance, gap.distance);
  EXPECT_EQ(mirrored(m).point_a, gap.point_a);
}

TEST(Contact, Prints) {
  std::ostringstream os;
  os << gap;
  EXPECT_EQ(os.str(),
            "separated: 2 in [1.5, 2] along (1, 0, 0) from (0, 0, 0) (face 1) to (2, 0, 0) (vertex 3), 4 iterations, 5 "
            "support calls");
}

TEST(Contact, EveryStatusAndStateHasAName) {
  std::ostringstream os;
  for (int i = 0; i < 5; ++i) os << static_cast<Status>(i) << ' ';
  for (int i = 0; i < 3; ++i) os << static_cast<ContactState>(i) << ' ';
  EXPECT_EQ(os.str(), "separated overlapping beyond_max stalled invalid separation touch overlap ");
}

TEST(Options, DefaultsAreTheContracts) {
  EXPECT_EQ(Options<float>{}.tolerance, 1e-5F);
  EXPECT_EQ(Options<double>{}.tolerance, 1e-6);
  std::ostringstream os;
  os << Options<double>{};
  EXPECT_EQ(os.str(), "Options{.tolerance = 1e-06, .max_distance = inf, .max_iterations = 128}");
}

}  // namespace
}  // namespace tactus
