// SPDX-License-Identifier: MIT
// Touching contacts whose features are a vertex and a vertex, or a vertex and an edge: named as such, at distance 0,
// with bounds around it and a unit normal that both features share.
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus::testing {
namespace {

template <class T> class TouchingFeatures : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TouchingFeatures, Scalars);

/// 8 u S of the contract.
template <class T> T rounding(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab) {
  return T(8) * unit_roundoff<T> * (origin_radius(a) + origin_radius(b) + norm(x_ab.translation));
}

/// The requirements for every touching contact: the state, the gap within its bounds, bounds that have met, a normal
/// along which the shapes are apart up to rounding, and both witness points where the features meet.
template <class T>
void expect_touch(const Contact<T>& c, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, T gap,
                  const Vec3<T>& place) {
  const T floor = rounding(a, b, x_ab), size = T(2) * min(a.bounding_radius(), b.bounding_radius());
  ASSERT_EQ(c.state(), ContactState::touch) << c;
  ASSERT_EQ(c.status, c.distance > T(0) ? Status::separated : Status::overlapping) << c;
  ASSERT_NEAR(c.distance, gap, floor) << c;
  ASSERT_LE(c.lower, gap + floor) << c;  // the place was rounded as well
  ASSERT_GE(c.upper, gap - floor) << c;
  ASSERT_LE(c.resolution, max(default_tolerance<T> * size, floor) * T(1.01)) << c;
  ASSERT_LE(c.upper - c.lower, c.resolution + T(4) * floor) << c;
  ASSERT_NEAR(norm(c.normal), T(1), T(4) * unit_roundoff<T>) << c;
  ASSERT_LE(norm(c.point_b - c.point_a - c.distance * c.normal), floor) << c;
  ASSERT_GE(separation_along(a, Pose<T>{}, b, x_ab, c.normal), gap - c.resolution - floor) << c;
  ASSERT_LE(norm(c.point() - place), gap + T(4) * floor) << c << " at " << place;
}

/// The answer for (A, B) and the mirrored one for (B, A).
template <class T>
void expect_touch_both_ways(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, T gap, const Vec3<T>& place,
                            const Feature& on_a, const Feature& on_b) {
  const Contact<T> c = contact(a, Pose<T>{}, b, x_ab), d = contact(b, x_ab, a, Pose<T>{});
  for (const bool swapped : {false, true}) {
    Contact<T> e = swapped ? d : c;
    if (swapped) std::swap(e.point_a, e.point_b), std::swap(e.feature_a, e.feature_b), e.normal = -e.normal;
    expect_touch(e, a, b, x_ab, gap, place);
    ASSERT_EQ(e.feature_a, on_a) << e << (swapped ? ", swapped" : "");
    ASSERT_EQ(e.feature_b, on_b) << e << (swapped ? ", swapped" : "");
  }
}

/// A pyramid whose apex is at the origin and looks along `up`, blunter or sharper.
template <class T> Hull<T> random_tip(Random& random, const Vec3<double>& up) {
  const Vec3<double> u = any_perpendicular(up), v = cross(up, u);
  const double depth = random.uniform(0.3, 1), turn = random.uniform(0, 6);
  const int corners = 3 + random.below(4);
  std::vector<Vec3<T>> points{{}};
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2 * pi<double> * i / corners;
    points.push_back((u * std::cos(angle) + v * std::sin(angle) - up * depth).template cast<T>());
  }
  return Hull<T>::from_points(points);
}
template <class T> std::uint32_t vertex_at_origin(const Hull<T>& hull) {
  for (std::uint32_t v = 0; v < hull.vertex_count(); ++v)
    if (hull.vertex(v) == Vec3<T>{}) return v;
  return ~0u;
}

TYPED_TEST(TouchingFeatures, TipToTipIsVertexToVertex) {
  using T = TypeParam;
  Random random(70);
  for (int i = 0; i < test_size(500); ++i) {
    const Vec3<double> up = random.direction();
    const Hull<T> a = random_tip<T>(random, up), b = random_tip<T>(random, -up);
    const Feature apex_a{FeatureKind::vertex, vertex_at_origin(a)}, apex_b{FeatureKind::vertex, vertex_at_origin(b)};
    expect_touch_both_ways<T>(a, b, Pose<T>{}, T(0), Vec3<T>{}, apex_a, apex_b);
    if (this->HasFatalFailure()) return;
  }
}

constexpr Feature apex_of_cone{FeatureKind::vertex, 1};

/// A cone whose apex is at a place, its axis along a direction.
template <class T> Pose<T> apex_at(const Cone<T>& cone, const Vec3<double>& place, const Vec3<double>& axis) {
  const Vec3<double> z{0, 0, 1}, across = cross(z, axis);
  Pose<double> x = rotation(unit_or(across, Vec3<double>{1, 0, 0}), std::atan2(norm(across), axis.z));
  x.translation = place - x.rotation.column(2) * static_cast<double>(cone.half_height);
  return x.cast<T>();
}

/// A gap that the query measures and that is within its tolerance: it counts as touching, but there is only one normal.
template <class T> T small_gap(const Shape<T>& a, const Shape<T>& b) {
  return default_tolerance<T> * min(a.bounding_radius(), b.bounding_radius());
}

TYPED_TEST(TouchingFeatures, ApexToApexIsVertexToVertex) {
  using T = TypeParam;
  Random random(71);
  for (int i = 0; i < test_size(500); ++i) {
    const Cone<T> a{T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1))},
        b{T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1))};
    const Vec3<double> apex{0, 0, static_cast<double>(a.half_height)}, up{0, 0, 1};
    const T gap = small_gap<T>(a, b);
    const Vec3<double> aside = random.direction() * 0.1;
    expect_touch_both_ways<T>(a, b, apex_at(b, apex + up * static_cast<double>(gap), unit_or_up(aside - up)), gap,
                              apex.cast<T>(), apex_of_cone, apex_of_cone);
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(TouchingFeatures, ApexToEdgeOfABoxIsVertexToEdge) {
  using T = TypeParam;
  Random random(72);
  for (int i = 0; i < test_size(500); ++i) {
    const Box<T> box{{T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1))}};
    const Cone<T> cone{T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1))};
    const int along = random.below(3), p = (along + 1) % 3, q = (along + 2) % 3;
    Vec3<double> out{}, at = box.half.template cast<double>();
    out[p] = 1, out[q] = random.uniform(0.7, 1.4), out = unit_or_up(out);
    at[along] *= random.uniform(-0.9, 0.9);
    const Feature edge = box.feature_along(out.cast<T>(), T(1e-3)).feature;
    ASSERT_EQ(edge.kind, FeatureKind::edge);
    const T gap = small_gap<T>(box, cone);
    const Vec3<double> aside = random.direction() * 0.05;
    expect_touch_both_ways<T>(box, cone, apex_at(cone, at + out * static_cast<double>(gap), unit_or_up(aside - out)),
                              gap, at.cast<T>(), edge, apex_of_cone);
    if (this->HasFatalFailure()) return;
  }
}

/// Is the vertex the feature, or a corner of it?
template <class T> bool holds(const Hull<T>& hull, const Feature& f, std::uint32_t vertex) {
  if (f.kind == FeatureKind::vertex) return f.index == vertex;
  if (f.kind == FeatureKind::edge) return hull.edge(f.index).a == vertex || hull.edge(f.index).b == vertex;
  const auto loop = hull.face_loop(f.index);
  return f.kind == FeatureKind::face && std::find(loop.begin(), loop.end(), vertex) != loop.end();
}

/// If a vertex lies exactly in an edge, the normals of touch are an arc, and the ends of the arc also belong to larger
/// features. Whichever are named contain the edge and the vertex, and the normal is perpendicular to the edge.
TYPED_TEST(TouchingFeatures, TipInAnEdgeNamesFeaturesThatMeetThere) {
  using T = TypeParam;
  Random random(73);
  const Box<T> box{{T(1), T(1), T(1)}};
  const Feature edge = box.feature_along({T(1), T(1), T(0)}, T(1e-3)).feature;
  const Feature faces[] = {box.feature_along({T(1), T(0), T(0)}, T(1e-3)).feature,
                           box.feature_along({T(0), T(1), T(0)}, T(1e-3)).feature};
  for (int i = 0; i < test_size(500); ++i) {
    const Vec3<double> out = unit_or_up(Vec3<double>{1, random.uniform(0.7, 1.4), 0});
    const Hull<T> tip = random_tip<T>(random, -out);
    const Vec3<T> at{T(1), T(1), T(random.uniform(-0.9, 0.9))};
    const Contact<T> c = contact(box, Pose<T>{}, tip, translation(at));
    expect_touch<T>(c, box, tip, translation(at), T(0), at);
    if (this->HasFatalFailure()) return;
    ASSERT_NEAR(c.normal.z, T(0), T(16) * unit_roundoff<T>) << c;
    ASSERT_TRUE(c.feature_a == edge || c.feature_a == faces[0] || c.feature_a == faces[1]) << c;
    ASSERT_TRUE(holds(tip, c.feature_b, vertex_at_origin(tip))) << c;
  }
}

}  // namespace
}  // namespace tactus::testing
