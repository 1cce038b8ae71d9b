// V-Clip: walks over the features of two polyhedra, checked against the oracle, and step by step against its own proof.
#include <tactus/math/counted.h>
#include <tactus/narrow/vclip.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <functional>

namespace tactus::testing {
namespace {

template <class T> oracle::Polytope to_polytope(const Hull<T>& hull) {
  std::vector<oracle::Vec3> points;
  for (const Vec3<T>& v : hull.vertices()) points.push_back(to_oracle(v));
  return oracle::Polytope::from_points(points);
}

/// A hull beside its twin in the oracle, which is slow to build.
template <class T> struct Solid {
  Hull<T> hull;
  oracle::Polytope polytope;
  explicit Solid(const Hull<T>& h) : hull(h), polytope(to_polytope(h)) {}
};
template <class T> using Solids = std::vector<Solid<T>>;
template <class T> const Solid<T>& any_of(Random& random, const Solids<T>& solids) {
  return solids[static_cast<std::size_t>(random.below(static_cast<int>(solids.size())))];
}

template <class T> const Solids<T>& solids() {
  static const Solids<T> all = [] {
    Random random(7);
    Solids<T> s;
    for (const int points : {4, 4, 5, 6, 8, 12, 20, 32, 50, 50}) s.emplace_back(random_hull(random, points).cast<T>());
    s.emplace_back(generate::cube<T>());
    s.emplace_back(generate::icosahedron<T>());
    s.emplace_back(generate::disk<T>(24));
    s.emplace_back(generate::square_pyramid<T>());
    s.emplace_back(generate::octagonal_frustum<T>());
    return s;
  }();
  return all;
}

/// Polygons, segments and a point, all in the plane z = 0 but one segment.
template <class T> const Solids<T>& flats() {
  static const Solids<T> all = [] {
    Random random(8);
    const auto polygon = [&](int corners) {
      std::vector<Vec3<T>> points;
      for (int i = 0; i < corners; ++i) {
        const Vec3<double> d = random.direction();
        points.push_back({T(d.x), T(d.y), T(0)});
      }
      return Hull<T>::from_points(points);
    };
    const auto hull = [](const std::vector<Vec3<T>>& points) { return Hull<T>::from_points(points); };
    Solids<T> s;
    for (const int corners : {3, 4, 7, 12}) s.emplace_back(polygon(corners));
    s.emplace_back(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
    s.emplace_back(hull({{-1, 0, 0}, {1, 0, 0}}));
    s.emplace_back(hull({{0, 0, -1}, {0, 0, 1}}));
    s.emplace_back(hull({{0, 0, 0}}));
    return s;
  }();
  return all;
}
template <class T> const Solids<T>& blocks() {
  static const Solids<T> all{Solid<T>(generate::cube<T>()), Solid<T>(generate::cube<T>(T(0.5))),
                             Solid<T>(generate::octagonal_prism<T>())};
  return all;
}

/// What a walk did.
struct Log {
  std::vector<vclip::Step> steps;
  int fallbacks = 0;
};
struct LogTo {
  Log& log;
  void operator()(const vclip::Step& s) const { log.steps.push_back(s); }
  void operator()(const vclip::Fallback&) const { ++log.fallbacks; }
};

/// The answer against the oracle's: bounds that hold, a distance right to rounding, witnesses that span it.
template <class T>
void expect_right(const Contact<T>& c, const oracle::Answer& o, const Solid<T>& a, const Solid<T>& b,
                  const Pose<T>& x_ab, const std::string& what) {
  const long double scale = static_cast<long double>(
      unit_roundoff<T> * (origin_radius(a.hull) + origin_radius(b.hull) + norm(x_ab.translation)));
  ASSERT_LE(static_cast<long double>(c.lower), o.upper) << what << ": " << c;
  ASSERT_GE(static_cast<long double>(c.upper), o.lower) << what << ": " << c;
  ASSERT_NEAR(static_cast<double>(c.distance), static_cast<double>(std::max(o.distance, 0.0L)),
              static_cast<double>(10 * scale))
      << what << ": " << c;
  ASSERT_NEAR(static_cast<double>(norm(c.normal)), 1, 4 * static_cast<double>(unit_roundoff<T>)) << what;
  ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), T(4 * scale)) << what;
  if (c.status != Status::separated) return;
  ASSERT_LE(static_cast<long double>(c.upper - c.lower), 26 * scale)
      << what << ": " << c;  // 8 for each, 8 and rounding between
}

template <class T> struct VClip : ::testing::Test {
  struct Tally {
    int hits = 0, fallbacks = 0, doubtful = 0;
  };
  /// Draws pairs, walks cold and from whatever the last pair left in the cache, and asks the oracle.
  static Tally compare(const std::string& what, const Solids<T>& as, const Solids<T>& bs, int count,
                       const std::function<Pose<T>(Random&, const Solid<T>&, const Solid<T>&)>& pose) {
    Random random(std::hash<std::string>{}(what));
    Tally tally;
    PairCache<T> another_pairs;
    for (int i = 0; i < test_size(count); ++i) {
      const Solid<T>&a = any_of(random, as), &b = any_of(random, bs);
      const Pose<T> x_ab = pose(random, a, b);
      const oracle::Answer o = oracle::polytope_distance(a.polytope, b.polytope, to_oracle(x_ab));
      for (PairCache<T>* cache : {static_cast<PairCache<T>*>(nullptr), &another_pairs}) {
        Log log;
        const Contact<T> c = vclip::distance(a.hull, b.hull, x_ab, {}, cache, LogTo{log});
        expect_right(c, o, a, b, x_ab, what + " " + std::to_string(i));
        tally.fallbacks += log.fallbacks;
        const bool in_band = std::abs(o.distance) <= static_cast<long double>(c.resolution);
        tally.doubtful += in_band && log.fallbacks > 0;
        if (!in_band) {
          EXPECT_EQ(c.status == Status::overlapping, o.distance <= 0) << what << " " << i << ": " << c;
        }
      }
      tally.hits += o.distance <= 0;
    }
    return tally;
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(VClip, Scalars);

template <class T> Vec3<T> cast(const oracle::Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }

TYPED_TEST(VClip, AgreesWithTheOracleOnRandomPairs) {
  using T = TypeParam;
  const int count = 500;
  const auto tally = this->compare("random", solids<T>(), solids<T>(), count,
                                   [](Random& r, auto&, auto&) { return r.pose(4).template cast<T>(); });
  EXPECT_GT(tally.hits, test_size(count) * 3 / 10);
  EXPECT_LT(tally.hits, test_size(count) * 7 / 10);
  EXPECT_EQ(tally.fallbacks, 0);
}

TYPED_TEST(VClip, PolygonsSegmentsAndPoints) {
  using T = TypeParam;
  const auto anywhere = [](Random& r, auto&, auto&) { return r.pose(2.5).template cast<T>(); };
  const auto tally = this->compare("flat-solid", flats<T>(), solids<T>(), 300, anywhere);
  EXPECT_GT(tally.hits, test_size(300) / 5);
  EXPECT_EQ(tally.fallbacks, 0);
  EXPECT_EQ(this->compare("solid-flat", solids<T>(), flats<T>(), 300, anywhere).fallbacks, 0);
  EXPECT_EQ(this->compare("flat-flat", flats<T>(), flats<T>(), 300, anywhere).fallbacks, 0);
}

TYPED_TEST(VClip, InOnePlane) {
  using T = TypeParam;
  const auto turned = this->compare("turned", flats<T>(), flats<T>(), 300, [](Random& r, auto&, auto&) {
    return Pose<T>{from_axis_angle(Vec3<T>{0, 0, 1}, T(r.uniform(0, 6.28))),
                   {T(r.uniform(-2, 2)), T(r.uniform(-2, 2)), T(0)}};
  });
  EXPECT_GT(turned.hits, 10);
  EXPECT_EQ(turned.fallbacks, turned.doubtful);
  const auto grid = this->compare("grid", flats<T>(), flats<T>(), 300, [](Random& r, auto&, auto&) {
    return Pose<T>{{}, {T(r.below(7) - 3), T(r.below(7) - 3), T(0)}};
  });
  EXPECT_GT(grid.hits, 10);
  EXPECT_EQ(grid.fallbacks, grid.doubtful);
}

TYPED_TEST(VClip, ParallelFacesAndEdges) {
  using T = TypeParam;
  const auto half_steps = [](Random& r, auto&, auto&) {
    return Pose<T>{{}, {T(r.below(13) - 6) / 2, T(r.below(13) - 6) / 2, T(r.below(13) - 6) / 2}};
  };
  const auto shifted = [](Random& r, auto&, auto&) {
    return Pose<T>{{}, {T(r.uniform(-3, 3)), T(r.uniform(-3, 3)), T(r.uniform(-3, 3))}};
  };
  const auto barely_turned = [](Random& r, auto&, auto&) {
    return Pose<T>{from_axis_angle(r.direction().template cast<T>(), T(std::exp(-r.uniform(0, 40)))),
                   {T(r.uniform(-4, 4)), T(r.uniform(-4, 4)), T(4)}};
  };
  EXPECT_EQ(this->compare("shifted", blocks<T>(), blocks<T>(), 300, shifted).fallbacks, 0);
  EXPECT_EQ(this->compare("barely turned", blocks<T>(), blocks<T>(), 300, barely_turned).fallbacks, 0);
  const auto grid = this->compare("half steps", blocks<T>(), blocks<T>(), 300, half_steps);
  EXPECT_EQ(grid.fallbacks, grid.doubtful);
  const auto mixed = this->compare("half steps, flats", solids<T>(), flats<T>(), 300, half_steps);
  EXPECT_EQ(mixed.fallbacks, mixed.doubtful);
  for (const std::size_t i : {std::size_t{8}, std::size_t{11}}) {  // a hull of 50 points, the icosahedron
    const Solids<T> same{solids<T>()[i]};
    const auto tally = this->compare("the same twice", same, same, 100, shifted);
    EXPECT_LE(tally.fallbacks, tally.doubtful + 2);
  }
}

TYPED_TEST(VClip, RotationsThatAreNotQuiteOrthonormal) {
  // As much as a public query lets pass. The walk looks at B's frame through the transpose and may go wrong by that
  // much; the check notices, and the bounds are those of the numbers as stored. GJK measures nothing but support.
  using T = TypeParam;
  using L = long double;
  Random random(20);
  const T defect = std::is_same_v<T, float> ? T(1e-4) : T(1e-6);
  int fallbacks = 0, hits = 0;
  for (int i = 0; i < test_size(200); ++i) {
    const Solid<T>&a = any_of(random, solids<T>()), &b = any_of(random, solids<T>());
    Pose<T> x_ab = random.pose(4).template cast<T>();
    for (int k = 0; k < 9; ++k) x_ab.rotation(k / 3, k % 3) += defect / T(3) * T(random.uniform(-1, 1));
    Log log;
    const Contact<T> c = vclip::distance(a.hull, b.hull, x_ab, {}, nullptr, LogTo{log});
    const Contact<L> o = gjk::distance(a.hull.template cast<L>(), b.hull.template cast<L>(), x_ab.template cast<L>());
    ASSERT_LE(static_cast<L>(c.lower), o.upper) << i << ": " << c << '\n' << o;
    ASSERT_GE(static_cast<L>(c.upper), o.lower) << i << ": " << c << '\n' << o;
    ASSERT_NEAR(static_cast<double>(c.distance), static_cast<double>(o.distance), static_cast<double>(c.resolution));
    fallbacks += log.fallbacks;
    hits += o.touching();
  }
  EXPECT_GT(fallbacks, 10);
  EXPECT_GT(hits, test_size(200) / 4);
}

TYPED_TEST(VClip, Kissing) {
  using T = TypeParam;
  const auto near = [](Random& r, const Solid<T>& a, const Solid<T>& b) {
    Pose<T> x_ab = r.pose(3).template cast<T>();
    const oracle::Answer o = oracle::polytope_distance(a.polytope, b.polytope, to_oracle(x_ab));
    const long double wanted = std::exp(-r.uniform(0, 35)) * (r.below(4) ? 1 : -1);
    x_ab.translation += cast<T>((wanted - o.distance) * o.normal);
    return x_ab;
  };
  const auto solid = this->compare("kissing", solids<T>(), solids<T>(), 300, near);
  EXPECT_EQ(solid.fallbacks, solid.doubtful);  // GJK was asked only where rounding decides
  const auto flat = this->compare("kissing flats", flats<T>(), solids<T>(), 300, near);
  EXPECT_EQ(flat.fallbacks, flat.doubtful);
}

// ---- the walk itself ------------------------------------------------------------------------------------------------

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
  // The termination argument of the paper's §2.2, on every step of walks from random features. Polygons with many
  // sides are among the hulls, for the scan of §3.3.3.
  Random random(11);
  const auto dimension = [](Feature f) { return static_cast<int>(f.kind); };
  int steps = 0, scans = 0, jumps = 0;
  for (int i = 0; i < test_size(600); ++i) {
    const Solid<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
    const Pose<double> x_ab = random.pose(4);
    PairCache<double> cache;
    const auto fa = features_of(a.hull), fb = features_of(b.hull);
    cache.feature_a = fa[static_cast<std::size_t>(random.below(static_cast<int>(fa.size())))];
    cache.feature_b = fb[static_cast<std::size_t>(random.below(static_cast<int>(fb.size())))];
    Log log;
    vclip::distance(a.hull, b.hull, x_ab, {}, &cache, LogTo{log});
    ASSERT_EQ(log.fallbacks, 0);
    double before = infinity<double>;
    for (std::size_t k = 0; k < log.steps.size(); ++k) {
      const vclip::Step& s = log.steps[k];
      const double now = feature_distance(a.hull, s.a, b.hull, s.b, x_ab);
      ASSERT_LE(now, before + 1e-14) << "pair " << i << ", step " << k;
      if (k > 0) {
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
        Log log;
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
  // The edge passes a corner of the triangle; the sides on both of the corner's hands shut it out together, and only
  // the lower one, y = (x - 4)/2, faces it. The nearest point is there, because the edge comes down to its head.
  const Hull<double> triangle =
      Hull<double>::from_points(std::vector<Vec3<double>>{{20.0 / 3, 4.0 / 3, 0}, {8, 4, 0}, {14, 5, 0}});
  const Hull<double> segment = Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 100}, {10, 0, 0.01}});
  for (const std::uint32_t face : {0u, 1u}) {
    PairCache<double> cache;
    cache.feature_a = {FeatureKind::face, face}, cache.feature_b = {FeatureKind::edge, 0};
    Log log;
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
  // take the vertex for the nearest point.
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
    const Solid<double>&a = any_of(random, solids<double>()), &b = any_of(random, flats<double>());
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
    const Solid<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
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
    const Solid<double>&a = any_of(random, solids<double>()), &b = any_of(random, solids<double>());
    const Pose<double> x_ab = random.pose(3);
    const oracle::Answer o = oracle::polytope_distance(a.polytope, b.polytope, to_oracle(x_ab));
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

// ---- many calls -----------------------------------------------------------------------------------------------------

TEST(VClipMotion, CoherenceSavesStepsAndChangesNothing) {
  Random random(16);
  for (const Hull<double>& hull :
       {generate::cube<double>(), generate::disk<double>(), generate::tessellated_sphere<double>()}) {
    PairCache<double> cache;
    Log warm, cold;
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
    return from_quaternion(quaternion_from_axis_angle(random.direction(), std::exp(-random.uniform(0, 20))), {x, y, 4});
  };
  Log log;
  int calls = 0, changes = 0;
  for (int i = 0; i < test_size(400); ++i) {
    Pose<double> low = pose(), high = pose();
    PairCache<double> cache;
    vclip::distance(cube, cube, low, {}, &cache, LogTo{log});
    const Feature a = cache.feature_a, b = cache.feature_b;
    for (int k = 0; k < 60; ++k, ++calls) {
      const Quat<double> p = to_quaternion(low), q = to_quaternion(high);
      const Quat<double> sum{p.w + q.w, p.x + q.x, p.y + q.y,
                             p.z + q.z};  // turns of less than a radian: no signs to mind
      const Pose<double> mid = from_quaternion(sum, (low.translation + high.translation) * 0.5);
      if (mid == low || mid == high) break;
      const Contact<double> c = vclip::distance(cube, cube, mid, {}, &cache, LogTo{log});
      ASSERT_NEAR(c.distance, gjk::distance(cube, cube, mid).distance, 1e-13);
      const bool same = cache.feature_a == a && cache.feature_b == b;
      changes += !same;
      (same ? low : high) = mid;
    }
  }
  EXPECT_EQ(log.fallbacks, 0);
  EXPECT_GT(calls, test_size(400) * 30);
  EXPECT_GT(changes, test_size(400) * 5);
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
        Log log;
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

// ---- the rest of the contract ---------------------------------------------------------------------------------------

TEST(VClipContract, BoxesAreTheirHulls) {
  Random random(19);
  int hits = 0;
  for (int i = 0; i < test_size(500); ++i) {
    const Box<double> a = *random_shape(random, Family::box).get_if<Box<double>>();
    const Box<double> b = *random_shape(random, Family::box).get_if<Box<double>>();
    const auto hull_of = [](const Box<double>& box) {
      std::vector<Vec3<double>> corners;
      for (std::uint32_t k = 0; k < 8; ++k) corners.push_back(box.corner(k));
      return Hull<double>::from_points(corners);
    };
    const Pose<double> x_ab = random.pose(spread(Family::box));
    Log log;
    const Contact<double> c = vclip::distance(a, b, x_ab, {}, nullptr, LogTo{log});
    const Contact<double> h = vclip::distance(hull_of(a), b, x_ab);
    ASSERT_EQ(log.fallbacks, 0);
    ASSERT_EQ(c.touching(), h.touching());
    ASSERT_NEAR(c.distance, h.distance, 1e-14);
    if (c.status == Status::separated) {
      const double sine = 1e-9;
      EXPECT_EQ(c.feature_a, a.feature(c.normal, sine)) << c;
      EXPECT_EQ(c.feature_b, b.feature(-transposed_times(x_ab.rotation, c.normal), sine)) << c;
    }
    hits += c.touching();
  }
  EXPECT_GT(hits, test_size(500) * 3 / 10);
  EXPECT_LT(hits, test_size(500) * 7 / 10);
  EXPECT_NEAR(vclip::distance(Box<double>{{1, 1, 0}}, Box<double>{{0, 1, 1}}, translation(0.0, 0.0, 3.0)).distance, 2,
              1e-15);
}

TEST(VClipContract, StatusesAndCaps) {
  const Hull<double> cube = generate::cube<double>();
  EXPECT_EQ(vclip::distance(cube, cube, translation(5.0, 0, 0), {.max_distance = 2.0}).status, Status::beyond_max);
  EXPECT_EQ(vclip::distance(cube, cube, translation(5.0, 0, 0), {.max_distance = 4.0}).status, Status::separated);
  EXPECT_EQ(vclip::distance(cube, cube, translation(std::nan(""), 0, 0)).status, Status::invalid);
  EXPECT_EQ(vclip::distance(cube, cube, translation(2.0, 0.5, 0)).status, Status::overlapping);
  EXPECT_TRUE(vclip::intersects(cube, cube, translation(2.0, 0.5, 0)));
  EXPECT_FALSE(vclip::intersects(cube, cube, translation(2.0 + 1e-13, 0.5, 0)));
  const Pose<double> x_ab{from_axis_angle(Vec3<double>{0.6, 0, 0.8}, 1), {2.5, 1.5, 1}};
  const double truth = vclip::distance(cube, cube, x_ab).distance;
  for (int cap = 0; cap < 12; ++cap) {
    PairCache<double> cache;
    cache.feature_a = cache.feature_b = {FeatureKind::vertex, 0};
    const Contact<double> c = vclip::distance(cube, cube, x_ab, {.max_iterations = cap}, &cache);
    EXPECT_LE(c.lower, truth) << cap;
    EXPECT_GE(c.upper, truth) << cap;
    EXPECT_TRUE(c.status == Status::stalled || std::abs(c.distance - truth) < 1e-14) << cap;
  }
}

TEST(VClipContract, CountsItsOperations) {
  using C = Counted<double>;
  const Hull<C> cube = generate::cube<C>();
  PairCache<C> cache;
  const auto cost = [&](double angle) {
    const Pose<C> x_ab{from_axis_angle(Vec3<C>{C(0), C(0.6), C(0.8)}, C(angle)), {C(3), C(1), C(0.5)}};
    const Tally before = tally();
    const Contact<C> c = vclip::distance(cube, cube, x_ab, Options<C>{}, &cache);
    EXPECT_EQ(c.status, Status::separated);
    return (tally() - before).total();
  };
  const std::uint64_t cold = cost(0.5), warm = cost(0.51);
  EXPECT_LT(warm, cold);
  EXPECT_LT(warm, 800u);
  EXPECT_GT(warm, 100u);
}

}  // namespace
}  // namespace tactus::testing
