// SPDX-License-Identifier: MIT
// The proof that remembered features are still the closest: right whenever it answers, and it answers most of the time.
#include <tactus/narrow/default.h>
#include <tactus/narrow/fast/still_closest_box.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>
#include <tests/narrow/hull_pairs.h>

namespace tactus::testing {
namespace {

template <class T> struct StillClosest : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(StillClosest, Scalars);

TYPED_TEST(StillClosest, IsRightAlongAMotionAndMostlyGiven) {
  using T = TypeParam;
  PairCache<T> cache;
  int proofs = 0, gaps = 0;
  const HullTally t = try_slow_pass<T>([&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    const Contact<T> proof = still_closest(a, b, x_ab, Options<T>{}, cache);
    const Contact<T> walked = lin_canny::distance(a, b, x_ab, {}, &cache);
    proofs += proved(proof), gaps += walked.status == Status::separated;
    return proved(proof) ? proof : walked;
  });
  std::cout << t << ", " << proofs << " of " << gaps << " gaps proved at once\n";
  EXPECT_LE(t.worst_error, 2);  // roundings
  EXPECT_GT(proofs, 0.5 * gaps);
}

/// Whatever the cache contains, an answer is proved.
TYPED_TEST(StillClosest, IsRightOrSilentWithAnyFeatures) {
  using T = TypeParam;
  Random random(5);
  int proofs = 0;
  const auto any_feature = [&] {
    return Feature{static_cast<FeatureKind>(random.below(4)), static_cast<std::uint32_t>(random.below(12))};
  };
  for (const HullKind kind : {HullKind::solid, HullKind::flat, HullKind::thin}) {
    const HullTally t = try_random_pairs<T>(kind, HullKind::solid, test_size(1000), 3.0,
                                            [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
                                              for (int i = 0; i < 300; ++i) {
                                                PairCache<T> cache;
                                                cache.feature_a = any_feature(), cache.feature_b = any_feature();
                                                const auto proof = still_closest(a, b, x_ab, Options<T>{}, cache);
                                                if (!proved(proof)) continue;
                                                ++proofs;
                                                return proof;
                                              }
                                              return lin_canny::distance(a, b, x_ab);
                                            });
    EXPECT_LE(t.worst_error, 2);
  }
  EXPECT_GT(proofs, 100);
}

/// Boxes have their own proof: compared with that of the same boxes as polyhedra, and with V-Clip.
TYPED_TEST(StillClosest, ProvesForBoxesWhatItDoesForPolyhedra) {
  using T = TypeParam;
  Random random(11);
  int proofs = 0, gaps = 0, with_polyhedra = 0;
  const auto extent = [&] { return T(random.uniform(0.2, 1.0)); };
  for (int i = 0; i < 2000; ++i) {
    const Box<T> a{{extent(), extent(), extent()}}, b{{extent(), extent(), extent()}};
    const Pose<T> x_ab = random.pose(3.5).template cast<T>();
    PairCache<T> cache;
    const Contact<T> walked = vclip::distance(a, b, x_ab, Options<T>{}, &cache);
    const Contact<T> proof = still_closest(a, b, x_ab, Options<T>{}, cache);
    gaps += walked.status == Status::separated, proofs += proved(proof);
    if (!proved(proof)) continue;
    const T rounding = MinkowskiPair<Box<T>, Box<T>, T>(a, b, x_ab).rounding();
    ASSERT_EQ(walked.status, Status::separated);
    EXPECT_LE(abs(proof.distance - walked.distance), rounding);
    EXPECT_LE(norm(proof.normal - walked.normal) * walked.distance, T(4) * rounding);
    EXPECT_LE(max(proof.lower, walked.lower), min(proof.upper, walked.upper));
    with_polyhedra += proved(still_closest<Box<T>, Box<T>, T>(a, b, x_ab, Options<T>{}, cache));

    cache.feature_a = {static_cast<FeatureKind>(random.below(4)), static_cast<std::uint32_t>(random.below(14))};
    const Contact<T> other = still_closest(a, b, x_ab, Options<T>{}, cache);
    if (proved(other)) {
      EXPECT_LE(abs(other.distance - walked.distance), rounding);
    }
  }
  EXPECT_GT(gaps, 900);
  EXPECT_GT(proofs, 0.98 * gaps);
  EXPECT_GT(with_polyhedra, 0.98 * gaps);
}

/// An accepted rotation that is not exact: bounds and normal are those of a first query.
TYPED_TEST(StillClosest, IsRightWithRotationsThatHaveDrifted) {
  using T = TypeParam;
  Random random(21);
  const double drift = 0.4 * double(rotation_tolerance<T>);
  int again = 0;
  for (int i = 0; i < test_size(5000); ++i) {
    const Shape<T> a = Box<T>{{T(1), T(1), T(1)}}, b = i % 2 ? a : Shape<T>(random_hull(random, 12).template cast<T>());
    Pose<T> x = random.pose(4).template cast<T>();
    x.rotation = x.rotation * T(1 + (i % 3 - 1) * drift);
    PairCache<T> cache;
    const Contact<T> first = narrow::distance(b, a, x, {}, &cache), second = narrow::distance(b, a, x, {}, &cache);
    if (first.status != Status::separated) continue;
    ++again;
    ASSERT_LE(second.lower, second.upper) << second;
    ASSERT_LE(second.lower, first.upper) << first << '\n' << second;
    ASSERT_GE(second.upper, first.lower) << first << '\n' << second;
    ASSERT_NEAR(double(norm(second.normal)), 1, 8 * double(unit_roundoff<T>)) << second;
  }
  EXPECT_GT(again, test_size(1000));
}

/// The edges at a straight corner do not span its cone: such corners are left out of a flat hull too.
TYPED_TEST(StillClosest, FlatHullsHaveNoStraightCorners) {
  using T = TypeParam;
  const std::vector<Vec3<T>> square{
      {T(-1), T(-1), T(0)}, {T(0), T(-1), T(0)}, {T(1), T(-1), T(0)}, {T(1), T(1), T(0)}, {T(-1), T(1), T(0)}};
  const std::vector<std::vector<std::uint32_t>> faces{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}};
  const Hull<T> flat = Hull<T>::from_faces(square, faces);
  EXPECT_EQ(flat.vertex_count(), 4u);
  std::vector<Vec3<T>> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (const T side : {T(-0.5), T(0.5)}) corners.emplace_back(), corners.back()[axis] = side;
  const Hull<T> octahedron = Hull<T>::from_points(corners);
  for (std::uint32_t v = 0; v < 5; ++v) {
    PairCache<T> cache;
    cache.feature_a = cache.feature_b = {FeatureKind::vertex, v};
    EXPECT_EQ(
        narrow::distance(Shape<T>(flat), Shape<T>(octahedron), translation(T(0), T(3), T(0)), {}, &cache).distance,
        T(1.5));
  }
}

/// Merged faces that are not quite planar lack their diagonals: the proof then looks up the farthest vertex.
TYPED_TEST(StillClosest, IsRightOnUnevenFaces) {
  using T = TypeParam;
  Random random(23);
  const double jitter = std::is_same_v<T, float> ? 2e-7 : 8e-13;
  int uneven = 0;
  for (int i = 0; i < test_size(300); ++i) {
    std::vector<Vec3<T>> prism, slab;
    const int sides = 4 + random.below(6);
    for (int k = 0; k < 2 * sides; ++k) {
      const double angle = 2 * pi<double> * (k / 2 + 0.2) / sides, z = k % 2 ? 1 : -1;
      prism.push_back({T(std::cos(angle)), T(std::sin(angle)), T(z + jitter * random.uniform(-1, 1))});
    }
    for (int k = 0; k < 8; ++k) slab.push_back({T(k & 1 ? 3 : -3), T(k & 2 ? 3 : -3), T(k & 4 ? 0.5 : -0.5)});
    const Hull<T> a = Hull<T>::from_points(prism), b = Hull<T>::from_points(slab);
    uneven += a.uneven();
    const T up = T(random.uniform(2.5, 3.5)), along = T(random.uniform(-1, 1)), across = T(random.uniform(-1, 1));
    const Pose<T> x = translation(across, along, up);
    long double top = -1;
    for (const Vec3<T>& v : prism) top = std::max(top, static_cast<long double>(v.z));
    const long double truth = static_cast<long double>(x.translation.z) - 0.5L - top;
    PairCache<T> cache;
    for (int again = 0; again < 3; ++again) {
      const Contact<T> c = narrow::distance(Shape<T>(a), Shape<T>(b), x, {}, &cache);
      ASSERT_LE(static_cast<long double>(c.lower), truth) << c;
      ASSERT_GE(static_cast<long double>(c.upper), truth) << c;
    }
  }
  EXPECT_GT(uneven, 10);
}

/// Products of three lengths of a small hull leave the range of a float long before the lengths do.
TEST(StillClosestSmall, IsRightOnHullsOfANanometre) {
  Random random(24);
  int gaps = 0;
  for (int i = 0; i < 2000; ++i) {
    const float size = i % 2 ? 1e-9f : 1e-7f;
    const auto small = [&] {
      std::vector<Vec3<float>> points;
      for (int k = 0; k < 10; ++k) points.push_back(random.direction().cast<float>() * size);
      return Hull<float>::from_points(points);
    };
    const Shape<float> a = small(), b = small();
    Pose<float> x = random.pose(1).cast<float>();
    x.translation = random.direction().cast<float>() * (2.5f * size);
    PairCache<float> cache;
    for (int again = 0; again < 2; ++again) {
      const Contact<float> c = narrow::distance(a, b, x, {}, &cache);
      const Contact<double> truth = narrow::distance(a.cast<double>(), b.cast<double>(), x.cast<double>());
      ASSERT_LE(double(c.lower), truth.upper) << c << '\n' << truth;
      ASSERT_GE(double(c.upper), truth.lower) << c << '\n' << truth;
      ASSERT_NEAR(norm(c.normal), 1, 1e-6) << c;
      gaps += truth.status == Status::separated;
    }
  }
  EXPECT_GT(gaps, 1000);
}

TYPED_TEST(StillClosest, SaysNothingOfInvalidPoses) {
  using T = TypeParam;
  const Hull<T>& hull = judged_hulls<T>(HullKind::solid)[0].hull;
  PairCache<T> cache;
  cache.feature_a = cache.feature_b = {FeatureKind::vertex, 0};
  EXPECT_FALSE(proved(still_closest(hull, hull, translation(infinity<T>, T(0), T(0)), Options<T>{}, cache)));
}

}  // namespace
}  // namespace tactus::testing
