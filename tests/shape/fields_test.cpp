// SPDX-License-Identifier: MIT
#include <tactus/shape/fields.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class FieldsTest : public ::testing::Test {
 protected:
  static constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  static constexpr T inf = std::numeric_limits<T>::infinity();

  /// The error message when the shape becomes a Shape; empty if it is valid.
  template <class S> static std::string complaint(const S& s) {
    try {
      const Shape<T> shape = s;
      return "";
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  }
};
TYPED_TEST_SUITE(FieldsTest, laws::Scalars);

TYPED_TEST(FieldsTest, negative_sizes_are_named) {
  using T = TypeParam;
  const std::string demand = ": sizes must be finite and not negative";
  EXPECT_EQ(this->complaint(Sphere<T>{T(-1)}), "Sphere.radius is -1" + demand);
  EXPECT_EQ(this->complaint(Segment<T>{T(-2)}), "Segment.half_height is -2" + demand);
  EXPECT_EQ(this->complaint(Rectangle<T>{{T(1), T(-2)}}), "Rectangle.half.y is -2" + demand);
  EXPECT_EQ(this->complaint(Disc<T>{T(-1)}), "Disc.radius is -1" + demand);
  EXPECT_EQ(this->complaint(Ellipse<T>{{T(-1), T(1)}}), "Ellipse.radii.x is -1" + demand);
  EXPECT_EQ(this->complaint(Box<T>{{T(1), T(1), T(-3)}}), "Box.half.z is -3" + demand);
  EXPECT_EQ(this->complaint(Ellipsoid<T>{{T(1), T(-1), T(1)}}), "Ellipsoid.radii.y is -1" + demand);
  EXPECT_EQ(this->complaint(Cylinder<T>{T(1), T(-1)}), "Cylinder.half_height is -1" + demand);
  EXPECT_EQ(this->complaint(Cone<T>{T(-1), T(1)}), "Cone.radius is -1" + demand);
  EXPECT_EQ(this->complaint(Frustum<T>{{T(1), T(1)}, {T(1), T(-1)}, T(1)}), "Frustum.top.y is -1" + demand);
  EXPECT_EQ(this->complaint(ConicalFrustum<T>{T(1), T(-1), T(1)}), "ConicalFrustum.top_radius is -1" + demand);
  EXPECT_EQ(this->complaint(Capsule<T>{T(-1), T(1)}), "Capsule.radius is -1" + demand);
  EXPECT_EQ(this->complaint(Lozenge<T>{{T(1), T(1)}, T(-1)}), "Lozenge.radius is -1" + demand);
  EXPECT_EQ(this->complaint(RoundBox<T>{{T(1), T(1), T(1)}, T(-1)}), "RoundBox.radius is -1" + demand);
  EXPECT_EQ(this->complaint(Wheel<T>{T(1), T(-1)}), "Wheel.rounding is -1" + demand);
  EXPECT_EQ(this->complaint(Superquadric<T>{{T(1), T(1), T(-1)}, T(1), T(1)}), "Superquadric.radii.z is -1" + demand);
}

TYPED_TEST(FieldsTest, nan_sizes_are_named) {
  using T = TypeParam;
  EXPECT_EQ(this->complaint(Sphere<T>{this->nan}), "Sphere.radius is nan: sizes must be finite and not negative");
  EXPECT_EQ(this->complaint(Box<T>{{T(1), this->nan, T(1)}}),
            "Box.half.y is nan: sizes must be finite and not negative");
}

TYPED_TEST(FieldsTest, infinite_sizes_are_named) {
  using T = TypeParam;
  EXPECT_EQ(this->complaint(Cylinder<T>{this->inf, T(1)}),
            "Cylinder.radius is inf: sizes must be finite and not negative");
}

TYPED_TEST(FieldsTest, positions_must_be_finite) {
  using T = TypeParam;
  EXPECT_EQ(this->complaint(Point<T>{{this->nan, T(0), T(0)}}), "Point.position.x is nan: positions must be finite");
  EXPECT_EQ(this->complaint(Triangle<T>{{}, {}, {T(0), T(0), -this->inf}}),
            "Triangle.c.z is -inf: positions must be finite");
  EXPECT_EQ(this->complaint(HalfSpace<T>{{T(0), this->inf, T(1)}, T(0)}),
            "HalfSpace.normal.y is inf: positions must be finite");
  EXPECT_EQ(this->complaint(HalfSpace<T>{{T(0), T(0), T(1)}, this->nan}),
            "HalfSpace.offset is nan: positions must be finite");
}

TYPED_TEST(FieldsTest, exponents_must_be_above_0_and_at_most_2) {
  using T = TypeParam;
  const Vec3<T> radii{T(1), T(1), T(1)};
  const std::string demand = ": exponents must be above 0 and at most 2";
  EXPECT_EQ(this->complaint(Superquadric<T>{radii, T(0), T(1)}), "Superquadric.e1 is 0" + demand);
  EXPECT_EQ(this->complaint(Superquadric<T>{radii, T(-1), T(1)}), "Superquadric.e1 is -1" + demand);
  EXPECT_EQ(this->complaint(Superquadric<T>{radii, T(1), T(2.5)}), "Superquadric.e2 is 2.5" + demand);
  EXPECT_EQ(this->complaint(Superquadric<T>{radii, T(1), this->nan}), "Superquadric.e2 is nan" + demand);
  EXPECT_EQ(this->complaint(Superquadric<T>{radii, T(2), T(2)}), "");
}

TYPED_TEST(FieldsTest, an_extent_beyond_the_scalar_is_refused) {
  using T = TypeParam;
  const std::string message = this->complaint(Box<T>{{std::numeric_limits<T>::max(), T(1), T(1)}});
  EXPECT_NE(message.find("Box{.half = ("), std::string::npos) << message;
  EXPECT_NE(message.find("its extent leaves the range of the scalar"), std::string::npos) << message;
}

TYPED_TEST(FieldsTest, zero_sizes_are_legal) {
  using T = TypeParam;
  for (const std::string& message :
       {this->complaint(Point<T>{}), this->complaint(Segment<T>{}), this->complaint(Triangle<T>{}),
        this->complaint(Rectangle<T>{}), this->complaint(Disc<T>{}), this->complaint(Ellipse<T>{}),
        this->complaint(Box<T>{}), this->complaint(Ellipsoid<T>{}), this->complaint(Cylinder<T>{}),
        this->complaint(Cone<T>{}), this->complaint(Frustum<T>{}), this->complaint(ConicalFrustum<T>{}),
        this->complaint(Superquadric<T>{}), this->complaint(Sphere<T>{}), this->complaint(Capsule<T>{}),
        this->complaint(Lozenge<T>{}), this->complaint(RoundBox<T>{}), this->complaint(Wheel<T>{})})
    EXPECT_EQ(message, "");
}

TYPED_TEST(FieldsTest, shapes_print_as_one_would_write_them) {
  using T = TypeParam;
  std::ostringstream text;
  text << Capsule<T>{T(0.5), T(1)} << ' ' << Lozenge<T>{{T(1), T(2)}, T(0.25)} << ' '
       << Superquadric<T>{{T(1), T(2), T(3)}, T(1), T(2)};
  EXPECT_EQ(text.str(),
            "Capsule{.radius = 0.5, .half_height = 1} Lozenge{.half = (1, 2), .radius = 0.25} "
            "Superquadric{.radii = (1, 2, 3), .e1 = 1, .e2 = 2}");
}

TYPED_TEST(FieldsTest, shapes_are_cast_field_by_field) {
  using T = TypeParam;
  const Frustum<T> s{{T(2), T(1)}, {T(1), T(0.5)}, T(0.1)};
  const Frustum<long double> wide = cast<long double>(s);
  EXPECT_EQ(wide.half_height, static_cast<long double>(s.half_height));
  EXPECT_EQ(cast<T>(wide), s) << "there and back again";
  EXPECT_EQ(cast<float>(Sphere<T>{T(0.1)}).radius, 0.1f);
}

TYPED_TEST(FieldsTest, every_field_is_visited_in_order) {
  using T = TypeParam;
  std::string names;
  for_each_field(RoundBox<T>{}, [&](const auto& field, const auto&) { names += std::string(field.name) + ' '; });
  EXPECT_EQ(names, "half radius ");
}

}  // namespace
}  // namespace tactus
