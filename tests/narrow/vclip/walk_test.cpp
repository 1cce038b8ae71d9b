// SPDX-License-Identifier: MIT
// V-Clip: its walks over the features of two polyhedra, step by step against its own proof, and where they end.
#include <tests/narrow/vclip/vclip_cases.h>

namespace tactus::testing {
namespace {

template <class T> std::vector<oracle::Vec3> points_of(const Hull<T>& hull, Feature f) {
  std::vector<oracle::Vec3> points;
  const auto add = [&](std::uint32_t v) { points.push_back(to_oracle(hull.vertex(v))); };
  if (f.kind == FeatureKind::vertex) add(f.index);
  if (f.kind == FeatureKind::edge) add(hull.edge(f.index).a), add(hull.edge(f.index).b);
  if (f.kind == FeatureKind::face)
    for (const std::uint32_t v : hull.face_loop(f.index)) add(v);
  return points;
}
template <class T>
double feature_distance(const Hull<T>& a, Feature on_a, const Hull<T>& b, Feature on_b, const Pose<T>& x_ab) {
  const oracle::Answer o =
      oracle::polytope_distance(oracle::Polytope::from_points(points_of(a, on_a)),
                                oracle::Polytope::from_points(points_of(b, on_b)), to_oracle(x_ab));
  return static_cast<double>(std::max(o.distance, 0.0L));
}
template <class T> std::vector<Feature> features_of(const Hull<T>& hull) {
  std::vector<Feature> all;
  for (std::uint32_t i = 0; i < hull.vertex_count(); ++i) all.push_back({FeatureKind::vertex, i});
  for (std::uint32_t i = 0; i < hull.edge_count(); ++i) all.push_back({FeatureKind::edge, i});
  for (std::uint32_t i = 0; i < hull.face_count(); ++i) all.push_back({FeatureKind::face, i});
  return all;
}

TEST(VClipWalk, EveryStepBringsTheFeaturesNearerOrLowersADimension) {
  // The termination argument of the paper's §2.2, on every step of walks from random features, except for the one leap
  // to the line of centres that a walk may make. Polygons with many sides are among the hulls, for the scan of §3.3.3.
  Random random(11);
  const auto dimension = [](Feature f) { return static_cast<int>(f.kind); };
  int steps = 0, scans = 0, jumps = 0;
  std::size_t leaps = 0;
  for (int i = 0; i < test_size(600); ++i) {
    const JudgedHull<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
    const Pose<double> x_ab = random.pose(4);
    PairCache<double> cache;
    const auto fa = features_of(a.hull), fb = features_of(b.hull);
    cache.feature_a = fa[static_cast<std::size_t>(random.below(static_cast<int>(fa.size())))];
    cache.feature_b = fb[static_cast<std::size_t>(random.below(static_cast<int>(fb.size())))];
    WalkLog log;
    vclip::distance(a.hull, b.hull, x_ab, {}, &cache, LogTo{log});
    ASSERT_EQ(log.fallbacks, 0);
    ASSERT_LE(log.leaps.size(), 1u);
    leaps += log.leaps.size();
    double before = infinity<double>;
    for (std::size_t k = 0; k < log.steps.size(); ++k) {
      const vclip::Step& s = log.steps[k];
      const double now = feature_distance(a.hull, s.a, b.hull, s.b, x_ab);
      if (log.leaps == std::vector{k}) before = infinity<double>;
      ASSERT_LE(now, before + 1e-14) << "pair " << i << ", step " << k;
      if (before < infinity<double>) {
        const vclip::Step& last = log.steps[k - 1];
        const int up = dimension(s.a) + dimension(s.b) - dimension(last.a) - dimension(last.b);
        if (up >= 0) {
          ASSERT_LT(now, before) << "pair " << i << ", step " << k << ", dimension up by " << up;
        }
        scans += up < 0 && (s.a.kind == FeatureKind::face) != (last.a.kind == FeatureKind::face);
        jumps += up == 0;  // out of a local minimum
      }
      before = now;
      ++steps;
    }
  }
  EXPECT_GT(steps, test_size(600) * 5);
  EXPECT_GT(scans, test_size(600) / 10);
  EXPECT_GT(jumps, 1);
  EXPECT_GT(leaps, 0u);
  EXPECT_LT(leaps, static_cast<std::size_t>(test_size(600)) / 2);
}

TEST(VClipWalk, AnyPairOfFeaturesWillDoForAStart) {
  const Hull<double> a = generate::cube<double>(), b = generate::square_pyramid<double>();
  Random random(12);
  int hits = 0;
  for (int i = 0; i < 12; ++i) {
    const Pose<double> x_ab = random.pose(4);
    const Contact<double> cold = vclip::distance(a, b, x_ab);
    hits += cold.touching();
    for (const Feature fa : features_of(a))
      for (const Feature fb : features_of(b)) {
        PairCache<double> cache;
        cache.feature_a = fa, cache.feature_b = fb;
        WalkLog log;
        const Contact<double> c = vclip::distance(a, b, x_ab, {}, &cache, LogTo{log});
        ASSERT_EQ(log.fallbacks, 0) << fa << ", " << fb;
        ASSERT_EQ(c.status, cold.status) << fa << ", " << fb;
        ASSERT_NEAR(c.distance, cold.distance, 1e-14) << fa << ", " << fb;
        ASSERT_EQ(cache.feature_a, c.feature_a);
        ASSERT_EQ(cache.feature_b, c.feature_b);
      }
  }
  EXPECT_GT(hits, 2);
  EXPECT_LT(hits, 10);
}

TEST(VClipWalk, AScanFromTheSideThatLooksAwayWouldStopTooSoon) {
  // The edge passes a corner of the triangle; the sides on both sides of the corner exclude it together, and only the
  // lower one, y = (x - 4)/2, faces it. The nearest point is there, because the edge comes down to its head.
  const Hull<double> triangle =
      Hull<double>::from_points(std::vector<Vec3<double>>{{20.0 / 3, 4.0 / 3, 0}, {8, 4, 0}, {14, 5, 0}});
  const Hull<double> segment = Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 100}, {10, 0, 0.01}});
  for (const std::uint32_t face : {0u, 1u}) {
    PairCache<double> cache;
    cache.feature_a = {FeatureKind::face, face}, cache.feature_b = {FeatureKind::edge, 0};
    WalkLog log;
    const Contact<double> c = vclip::distance(triangle, segment, Pose<double>{}, {}, &cache, LogTo{log});
    EXPECT_EQ(log.fallbacks, 0);
    EXPECT_NEAR(c.distance,
                feature_distance(triangle, {FeatureKind::face, 0}, segment, {FeatureKind::edge, 0}, Pose<double>{}),
                1e-13);
    ASSERT_GE(log.steps.size(), 2u);
    EXPECT_NEAR(feature_distance(triangle, log.steps[1].a, segment, log.steps[1].b, Pose<double>{}), c.distance, 1e-13);
  }
}

TEST(VClipWalk, AnEdgeThatGoesThroughTheFaceIsSeenFromItsEnd) {
  // Both ends of the edge are far from the plane, the nearer one above: |D(V)| < |D(V')| (Algorithm 6, step 6) would
  // accept the vertex as the nearest point.
  const Hull<double> cube = generate::cube<double>();
  const Hull<double> spike =
      Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 1}, {0.1, 0, -8}, {-0.1, 0.1, -8}, {0, -0.1, -8}});
  PairCache<double> cache;
  cache.feature_a = {FeatureKind::face, 5}, cache.feature_b = {FeatureKind::vertex, 0};
  ASSERT_EQ(cube.plane(5).normal, (Vec3<double>{0, 0, 1}));
  EXPECT_TRUE(vclip::intersects(cube, spike, translation(0.0, 0.0, 1.0), {}, &cache));
}

TEST(VClipWalk, HintsFromElsewhereCostOnlyTime) {
  Random random(13);
  for (int i = 0; i < test_size(300); ++i) {
    const JudgedHull<double>&a = any_of(random, solids<double>()), &b = any_of(random, flats<double>());
    const Pose<double> x_ab = random.pose(3);
    const Contact<double> cold = vclip::distance(a.hull, b.hull, x_ab);
    PairCache<double> cache;
    const auto any_feature = [&] { return Feature::from_id(static_cast<std::uint32_t>(random.bits())); };
    cache.feature_a = any_feature(), cache.feature_b = any_feature();
    if (random.below(2)) cache.feature_a.index &= 15, cache.feature_b.index &= 3;
    const Contact<double> c = vclip::distance(a.hull, b.hull, x_ab, {}, &cache);
    ASSERT_EQ(c.touching(), cold.touching()) << i;
    ASSERT_NEAR(c.distance, cold.distance, 1e-14) << i;
  }
}

// ---- penetration ----------------------------------------------------------------------------------------------------

TEST(VClipPenetration, WitnessesShowIt) {
  Random random(14);
  int edges = 0, vertices = 0;
  for (int i = 0; i < test_size(600); ++i) {
    const JudgedHull<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
    const Pose<double> x_ab = random.pose(1.5);
    const Contact<double> c = vclip::distance(a.hull, b.hull, x_ab);
    if (c.status != Status::overlapping) continue;
    const bool face_on_a = c.feature_a.kind == FeatureKind::face;
    const Hull<double>&solid = face_on_a ? a.hull : b.hull, &other = face_on_a ? b.hull : a.hull;
    const Pose<double> x = face_on_a ? x_ab : inverse(x_ab);
    const Feature face = face_on_a ? c.feature_a : c.feature_b, piercing = face_on_a ? c.feature_b : c.feature_a;
    ASSERT_EQ(face.kind, FeatureKind::face) << c;
    if (piercing.kind == FeatureKind::vertex) {
      ++vertices;
      for (const auto& plane : solid.planes())
        ASSERT_LE(dot(plane.normal, x * other.vertex(piercing.index)), plane.offset + 1e-14);
    } else {
      ++edges;
      ASSERT_EQ(piercing.kind, FeatureKind::edge);
      EXPECT_LE(feature_distance(solid, face, other, piercing, x), 1e-14) << c;
    }
  }
  EXPECT_GT(edges, 100);
  EXPECT_GT(vertices, 5);
}

TEST(VClipPenetration, DepthIsTheOracles) {
  Random random(15);
  int hits = 0;
  for (int i = 0; i < test_size(200); ++i) {
    const JudgedHull<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
    const Pose<double> x_ab = random.pose(3);
    const oracle::Answer o = oracle::polytope_distance(a.judge, b.judge, to_oracle(x_ab));
    const Contact<double> c = vclip::contact(a.hull, b.hull, x_ab);
    ASSERT_NEAR(c.distance, static_cast<double>(o.distance), 1e-13) << i;
    ASSERT_LE(static_cast<long double>(c.lower), o.upper) << i;
    ASSERT_GE(static_cast<long double>(c.upper), o.lower) << i;
    hits += c.touching();
  }
  EXPECT_GT(hits, test_size(200) * 3 / 10);
  EXPECT_LT(hits, test_size(200) * 7 / 10);
}

TEST(VClipPenetration, APointInThePlaneOfAPolygonButOutsideIsApart) {
  const Hull<double> square =
      Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
  const Hull<double> point = Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 0}});
  for (const std::uint32_t face : {0u, 1u}) {
    PairCache<double> cache;
    const auto from_face = [&](double x, double y, double z) {
      cache.feature_a = {FeatureKind::face, face}, cache.feature_b = {FeatureKind::vertex, 0};
      return vclip::distance(square, point, translation(x, y, z), {}, &cache);
    };
    EXPECT_EQ(from_face(1.5, 0.5, 0).distance, 0.5);
    EXPECT_EQ(from_face(1.5, 0.5, 0).status, Status::separated);
    EXPECT_EQ(from_face(2, 2, 0).distance, std::sqrt(2.0));
    EXPECT_EQ(from_face(0.5, 0.5, 0).status, Status::overlapping);
    EXPECT_EQ(from_face(1, 1, 0).status, Status::overlapping);
    EXPECT_EQ(from_face(0.5, 0.5, 0.25).distance, 0.25);
    EXPECT_EQ(from_face(0.5, 0.5, -0.25).distance, 0.25);
    EXPECT_EQ(from_face(0.5, 0.5, -0.25).normal.z, -1);
  }
}

}  // namespace
}  // namespace tactus::testing
