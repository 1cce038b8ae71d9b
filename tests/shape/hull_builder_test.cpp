// SPDX-License-Identifier: MIT
/// Hulls of all kinds of clouds: against brute force, against Qhull's own summary, and where Qhull alone would fail.
#include "clouds.h"

#include <tactus/shape/hull_builder.h>

#include <gtest/gtest.h>
#include <libqhull_r/qhull_ra.h>

#include <cstdio>
#include <limits>
#include <set>
#include <sstream>

namespace tactus {
namespace {

using namespace clouds;

template <class T> class HullBuilderTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HullBuilderTest, Scalars);

// ---- brute force ----

/// Faces of the hull of points with small integer coordinates, by trying every plane through three: exact. Each as the
/// set of all points on it.
std::set<std::set<std::uint32_t>> brute_force_faces(const Cloud& points) {
  std::set<std::set<std::uint32_t>> faces;
  const auto n = static_cast<std::uint32_t>(points.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      for (std::uint32_t k = j + 1; k < n; ++k) {
        const Vec3<double> normal = cross(points[j] - points[i], points[k] - points[i]);
        if (normal == Vec3<double>{}) continue;
        std::set<std::uint32_t> on;
        bool above = false, below = false;
        for (std::uint32_t p = 0; p < n; ++p) {
          const double side = dot(normal, points[p] - points[i]);
          above |= side > 0, below |= side < 0;
          if (side == 0) on.insert(p);
        }
        if (above != below) faces.insert(on);
      }
    }
  }
  return faces;
}

/// The corners: points on three faces or more, and the lowest of several at the same place.
std::set<std::uint32_t> brute_force_vertices(const Cloud& points, const std::set<std::set<std::uint32_t>>& faces) {
  std::set<std::uint32_t> vertices;
  for (std::uint32_t p = 0; p < points.size(); ++p) {
    int count = 0;
    for (const auto& face : faces) count += face.count(p) != 0;
    bool repeated = false;
    for (std::uint32_t q = 0; q < p; ++q) repeated |= points[q] == points[p];
    if (count >= 3 && !repeated) vertices.insert(p);
  }
  return vertices;
}

template <class T> void expect_as_brute_force(const Cloud& cloud) {
  const auto faces = brute_force_faces(cloud);
  const auto corners = brute_force_vertices(cloud, faces);
  const Hull<T> hull = hull_of<T>(cloud);
  expect_hull_of(hull, cloud);
  ASSERT_EQ(hull.rank(), 3);
  EXPECT_EQ(hull.vertex_count(), corners.size());
  EXPECT_EQ(hull.face_count(), faces.size());
  std::set<std::set<std::uint32_t>> polygons, expected;
  for (const auto& face : faces) {
    std::set<std::uint32_t> polygon;
    for (std::uint32_t p : face) {
      if (corners.count(p)) polygon.insert(p);
    }
    expected.insert(polygon);
  }
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    std::set<std::uint32_t> polygon;
    for (std::uint32_t v : hull.face_loop(f)) {
      for (std::uint32_t p : corners) {
        if (cloud[p].cast<T>() == hull.vertex(v)) polygon.insert(p);
      }
    }
    polygons.insert(polygon);
  }
  EXPECT_EQ(polygons, expected);
}

bool is_solid(const Cloud& cloud) { return rank_of(cloud, hull_tolerance(std::span<const Vec3<double>>(cloud))) == 3; }

TYPED_TEST(HullBuilderTest, SmallGridCloudsAsByBruteForce) {
  int solid = 0, merged = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const auto side = 2 + random.bits() % 4;
    Cloud cloud;
    for (std::uint64_t i = 0, n = 4 + random.bits() % 18; i < n; ++i) {
      const auto x = random.bits() % side, y = random.bits() % side, z = random.bits() % side;
      cloud.push_back({double(x), double(y), double(z)});
    }
    if (!is_solid(cloud)) continue;
    ++solid;
    expect_as_brute_force<TypeParam>(cloud);
    const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
    merged += hull.edge_count() < 3 * hull.vertex_count() - 6;
  }
  EXPECT_GT(solid, 40);
  EXPECT_GT(merged, 20) << "too few with polygonal faces";
}

TYPED_TEST(HullBuilderTest, SmallRandomCloudsAsByBruteForce) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Cloud cloud = ball(4 + static_cast<int>(seed % 20), seed);
    for (Vec3<double>& p : cloud) p = Vec3<double>{std::round(p.x * 1e4), std::round(p.y * 1e4), std::round(p.z * 1e4)};
    expect_as_brute_force<TypeParam>(cloud);
  }
}

// ---- Qhull's own summary ----

struct Summary {
  int vertices, facets;
  double volume;
};

Summary qhull_summary(Cloud cloud) {
  qhT state;
  qh_zero(&state, stderr);
  char command[] = "qhull Pp";
  EXPECT_EQ(qh_new_qhull(&state, 3, static_cast<int>(cloud.size()), &cloud[0].x, qh_False, command, nullptr, stderr),
            0);
  qh_getarea(&state, state.facet_list);
  const Summary summary{state.num_vertices, state.num_facets, state.totvol};
  int blocks, bytes;
  qh_freeqhull(&state, !qh_ALL);
  qh_memfreeshort(&state, &blocks, &bytes);
  return summary;
}

template <class T> double volume(const Hull<T>& hull) {
  double six_volumes = 0;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face_loop(f);
    const auto at = [&](std::size_t i) { return hull.vertex(loop[i]).template cast<double>(); };
    for (std::size_t i = 2; i < loop.size(); ++i) six_volumes += triple(at(0), at(i - 1), at(i));
  }
  return six_volumes / 6;
}

TYPED_TEST(HullBuilderTest, LargeCloudsAsInQhullsSummary) {
  for (int n : {50, 1000, 20000, 200000}) {
    const std::vector<Vec3<TypeParam>> points = rounded<TypeParam>(ball(n, 7));
    Cloud cloud;
    for (const auto& p : points) cloud.push_back(p.template cast<double>());
    const Summary summary = qhull_summary(cloud);
    const Hull<TypeParam> hull = Hull<TypeParam>::from_points(points);
    expect_hull_of(hull, cloud);
    EXPECT_NEAR(volume(hull), summary.volume, 1e-9 * summary.volume + 4 * hull_roundoff<TypeParam>);
    if (std::is_same_v<TypeParam, double> || n <= 1000) {  // larger float clouds have coplanar facets to merge
      EXPECT_EQ(hull.vertex_count(), static_cast<std::size_t>(summary.vertices));
      EXPECT_EQ(hull.face_count(), static_cast<std::size_t>(summary.facets));
    }
  }
}

// ---- coplanar, cospherical, noisy ----

TYPED_TEST(HullBuilderTest, LatticeIsACube) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Cloud cloud = seed == 0 ? lattice(6) : moved(lattice(6), some_rotation(seed), {1, 2, 3});
    const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
    expect_hull_of(hull, cloud);
    EXPECT_EQ(hull.vertex_count(), 8u);
    EXPECT_EQ(hull.edge_count(), 12u);
    EXPECT_EQ(hull.face_count(), 6u);
  }
}

TYPED_TEST(HullBuilderTest, NoiseBelowTheToleranceIsMergedAway) {
  const double noise = std::is_same_v<TypeParam, float> ? 1e-7 : 1e-13;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cloud cloud = moved(cube_surface(200, noise, seed), some_rotation(seed));
    const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
    expect_hull_of(hull, cloud);
    EXPECT_EQ(hull.vertex_count(), 8u);
    EXPECT_EQ(hull.face_count(), 6u);
  }
}

TYPED_TEST(HullBuilderTest, NoiseOfAnySizeGivesAValidHull) {
  for (int power = 3; power <= 17; ++power) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Cloud cloud = moved(cube_surface(100, -std::pow(10.0, -power), seed), some_rotation(seed));
      expect_hull_of(hull_of<TypeParam>(cloud), cloud);
    }
  }
}

TYPED_TEST(HullBuilderTest, GlobeKeepsItsTrapezia) {
  const int parallels = 12;
  const Cloud cloud = globe(parallels);
  const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
  expect_hull_of(hull, cloud);
  EXPECT_EQ(hull.vertex_count(), 24u * 11u + 2u);
  EXPECT_EQ(hull.face_count(), 24u * 12u);
}

TYPED_TEST(HullBuilderTest, DuplicatesDoNotCount) {
  Random random(5);
  const Cloud distinct = ball(12, 5);
  Cloud cloud = distinct;
  for (int i = 0; i < 3000; ++i) {
    const Vec3<double> off = in_cube(random) * (i % 2 ? 1e-16 : 0.0);
    cloud.push_back(distinct[random.bits() % distinct.size()] + off);
  }
  const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
  expect_hull_of(hull, cloud);
  EXPECT_EQ(hull.vertex_count(), hull_of<TypeParam>(distinct).vertex_count());
}

TYPED_TEST(HullBuilderTest, ClustersAtTheCornersOfACube) {
  for (int power = 3; power <= 17; ++power) {
    Random random(3);
    Cloud cloud;
    for (const Vec3<double>& corner : lattice(2)) {
      for (int i = 0; i < 10; ++i) cloud.push_back(corner + in_cube(random) * std::pow(10.0, -power));
    }
    expect_hull_of(hull_of<TypeParam>(cloud), cloud);
  }
}

// ---- rank ----

TYPED_TEST(HullBuilderTest, SinglePoint) {
  for (int copies : {1, 2, 1000}) {
    const Hull<TypeParam> hull = hull_of<TypeParam>(Cloud(static_cast<std::size_t>(copies), {1, 2, 3}));
    EXPECT_EQ(hull.rank(), 0);
    EXPECT_EQ(hull.check(), "");
    EXPECT_EQ(hull.vertex_count(), 1u);
    EXPECT_EQ(hull.support({1, 0, 0}), (Vec3<TypeParam>{1, 2, 3}));
    EXPECT_EQ(hull.center(), (Vec3<TypeParam>{1, 2, 3}));
    EXPECT_EQ(hull.bounding_radius(), 0);
  }
}

TYPED_TEST(HullBuilderTest, CollinearPoints) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Vec3<double> a = in_cube(random), along = random.on_sphere();
    Cloud cloud;
    for (int i = 0; i < 100; ++i) cloud.push_back(a + along * random.uniform(-2, 2));
    const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
    ASSERT_EQ(hull.rank(), 1);
    EXPECT_EQ(hull.edge_count(), 1u);
    EXPECT_EQ(hull.face_count(), 0u);
    expect_hull_of(hull, cloud);
  }
}

TYPED_TEST(HullBuilderTest, CoplanarPoints) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cloud cloud = moved(box(200, 1, 0, seed), some_rotation(seed), {3, 2, 1});
    const Hull<TypeParam> hull = hull_of<TypeParam>(cloud);
    ASSERT_EQ(hull.rank(), 2);
    EXPECT_EQ(hull.face_count(), 2u);
    EXPECT_EQ(hull.edge_count(), hull.vertex_count());
    EXPECT_EQ(hull.inscribed_radius(), 0);
    expect_hull_of(hull, cloud);
  }
}

TYPED_TEST(HullBuilderTest, CoplanarGridIsASquare) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Cloud cloud = lattice(7);
    for (Vec3<double>& p : cloud) p.z = 0;
    EXPECT_EQ(hull_of<TypeParam>(moved(cloud, some_rotation(seed))).vertex_count(), 4u);
  }
}

/// Nearly flat and nearly straight, from degenerate to clearly solid: the rank changes where HullTolerance says.
TYPED_TEST(HullBuilderTest, RankOfThinClouds) {
  for (int power = 1; power <= 17; ++power) {
    const double thickness = std::pow(10.0, -power);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Cloud plate = moved(box(60, 1, thickness, seed), some_rotation(seed));
      const Cloud needle = moved(box(60, thickness, thickness, seed), some_rotation(seed));
      const Hull<TypeParam> plate_hull = hull_of<TypeParam>(plate), needle_hull = hull_of<TypeParam>(needle);
      expect_hull_of(plate_hull, plate);
      expect_hull_of(needle_hull, needle);
      const double flat = hull_tolerance(std::span<const Vec3<TypeParam>>(rounded<TypeParam>(plate))).flat();
      if (2 * thickness < flat / 2) {
        EXPECT_EQ(plate_hull.rank(), 2) << thickness;
        EXPECT_EQ(needle_hull.rank(), 1) << thickness;
      } else if (thickness > 2 * flat) {
        EXPECT_EQ(plate_hull.rank(), 3) << thickness;
        EXPECT_EQ(needle_hull.rank(), 3) << thickness;
      }
    }
  }
}

/// A few points on a thin line: the third is barely off it, and hardly determines the plane.
TYPED_TEST(HullBuilderTest, ThinTetrahedra) {
  for (int power = 1; power <= 17; ++power) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const double thickness = std::pow(10.0, -power);
      const Cloud cloud = moved(box(4 + static_cast<int>(seed % 3), thickness, thickness, seed), some_rotation(seed));
      expect_hull_of(hull_of<TypeParam>(cloud), cloud);
    }
  }
}

// ---- size and place ----

TYPED_TEST(HullBuilderTest, FarFromTheOrigin) {
  const double offset = std::is_same_v<TypeParam, float> ? 1e3 : 1e6;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Cloud far = moved(ball(100, seed), some_rotation(seed), {offset, -offset, offset / 2});
    const Hull<TypeParam> hull = hull_of<TypeParam>(far);
    EXPECT_EQ(hull.rank(), 3);
    expect_hull_of(hull, far);
    EXPECT_LT(norm(hull.center().template cast<double>() - Vec3<double>{offset, -offset, offset / 2}), 1);
    EXPECT_EQ(hull_of<TypeParam>(moved(lattice(4), some_rotation(seed), {offset, 0, 0})).face_count(), 6u);
  }
}

TYPED_TEST(HullBuilderTest, ScaleDoesNotMatter) {
  const Cloud unit = ball(200, 1);
  const std::size_t expected = hull_of<TypeParam>(unit).vertex_count();
  const int range = std::is_same_v<TypeParam, float> ? 100 : 290;  // powers of two
  for (int power = -range; power <= range; power += 10) {
    std::vector<Vec3<TypeParam>> points = rounded<TypeParam>(unit);
    for (Vec3<TypeParam>& p : points) p *= std::ldexp(TypeParam(1), power);
    const Hull<TypeParam> hull = Hull<TypeParam>::from_points(points);
    EXPECT_EQ(hull.vertex_count(), expected) << power;
    EXPECT_EQ(hull.check(), "") << power;
  }
}

// ---- bad input ----

template <class T> std::string complaint(const std::vector<Vec3<T>>& points) {
  try {
    Hull<T>::from_points(points);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TYPED_TEST(HullBuilderTest, RejectsWhatIsNoCloud) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(complaint<TypeParam>({}), "Hull::from_points: no points");
  EXPECT_EQ(complaint<TypeParam>({{1, 2, 3}, {0, Limits::quiet_NaN(), 0}}),
            "Hull::from_points: points[1] = (0, nan, 0) is not finite");
  EXPECT_EQ(complaint<TypeParam>({{1, 2, -Limits::infinity()}}),
            "Hull::from_points: points[0] = (1, 2, -inf) is not finite");
  if (std::is_same_v<TypeParam, double>) {
    EXPECT_EQ(complaint<TypeParam>({{1, 2, TypeParam(1e200L)}}),
              "Hull::from_points: points[0] = (1, 2, 1e+200) is too large");
  }
}

TEST(QhullErrors, BecomeExceptionsAndNothingIsPrinted) {
  for (const Cloud& cloud : {box(50, 1, 0, 1), box(50, 0, 0, 1), Cloud(5, {1, 2, 3}), Cloud(2, {1, 2, 3})}) {
    for (QhullMode mode : {QhullMode::plain, QhullMode::wide}) {
      testing::internal::CaptureStderr();
      testing::internal::CaptureStdout();
      std::string words;
      try {
        qhull_facets(cloud, mode);
      } catch (const QhullError& error) {
        words = error.what();
      }
      EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
      EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
      EXPECT_EQ(words.find("Qhull: QH6"), 0u) << words;
    }
  }
}

/// No mode finds a polytope for these at the tolerance of their digits: needles so thin that their faces bend as much
/// as they are wide, and corners of a polygon nearer to each other than to its plane.
TEST(NoValidHull, IsMadeOfFewerDigits) {
  const Cloud needle_in_float = {
      {-0x1.4833cp-1, -0x1.41cb48p-2, -0x1.f80bbep-2},  {0x1.29f86cp-4, 0x1.2445bp-5, 0x1.c87f74p-5},
      {-0x1.05678ap-1, -0x1.00516ep-2, -0x1.917dbap-2}, {-0x1.bdc948p-2, -0x1.b51b82p-3, -0x1.563f6ap-2},
      {-0x1.7a1aeep-1, -0x1.72b7ap-2, -0x1.225be2p-1},  {-0x1.7a0f18p-1, -0x1.72ac0ap-2, -0x1.2252ccp-1},
      {0x1.eaa98ep-6, 0x1.e1e7c8p-7, 0x1.74490ep-6}};
  const Cloud needle = {{0x1.680dff0384fc8p-5, 0x1.25ce8c6be29edp-33, 0x1.266847ca7c4fp-33},
                        {0x1.de42b8083a259p-1, -0x1.2365bc7b45e67p-34, -0x1.d62c21d7c467dp-37},
                        {0x1.dfaa592368b53p-1, -0x1.1b21e783788c4p-35, -0x1.fcfc1c0615435p-35},
                        {-0x1.b183c7b2caca9p-4, -0x1.97a84d682c616p-33, -0x1.20a1a538aafe3p-35},
                        {-0x1.f5609b1cef4p-1, -0x1.8d624b6911c79p-36, 0x1.10c64ebb4c42cp-35}};
  const Cloud clustered = {{-0x1.bf0caf0c2b474p-1, -0x1.ee1e52ffa0164p-2, -0x1.1b1e6bb505e0cp-4},
                           {-0x1.bf0caf0cdc1c7p-1, -0x1.ee1e52ffebb22p-2, -0x1.1b1e6baae66dfp-4},
                           {-0x1.70ac92dd75e9fp-3, 0x1.da2247e5c3c96p-1, -0x1.53aea4333b98cp-2},
                           {-0x1.bf0caf0ba4d8fp-1, -0x1.ee1e53029c7d4p-2, -0x1.1b1e6ba976a07p-4}};
  const auto expect = [](const auto& hull, const Cloud& cloud) {
    expect_hull_of(hull, cloud, 24);  // 3 as for others, with a tolerance up to eight times as coarse
    std::stringstream text;
    hull.save(text);
    EXPECT_EQ(std::remove_cvref_t<decltype(hull)>::load(text), hull);
  };
  expect(hull_of<float>(needle_in_float), needle_in_float);
  expect(hull_of<double>(needle), needle);
  expect(hull_of<double>(clustered), clustered);
}

/// The fallbacks give hulls as good as the first choice.
TEST(QhullModes, AllGiveValidHulls) {
  for (QhullMode mode : all_qhull_modes) {
    for (const Cloud& cloud : {ball(500, 2), lattice(5), globe(8)}) {
      const HullFaces faces = build_hull(cloud, hull_tolerance(std::span<const Vec3<double>>(cloud)), mode);
      std::vector<Vec3<double>> vertices;
      for (std::uint32_t v : faces.vertices) vertices.push_back(cloud[v]);
      EXPECT_EQ(problem_of(make_hull_data<double>(3, vertices, faces.faces)), "");
    }
  }
}

}  // namespace
}  // namespace tactus
