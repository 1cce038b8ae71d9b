// SPDX-License-Identifier: MIT
#pragma once
/// The pairs on which every method of tactus/narrow is tested, with the oracle's answers, and the expectations for
/// each.
#include <tactus/narrow/minkowski.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

#include <string>

namespace tactus::testing {

/// Booleans must be right outside this part of the size.
template <Scalar T> inline constexpr double boolean_band = std::same_as<T, float> ? 2e-5 : 1e-9;

template <Scalar T> struct MethodCase {
  std::string name;
  Shape<T> a, b;
  Pose<T> x_ab;
  oracle::Answer truth;  // for the numbers as stored in T
  double size = 0;

  MethodCase(std::string n, const Shape<double>& shape_a, const Shape<double>& shape_b, const Pose<double>& x)
      : name(std::move(n)), a(shape_a.cast<T>()), b(shape_b.cast<T>()), x_ab(x.cast<T>()) {
    size = double(MinkowskiPair<Shape<T>, Shape<T>, T>(a, b, x_ab).size());
    ask_oracle();
  }
  void ask_oracle() {
    const oracle::Effort effort{.gap_tolerance = 1e-14L, .depth_tolerance = std::same_as<T, float> ? 1e-8L : 1e-10L};
    truth = oracle::smooth_distance(to_oracle(a), to_oracle(b), to_oracle(x_ab), effort);
  }
  /// The same pair, moved along the oracle's normal until the signed distance is about this.
  MethodCase moved_to(double distance) const {
    MethodCase c = *this;
    const oracle::Vec3 shift = (static_cast<long double>(distance) - truth.distance) * truth.normal;
    c.x_ab.translation += Vec3<long double>{shift.x, shift.y, shift.z}.cast<T>();
    c.ask_oracle();
    return c;
  }
  bool hit() const { return truth.distance <= 0; }
  /// Beyond the tolerated band of booleans, and beyond the oracle's uncertainty.
  bool clear() const {
    return std::abs(double(truth.distance)) > boolean_band<T> * size && (truth.lower > 0 || truth.upper < 0);
  }
};

inline constexpr Family method_families[] = {Family::box,       Family::ellipsoid, Family::round_box, Family::hull_50,
                                             Family::cone,      Family::capsule,   Family::cylinder,  Family::flat,
                                             Family::composite, Family::mixed};

/// Random pairs, about half of them intersecting: asserted here, once for all tests.
template <Scalar T> const std::vector<MethodCase<T>>& random_cases() {
  static const auto cases = [] {
    std::vector<MethodCase<T>> all;
    Random random(2010);
    for (const Family family : method_families) {
      int hits = 0;
      const int count = test_size(500);
      for (int i = 0; i < count; ++i) {
        const RandomPair pair = random_pair(random, family);
        all.emplace_back(std::string(name(family)) + ' ' + std::to_string(i), pair.a, pair.b, pair.x_ab);
        hits += all.back().hit();
      }
      if (count < 200) continue;  // too few to tell a rate
      EXPECT_GT(hits, 0.3 * count) << name(family);
      EXPECT_LT(hits, 0.7 * count) << name(family);
    }
    return all;
  }();
  return cases;
}

/// Some of them moved to just touch, just miss and just overlap, down to twice the band.
template <Scalar T> const std::vector<MethodCase<T>>& kissing_cases() {
  static const auto cases = [] {
    std::vector<MethodCase<T>> all;
    for (std::size_t i = 0; i < random_cases<T>().size(); i += 8)
      for (const double distance : {1e-3, 50 * boolean_band<T>, 2 * boolean_band<T>})
        for (const double side : {-1.0, 1.0})
          all.push_back(random_cases<T>()[i].moved_to(side * distance * random_cases<T>()[i].size));
    return all;
  }();
  return cases;
}

/// Rays that run along edges, flat differences, or coinciding centers. `distance` is exact by construction.
template <Scalar T> struct SpecialCase {
  std::string name;
  Shape<T> a, b;
  Pose<T> x_ab;
  double distance;
};

template <Scalar T> std::vector<SpecialCase<T>> special_cases() {
  const auto at = [](double x, double y, double z) { return translation(T(x), T(y), T(z)); };
  const Shape<T> cube = Box<T>{{T(1), T(1), T(1)}}, ball = Sphere<T>{T(1)}, dot = Point<T>{};
  const Shape<T> square = Rectangle<T>{{T(1), T(1)}}, disc = Disc<T>{T(1)}, rod = Segment<T>{T(1)};
  const Shape<T> egg = Ellipsoid<T>{{T(1), T(2), T(4)}}, can = Cylinder<T>{T(1), T(1)}, pill = Capsule<T>{T(0.5), T(1)};
  const Shape<T> round = RoundBox<T>{{T(0.5), T(0.5), T(0.5)}, T(0.5)};
  const Shape<T> plate = Box<T>{{T(1), T(1), T(0.001)}};
  const Pose<T> quarter{axis_rotation(0, pi<T> / 2), {}};  // the rod's z becomes -y
  const auto offset = [](T t) { return transformed(Box<T>{{T(1), T(1), T(1)}}, translation(t, T(0), T(0))); };
  return {
      {"cubes face to face", cube, cube, at(2, 0, 0), 0},
      {"cubes face to face, askew", cube, cube, at(2, 0.3, 0.6), 0},
      {"cubes edge to edge", cube, cube, at(2, 2, 0), 0},
      {"cubes corner to corner", cube, cube, at(2, 2, 2), 0},
      {"cubes a step apart", cube, cube, at(2.25, 0, 0), 0.25},
      {"cubes apart across an edge", cube, cube, at(2.75, 3, 0), 1.25},
      {"cubes sunk in", cube, cube, at(1.75, 0, 0), -0.25},
      {"cubes sunk in, askew", cube, cube, at(1.75, 0.5, 1), -0.25},
      {"the same cube", cube, cube, at(0, 0, 0), -2},
      {"the same egg", egg, egg, at(0, 0, 0), -2},
      {"the same ball", ball, ball, at(0, 0, 0), -2},
      {"the same can", can, can, at(0, 0, 0), -2},
      {"the same square", square, square, at(0, 0, 0), 0},
      {"the same rod", rod, rod, at(0, 0, 0), 0},
      {"the same point", dot, dot, at(0, 0, 0), 0},
      {"points", dot, dot, at(0, 3, 4), 5},
      {"balls touching", ball, ball, at(2, 0, 0), 0},
      {"balls apart", ball, ball, at(0, 3, 0), 1},
      {"balls sunk in", ball, ball, at(0, 0, 1.5), -0.5},
      {"ball on cube", ball, cube, at(0, 0, 2), 0},
      {"ball in cube", ball, cube, at(0, 0, 0.5), -1.5},
      {"pills in line", pill, pill, at(0, 0, 3.5), 0.5},
      {"pills side by side", pill, pill, at(1, 0, 0), 0},
      {"pills across", pill, pill, at(0.75, 0, 0) * quarter, -0.25},
      {"round boxes", round, round, at(1.75, 0, 0), -0.25},
      {"squares in one plane, overlapping", square, square, at(1, 1, 0), 0},
      {"squares in one plane, apart", square, square, at(2.5, 0, 0), 0.5},
      {"squares in parallel planes", square, square, at(0.5, 0, 0.25), 0.25},
      {"discs in one plane, overlapping", disc, disc, at(1, 0, 0), 0},
      {"discs in one plane, apart", disc, disc, at(3, 0, 0), 1},
      {"rods crossing", rod, rod, quarter, 0},
      {"rods crossing, apart", rod, rod, at(0.5, 0, 0) * quarter, 0.5},
      {"rods in line, overlapping", rod, rod, at(0, 0, 1), 0},
      {"rods in line, apart", rod, rod, at(0, 0, 2.5), 0.5},
      {"rod through square", rod, square, at(0, 0, 0.5), -0.5},
      {"square in cube", square, cube, at(0, 0, 0.25), -0.75},
      {"point in cube", dot, cube, at(0.75, 0, 0), -0.25},
      {"point on cube", dot, cube, at(1, 0.5, 0.5), 0},
      {"point off cube", dot, cube, at(1, 0.5, 1.5), 0.5},
      {"can on can", can, can, at(0, 0, 2), 0},
      {"can in can", can, can, at(0, 0, 1.5), -0.5},
      {"plates", plate, plate, at(0.25, 0.5, 0.0015), -0.0005},
      {"far from the local origin", offset(T(4096)), offset(T(-4096)), at(8193.5, 0, 0), -0.5},
      {"far from the local origin, apart", offset(T(4096)), offset(T(-4096)), at(8194.5, 0, 0), 0.5},
      {"far apart", cube, cube, at(65536, 0, 0), 65534},
  };
}

/// f(case) -> bool: right on all pairs outside the band, and if shapes exactly touch.
template <Scalar T, class F> void expect_right_booleans(F&& intersects) {
  int wrong = 0, clear = 0;
  for (const auto* cases : {&random_cases<T>(), &kissing_cases<T>()})
    for (const MethodCase<T>& c : *cases) {
      if (!c.clear()) continue;
      ++clear;
      if (intersects(c.a, c.b, c.x_ab) == c.hit()) continue;
      if (++wrong <= 5) ADD_FAILURE() << c.name << ": distance " << c.truth.distance << " of size " << c.size;
    }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(clear, 0.9 * double(random_cases<T>().size() + kissing_cases<T>().size()));
  for (const SpecialCase<T>& c : special_cases<T>()) EXPECT_EQ(intersects(c.a, c.b, c.x_ab), c.distance <= 0) << c.name;
}

/// Which plane gives `lower`? That of the normal, so that two support calls can verify it; or the best of several, as
/// in GJK.
enum class LowerBound { along_normal, best_of_several };

/// Bounds that hold, in order, a unit normal, and points that are distance · normal apart.
template <Scalar T>
void expect_certified(const std::string& name, const Contact<T>& c, const Shape<T>& a, const Shape<T>& b,
                      const Pose<T>& x_ab, const oracle::Answer& truth, LowerBound kind = LowerBound::along_normal) {
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(a, b, x_ab);
  const double rounding = double(pair.rounding());
  ASSERT_NE(c.status, Status::invalid) << name;
  EXPECT_LE(static_cast<long double>(c.lower), truth.upper) << name << "\n" << c;
  EXPECT_GE(static_cast<long double>(c.upper), truth.lower) << name << "\n" << c;
  EXPECT_LE(c.lower, c.distance) << name << "\n" << c;
  EXPECT_LE(c.distance, c.upper) << name << "\n" << c;
  EXPECT_NEAR(double(norm(c.normal)), 1, 4 * double(unit_roundoff<T>)) << name;
  if (kind == LowerBound::along_normal) {
    EXPECT_LE(double(c.lower), double(pair.separation(c.normal) - pair.radius() + c.resolution) + rounding)
        << name << "\n"
        << c;
  }
  EXPECT_LE(double(distance(c.point_b, c.point_a + c.distance * c.normal)), rounding) << name << "\n" << c;
}

/// The same for f(a, b, x_ab) on all pairs.
template <Scalar T, class F> void expect_certified_everywhere(F&& contact, LowerBound kind = LowerBound::along_normal) {
  for (const auto* cases : {&random_cases<T>(), &kissing_cases<T>()})
    for (const MethodCase<T>& c : *cases) {
      expect_certified(c.name, contact(c.a, c.b, c.x_ab), c.a, c.b, c.x_ab, c.truth, kind);
      if (::testing::Test::HasFailure()) return;  // one failure is enough
    }
  for (const SpecialCase<T>& c : special_cases<T>()) {
    const long double d = c.distance;
    expect_certified(c.name, contact(c.a, c.b, c.x_ab), c.a, c.b, c.x_ab, {d, d, d, {}, true}, kind);
  }
}

/// A pair on a slow pass: apart, through each other, apart again.
template <class F> void for_each_frame(F&& f) {
  const Shape<double> a = Ellipsoid<double>{{1, 0.7, 0.5}}, b = Box<double>{{0.6, 0.5, 0.4}};
  for (int i = 0; i <= 200; ++i) {
    const double t = i / 100.0 - 1;
    f(a, b, translation(2.5 * t, 0.3, 0.2) * rotation(Vec3<double>{1, 2, 3} / sqrt(14.0), t));
  }
}

/// Caches that are empty or wrong.
template <Scalar T> std::vector<PairCache<T>> useless_caches() {
  PairCache<T> stale, zero, same;
  stale.directions = {Vec3<T>{T(1), T(0), T(0)}, {T(-1), T(2), T(0)}, {T(0), T(-1), T(3)}, {T(1), T(1), T(1)}};
  stale.count = 4;
  stale.normal = {T(0), T(-1), T(0)};
  zero.count = 4;
  same.directions = {stale.directions[0], stale.directions[0], stale.directions[0], stale.directions[0]};
  same.count = 3;
  return {{}, stale, zero, same};
}

}  // namespace tactus::testing
