// The proof that remembered features are still the closest: right whenever it is given, and given most of the time.
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/still_closest_box.h>
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

/// Whatever the cache says, an answer is a proof.
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

/// Boxes have a proof of their own: held against that of the same boxes as polyhedra, and against V-Clip.
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

TYPED_TEST(StillClosest, SaysNothingOfInvalidPoses) {
  using T = TypeParam;
  const Hull<T>& hull = judged_hulls<T>(HullKind::solid)[0].hull;
  PairCache<T> cache;
  cache.feature_a = cache.feature_b = {FeatureKind::vertex, 0};
  EXPECT_FALSE(proved(still_closest(hull, hull, translation(infinity<T>, T(0), T(0)), Options<T>{}, cache)));
}

}  // namespace
}  // namespace tactus::testing
