// SPDX-License-Identifier: MIT
#include <tactus/math/aabb.h>

#include "typed.h"

namespace tactus {
namespace {

using Box = Aabb<double>;

constexpr Box none{}, cube{{0, 0, 0}, {1, 1, 1}}, brick{{1, 0, 0}, {3, 2, 4}};
static_assert(none.empty() && !cube.empty() && volume(none) == 0 && surface_area(none) == 0);
static_assert(merged(none, cube) == cube && merged(cube, none) == cube && merged(none, Vec3<double>{}).max.x == 0);
static_assert(merged(cube, brick) == Box{{0, 0, 0}, {3, 2, 4}});
static_assert(overlaps(cube, brick) && overlaps(brick, cube), "touching counts");
static_assert(!overlaps(cube, none) && !overlaps(none, none) && !overlaps(cube, expanded(brick, -0.25)));
static_assert(contains(cube, Vec3<double>{1, 0, 0.5}) && !contains(cube, Vec3<double>{1, 0, 1.5}));
static_assert(contains(merged(cube, brick), cube) && !contains(cube, brick) && contains(cube, cube));
static_assert(volume(brick) == 16 && surface_area(brick) == 40 && brick.center() == Vec3<double>{2, 1, 2});
static_assert(brick.half() == Vec3<double>{1, 1, 2} && expanded(none, 1).empty() && brick.cast<float>().max.z == 4.0F);

template <class T> using AabbTest = testing::Typed<T>;
TYPED_TEST_SUITE(AabbTest, testing::Reals);

TYPED_TEST(AabbTest, TheMergeOfPointsHoldsThemAll) {
  using T = TypeParam;
  Aabb<T> box;
  Vec3<T> points[100];
  for (Vec3<T>& p : points) box = merged(box, p = this->vector());
  for (const Vec3<T>& p : points) EXPECT_TRUE(contains(box, p));
  EXPECT_TRUE(contains(expanded(box, T(0.5)), box));
}

TYPED_TEST(AabbTest, OverlapIsDecidedAxisByAxis) {
  using T = TypeParam;
  const Aabb<T> box{{-1, -1, -1}, {1, 1, 1}};
  for (int i = 0; i < 3; ++i) {
    for (const T side : {T(-1), T(1)}) {
      for (const T shift : {T(1.5L), T(2), T(2.5L)}) {
        Vec3<T> d;
        d[i] = side * shift;
        const Aabb<T> moved{box.min + d, box.max + d};
        EXPECT_EQ(overlaps(box, moved), shift <= T(2)) << d;
        EXPECT_EQ(overlaps(moved, box), shift <= T(2)) << d;
      }
    }
  }
}

TYPED_TEST(AabbTest, FlatBoxesAreNotEmpty) {
  using T = TypeParam;
  const Aabb<T> flat{{0, 0, 0}, {1, 2, 0}};
  EXPECT_FALSE(flat.empty());
  EXPECT_EQ(volume(flat), T(0));
  EXPECT_EQ(surface_area(flat), T(4));
  EXPECT_TRUE((Aabb<T>{{0, 0, std::numeric_limits<T>::quiet_NaN()}, {1, 1, 1}}.empty()));
}

TYPED_TEST(AabbTest, Prints) {
  EXPECT_EQ(testing::printed(Aabb<TypeParam>{{0, 1, 2}, {3, 4, 5}}), "Aabb{.min = (0, 1, 2), .max = (3, 4, 5)}");
}

}  // namespace
}  // namespace tactus
