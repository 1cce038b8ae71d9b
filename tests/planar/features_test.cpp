// SPDX-License-Identifier: MIT
/// Contact features, types and contact points: Figures 2 and 4 of Feng and Tan 2019, and parallel edges.
#include <tactus/planar/contact.h>
#include <tests/planar/oracle.h>

#include <gtest/gtest.h>

namespace tactus::planar {
namespace {

template <class T> class PlanarFeatures : public testing::Test {
 protected:
  static constexpr double tolerance = std::numeric_limits<T>::digits <= 24 ? 2e-5 : 1e-6;
  static constexpr T unit = unit_roundoff<T>;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarFeatures, Scalars);

constexpr Feature edge(unsigned i) { return {FeatureKind::edge, i}; }
constexpr Feature vertex(unsigned i) { return {FeatureKind::vertex, i}; }

/// Figure 2: a quadrilateral A and an ellipse B at three heights: separation, touch, overlap.
TYPED_TEST(PlanarFeatures, Figure2QuadrilateralAndEllipse) {
  using T = TypeParam;
  const auto a = Polygon<T>::from_vertices({{T(0), T(0)}, {T(3), T(0)}, {T(3.5), T(2)}, {T(0.5), T(2.5)}});
  const Ellipse<T> b{{T(1), T(0.5)}};
  const struct {
    double y;
    ContactState state;
    double distance;
  } heights[] = {
      {-0.75, ContactState::separation, 0.25}, {-0.5, ContactState::touch, 0}, {-0.3, ContactState::overlap, -0.2}};
  for (const auto& h : heights) {
    const Contact2<T> c = contact(a, Pose2<T>{}, b, translation(T(1.5), T(h.y)));
    EXPECT_NEAR(double(c.distance), h.distance, this->tolerance);
    EXPECT_EQ(c.state(), h.state) << c;
    EXPECT_NEAR(double(c.normal.y), -1, this->tolerance);
    EXPECT_EQ(c.feature_a, edge(0)) << c;
    EXPECT_EQ(c.type, ContactType::curved);
    EXPECT_NEAR(double(c.point_a.x), 1.5, 5e-3);
    EXPECT_NEAR(double(c.point_a.y), 0, 2 * this->tolerance);
    EXPECT_NEAR(double(c.point_b.y), h.y + 0.5, 2 * this->tolerance);
    EXPECT_EQ(intersects(a, Pose2<T>{}, b, translation(T(1.5), T(h.y))), h.distance <= 0);
  }
}

/// Figure 4: a fixed quadrilateral A, whose left edge is 3 and bottom edge 0, and a triangle B whose vertex 1 sits in
/// A's lower left corner and whose edge 1, from there to the left, is its top.
template <class T> struct Figure4 {
  Polygon<T> a = Polygon<T>::from_vertices({{T(0), T(0)}, {T(3), T(0)}, {T(3.5), T(2)}, {T(0), T(2.5)}});
  Polygon<T> b = Polygon<T>::from_vertices({{T(-0.5), T(-2)}, {T(0), T(0)}, {T(-2), T(0)}});

  /// With vertex 1 of B at (x, y) and B turned by an angle about it; at angle 0 the top of B is level.
  Contact2<T> at(double x, double y, double angle) const {
    return contact(a, Pose2<T>{}, b, translation(T(x), T(y)) * rotation(T(angle)));
  }
};

TYPED_TEST(PlanarFeatures, Figure4FourConfigurations) {
  using T = TypeParam;
  const Figure4<T> figure;
  const double turned = 0.15;
  // (a) The origin has nearly equal distances to two edges of A ⊖ B: the left edge of A is just nearer.
  const Contact2<T> a = figure.at(0.300, 0.301, turned);
  EXPECT_EQ(a.type, ContactType::vertex_edge) << a;
  EXPECT_EQ(a.feature_a, edge(3));
  EXPECT_EQ(a.feature_b, vertex(1));
  EXPECT_NEAR(double(a.distance), -0.300, 1e-6);
  EXPECT_NEAR(double(a.normal.x), -1, 1e-6);
  // (b) B slightly to the right: the contact face of A switches from the left to the bottom edge.
  const Contact2<T> b = figure.at(0.302, 0.301, turned);
  EXPECT_EQ(b.type, ContactType::vertex_edge) << b;
  EXPECT_EQ(b.feature_a, edge(0));
  EXPECT_EQ(b.feature_b, vertex(1));
  EXPECT_NEAR(double(b.distance), -0.301, 1e-6);
  EXPECT_NEAR(double(b.normal.y), -1, 1e-6);
  // (c) (the paper counts it among four 'v-e' contacts and then calls it 'f-f'; in the plane it is 'e-e') B turned
  // clockwise until its top is parallel to the bottom of A: an edge-edge contact along a whole segment, whose centre is
  // the contact point.
  const Contact2<T> c = figure.at(0.302, 0.301, 0);
  EXPECT_EQ(c.type, ContactType::edge_edge) << c;
  EXPECT_EQ(c.feature_a, edge(0));
  EXPECT_EQ(c.feature_b, edge(1));
  EXPECT_NEAR(double(c.distance), -0.301, 1e-6);
  EXPECT_NEAR(double(c.point().x), 0.151, 1e-6);
  EXPECT_NEAR(double(c.point().y), 0.1505, 1e-6);
  EXPECT_NEAR(double(norm(c.segment[1] - c.segment[0])), 0.302, 1e-6);
  // (d) B turned further: back to the features of (a).
  const Contact2<T> d = figure.at(0.302, 0.301, -0.15);
  EXPECT_EQ(d.type, a.type) << d;
  EXPECT_EQ(d.feature_a, a.feature_a);
  EXPECT_EQ(d.feature_b, a.feature_b);
  EXPECT_NEAR(double(d.distance), -0.302, 1e-6);
}

/// The ambiguity of (c): without the rule the contact point would be at one end or the other of the segment, depending
/// on rounding, the length of the edges or a tiny rotation.
TYPED_TEST(PlanarFeatures, Figure4ParallelEdgesAreStableUnderTinyRotations) {
  using T = TypeParam;
  const Figure4<T> figure;
  const Contact2<T> still = figure.at(0.302, 0.301, 0);
  for (const double size : {1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
    for (const double angle : {size, -size}) {
      const Contact2<T> c = figure.at(0.302, 0.301, angle);
      EXPECT_EQ(c.type, ContactType::edge_edge) << angle << c;
      EXPECT_EQ(c.feature_a, still.feature_a);
      EXPECT_EQ(c.feature_b, still.feature_b);
      EXPECT_LE(double(norm(c.point() - still.point())), size + 8 * double(this->unit)) << angle << c;
      EXPECT_LE(double(norm(c.segment[0] - still.segment[0])), size + 8 * double(this->unit)) << angle << c;
    }
  }
}

/// The contact point of a block on the ground moves without jumps from the middle of its base to its lowest corner.
TYPED_TEST(PlanarFeatures, ContactPointIsContinuousInTheAngle) {
  using T = TypeParam;
  const Box<T> ground{{T(10), T(1)}}, block{{T(1), T(0.5)}};
  const int steps = 4000;
  const double range = 0.01;  // radians; the sine 1/512 of parallel edges and its double are inside
  Vec2<T> before{};
  T farthest{};
  for (int i = 0; i <= steps; ++i) {
    const double angle = range * (2.0 * i / steps - 1);
    const Contact2<T> c = contact(ground, Pose2<T>{}, block, translation(T(0.25), T(1.4)) * rotation(T(angle)));
    const T jump = i > 0 ? norm(c.point() - before) : T(0);
    EXPECT_LE(jump, T(2 * 512 * 2 * range / steps)) << angle << c;
    before = c.point();
    farthest = max(farthest, abs(c.point().x - T(0.25)));
    const bool parallel = std::abs(std::sin(angle)) <= 1.0 / 512;
    EXPECT_EQ(c.type, parallel ? ContactType::edge_edge : ContactType::vertex_edge) << angle << c;
  }
  EXPECT_NEAR(double(farthest), 1, 0.01);  // the corner, in the end
}

TYPED_TEST(PlanarFeatures, Types) {
  using T = TypeParam;
  const Box<T> a{{T(1), T(1)}};
  const Contact2<T> corner = contact(a, Pose2<T>{}, a, translation(T(3), T(4)));
  EXPECT_EQ(corner.type, ContactType::vertex_vertex) << corner;
  EXPECT_EQ(corner.feature_a, vertex(2));
  EXPECT_EQ(corner.feature_b, vertex(0));
  const Contact2<T> tip = contact(a, Pose2<T>{}, a, translation(T(3), T(0)) * rotation(pi<T> / T(4)));
  EXPECT_EQ(tip.type, ContactType::vertex_edge) << tip;
  EXPECT_EQ(tip.feature_a, edge(1));
  EXPECT_EQ(tip.feature_b.kind, FeatureKind::vertex);
  const Contact2<T> flush = contact(a, Pose2<T>{}, a, translation(T(2.5), T(0.5)));
  EXPECT_EQ(flush.type, ContactType::edge_edge) << flush;
  EXPECT_EQ(flush.point(), (Vec2<T>{T(1.25), T(0.25)}));
  EXPECT_EQ(flush.point_a, (Vec2<T>{T(1), T(0.25)}));  // exactly parallel: the witnesses sit there too
  EXPECT_EQ(flush.point_b, (Vec2<T>{T(1.5), T(0.25)}));
  // The only v-v contact without a gap is a touch of two corners.
  const auto diamond = Polygon<T>::from_vertices({{T(0), T(-1)}, {T(1), T(0)}, {T(0), T(1)}, {T(-1), T(0)}});
  const Contact2<T> kiss = contact(diamond, Pose2<T>{}, diamond, translation(T(2), T(0)));
  EXPECT_EQ(kiss.state(), ContactState::touch);
  EXPECT_EQ(kiss.type, ContactType::vertex_vertex) << kiss;
  EXPECT_EQ(kiss.feature_a, vertex(1));
  EXPECT_EQ(kiss.feature_b, vertex(3));
  // A capsule has two flat sides and two round ends.
  const Capsule<T> capsule{T(0.5), T(1)};
  const Contact2<T> lying = contact(a, Pose2<T>{}, capsule, translation(T(0.5), T(1.75)));
  EXPECT_EQ(lying.type, ContactType::edge_edge) << lying;
  EXPECT_EQ(lying.feature_b, edge(0));
  EXPECT_EQ(lying.point(), (Vec2<T>{T(0.25), T(1.125)}));
  const Contact2<T> standing = contact(a, Pose2<T>{}, capsule, translation(T(0), T(3)) * rotation(pi<T> / T(2)));
  EXPECT_EQ(standing.type, ContactType::curved) << standing;
  EXPECT_EQ(standing.feature_b, (Feature{FeatureKind::curved, 0}));
}

/// The witness point of a random pair of polygons really lies on the named feature.
TYPED_TEST(PlanarFeatures, WitnessPointsLieOnTheNamedFeatures) {
  using T = TypeParam;
  oracle::Random<T> random(11);
  int seen[3] = {};
  for (int i = 0; i < 50'000; ++i) {
    const Polygon<T> a = random.polygon(), b = random.polygon();
    const Pose2<T> x_ab = random.pose(1);
    const Contact2<T> c = contact(a, b, x_ab);
    const auto off = [](const Polygon<T>& s, const Pose2<T>& pose, const Feature& f, const Vec2<T>& p) {
      const int first = static_cast<int>(f.index);
      const oracle::Body body = oracle::placed(s, pose);
      const oracle::V q{p.x, p.y}, from = body.place(body.points[f.index]);
      if (f.kind == FeatureKind::vertex) return oracle::length(q - from);
      return oracle::point_segment(q, from, body.place(body.points[static_cast<std::size_t>((first + 1) % s.size())]));
    };
    // Near-parallel edges keep their proof at the corner, so the edge is off by its tilt.
    const auto allowed = oracle::Real(64 * this->unit);
    EXPECT_LE(off(a, Pose2<T>{}, c.feature_a, c.point_a), allowed) << a << b << x_ab << c;
    EXPECT_LE(off(b, x_ab, c.feature_b, c.point_b), allowed) << a << b << x_ab << c;
    ASSERT_NE(c.type, ContactType::curved);
    ++seen[static_cast<int>(c.type)];
  }
  EXPECT_GT(seen[0], 3'000);  // v-v
  EXPECT_GT(seen[1], 30'000);  // v-e
  EXPECT_GT(seen[2], 20);  // e-e, within the sine
}

}  // namespace
}  // namespace tactus::planar
