// SPDX-License-Identifier: MIT
#pragma once
/// Pairs of hulls with the oracle's answers, for the algorithms that walk on polyhedra.
#include <tactus/narrow/gjk.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <functional>
#include <iostream>

namespace tactus::testing {

/// A hull and the oracle's version of the same numbers, which is slow to make.
template <Scalar T> struct JudgedHull {
  Hull<T> hull;
  oracle::Polytope judge;

  explicit JudgedHull(const Hull<T>& h) : hull(h) {
    std::vector<oracle::Vec3> points;
    for (const Vec3<T>& v : hull.vertices()) points.push_back(to_oracle(v));
    judge = oracle::Polytope::from_points(points);
  }
};

enum class HullKind { solid, flat, thin };  // thin: points, segments, triangles

/// Hulls about two units wide, with few enough digits that float represents their points.
template <Scalar T> const std::vector<JudgedHull<T>>& judged_hulls(HullKind kind) {
  static const auto make = [](HullKind k) {
    Random random(40 + static_cast<std::uint64_t>(k));
    std::vector<JudgedHull<T>> hulls;
    for (int i = 0; i < 40; ++i) {
      const int points = k == HullKind::solid  ? 4 + random.below(17)
                         : k == HullKind::flat ? 3 + random.below(12)
                                               : 1 + i % 3;
      std::vector<Vec3<double>> cloud;
      for (int j = 0; j < points; ++j) {
        Vec3<double> p = random.direction();
        if (k == HullKind::flat) p.z = 0;
        cloud.push_back({std::floor(p.x * 0x1p12) * 0x1p-12, std::floor(p.y * 0x1p12) * 0x1p-12,
                         std::floor(p.z * 0x1p12) * 0x1p-12});
      }
      hulls.emplace_back(Hull<double>::from_points(cloud).template cast<T>());
    }
    return hulls;
  };
  static const std::vector<JudgedHull<T>> all[] = {make(HullKind::solid), make(HullKind::flat), make(HullKind::thin)};
  return all[static_cast<int>(kind)];
}

template <Scalar T> using HullDistance = std::function<Contact<T>(const Hull<T>&, const Hull<T>&, const Pose<T>&)>;

/// The results of a method on many pairs.
struct HullTally {
  int pairs = 0, hits = 0, stalled = 0;
  double worst_error = 0;  // of a finished answer, in units of 8 u S (the rounding of the contract)
  friend std::ostream& operator<<(std::ostream& os, const HullTally& t) {
    return os << t.pairs << " pairs, " << t.hits << " touching, " << t.stalled << " stalled, worst error "
              << t.worst_error << " roundings";
  }
};

/// A random test with only gaps, or only overlaps, tests nothing.
inline void expect_mixed(const HullTally& t) {
  EXPECT_GT(t.hits, 0.3 * t.pairs) << t;
  EXPECT_LT(t.hits, 0.7 * t.pairs) << t;
}

/// The contract for one answer: bounds that hold and are in order, a unit normal, points distance·normal apart; and,
/// unless it is `stalled`, the right distance.
template <Scalar T>
void expect_right(const Contact<T>& c, const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab,
                  const oracle::Answer& truth, HullTally& tally) {
  const MinkowskiPair<Hull<T>, Hull<T>, T> pair(a, b, x_ab);
  const double rounding = double(pair.rounding()), distance = double(truth.distance);
  ++tally.pairs;
  tally.hits += distance <= 0;
  tally.stalled += c.status == Status::stalled;
  EXPECT_LE(static_cast<long double>(c.lower), truth.upper) << c;
  EXPECT_GE(static_cast<long double>(c.upper), truth.lower) << c;
  EXPECT_LE(c.lower, c.distance) << c;
  EXPECT_NEAR(double(norm(c.normal)), 1, 4 * double(unit_roundoff<T>)) << c;
  EXPECT_LE(double(norm(c.point_b - c.point_a - c.distance * c.normal)), rounding) << c;
  if (c.status == Status::stalled) return;
  if (std::abs(distance) > 2 * rounding) {
    EXPECT_EQ(c.status, distance > 0 ? Status::separated : Status::overlapping) << c << "\n truth " << distance;
  }
  const double error = std::abs(double(c.distance) - std::max(distance, 0.0)) / rounding;
  tally.worst_error = std::max(tally.worst_error, error);
}

/// Random pairs of hulls; about half of the solid ones touch.
template <Scalar T>
HullTally try_random_pairs(HullKind kind_a, HullKind kind_b, int count, double spread,
                           const HullDistance<T>& distance) {
  Random random(7);
  HullTally tally;
  const auto &as = judged_hulls<T>(kind_a), &bs = judged_hulls<T>(kind_b);
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const auto &a = as[std::size_t(random.below(int(as.size())))], &b = bs[std::size_t(random.below(int(bs.size())))];
    const Pose<T> x_ab = random.pose(spread).template cast<T>();
    const oracle::Answer truth = oracle::polytope_distance(a.judge, b.judge, to_oracle(x_ab));
    expect_right(distance(a.hull, b.hull, x_ab), a.hull, b.hull, x_ab, truth, tally);
  }
  return tally;
}

/// Hulls of 4 to 10 000 vertices, apart and together, against GJK in long double.
template <Scalar T> HullTally try_sizes(const HullDistance<T>& distance) {
  Random random(4);
  HullTally tally;
  for (const int points : {4, 10, 64, 100, 642, 1000, 10000}) {
    const Hull<double> drawn = random_hull(random, points);
    const Hull<T> hull = drawn.cast<T>();
    const Hull<long double> precise = hull.template cast<long double>();
    for (int i = 0; i < 20 && !::testing::Test::HasFailure(); ++i) {
      const Pose<T> x_ab = random.pose(4).template cast<T>();
      const Contact<long double> g = gjk::distance(precise, precise, x_ab.template cast<long double>());
      expect_right(distance(hull, hull, x_ab), hull, hull, x_ab, {g.distance, g.lower, g.upper, {}, true}, tally);
    }
  }
  return tally;
}

/// Two hulls of 30 points on a slow pass, half a degree at a time: apart, through each other, apart again.
template <Scalar T> HullTally try_slow_pass(const HullDistance<T>& distance) {
  Random random(3);
  HullTally tally;
  for (int pass = 0; pass < 5; ++pass) {
    const JudgedHull<T> a(random_hull(random, 30).template cast<T>()), b(random_hull(random, 30).template cast<T>());
    const Vec3<double> from = random.direction() * 3, to = random.direction(), axis = random.direction();
    for (int i = 0; i <= 200 && !::testing::Test::HasFailure(); ++i) {
      const double t = i / 100.0;
      const Pose<T> x_ab = (translation(from * (1 - t) + to * (0.4 * t)) * rotation(axis, t)).template cast<T>();
      const oracle::Answer truth = oracle::polytope_distance(a.judge, b.judge, to_oracle(x_ab));
      expect_right(distance(a.hull, b.hull, x_ab), a.hull, b.hull, x_ab, truth, tally);
    }
  }
  return tally;
}

/// Two cubes of two units whose edges and faces are nearly or exactly parallel: f(hull, pose).
template <Scalar T, class F> void for_each_nearly_parallel_pair(int count, F&& f) {
  const std::vector<Vec3<T>> corners = [] {
    std::vector<Vec3<T>> c;
    for (int i = 0; i < 8; ++i) c.push_back({T(i & 1 ? 1 : -1), T(i & 2 ? 1 : -1), T(i & 4 ? 1 : -1)});
    return c;
  }();
  const Hull<T> cube = Hull<T>::from_points(corners);
  Random random(10);
  for (int i = 0; i < count; ++i) {
    const auto place = [&] { return random.below(3) ? random.uniform(-4, 4) : double(random.below(5) - 2); };
    const double x = place(), y = place(), angle = random.below(4) ? std::exp(-random.uniform(0, 40)) : 0.0;
    f(cube, Pose<double>{random.turn(angle).rotation, {x, y, 4}}.cast<T>());
  }
}

}  // namespace tactus::testing
