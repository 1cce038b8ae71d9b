// SPDX-License-Identifier: MIT
// What the queries of a pair say to input that makes no sense: `invalid` where the answer has a status, an exception
// that names the culprit where the answer has no status (docs/contract.md, Input).
#include <tactus/tactus.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace tactus {
namespace {

template <class T> struct BadInput : ::testing::Test {
  static constexpr T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();

  static std::vector<Shape<T>> shapes() {
    const std::vector<Vec3<T>> corners{
        {T(1), T(0), T(0)}, {T(-1), T(1), T(0)}, {T(-1), T(-1), T(0)}, {T(0), T(0), T(1)}};
    return {Box<T>{{T(1), T(1), T(1)}},
            Hull<T>::from_points(corners),
            Ellipsoid<T>{{T(1), T(0.5), T(0.7)}},
            Sphere<T>{T(1)},
            Capsule<T>{T(0.5), T(1)},
            Cone<T>{T(1), T(1)},
            Frustum<T>{{T(1), T(1)}, {T(0.5), T(0.5)}, T(1)},
            HalfSpace<T>{},
            Point<T>{}};
  }
  static std::vector<Options<T>> options() {
    constexpr int least = std::numeric_limits<int>::min();
    return {{.tolerance = nan},     {.tolerance = inf},     {.tolerance = T(-1e-6)},
            {.tolerance = T(2)},    {.max_distance = nan},  {.max_distance = T(-1)},
            {.max_distance = -inf}, {.max_iterations = -1}, {.max_iterations = least}};
  }
  static std::vector<Pose<T>> poses() {
    Pose<T> turned, sheared, mirrored, flat;
    turned.rotation(0, 1) = nan;
    sheared.rotation(0, 1) = T(0.01);
    mirrored.rotation(2, 2) = T(-1);
    flat.rotation = Mat3<T>::diagonal({T(0), T(0), T(0)});
    return {translation(nan, T(0), T(0)), translation(T(0), inf, T(0)), turned, sheared, mirrored, flat};
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BadInput, Scalars);

/// The message that a call throws; empty if it throws nothing.
template <class F> std::string complaint(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

template <class T> void expect_unknown(const Contact<T>& c) {
  EXPECT_EQ(c.status, Status::invalid);
  EXPECT_FALSE(c.touching());
  EXPECT_TRUE(std::isnan(c.distance));
  EXPECT_NEAR(double(norm(c.normal)), 1, 1e-6);
}

TYPED_TEST(BadInput, OptionsThatMakeNoSenseAreInvalid) {
  using T = TypeParam;
  const Motion<T> still{}, falling{.start = translation(T(0), T(0), T(5)), .velocity = {T(0), T(0), T(-10)}};
  for (const Shape<T>& a : this->shapes())
    for (const Shape<T>& b : this->shapes())
      for (const Options<T>& bad : this->options()) {
        SCOPED_TRACE(::testing::Message() << a << " and " << b << ", " << bad);
        const Pose<T> here{}, there = translation(T(0.5), T(0.25), T(0.75));
        expect_unknown(contact(a, here, b, there, bad));
        expect_unknown(distance(a, here, b, there, bad));
        EXPECT_EQ(manifold(a, here, b, there, bad).status, Status::invalid);
        EXPECT_EQ(time_of_impact(a, falling, b, still, bad).status, MotionStatus::invalid);
        EXPECT_EQ(shape_cast(a, here, {T(1), T(0), T(0)}, b, there, bad).status, MotionStatus::invalid);
        for (const std::string& said : {complaint([&] { return intersects(a, here, b, there, bad); }),
                                        complaint([&] { return contact_center(a, here, b, there, bad); })})
          EXPECT_NE(said.find("Options{.tolerance = "), std::string::npos) << said;
      }
}

TYPED_TEST(BadInput, TheLimitsOfOptionsAreValid) {
  using T = TypeParam;
  const Options<T> good[] = {{.tolerance = T(0)},    {.tolerance = T(1)},
                             {.max_distance = T(0)}, {.max_distance = this->inf},
                             {.max_iterations = 0},  {.max_iterations = std::numeric_limits<int>::max()}};
  for (const Shape<T>& a : this->shapes())
    for (const Shape<T>& b : this->shapes())
      for (const Options<T>& options : good) {
        SCOPED_TRACE(::testing::Message() << a << " and " << b << ", " << options);
        const Pose<T> there = translation(T(0.5), T(0.25), T(0.75));
        const Contact<T> c = contact(a, Pose<T>{}, b, there, options), full = contact(a, Pose<T>{}, b, there);
        EXPECT_NE(c.status, Status::invalid);
        EXPECT_LE(c.lower, full.upper);
        EXPECT_GE(c.upper, full.lower);
        if (options.max_iterations == 0) continue;
        EXPECT_EQ(intersects(a, Pose<T>{}, b, there, options), full.touching());
      }
}

// A cap may be as large as an int: nothing may overflow by multiplying it.
TYPED_TEST(BadInput, ALargeCapIsNoSmallOne) {
  using T = TypeParam;
  const Shape<T> a = Ellipsoid<T>{{T(1), T(0.5), T(0.7)}}, b = Ellipsoid<T>{{T(0.4), T(0.9), T(0.6)}};
  const Pose<T> there = translation(T(0.3), T(0.2), T(0.1)) * rotation_x(T(0.5));
  const Contact<T> usual = contact(a, Pose<T>{}, b, there);
  for (const int cap : {std::numeric_limits<int>::max() / 4 + 1, std::numeric_limits<int>::max()}) {
    const Contact<T> c = contact(a, Pose<T>{}, b, there, {.max_iterations = cap});
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_EQ(c.distance, usual.distance);
    EXPECT_EQ(c.upper, usual.upper);
  }
}

TYPED_TEST(BadInput, PosesThatAreNoRigidMotions) {
  using T = TypeParam;
  for (const Shape<T>& a : this->shapes())
    for (const Shape<T>& b : this->shapes())
      for (const Pose<T>& bad : this->poses())
        for (const bool first : {true, false}) {
          SCOPED_TRACE(::testing::Message() << a << " and " << b << ", " << bad);
          const Pose<T> pose_a = first ? bad : Pose<T>{}, pose_b = first ? Pose<T>{} : bad;
          expect_unknown(contact(a, pose_a, b, pose_b));
          expect_unknown(distance(a, pose_a, b, pose_b));
          EXPECT_EQ(manifold(a, pose_a, b, pose_b).status, Status::invalid);
          for (const std::string& said : {complaint([&] { return intersects(a, pose_a, b, pose_b); }),
                                          complaint([&] { return contact_center(a, pose_a, b, pose_b); })}) {
            EXPECT_NE(said.find(first ? "pose_a" : "pose_b"), std::string::npos) << said;
            EXPECT_NE(said.find("Pose{.rotation = "), std::string::npos) << said;
          }
        }
}

TYPED_TEST(BadInput, OfQueriesOfOneShape) {
  using T = TypeParam;
  const Vec3<T> nowhere{this->nan, T(0), T(0)};
  for (const Shape<T>& s : this->shapes()) {
    SCOPED_TRACE(::testing::Message() << s);
    expect_unknown(closest_point(s, Pose<T>{}, nowhere));
    const auto expect_named = [&](const std::string& said, const char* argument) {
      EXPECT_TRUE(said.starts_with("contains: ")) << said;
      EXPECT_NE(said.find(argument), std::string::npos) << said;
    };
    for (const Vec3<T>& bad : {nowhere, Vec3<T>{T(0), T(0), this->inf}})
      expect_named(complaint([&] { return contains(s, Pose<T>{}, bad); }), "point = ");
    for (const Options<T>& bad : this->options())
      expect_named(complaint([&] { return contains(s, Pose<T>{}, {}, bad); }), "Options{.tolerance = ");
    for (const Pose<T>& bad : this->poses()) {
      expect_unknown(closest_point(s, bad, {}));
      expect_named(complaint([&] { return contains(s, bad, {}); }), "pose = Pose{.rotation = ");
      EXPECT_EQ(ray_cast(s, bad, {}, {T(1), T(0), T(0)}).status, MotionStatus::invalid);
      if (!s.bounded()) continue;
      EXPECT_NE(complaint([&] { return separation_along(s, bad, s, Pose<T>{}, {T(1), T(0), T(0)}); }), "");
    }
    if (!s.bounded()) continue;
    for (const Vec3<T>& direction : {nowhere, Vec3<T>{}, Vec3<T>{this->inf, T(0), T(0)}}) {
      const std::string said = complaint([&] { return separation_along(s, Pose<T>{}, s, Pose<T>{}, direction); });
      EXPECT_NE(said.find("direction"), std::string::npos) << said;
    }
    EXPECT_EQ(ray_cast(s, Pose<T>{}, nowhere, {T(1), T(0), T(0)}).status, MotionStatus::invalid);
    EXPECT_EQ(ray_cast(s, Pose<T>{}, {}, {T(1), T(0), T(0)}, this->nan).status, MotionStatus::invalid);
  }
}

TYPED_TEST(BadInput, BisectionNeedsSteps) {
  using T = TypeParam;
  const Shape<T> ball = Sphere<T>{T(1)};
  const Motion<T> still{}, passing{.start = translation(T(0), T(0), T(5)), .velocity = {T(0), T(0), T(-10)}};
  for (const int substeps : {0, -1, std::numeric_limits<int>::min()})
    EXPECT_EQ(bisection::time_of_impact(ball, passing, ball, still, substeps).status, MotionStatus::invalid);
  for (const Options<T>& bad : this->options())
    EXPECT_EQ(bisection::time_of_impact(ball, passing, ball, still, 10, bad).status, MotionStatus::invalid);
}

// The meaning of touching(): false beyond max_distance, and false for NaN.
TYPED_TEST(BadInput, BeyondMaxIsNotTouching) {
  using T = TypeParam;
  int beyond = 0;
  for (const Shape<T>& a : this->shapes())
    for (const Shape<T>& b : this->shapes())
      for (const T limit : {T(0), T(1e-3), T(1)})
        for (const T height : {T(-9), T(3), T(4), T(9)}) {
          const Contact<T> c = contact(a, Pose<T>{}, b, translation(T(0), T(0), height), {.max_distance = limit});
          if (c.status != Status::beyond_max) continue;
          ++beyond;
          EXPECT_FALSE(c.touching()) << a << " and " << b << ": " << c;
          EXPECT_GT(c.distance, T(0)) << a << " and " << b << ": " << c;
          EXPECT_GT(c.lower, T(0)) << a << " and " << b << ": " << c;
        }
  EXPECT_GT(beyond, 300);
}

// The length of the normal has no meaning: the same half-space for any multiple of its numbers, within the scalar's
// range.
TYPED_TEST(BadInput, HalfSpacesOfAnyLengthOfNormal) {
  using T = TypeParam;
  const Vec3<T> n{T(0.6), T(0), T(0.8)};
  const Shape<T> box = Box<T>{{T(1), T(1), T(1)}}, plain = HalfSpace<T>{n, T(0.5)};
  const Pose<T> there = translation(T(0), T(0), T(3));
  const Contact<T> wanted = contact(plain, Pose<T>{}, box, there);
  const Motion<T> falling{.start = there, .velocity = {T(0), T(0), T(-10)}}, still{};
  int lengths = 0;
  for (int e = std::numeric_limits<T>::min_exponent + 8; e < std::numeric_limits<T>::max_exponent - 4;
       e += 5, ++lengths) {
    const T k = std::ldexp(T(1), e);
    const Shape<T> scaled = HalfSpace<T>{n * k, T(0.5) * k};
    const Contact<T> c = contact(scaled, Pose<T>{}, box, there), back = contact(box, there, scaled, Pose<T>{});
    const auto near = [&](T x, T y) { EXPECT_NEAR(double(x), double(y), 64 * double(unit_roundoff<T>)) << scaled; };
    near(c.distance, wanted.distance);
    near(norm(c.normal - wanted.normal), T(0));
    near(back.distance, wanted.distance);
    near(ray_cast(scaled, Pose<T>{}, {T(0), T(0), T(9)}, {T(0), T(0), T(-1)}).t,
         ray_cast(plain, Pose<T>{}, {T(0), T(0), T(9)}, {T(0), T(0), T(-1)}).t);
    near(time_of_impact(scaled, still, box, falling).time, time_of_impact(plain, still, box, falling).time);
    const Shape<T> facing = HalfSpace<T>{-n, T(-1)};
    near(contact(scaled, Pose<T>{}, facing, Pose<T>{}).distance, contact(plain, Pose<T>{}, facing, Pose<T>{}).distance);
  }
  EXPECT_GT(lengths, 30);
  const std::string said = complaint([&] {
    return Shape<T>(HalfSpace<T>{n * std::numeric_limits<T>::min(), std::numeric_limits<T>::max()});
  });
  EXPECT_NE(said.find("offset"), std::string::npos) << said;
}

}  // namespace
}  // namespace tactus
