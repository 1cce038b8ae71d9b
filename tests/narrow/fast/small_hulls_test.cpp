// SPDX-License-Identifier: MIT
// The distance of small hulls by lanes: right whenever it answers, and it nearly always answers.
#include <tactus/narrow/default.h>
#include <tactus/narrow/fast/small_hulls.h>
#include <tactus/narrow/vclip.h>
#include <tests/narrow/hull_pairs.h>

#include <map>

namespace tactus::testing {
namespace {

template <class T> struct SmallHulls : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SmallHulls, Scalars);

/// The search alone; no answer if a fallback would be needed.
template <Scalar T>
Contact<T> by_lanes(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options = {}) {
  const auto no_walk = [](const Feature&, const Feature&) { return tactus::detail::no_proof<T>(); };
  return small_hulls::distance(a, b, x_ab, options, no_walk, tactus::detail::no_proof<T>);
}

/// How far a point is from the vertex, the line or the plane of a feature.
template <Scalar T> T off_feature(const Hull<T>& hull, const Feature& f, const Vec3<T>& p) {
  if (f.kind == FeatureKind::vertex) return distance(hull.vertex(f.index), p);
  if (f.kind == FeatureKind::face) return abs(dot(hull.plane(f.index).normal, p) - hull.plane(f.index).offset);
  const HullEdge& e = hull.edge(f.index);
  return norm(cross(p - hull.vertex(e.a), unit_or_up(hull.vertex(e.b) - hull.vertex(e.a))));
}

TYPED_TEST(SmallHulls, AgreeWithTheOracle) {
  using T = TypeParam;
  int silent = 0;
  const auto search = [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    const Contact<T> c = by_lanes(a, b, x_ab);
    silent += !proved(c);
    return proved(c) ? c : vclip::distance(a, b, x_ab);
  };
  for (const HullKind kind_a : {HullKind::solid, HullKind::flat, HullKind::thin})
    for (const HullKind kind_b : {HullKind::solid, HullKind::flat, HullKind::thin}) {
      silent = 0;
      const HullTally t = try_random_pairs<T>(kind_a, kind_b, test_size(1000), 3.0, search);
      if (kind_a == HullKind::solid && kind_b == HullKind::solid) expect_mixed(t);
      EXPECT_LE(t.worst_error, 2) << t;  // roundings
      EXPECT_LT(silent, 0.02 * t.pairs) << t << ' ' << int(kind_a) << ' ' << int(kind_b);
    }
}

TYPED_TEST(SmallHulls, NameTheFeaturesThatVClipEndsWith) {
  using T = TypeParam;
  Random random(8);
  std::map<std::pair<FeatureKind, FeatureKind>, int> kinds;
  int gaps = 0, others = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto hull = [&] { return judged_hulls<T>(HullKind::solid)[std::size_t(random.below(40))].hull; };
    const Hull<T> a = hull(), b = hull();
    const Pose<T> x_ab = random.pose(4).template cast<T>();
    const Contact<T> c = by_lanes(a, b, x_ab);
    if (c.status != Status::separated) continue;
    const Contact<T> walked = vclip::distance(a, b, x_ab);
    const T rounding = T(4) * MinkowskiPair<Hull<T>, Hull<T>, T>(a, b, x_ab).rounding();
    ++gaps, ++kinds[{c.feature_a.kind, c.feature_b.kind}];
    others += c.feature_a != walked.feature_a || c.feature_b != walked.feature_b;
    EXPECT_LE(off_feature(a, c.feature_a, c.point_a), rounding) << c;
    EXPECT_LE(off_feature(b, c.feature_b, inverse(x_ab) * c.point_b), rounding) << c;
  }
  EXPECT_GT(gaps, 1000);
  const bool coarse = std::is_same_v<T, float>;
  EXPECT_LT(others, coarse ? 0.01 * gaps : 1.0);
  using enum FeatureKind;
  for (const auto& pair :
       {std::pair{vertex, vertex}, {vertex, edge}, {edge, vertex}, {vertex, face}, {face, vertex}, {edge, edge}})
    EXPECT_GT(kinds[pair], 0.01 * gaps) << int(pair.first) << ' ' << int(pair.second);
}

/// Parallel or nearly parallel faces and edges: slivers, ties and diagonals. The search may give no answer; the query
/// with all its fallbacks must answer.
TYPED_TEST(SmallHulls, AreRightOrSilentWhereFacesAreParallel) {
  using T = TypeParam;
  int proofs = 0, pairs = 0;
  for_each_nearly_parallel_pair<T>(test_size(2000), [&](const Hull<T>& cube, const Pose<T>& x_ab) {
    const Contact<T> truth = vclip::distance(cube, cube, x_ab), found = by_lanes(cube, cube, x_ab);
    const Contact<T> whole = narrow::distance(Shape<T>(cube), Shape<T>(cube), x_ab);
    const T rounding = T(2) * MinkowskiPair<Hull<T>, Hull<T>, T>(cube, cube, x_ab).rounding();
    EXPECT_NEAR(double(whole.distance), double(truth.distance), double(rounding)) << whole << '\n' << truth;
    ++pairs, proofs += proved(found);
    if (proved(found)) {
      EXPECT_NEAR(double(found.distance), double(truth.distance), double(rounding)) << found << '\n' << truth;
    }
  });
  EXPECT_GT(proofs, 0.2 * pairs);
}

TYPED_TEST(SmallHulls, StopAtTheGreatestDistanceAskedFor) {
  using T = TypeParam;
  Random random(9);
  int beyond = 0, within = 0, silent = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto hull = [&] { return judged_hulls<T>(HullKind::solid)[std::size_t(random.below(40))].hull; };
    const Hull<T> a = hull(), b = hull();
    const Pose<T> x_ab = random.pose(4).template cast<T>();
    const Contact<T> truth = vclip::distance(a, b, x_ab), c = by_lanes(a, b, x_ab, {.max_distance = T(0.5)});
    if (c.status == Status::beyond_max) {
      EXPECT_GT(c.lower, T(0.5) - c.resolution) << c;
      EXPECT_LE(c.lower, truth.upper) << c << '\n' << truth;
      EXPECT_GE(c.upper, truth.lower) << c << '\n' << truth;
    }
    silent += c.status == Status::stalled;
    (c.status == Status::beyond_max ? beyond : within) += 1;
    EXPECT_EQ(c.status == Status::beyond_max, truth.distance > T(0.5) && proved(c)) << c << '\n' << truth;
  }
  EXPECT_GT(beyond, 400);
  EXPECT_GT(within, 400);
  EXPECT_LT(silent, 40);
}

TYPED_TEST(SmallHulls, AreSilentOutsideOfTheRangeOfNumbers) {
  using T = TypeParam;
  const Hull<T> hull = judged_hulls<T>(HullKind::solid)[3].hull;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(by_lanes(hull, hull, translation(nan, T(0), T(0))).status, Status::invalid);
  EXPECT_EQ(by_lanes(hull, hull, translation(infinity<T>, T(0), T(0))).status, Status::invalid);
  Random random(12);
  for (const int digits : {-12, -8, -4, 4, 8, 12}) {  // some powers of lengths leave float's range
    const T scale = T(std::pow(10.0, digits));
    std::vector<Vec3<T>> small;
    for (const Vec3<T>& v : hull.vertices()) small.push_back(v * scale);
    const Hull<T> scaled = Hull<T>::from_points(small);
    for (int i = 0; i < 50; ++i) {
      Pose<T> x_ab = random.pose(4).template cast<T>();
      x_ab.translation *= scale;
      const Contact<T> c = by_lanes(scaled, scaled, x_ab), truth = vclip::distance(scaled, scaled, x_ab);
      if (!proved(c)) continue;
      EXPECT_EQ(c.touching(), truth.touching()) << c << '\n' << truth;
      EXPECT_LE(max(c.lower, truth.lower), min(c.upper, truth.upper)) << c << '\n' << truth;
    }
  }
}

}  // namespace
}  // namespace tactus::testing
