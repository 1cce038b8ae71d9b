// SPDX-License-Identifier: MIT
// One kind of shape on each side, which lanes read straight from the caller's arrays: poses or quaternions, in order, in a
// list, or one for all, and on every instruction set the same bytes.
#include <tactus/math/rigid.h>
#include <tests/batch/all_fields.h>
#include <tests/batch/batch_scene.h>
#include <tests/batch/instruction_sets.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

/// A scene whose poses come from quaternions, which are kept.
template <class T> struct QuaternionScene {
  BatchScene<T> scene;
  std::vector<Vec3<T>> at_a, at_b;
  std::vector<Quat<T>> turned_a, turned_b;

  QuaternionScene(BatchKind kind_a, BatchKind kind_b, std::size_t pairs)
      : scene(std::uint64_t(300 + 100 * int(kind_a) + int(kind_b)), {kind_a}, {kind_b}, pairs) {
    for (std::size_t k = 0; k < pairs; ++k) {
      Pose<T>&a = scene.poses_a[k], &b = scene.poses_b[k];
      at_a.push_back(a.translation), at_b.push_back(b.translation);
      const T length = T(0.5) + T(k % 7);  // they need not be unit
      turned_a.push_back(to_quaternion(a) * length), turned_b.push_back(to_quaternion(b));
    }
    make_poses();
  }
  void make_poses() {
    for (std::size_t k = 0; k < scene.size(); ++k)
      scene.poses_a[k] = from_quaternion(turned_a[k], at_a[k]),
      scene.poses_b[k] = from_quaternion(turned_b[k], at_b[k]);
  }
  batch::Placed<T> a() const { return {scene.shapes_a, scene.shape_of_a, {at_a, turned_a}}; }
  batch::Placed<T> b() const { return {scene.shapes_b, scene.shape_of_b, {at_b, turned_b}}; }
};

/// What the three queries say, as bytes.
template <class T>
std::vector<std::byte> answered(const batch::Placed<T>& a, const batch::Placed<T>& b, const batch::Pairs& pairs) {
  AllFields<T> apart(pairs.count), deep(pairs.count), yes(pairs.count);
  batch::distance(a, b, pairs, apart.answers());
  batch::contact(a, b, pairs, deep.answers());
  batch::intersects(a, b, pairs, batch::Answers<T>{.touching = yes.touching, .status = yes.status});
  std::vector<std::byte> all = apart.bytes();
  for (const AllFields<T>* more : {&deep, &yes}) {
    const auto bytes = more->bytes();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

/// All pairs of kinds; with small samples, which are for the sanitizers, one in seven.
template <class F> void for_kinds(F&& f) {
  const int every = test_size(20) < 20 ? 7 : 1;
  for (int i = 0; i < batch_kinds * batch_kinds; i += every) f(BatchKind(i / batch_kinds), BatchKind(i % batch_kinds));
}

template <class T> class BatchForms : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BatchForms, Scalars);

TYPED_TEST(BatchForms, QuaternionsAreThePosesTheyMake) {
  using T = TypeParam;
  const std::uint32_t n = 150;  // a block, and a part of one
  std::vector<std::uint32_t> some_a, some_b;
  for (std::uint32_t k = 0; k < n; ++k) some_a.push_back(7 * k % n), some_b.push_back((n - k) % n);
  for_kinds([&](BatchKind kind_a, BatchKind kind_b) {
    const QuaternionScene<T> s(kind_a, kind_b, n);
    for (const batch::Pairs& pairs : {batch::one_by_one(n), batch::listed(some_a, some_b),
                                      batch::one_against_many(3, n), batch::all_against_all(3, n)}) {
      const auto wanted = answered(s.scene.a(), s.scene.b(), pairs);
      EXPECT_EQ(answered(s.a(), s.b(), pairs), wanted) << name(kind_a) << ' ' << name(kind_b);
      EXPECT_EQ(answered(s.a(), s.scene.b(), pairs), wanted) << name(kind_a) << ' ' << name(kind_b);
    }
  });
}

TYPED_TEST(BatchForms, HostileQuaternionsEndAsTheSingleQueryDoes) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN(), tiny = std::numeric_limits<T>::denorm_min(),
          huge = std::numeric_limits<T>::max();
  const std::vector<Quat<T>> hostile = {{T(0), T(0), T(0), T(0)},        {nan, T(0), T(0), T(1)},
                                        {T(1), infinity<T>, T(0), T(0)}, {tiny, T(0), T(0), T(0)},
                                        {T(0), huge, T(0), huge},        {T(1), T(0), T(0), huge}};
  for_kinds([&](BatchKind kind_a, BatchKind kind_b) {
    QuaternionScene<T> s(kind_a, kind_b, 140);
    for (std::size_t k = 0; k < s.scene.size(); k += 5)
      (k % 2 ? s.turned_a : s.turned_b)[k] = hostile[k / 5 % hostile.size()];
    s.at_a[7].y = nan, s.at_b[8].x = infinity<T>;
    s.make_poses();
    AllFields<T> all(s.scene.size()), yes(s.scene.size());
    batch::contact(s.a(), s.b(), batch::one_by_one(s.scene.size()), all.answers());
    batch::intersects(s.a(), s.b(), batch::one_by_one(s.scene.size()), batch::Answers<T>{.status = yes.status});
    for (std::size_t k = 0; k < s.scene.size(); ++k) {
      const Pose<T>&a = s.scene.poses_a[k], &b = s.scene.poses_b[k];
      const bool valid = is_valid(a) && is_valid(b);
      EXPECT_EQ(all.status[k] != Status::invalid, valid) << name(kind_a) << ' ' << name(kind_b) << k;
      EXPECT_EQ(yes.status[k] != Status::invalid, valid) << name(kind_a) << ' ' << name(kind_b) << k;
      if (!valid) continue;
      const Contact<T> c = contact(s.scene.shape_a(k), a, s.scene.shape_b(k), b);
      EXPECT_TRUE(all.lower[k] <= c.upper && c.lower <= all.upper[k]) << s.scene.reproduced(k);
    }
  });
}

#ifdef TACTUS_HAVE_TARGETS
TYPED_TEST(BatchForms, EveryInstructionSetGivesTheSameBytes) {
  using T = TypeParam;
  for_kinds([&](BatchKind kind_a, BatchKind kind_b) {
    const QuaternionScene<T> s(kind_a, kind_b, 133);
    const batch::Pairs pairs = batch::one_by_one(133);
    const auto best = answered(s.scene.a(), s.scene.b(), pairs);
    for_each_instruction_set([&] {
      EXPECT_EQ(answered(s.scene.a(), s.scene.b(), pairs), best) << batch::target();
      EXPECT_EQ(answered(s.a(), s.b(), pairs), best) << batch::target();
    });
  });
}
#endif

/// A ball deep in a large box: how far the box's matrix is from a rotation matters to the ball's centre alone.
TYPED_TEST(BatchForms, BoundsOfABallInABoxAreThoseOfTheContract) {
  using T = TypeParam;
  const auto pairs = static_cast<std::size_t>(test_size(2000));
  const BatchScene<T> s(37, {BatchKind::box}, {BatchKind::sphere}, pairs, 0.2);
  std::vector<Contact<T>> c(pairs);
  batch::contact(s.a(), s.b(), batch::one_by_one(pairs), batch::Answers<T>{.contact = c});
  for (std::size_t k = 0; k < pairs; ++k) {
    const Pose<T>&pose_a = s.poses_a[k], &pose_b = s.poses_b[k];
    const Vec3<T> way = pose_b.translation - pose_a.translation;
    const T u = unit_roundoff<T>, ball = s.shape_b(k).origin_radius();
    const T rounding = T(8) * u * (s.shape_a(k).origin_radius() + ball + norm(way));
    const T forming = T(4) * u * (norm(pose_a.translation) + norm(pose_b.translation));
    const T turning = rotation_error(rotation_faults(pose_a, pose_b)) * (ball + (abs(way.x) + abs(way.y) + abs(way.z)));
    const T rounded = T(2) * u * abs(c[k].distance);  // of the two bounds
    EXPECT_LE(c[k].upper - c[k].lower, c[k].resolution + T(4) * rounding + T(2) * (forming + turning) + rounded)
        << s.reproduced(k);
  }
}

/// Axes that are parallel, cross, touch or coincide: a yes or no needs neither the nearest points nor the best direction.
TYPED_TEST(BatchForms, CapsulesInSpecialPlacesMeetOrNot) {
  using T = TypeParam;
  Random random(31);
  std::vector<Shape<T>> shapes;
  for (int i = 0; i < 24; ++i) shapes.push_back(random_of(random, BatchKind::capsule).template cast<T>());
  std::vector<Pose<T>> at_a, at_b;
  std::vector<std::uint32_t> of_a, of_b;
  const auto pairs = static_cast<std::size_t>(test_size(20000));
  for (std::size_t k = 0; k < pairs; ++k) {
    const Pose<double> a = random.pose(1), turn = random.pose(0);
    // Turned against each other by nothing, by very little, by little, or by a right angle.
    const double angles[] = {0, 1e-7, 1e-3, 0.1, 1.5707963267948966};
    Pose<double> b = a * rotation(turn.rotation * Vec3<double>{1, 0, 0}, angles[random.below(5)]);
    const double along = random.below(2) ? 0 : random.uniform(-2, 2),
                 aside = random.below(3) ? random.uniform(0, 1.5) : 0;
    b.translation = a.translation + a.rotation * Vec3<double>{aside, 0, along};
    at_a.push_back(a.cast<T>()), at_b.push_back(b.cast<T>());
    of_a.push_back(std::uint32_t(random.below(24))), of_b.push_back(std::uint32_t(random.below(24)));
  }
  std::vector<std::uint8_t> touching(pairs);
  const batch::Summary summary = batch::intersects(batch::Placed<T>{shapes, of_a, std::span<const Pose<T>>(at_a)},
                                                   batch::Placed<T>{shapes, of_b, std::span<const Pose<T>>(at_b)},
                                                   batch::one_by_one(pairs), batch::Answers<T>{.touching = touching});
  EXPECT_GT(summary.in_lanes, pairs / 2);
  std::size_t hits = 0;
  for (std::size_t k = 0; k < pairs; ++k) {
    const Contact<T> c = contact(shapes[of_a[k]], at_a[k], shapes[of_b[k]], at_b[k]);
    hits += c.touching();
    const bool wrong = touching[k] ? c.lower > T(0) : c.upper < T(0);
    EXPECT_FALSE(wrong) << reproducer(shapes[of_a[k]], at_a[k], shapes[of_b[k]], at_b[k]);
  }
  EXPECT_GT(hits, pairs / 4);
  EXPECT_LT(hits, pairs * 3 / 4);
}

}  // namespace
}  // namespace tactus::testing
