// SPDX-License-Identifier: MIT
/// Boxes on boxes of any size and turn that touch to the last digit.
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

template <Scalar T> class TouchingBoxes : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TouchingBoxes, Scalars);

/// Which side of a touch the last digit falls on is nobody's business: with a cache and without, in one pass or made of
/// a contact that is given, a manifold has the points that the contact promises.
TYPED_TEST(TouchingBoxes, HaveTheirPoints) {
  using T = TypeParam;
  int touching = 0;
  for (int i = 1; i <= 20; ++i) {
    for (int j = 1; j <= 20; ++j) {
      for (int k = 0; k < 12; ++k) {
        const T p = T(i) * T(0.05L), q = T(j) * T(0.05L);
        const Shape<T> a = Box<T>{{p, p, p}}, b = Box<T>{{q, q, q}};
        const Pose<T> x = translation(T(0), T(0), p + q) * rotation_z(T(k) * T(0.1L));
        PairCache<T> cache;
        const Contact<T> c = narrow::contact(a, b, x, Options<T>{}, &cache);
        if (c.status != Status::overlapping) continue;
        ++touching;
        Manifold<T> given;
        make_manifold(given, a, b, x, c, T(0));
        const Manifold<T> own = contact_manifold(a, b, x),
                          cached = contact_manifold(a, b, x, {.max_distance = T(0)}, &cache);
        ASSERT_GE(given.count, 4) << x;
        ASSERT_EQ(own.count, given.count) << x;
        ASSERT_EQ(cached.count, given.count) << x;
      }
    }
  }
  EXPECT_GT(touching, 2000);
}

}  // namespace
}  // namespace tactus
