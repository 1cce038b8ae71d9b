// SPDX-License-Identifier: MIT
// Concentric solids of revolution with nearly the same axis: they separate equally well all around.
#include <tactus/query.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

using V = Vec3<double>;

/// The depth of two frusta whose axes are nearly parallel, in long double: the least is along an axis, perpendicular to
/// a side, or perpendicular to the axes. All around is sampled: 10^4 steps leave out 1e-7 of the dependence on the
/// longitude.
long double least_depth(const ConicalFrustum<double>& a, const ConicalFrustum<double>& b, const Pose<double>& x_ab) {
  const oracle::Body body_a = to_oracle(Shape<double>(a)), body_b = to_oracle(Shape<double>(b));
  const oracle::Pose pose = to_oracle(x_ab);
  long double least = INFINITY;
  const auto look = [&](const V& n) {
    least = std::min(least, -oracle::separation_along(body_a, {}, body_b, pose, to_oracle(unit_or_up(n))));
  };
  const auto across = [](const ConicalFrustum<double>& f, double x, double y) {
    return V{2 * f.half_height * x, 2 * f.half_height * y, f.bottom_radius - f.top_radius};
  };
  for (const double up : {-1.0, 1.0}) look({0, 0, up}), look(x_ab.rotation.column(2) * up);
  for (int i = 0; i < 10000; ++i) {
    const double x = std::cos(2 * pi<double> * i / 10000), y = std::sin(2 * pi<double> * i / 10000);
    look(across(a, x, y)), look(-(x_ab.rotation * across(b, x, y))), look({x, y, 0}), look(x_ab.rotation * V{x, y, 0});
  }
  return least;
}

/// Bounds that have met and hold, the right answer, and witness points in their shapes.
void expect_certain(const ConicalFrustum<double>& a, const ConicalFrustum<double>& b, const Pose<double>& x_ab,
                    double tolerance) {
  const auto as_shape = [](const ConicalFrustum<double>& f) {
    return f.top_radius == 0 ? Shape<double>(Cone<double>{f.bottom_radius, f.half_height}) : Shape<double>(f);
  };
  const Shape<double> s = as_shape(a), t = as_shape(b);
  const MinkowskiPair<Shape<double>, Shape<double>, double> pair(s, t, x_ab);
  const Contact<double> c = narrow::contact(s, t, x_ab, {.tolerance = tolerance});
  const auto report = [&] { return ::testing::Message() << s << '\n' << t << '\n' << x_ab << '\n' << c; };
  ASSERT_EQ(c.status, Status::overlapping) << report();
  ASSERT_LE(c.upper - c.lower, c.resolution + 4 * pair.rounding()) << report();
  const long double truth = -least_depth(a, b, x_ab);
  ASSERT_LE(truth, c.upper + 1e-3L * c.resolution) << report();
  ASSERT_GE(truth, c.lower - 1e-3L * c.resolution) << report();
  const double allowed = c.resolution + 2 * pair.rounding();
  Random random(4);
  for (int i = 0; i < 30; ++i) {
    const oracle::Vec3 n = to_oracle(i == 0 ? c.normal : i == 1 ? -c.normal : random.direction());
    const auto outside = [&](const Shape<double>& body, const Pose<double>& pose, const V& p) {
      return oracle::separation_along(to_oracle(body), to_oracle(pose), oracle::point(to_oracle(p)), {}, n);
    };
    ASSERT_LE(outside(s, {}, c.point_a), allowed) << report();
    ASSERT_LE(outside(t, x_ab, c.point_b), allowed) << report();
  }
}

/// Slender, flat, and both: a cone of half_height √3/2 radius separates along its axis and across its side equally
/// well.
const ConicalFrustum<double> proportions[] = {{0.5, 0, 1},   {1, 0, 0.5},    {1, 0, 1},       {0.3, 0, 1},
                                              {0.1, 0, 1},   {0.6, 0, 0.52}, {1, 0.5, 1},     {0.5, 0.4, 1},
                                              {0.5, 0.1, 1}, {1, 0.2, 0.3},  {0.5, 0.499, 1}, {1, 0.5, 0.5}};

TEST(EpaTurned, AConeInItself) {
  Random random(8);
  for (const ConicalFrustum<double>& f : proportions) {
    for (const double tolerance : {1e-6, 1e-7}) {
      for (const double tilt : {0.0, 1e-12, 1e-9, 1e-7, 1e-6}) {
        for (const double shift : {0.0, 1e-9, 1e-6, 1e-4}) {
          if (shift > 0 && tilt > 0 && tilt != 1e-7) continue;
          Pose<double> x = tilt > 0 ? random.turn(tilt) : Pose<double>{};
          x.translation = random.direction() * shift;
          expect_certain(f, f, x, tolerance);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

/// One inside the other, the same way up or upside down.
TEST(EpaTurned, AnyTwoFrustaAboutOneAxis) {
  Random random(9);
  const auto length = [&] { return random.uniform(0.2, 1); };
  for (int i = 0; i < test_size(60); ++i) {
    const auto frustum = [&] { return ConicalFrustum<double>{length(), random.below(2) ? 0.0 : length(), length()}; };
    const double tilt = std::pow(10, random.uniform(-12, -4));
    const Pose<double> either = random.below(2) ? rotation_x(pi<double>) : Pose<double>{};
    Pose<double> x = random.turn(tilt) * either;
    const V along{0, 0, random.uniform(-0.1, 0.1)};
    x.translation = random.vector(std::pow(10, random.uniform(-12, -3))) + along;
    const ConicalFrustum<double> b = frustum(), a = frustum();
    expect_certain(a, b, x, i % 2 ? 1e-6 : 1e-7);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tactus::testing
