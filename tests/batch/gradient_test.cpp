// SPDX-License-Identifier: MIT
// Gradients as a field of batches: those of the single pair, bit by bit for the same contact.
#include <tests/batch/batch_scene.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

const std::vector<BatchKind> all_kinds = {BatchKind::sphere,   BatchKind::capsule,    BatchKind::box,
                                          BatchKind::cylinder, BatchKind::ellipsoid,  BatchKind::hull_8,
                                          BatchKind::hull_32,  BatchKind::half_space, BatchKind::frustum};

template <class T> struct Derived {
  std::vector<Contact<T>> contact;
  std::vector<ByPoses<Gradient<T>>> gradient;
  std::vector<Derivative<T>> derivative;
  explicit Derived(std::size_t n) : contact(n), gradient(n), derivative(n) {
    const Vec3<T> poison{T(-77), T(-77), T(-77)};
    for (auto& g : gradient) g = {{poison, poison}, {poison, poison}};
    for (auto& d : derivative) d.status = static_cast<DerivativeStatus>(0xee);
  }
  batch::Answers<T> answers() { return {.contact = contact, .gradient = gradient, .derivative = derivative}; }
};
template <class T> bool same(const Derivative<T>& x, const Derivative<T>& y) {
  return x.status == y.status && x.distance == y.distance && x.normal == y.normal && x.point_a == y.point_a &&
         x.point_b == y.point_b;
}

template <class T> class BatchGradients : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BatchGradients, Scalars);

TYPED_TEST(BatchGradients, AreThoseOfTheContact) {
  using T = TypeParam;
  BatchScene<T> s(31, all_kinds, all_kinds, static_cast<std::size_t>(test_size(3000)), 3.0);
  s.poses_a[7].translation.x = infinity<T>;
  Derived<T> all(s.size());
  batch::contact(s.a(), s.b(), batch::one_by_one(s.size()), all.answers());
  std::size_t smooth = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (!is_finite(all.contact[k].distance)) {  // two half-spaces overlap without bound
      EXPECT_EQ(all.derivative[k].status, DerivativeStatus::invalid);
      EXPECT_EQ(all.gradient[k], (ByPoses<Gradient<T>>{}));
      continue;
    }
    const Derivative<T> d = contact_derivative(all.contact[k], s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    EXPECT_TRUE(same(all.derivative[k], d)) << k << ": " << all.derivative[k].status << ' ' << d.status << '\n'
                                            << s.reproduced(k);
    EXPECT_EQ(all.gradient[k], distance_derivative(all.contact[k], s.poses_a[k], s.poses_b[k])) << k;
    smooth += d.status == DerivativeStatus::smooth;
  }
  EXPECT_EQ(all.derivative[7].status, DerivativeStatus::invalid);
  EXPECT_GT(smooth, s.size() / 3);
}

/// Where the distance is smooth, a contact other than the single query's leads to the same derivative, to its accuracy.
TYPED_TEST(BatchGradients, AgreeWithTheSingleQuery) {
  using T = TypeParam;
  const BatchScene<T> s(32, all_kinds, all_kinds, static_cast<std::size_t>(test_size(3000)), 4.0);
  Derived<T> all(s.size());
  batch::distance(s.a(), s.b(), batch::one_by_one(s.size()), all.answers());
  std::size_t compared = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const Contact<T> c = distance(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    if (c.status == Status::overlapping) {  // not measured
      EXPECT_EQ(all.derivative[k].status, DerivativeStatus::invalid);
      EXPECT_EQ(all.gradient[k], (ByPoses<Gradient<T>>{}));
      continue;
    }
    const Derivative<T> d = contact_derivative(c, s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    if (d.status != DerivativeStatus::smooth || all.derivative[k].status != d.status || c.distance < T(0.05)) continue;
    ++compared;
    const T arm = norm(c.point_b - s.poses_b[k].translation) + T(1), allowed = T(sizeof(T) == 4 ? 2e-2 : 1e-3) * arm;
    EXPECT_LE(norm(all.derivative[k].distance.by_b.linear - d.distance.by_b.linear), allowed) << s.reproduced(k);
    EXPECT_LE(norm(all.derivative[k].distance.by_b.angular - d.distance.by_b.angular), allowed) << s.reproduced(k);
  }
  EXPECT_GT(compared, s.size() / 4);
}

TYPED_TEST(BatchGradients, AreNotWhatIntersectsAnswers) {
  using T = TypeParam;
  const BatchScene<T> s(33, {BatchKind::box}, {BatchKind::box}, 5);
  Derived<T> all(5);
  EXPECT_THROW(batch::intersects(s.a(), s.b(), batch::one_by_one(5), batch::Answers<T>{.gradient = all.gradient}),
               std::invalid_argument);
  std::vector<Derivative<T>> few(4);
  EXPECT_THROW(batch::contact(s.a(), s.b(), batch::one_by_one(5), batch::Answers<T>{.derivative = few}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tactus::testing
