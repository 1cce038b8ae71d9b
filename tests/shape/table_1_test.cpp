// SPDX-License-Identifier: MIT
/// The fifteen support mappings of [Olvång 2010, Table 1], by name and written down as in the thesis, against ours.
/// The thesis lays the segment along x and puts the origin of cone and frustum into the bottom; here the segment is
/// along z and the origin at mid-height.
#include <tests/shape/laws.h>

namespace tactus {
namespace {

using laws::Real;
using laws::Vec;

namespace table_1 {

const auto sgn = [](Real x) { return x < 0 ? Real(-1) : Real(1); };
Vec maxsupport(const Vec& v, const Vec& x, const Vec& y) { return dot(v, x) > dot(v, y) ? x : y; }
Vec direction_or_zero(const Vec& a) { return norm(a) > 0 ? a / norm(a) : Vec{}; }

Vec point(const Vec&, const Vec& p) { return p; }
Vec segment(const Vec& v, Real r) { return {r * sgn(v.x), 0, 0}; }
Vec rectangle(const Vec& v, const Vec& r) { return {r.x * sgn(v.x), r.y * sgn(v.y), 0}; }
Vec box(const Vec& v, const Vec& r) { return {r.x * sgn(v.x), r.y * sgn(v.y), r.z * sgn(v.z)}; }
Vec disc(const Vec& v, Real r) { return r * direction_or_zero({v.x, v.y, 0}); }
Vec sphere(const Vec& v, Real r) { return r * v; }
Vec ellipsoid(const Vec& v, const Vec& r) {
  const Real length = norm(hadamard(r, v));
  return length > 0 ? hadamard(hadamard(r, r), v) / length : Vec{};
}
Vec ellipse(const Vec& v, const Vec& r) { return ellipsoid({v.x, v.y, 0}, r); }
Vec capsule(const Vec& v, Real half, Real r) { return segment(v, half) + sphere(v, r); }
Vec lozenge(const Vec& v, const Vec& half, Real r) { return rectangle(v, half) + sphere(v, r); }
Vec roundbox(const Vec& v, const Vec& half, Real r) { return box(v, half) + sphere(v, r); }
Vec wheel(const Vec& v, Real r, Real rounding) { return disc(v, r) + sphere(v, rounding); }
Vec cone(const Vec& v, Real r, Real height) { return maxsupport(v, disc(v, r), {0, 0, height}); }
Vec frustum(const Vec& v, const Vec& r1, const Vec& r2, Real height) {
  return maxsupport(v, rectangle(v, r1), rectangle(v, r2) + Vec{0, 0, height});
}

}  // namespace table_1

/// v in the coordinates of the thesis, whose x axis is our z axis.
Vec axis_to_x(const Vec& v) { return {v.z, v.x, v.y}; }
Vec axis_to_z(const Vec& v) { return {v.y, v.z, v.x}; }
Vec segment_along_z(const Vec& v, Real half) { return axis_to_z(table_1::segment(axis_to_x(v), half)); }
Vec cylinder_along_z(const Vec& v, Real half, Real r) { return segment_along_z(v, half) + table_1::disc(v, r); }
Vec capsule_along_z(const Vec& v, Real half, Real r) { return axis_to_z(table_1::capsule(axis_to_x(v), half, r)); }

template <class T> class Table1Test : public ::testing::Test {
 protected:
  /// If several points are farthest, any of them is right: only their reach must agree. Random directions have one
  /// farthest point, and there the points agree too.
  template <Convex S, class F> static void expect_mapping(const S& s, F&& thesis) {
    laws::Random random(13);
    for (int i = 0; i < testing::test_size(500); ++i) expect_same(s, thesis, laws::random_direction<T>(random), true);
    for (const Vec3<T>& d : laws::directions<T>(random, 0)) expect_same(s, thesis, d, false);
  }

 private:
  template <Convex S, class F> static void expect_same(const S& s, F&& thesis, const Vec3<T>& d, bool points_too) {
    const Vec v = laws::unit(laws::real(d)), ours = laws::whole_support(s, d), theirs = thesis(v);
    ASSERT_LE(abs(dot(v, ours) - dot(v, theirs)), laws::rounding(s, 8)) << s << " along " << d;
    if (points_too) {
      ASSERT_LE(distance(ours, theirs), laws::rounding(s, 32)) << s << " along " << d;
    }
  }
};
TYPED_TEST_SUITE(Table1Test, laws::Scalars);

TYPED_TEST(Table1Test, point) {
  using T = TypeParam;
  this->expect_mapping(Point<T>{{T(1), T(2), T(3)}}, [](const Vec& v) { return table_1::point(v, {1, 2, 3}); });
}
TYPED_TEST(Table1Test, segment) {
  using T = TypeParam;
  this->expect_mapping(Segment<T>{T(2)}, [](const Vec& v) { return segment_along_z(v, 2); });
}
TYPED_TEST(Table1Test, rectangle) {
  using T = TypeParam;
  this->expect_mapping(Rectangle<T>{{T(1), T(2)}}, [](const Vec& v) { return table_1::rectangle(v, {1, 2, 0}); });
}
TYPED_TEST(Table1Test, box) {
  using T = TypeParam;
  this->expect_mapping(Box<T>{{T(1), T(2), T(3)}}, [](const Vec& v) { return table_1::box(v, {1, 2, 3}); });
}
TYPED_TEST(Table1Test, disc) {
  using T = TypeParam;
  this->expect_mapping(Disc<T>{T(2)}, [](const Vec& v) { return table_1::disc(v, 2); });
}
TYPED_TEST(Table1Test, sphere) {
  using T = TypeParam;
  this->expect_mapping(Sphere<T>{T(2)}, [](const Vec& v) { return table_1::sphere(v, 2); });
}
TYPED_TEST(Table1Test, ellipse) {
  using T = TypeParam;
  this->expect_mapping(Ellipse<T>{{T(1), T(2)}}, [](const Vec& v) { return table_1::ellipse(v, {1, 2, 0}); });
}
TYPED_TEST(Table1Test, ellipsoid) {
  using T = TypeParam;
  this->expect_mapping(Ellipsoid<T>{{T(1), T(2), T(3)}}, [](const Vec& v) { return table_1::ellipsoid(v, {1, 2, 3}); });
}
TYPED_TEST(Table1Test, capsule) {
  using T = TypeParam;
  this->expect_mapping(Capsule<T>{.radius = T(0.5), .half_height = T(2)},
                       [](const Vec& v) { return capsule_along_z(v, 2, Real(0.5)); });
}
TYPED_TEST(Table1Test, lozenge) {
  using T = TypeParam;
  this->expect_mapping(Lozenge<T>{.half = {T(1), T(2)}, .radius = T(0.5)}, [](const Vec& v) {
    return table_1::lozenge(v, {1, 2, 0}, Real(0.5));
  });
}
TYPED_TEST(Table1Test, roundbox) {
  using T = TypeParam;
  this->expect_mapping(RoundBox<T>{.half = {T(1), T(2), T(3)}, .radius = T(0.5)}, [](const Vec& v) {
    return table_1::roundbox(v, {1, 2, 3}, Real(0.5));
  });
}
TYPED_TEST(Table1Test, cylinder) {
  using T = TypeParam;
  this->expect_mapping(Cylinder<T>{.radius = T(1), .half_height = T(2)},
                       [](const Vec& v) { return cylinder_along_z(v, 2, 1); });
}
TYPED_TEST(Table1Test, cone) {
  using T = TypeParam;
  this->expect_mapping(Cone<T>{.radius = T(1), .half_height = T(2)}, [](const Vec& v) {
    return table_1::cone(v, 1, 4) - Vec{0, 0, 2};
  });
}
TYPED_TEST(Table1Test, wheel) {
  using T = TypeParam;
  this->expect_mapping(Wheel<T>{.radius = T(2), .rounding = T(0.5)},
                       [](const Vec& v) { return table_1::wheel(v, 2, Real(0.5)); });
}
TYPED_TEST(Table1Test, frustum) {
  using T = TypeParam;
  this->expect_mapping(Frustum<T>{.bottom = {T(2), T(3)}, .top = {T(1), T(0.5)}, .half_height = T(1.5)},
                       [](const Vec& v) {
                         return table_1::frustum(v, {2, 3, 0}, {1, Real(0.5), 0}, 3) - Vec{0, 0, Real(1.5)};
                       });
}

}  // namespace
}  // namespace tactus
