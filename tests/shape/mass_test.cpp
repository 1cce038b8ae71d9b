// SPDX-License-Identifier: MIT
#include <tactus/shape/mass.h>
#include <tests/shape/examples.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

using laws::Random;
using laws::Real;
using laws::Vec;

template <class T> class MassTest : public ::testing::Test {};
TYPED_TEST_SUITE(MassTest, laws::Scalars);

/// Agreement to within `error` in the sense of MassProperties::relative_error.
template <class T>
void expect_mass_near(const MassProperties<T>& m, const MassProperties<Real>& expected, Real error, Real reach) {
  EXPECT_LE(abs(Real(m.volume) - expected.volume), error * expected.volume) << m << "\nexpected " << expected;
  EXPECT_LE(distance(laws::real(m.centroid), expected.centroid), error * reach) << m << "\nexpected " << expected;
  EXPECT_LE(max_abs(m.inertia.template cast<Real>() - expected.inertia), error * max_abs(expected.inertia))
      << m << "\nexpected " << expected;
}
template <class T, class S>
void expect_mass(const S& s, Real volume, const Vec& centroid, const Vec& principal, Real roundings = 32) {
  SCOPED_TRACE(::testing::Message() << s);
  const MassProperties<T> m = mass_properties(s);
  EXPECT_EQ(m.relative_error, T(0)) << "a closed form";
  expect_mass_near(m, {volume, centroid, Mat3<Real>::diagonal(principal), 0}, roundings * Real(unit_roundoff<T>),
                   Real(bounding_radius(s)));
}

// ---- closed forms as textbooks have them ----------------------------------------------------------------------------

TYPED_TEST(MassTest, box) {
  using T = TypeParam;
  const Real m = 8 * 1 * 2 * 3;
  expect_mass<T>(Box<T>{{T(1), T(2), T(3)}}, m, {}, {m / 3 * (4 + 9), m / 3 * (1 + 9), m / 3 * (1 + 4)});
}

TYPED_TEST(MassTest, sphere_and_ellipsoid) {
  using T = TypeParam;
  const Real ball = 4 * pi<Real> / 3 * 8;
  expect_mass<T>(Sphere<T>{T(2)}, ball, {}, Vec{1, 1, 1} * (Real(2) / 5 * ball * 4));
  const Real egg = 4 * pi<Real> / 3 * 6;
  expect_mass<T>(Ellipsoid<T>{{T(1), T(2), T(3)}}, egg, {}, Vec{4 + 9, 1 + 9, 1 + 4} * (egg / 5));
}

TYPED_TEST(MassTest, cylinder) {
  using T = TypeParam;
  const Real r = 2, height = 6, m = pi<Real> * r * r * height;
  const Real across = m * (3 * r * r + height * height) / 12;
  expect_mass<T>(Cylinder<T>{T(2), T(3)}, m, {}, {across, across, m * r * r / 2});
}

TYPED_TEST(MassTest, cone) {
  using T = TypeParam;
  const Real r = 2, height = 6, m = pi<Real> * r * r * height / 3;
  const Real across = 3 * m * (4 * r * r + height * height) / 80;
  expect_mass<T>(Cone<T>{T(2), T(3)}, m, {0, 0, -height / 4}, {across, across, 3 * m * r * r / 10});
}

TYPED_TEST(MassTest, pyramid) {
  using T = TypeParam;
  const Real a = 4, b = 6, height = 5, m = a * b * height / 3;  // full sides of the base
  expect_mass<T>(Frustum<T>{.bottom = {T(2), T(3)}, .top = {}, .half_height = T(2.5)}, m, {0, 0, -height / 4},
                 {m * (b * b / 20 + 3 * height * height / 80), m * (a * a / 20 + 3 * height * height / 80),
                  m * (a * a + b * b) / 20});
}

/// A frustum is a pyramid without its tip, a conical frustum a cone without it.
TYPED_TEST(MassTest, frustums) {
  using T = TypeParam;
  const auto expect_difference = [](const auto& frustum, const auto& whole, Real z_whole, const auto& tip, Real z_tip) {
    const auto about_origin = [](const auto& s, Real z) {  // volume, first moment along z, inertia about the origin
      const MassProperties<Real> m = mass_properties(s);
      const Real c = m.centroid.z + z, shift = m.volume * c * c;
      return std::tuple{m.volume, m.volume * c, m.inertia + Mat3<Real>::diagonal({shift, shift, 0})};
    };
    const auto [v1, f1, i1] = about_origin(whole, z_whole);
    const auto [v2, f2, i2] = about_origin(tip, z_tip);
    const Real volume = v1 - v2, c = (f1 - f2) / volume;
    const Mat3<Real> inertia = i1 - i2 - Mat3<Real>::diagonal({volume * c * c, volume * c * c, 0});
    expect_mass<T>(frustum, volume, {0, 0, c}, {inertia(0, 0), inertia(1, 1), inertia(2, 2)});
  };
  // Bottom twice the top: the whole pyramid is twice as high, 4, and its tip has height 2.
  expect_difference(Frustum<T>{{T(2), T(3)}, {T(1), T(1.5)}, T(1)}, Frustum<Real>{{2, 3}, {}, 2}, 1,
                    Frustum<Real>{{1, Real(1.5)}, {}, 1}, 2);
  expect_difference(ConicalFrustum<T>{T(2), T(1), T(1)}, Cone<Real>{2, 2}, 1, Cone<Real>{1, 1}, 2);
}

TYPED_TEST(MassTest, capsule) {
  using T = TypeParam;
  const Real r = Real(0.5), h = 4;  // height of the cylinder between the two half balls
  const Real cylinder = pi<Real> * r * r * h, balls = 4 * pi<Real> / 3 * r * r * r;
  const Real across = cylinder * (h * h / 12 + r * r / 4) + balls * (2 * r * r / 5 + h * h / 4 + 3 * h * r / 8);
  const Real along = cylinder * r * r / 2 + balls * 2 * r * r / 5;
  expect_mass<T>(Capsule<T>{T(0.5), T(2)}, cylinder + balls, {}, {across, across, along});
}

/// Steiner's formula: V + S r + ... for the parallel body of a convex body.
TYPED_TEST(MassTest, volumes_of_rounded_boxes) {
  using T = TypeParam;
  const Real r = Real(0.5), ball = 4 * pi<Real> / 3 * r * r * r;
  const Real box = 48 + 8 * r * (2 + 6 + 3) + 2 * pi<Real> * r * r * (1 + 2 + 3) + ball;
  EXPECT_NEAR((mass_properties(RoundBox<T>{{T(1), T(2), T(3)}, T(0.5)}).volume), double(box), 1e-5);
  const Real lozenge = 8 * r * 2 + 2 * pi<Real> * r * r * (1 + 2) + ball;
  EXPECT_NEAR((mass_properties(Lozenge<T>{{T(1), T(2)}, T(0.5)}).volume), double(lozenge), 1e-5);
}

/// Sections of a wheel are discs of radius R + sqrt(r² - z²): summed with z = r sin t, where the integrand is smooth
/// and periodic, so that the trapezoidal rule is practically exact.
TYPED_TEST(MassTest, wheel) {
  using T = TypeParam;
  const Real R = 2, r = Real(0.5);
  Real volume = 0, across = 0, along = 0;
  const int n = 1000;
  for (int i = 0; i < n; ++i) {
    const Real t = (Real(i) + Real(0.5)) / n * pi<Real> - pi<Real> / 2;
    const Real z = r * sin(t), rho = R + r * cos(t), weight = r * cos(t) * pi<Real> / n;
    volume += weight * pi<Real> * rho * rho;
    across += weight * pi<Real> * (rho * rho * rho * rho / 4 + rho * rho * z * z);
    along += weight * pi<Real> * rho * rho * rho * rho / 2;
  }
  const MassProperties<T> m = mass_properties(Wheel<T>{T(2), T(0.5)});
  expect_mass_near(m, {volume, {}, Mat3<Real>::diagonal({across, across, along}), 0}, Real(1e-5), R + r);
  const Real pappus = 2 * pi<Real> * R * R * r + pi<Real> * pi<Real> * R * r * r + 4 * pi<Real> / 3 * r * r * r;
  EXPECT_LE(abs(Real(m.volume) / pappus - 1), 16 * Real(unit_roundoff<T>));
}

TYPED_TEST(MassTest, superquadrics_with_known_volumes) {
  using T = TypeParam;
  const Vec3<T> radii{T(1), T(2), T(3)};
  const Real octahedron = Real(4) / 3 * 6;
  expect_mass<T>(Superquadric<T>{radii, T(2), T(2)}, octahedron, {}, Vec{4 + 9, 1 + 9, 1 + 4} * (octahedron / 10), 64);
  const Real egg = 4 * pi<Real> / 3 * 6;
  expect_mass<T>(Superquadric<T>{radii, T(1), T(1)}, egg, {}, Vec{4 + 9, 1 + 9, 1 + 4} * (egg / 5), 64);
  const Real cone = 2 * pi<Real> * 2 / 3 * 3;  // two cones, base to base
  expect_mass<T>(
      Superquadric<T>{radii, T(2), T(1)}, cone, {},
      {cone * (3 * Real(4) / 20 + Real(9) / 10), cone * (3 * Real(1) / 20 + Real(9) / 10), cone * 3 * 5 / 20}, 64);
  const MassProperties<T> nearly_box = mass_properties(Superquadric<T>{radii, T(1e-8), T(1e-8)});
  expect_mass_near(nearly_box, {48, {}, Mat3<Real>::diagonal({208, 160, 80}), 0}, Real(1e-6), norm(Vec{1, 2, 3}));
}

TYPED_TEST(MassTest, flat_shapes_have_a_centroid_only) {
  using T = TypeParam;
  laws::for_each_flat_shape<T>([&](const auto& s) {
    const MassProperties<T> m = mass_properties(s);
    EXPECT_EQ(m.volume, T(0)) << s;
    EXPECT_EQ(m.inertia, Mat3<T>::zero()) << s;
    EXPECT_EQ(m.centroid, s.center()) << s;
  });
  EXPECT_EQ((mass_properties(Box<T>{{T(1), T(1), T(0)}}).volume), T(0));
  EXPECT_EQ((mass_properties(Cone<T>{T(1), T(0)}).centroid), (Vec3<T>{}));
}

TYPED_TEST(MassTest, half_space_is_infinite) {
  using T = TypeParam;
  EXPECT_EQ(mass_properties(HalfSpace<T>{}).volume, infinity<T>);
  EXPECT_EQ(mass_properties(Shape<T>(HalfSpace<T>{})).volume, infinity<T>);
}

// ---- every solid against Monte Carlo, quadrature and fine hulls -----------------------------------------------------

/// Mean of a quantity over the points of a box that are in the shape, with its standard error.
class Estimate {
 public:
  void add(Real x) { ++count_, sum_ += x, squares_ += x * x; }
  void expect(Real integral, Real box_volume, const char* what) const {
    const Real mean = sum_ / count_, variance = max(squares_ / count_ - mean * mean, 0);
    EXPECT_LE(abs(mean - integral / box_volume), 5 * std::sqrt(variance / count_)) << what;
  }

 private:
  Real count_ = 0, sum_ = 0, squares_ = 0;
};

TEST(MassMonteCarloTest, agrees_within_five_standard_errors) {
  int solids = 0;
  laws::for_each_solid<double>([&](const auto& s) {
    SCOPED_TRACE(::testing::Message() << s);
    const auto reference = reference::reference_of(s);
    const Aabb<Real> box = expanded(core_bounds(s), ball_radius(s)).template cast<Real>();
    const MassProperties<double> m = mass_properties(s);
    const Vec c = laws::real(m.centroid);
    Random random(18);
    Estimate volume, first[3], inertia[3], products[3];
    int hits = 0;
    const int n = testing::test_size(40000);
    for (int i = 0; i < n; ++i) {
      const Vec half = box.half();
      const Vec p = box.center() + Vec{half.x * Real(random.uniform(-1, 1)), half.y * Real(random.uniform(-1, 1)),
                                       half.z * Real(random.uniform(-1, 1))};
      const Real in = reference.outside(p) == 0 ? 1 : 0;
      const Vec q = p - c;
      hits += in > 0;
      volume.add(in);
      for (int k = 0; k < 3; ++k) {
        const int j = (k + 1) % 3, l = (k + 2) % 3;
        first[k].add(in * q[k]);
        inertia[k].add(in * (q[j] * q[j] + q[l] * q[l]));
        products[k].add(in * q[j] * q[l]);
      }
    }
    EXPECT_TRUE(hits > n / 5 && hits <= n) << hits << " of " << n << " points in the shape";
    const Real box_volume = tactus::volume(box);
    volume.expect(Real(m.volume), box_volume, "volume");
    for (int k = 0; k < 3; ++k) {
      first[k].expect(0, box_volume, "centroid");
      inertia[k].expect(Real(m.inertia(k, k)), box_volume, "moment of inertia");
      products[k].expect(Real(-m.inertia((k + 1) % 3, (k + 2) % 3)), box_volume, "product of inertia");
    }
    ++solids;
  });
  EXPECT_EQ(solids, 12);
}

TYPED_TEST(MassTest, float_agrees_with_double) {
  using T = TypeParam;
  laws::for_each_solid<T>([&](const auto& s) {
    SCOPED_TRACE(::testing::Message() << s);
    const MassProperties<Real> fine = mass_properties(cast<Real>(s));
    expect_mass_near(mass_properties(s), fine, 64 * Real(unit_roundoff<T>), Real(bounding_radius(s)));
  });
}

TYPED_TEST(MassTest, quadrature_keeps_its_stated_error) {
  using T = TypeParam;
  laws::for_each_solid<T>([&](const auto& s) {
    SCOPED_TRACE(::testing::Message() << s);
    const MassProperties<T> m = mass_by_quadrature(s);
    EXPECT_LE(m.relative_error, T(0.01)) << "and the error is worth stating";
    expect_mass_near(m, mass_properties(cast<Real>(s)), Real(m.relative_error), Real(bounding_radius(s)));
  });
}

TYPED_TEST(MassTest, quadrature_is_good_on_smooth_shapes) {
  using T = TypeParam;
  EXPECT_LE(mass_by_quadrature(Sphere<T>{T(2)}).relative_error, T(1e-4));
  EXPECT_LE((mass_by_quadrature(Ellipsoid<T>{{T(1), T(2), T(3)}}).relative_error), T(1e-3));
  const MassProperties<T> coarse = mass_by_quadrature(Sphere<T>{T(2)}, 16), fine = mass_by_quadrature(Sphere<T>{T(2)});
  EXPECT_LE(fine.relative_error, coarse.relative_error / T(4)) << "a finer grid is worth its price";
}

TYPED_TEST(MassTest, fine_hulls_come_close_from_below) {
  using T = TypeParam;
  laws::for_each_solid<T>([&](const auto& s) {
    SCOPED_TRACE(::testing::Message() << s);
    std::vector<Vec3<T>> points;
    Random random(19);
    for (int i = 0; i < 2000; ++i) points.push_back(full_support(s, laws::random_direction<T>(random)));
    const MassProperties<T> hull = mass_properties(Hull<T>::from_points(points)), exact = mass_properties(s);
    EXPECT_LE(hull.volume, exact.volume * (T(1) + T(64) * unit_roundoff<T>));
    expect_mass_near(hull, mass_properties(cast<Real>(s)), Real(0.03), Real(bounding_radius(s)));
  });
}

TYPED_TEST(MassTest, inertia_is_that_of_a_body) {
  using T = TypeParam;
  const auto expect_physical = [](const MassProperties<T>& m) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        EXPECT_LE(abs(m.inertia(i, j) - m.inertia(j, i)), T(16) * unit_roundoff<T> * max_abs(m.inertia));
    const Mat3<T>& a = m.inertia;
    EXPECT_GT(a(0, 0), T(0));
    EXPECT_GT(a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0), T(0));
    EXPECT_GT(determinant(a), T(0));
    for (int k = 0; k < 3; ++k) EXPECT_GT(a((k + 1) % 3, (k + 1) % 3) + a((k + 2) % 3, (k + 2) % 3), a(k, k));
  };
  laws::for_each_solid<T>([&](const auto& s) { expect_physical(mass_properties(s)); });
  expect_physical(mass_properties(generate::random_on_sphere<T>(50)));
  expect_physical(mass_properties(convex_hull(
      Box<T>{{T(1), T(2), T(3)}}, transformed(Cone<T>{T(1), T(1)}, translation(T(2), T(1), T(0)) * rotation_x(T(1))))));
}

// ---- hulls and composites -------------------------------------------------------------------------------------------

TYPED_TEST(MassTest, tetrahedron_by_the_divergence_theorem) {
  using T = TypeParam;
  for (const T far : {T(0), T(100)}) {
    const std::vector<Vec3<T>> corners{
        {far, far, far}, {far + T(1), far, far}, {far, far + T(1), far}, {far, far, far + T(1)}};
    const MassProperties<T> m = mass_properties(Hull<T>::from_points(corners));
    const Mat3<Real> inertia = Mat3<Real>::from_rows({6, 1, 1}, {1, 6, 1}, {1, 1, 6}) * (Real(1) / 480);
    const Real c = Real(far) + Real(0.25);
    expect_mass_near(m, {Real(1) / 6, {c, c, c}, inertia, 0}, (16 + 16 * Real(far)) * Real(unit_roundoff<T>), 1);
  }
}

TYPED_TEST(MassTest, hull_of_a_box_is_a_box) {
  using T = TypeParam;
  const Box<T> box{{T(1), T(2), T(3)}};
  std::vector<Vec3<T>> corners;
  for (std::uint32_t i = 0; i < 8; ++i) corners.push_back(box.corner(i));
  const MassProperties<Real> exact = mass_properties(cast<Real>(box));
  expect_mass_near(mass_properties(Hull<T>::from_points(corners)), exact, 32 * Real(unit_roundoff<T>), 4);
}

TYPED_TEST(MassTest, composites_of_known_solids) {
  using T = TypeParam;
  const auto expect_same = [](const auto& composite, const auto& known) {
    SCOPED_TRACE(::testing::Message() << composite);
    const MassProperties<T> m = mass_properties(composite);
    EXPECT_GT(m.relative_error, T(0)) << "quadrature states its error";
    expect_mass_near(m, mass_properties(cast<Real>(known)), Real(m.relative_error), Real(bounding_radius(known)));
  };
  const Box<T> box{{T(1), T(2), T(3)}};
  expect_same(minkowski_sum(box, box), Box<T>{{T(2), T(4), T(6)}});
  expect_same(minkowski_difference(box, Sphere<T>{T(0.5)}), RoundBox<T>{box.half, T(0.5)});
  expect_same(rounded(Disc<T>{T(2)}, T(0.5)), Wheel<T>{T(2), T(0.5)});
  expect_same(minkowski_sum(Segment<T>{T(2)}, Disc<T>{T(1)}), Cylinder<T>{T(1), T(2)});
  expect_same(convex_hull(transformed(Disc<T>{T(1)}, translation(T(0), T(0), T(-2))), Point<T>{{T(0), T(0), T(2)}}),
              Cone<T>{T(1), T(2)});
}

TYPED_TEST(MassTest, moved_solid_keeps_its_mass_and_turns_its_inertia) {
  using T = TypeParam;
  Random random(20);
  const Cone<T> cone{T(1), T(2)};
  for (int i = 0; i < 5; ++i) {
    const Pose<T> pose = laws::random_pose<T>(random);
    const Pose<Real> x = pose.template cast<Real>();
    const MassProperties<T> m = mass_properties(transformed(cone, pose));
    const MassProperties<Real> still = mass_properties(cast<Real>(cone));
    const MassProperties<Real> expected{still.volume, x * still.centroid,
                                        x.rotation * still.inertia * transpose(x.rotation), 0};
    expect_mass_near(m, expected, Real(m.relative_error), Real(bounding_radius(cone)));
  }
}

TYPED_TEST(MassTest, flat_composites_have_no_volume) {
  using T = TypeParam;
  const auto sheet = minkowski_sum(Disc<T>{T(1)}, Rectangle<T>{{T(1), T(2)}});
  EXPECT_EQ(mass_properties(sheet).volume, T(0));
  const MassProperties<T> tilted = mass_properties(transformed(sheet, rotation(Vec3<T>{T(1), T(2), T(3)}, T(1))));
  EXPECT_EQ(tilted.volume, T(0)) << "to rounding";
  EXPECT_EQ(tilted.centroid, Vec3<T>{});
  const MassProperties<T> needle = mass_by_quadrature(Box<T>{{T(1), T(1e-5), T(1e-5)}});
  EXPECT_NEAR(needle.volume, T(8e-10), T(1e-12)) << "thin, but not flat";
}

}  // namespace
}  // namespace tactus
