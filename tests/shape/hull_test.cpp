// SPDX-License-Identifier: MIT
/// Hull as a shape: support, features, topology, and hulls made from hulls. How hulls are made: hull_builder_test.cpp,
/// hull_faces_test.cpp; saving: hull_text_test.cpp.
#include "clouds.h"

#include <tactus/math/counted.h>

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace tactus {
namespace {

using namespace clouds;

static_assert(Convex<Hull<float>> && Indexed<Hull<float>> && Faceted<Hull<float>>);
static_assert(Convex<Hull<Counted<double>>> && Indexed<Hull<Counted<double>>> && Faceted<Hull<Counted<double>>>);
static_assert(sizeof(Hull<double>) == sizeof(std::shared_ptr<int>));

template <class T> class HullTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HullTest, Scalars);

template <class T> Hull<T> square(double half = 1) {
  return hull_of<T>({{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}});
}
template <class T> Hull<T> segment() { return hull_of<T>({{0, 0, -1}, {0, 0, 1}}); }
template <class T> std::vector<Hull<T>> some_hulls() {
  return {hull_of<T>({{1, 2, 3}}),
          segment<T>(),
          square<T>(),
          generate::cube<T>(),
          generate::disk<T>(),
          generate::random_on_sphere<T>(50),
          generate::tessellated_sphere<T>()};
}

// ---- support ----

TYPED_TEST(HullTest, SupportIsAMaximumAndHintsDoNotMatter) {
  using T = TypeParam;
  Random random(1);
  for (const Hull<T>& hull : some_hulls<T>()) {
    for (int i = 0; i < 500; ++i) {
      const Vec3<T> d = random.in_ball().cast<T>();
      const T top = dot(hull.support(d), d);
      for (const Vec3<T>& v : hull.vertices()) EXPECT_LE(dot(v, d), top);
      EXPECT_EQ(hull.vertex(hull.support_index(d)), hull.support(d));
      const auto hint = static_cast<std::uint32_t>(random.bits());
      EXPECT_EQ(hull.support_index(d, hint), hull.support_index(d));
      EXPECT_EQ(hull.support_index(d, hint % static_cast<std::uint32_t>(hull.vertex_count())), hull.support_index(d));
    }
    EXPECT_EQ(hull.support_index({}), 0u);
    EXPECT_EQ(radius(hull), T(0));
    EXPECT_FALSE(hull.curved_along({1, 0, 0}));
  }
}

TYPED_TEST(HullTest, DirectionsOfAnyLength) {
  using T = TypeParam;
  const T smallest = std::numeric_limits<T>::min() * T(1e3), largest = std::numeric_limits<T>::max() / T(1e3);
  for (const Hull<T>& hull : {generate::random_on_sphere<T>(30), generate::random_on_sphere<T>(300)}) {
    Random random(4);
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> d = random.on_sphere().cast<T>();
      EXPECT_EQ(hull.support_index(d * smallest), hull.support_index(d));
      EXPECT_EQ(hull.support_index(d * largest), hull.support_index(d));
    }
  }
}

// ---- geometry ----

TYPED_TEST(HullTest, Centers) {
  using T = TypeParam;
  const auto near = [](const Vec3<T>& c, const Vec3<double>& expected) {
    EXPECT_LE(norm(c.template cast<double>() - expected), 32 * hull_roundoff<T> * (1 + norm(expected))) << c;
  };
  near(hull_of<T>({{1, 2, 3}}).center(), {1, 2, 3});
  near(hull_of<T>({{0, 0, 0}, {2, 4, 6}, {1, 2, 3}}).center(), {1, 2, 3});
  near(hull_of<T>({{0, 0, 1}, {3, 0, 1}, {0, 3, 1}}).center(), {1, 1, 1});
  near(hull_of<T>({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}).center(), {1, 1, 1});
  // A cube with a pyramid on top: volumes 8 and 4, centroids at 0 and 1 + 3/4.
  near(hull_of<T>({{-1, -1, -1},
                   {1, -1, -1},
                   {1, 1, -1},
                   {-1, 1, -1},
                   {-1, -1, 1},
                   {1, -1, 1},
                   {1, 1, 1},
                   {-1, 1, 1},
                   {0, 0, 4}})
           .center(),
       {0, 0, 4 * 1.75 / 12});
}

TYPED_TEST(HullTest, RadiiHoldAllVerticesAndNoFace) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    const Vec3<double> center = hull.center().template cast<double>();
    double farthest = 0, nearest = 1e9;
    for (const Vec3<T>& v : hull.vertices()) farthest = max(farthest, distance(center, v.template cast<double>()));
    for (const auto& plane : hull.planes()) {
      nearest = min(nearest, double(plane.offset) - dot(plane.normal.template cast<double>(), center));
    }
    EXPECT_GE(double(hull.bounding_radius()), farthest);
    EXPECT_LE(double(hull.bounding_radius()), farthest + 64 * hull_roundoff<T> * (farthest + norm(center)));
    if (hull.rank() < 3) {
      EXPECT_EQ(hull.inscribed_radius(), T(0));
    } else {
      EXPECT_LE(double(hull.inscribed_radius()), nearest);
      EXPECT_GE(double(hull.inscribed_radius()), nearest - 64 * hull_roundoff<T>);
    }
  }
}

TYPED_TEST(HullTest, PlanesSupportTheHull) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    const double slack = 8 * hull_roundoff<T>;
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      const Vec3<double> normal = hull.plane(f).normal.template cast<double>();
      EXPECT_NEAR(norm(normal), 1, slack);
      for (const Vec3<T>& v : hull.vertices()) {
        EXPECT_LE(dot(normal, v.template cast<double>()), double(hull.plane(f).offset) + slack);
      }
      for (std::uint32_t v : hull.face_loop(f)) {
        EXPECT_GE(dot(normal, hull.vertex(v).template cast<double>()), double(hull.plane(f).offset) - slack);
      }
    }
  }
}

TYPED_TEST(HullTest, CoordinatesAreAlignedAndPadded) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    const std::span<const T> axes[3] = {hull.xs(), hull.ys(), hull.zs()};
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(axes[axis].size() % 16, 0u);
      EXPECT_LT(axes[axis].size(), hull.vertex_count() + 16);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(axes[axis].data()) % 64, 0u);
      for (std::size_t i = 0; i < axes[axis].size(); ++i) {
        EXPECT_EQ(axes[axis][i], hull.vertices()[i < hull.vertex_count() ? i : 0][axis]);
      }
    }
  }
}

// ---- topology ----

TYPED_TEST(HullTest, RingsGoCounterClockwise) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    EXPECT_EQ(hull.check(), "");
    std::size_t neighbours = 0;
    for (std::uint32_t v = 0; v < hull.vertex_count(); ++v) {
      const auto ring = hull.neighbours(v);
      const auto outgoing = hull.outgoing(v);
      ASSERT_EQ(ring.size(), outgoing.size());
      neighbours += ring.size();
      for (std::size_t i = 0; i < ring.size(); ++i) {
        EXPECT_EQ(hull.half_edge(outgoing[i]).origin, v);
        EXPECT_EQ(hull.half_edge(hull.half_edge(outgoing[i]).twin).origin, ring[i]);
        if (hull.rank() < 3) continue;
        const Vec3<T> a = hull.vertex(ring[i]) - hull.vertex(v);
        const Vec3<T> b = hull.vertex(ring[(i + 1) % ring.size()]) - hull.vertex(v);
        EXPECT_GT(dot(cross(a, b), hull.vertex(v) - hull.center()), T(0));
      }
    }
    EXPECT_EQ(neighbours, 2 * hull.edge_count());
  }
}

TYPED_TEST(HullTest, EdgesAndFacesNameTheirHalfEdges) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    for (const HullEdge& e : hull.edges()) {
      EXPECT_EQ(hull.half_edge(e.half_edge).origin, e.a);
      EXPECT_EQ(hull.half_edge(hull.half_edge(e.half_edge).twin).origin, e.b);
    }
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      std::uint32_t h = hull.face_half_edge(f);
      for (std::uint32_t v : hull.face_loop(f)) {
        EXPECT_EQ(hull.half_edge(h).origin, v);
        EXPECT_EQ(hull.half_edge(h).face, f);
        h = hull.half_edge(h).next;
      }
      EXPECT_EQ(h, hull.face_half_edge(f));
    }
  }
}

TYPED_TEST(HullTest, PolygonHasARim) {
  using T = TypeParam;
  Cloud cloud;
  for (int i = 0; i < 7; ++i) cloud.push_back({std::cos(i * 0.8), std::sin(i * 0.8), 0.5});
  const Hull<T> hull = hull_of<T>(moved(cloud, some_rotation(5)));
  ASSERT_EQ(hull.rank(), 2);
  ASSERT_EQ(hull.face_count(), 2u);
  EXPECT_EQ(hull.plane(0).normal, -hull.plane(1).normal);
  const auto front = hull.face_loop(0), back = hull.face_loop(1);
  EXPECT_TRUE(std::equal(front.begin(), front.end(), back.rbegin()));
  ASSERT_EQ(hull.rim_normals().size(), hull.edge_count());
  for (std::uint32_t e = 0; e < hull.edge_count(); ++e) {
    const Vec3<T> rim = hull.rim_normals()[e];
    EXPECT_NEAR(double(norm(rim)), 1, 8 * hull_roundoff<T>);
    EXPECT_NEAR(double(dot(rim, hull.plane(0).normal)), 0, 8 * hull_roundoff<T>);
    const T offset = dot(rim, hull.vertex(hull.edge(e).a));
    for (const Vec3<T>& v : hull.vertices()) EXPECT_LE(double(dot(rim, v) - offset), 8 * hull_roundoff<T>);
  }
  EXPECT_TRUE(generate::cube<T>().rim_normals().empty());
}

// ---- features ----

TYPED_TEST(HullTest, FeaturesOfACube) {
  using T = TypeParam;
  const Hull<T> cube = generate::cube<T>();
  const T sine = T(0.01);
  const auto face = cube.feature_along({0, 0, 5}, sine);
  EXPECT_EQ(face.feature.kind, FeatureKind::face);
  EXPECT_EQ(face.normal, (Vec3<T>{0, 0, 1}));
  ASSERT_EQ(face.size(), 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(face[i].z, T(1));
    EXPECT_GT(dot(face.normal, cross(face[(i + 1) % 4] - face[i], face[(i + 2) % 4] - face[i])), T(0));
  }
  EXPECT_EQ(cube.feature_along({T(0.005), 0, 1}, sine).feature, face.feature);
  EXPECT_EQ(cube.feature_along({1, 1, T(1.1)}, T(1)).feature, face.feature) << "sine 1 asks for a face in any case";

  const auto edge = cube.feature_along({T(0.02), 1, 1}, T(0.05));
  EXPECT_EQ(edge.feature.kind, FeatureKind::edge);
  ASSERT_EQ(edge.size(), 2);
  EXPECT_EQ(edge[0].y + edge[0].z + edge[1].y + edge[1].z, T(4));
  EXPECT_EQ(edge[0], cube.vertex(cube.edge(edge.feature.index).a));
  EXPECT_EQ(edge[1], cube.vertex(cube.edge(edge.feature.index).b));

  const auto corner = cube.feature_along({1, -1, 1}, sine);
  EXPECT_EQ(corner.feature.kind, FeatureKind::vertex);
  EXPECT_EQ(corner[0], (Vec3<T>{1, -1, 1}));
  EXPECT_EQ(corner[0], cube.vertex(corner.feature.index));
  EXPECT_NEAR(double(norm(corner.normal)), 1, 4 * hull_roundoff<T>);
  EXPECT_EQ(cube.feature_along({}, T(1)).feature.kind, FeatureKind::vertex);
}

TYPED_TEST(HullTest, FeaturesOfFlatHulls) {
  using T = TypeParam;
  const T sine = T(0.01);
  const auto front = square<T>().feature_along({0, 0, 1}, sine), back = square<T>().feature_along({0, 0, -1}, sine);
  EXPECT_EQ(front.feature.kind, FeatureKind::face);
  EXPECT_EQ(front.normal, (Vec3<T>{0, 0, 1}));
  EXPECT_EQ(back.normal, (Vec3<T>{0, 0, -1}));
  EXPECT_EQ(square<T>().feature_along({1, 0, 0}, sine).feature.kind, FeatureKind::edge);
  EXPECT_EQ(square<T>().feature_along({1, 1, 0}, sine).feature.kind, FeatureKind::vertex);
  EXPECT_EQ(segment<T>().feature_along({1, 0, 0}, sine).feature.kind, FeatureKind::edge);
  EXPECT_EQ(segment<T>().feature_along({0, 0, 1}, sine).feature.kind, FeatureKind::vertex);
  EXPECT_EQ(segment<T>().feature_along({0, 0, 1}, T(1)).feature.kind, FeatureKind::edge);
  EXPECT_EQ(hull_of<T>({{1, 2, 3}}).feature_along({0, 0, 1}, T(1)).feature.kind, FeatureKind::vertex);
}

/// Along its own normal every face is found, whatever its neighbours are like.
TYPED_TEST(HullTest, EveryFaceIsFoundAlongItsNormal) {
  using T = TypeParam;
  for (const Hull<T>& hull : some_hulls<T>()) {
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      const Feature expected{FeatureKind::face, f};
      EXPECT_EQ(hull.feature_along(hull.plane(f).normal, T(1e-3)).feature, expected);
    }
  }
}

// ---- simplified ----

/// Largest distance of a vertex of `outer` from `inner` over many directions: a lower bound of the Hausdorff distance
/// that is close to it for directions this dense.
template <class T> double support_gap(const Hull<T>& outer, const Hull<T>& inner) {
  Random random(8);
  std::vector<Vec3<T>> directions;
  for (int i = 0; i < 2000; ++i) directions.push_back(random.on_sphere().cast<T>());
  for (const auto& plane : inner.planes()) directions.push_back(plane.normal);
  double gap = 0;
  for (const Vec3<T>& d : directions) gap = max(gap, double(dot(outer.support(d) - inner.support(d), d)));
  return gap;
}

TYPED_TEST(HullTest, SimplifiedStaysWithinTheTolerance) {
  using T = TypeParam;
  const Hull<T> sphere = generate::random_on_sphere<T>(2000, 3);
  std::size_t previous = sphere.vertex_count();
  for (double tolerance : {1e-3, 1e-2, 1e-1}) {
    const Hull<T> simple = sphere.simplified(2000, T(tolerance));
    EXPECT_EQ(simple.check(), "");
    EXPECT_LT(simple.vertex_count(), previous);
    EXPECT_LE(support_gap(sphere, simple), tolerance);
    EXPECT_LE(support_gap(simple, sphere), 4 * hull_roundoff<T>) << "the simple hull is inside";
    previous = simple.vertex_count();
  }
}

TYPED_TEST(HullTest, SimplifiedStopsAtMaxVertices) {
  using T = TypeParam;
  const Hull<T> sphere = generate::random_on_sphere<T>(500, 3);
  double previous = 10;
  for (std::size_t most : {4u, 8u, 20u, 100u, 400u}) {
    const Hull<T> simple = sphere.simplified(most, T(0));
    EXPECT_EQ(simple.vertex_count(), most);
    EXPECT_LT(support_gap(sphere, simple), previous);
    previous = support_gap(sphere, simple);
  }
  EXPECT_EQ(sphere.simplified(500, T(0)), sphere);
  EXPECT_EQ(sphere.simplified(9999, T(0)), sphere);
}

TYPED_TEST(HullTest, SimplifiedKeepsWhatMatters) {
  using T = TypeParam;
  EXPECT_EQ(generate::cube<T>().simplified(100, T(0.01)), generate::cube<T>());
  EXPECT_EQ(segment<T>().simplified(2, T(5)), segment<T>());
  const Hull<T> disk = generate::disk<T>().simplified(1000, T(0.01));
  EXPECT_LT(disk.vertex_count(), 120u);
  EXPECT_LE(support_gap(generate::disk<T>(), disk), 0.01);
}

/// Coplanar vertices are above no face of the growing hull, or above several: none may get lost.
TYPED_TEST(HullTest, SimplifiedHullsWithLargeFaces) {
  using T = TypeParam;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Cloud prism;
    const int sides = 3 + static_cast<int>(random.bits() % 100);
    const double half = std::pow(10.0, random.uniform(-3, 0));
    for (int i = 0; i < 2 * sides; ++i) {
      const double angle = pi<double> * i / sides;
      prism.push_back({std::cos(angle), std::sin(angle), i % 2 ? half : -half});
    }
    for (const Cloud& cloud : {prism, globe(5), box(100, 1, 1e-3, seed), box(100, 1e-3, 1e-3, seed)}) {
      const Hull<T> hull = hull_of<T>(moved(cloud, some_rotation(seed)));
      for (double tolerance : {1e-1, 1e-2, 1e-4}) {
        const Hull<T> simple = hull.simplified(hull.vertex_count(), T(tolerance));
        EXPECT_EQ(simple.check(), "");
        EXPECT_LE(support_gap(hull, simple), tolerance + 32 * hull_roundoff<T>);
      }
    }
  }
}

TYPED_TEST(HullTest, SimplifiedPolygons) {
  using T = TypeParam;
  Cloud circle;
  for (int i = 0; i < 1000; ++i)
    circle.push_back({std::cos(i * 2 * pi<double> / 1000), std::sin(i * 2 * pi<double> / 1000), 1});
  const Hull<T> hull = hull_of<T>(moved(circle, some_rotation(2)));
  ASSERT_EQ(hull.rank(), 2);
  for (double tolerance : {1e-3, 1e-2}) {
    const Hull<T> simple = hull.simplified(1000, T(tolerance));
    EXPECT_EQ(simple.check(), "");
    EXPECT_LE(support_gap(hull, simple), tolerance);
    EXPECT_LE(double(simple.vertex_count()), 2 * pi<double> / std::sqrt(2 * tolerance)) << "half the arcs it may span";
  }
  EXPECT_EQ(hull.simplified(3, T(0)).vertex_count(), 3u);
}

TYPED_TEST(HullTest, SimplifiedRejectsNonsense) {
  const Hull<TypeParam> cube = generate::cube<TypeParam>();
  EXPECT_THROW(cube.simplified(3, 0), std::invalid_argument);
  EXPECT_THROW(cube.simplified(8, TypeParam(-1)), std::invalid_argument);
  EXPECT_THROW(cube.simplified(8, std::numeric_limits<TypeParam>::quiet_NaN()), std::invalid_argument);
}

// ---- values ----

TYPED_TEST(HullTest, CopiesShareAndCompare) {
  const Hull<TypeParam> a = generate::random_on_sphere<TypeParam>(30), copy = a;
  EXPECT_EQ(copy.vertices().data(), a.vertices().data());
  EXPECT_EQ(a, copy);
  EXPECT_EQ(a, generate::random_on_sphere<TypeParam>(30));
  EXPECT_FALSE(a == generate::random_on_sphere<TypeParam>(31));
}

TYPED_TEST(HullTest, Prints) {
  std::ostringstream os;
  os << generate::cube<TypeParam>();
  EXPECT_EQ(os.str(), "Hull{8 vertices, 12 edges, 6 faces}");
}

TEST(HullCast, KeepsTheTopologyBothWays) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cloud cloud = moved(lattice(3), some_rotation(seed), {5, 6, 7});
    const Hull<double> cube = hull_of<double>(cloud);
    const Hull<float> narrow = cube.cast<float>();
    const Hull<double> back = narrow.cast<double>();
    EXPECT_EQ(narrow.face_count(), 6u);
    EXPECT_EQ(back.face_count(), 6u);
    EXPECT_EQ(back.check(), "");
    EXPECT_EQ(back.cast<float>(), narrow);
    EXPECT_EQ(cube.cast<long double>().cast<double>(), cube);
    EXPECT_EQ(cube.cast<Counted<double>>().cast<double>(), cube);
  }
}

TEST(HullCast, RoundingThatSpoilsTheHullMakesANewOne) {
  Cloud cloud = lattice(2);
  for (Vec3<double>& p : cloud) p = {p.x * 1e-9 + 1, p.y, p.z};
  const Hull<double> plate = hull_of<double>(cloud);
  EXPECT_EQ(plate.rank(), 3);
  EXPECT_EQ(plate.cast<float>().rank(), 2);
  EXPECT_EQ(plate.cast<float>().check(), "");
  const Hull<float> sphere = generate::random_on_sphere<double>(20000).cast<float>();
  EXPECT_EQ(sphere.check(), "");
}

}  // namespace
}  // namespace tactus
