// SPDX-License-Identifier: MIT
// The sets that break collision code: aligned, kissing, concentric, thin, huge, flat and far away.
#include <tactus/query.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

#include <functional>
#include <iomanip>
#include <iostream>

namespace tactus::testing {
namespace {

struct Result {
  int pairs = 0, hits = 0, stalled = 0, broken_bounds = 0, open_bounds = 0;
  double worst_error = 0, worst_gap = 0;
};

/// Bounds must hold in every pair, and have met unless the answer is stalled (docs/contract.md, Status). The error is
/// measured beyond the oracle's own uncertainty.
void check(const RandomPair& pair, Result& r) {
  const Contact<double> c = narrow::contact(pair.a, pair.b, pair.x_ab);
  const oracle::Answer truth = oracle::smooth_distance(to_oracle(pair.a), to_oracle(pair.b), to_oracle(pair.x_ab),
                                                       {.depth_tolerance = 1e-9L, .max_vertices = 1000});
  const double size = 2 * std::min(pair.a.bounding_radius(), pair.b.bounding_radius());
  const double scale = std::max(size, std::abs(double(truth.distance)));
  const long double own = 1e-17L * (pair.a.bounding_radius() + pair.b.bounding_radius() + norm(pair.x_ab.translation));
  const MinkowskiPair<Shape<double>, Shape<double>, double> scales(pair.a, pair.b, pair.x_ab);
  const double met = c.resolution + 4 * (scales.rounding() + orthonormality_error(pair.x_ab.rotation) * scales.reach());
  ++r.pairs;
  r.hits += truth.distance <= 0;
  r.open_bounds += c.status != Status::stalled && !(c.upper - c.lower <= met);
  r.stalled += c.status == Status::stalled;
  r.broken_bounds += c.lower > truth.upper + own || c.upper < truth.lower - own || c.lower > c.upper;
  r.worst_error =
      std::max(r.worst_error, double(std::max({0.0L, c.distance - truth.upper, truth.lower - c.distance})) / scale);
  r.worst_gap = std::max(r.worst_gap, (c.upper - c.lower) / scale);
  EXPECT_NEAR(norm(c.normal), 1, 1e-14);
}

using Draw = std::function<RandomPair(Random&)>;

/// stalls: how many of the pairs may stall.
void run(const char* what, int pairs, const Draw& draw, double stalls = 0) {
  Random random(42);
  Result r;
  for (int i = 0; i < pairs; ++i) check(draw(random), r);
  std::cout << std::left << std::setw(34) << what << std::right << std::setw(6) << r.pairs << " pairs, " << std::setw(3)
            << 100 * r.hits / r.pairs << " % hit, stalled " << std::setw(5) << std::setprecision(3)
            << 100.0 * r.stalled / r.pairs << " %, worst error " << std::setw(9) << r.worst_error
            << ", worst certified gap " << std::setw(9) << r.worst_gap << '\n';
  EXPECT_EQ(r.broken_bounds, 0) << what;
  EXPECT_EQ(r.open_bounds, 0) << what;
  EXPECT_LE(r.stalled, stalls * r.pairs) << what;
  EXPECT_LE(r.worst_error, 1e-6) << what;
}

Family any_family(Random& random) { return static_cast<Family>(random.below(static_cast<int>(Family::mixed))); }
double signed_power(Random& random, double low, double high) {
  const double sign = random.below(2) ? 1 : -1;
  return sign * std::pow(10.0, random.uniform(low, high));
}

TEST(Stress, AlignedAndCoplanarFaces) {
  run("aligned boxes on a lattice", test_size(5000), [](Random& random) {
    const auto half = [&] {
      return Vec3<double>{1.0 + random.below(3), 1.0 + random.below(3), 1.0 + random.below(3)} * 0.25;
    };
    const auto step = [&] { return 0.25 * (random.below(13) - 6); };
    const Box<double> a{half()}, b{half()};
    const double z = step(), y = step(), x = step();
    return RandomPair{a, b, translation(x, y, z)};
  });
  run("stacked cylinders", test_size(2000), [](Random& random) {
    const auto radius = [&] { return 0.25 * (1 + random.below(4)); };
    const Cylinder<double> a{radius(), 0.5}, b{radius(), 0.5};
    const double z = 0.25 * (random.below(7) - 3), x = 0.25 * random.below(5);
    return RandomPair{a, b, translation(x, 0.0, z)};
  });
}

// Moved along the contact normal until they touch, then slightly off.
TEST(Stress, Kissing) {
  const auto kissing = [](Random& random) {
    RandomPair p = random_pair(random, any_family(random));
    const Contact<double> c = narrow::contact(p.a, p.b, p.x_ab, {.tolerance = 1e-12});
    const double off = random.below(8) == 0 ? 0.0 : signed_power(random, -16, -3);
    p.x_ab.translation += (off - c.distance) * c.normal;
    return p;
  };
  run("kissing at 0 and ±1e-16 … 1e-3", test_size(5000), kissing);
}

TEST(Stress, TinyRotations) {
  run("boxes face to face, tilted a little", test_size(5000), [](Random& random) {
    const Box<double> a{{0.5, 0.5, 0.5}}, b{{random.uniform(0.2, 1), random.uniform(0.2, 1), 0.5}};
    Pose<double> x = random.turn(std::pow(10.0, random.uniform(-9, -3)));
    x.translation = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 1.0 + signed_power(random, -12, -2)};
    return RandomPair{a, b, x};
  });
  run("cylinder on box, tilted a little", test_size(2000), [](Random& random) {
    Pose<double> x = random.turn(std::pow(10.0, random.uniform(-9, -3)));
    x.translation = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 1.0 + signed_power(random, -12, -2)};
    return RandomPair{Box<double>{{0.5, 0.5, 0.5}}, Cylinder<double>{random.uniform(0.1, 0.6), 0.5}, x};
  });
}

// Concentric near-spheres, and round shapes in themselves, have no nearest direction: EPA may run out of room
// (docs/contract.md, Status, names both sets, with this limit).
TEST(Stress, ConcentricAndIdentical) {
  const auto identical = [](Random& random) {
    const Shape<double> s = random_shape(random, any_family(random));
    return RandomPair{s, s, Pose<double>{}};
  };
  run("identical shapes, identical poses", test_size(500), identical, 0.01);
  run("concentric, turned", test_size(500), [](Random& random) {
    RandomPair p = random_pair(random, any_family(random));
    p.x_ab.translation = {};
    return p;
  });
}

TEST(Stress, ThinAndLong) {
  run("plates 1:1000", test_size(5000), [](Random& random) {
    const auto plate = [&] { return Box<double>{{random.uniform(0.5, 1), random.uniform(0.5, 1), 0.001}}; };
    return RandomPair{plate(), plate(), random.pose(1.2)};
  });
  run("needles 1:2000", test_size(5000), [](Random& random) {
    const auto needle = [&]() -> Shape<double> {
      if (random.below(2)) return Cylinder<double>{0.0005, 1.0};
      return Box<double>{{0.0005, 0.0005, 1.0}};
    };
    return RandomPair{needle(), needle(), random.pose(random.below(2) ? 1.0 : 0.01)};
  });
}

TEST(Stress, SmallBodyOnHugeGround) {
  run("500-unit ground, small body", test_size(5000), [](Random& random) {
    const Shape<double> body = random_shape(random, any_family(random));
    const Quat<double> q = random.rotation();
    const double height = 0.5 + random.uniform(-0.5, 1.5);
    return RandomPair{Box<double>{{500, 500, 0.5}}, body,
                      from_quaternion(q, {random.uniform(-400, 400), random.uniform(-400, 400), height})};
  });
}

TEST(Stress, FlatAgainstSolid) {
  run("flat against solid", test_size(5000), [](Random& random) {
    return RandomPair{random_shape(random, Family::flat), random_shape(random, any_family(random)), random.pose(1.6)};
  });
  run("flat in one plane", test_size(2000), [](Random& random) {
    const auto flat = [&]() -> Shape<double> {
      if (random.below(2)) return Disc<double>{random.uniform(0.2, 1)};
      return Rectangle<double>{{random.uniform(0.2, 1), random.uniform(0.2, 1)}};
    };
    Pose<double> x = rotation_z(random.uniform(0, 6));
    x.translation = {random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), 0};
    return RandomPair{flat(), flat(), x};
  });
}

// The bodies stay near each other; the world's origin does not.
TEST(Stress, FarFromTheOrigin) {
  Random random(9);
  double worst = 0;
  for (int i = 0; i < test_size(2000); ++i) {
    const RandomPair p = random_pair(random, any_family(random));
    const double far = std::pow(10.0, random.uniform(0, 6));
    const Vec3<double> at = random.vector(far);
    const Pose<double> pose_a = from_quaternion(random.rotation(), at);
    const auto near = contact(p.a, Pose<double>{}, p.b, p.x_ab);
    const auto there = contact(p.a, pose_a, p.b, pose_a * p.x_ab);
    const double size = 2 * std::min(p.a.bounding_radius(), p.b.bounding_radius());
    const double slack = 2e-6 * std::max(size, std::abs(near.distance)) + 16 * unit_roundoff<double> * far;
    EXPECT_NEAR(there.distance, near.distance, slack);
    worst = std::max(worst, std::abs(there.distance - near.distance) / slack);
  }
  std::cout << "moved up to 1e6 away: worst change " << worst << " of what rounding and tolerance allow\n";
}

}  // namespace
}  // namespace tactus::testing
