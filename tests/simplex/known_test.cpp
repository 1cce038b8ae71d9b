// SPDX-License-Identifier: MIT
// Simplices small enough to check by hand, exact in every arithmetic.
#include "methods.h"

namespace tactus {
namespace {

using simplex::Points;
using V = Vec3<double>;

// The methods run at compile time.
constexpr Points<double> corner{V{1, 0, 0}, V{0, 1, 0}, V{0, 0, 1}, V{-1, -1, -1}};
static_assert(simplex::SignedVolumes<double>{}.nearest(corner, 15, 3).support() == 15);
static_assert(simplex::Voronoi<double>{}.nearest(corner, 15, 3).point == V{});
static_assert(simplex::Johnson<double>{}.nearest(corner, 3, 1).point == V{0.5, 0.5, 0});
static_assert(simplex::Exhaustive<double>{}.nearest(corner, 6, 2).weights[1] == 0.5);

template <class W> class Known : public ::testing::Test {
 public:
  using T = typename W::Scalar;
  void expect(const Points<double>& y, unsigned occupied, const V& point, unsigned support) {
    Points<T> cast;
    for (std::size_t i = 0; i < 4; ++i) cast[i] = y[i].template cast<T>();
    typename W::template Method<T> method;
    const simplex::Nearest<T> r = method.nearest(cast, occupied, 0);
    EXPECT_LE(norm(r.point - point.template cast<T>()), T(8) * unit_roundoff<T>) << r.point << " for " << point;
    EXPECT_EQ(r.support(), support);
  }
};
TYPED_TEST_SUITE(Known, testing::Methods, testing::MethodNames);

TYPED_TEST(Known, OneAndTwoPoints) {
  this->expect({V{1, 2, 3}}, 1, {1, 2, 3}, 1);
  this->expect({V{}}, 1, {}, 1);
  this->expect({V{1, -1, 0}, V{1, 1, 0}}, 3, {1, 0, 0}, 3);
  this->expect({V{1, 1, 0}, V{1, 2, 0}}, 3, {1, 1, 0}, 1);
  this->expect({V{1, 2, 0}, V{}, V{}, V{1, 1, 0}}, 9, {1, 1, 0}, 8);
  this->expect({V{-1, 0, 0}, V{3, 0, 0}}, 3, {}, 3);
}

TYPED_TEST(Known, EveryRegionOfATriangle) {
  const Points<double> triangle{V{-2, -2, 1}, V{2, -2, 1}, V{0, 2, 1}};
  const auto shifted = [&](double x, double y) {
    Points<double> moved = triangle;
    for (V& p : moved) p -= V{x, y, 0};
    return moved;
  };
  this->expect(shifted(0, 0), 7, {0, 0, 1}, 7);
  this->expect(shifted(0, -5), 7, {0, 3, 1}, 3);
  this->expect(shifted(0, 4), 7, {0, -2, 1}, 4);
  this->expect(shifted(-4, -4), 7, {2, 2, 1}, 1);
  this->expect(shifted(4, -4), 7, {-2, 2, 1}, 2);
  this->expect(shifted(3, 1), 7, {-2, -1, 1}, 6);
  this->expect(shifted(-3, 1), 7, {2, -1, 1}, 5);
  this->expect(shifted(0, -2), 7, {0, 0, 1}, 3);  // beside an edge: its third vertex is not needed
}

TYPED_TEST(Known, OriginOnFeaturesOfATetrahedron) {
  const Points<double> y{V{0, 0, 0}, V{4, 0, 0}, V{0, 4, 0}, V{0, 0, 4}};
  const auto from = [&](const V& p) {
    Points<double> moved = y;
    for (V& q : moved) q -= p;
    return moved;
  };
  this->expect(from({0, 0, 0}), 15, {}, 1);
  this->expect(from({0, 4, 0}), 15, {}, 4);
  this->expect(from({1, 1, 1}), 15, {}, 15);
  this->expect(from({8, 0, 0}), 15, {-4, 0, 0}, 2);
  this->expect(from({1, 1, -1}), 15, {0, 0, 1}, 7);
  this->expect(from({2, -1, -1}), 15, {0, 1, 1}, 3);
}

TYPED_TEST(Known, RepeatedAndCollinearPoints) {
  // It is left open which of several equal points, or of several pairs around the nearest, carries it.
  const V a{1, 1, 0}, b{1, -1, 0};
  const auto expect_count = [](const Points<double>& y, unsigned occupied, const V& point, int count) {
    typename TypeParam::template Method<double> method;
    const auto r = method.nearest(y, occupied, 0);
    EXPECT_EQ(r.point, point) << occupied;
    EXPECT_EQ(std::popcount(r.support()), count) << occupied;
    EXPECT_EQ(r.support() & ~occupied, 0u) << occupied;
  };
  expect_count({a, a, a, a}, 15, a, 1);
  expect_count({a, a, b, b}, 12, b, 1);
  for (const unsigned occupied : {7u, 11u, 13u, 14u, 15u}) {
    expect_count({a, b, a, b}, occupied, {1, 0, 0}, 2);
    expect_count({V{1, -2, 0}, V{1, -1, 0}, V{1, 4, 0}, V{1, 8, 0}}, occupied, {1, 0, 0}, 2);
  }
}

/// The split planes of the thesis keep a face whose nearest point is a vertex at distance √3; the nearest of all lies
/// on the edge from that vertex to the last one.
TYPED_TEST(Known, WhereTheThesisTakesTheWrongFace) {
  this->expect({V{-3, -2, -3}, V{1, -2, -2}, V{-1, -1, -1}, V{1, 0, 2}}, 15, V{-1, -4, 2} / 7, 12);
}

/// Two faces with the origin's projection inside: the largest set with positive weights is not the answer.
TYPED_TEST(Known, ThePositiveWeightsOfTheFarFaceDoNotCount) {
  this->expect({V{-3, -3, 2}, V{3, -3, 2}, V{0, 3, 2}, V{0, 0, 1}}, 15, {0, 0, 1}, 8);
  this->expect({V{-3, -3, 1}, V{3, -3, 1}, V{0, 3, 1}, V{0, 0, 2}}, 15, {0, 0, 1}, 7);
}

}  // namespace
}  // namespace tactus
