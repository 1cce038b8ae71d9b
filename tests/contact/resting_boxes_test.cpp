/// Boxes that rest are answered from their memory by code of their own: it gives what all others do, to rounding.
#include <tactus/contact/manifold.h>
#include <tactus/narrow/default.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;

template <class T> struct RestingBoxes : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RestingBoxes, Scalars);

template <Scalar T> Pose<T> turned(int i) {  // by quarters: each face of a box comes to lie up
  return Pose<double>(i < 4 ? rotation_x(pi<double> / 2 * i) : rotation_y(pi<double> / 2 * (2 * i - 9)))
      .template cast<T>();
}

/// Face on face, on any two faces, tilted.
template <Scalar T> Pose<T> at_rest(Random& r, const Box<T>& a, const Box<T>& b) {
  const Pose<T> up_a = turned<T>(r.below(6)), up_b = turned<T>(r.below(6));
  const T height = abs(up_a.rotation * a.half).z + abs(up_b.rotation * b.half).z;
  const auto uniform = [&](double low, double high) { return T(r.uniform(low, high)); };
  const Pose<T> tilted = translation(uniform(-.3, .3), uniform(-.3, .3), height - uniform(1e-3, 1e-2)) *
                         rotation_z(uniform(0, 6)) *
                         rotation(r.direction().template cast<T>(), T(std::pow(10, r.uniform(-5, -1.5))));
  return inverse(up_a) * tilted * up_b;
}

TYPED_TEST(RestingBoxes, AreWhatTheyAreWithoutAMemory) {
  using T = TypeParam;
  Random r(8);
  const auto half = [&] { return T(r.uniform(.3, 1)); };
  const T rounding = 1e4 * unit_roundoff<T>;  // where sides cross at a small angle
  int all = 0, used = 0, other_ids = 0, some_dropped = 0, axes[4] = {0, 0, 0, 0};
  for (int i = 0; i < test_size(4000); ++i) {
    const Box<T> a{{half(), half(), half()}}, b{{half(), half(), half()}};
    const Pose<T> x = at_rest(r, a, b);
    const T max_distance = T(i % 2 ? 0 : 0.1);
    PairCache<T> cache;
    for (int k = 0; k < 2; ++k) contact_manifold<T>(a, b, x, {.max_distance = max_distance}, &cache);
    const Pose<T> moved = translation((r.direction() * 1e-5).template cast<T>()) * x;
    const Manifold<T> cold = contact_manifold<T>(a, b, moved, {.max_distance = max_distance}),
                      cached = contact_manifold<T>(a, b, moved, {.max_distance = max_distance}, &cache);
    ++all;
    if (!cache.manifold.used) continue;
    ++used, ++axes[static_cast<int>(cache.manifold.axis)];
    some_dropped += cached.count < cache.manifold.count;
    ASSERT_EQ(cold.status, cached.status);
    ASSERT_LE(distance(cold.normal, cached.normal), rounding) << i;
    if (!std::equal(cold.begin(), cold.end(), cached.begin(), cached.end(),
                    [](const auto& p, const auto& q) { return p.id == q.id; })) {
      ++other_ids;  // a corner held within its hysteresis, or a point at max_distance
      continue;
    }
    ASSERT_LE(distance(cold.representative, cached.representative), rounding) << i;
    for (int k = 0; k < cold.count; ++k) {
      const auto &p = cold.points[std::size_t(k)], &q = cached.points[std::size_t(k)];
      ASSERT_LE(distance(p.position, q.position), rounding) << i;
      ASSERT_NEAR(p.distance, q.distance, rounding) << i;
    }
  }
  EXPECT_GE(used, 0.6 * all);
  EXPECT_LE(other_ids, 0.002 * all);
  EXPECT_GE(some_dropped, 0.03 * used);
  for (const int axis : {1, 2, 3}) EXPECT_GE(axes[axis], 0.05 * used) << axis;
}

/// Which side of a touch the last digit falls on is nobody's business: with a cache and without, of its own contact or
/// of one that is given, a manifold has the points that the contact promises.
TYPED_TEST(RestingBoxes, ThatTouchToTheLastDigitHaveTheirPoints) {
  using T = TypeParam;
  int touching = 0;
  for (int i = 1; i <= 20; ++i)
    for (int j = 1; j <= 20; ++j)
      for (int k = 0; k < 12; ++k) {
        const T p = T(i) * T(0.05L), q = T(j) * T(0.05L);
        const Shape<T> a = Box<T>{{p, p, p}}, b = Box<T>{{q, q, q}};
        const Pose<T> x = translation(T(0), T(0), p + q) * rotation_z(T(k) * T(0.1L));
        PairCache<T> cache;
        const Contact<T> c = narrow::contact(a, b, x, Options<T>{}, &cache);
        if (c.status != Status::overlapping) continue;
        ++touching;
        const Manifold<T> cold = contact_manifold(a, b, x, c, T(0)),
                          own = contact_manifold(a, b, x, {.max_distance = T(0)});
        const Manifold<T> cached = contact_manifold(a, b, x, c, T(0), &cache);
        ASSERT_GE(cold.count, 4) << x;
        ASSERT_EQ(cached.count, cold.count) << x;
        ASSERT_EQ(own.count, cold.count) << x;
      }
  EXPECT_GT(touching, 2000);
}

}  // namespace
}  // namespace tactus
