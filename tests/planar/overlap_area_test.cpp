// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/planar/overlap_area.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/helpers/random_pairs.h"

namespace tactus::planar {
namespace {

using testing::Random;
using testing::test_size;
using V = Vec2<double>;
using P = Pose2<double>;

V direction(Random& random) {
  const double angle = random.uniform(0, 2 * pi<double>);
  return {std::cos(angle), std::sin(angle)};
}
/// In any direction, of a length in [low, high).
V vector(Random& random, double low, double high) {
  const double length = random.uniform(low, high);
  return direction(random) * length;
}
Polygon<double> random_polygon(Random& random, int points) {
  std::vector<V> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(vector(random, 0.7, 1));
  return Polygon<double>::from_points(cloud);
}
P random_pose(Random& random, double spread) {
  return {Rotation2<double>::from_angle(random.uniform(0, 2 * pi<double>)), vector(random, 0, spread)};
}
double area_of(const Polygon<double>& p) {
  double twice = 0;
  for (int i = 0; i < p.size(); ++i) twice += cross(p.vertex(i), p.vertex((i + 1) % p.size()));
  return twice / 2;
}

/// An independent reference in long double: the intersections of all pairs of lines that lie in every half-plane,
/// sorted by angle.
long double area_by_enumeration(const Polygon<double>& a, const Polygon<double>& b, const P& x_ab) {
  using Real = long double;
  struct Line {
    Real nx, ny, offset;
  };
  struct Point {
    Real x, y;
  };
  std::vector<Line> lines;
  const auto add = [&](const Polygon<double>& polygon, const P& pose) {
    std::vector<Point> v;
    for (const V& p : polygon.vertices()) {
      const Real c = pose.rotation.c, s = pose.rotation.s;
      v.push_back({c * p.x - s * p.y + pose.translation.x, s * p.x + c * p.y + pose.translation.y});
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
      const Point p = v[i], q = v[(i + 1) % v.size()];
      const Real l = std::hypot(q.x - p.x, q.y - p.y), nx = (q.y - p.y) / l, ny = (p.x - q.x) / l;
      lines.push_back({nx, ny, nx * p.x + ny * p.y});
    }
  };
  add(a, P{});
  add(b, x_ab);
  std::vector<Point> corners;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const Real d = lines[i].nx * lines[j].ny - lines[i].ny * lines[j].nx;
      if (std::abs(d) < 1e-15L) continue;
      const Point p{(lines[i].offset * lines[j].ny - lines[j].offset * lines[i].ny) / d,
                    (lines[i].nx * lines[j].offset - lines[j].nx * lines[i].offset) / d};
      bool inside = true;
      for (std::size_t k = 0; k < lines.size(); ++k)
        inside &= k == i || k == j || lines[k].nx * p.x + lines[k].ny * p.y <= lines[k].offset;
      if (inside) corners.push_back(p);
    }
  }
  if (corners.size() < 3) return 0;
  Point middle{0, 0};
  for (const Point& p : corners) middle.x += p.x / Real(corners.size()), middle.y += p.y / Real(corners.size());
  std::sort(corners.begin(), corners.end(), [&](const Point& p, const Point& q) {
    return std::atan2(p.y - middle.y, p.x - middle.x) < std::atan2(q.y - middle.y, q.x - middle.x);
  });
  Real twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point &p = corners[i], &q = corners[(i + 1) % corners.size()];
    twice += (p.x - middle.x) * (q.y - middle.y) - (p.y - middle.y) * (q.x - middle.x);
  }
  return twice / 2;
}

TEST(OverlapArea, PolygonsAgreeWithEnumerationInLongDouble) {
  Random random(1);
  int overlapping = 0;
  const int cases = test_size(2000);
  for (int i = 0; i < cases; ++i) {
    const auto a = random_polygon(random, 3 + random.below(12)), b = random_polygon(random, 3 + random.below(12));
    const P x_ab = random_pose(random, 2.2);
    const auto o = overlap_area(a, b, x_ab);
    const auto exact = static_cast<double>(area_by_enumeration(a, b, x_ab));
    overlapping += exact > 0;
    ASSERT_LE(std::abs(o.area - exact), o.error) << i;
    ASSERT_LE(o.error, 1e-13) << i;
  }
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 9 / 10);
}

template <class T> void expect_exact_boxes(double tolerance) {
  Random random(2);
  int overlapping = 0;
  const int cases = test_size(2000);
  for (int i = 0; i < cases; ++i) {
    const auto length = [&] { return std::floor(random.uniform(0.2, 1.0) * 256) / 256; };
    const V a{length(), length()}, b{length(), length()}, t{3 * length() - 1.2, 3 * length() - 1.2};
    const Pose2<T> world = random_pose(random, 3).cast<T>(), pose_b{world.rotation, world * t.cast<T>()};
    const double w = std::max(0.0, std::min(a.x, t.x + b.x) - std::max(-a.x, t.x - b.x));
    const double h = std::max(0.0, std::min(a.y, t.y + b.y) - std::max(-a.y, t.y - b.y));
    const auto o = overlap_area(Box<T>{a.cast<T>()}, world, Box<T>{b.cast<T>()}, pose_b);
    ASSERT_NEAR(o.area, w * h, tolerance);
    if (w * h < 1e-3) continue;
    ++overlapping;
    ASSERT_NEAR(o.length_a + o.length_b, 2 * (w + h), 100 * tolerance);
  }
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 9 / 10);
}
TEST(OverlapArea, BoxesWithParallelAxesAreExactInDouble) { expect_exact_boxes<double>(1e-14); }
TEST(OverlapArea, BoxesWithParallelAxesAreExactInFloat) { expect_exact_boxes<float>(3e-6); }

TEST(OverlapArea, GradientIsTheNormalIntegral) {
  Random random(3);
  int tried = 0;
  const int cases = test_size(1000);
  for (int i = 0; i < cases; ++i) {
    const auto a = random_polygon(random, 6), b = random_polygon(random, 3 + i % 8);
    const P x_ab = random_pose(random, 1.8);
    const auto o = overlap_area(a, b, x_ab);
    if (o.area < 1e-2) continue;
    ++tried;
    const double h = 1e-6;
    const V d = direction(random);
    const auto shifted = [&](double s) { return overlap_area(a, b, P{x_ab.rotation, x_ab.translation + d * s}).area; };
    ASSERT_NEAR((shifted(h) - shifted(-h)) / (2 * h), dot(o.normal_b, d), 1e-5) << i;
    const auto turned = [&](double s) {
      return overlap_area(a, b, P{Rotation2<double>::from_angle(s) * x_ab.rotation, x_ab.translation}).area;
    };
    const double torque = o.moment_b + cross(o.centroid - x_ab.translation, o.normal_b);
    ASSERT_NEAR((turned(h) - turned(-h)) / (2 * h), torque, 1e-5) << i;
  }
  EXPECT_GT(tried, cases / 3);
}

TEST(OverlapArea, LawsHold) {
  Random random(4);
  for (int i = 0; i < test_size(1000); ++i) {
    const auto a = random_polygon(random, 3 + random.below(12)), b = random_polygon(random, 3 + random.below(12));
    const P x_ab = random_pose(random, 2.2), common = random_pose(random, 10);
    const auto o = overlap_area(a, b, x_ab), s = overlap_area(b, a, inverse(x_ab));
    const auto m = overlap_area(a, common, b, common * x_ab);
    ASSERT_LT(norm(o.normal_a + o.normal_b), 1e-14);
    ASSERT_NEAR(s.area, o.area, 1e-14);
    ASSERT_NEAR(m.area, o.area, 1e-13);
    ASSERT_NEAR(s.length_b, o.length_a, 1e-13);
    ASSERT_LT(norm(x_ab.rotation * s.normal_b - o.normal_a), 1e-13);
    ASSERT_LE(o.area, std::min(area_of(a), area_of(b)) + 1e-15);
    const Box<double> room{{3, 3}};
    const auto inner = overlap_area(room, a, random_pose(random, 1.5));
    ASSERT_NEAR(inner.area, area_of(a), 1e-14);
    ASSERT_EQ(inner.length_a, 0);
    ASSERT_NEAR(overlap_area(a, a, P{}).area, area_of(a), 1e-15);
  }
}

TEST(OverlapArea, TouchingFlatFullAndInvalid) {
  const Box<double> box{{1, 0.5}};
  const auto touch = overlap_area(box, box, translation(2.0, 0.25));
  EXPECT_EQ(touch.area, 0);
  EXPECT_EQ(touch.length_a, 0.75);
  EXPECT_EQ(touch.normal_a, (V{0.75, 0}));
  EXPECT_EQ(touch.centroid, (V{1, 0.125}));
  EXPECT_EQ(overlap_area(box, box, translation(2.01, 0.25)).status, Status::separated);

  const auto segment = Polygon<double>::from_points({{-3, 0}, {3, 0}});
  const auto cut = overlap_area(segment, box, translation(0.5, 0.1));
  EXPECT_EQ(cut.area, 0);
  EXPECT_EQ(cut.length_a, 4);  // both sides
  EXPECT_EQ(overlap_area(box, segment, P{}).length_b, 4);
  EXPECT_EQ(overlap_area(segment, segment, P{}).status, Status::separated);
  EXPECT_EQ(overlap_area(Polygon<double>::from_points({{0, 0}}), box, P{}).status, Status::overlapping);

  std::vector<V> circle;
  for (int i = 0; i < 200; ++i) circle.push_back({std::cos(i * pi<double> / 100), std::sin(i * pi<double> / 100)});
  const auto round = Polygon<double>::from_points(circle);
  EXPECT_EQ(overlap_area(round, round, P{}).status, Status::stalled);
  // |y| < 1/2 and x > -1/2 of the disc, which the polygon of 200 corners fills to 1e-3.
  const double strip = std::sqrt(3.0) / 4 + 0.5 + pi<double> / 6;
  EXPECT_NEAR(overlap_area(round, box, translation(0.5, 0.0)).area, strip, 1e-3);
  EXPECT_EQ(overlap_area(box, box, translation(std::nan(""), 0.0)).status, Status::invalid);
  EXPECT_THROW(overlap_area(Box<double>{{-1, 1}}, P{}, box, P{}), std::invalid_argument);
}

// A pose stands for the rotation nearest to its numbers: the areas of stretched copies are those of the originals.
template <class T> void expect_no_stretching(T limit) {
  const Box<T> box{{T(1), T(0.5)}};
  for (const T off : {T(0.999) * limit, T(-0.999) * limit}) {
    Pose2<T> stretched{{T(1), T(0)}, {}};
    stretched.rotation.c = std::sqrt(T(1) + off);
    const auto o = overlap_area(box, stretched, box, stretched);
    EXPECT_LE(abs(o.area - T(2)), o.error) << o;
    const auto in_frame_of_a = overlap_area(box, box, stretched);
    EXPECT_LE(abs(in_frame_of_a.area - T(2)), in_frame_of_a.error) << in_frame_of_a;
  }
}
TEST(OverlapArea, DriftedRotationsStretchNothing) {
  expect_no_stretching<double>(1e-6);
  expect_no_stretching<float>(1e-4F);
}

}  // namespace
}  // namespace tactus::planar
