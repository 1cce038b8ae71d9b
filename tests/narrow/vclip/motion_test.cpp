// SPDX-License-Identifier: MIT
// V-Clip: many calls on moving and on large hulls, each from where the last one ended.
#include <tests/narrow/vclip/vclip_cases.h>

namespace tactus::testing {
namespace {

TEST(VClipMotion, CoherenceSavesStepsAndChangesNothing) {
  Random random(16);
  for (const Hull<double>& hull :
       {generate::cube<double>(), generate::disk<double>(), generate::tessellated_sphere<double>()}) {
    PairCache<double> cache;
    WalkLog warm, cold;
    const Vec3<double> axis = random.direction();
    int hits = 0;
    for (int i = 0; i < 720; ++i) {
      const double t = i * pi<double> / 180;
      const Vec3<double> path{cos(t), sin(2 * t + 1), cos(t + 2)};
      const Pose<double> x_ab{from_axis_angle(axis, t), 1.4 * hull.bounding_radius() * path};
      const Contact<double> c = vclip::distance(hull, hull, x_ab, {}, &cache, LogTo{warm});
      const Contact<double> d = vclip::distance(hull, hull, x_ab, {}, nullptr, LogTo{cold});
      ASSERT_EQ(c.touching(), d.touching()) << i;
      ASSERT_NEAR(c.distance, d.distance, 1e-14) << i;
      hits += c.touching();
    }
    EXPECT_EQ(warm.fallbacks + cold.fallbacks, 0);
    EXPECT_LT(2 * warm.steps.size(), cold.steps.size());
    EXPECT_GT(hits, 20) << hull.vertex_count();
    EXPECT_LT(hits, 600) << hull.vertex_count();
  }
}

TEST(VClipMotion, NoCyclesAtPosesWhereTheFeaturesChange) {
  // [Mirtich 1997, Algorithm 10]: bisection to the boundary between two feature pairs of nearly parallel cubes.
  const Hull<double> cube = generate::cube<double>();
  Random random(17);
  const auto pose = [&] {
    const double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
    const double angle = std::exp(-random.uniform(0, 20));
    return from_quaternion(quaternion_from_axis_angle(random.direction(), angle), {x, y, 4});
  };
  WalkLog log;
  int calls = 0, changes = 0;
  for (int i = 0; i < test_size(400); ++i) {
    Pose<double> low = pose(), high = pose();
    PairCache<double> cache;
    vclip::distance(cube, cube, low, {}, &cache, LogTo{log});
    const Feature a = cache.feature_a, b = cache.feature_b;
    for (int k = 0; k < 60; ++k, ++calls) {
      const Quat<double> p = to_quaternion(low), q = to_quaternion(high);
      const Quat<double> sum{p.w + q.w, p.x + q.x, p.y + q.y,
                             p.z + q.z};  // turns of less than a radian: signs do not matter
      const Pose<double> mid = from_quaternion(sum, (low.translation + high.translation) * 0.5);
      if (mid == low || mid == high) break;
      const Contact<double> c = vclip::distance(cube, cube, mid, {}, &cache, LogTo{log});
      ASSERT_NEAR(c.distance, gjk::distance(cube, cube, mid).distance, 1e-13);
      const bool same = cache.feature_a == a && cache.feature_b == b;
      changes += !same;
      (same ? low : high) = mid;
    }
  }
  EXPECT_EQ(log.cycles + log.fallbacks, 0);
  EXPECT_GT(calls, test_size(400) * 30);
  EXPECT_GT(changes, test_size(400) * 5);
}

TEST(VClipMotion, RememberedFeaturesFarAwayCostAFewPairs) {
  // Features from another end of the hull do not help, but must not hurt: the cost is that of a cold start plus the few
  // pairs until the walk detects it.
  const Hull<double> sphere = generate::tessellated_sphere<double>();
  Random random(20);
  WalkLog warm, cold;
  PairCache<double> cache;
  constexpr int queries = 500;
  for (int i = 0; i < queries; ++i) {
    Pose<double> x_ab = random.pose(0);
    x_ab.translation = random.vector(2.1, 4);
    const Contact<double> c = vclip::distance(sphere, sphere, x_ab, {}, &cache, LogTo{warm});
    const Contact<double> d = vclip::distance(sphere, sphere, x_ab, {}, nullptr, LogTo{cold});
    ASSERT_NEAR(c.distance, d.distance, 1e-14) << i;
  }
  EXPECT_LE(warm.steps.size(), cold.steps.size() + 4 * queries);
}

TEST(VClipMotion, ParallelFacesNeedNoGjk) {
  // Parallel copies of the paper's own sphere, and of finer and coarser ones: the features around two facing faces are
  // equally near, rounding decides which are nearer, and some walks cycle.
  WalkLog named;
  const Hull<double> small = generate::tessellated_sphere<double>(1);
  const Pose<double> round = translation(-2.4855012100599749, -1.2476198222948127, 2.4485017115490444);
  vclip::distance(small, small, round, {}, nullptr, LogTo{named});
  EXPECT_EQ(named.fallbacks, 0);

  Random random(19);
  for (const int subdivisions : {1, 2, 3, 4}) {
    const Hull<double> sphere = generate::tessellated_sphere<double>(subdivisions);
    int fallbacks = 0;
    for (int i = 0; i < test_size(2000); ++i) {
      const Vec3<double> t = random.vector(2.1, 4.5);
      const Contact<double> truth = gjk::distance(sphere, sphere, translation(t.x, t.y, t.z));
      PairCache<double> cache;
      for (const char* start : {"cold", "warm"}) {
        WalkLog log;
        const Contact<double> c = vclip::distance(sphere, sphere, translation(t.x, t.y, t.z), {}, &cache, LogTo{log});
        ASSERT_EQ(c.status, Status::separated) << start << ' ' << i;
        ASSERT_NEAR(c.distance, truth.distance, 1e-14) << start << ' ' << i;
        fallbacks += log.fallbacks;
      }
    }
    EXPECT_EQ(fallbacks, 0) << sphere.vertex_count() << " vertices";
  }
}

TEST(VClipMotion, LargeHulls) {
  Random random(18);
  for (const int points : {1000, 10000}) {
    const Hull<double> a = random_hull(random, points), b = random_hull(random, points);
    const Hull<long double> fine_a = a.cast<long double>(), fine_b = b.cast<long double>();
    int hits = 0, fallbacks = 0;
    for (int i = 0; i < 60; ++i) {
      const Pose<double> x_ab = random.pose(4);
      const double truth = static_cast<double>(gjk::distance(fine_a, fine_b, x_ab.cast<long double>()).distance);
      for (const int cap : {128, 100000}) {  // GJK takes over from long walks; without a cap the walk ends by itself
        WalkLog log;
        const Contact<double> c = vclip::distance(a, b, x_ab, {.max_iterations = cap}, nullptr, LogTo{log});
        ASSERT_NEAR(c.distance, truth, 1e-14);
        ASSERT_EQ(c.touching(), truth <= 0);
        if (cap > 128) fallbacks += log.fallbacks;
      }
      hits += truth <= 0;
    }
    EXPECT_EQ(fallbacks, 0);
    EXPECT_GT(hits, 15);
    EXPECT_LT(hits, 45);
  }
}

}  // namespace
}  // namespace tactus::testing
