// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/core/outline.h>

#include <array>
#include <sstream>

namespace tactus {
namespace {

using V = Vec3<double>;
using O = Outline<double>;

constexpr Feature face{FeatureKind::face, 2};
constexpr V a{0, 0, 1}, b{1, 0, 1}, c{1, 1, 1}, d{0, 1, 1}, up{0, 0, 1};
static_assert(O::vertex({}, up, a).size() == 1 && O::edge({}, up, a, b).size() == 2);
static_assert(O::triangle(face, up, a, b, c)[2] == c && O::quad(face, up, a, b, c, d)[3] == d);
static_assert(!O::quad(face, up, a, b, c, d).is_ellipse() && O::ellipse(face, up, a, b, c).is_ellipse());

constexpr Pose<double> quarter_and_shift{Mat3<double>::from_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}), {10, 0, 0}};

TEST(Outline, MovesItsPointsAndItsNormal) {
  const O moved = O::quad(face, {1, 0, 0}, a, b, c, d).moved(quarter_and_shift);
  EXPECT_EQ(moved.normal, (V{0, 1, 0}));
  EXPECT_EQ(moved[1], (V{10, 1, 1}));
  EXPECT_EQ(moved.feature, face);
  EXPECT_EQ(moved.moved(inverse(quarter_and_shift))[1], b);
}

TEST(Outline, AnEllipsesAxesTurnButDoNotShift) {
  const O moved = O::ellipse(face, up, a, {2, 0, 0}, {0, 1, 0}).moved(quarter_and_shift);
  EXPECT_EQ(moved.center(), (V{10, 0, 1}));
  EXPECT_EQ(moved.u(), (V{0, 2, 0}));
  EXPECT_EQ(moved.v(), (V{-1, 0, 0}));
  EXPECT_EQ(moved.size(), 0);
}

TEST(Outline, APolygonReadsItsHullsVerticesInPlace) {
  const std::array vertices{a, b, c, d};
  const std::array<std::uint32_t, 3> loop{3, 1, 2};
  const O o = O::polygon(face, up, vertices, loop);
  ASSERT_EQ(o.size(), 3);
  EXPECT_EQ(o[0], d);
  EXPECT_EQ(o[1], b);
  EXPECT_EQ(o.moved(quarter_and_shift)[2], quarter_and_shift * c);
}

TEST(Outline, Prints) {
  std::ostringstream os;
  os << O::edge({FeatureKind::edge, 4}, up, a, b) << "; " << O::ellipse(face, up, a, {2, 0, 0}, {0, 1, 0});
  EXPECT_EQ(os.str(),
            "edge 4 along (0, 0, 1): (0, 0, 1), (1, 0, 1); "
            "face 2 along (0, 0, 1): ellipse about (0, 0, 1) with (2, 0, 0), (0, 1, 0)");
}

}  // namespace
}  // namespace tactus
