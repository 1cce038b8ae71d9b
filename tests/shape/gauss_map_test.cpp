// SPDX-License-Identifier: MIT
/// The Gauss maps that hulls carry: their nodes support the hull, their arcs are edges' normals, their ball is inside.
#include <tactus/shape/generators.h>
#include <tactus/shape/hull.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <set>

namespace tactus::testing {
namespace {

template <Scalar T> Vec3<T> node_normal(const GaussMap<T>& map, std::size_t i) {
  return {map.nodes[i], map.nodes[map.padded + i], map.nodes[2 * map.padded + i]};
}

template <Scalar T> void expect_sound(const Hull<T>& hull, const std::string& name) {
  const GaussMap<T>& map = hull.gauss_map();
  const double tolerance = 16 * double(unit_roundoff<T>);
  ASSERT_EQ(map.arc_first.size(), map.count + 1) << name;
  ASSERT_EQ(map.nodes.size(), 5 * map.padded) << name;
  ASSERT_EQ(map.padded % lookup::lanes, 0u) << name;
  std::set<std::pair<std::size_t, std::size_t>> arcs;
  for (std::size_t i = 0; i < map.padded; ++i) {
    const Vec3<T> n = node_normal(map, i);
    const T offset = map.nodes[3 * map.padded + i], cosine = map.nodes[4 * map.padded + i];
    if (i >= map.count) {
      ASSERT_EQ(offset, infinity<T>) << name;
      ASSERT_EQ(n, Vec3<T>{}) << name;
      continue;
    }
    ASSERT_NEAR(double(norm(n)), 1, tolerance) << name;
    ASSERT_NEAR(double(dot(n, hull.support(n))), double(offset), tolerance + double(map.slack)) << name;
    if (map.radius > T(0)) {
      ASSERT_GE(offset - dot(n, map.center), map.radius) << name;
    }
    ASSERT_GT(map.arc_first[i + 1], map.arc_first[i]) << name;
    for (std::uint32_t k = map.arc_first[i]; k < map.arc_first[i + 1]; ++k) {
      const GaussArc& arc = map.arcs[k];
      const Vec3<T> other = node_normal(map, arc.node), e = hull.vertex(arc.to) - hull.vertex(arc.from);
      ASSERT_NEAR(double(dot(n, e)), 0, tolerance + double(map.slack)) << name;
      ASSERT_GE(double(norm(n + other) / T(2)), double(cosine) - tolerance) << name;
      ASSERT_GE(double(cosine), 0.5 - tolerance) << name;  // no arc of more than 120 degrees
      arcs.insert({i, arc.node});
    }
  }
  for (const auto& [i, j] : arcs) ASSERT_TRUE(arcs.count({j, i})) << name << ": " << i << " to " << j;
}

template <class T> struct GaussMaps : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(GaussMaps, Scalars);

TYPED_TEST(GaussMaps, OfEveryRank) {
  using T = TypeParam;
  Random random(21);
  for (const Vec3<double>& stretch :
       {Vec3<double>{1, 1, 1}, {1, 1, 0.01}, {1, 0.01, 0.01}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}}) {
    for (const int points : {4, 7, 20, 100}) {
      std::vector<Vec3<T>> cloud;
      for (int i = 0; i < points; ++i) cloud.push_back(hadamard(random.direction(), stretch).cast<T>());
      expect_sound(Hull<T>::from_points(cloud), std::to_string(stretch.z) + ", " + std::to_string(points));
      if (this->HasFatalFailure()) return;
    }
  }
}

TEST(GaussMaps, TheBallIsNoSmallerThanTheOneAboutTheCentroid) {
  Random random(22);
  int larger = 0;
  for (int i = 0; i < 50; ++i) {
    const Hull<double> hull = random_hull(random, 10);
    ASSERT_GE(hull.gauss_map().radius, hull.inscribed_radius());
    larger += hull.gauss_map().radius > 1.02 * hull.inscribed_radius();
  }
  EXPECT_GT(larger, 30);
}

TEST(GaussMaps, NodesPerRank) {
  const auto count = [](const std::vector<Vec3<double>>& points) {
    return Hull<double>::from_points(points).gauss_map().count;
  };
  EXPECT_EQ(count({{1, 2, 3}}), 0u);
  EXPECT_EQ(count({{0, 0, 0}, {1, 0, 0}}), 4u);
  EXPECT_EQ(count({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 2u + 3u);
  EXPECT_EQ(count({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}), 4u);  // 109 degrees between its normals
  EXPECT_EQ(count({{1, 0, 0}, {-0.5, 0.8, 0}, {-0.5, -0.8, 0}, {0, 0, 0.01}}), 4u + 3u);  // a blade has sharp edges
}

}  // namespace
}  // namespace tactus::testing
