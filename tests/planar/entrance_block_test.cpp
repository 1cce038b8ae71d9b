// SPDX-License-Identifier: MIT
/// The explicit Minkowski difference and entrance block against brute force and against GJK/EPA.
#include <tactus/math/counted.h>
#include <tactus/planar/contact.h>
#include <tactus/planar/entrance_block.h>
#include <tests/planar/oracle.h>

#include <gtest/gtest.h>

namespace tactus::planar {
namespace {

template <class T> class PlanarBlock : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarBlock, Scalars);

TYPED_TEST(PlanarBlock, TriangleMinusItselfIsAHexagon) {
  using T = TypeParam;
  const auto t = Polygon<T>::from_vertices({{T(0), T(0)}, {T(1), T(0)}, {T(0), T(1)}});
  const EntranceBlock<T> block = minkowski_difference(t, t);
  ASSERT_EQ(block.vertices.size(), 6u);
  for (const auto& e : block.edges) {
    EXPECT_EQ((e.feature_a.kind == FeatureKind::edge) + (e.feature_b.kind == FeatureKind::edge), 1);
  }
  EXPECT_EQ(nearest_boundary_point(block, Vec2<T>{}).distance, -sqrt(T(0.5)));
}

TYPED_TEST(PlanarBlock, ParallelEdgesMakeOne) {
  using T = TypeParam;
  const auto square = Polygon<T>::from_points({{T(-1), T(-1)}, {T(1), T(-1)}, {T(1), T(1)}, {T(-1), T(1)}});
  for (const T angle : {T(0), T(1e-17), T(-1e-17)}) {  // the wrap from the angle 2π to 0 must not split an edge
    const EntranceBlock<T> block = minkowski_difference(square, square, translation(T(3), T(0.5)) * rotation(angle));
    ASSERT_EQ(block.vertices.size(), 4u);
    for (const auto& e : block.edges) {
      EXPECT_EQ(e.feature_a.kind, FeatureKind::edge);
      EXPECT_EQ(e.feature_b.kind, FeatureKind::edge);
      EXPECT_EQ((e.feature_a.index + 2) % 4, e.feature_b.index);  // of opposite normals
    }
    EXPECT_EQ(nearest_boundary_point(block, Vec2<T>{}).distance, T(1));
  }
}

TYPED_TEST(PlanarBlock, PointsAndSegments) {
  using T = TypeParam;
  const auto point = Polygon<T>::from_points({{T(1), T(2)}});
  const auto segment = Polygon<T>::from_points({{T(0), T(0)}, {T(2), T(0)}});
  const auto upright = Polygon<T>::from_points({{T(0), T(0)}, {T(0), T(2)}});
  EXPECT_EQ(minkowski_difference(point, point).vertices.size(), 1u);
  EXPECT_TRUE(minkowski_difference(point, point).edges.empty());
  EXPECT_EQ(minkowski_difference(segment, point).vertices.size(), 2u);
  EXPECT_EQ(minkowski_difference(segment, segment).vertices.size(), 2u);
  EXPECT_EQ(minkowski_difference(segment, upright).vertices.size(), 4u);
  EXPECT_EQ(nearest_boundary_point(minkowski_difference(segment, segment), Vec2<T>{}).distance, T(0));
}

/// Convex, with the support function of the vertex differences, and each edge at the place given by its two features.
TYPED_TEST(PlanarBlock, IsTheHullOfTheVertexDifferences) {
  using T = TypeParam;
  oracle::Random<T> random(21);
  const oracle::Real allowed = 64 * oracle::Real(unit_roundoff<T>);
  for (int i = 0; i < 5'000; ++i) {
    const Polygon<T> a = random.polygon(), b = random.polygon();
    const Pose2<T> x_ab = random.pose(1);
    const EntranceBlock<T> block = minkowski_difference(a, b, x_ab);
    const oracle::Body in_a = oracle::placed(a, Pose2<T>{}), in_b = oracle::placed(b, x_ab);
    for (int k = 0; k < 8; ++k) {
      const Vec2<T> d = random.in_square(1);
      const oracle::V n{d.x, d.y};
      oracle::Real reach = -INFINITY;
      for (const auto& v : block.vertices) reach = std::max(reach, oracle::Real(dot(d, v.position)));
      EXPECT_LE(std::abs(reach - oracle::dot(n, in_a.support(n) - in_b.support(n * -1))), allowed);
    }
    ASSERT_EQ(block.edges.size(), block.vertices.size() > 1 ? block.vertices.size() : 0u);
    for (std::size_t k = 0; k < block.edges.size(); ++k) {
      const auto& from = block.vertices[k];
      const auto& to = block.vertices[static_cast<std::size_t>(block.next(static_cast<int>(k)))];
      const auto spans = [](const Feature& f, int first, int second, int size) {
        const int index = static_cast<int>(f.index);
        return f.kind == FeatureKind::vertex ? first == index && second == index
                                             : first == index && second == (index + 1) % size;
      };
      EXPECT_TRUE(spans(block.edges[k].feature_a, from.vertex_a, to.vertex_a, a.size()));
      EXPECT_TRUE(spans(block.edges[k].feature_b, from.vertex_b, to.vertex_b, b.size()));
    }
  }
}

/// The signed distance of v from E(A, B) is that of A and B, with the same pair of features, and E is B ⊖ A + v.
TYPED_TEST(PlanarBlock, EntranceBlockAnswersTheContactQuery) {
  using T = TypeParam;
  oracle::Random<T> random(22);
  int overlapping = 0, features = 0;
  for (int i = 0; i < 50'000; ++i) {
    const Polygon<T> a = random.polygon(), b = random.polygon();
    const Pose2<T> pose_a = random.pose(1), pose_b = pose_a * random.pose(1);
    const Contact2<T> c = contact(a, pose_a, b, pose_b);
    const Vec2<T> v = pose_a * a.center();
    const EntranceBlock<T> block = entrance_block(a, pose_a, b, pose_b, v);
    const BoundaryPoint<T> near = nearest_boundary_point(block, v);
    ASSERT_LE(abs(near.distance - c.distance), T(100) * unit_roundoff<T>) << a << b << pose_a << pose_b << c;
    overlapping += c.distance < 0;
    if (c.distance < T(-1e-3) && c.type == ContactType::vertex_edge) {
      const auto& e = block.edges[static_cast<std::size_t>(near.edge)];
      features += e.feature_a == c.feature_a && e.feature_b == c.feature_b;
    }
  }
  EXPECT_GT(overlapping, 15'000);
  EXPECT_LT(overlapping, 35'000);
  EXPECT_GT(features, overlapping * 9 / 10);  // the rest: two edges at one distance, e-e, shallow
}

// A block has no status, so bad input throws. A pose stands for the rotation nearest to its numbers.
TYPED_TEST(PlanarBlock, PosesAsInAllQueries) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const auto square = Polygon<T>::from_points({{T(-1), T(-1)}, {T(1), T(-1)}, {T(1), T(1)}, {T(-1), T(1)}});
  const Pose2<T> here{}, there = translation(T(1000), T(0));
  for (const Pose2<T>& bad : {Pose2<T>{{}, {nan, T(0)}}, Pose2<T>{{T(2), T(0)}, {}}, Pose2<T>{{nan, T(0)}, {}}}) {
    EXPECT_THROW(minkowski_difference(square, square, bad), std::invalid_argument);
    EXPECT_THROW(minkowski_difference(square, bad, square, here), std::invalid_argument);
    EXPECT_THROW(entrance_block(square, here, square, bad, Vec2<T>{}), std::invalid_argument);
  }
  EXPECT_THROW(entrance_block(square, here, square, here, Vec2<T>{nan, T(0)}), std::invalid_argument);
  EXPECT_THROW(nearest_boundary_point(minkowski_difference(square, square), Vec2<T>{T(0), nan}), std::invalid_argument);
  EXPECT_THROW(nearest_boundary_point(EntranceBlock<T>{}, Vec2<T>{}), std::invalid_argument);
  Pose2<T> grown = here;
  grown.rotation.c += T(0.4) * (std::same_as<T, float> ? T(1e-4) : T(1e-6));
  const auto block = minkowski_difference(square, grown, square, there);
  EXPECT_NEAR(double(nearest_boundary_point(block, Vec2<T>{}).distance), 998, 1e4 * double(unit_roundoff<T>));
}

TEST(PlanarBlock2, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const auto t = Polygon<C>::from_points({{0, 0}, {1, 0}, {0, 1}});
  EXPECT_EQ(minkowski_difference(t, t).vertices.size(), 6u);
}

}  // namespace
}  // namespace tactus::planar
