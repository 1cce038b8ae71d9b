// SPDX-License-Identifier: MIT
// Bodies within rounding of touching: if a first bound leaves the answer open, a better one decides, the same in all
// queries.
#include <tactus/narrow/default.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <iostream>

namespace tactus::testing {
namespace {

template <class T> struct NearTouch : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(NearTouch, Scalars);

/// Half a kilometre each way, about a metre thick. The first one is a box.
const std::vector<Shape<double>>& grounds() {
  static const std::vector<Shape<double>> all = [] {
    std::vector<Vec3<double>> corners;
    for (const double x : {-500.0, 500.0})
      for (const double y : {-500.0, 500.0})
        for (const double z : {-0.5, 0.5}) corners.push_back({x, y, z});
    return std::vector<Shape<double>>{Box<double>{{500, 500, 0.5}}, Hull<double>::from_points(corners),
                                      Frustum<double>{{500, 500}, {500, 500}, 0.5},
                                      RoundBox<double>{{499, 499, 0.25}, 0.25}, Cylinder<double>{500, 0.5}};
  }();
  return all;
}

template <Scalar T> struct Hovering {
  Shape<T> ground, body;
  Pose<T> x;
  T rounding;

  /// A body just over or just under the surface, by a thousandth of the rounding and more.
  Hovering(Random& random, const Shape<double>& g, Family family)
      : ground(g.cast<T>()), body(random_shape(random, family).cast<T>()) {
    const Quat<double> q = random.rotation();
    x = from_quaternion(q, {random.uniform(-300, 300), random.uniform(-300, 300), 0}).template cast<T>();
    rounding = MinkowskiPair<Shape<T>, Shape<T>, T>(ground, body, x).rounding();
    const Vec3<T> lowest = x.rotation * body.support(transposed_times(x.rotation, Vec3<T>{T(0), T(0), T(-1)}));
    const double size = std::pow(10.0, random.uniform(-3, 0)), height = random.below(2) ? size : -size;
    x.translation.z = T(0.5) + T(height) * rounding - lowest.z + body.radius();
  }
};

/// Boxes over a box are right to the last digit. The support points of the others have their own rounding: 1 % may be
/// wrong by that much, more over a round ground, whose support points lie 500 units away. `distance` of curved shapes
/// may be off by its tolerance, here far more than the gap; for all others it agrees with `intersects`.
TYPED_TEST(NearTouch, ABodyThatHoversOverAHugeGroundDoesNotTouchIt) {
  using T = TypeParam;
  using Wide = std::conditional_t<std::same_as<T, float>, double, long double>;
  Random random(1000);
  int apart = 0, wrong = 0, wrong_boxes = 0, on_flat = 0, all = 0;
  for (int i = 0; i < test_size(4000); ++i) {
    const auto which = static_cast<std::size_t>(random.below(static_cast<int>(grounds().size())));
    const bool any = random.below(3) != 0;
    const Family family = any ? static_cast<Family>(random.below(static_cast<int>(Family::mixed))) : Family::box;
    const Hovering<T> h(random, grounds()[which], family);
    const bool hit = narrow::intersects(h.ground, h.body, h.x);
    const auto truth = narrow::contact(h.ground.template cast<Wide>(), h.body.template cast<Wide>(),
                                       h.x.template cast<Wide>(), {.tolerance = Wide(1e-12) * default_tolerance<Wide>});
    if (h.ground.polytope() && h.body.polytope()) {
      EXPECT_EQ(hit, narrow::distance(h.ground, h.body, h.x).touching()) << h.ground << h.body << h.x;
      EXPECT_EQ(narrow::intersects(h.body, h.x, h.ground, Pose<T>{}),
                narrow::distance(h.body, h.x, h.ground, Pose<T>{}).touching());
    }
    const bool is_wrong = hit != truth.touching(), is_flat = h.ground.kind() != ShapeKind::cylinder;
    EXPECT_TRUE(!is_wrong || abs(truth.distance) <= Wide(h.rounding)) << truth.distance << h.ground << h.body;
    apart += !truth.touching(), ++all;
    on_flat += is_flat, wrong += is_wrong && is_flat;
    wrong_boxes += is_wrong && which == 0 && family == Family::box;
  }
  std::cout << wrong << " of " << on_flat << " wrong\n";
  EXPECT_GT(apart, 0.3 * all);
  EXPECT_LT(apart, 0.7 * all);
  EXPECT_EQ(wrong_boxes, 0);
  EXPECT_LE(wrong, 0.01 * on_flat);
}

}  // namespace
}  // namespace tactus::testing
