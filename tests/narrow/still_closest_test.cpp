// The proof that remembered features are still the closest: right whenever it is given, and given most of the time.
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/still_closest.h>
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
    const auto proof = still_closest(a, b, x_ab, Options<T>{}, cache);
    const Contact<T> walked = lin_canny::distance(a, b, x_ab, {}, &cache);
    proofs += proof.has_value(), gaps += walked.status == Status::separated;
    return proof ? *proof : walked;
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
                                                if (!proof) continue;
                                                ++proofs;
                                                return *proof;
                                              }
                                              return lin_canny::distance(a, b, x_ab);
                                            });
    EXPECT_LE(t.worst_error, 2);
  }
  EXPECT_GT(proofs, 100);
}

TYPED_TEST(StillClosest, SaysNothingOfInvalidPoses) {
  using T = TypeParam;
  const Hull<T>& hull = judged_hulls<T>(HullKind::solid)[0].hull;
  PairCache<T> cache;
  cache.feature_a = cache.feature_b = {FeatureKind::vertex, 0};
  EXPECT_FALSE(still_closest(hull, hull, translation(infinity<T>, T(0), T(0)), Options<T>{}, cache));
}

}  // namespace
}  // namespace tactus::testing
