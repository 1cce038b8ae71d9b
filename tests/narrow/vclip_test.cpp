// SPDX-License-Identifier: MIT
// V-Clip: its answers against the oracle, and the rest of the contract.
#include <tactus/math/counted.h>
#include <tests/narrow/vclip/vclip_cases.h>

namespace tactus::testing {
namespace {

/// Compares the answer with the oracle's: bounds that hold, a distance right to rounding, witnesses that span it.
template <class T>
void expect_right(const Contact<T>& c, const oracle::Answer& o, const JudgedHull<T>& a, const JudgedHull<T>& b,
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
  /// Draws pairs, walks cold and from the cache that the last pair left, and compares with the oracle.
  static Tally compare(const std::string& what, const Hulls<T>& as, const Hulls<T>& bs, int count,
                       const std::function<Pose<T>(Random&, const JudgedHull<T>&, const JudgedHull<T>&)>& pose) {
    Random random(std::hash<std::string>{}(what));
    Tally tally;
    PairCache<T> another_pairs;
    for (int i = 0; i < test_size(count); ++i) {
      const JudgedHull<T>&a = any_of(random, as), &b = any_of(random, bs);
      const Pose<T> x_ab = pose(random, a, b);
      const oracle::Answer o = oracle::polytope_distance(a.judge, b.judge, to_oracle(x_ab));
      for (PairCache<T>* cache : {static_cast<PairCache<T>*>(nullptr), &another_pairs}) {
        WalkLog log;
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
    const T angle = T(std::exp(-r.uniform(0, 40)));
    return Pose<T>{from_axis_angle(r.direction().template cast<T>(), angle),
                   {T(r.uniform(-4, 4)), T(r.uniform(-4, 4)), T(4)}};
  };
  EXPECT_EQ(this->compare("shifted", blocks<T>(), blocks<T>(), 300, shifted).fallbacks, 0);
  EXPECT_EQ(this->compare("barely turned", blocks<T>(), blocks<T>(), 300, barely_turned).fallbacks, 0);
  const auto grid = this->compare("half steps", blocks<T>(), blocks<T>(), 300, half_steps);
  EXPECT_EQ(grid.fallbacks, grid.doubtful);
  const auto mixed = this->compare("half steps, flats", solids<T>(), flats<T>(), 300, half_steps);
  EXPECT_EQ(mixed.fallbacks, mixed.doubtful);
  for (const std::size_t i : {std::size_t{8}, std::size_t{11}}) {  // a hull of 50 points, the icosahedron
    const Hulls<T> same{solids<T>()[i]};
    const auto tally = this->compare("the same twice", same, same, 100, shifted);
    EXPECT_LE(tally.fallbacks, tally.doubtful + 2);
  }
}

TYPED_TEST(VClip, RotationsThatAreNotQuiteOrthonormal) {
  // As much error as a public query accepts. The walk maps to B's frame by the transpose and may go wrong by that much;
  // the check detects it, and the bounds are those of the numbers as stored. GJK only uses supports.
  using T = TypeParam;
  using L = long double;
  Random random(20);
  const T defect = std::is_same_v<T, float> ? T(1e-4) : T(1e-6);
  int fallbacks = 0, hits = 0;
  for (int i = 0; i < test_size(200); ++i) {
    const JudgedHull<T>&a = any_of(random, solids<T>()), &b = any_of(random, solids<T>());
    Pose<T> x_ab = random.pose(4).template cast<T>();
    for (int k = 0; k < 9; ++k) x_ab.rotation(k / 3, k % 3) += defect / T(3) * T(random.uniform(-1, 1));
    WalkLog log;
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
  const auto near = [](Random& r, const JudgedHull<T>& a, const JudgedHull<T>& b) {
    Pose<T> x_ab = r.pose(3).template cast<T>();
    const oracle::Answer o = oracle::polytope_distance(a.judge, b.judge, to_oracle(x_ab));
    const long double size = std::exp(-r.uniform(0, 35)), wanted = r.below(4) ? size : -size;
    x_ab.translation += cast<T>((wanted - o.distance) * o.normal);
    return x_ab;
  };
  const auto solid = this->compare("kissing", solids<T>(), solids<T>(), 300, near);
  EXPECT_EQ(solid.fallbacks, solid.doubtful);  // GJK was used only where rounding decides
  const auto flat = this->compare("kissing flats", flats<T>(), solids<T>(), 300, near);
  EXPECT_EQ(flat.fallbacks, flat.doubtful);
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
    WalkLog log;
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
