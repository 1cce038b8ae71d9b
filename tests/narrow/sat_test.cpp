// SPDX-License-Identifier: MIT
/// sat::contact against every pair of features (the oracle's), on all ranks of polytopes and where features tie.
#include <tactus/math/counted.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/epa.h>
#include <tactus/narrow/sat.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/certificate.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <map>

namespace tactus::testing {
namespace {

/// A shape with the oracle's features of it, built once.
template <Scalar T> struct Known {
  Shape<T> shape;
  oracle::Body body;
  oracle::Polytope features;

  explicit Known(const Shape<T>& s)
      : shape(s), body(to_oracle(s)), features(oracle::Polytope::from_points(body.vertices)) {}
};

template <Scalar T> Known<T> hull_of(const std::vector<Vec3<double>>& points) {
  std::vector<Vec3<T>> rounded;
  for (const Vec3<double>& p : points) rounded.push_back(p.cast<T>());
  return Known<T>(Shape<T>(Hull<T>::from_points(rounded)));
}

/// Rank 3: a cloud in an ellipsoid; rank 2: a polygon in space; rank 1, 0: a segment, a point, anywhere.
template <Scalar T> Known<T> random_hull_of_rank(Random& random, int rank, int points) {
  const Vec3<double> axes{random.uniform(0.4, 1), random.uniform(0.4, 1), random.uniform(0.4, 1)};
  const Pose<double> pose = random.pose(0.3);
  std::vector<Vec3<double>> cloud;
  const int count = rank == 0 ? 1 : rank == 1 ? 2 : points;
  for (int i = 0; i < count; ++i) {
    Vec3<double> p = hadamard(random.direction(), axes);
    if (rank == 2) p.z = 0;
    if (rank == 1) p = {0, 0, i == 0 ? -axes.z : axes.z};
    cloud.push_back(pose * p);
  }
  return hull_of<T>(cloud);
}

template <Scalar T> std::vector<Known<T>> all_kinds() {
  Random random(3);
  std::vector<Known<T>> all;
  for (const int points : {4, 5, 6, 8, 12, 20, 32, 50}) {
    all.push_back(random_hull_of_rank<T>(random, 3, points));
    all.push_back(random_hull_of_rank<T>(random, 3, points));
  }
  for (const int points : {3, 4, 8, 30}) all.push_back(random_hull_of_rank<T>(random, 2, points));
  for (const int rank : {0, 1, 1}) all.push_back(random_hull_of_rank<T>(random, rank, 0));
  for (int i = 0; i < 3; ++i) all.emplace_back(random_shape(random, Family::box).template cast<T>());
  all.emplace_back(Shape<T>(Rectangle<T>{{T(0.75), T(0.5)}}));
  all.emplace_back(Shape<T>(Triangle<T>{{T(-0.5), T(-0.5), T(0.25)}, {T(0.75), T(-0.25), T(0)}, {T(0), T(1), T(0)}}));
  all.emplace_back(Shape<T>(Segment<T>{T(0.75)}));
  all.emplace_back(Shape<T>(Point<T>{{T(0.25), T(0), T(0.125)}}));
  all.emplace_back(Shape<T>(RoundBox<T>{{T(0.5), T(0.25), T(0.5)}, T(0.25)}));
  all.emplace_back(Shape<T>(Lozenge<T>{{T(0.5), T(0.75)}, T(0.125)}));
  return all;
}

template <Scalar T> oracle::Answer truth_of(const Known<T>& a, const Known<T>& b, const Pose<T>& x_ab) {
  oracle::Answer r = oracle::polytope_distance(a.features, b.features, to_oracle(x_ab));
  const auto radii = a.body.radius + b.body.radius;
  r.distance -= radii, r.lower -= radii, r.upper -= radii;
  return r;
}

/// How far a gap's bounds may be apart. Gaps are measured by GJK: if a sliver stops it (a segment within 1e-9 of
/// parallel to an edge), its final plane is not the best, and only the contract's tolerance holds.
template <Scalar T> double gap_width(const Shape<T>& a, const Shape<T>& b) {
  return double(default_tolerance<T>) * 2 * double(std::min(a.bounding_radius(), b.bounding_radius()));
}

template <Scalar T> double rounding_of(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab) {
  return double(MinkowskiPair<Shape<T>, Shape<T>, T>(a, b, x_ab).rounding());
}

/// Bounds around the truth, as tight as rounding allows; points in the bodies, distance · normal apart. Returns the
/// error of the distance over 8 u S.
template <Scalar T>
double expect_exact(const Known<T>& a, const Known<T>& b, const Pose<T>& x_ab, const Contact<T>& c,
                    const std::string& name) {
  const oracle::Answer truth = truth_of(a, b, x_ab);
  const double rounding = rounding_of(a.shape, b.shape, x_ab);
  const auto own = truth.upper - truth.lower;
  EXPECT_TRUE(c.status == Status::separated || c.status == Status::overlapping) << name << '\n' << c;
  EXPECT_LE(static_cast<long double>(c.lower), truth.upper) << name << '\n' << c;
  EXPECT_GE(static_cast<long double>(c.upper), truth.lower) << name << '\n' << c;
  EXPECT_NEAR(double(c.distance), double(truth.distance), rounding + double(own)) << name << '\n' << c;
  const oracle::Claim claim{c.distance,          c.lower, c.upper, to_oracle(c.normal), to_oracle(c.point_a),
                            to_oracle(c.point_b)};
  // Each bound is moved by 8 u S; uneven faces may add as much (otherwise EPA answers), and so may the rotation's
  // error.
  const double turn = 3 * double(orthonormality_error(x_ab.rotation)) * rounding / (8 * double(unit_roundoff<T>));
  const oracle::Allowance allowed{.point = rounding,
                                  .bound = rounding,
                                  .unit = 4 * static_cast<long double>(unit_roundoff<T>),
                                  .width = (c.touching() ? 0 : gap_width(a.shape, b.shape)) + 3 * rounding + turn};
  for (const auto& violation : oracle::violations(a.body, {}, b.body, to_oracle(x_ab), claim, allowed))
    ADD_FAILURE() << name << ": " << violation << '\n' << c;
  return std::abs(double(c.distance - truth.distance)) / rounding;
}

template <class T> struct SatTyped : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SatTyped, Scalars);

TYPED_TEST(SatTyped, IsExactOnAllKindsOfPolytopes) {
  using T = TypeParam;
  const std::vector<Known<T>> kinds = all_kinds<T>();
  Random random(7);
  int hits = 0, count = 0;
  double worst = 0;
  for (int round = 0; round < test_size(2); ++round)
    for (std::size_t i = 0; i < kinds.size(); ++i)
      for (std::size_t j = 0; j < kinds.size(); ++j) {
        const Pose<T> x_ab = random.pose(1.6).template cast<T>();
        const Contact<T> c = sat::contact(kinds[i].shape, kinds[j].shape, x_ab);
        const std::string name = std::to_string(i) + ", " + std::to_string(j) + " in round " + std::to_string(round);
        worst = std::max(worst, expect_exact(kinds[i], kinds[j], x_ab, c, name));
        if (this->HasFailure()) return;
        hits += c.touching(), ++count;
      }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.7 * count);
  std::cout << count << " pairs, " << hits << " overlapping, worst error " << worst << " · 8 u S\n";
}

TYPED_TEST(SatTyped, IsExactWhereShapesJustTouch) {
  using T = TypeParam;
  const std::vector<Known<T>> kinds = all_kinds<T>();
  Random random(8);
  int touching = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = i % 3; j < kinds.size(); j += 3) {
      Pose<T> x_ab = random.pose(1.6).template cast<T>();
      const oracle::Answer from = truth_of(kinds[i], kinds[j], x_ab);
      for (const double distance : {-1e-3, -1e-9, 0.0, 1e-12, 1e-6}) {
        Pose<T> moved = x_ab;
        const oracle::Vec3 shift = (static_cast<long double>(distance) - from.distance) * from.normal;
        moved.translation += Vec3<long double>{shift.x, shift.y, shift.z}.cast<T>();
        const Contact<T> c = sat::contact(kinds[i].shape, kinds[j].shape, moved);
        expect_exact(kinds[i], kinds[j], moved, c, std::to_string(i) + ", " + std::to_string(j));
        if (this->HasFailure()) return;
        touching += std::abs(double(c.distance)) < 1e-2;
      }
    }
  EXPECT_GT(touching, 1000);
}

/// Two segments never overlap, on whichever side they pass each other. The same two edges are crossed along n and along
/// -n: each is an axis of its own.
TYPED_TEST(SatTyped, SegmentsAreApartOnBothSidesOfEachOther) {
  using T = TypeParam;
  Random random(21);
  int gaps = 0;
  for (int i = 0; i < test_size(500); ++i) {
    const Known<T> a = random_hull_of_rank<T>(random, 1, 2), b = random_hull_of_rank<T>(random, 1, 2);
    const Pose<T> x_ab = random.pose(0.5).template cast<T>();
    const oracle::Answer from = truth_of(a, b, x_ab);
    for (const double beyond : {-0.25, -1e-3, 1e-3, 0.25}) {
      Pose<T> moved = x_ab;
      const oracle::Vec3 shift = (static_cast<long double>(beyond) - from.distance) * from.normal;
      moved.translation += Vec3<long double>{shift.x, shift.y, shift.z}.cast<T>();
      const Contact<T> c = sat::contact(a.shape, b.shape, moved);
      expect_exact(a, b, moved, c, "pair " + std::to_string(i) + ", " + std::to_string(beyond) + " apart");
      if (this->HasFailure()) return;
      gaps += c.distance > T(0);
    }
  }
  EXPECT_EQ(gaps, 4 * test_size(500));
}

/// Faces and edges that tie exactly or within a tiny turn: the same cube or hull on top of itself.
TYPED_TEST(SatTyped, TiesAndTinyTurnsCostNoDepth) {
  using T = TypeParam;
  Random random(9);
  std::vector<Known<T>> kinds;
  kinds.emplace_back(Shape<T>(Box<T>{{T(1), T(0.5), T(0.25)}}));
  kinds.push_back(
      hull_of<T>({{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}));
  kinds.push_back(hull_of<T>({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}));
  kinds.push_back(random_hull_of_rank<T>(random, 3, 12));
  kinds.push_back(random_hull_of_rank<T>(random, 2, 6));
  kinds.push_back(hull_of<T>({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}));
  kinds.push_back(hull_of<T>({{0, 0, -1}, {0, 0, 1}}));
  double worst = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = 0; j < kinds.size(); ++j)
      for (const Vec3<double>& t : {Vec3<double>{0, 0, 0}, {0.5, 0.25, 0}, {0.75, 0, 0}, {0.25, 0.5, 0.375}, {1, 1, 0}})
        for (const double angle : {0.0, 1e-12, 1e-9, 1e-6, 1e-3, pi<double> / 2})
          for (int axis = 0; axis < 3; ++axis) {
            const Pose<T> x_ab{axis_rotation(axis, T(angle)), t.cast<T>()};
            const Contact<T> c = sat::contact(kinds[i].shape, kinds[j].shape, x_ab);
            const std::string name = std::to_string(i) + ", " + std::to_string(j) + " turned by " +
                                     std::to_string(angle) + " about " + std::to_string(axis);
            worst = std::max(worst, expect_exact(kinds[i], kinds[j], x_ab, c, name));
            if (this->HasFailure()) return;
          }
  std::cout << "worst error " << worst << " · 8 u S\n";
}

TYPED_TEST(SatTyped, NeedlesAndPlates) {
  using T = TypeParam;
  Random random(10);
  std::vector<Known<T>> kinds;
  kinds.emplace_back(Shape<T>(Box<T>{{T(1), T(1), T(0.001)}}));
  kinds.emplace_back(Shape<T>(Box<T>{{T(0.0005), T(0.0005), T(1)}}));
  kinds.emplace_back(Shape<T>(Box<T>{{T(50), T(50), T(1)}}));
  for (const Vec3<double>& stretch : {Vec3<double>{1, 1, 0.001}, {0.0005, 0.0005, 1}, {1, 0.01, 0.0001}}) {
    std::vector<Vec3<double>> cloud;
    for (int i = 0; i < 16; ++i) cloud.push_back(hadamard(random.direction(), stretch));
    kinds.push_back(hull_of<T>(cloud));
  }
  int hits = 0, count = 0;
  for (int round = 0; round < test_size(10); ++round)
    for (const Known<T>& a : kinds)
      for (const Known<T>& b : kinds) {
        const Pose<T> x_ab = random.pose(0.5).template cast<T>();
        const Contact<T> c = sat::contact(a.shape, b.shape, x_ab);
        expect_exact(a, b, x_ab, c, "round " + std::to_string(round));
        if (this->HasFailure()) return;
        hits += c.touching(), ++count;
      }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.95 * count);
}

TEST(Sat, IsNoDeeperThanAnyDirection) {
  Random random(11);
  int hits = 0;
  for (int i = 0; i < test_size(200); ++i) {
    const RandomPair p = random_pair(random, i % 2 ? Family::hull_50 : Family::box);
    const Contact<double> c = sat::contact(p.a, p.b, p.x_ab);
    if (!c.touching()) continue;
    ++hits;
    const MinkowskiPair<Shape<double>, Shape<double>, double> pair(p.a, p.b, p.x_ab);
    for (int k = 0; k < 200; ++k) {
      const Vec3<double> n = unit_or_up(c.normal + random.vector(std::pow(10.0, -random.uniform(0, 8))));
      ASSERT_GE(-pair.separation(n), -c.distance - pair.rounding()) << c << " against " << n;
    }
    ASSERT_LE(-c.distance, -epa::contact(p.a, p.b, p.x_ab).distance + pair.rounding());
  }
  EXPECT_GT(hits, 60);
}

TEST(Sat, LargeHullsConcentricAndApart) {
  Random random(12);
  const Hull<double> a = random_hull(random, 600), b = random_hull(random, 900);
  for (const double spread : {0.0, 0.1, 1.0, 1.9, 2.2, 4.0}) {
    const Vec3<double> at = random.vector(spread);
    const Pose<double> x_ab = from_quaternion(random.rotation(), at);
    const Contact<double> c = sat::contact(a, b, x_ab), e = epa::contact(a, b, x_ab);
    const double rounding = rounding_of<double>(a, b, x_ab);
    EXPECT_NEAR(c.distance, e.distance, 2 * rounding + (e.status == Status::stalled ? 1e-2 : 0)) << spread << c << e;
    EXPECT_GE(c.distance, e.distance - 2 * rounding) << spread;
    EXPECT_LE(c.upper - c.lower, 6 * rounding) << spread << c;
  }
}

/// Frame after frame with one cache, against fresh queries; and with caches that are empty, stale or another pair's.
TEST(Sat, ACacheChangesTheTimeNotTheAnswer) {
  Random random(13);
  const Shape<double> shapes[] = {random_hull(random, 30), random_hull(random, 12), Box<double>{{0.5, 0.75, 0.25}}};
  long cold = 0, warm = 0;
  PairCache<double> foreign;
  for (const Shape<double>& a : shapes)
    for (const Shape<double>& b : shapes) {
      PairCache<double> cache;
      for (int i = 0; i <= 100; ++i) {
        const double t = i / 50.0 - 1;
        const Pose<double> x_ab = translation(2 * t, 0.3, 0.2) * rotation(Vec3<double>{1, 2, 3} / sqrt(14.0), t);
        const Contact<double> fresh = sat::contact(a, b, x_ab), cached = sat::contact(a, b, x_ab, {}, &cache);
        const double rounding = rounding_of(a, b, x_ab);
        ASSERT_EQ(fresh.status, cached.status);
        ASSERT_NEAR(fresh.distance, cached.distance, rounding) << i;
        ASSERT_NEAR(sat::contact(a, b, x_ab, {}, &foreign).distance, fresh.distance, rounding) << i;
        if (fresh.touching()) cold += fresh.iterations, warm += cached.iterations;
        foreign.feature_a = {static_cast<FeatureKind>(random.below(4)), static_cast<std::uint32_t>(random.below(1000))};
        foreign.feature_b = {static_cast<FeatureKind>(random.below(4)), static_cast<std::uint32_t>(random.below(1000))};
        foreign.normal = i % 3 ? Vec3<double>{} : random.direction();
      }
    }
  EXPECT_LT(warm, cold);
  std::cout << "directions tried: " << cold << " without, " << warm << " with a cache\n";
}

/// A point or a segment has too few axes to show that it is apart: a direction remembered from when it lay on the other
/// side must not be the only one tested.
TEST(Sat, AStaleDirectionOfPointsAndSegmentsIsNoOverlap) {
  Random random(21);
  const std::vector<Vec3<double>> one{{.1, .2, .3}}, two{{0, 0, -1}, {.2, 0, 1}};
  const Shape<double> kinds[] = {Hull<double>::from_points(one), Hull<double>::from_points(two), Point<double>{},
                                 Segment<double>{1}};
  for (int i = 0; i < 2000; ++i) {
    const Shape<double>&a = kinds[i % 4], &b = kinds[i / 4 % 4];
    const Pose<double> x_ab = random.pose(3.0);
    PairCache<double> cache;
    cache.normal = random.direction();
    const Contact<double> cold = sat::contact(a, b, x_ab), warm = sat::contact(a, b, x_ab, {}, &cache);
    ASSERT_EQ(cold.status, warm.status) << i << a << b << x_ab;
    ASSERT_NEAR(cold.distance, warm.distance, 1e-12) << i << a << b << x_ab;
  }
}

TEST(Sat, SaysBeyondMaxAndKeepsToIt) {
  Random random(14);
  std::map<Status, int> seen;
  for (int i = 0; i < 300; ++i) {
    const Hull<double>&a = pooled_hull(random), &b = pooled_hull(random);
    const Pose<double> x_ab = random.pose(3.5);
    const Contact<double> full = sat::contact(a, b, x_ab);
    for (const double limit : {0.0, 0.2}) {
      const Contact<double> c = sat::contact(a, b, x_ab, {.max_distance = limit});
      ++seen[c.status];
      ASSERT_LE(c.lower, full.upper);
      ASSERT_GE(c.upper, full.lower);
      ASSERT_NEAR(norm(c.normal), 1, 1e-15);
      if (c.status == Status::beyond_max) {
        ASSERT_GT(full.distance, limit);
        ASSERT_GT(c.lower, limit - 1e-13);
      } else {
        ASSERT_NEAR(c.distance, full.distance, 1e-14);
      }
    }
  }
  EXPECT_GT(seen[Status::beyond_max], 100);
  EXPECT_GT(seen[Status::overlapping], 100);
  EXPECT_GT(seen[Status::separated], 5);
}

TEST(Sat, TheRunnerUpIsNoBetterThanPromised) {
  Random random(19);
  int checked = 0;
  for (int i = 0; i < 100; ++i) {
    const Hull<double> a = random_hull(random, 12), b = random_hull(random, 12);
    const Pose<double> x_ab = random.pose(1.2);
    const PolytopeOf<double> of_a(a), of_b(b);
    sat::Search<double> all(of_a.view(), of_b.view(), x_ab, 100.0);  // tests everything
    const auto full = all.minimum();
    if (full.depth < 0) continue;
    sat::Search<double> some(of_a.view(), of_b.view(), x_ab, 0.05);
    const auto axis = some.minimum();
    ASSERT_NEAR(axis.depth, full.depth, 1e-14);
    ASSERT_GE(full.runner_up, full.depth);
    ASSERT_NEAR(std::min(axis.runner_up, axis.depth + 0.05), std::min(full.runner_up, full.depth + 0.05), 1e-13);
    ASSERT_LE(axis.directions, full.directions);
    ++checked;
  }
  EXPECT_GT(checked, 60);
}

/// Prisms with so many sides that in float their edges are noise: an axis of two of them may win the search, but must
/// not be the answer. The same vertices and pose in double give the true depth.
TEST(Sat, ShortEdgesInFloatAreNotMistakenForAnAxis) {
  Random random(7);
  const auto prism = [](double radius, double half) {
    std::vector<Vec3<double>> points;
    for (int k = 0; k < 256; ++k)
      for (const double z : {-half, half}) {
        const double angle = 2 * pi<double> * k / 256;
        points.push_back(
            Vec3<double>{radius * std::cos(angle), radius * std::sin(angle), z}.cast<float>().cast<double>());
      }
    return Hull<double>::from_points(points);
  };
  const Shape<double> a = prism(1, 0.5), b = prism(0.7, 0.4);
  const Shape<float> rough_a = a.cast<float>(), rough_b = b.cast<float>();
  int overlapping = 0;
  for (int i = 0; i < test_size(300); ++i) {
    const double height = 0.9 - std::pow(10, random.uniform(-5, -2)), tilt = std::pow(10, random.uniform(-7, -3));
    const Pose<double> tilted = random.turn(tilt), turned = rotation_z(random.uniform(0, 6)) * tilted;
    const double v = random.uniform(-0.5, 0.5), u = random.uniform(-0.5, 0.5);
    const Pose<float> x = (translation(u, v, height) * turned).cast<float>();
    const Contact<float> c = narrow::contact(rough_a, rough_b, x);
    if (c.status != Status::overlapping) continue;
    ++overlapping;
    const float rounding =
        8 * unit_roundoff<float> * (rough_a.origin_radius() + rough_b.origin_radius() + norm(x.translation));
    ASSERT_LE(c.upper - c.lower, c.resolution + 4 * rounding) << x;
    ASSERT_NEAR(c.distance, narrow::contact(a, b, x.cast<double>()).distance, c.resolution + 2 * rounding) << x;
  }
  EXPECT_GT(overlapping, 200);
}

TEST(Sat, FeaturesAreThoseOfTheNormal) {
  Random random(16);
  int kinds[4] = {};
  for (int i = 0; i < 400; ++i) {
    const Hull<double>&a = pooled_hull(random), &b = pooled_hull(random);
    const Pose<double> x_ab = random.pose(1.8);
    const Contact<double> c = sat::contact(a, b, x_ab);
    const Contact<double> named = with_features(c, a, b, x_ab);
    ASSERT_EQ(c.feature_a, named.feature_a) << c;
    ASSERT_EQ(c.feature_b, named.feature_b) << c;
    ++kinds[static_cast<int>(c.feature_a.kind)];
  }
  EXPECT_GT(kinds[0], 20);
  EXPECT_GT(kinds[1], 20);
  EXPECT_GT(kinds[2], 20);
}

TEST(Sat, CurvedShapesAndBadPosesAreInvalid) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, ball = Ellipsoid<double>{{1, 1, 1}};
  EXPECT_TRUE(sat::accepts(box, Shape<double>(Capsule<double>{0.5, 1})));
  EXPECT_FALSE(sat::accepts(box, ball));
  EXPECT_EQ(sat::contact(box, ball, {}).status, Status::invalid);
  EXPECT_EQ(sat::contact(box, box, translation(infinity<double>, 0.0, 0.0)).status, Status::invalid);
}

TEST(Sat, AMergedFaceWidensTheBounds) {
  // Float coordinates of a turned prism: its quads are only planar to 1e-7, and the hull records that.
  std::vector<Vec3<double>> vertices;
  const Pose<double> turn = from_quaternion(Quat<double>{0.3, 0.5, 0.7, 0.4});
  for (const double z : {-1.0, 1.0})
    for (int i = 0; i < 6; ++i)
      vertices.push_back(
          (turn * Vec3<double>{cos(i * pi<double> / 3), sin(i * pi<double> / 3), z}).cast<float>().cast<double>());
  const std::vector<std::vector<std::uint32_t>> faces = {{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}, {0, 1, 7, 6},
                                                         {1, 2, 8, 7},       {2, 3, 9, 8},         {3, 4, 10, 9},
                                                         {4, 5, 11, 10},     {5, 0, 6, 11}};
  const Known<double> prism{Shape<double>(Hull<double>::from_faces(vertices, faces))};
  const auto* hull = prism.shape.get_if<Hull<double>>();
  ASSERT_EQ(hull->face_count(), 8u);
  EXPECT_GT(hull->gauss_map().slack, 1e-9);
  EXPECT_LT(hull->gauss_map().slack, 2e-6);
  Random random(17);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const Pose<double> x_ab = random.pose(1.5);
    const Contact<double> c = sat::contact(prism.shape, prism.shape, x_ab);
    const oracle::Answer truth = truth_of(prism, prism, x_ab);
    ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.lower) << c;
    hits += c.touching();
  }
  EXPECT_GT(hits, 100);
}

TEST(Sat, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Tally before = tally();
  EXPECT_EQ(sat::contact(box, box, translation(C(2.25), C(0), C(0))).distance, C(0.25));
  EXPECT_EQ(sat::contact(box, box, translation(C(1.75), C(0), C(0))).distance, C(-0.25));
  EXPECT_GT((tally() - before).total(), 0u);
  Random random(18);
  const Hull<double> a = random_hull(random, 20), b = random_hull(random, 20);
  const Pose<double> x_ab = translation(1.0, 0.25, 0.0);
  const auto counted = sat::contact(a.cast<C>(), b.cast<C>(), x_ab.cast<C>());
  EXPECT_NEAR(double(counted.distance), sat::contact(a, b, x_ab).distance, 1e-14);
  const auto longer = sat::contact(a.cast<long double>(), b.cast<long double>(), x_ab.cast<long double>());
  EXPECT_NEAR(double(longer.distance), sat::contact(a, b, x_ab).distance, 1e-14);
}

}  // namespace
}  // namespace tactus::testing
