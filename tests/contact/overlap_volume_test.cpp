// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/contact/overlap_volume.h>
#include <tactus/math/counted.h>
#include <tactus/shape/mass.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "tests/helpers/random_pairs.h"

namespace tactus {
namespace {

using testing::Random;
using testing::random_hull;
using testing::test_size;
using V = Vec3<double>;
using P = Pose<double>;

// ---- an independent check: all corners of the planes by threes, in long double -----------------------------------

using Real = long double;
struct R3 {
  Real x, y, z;
};
R3 operator-(R3 a, R3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Real inner(R3 a, R3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
R3 outer(R3 a, R3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Real length(R3 a) { return std::sqrt(inner(a, a)); }
struct HalfSpaceR {
  R3 n;
  Real offset;
};

/// Volume of an intersection of half-spaces in general position: sums the cones from the first corner to every facet,
/// each facet's corners sorted by angle.
Real volume_by_enumeration(const std::vector<HalfSpaceR>& planes) {
  const std::size_t n = planes.size();
  std::vector<std::vector<R3>> corners(n);
  R3 apex{};
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        const R3 jk = outer(planes[j].n, planes[k].n), ki = outer(planes[k].n, planes[i].n),
                 ij = outer(planes[i].n, planes[j].n);
        const Real d = inner(planes[i].n, jk);
        if (std::abs(d) < 1e-12L) continue;
        const Real a = planes[i].offset / d, b = planes[j].offset / d, c = planes[k].offset / d;
        const R3 p{a * jk.x + b * ki.x + c * ij.x, a * jk.y + b * ki.y + c * ij.y, a * jk.z + b * ki.z + c * ij.z};
        const bool inside = std::all_of(planes.begin(), planes.end(), [&](const HalfSpaceR& h) {
          const auto at = static_cast<std::size_t>(&h - planes.data());
          return at == i || at == j || at == k || inner(h.n, p) <= h.offset;
        });
        if (!inside) continue;
        if (!any) apex = p, any = true;
        for (const std::size_t f : {i, j, k}) corners[f].push_back(p);
      }
    }
  }
  Real volume = 0;
  for (std::size_t f = 0; f < n; ++f) {
    std::vector<R3>& c = corners[f];
    if (c.size() < 3) continue;
    R3 middle{};
    for (const R3& p : c) middle = {middle.x + p.x, middle.y + p.y, middle.z + p.z};
    middle = {middle.x / Real(c.size()), middle.y / Real(c.size()), middle.z / Real(c.size())};
    const R3 u = c[0] - middle, v = outer(planes[f].n, u);
    std::sort(c.begin(), c.end(), [&](const R3& p, const R3& q) {
      return std::atan2(inner(v, p - middle) / length(v), inner(u, p - middle) / length(u)) <
             std::atan2(inner(v, q - middle) / length(v), inner(u, q - middle) / length(u));
    });
    Real area = 0;
    for (std::size_t i = 1; i + 1 < c.size(); ++i) area += inner(outer(c[i] - c[0], c[i + 1] - c[0]), planes[f].n) / 2;
    volume += area * (planes[f].offset - inner(planes[f].n, apex)) / 3;
  }
  return volume;
}

std::vector<HalfSpaceR> planes_of(const Hull<double>& a, const Hull<double>& b, const P& x_ab) {
  std::vector<HalfSpaceR> planes;
  for (const auto& p : a.planes()) planes.push_back({{p.normal.x, p.normal.y, p.normal.z}, p.offset});
  for (const auto& p : b.planes()) {
    const auto row = [&](int i) {
      Real sum = 0;
      for (int j = 0; j < 3; ++j) sum += Real(x_ab.rotation(i, j)) * Real(p.normal[j]);
      return sum;
    };
    const R3 m{row(0), row(1), row(2)}, t{x_ab.translation.x, x_ab.translation.y, x_ab.translation.z};
    planes.push_back({m, Real(p.offset) + inner(m, t)});
  }
  return planes;
}

double size_of(const V& v) { return norm(v); }

// ---- against exact boxes, enumeration, Monte Carlo ----------------------------------------------------------------

/// Boxes with parallel axes overlap in a box. Both are then turned and shifted together.
template <class T> void expect_exact_boxes(double relative_error) {
  Random random(1);
  const int cases = test_size(2000);
  int overlapping = 0;
  for (int i = 0; i < cases; ++i) {
    const auto length = [&] { return std::floor(random.uniform(0.2, 1.0) * 256) / 256; };
    const V a{length(), length(), length()}, b{length(), length(), length()};
    const V t{2 * length() - 1.2, 2 * length() - 1.2, 2 * length() - 1.2};
    const Vec3<double> at = random.vector(3.0);
    const Pose<T> common = from_quaternion(random.rotation(), at).template cast<T>();
    const Pose<T> pose_b{common.rotation, common * t.cast<T>()};
    V low, high;
    double exact = 1;
    for (int k = 0; k < 3; ++k) {
      low[k] = std::max(-a[k], t[k] - b[k]), high[k] = std::min(a[k], t[k] + b[k]);
      exact *= std::max(0.0, high[k] - low[k]);
    }
    const auto o = overlap_volume(Box<T>{a.cast<T>()}, common, Box<T>{b.cast<T>()}, pose_b);
    const double scale = a.x * a.y * a.z + b.x * b.y * b.z;
    ASSERT_NEAR(o.volume, exact, relative_error * scale) << i;
    if (exact < 1e-3) continue;
    ++overlapping;
    const V centroid = common.template cast<double>() * ((low + high) * 0.5);
    ASSERT_LT(size_of(o.centroid.template cast<double>() - centroid), relative_error * 1e3 * scale / exact) << i;
    const V extent = high - low;
    const double area = 2 * (extent.x * extent.y + extent.y * extent.z + extent.z * extent.x);
    ASSERT_NEAR(o.area_a + o.area_b, area, relative_error * 100 * scale) << i;
  }
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 95 / 100);
}
TEST(OverlapVolume, BoxesWithParallelAxesAreExactInDouble) { expect_exact_boxes<double>(1e-14); }
TEST(OverlapVolume, BoxesWithParallelAxesAreExactInFloat) { expect_exact_boxes<float>(2e-6); }

TEST(OverlapVolume, HullsAgreeWithEnumerationInLongDouble) {
  Random random(2);
  int overlapping = 0;
  const int cases = test_size(120);
  double worst = 0, worst_share = 0;
  for (int i = 0; i < cases; ++i) {
    const Hull<double> a = random_hull(random, 8 + random.below(6)), b = random_hull(random, 8 + random.below(6));
    const P x_ab = random.pose(2.4);
    const auto o = overlap_volume(a, b, x_ab);
    const auto exact = static_cast<double>(volume_by_enumeration(planes_of(a, b, x_ab)));
    const double off = std::abs(o.volume - exact);
    worst = std::max(worst, off);
    if (exact == 0) {
      ASSERT_LE(o.volume, o.error) << i;
      continue;
    }
    ++overlapping;
    worst_share = std::max(worst_share, off / o.error);
    ASSERT_LE(off, o.error) << i << ' ' << o;
  }
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 9 / 10);
  RecordProperty("worst_error", std::to_string(worst));
  std::cout << "worst error " << worst << ", at most " << worst_share << " of the stated one; " << overlapping << " of "
            << cases << " overlap\n";
}

TEST(OverlapVolume, HullsAgreeWithMonteCarlo) {
  Random random(3);
  int overlapping = 0;
  const int cases = test_size(20);
  for (int i = 0; i < cases; ++i) {
    const Hull<double> a = random_hull(random, 50), b = random_hull(random, 50);
    const P x_ab = random.pose(1.6);
    const auto inside = [](const Hull<double>& h, const V& p) {
      return std::all_of(h.planes().begin(), h.planes().end(),
                         [&](const auto& plane) { return dot(plane.normal, p) <= plane.offset; });
    };
    constexpr int samples = 20000;
    int hits = 0;
    for (int k = 0; k < samples; ++k) {
      const V p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      hits += inside(a, p) && inside(b, inverse(x_ab) * p);
    }
    const double share = double(hits) / samples, sigma = 8 * std::sqrt((share * (1 - share) + 1.0 / samples) / samples);
    const auto o = overlap_volume(a, b, x_ab);
    overlapping += o.status == Status::overlapping;
    ASSERT_NEAR(o.volume, 8 * share, 5 * sigma) << i;
  }
  EXPECT_GT(overlapping, cases / 2);
}

// ---- derivatives ----------------------------------------------------------------------------------------------------

TEST(OverlapVolume, GradientIsTheNormalIntegral) {
  Random random(4);
  int tried = 0;
  const int cases = test_size(300);
  for (int i = 0; i < cases; ++i) {
    const Hull<double> a = random_hull(random, 12), b = random_hull(random, 32);
    const P x_ab = random.pose(2.0);
    const auto o = i % 2 ? overlap_volume(a, b, x_ab) : overlap_volume(b, a, x_ab);  // either one is cut
    if (o.volume < 1e-3) continue;
    ++tried;
    const auto volume = [&](const P& x) {
      return i % 2 ? overlap_volume(a, b, x).volume : overlap_volume(b, a, x).volume;
    };
    const double h = 1e-5;
    const V d = random.direction();
    const auto shifted = [&](double s) { return P{x_ab.rotation, x_ab.translation + d * s}; };
    ASSERT_NEAR((volume(shifted(h)) - volume(shifted(-h))) / (2 * h), dot(o.normal_b, d), 1e-8) << i;
    const auto turned = [&](double s) { return P{from_axis_angle(d, s) * x_ab.rotation, x_ab.translation}; };
    const V torque = o.moment_b + cross(o.centroid - x_ab.translation, o.normal_b);
    ASSERT_NEAR((volume(turned(h)) - volume(turned(-h))) / (2 * h), dot(torque, d), 1e-8) << i;
  }
  EXPECT_GT(tried, cases / 3);
}

// ---- laws -----------------------------------------------------------------------------------------------------------

TEST(OverlapVolume, LawsHold) {
  Random random(5);
  int overlapping = 0;
  const int cases = test_size(300);
  for (int i = 0; i < cases; ++i) {
    const Hull<double> a = random_hull(random, 10 + random.below(30)), b = random_hull(random, 10 + random.below(30));
    const P x_ab = random.pose(2.4), common = random.pose(10);
    const auto o = overlap_volume(a, b, x_ab);
    overlapping += o.status == Status::overlapping;
    ASSERT_LT(size_of(o.normal_a + o.normal_b), 1e-14) << i;  // the surface is closed
    ASSERT_LE(size_of(o.normal_a), o.area_a + 1e-15);
    if (o.status == Status::overlapping) {
      ASSERT_EQ(o.vertices - o.edges + o.faces, 2) << o;  // Euler
    }
    // Swapped, B's frame is the first.
    const auto s = overlap_volume(b, a, inverse(x_ab));
    ASSERT_NEAR(s.volume, o.volume, 1e-14);
    ASSERT_NEAR(s.area_b, o.area_a, 1e-13);
    ASSERT_LT(size_of(x_ab.rotation * s.normal_b - o.normal_a), 1e-13);
    if (o.volume > 1e-6) {
      ASSERT_LT(size_of(x_ab * s.centroid - o.centroid), 1e-14 / o.volume);
    }
    // Moved together.
    const auto m = overlap_volume(a, common, b, common * x_ab);
    ASSERT_NEAR(m.volume, o.volume, 1e-13);
    if (o.volume > 1e-6) {
      ASSERT_LT(size_of(m.centroid - common * o.centroid), 1e-13 / o.volume);
    }
    // No larger than either, and exact if one contains the other.
    ASSERT_LE(o.volume, std::min(mass_properties(a).volume, mass_properties(b).volume) + 1e-14);
  }
  EXPECT_GT(overlapping, cases * 3 / 10);
  EXPECT_LT(overlapping, cases * 9 / 10);
}

TEST(OverlapVolume, ScalesWithTheCube) {
  Random random(6);
  for (const double scale : {1e-3, 1e3}) {
    std::vector<V> cloud, large;
    for (int i = 0; i < 20; ++i) cloud.push_back(random.direction()), large.push_back(cloud.back() * scale);
    const auto a = Hull<double>::from_points(cloud), b = Hull<double>::from_points(large);
    const P x = random.pose(0.8), y{x.rotation, x.translation * scale};
    const double cube = scale * scale * scale;
    ASSERT_GT(overlap_volume(a, a, x).volume, 0.1);
    EXPECT_NEAR(overlap_volume(b, b, y).volume / cube, overlap_volume(a, a, x).volume, 1e-13);
  }
}

TEST(OverlapVolume, ContainmentGivesTheInnerBody) {
  Random random(7);
  for (int i = 0; i < 50; ++i) {
    const Hull<double> inner = random_hull(random, 20);
    const Box<double> room{{3, 3, 3}};
    const P x = random.pose(1.5);
    const auto mass = mass_properties(inner);
    for (const auto& o : {overlap_volume(room, inner, x), overlap_volume(inner, inverse(x), room, P{})}) {
      ASSERT_NEAR(o.volume, mass.volume, 1e-14 * 40);
      ASSERT_LT(std::min(size_of(o.normal_a), size_of(o.normal_b)), 1e-14);
      ASSERT_EQ(std::min(o.area_a, o.area_b), 0);
    }
    ASSERT_LT(size_of(overlap_volume(room, inner, x).centroid - x * mass.centroid), 1e-14);
  }
}

// ---- faces in common, kissing, tiny turns: where clipping goes wrong ----------------------------------------------

TEST(OverlapVolume, TouchingBoxesShareNothing) {
  const Box<double> box{{0.5, 0.25, 1}};
  const auto face = overlap_volume(box, box, translation(1.0, 0.125, 0.5));
  EXPECT_EQ(face.volume, 0);
  EXPECT_EQ(face.area_a, 0.375 * 1.5);
  EXPECT_EQ(face.area_b, face.area_a);
  EXPECT_EQ(face.normal_a, (V{0.375 * 1.5, 0, 0}));
  EXPECT_EQ(face.centroid, (V{0.5, 0.0625, 0.25}));
  const auto edge = overlap_volume(box, box, translation(1.0, 0.5, 0.5));
  EXPECT_EQ(edge.volume, 0);
  EXPECT_EQ(edge.area_a + edge.area_b, 0);
  EXPECT_EQ(overlap_volume(box, box, translation(1.0, 0.5, 2.0)).volume, 0);
  const auto apart = overlap_volume(box, box, translation(1.0 + 1e-14, 0.0, 0.0));
  EXPECT_EQ(apart.status, Status::separated);
  EXPECT_EQ(apart.volume, 0);
}

TEST(OverlapVolume, IdenticalBodiesOverlapWhole) {
  Random random(8);
  for (int i = 0; i < 30; ++i) {
    const Hull<double> hull = random_hull(random, 4 + random.below(60));
    const auto mass = mass_properties(hull);
    const P world = random.pose(5);
    ASSERT_NEAR(overlap_volume(hull, hull, P{}).volume, mass.volume, 1e-14);
    ASSERT_NEAR(overlap_volume(hull, world, hull, world).volume, mass.volume, 1e-13);
    for (double angle = 1e-16; angle < 2e-3; angle *= 10) {
      const auto o = overlap_volume(hull, hull, random.turn(angle));
      ASSERT_EQ(o.status, Status::overlapping);
      ASSERT_LE(o.volume, mass.volume + 1e-14);
      ASSERT_GE(o.volume, mass.volume - angle * 8 * pi<double> - 1e-14) << angle;  // no face moves farther than angle
    }
  }
}

TEST(OverlapVolume, KissingBoxesOverlapByTheirGap) {
  Random random(9);
  const Box<double> lower{{1, 1, 0.5}}, upper{{0.7, 0.4, 0.5}};
  for (int i = 0; i < 200; ++i) {
    const P world = random.pose(4);
    for (double depth = 1e-16; depth < 2e-3; depth *= 10) {
      for (const double sign : {1.0, -1.0}) {
        const P pose_b = world * (translation(0.1, 0.2, 1.0 - sign * depth) * rotation_z(0.3));
        const auto o = overlap_volume(lower, world, upper, pose_b);
        const double gap = 1.0 - (1.0 - sign * depth);
        ASSERT_NEAR(o.volume, std::max(0.0, gap) * 4 * 0.7 * 0.4, 40 * 0x1p-53 * 4) << depth;
        // The contact area is known as long as the overlap is thicker than rounding.
        if (gap > 1e-14) {
          ASSERT_NEAR(dot(o.normal_a, world.rotation * V{0, 0, 1}), 4 * 0.7 * 0.4, 1e-12) << depth;
        }
      }
    }
  }
}

TEST(OverlapVolume, PlatesNeedlesAndLargeGround) {
  const Box<double> ground{{500, 500, 0.5}}, cube{{0.5, 0.5, 0.5}}, plate{{1, 1, 0.001}}, needle{{0.0005, 0.0005, 1}};
  EXPECT_NEAR(overlap_volume(ground, cube, translation(300.0, -200, 0.99)).volume, 0.01, 1e-12);
  EXPECT_NEAR(overlap_volume(plate, needle, rotation_x(0.0)).volume, 1e-6 * 0.002, 1e-20);
  EXPECT_NEAR(overlap_volume(plate, plate, rotation_x(pi<double> / 2)).volume, 2 * 0.002 * 0.002, 1e-18);
}

TEST(OverlapVolume, FloatHullsAgreeWithDouble) {
  Random random(10);
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const Hull<double> a = random_hull(random, 20), b = random_hull(random, 20);
    const Hull<float> fa = a.cast<float>(), fb = b.cast<float>();
    const P x = random.pose(2).cast<float>().cast<double>();
    worst = std::max(worst, std::abs(overlap_volume(fa, fb, x.cast<float>()).volume - overlap_volume(a, b, x).volume));
  }
  EXPECT_LT(worst, 2e-6);
}

// ---- flat bodies, full workspace, bad poses -----------------------------------------------------------------------

TEST(OverlapVolume, FlatBodiesHaveTwoSidesAndNoVolume) {
  const std::vector<V> square{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, line{{0, 0, -3}, {0, 0, 3}},
      dot_{{0.1, 0, 0}};
  const auto sheet = Hull<double>::from_points(square), stick = Hull<double>::from_points(line),
             point = Hull<double>::from_points(dot_);
  const Box<double> box{{0.5, 0.5, 0.5}};
  for (const P& x : {P{}, P{rotation_x(0.3).rotation, {0.1, 0.2, 0.1}}}) {
    for (const bool swap : {false, true}) {
      const auto o = swap ? overlap_volume(box, sheet, x) : overlap_volume(sheet, box, inverse(x));
      EXPECT_EQ(o.status, Status::overlapping);
      EXPECT_LE(o.volume, o.error);
      EXPECT_LT(size_of(o.normal_a), 1e-15);
      EXPECT_NEAR(swap ? o.area_b : o.area_a, x == P{} ? 2.0 : 2 / std::cos(0.3), 1e-14);
      EXPECT_NEAR(swap ? o.area_a : o.area_b, 0, 1e-14);
    }
  }
  for (const auto& thin : {stick, point}) {
    const auto o = overlap_volume(box, thin, P{});
    EXPECT_EQ(o.status, Status::overlapping);
    EXPECT_EQ(o.volume, 0);
    EXPECT_EQ(o.area_a + o.area_b, 0);
    EXPECT_EQ(overlap_volume(thin, box, translation(2.0, 0, 0)).status, Status::separated);
  }
  // Two sheets in one plane, and crossing; two sticks.
  EXPECT_NEAR(overlap_volume(sheet, sheet, translation(1.0, 0, 0)).area_a, 2 * 3 * 4, 1e-14);
  EXPECT_NEAR(overlap_volume(sheet, sheet, rotation_x(0.5)).area_a, 0, 1e-14);
  EXPECT_EQ(overlap_volume(stick, stick, P{}).status, Status::separated);
  // A box without thickness is a sheet too.
  EXPECT_NEAR(overlap_volume(Box<double>{{2, 2, 0}}, box, P{}).area_a, 2, 1e-15);
}

TEST(OverlapVolume, AFullWorkspaceSaysSoAndBoundsTheVolume) {
  Random random(11);
  const Hull<double> large = random_hull(random, 400), small = random_hull(random, 30);
  const P x = random.pose(0.3);
  const auto refused = overlap_volume(large, large, x);
  EXPECT_EQ(refused.status, Status::stalled);
  EXPECT_EQ(refused.volume, infinity<double>);
  const auto workspace = std::make_unique<OverlapWorkspace<double, 2048>>();
  const auto o = overlap_volume(large, large, x, *workspace);
  EXPECT_EQ(o.status, Status::overlapping);
  EXPECT_LT(o.volume, mass_properties(large).volume);
  EXPECT_GT(o.volume, 0.3 * mass_properties(large).volume);
  EXPECT_EQ(o.vertices - o.edges + o.faces, 2);
  // Reused for another pair, it gives the same result as a fresh one.
  EXPECT_EQ(overlap_volume(small, small, x, *workspace).volume, overlap_volume(small, small, x).volume);
}

TEST(OverlapVolume, ACutWithoutRoomLeavesTheBodyWhole) {
  std::vector<V> circle;
  for (int i = 0; i < 32; ++i) circle.push_back({std::cos(i * pi<double> / 16), std::sin(i * pi<double> / 16), 0});
  const auto disc = Hull<double>::from_points(circle);
  const Box<double> box{{0.5, 3, 3}};
  const auto small = std::make_unique<OverlapWorkspace<double, 8>>();  // 8 faces and 32 vertices, but none to spare
  const auto o = overlap_volume(disc, box, P{}, *small);
  EXPECT_EQ(o.status, Status::stalled);
  EXPECT_EQ(o.volume, 0);  // a bound from above
  EXPECT_EQ(o.vertices, 32);
  EXPECT_EQ(overlap_volume(disc, box, P{}).status, Status::overlapping);
}

TEST(OverlapVolume, OtherScalars) {
  const Box<long double> fine{{1, 1, 1}};
  EXPECT_EQ(overlap_volume(fine, fine, translation(0.5L, 0.25L, 0.0L)).volume, 1.5L * 1.75L * 2);
  using C = Counted<double>;
  const Box<C> counted{{C(1), C(1), C(1)}};
  EXPECT_EQ(overlap_volume(counted, counted, translation(C(0.5), C(0.25), C(0))).volume, C(1.5 * 1.75 * 2));
}

// The part of a hull under a plane, whichever of them is A, compared with the same hull cut by a box that ends there.
TEST(OverlapVolume, HalfSpacesCutLikeLargeBoxes) {
  Random random(5);
  int overlapping = 0;
  for (int i = 0; i < test_size(200); ++i) {
    const Hull<double> hull = random_hull(random, 20);
    const HalfSpace<double> half_space{random.direction() * 3.0, random.uniform(-2.0, 2.0)};
    const P pose_h = random.pose(1.0), pose_s = random.pose(1.0);
    const V n = half_space.normal / 3.0;
    const Box<double> large{{10, 10, 10}};
    const V z = std::abs(n.x) < 0.6 ? V{1, 0, 0} : V{0, 1, 0}, u = cross(n, z) / norm(cross(n, z));
    P to_plane;
    to_plane.rotation.columns[0] = u, to_plane.rotation.columns[1] = cross(n, u), to_plane.rotation.columns[2] = n;
    to_plane.translation = n * (half_space.offset / 3.0 - 10);
    const auto expected = overlap_volume(hull, pose_h, large, pose_s * to_plane);
    const auto o = overlap_volume(hull, pose_h, half_space, pose_s),
               swapped = overlap_volume(half_space, pose_s, hull, pose_h);
    const auto of_shapes = overlap_volume(Shape<double>(hull), pose_h, Shape<double>(half_space), pose_s);
    EXPECT_EQ(o.status, expected.status);
    EXPECT_NEAR(o.volume, expected.volume, 1e-12);
    EXPECT_LT(norm(o.normal_b - expected.normal_b), 1e-12);
    EXPECT_NEAR(swapped.volume, o.volume, 1e-12);
    EXPECT_LT(norm(swapped.normal_a - o.normal_b), 1e-12);
    EXPECT_EQ(of_shapes.volume, o.volume);
    overlapping += o.volume > 0 && o.area_b > 0 ? 1 : 0;
  }
  EXPECT_GT(overlapping, test_size(200) / 4);
}

TEST(OverlapVolume, SaysWhichShapesHaveNone) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, plane = HalfSpace<double>{}, ball = Sphere<double>{1.0};
  EXPECT_TRUE(has_overlap_volume(box, plane));
  EXPECT_EQ(overlap_volume(plane, P{}, box, P{}).volume, 4);
  for (const auto& [a, b] : {std::pair{box, ball}, std::pair{ball, box}, std::pair{plane, plane}}) {
    EXPECT_FALSE(has_overlap_volume(a, b));
    EXPECT_THROW(overlap_volume(a, P{}, b, P{}), std::invalid_argument);
  }
}

TEST(OverlapVolume, RefusesPosesThatAreNone) {
  const Box<double> box{{1, 1, 1}};
  EXPECT_EQ(overlap_volume(box, box, translation(std::nan(""), 0.0, 0.0)).status, Status::invalid);
  P sheared;
  sheared.rotation(0, 1) = 0.5;
  EXPECT_EQ(overlap_volume(box, P{}, box, sheared).status, Status::invalid);
}

}  // namespace
}  // namespace tactus
