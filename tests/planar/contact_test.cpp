// SPDX-License-Identifier: MIT
/// Planar GJK and EPA against brute force: random pairs, laws, degenerate configurations.
#include <tactus/math/counted.h>
#include <tactus/planar/contact.h>
#include <tests/helpers/test_size.h>
#include <tests/planar/oracle.h>

#include <gtest/gtest.h>

#include <cstdio>

namespace tactus::planar {
namespace {

using oracle::Random;
using oracle::Real;

template <class T> class PlanarContact : public ::testing::Test {
 protected:
  static constexpr bool is_float = std::numeric_limits<T>::digits <= 24;
  const int pairs = testing::test_size(50'000);
  static constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  // Worst errors allowed, relative to max(size, |distance|): the promises of the contract.
  static constexpr double polygon_error = is_float ? 2e-5 : 1e-9, curved_error = is_float ? 2e-5 : 1e-6;
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarContact, Scalars);

struct Seen {
  int count = 0, hits = 0, stalled = 0, most_iterations = 0;
  Real worst_error = 0, worst_gap = 0;  // relative to max(size, |distance|)

  void print(const char* name, bool is_float) const {
    std::printf("  %-18s %-6s %5.1f %% hit, worst error %.2Le, worst gap %.2Le, %d stalled, <= %d iterations\n", name,
                is_float ? "float" : "double", 100.0 * hits / count, worst_error, worst_gap, stalled, most_iterations);
  }
};

/// The requirements for every answer, whatever the shapes; returns the error relative to max(size, |truth|).
template <class T, class A, class B>
Real check_answer(const A& a, const B& b, const Pose2<T>& x_ab, const Contact2<T>& c, Real truth) {
  const oracle::Body in_a = oracle::placed(a, Pose2<T>{}), in_b = oracle::placed(b, x_ab);
  const Real unit = Real(unit_roundoff<T>);
  const Real scale = Real(origin_radius(a)) + Real(origin_radius(b)) + Real(norm(x_ab.translation));
  const Real oracle_error = 1e-15L * scale;
  const oracle::V n{Real(c.normal.x), Real(c.normal.y)};
  EXPECT_LE(Real(c.lower), truth + oracle_error) << a << ' ' << b << ' ' << x_ab << '\n' << c;
  EXPECT_GE(Real(c.upper), truth - oracle_error) << a << ' ' << b << ' ' << x_ab << '\n' << c;
  EXPECT_LE(Real(c.lower), oracle::separation(in_a, in_b, n) + 2 * unit * scale) << "not the separation along normal";
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LE(c.distance, c.upper);
  EXPECT_NEAR(double(norm(c.normal)), 1, 4 * double(unit));
  EXPECT_LE(norm(c.point_b - c.point_a - c.normal * c.distance), T(8) * unit_roundoff<T> * T(scale)) << c;
  const Real size = 2 * std::min(Real(bounding_radius(a)), Real(bounding_radius(b)));
  return std::abs(Real(c.distance) - truth) / std::max(size, std::abs(truth));
}

/// Random pairs from make_a and make_b, at offsets up to `reach`.
template <class T, class MakeA, class MakeB>
Seen compare(const char* name, int pairs, double allowed, double reach, MakeA make_a, MakeB make_b) {
  Random<T> random(20'240 + static_cast<std::uint64_t>(name[0]) * 131 + static_cast<std::uint64_t>(name[1]));
  Seen seen;
  for (int i = 0; i < pairs && !::testing::Test::HasFailure(); ++i) {
    const auto a = make_a(random);
    const auto b = make_b(random);
    const Pose2<T> x_ab = random.pose(reach);
    const Contact2<T> c = contact(a, b, x_ab);
    const Real truth = oracle::signed_distance(oracle::placed(a, Pose2<T>{}), oracle::placed(b, x_ab));
    const Real error = check_answer(a, b, x_ab, c, truth);
    const Real size = 2 * std::min(Real(bounding_radius(a)), Real(bounding_radius(b)));
    // A pair of needles or points has no size of its own: rounding is relative to S, which the bounds use.
    if (size > 0.01L) seen.worst_error = std::max(seen.worst_error, error);
    if (size > 0.01L)
      seen.worst_gap = std::max(seen.worst_gap, Real(c.upper - c.lower) / std::max(size, std::abs(truth)));
    seen.count += 1;
    seen.hits += truth <= 0;
    seen.stalled += c.status == Status::stalled;
    seen.most_iterations = std::max(seen.most_iterations, c.iterations);
    if (truth > Real(c.resolution)) {
      EXPECT_EQ(c.status, Status::separated) << c;
      EXPECT_FALSE(gjk::intersects(a, b, x_ab));
    } else if (truth < -Real(c.resolution)) {
      EXPECT_EQ(c.status, Status::overlapping) << c;
      EXPECT_TRUE(gjk::intersects(a, b, x_ab));
    }
    const Contact2<T> d = gjk::distance(a, b, x_ab);
    EXPECT_LE(Real(d.lower), std::max<Real>(truth, 0) + 1e-15L);
    EXPECT_GE(Real(d.upper), std::max<Real>(truth, 0) - 1e-15L);
    EXPECT_EQ(d.distance > 0, d.status == Status::separated);
  }
  seen.print(name, std::numeric_limits<T>::digits <= 24);
  EXPECT_LE(double(seen.worst_error), allowed) << name;
  EXPECT_GT(seen.hits, 3 * seen.count / 10) << name;
  EXPECT_LT(seen.hits, 7 * seen.count / 10) << name;
  EXPECT_EQ(seen.stalled, 0) << name;
  return seen;
}

constexpr auto polygon = [](auto& r) { return r.polygon(); };
constexpr auto box = [](auto& r) { return r.box(); };
constexpr auto ellipse = [](auto& r) { return r.ellipse(); };
constexpr auto capsule = [](auto& r) { return r.capsule(); };
constexpr auto circle = [](auto& r) { return r.circle(); };

TYPED_TEST(PlanarContact, AgreesWithBruteForceOnPolygonCores) {
  const double allowed = this->polygon_error;
  compare<TypeParam>("polygon-polygon", this->pairs, allowed, 1.0, polygon, polygon);
  compare<TypeParam>("box-box", this->pairs, allowed, 1.6, box, box);
  compare<TypeParam>("capsule-polygon", this->pairs, allowed, 1.4, capsule, polygon);
  compare<TypeParam>("circle-box", this->pairs, allowed, 1.6, circle, box);
  compare<TypeParam>("capsule-capsule", this->pairs, allowed, 1.4, capsule, capsule);
}

TYPED_TEST(PlanarContact, AgreesWithBruteForceOnCurvedShapes) {
  const double allowed = this->curved_error;
  compare<TypeParam>("polygon-ellipse", this->pairs, allowed, 1.4, polygon, ellipse);
  compare<TypeParam>("ellipse-ellipse", this->pairs, allowed, 1.5, ellipse, ellipse);
  compare<TypeParam>("ellipse-capsule", this->pairs, allowed, 1.5, ellipse, capsule);
}

TYPED_TEST(PlanarContact, PolygonsAreExactWhateverTheTolerance) {
  using T = TypeParam;
  Random<T> random(1);
  for (int i = 0; i < 2'000; ++i) {
    const Polygon<T> a = random.polygon(), b = random.polygon();
    const Pose2<T> x_ab = random.pose(1);
    const Contact2<T> c = contact(a, b, x_ab, {.tolerance = T(0.5)});
    EXPECT_EQ(c.distance, contact(a, b, x_ab).distance);
  }
}

TYPED_TEST(PlanarContact, TighterToleranceGivesTighterBounds) {
  using T = TypeParam;
  if (this->is_float) return;
  Random<T> random(2);
  for (int i = 0; i < 2'000; ++i) {
    const Ellipse<T> a = random.ellipse();
    const Polygon<T> b = random.polygon();
    const Pose2<T> x_ab = random.pose(1.4);
    const Contact2<T> c = contact(a, b, x_ab, {.tolerance = T(1e-12)});
    ASSERT_NE(c.status, Status::stalled) << a << b << x_ab << c;
    EXPECT_LE(c.upper - c.lower, T(3e-12) * max(T(2), abs(c.distance)));
    check_answer(a, b, x_ab, c, oracle::signed_distance(oracle::placed(a, Pose2<T>{}), oracle::placed(b, x_ab)));
  }
}

/// Witness points lie on their shapes: within the gap of the bounds, if the pair is apart or barely overlaps.
TYPED_TEST(PlanarContact, WitnessPointsLieOnTheShapes) {
  using T = TypeParam;
  Random<T> random(3);
  int apart = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Polygon<T> a = random.polygon();
    const Capsule<T> b = random.capsule();
    const Pose2<T> x_ab = random.pose(1.4);
    const Contact2<T> c = contact(a, b, x_ab);
    const auto off = [](const auto& shape, const Pose2<T>& pose, const Vec2<T>& p) {  // signed distance of a point
      const auto point = Polygon<T>::from_points({p});
      return oracle::signed_distance(oracle::placed(shape, pose), oracle::placed(point, Pose2<T>{}));
    };
    EXPECT_LE(off(a, Pose2<T>{}, c.point_a), Real(64 * unit_roundoff<T>)) << c;
    EXPECT_LE(off(b, x_ab, c.point_b), Real(64 * unit_roundoff<T>)) << c;
    apart += c.distance > 0;
    if (c.distance > 0) {
      EXPECT_GE(off(a, Pose2<T>{}, c.point_a), -Real(64 * unit_roundoff<T>)) << c;
      EXPECT_GE(off(b, x_ab, c.point_b), -Real(64 * unit_roundoff<T>)) << c;
    }
    const Contact2<T> d = gjk::distance(a, b, x_ab);
    if (d.touching()) {
      EXPECT_LE(off(a, Pose2<T>{}, d.point_a), Real(64 * unit_roundoff<T>));
      EXPECT_LE(off(b, x_ab, d.point_b), Real(64 * unit_roundoff<T>));
    }
  }
  EXPECT_GT(apart, 6'000);
}

TYPED_TEST(PlanarContact, Laws) {
  using T = TypeParam;
  Random<T> random(4);
  for (int i = 0; i < 20'000; ++i) {
    const Polygon<T> a = random.polygon();
    const Ellipse<T> b = random.ellipse();
    const Pose2<T> pose_a = random.pose(2), pose_b = pose_a * random.pose(1.4), moved = random.pose(3);
    const Contact2<T> c = contact(a, pose_a, b, pose_b);
    // Valid bounds overlap, however they were computed.
    const auto agree = [&](const Contact2<T>& other, T shift, const char* law) {
      EXPECT_LE(other.lower - shift, c.upper) << law << '\n' << c << '\n' << other;
      EXPECT_GE(other.upper + shift, c.lower) << law << '\n' << c << '\n' << other;
    };
    agree(contact(b, pose_b, a, pose_a), T(0), "symmetry");
    agree(contact(a, moved * pose_a, b, moved * pose_b), T(64) * unit_roundoff<T>, "rigid invariance");
    const Vec2<T> step = random.in_square(0.1);
    const Pose2<T> pushed{pose_b.rotation, pose_b.translation + step};
    agree(contact(a, pose_a, b, pushed), norm(step), "1-Lipschitz");
    const Pose2<T> touching{pose_b.rotation, pose_b.translation - c.normal * c.distance};
    const Contact2<T> t = contact(a, pose_a, b, touching);
    EXPECT_LE(abs(t.distance), T(3) * max(c.resolution, t.resolution) + T(64) * unit_roundoff<T>)
        << "moving B by -distance·normal\n"
        << c << t;
    EXPECT_EQ(intersects(a, pose_a, b, pose_b, {.tolerance = T(0)}), c.distance <= 0 || c.lower <= 0);
  }
}

TYPED_TEST(PlanarContact, ScaleCovariance) {
  using T = TypeParam;
  Random<T> random(5);
  for (int i = 0; i < 5'000; ++i) {
    const Box<T> a = random.box();
    const Ellipse<T> b = random.ellipse();
    const Pose2<T> x_ab = random.pose(1.5);
    const Contact2<T> c = contact(a, b, x_ab);
    for (const T k : {T(0x1p-10), T(0x1p10)}) {  // powers of two: every digit must scale
      const Contact2<T> d = contact(Box<T>{a.half * k}, Ellipse<T>{b.radii * k}, {x_ab.rotation, x_ab.translation * k});
      EXPECT_EQ(d.distance, c.distance * k);
      EXPECT_EQ(d.normal, c.normal);
    }
  }
}

TYPED_TEST(PlanarContact, MaxDistanceOnlyPromisesApart) {
  using T = TypeParam;
  Random<T> random(6);
  int early = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Polygon<T> a = random.polygon(), b = random.polygon();
    const Pose2<T> x_ab = random.pose(1);
    const T exact = contact(a, b, x_ab).distance;
    const Contact2<T> c = contact(a, b, x_ab, {.max_distance = T(0)});
    if (c.status == Status::beyond_max) {
      ++early;
      EXPECT_GT(c.lower, T(0));
    } else {
      EXPECT_EQ(c.distance, exact);
    }
  }
  EXPECT_GT(early, 1'500);
}

/// An iteration cap gives wide bounds, never wrong ones.
TYPED_TEST(PlanarContact, CapsStallWithBoundsThatHold) {
  using T = TypeParam;
  Random<T> random(7);
  int stalled = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Ellipse<T> a = random.ellipse(), b = random.ellipse();
    const Pose2<T> x_ab = random.pose(1.5);
    const Contact2<T> c = contact(a, b, x_ab, {.max_iterations = random.index(4)});
    check_answer(a, b, x_ab, c, oracle::signed_distance(oracle::placed(a, Pose2<T>{}), oracle::placed(b, x_ab)));
    stalled += c.status == Status::stalled;
  }
  EXPECT_GT(stalled, 2'000);
}

/// A yes-or-no answer cannot say that it gave up or was imprecise: neither a low cap nor the tolerance changes it.
TYPED_TEST(PlanarContact, NoOptionMakesIntersectsWrong) {
  using T = TypeParam;
  Random<T> random(26);
  int hovering = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Ellipse<T> a = random.ellipse();
    const Polygon<T> b = random.polygon();
    Pose2<T> at = random.pose(1.4);
    const Contact2<T> c = contact(a, Pose2<T>{}, b, at, {.tolerance = T(0)});
    const T scale = T(3) + norm(at.translation);
    at.translation += c.normal * (T(128) * unit_roundoff<T> * scale - c.distance);  // to hover just above A
    if (!(contact(a, Pose2<T>{}, b, at, {.tolerance = T(0)}).lower > T(32) * unit_roundoff<T> * scale)) continue;
    ++hovering;
    for (const Options<T>& options :
         {Options<T>{}, Options<T>{.tolerance = T(1)}, Options<T>{.max_iterations = random.index(4)}})
      EXPECT_FALSE(intersects(a, Pose2<T>{}, b, at, options)) << a << b << at << options;
  }
  EXPECT_GT(hovering, 2'500);
}

/// Kissing, aligned, concentric, flat, needle-like, far away: brute force decides.
TYPED_TEST(PlanarContact, DegenerateConfigurations) {
  using T = TypeParam;
  const auto square = Polygon<T>::from_points({{T(-1), T(-1)}, {T(1), T(-1)}, {T(1), T(1)}, {T(-1), T(1)}});
  const auto diamond = Polygon<T>::from_points({{T(-1), T(0)}, {T(0), T(-1)}, {T(1), T(0)}, {T(0), T(1)}});
  const auto needle = Polygon<T>::from_points({{T(-2), T(0)}, {T(2), T(0)}, {T(0), T(0.001)}});
  const auto flat = Polygon<T>::from_points({{T(-1), T(-0.5)}, {T(1), T(0.5)}});
  const auto upright = Polygon<T>::from_points({{T(0), T(-1)}, {T(0), T(1)}});
  const auto point = Polygon<T>::from_points({{T(0.5), T(0.25)}});
  const auto ground = Polygon<T>::from_points({{T(-500), T(-2)}, {T(500), T(-2)}, {T(500), T(0)}, {T(-500), T(0)}});
  const Polygon<T>* const shapes[] = {&square, &diamond, &needle, &flat, &upright, &point, &ground};
  int touching = 0, stalled = 0;
  for (const Polygon<T>* a : shapes) {
    for (const Polygon<T>* b : shapes) {
      for (const double turn : {0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.25, 1.5707963267948966, 3.14159265358979324}) {
        for (const double x : {0.0, 0.5, 1.0, 2.0, 3.0, 100.0}) {
          for (const double nudge : {0.0, 1e-16, -1e-16, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3}) {
            for (const bool diagonal : {false, true}) {
              const T offset = T(x + nudge);
              const Pose2<T> x_ab{{T(std::cos(turn)), T(std::sin(turn))}, {offset, diagonal ? offset : T(nudge)}};
              const Contact2<T> c = contact(*a, *b, x_ab);
              const Real truth = oracle::polygons(oracle::placed(*a, Pose2<T>{}), oracle::placed(*b, x_ab));
              check_answer(*a, *b, x_ab, c, truth);
              const T floor =
                  T(8) * unit_roundoff<T> * (origin_radius(*a) + origin_radius(*b) + norm(x_ab.translation));
              EXPECT_LE(std::abs(Real(c.distance) - truth), 2 * Real(floor)) << *a << *b << x_ab << c;
              touching += std::abs(truth) <= Real(floor);
              stalled += c.status == Status::stalled;
              if (::testing::Test::HasFailure()) return;
            }
          }
        }
      }
    }
  }
  std::printf("  degenerate %s: %d touching, %d stalled of %d\n", this->is_float ? "float" : "double", touching,
              stalled, 49 * 8 * 6 * 11 * 2);
  EXPECT_GT(touching, 500);
  EXPECT_EQ(stalled, 0);
}

/// Polygons that rounding makes hard: plates of 1:10000, corners closer than rounding can distinguish, grids, rotations
/// down to 1e-17, pairs moved into touch. The bounds must hold in every case, with half of the allowance of 8 u S to
/// spare.
TYPED_TEST(PlanarContact, RoundingStress) {
  using T = TypeParam;
  Random<T> random(9);
  const auto power = [&](double low, double high) { return T(std::pow(10.0, double(random.uniform(low, high)))); };
  const auto on_grid = [](const Vec2<T>& v) {
    return Vec2<T>{std::round(v.x * T(4)) / T(4), std::round(v.y * T(4)) / T(4)};
  };
  const auto make = [&] {
    std::vector<Vec2<T>> points(static_cast<std::size_t>(1 + random.index(12)));
    const T width = power(-4, 0), height = power(-4, 0);
    const int kind = random.index(3);
    for (Vec2<T>& v : points) {
      v = random.in_square(1);
      v = {v.x * width, v.y * height};
      if (kind == 0) v = on_grid(v);
      if (kind == 1 && random.index(2)) v = points[0] + v * power(-17, -3);
    }
    return Polygon<T>::from_points(points);
  };
  Real worst = 0, worst_error = 0;  // in units of u S
  int hits = 0, stalled = 0;
  for (int i = 0; i < this->pairs; ++i) {
    const Polygon<T> a = make(), b = make();
    Pose2<T> x_ab = random.pose(double(power(-4, 0.3)));
    if (random.index(4) == 0) {
      const double angle = double(power(-17, -1));
      x_ab.rotation = {T(std::cos(angle)), T(std::sin(angle))};
    }
    if (random.index(8) == 0) x_ab = {{}, on_grid(x_ab.translation)};
    Contact2<T> c = contact(a, b, x_ab);
    if (random.index(3) == 0) {
      x_ab.translation -= c.normal * c.distance;
      if (random.index(2)) x_ab.translation += c.normal * power(-18, -3);
      c = contact(a, b, x_ab);
    }
    const Real scale = Real(origin_radius(a)) + Real(origin_radius(b)) + Real(norm(x_ab.translation));
    if (scale == 0) continue;
    const Real unit = Real(unit_roundoff<T>) * scale;
    const Real truth = oracle::polygons(oracle::placed(a, Pose2<T>{}), oracle::placed(b, x_ab));
    worst = std::max({worst, (Real(c.lower) - truth) / unit + 8, (truth - Real(c.upper)) / unit + 8});
    worst_error = std::max(worst_error, std::abs(Real(c.distance) - truth) / unit);
    hits += truth <= 0;
    stalled += c.status == Status::stalled;
  }
  std::printf("  rounding stress %s: bounds off by %.1Lf of 8 u S, distance by %.1Lf u S, %d stalled\n",
              this->is_float ? "float" : "double", worst, worst_error, stalled);
  EXPECT_LE(worst, 5);
  EXPECT_LE(worst_error, 16);
  EXPECT_EQ(stalled, 0);
  EXPECT_GT(hits, this->pairs / 5);
}

TYPED_TEST(PlanarContact, ConcentricAndIdentical) {
  using T = TypeParam;
  const Pose2<T> here{};
  EXPECT_EQ(contact(Circle<T>{T(1)}, here, Circle<T>{T(2)}, here).distance, T(-3));
  EXPECT_EQ(contact(Circle<T>{T(0)}, here, Circle<T>{T(0)}, here).distance, T(0));
  EXPECT_TRUE(intersects(Circle<T>{T(0)}, here, Circle<T>{T(0)}, here));
  EXPECT_EQ(contact(Box<T>{{T(1), T(2)}}, here, Box<T>{{T(1), T(2)}}, here).distance, T(-2));
  EXPECT_EQ(contact(Capsule<T>{T(0.5), T(1)}, here, Capsule<T>{T(0.5), T(1)}, here).distance, T(-1));
  EXPECT_EQ(contact(Capsule<T>{T(0.5), T(0)}, here, Circle<T>{T(0.5)}, here).distance, T(-1));
  const Contact2<T> e = contact(Ellipse<T>{{T(1), T(0.5)}}, here, Ellipse<T>{{T(1), T(0.5)}}, here);
  EXPECT_NEAR(double(e.distance), -1, this->curved_error);
  // Nearly circular and concentric: every direction is nearly minimal, so the polygon would have to become round
  // everywhere. The answer is right; the certified gap is what 128 edges can prove. Only this set may stall.
  const Contact2<T> round = contact(Ellipse<T>{{T(1), T(0.999)}}, here, Ellipse<T>{{T(0.999), T(1)}}, here);
  EXPECT_EQ(round.status, Status::stalled);
  EXPECT_NEAR(double(round.distance), -1.999, this->is_float ? 2e-5 : 2e-6);
  EXPECT_LT(round.upper - round.lower, T(5e-3));
  EXPECT_LE(round.lower, T(-1.999));
}

TYPED_TEST(PlanarContact, FarFromTheOrigin) {
  using T = TypeParam;
  Random<T> random(8);
  for (int i = 0; i < 5'000; ++i) {
    const Polygon<T> a = random.polygon();
    const Box<T> b = random.box();
    const Pose2<T> pose_a = random.pose(1e4), local = random.pose(1.4);
    const Pose2<T> pose_b{local.rotation, pose_a.translation + local.translation};
    const Contact2<T> c = contact(a, pose_a, b, pose_b);
    const Real truth = oracle::signed_distance(oracle::placed(a, pose_a), oracle::placed(b, pose_b));
    EXPECT_LE(Real(c.lower), truth + 1e-14L) << c;
    EXPECT_GE(Real(c.upper), truth - 1e-14L) << c;
    EXPECT_LE(std::abs(Real(c.distance) - truth), 32 * Real(unit_roundoff<T>)) << "the shift cost digits\n" << c;
  }
}

TYPED_TEST(PlanarContact, InvalidInput) {
  using T = TypeParam;
  const Box<T> a{{T(1), T(1)}};
  const Circle<T> b{T(1)};
  const Pose2<T> here{};
  for (const Pose2<T>& bad : {Pose2<T>{{}, {this->nan, T(0)}}, Pose2<T>{{}, {infinity<T>, T(0)}},
                              Pose2<T>{{T(1), T(1)}, {}}, Pose2<T>{{this->nan, T(0)}, {}}}) {
    EXPECT_EQ(contact(a, bad, b, here).status, Status::invalid);
    EXPECT_EQ(contact(a, here, b, bad).status, Status::invalid);
    EXPECT_EQ(distance(a, here, b, bad).status, Status::invalid);
    EXPECT_THROW(intersects(a, here, b, bad), std::invalid_argument);
    EXPECT_EQ(norm(contact(a, bad, b, here).normal), T(1));
    EXPECT_FALSE(contact(a, bad, b, here).touching()) << "nothing is known";
    EXPECT_TRUE(std::isnan(distance(a, bad, b, here).distance));
  }
  for (const Options<T>& bad :
       {Options<T>{.tolerance = this->nan}, Options<T>{.max_distance = T(-1)}, Options<T>{.max_iterations = -1}}) {
    EXPECT_EQ(contact(a, here, b, here, bad).status, Status::invalid);
    EXPECT_EQ(distance(a, here, b, here, bad).status, Status::invalid);
    EXPECT_THROW(intersects(a, here, b, here, bad), std::invalid_argument);
  }
  for (const T bad : {this->nan, T(-1), T(2), infinity<T>})
    EXPECT_EQ(contact(a, here, b, here, {}, bad).status, Status::invalid) << "no sine: " << bad;
  EXPECT_THROW(contact(a, here, Circle<T>{T(-1)}, here), std::invalid_argument);
  EXPECT_THROW(distance(Box<T>{{this->nan, T(1)}}, here, b, here), std::invalid_argument);
  EXPECT_THROW(intersects(Ellipse<T>{{T(1), infinity<T>}}, here, b, here), std::invalid_argument);
  EXPECT_EQ(contact(Circle<T>{infinity<T>}, b, here).status, Status::invalid);  // below the checks: no throw
  EXPECT_EQ(contact(a, b, Pose2<T>{{}, {std::numeric_limits<T>::max(), T(0)}}).status, Status::invalid);
}

// Beyond the range of lengths, squares overflow. Only a return is promised there, and that soon, whatever the cap. (Found
// by Fuzz/0.Planar, case 543 712: it went on to 2147483647 iterations.)
TYPED_TEST(PlanarContact, OverflowEndsBeforeAHugeCap) {
  using T = TypeParam;
  const Options<T> patient{.max_iterations = 100'000};
  int asked = 0;
  const auto expect_end = [&](const auto& a, const auto& b, const Pose2<T>& x_ab) {
    ++asked;
    EXPECT_LT(contact(a, b, x_ab, patient).iterations, 1000) << a << b << x_ab;
    EXPECT_LT(gjk::distance(a, b, x_ab, patient).iterations, 1000) << a << b << x_ab;
  };
  const int largest = std::numeric_limits<T>::max_exponent10;
  for (int e = largest / 2 - 2; e < largest; e += 1 + largest / 60)
    for (const T longer : {T(1), T(6.64120856), T(66.4120856)}) {
      const T huge = std::pow(T(10), T(e)), other = huge * longer;
      if (!is_finite(other)) continue;
      const Box<T> tall{{T(1), huge}};
      for (const T angle : {T(0), T(0.46364761), T(2), T(-2.6779451)}) {
        const Pose2<T> x_ab{Rotation2<T>::from_angle(angle), {T(-1.625), T(-1.5)}};
        expect_end(tall, Capsule<T>{T(1e-10), other}, x_ab);
        expect_end(tall, Ellipse<T>{{other, T(1)}}, x_ab);
        expect_end(Polygon<T>::from_points({{-other, T(0)}, {other, T(1)}, {T(0), T(2)}}), tall, x_ab);
      }
    }
  EXPECT_GT(asked, 500);
}

// As in 3D, a pose stands for the rotation nearest to its numbers (docs/contract.md).
TYPED_TEST(PlanarContact, DriftedRotationsStretchNothing) {
  using T = TypeParam;
  const T accepted = std::same_as<T, float> ? T(1e-4) : T(1e-6);
  const Box<T> square{{T(1), T(1)}};
  for (const T drift : {T(0.4) * accepted, T(-0.4) * accepted}) {
    const Pose2<T> grown{{T(1) + drift, T(0)}, {}}, there{{T(1) + drift, T(0)}, {T(1000), T(0)}};
    const Contact2<T> c = contact(square, grown, square, there);
    EXPECT_LE(c.lower, T(998)) << c;
    EXPECT_GE(c.upper, T(998)) << c;
    EXPECT_NEAR(double(c.distance), 998, 1e4 * double(unit_roundoff<T>)) << c;
    EXPECT_NEAR(double(norm(c.normal)), 1, 8 * double(unit_roundoff<T>)) << c;
  }
}

/// Both rotations are as far off as is accepted, longer or shorter. (Two numbers can only stretch a rotation of the
/// plane, not shear it.) The oracle places the bodies by the nearest rotations.
TYPED_TEST(PlanarContact, DriftedRotationsAtTheLimit) {
  using T = TypeParam;
  Random<T> random(27);
  const auto drifted = [&](T reach) {
    Pose2<T> x = random.pose(double(reach));
    const T limit = (random.index(2) ? T(0.98) : T(-0.98)) * (this->is_float ? T(1e-4) : T(1e-6));
    const T longer = std::sqrt(T(1) + limit);
    x.rotation = {x.rotation.c * longer, x.rotation.s * longer};
    EXPECT_TRUE(is_valid(x)) << x;
    return x;
  };
  const auto nearest = [](const auto& shape, const Pose2<T>& x) {
    oracle::Body body = oracle::placed(shape, x);
    const Real length = std::hypot(body.c, body.s);
    body.c /= length, body.s /= length;
    return body;
  };
  int hits = 0;
  const auto compare = [&](const auto& a, const auto& b, T reach) {
    const Pose2<T> pose_a = drifted(reach), pose_b = drifted(reach);
    const Contact2<T> c = contact(a, pose_a, b, pose_b), d = distance(a, pose_a, b, pose_b);
    const Real truth = oracle::signed_distance(nearest(a, pose_a), nearest(b, pose_b));
    const Real own = 1e-17L * (Real(1) + Real(reach));  // the oracle's
    hits += truth <= 0;
    EXPECT_LE(Real(c.lower), truth + own) << a << pose_a << b << pose_b << c;
    EXPECT_GE(Real(c.upper), truth - own) << a << pose_a << b << pose_b << c;
    EXPECT_LE(Real(d.lower), std::max<Real>(truth, 0) + own) << a << pose_a << b << pose_b << d;
    EXPECT_GE(Real(d.upper), std::max<Real>(truth, 0) - own) << a << pose_a << b << pose_b << d;
    if (std::abs(truth) > 2 * Real(c.resolution)) {
      EXPECT_EQ(intersects(a, pose_a, b, pose_b), truth < 0);
    }
  };
  const int rounds = testing::test_size(2'000);
  for (int i = 0; i < rounds && !::testing::Test::HasFailure(); ++i)
    for (const T reach : {T(0.7), T(300)}) {
      const Polygon<T> first = random.polygon(), second = random.polygon();
      const Box<T> crate = random.box();
      const Ellipse<T> egg = random.ellipse();
      const Capsule<T> pill = random.capsule();
      const Circle<T> disc = random.circle();
      compare(first, second, reach);
      compare(crate, egg, reach);
      compare(pill, crate, reach);
      compare(disc, first, reach);
      compare(egg, pill, reach);
    }
  EXPECT_GT(hits, rounds);
}

/// A user's own shape: the support function is enough.
template <class T> struct RoundedTriangle {
  using Scalar = T;
  Vec2<T> support(const Vec2<T>& d) const {
    return d.y > abs(d.x) ? Vec2<T>{T(0), T(1)} : Vec2<T>{d.x < T(0) ? T(-1) : T(1), T(0)};
  }
  T radius() const { return T(0.25); }
  Vec2<T> center() const { return {T(0), T(0.25)}; }
};

TYPED_TEST(PlanarContact, UserShapes) {
  using T = TypeParam;
  static_assert(Convex2<RoundedTriangle<T>> && !has_polygon_core<RoundedTriangle<T>>);
  const RoundedTriangle<T> roof;
  EXPECT_NEAR(double(contact(roof, Pose2<T>{}, Circle<T>{T(0.5)}, translation(T(0), T(2))).distance), 0.25, 1e-6);
  EXPECT_NEAR(double(contact(roof, Pose2<T>{}, Box<T>{{T(1), T(1)}}, translation(T(0.1), T(-1.125))).distance), -0.125,
              1e-6);
}

TEST(PlanarCounted, TheSameAnswerAndATally) {
  using C = Counted<double>;
  const auto a = Polygon<double>::from_points({{0, 0}, {2, 0}, {2.2, 1.1}, {0.1, 1}});
  const auto counted = Polygon<C>::from_points({{0, 0}, {2, 0}, {2.2, 1.1}, {0.1, 1}});
  for (const double y : {-1.0, -0.25, 0.5}) {
    const Contact2<double> c = contact(a, Pose2<double>{}, Ellipse<double>{{1, 0.5}}, translation(0.7, y));
    const Tally before = tally();
    const Contact2<C> d = contact(counted, Pose2<C>{}, Ellipse<C>{{1, 0.5}}, translation(C(0.7), C(y)));
    EXPECT_GT((tally() - before).total(), 100u);
    EXPECT_EQ(d.distance.value, c.distance);
    EXPECT_EQ(d.iterations, c.iterations);
    EXPECT_EQ(gjk::intersects(counted, Circle<C>{0.5}, translation(C(0), C(y))),
              gjk::intersects(a, Circle<double>{0.5}, translation(0.0, y)));
  }
}

TEST(PlanarLongDouble, Runs) {
  using L = long double;
  const Contact2<L> c =
      contact(Box<L>{{1, 1}}, Pose2<L>{}, Ellipse<L>{{1, 0.5L}}, translation(L(1.75), 0), {.tolerance = 1e-15L});
  EXPECT_LE(std::abs(c.distance + 0.25L), 1e-14L);
}

}  // namespace
}  // namespace tactus::planar
