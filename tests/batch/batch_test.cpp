// SPDX-License-Identifier: MIT
// How a batch is asked: pairs by strides and lists, fields, threads, instruction sets, bad input, a stop.
#include <tests/batch/all_fields.h>
#include <tests/batch/batch_scene.h>

#include <gtest/gtest.h>

#if __has_include(<hwy/targets.h>) && defined(TACTUS_TEST_HIGHWAY)
#include <hwy/targets.h>
#define TACTUS_HAVE_TARGETS 1
#endif

#include <algorithm>
#include <iostream>

namespace tactus::testing {
namespace {

const std::vector<BatchKind> all_kinds = {BatchKind::sphere,     BatchKind::capsule, BatchKind::box,
                                          BatchKind::cylinder,   BatchKind::cone,    BatchKind::ellipsoid,
                                          BatchKind::hull_8,     BatchKind::hull_32, BatchKind::hull_64,
                                          BatchKind::half_space, BatchKind::frustum};

template <class T> AllFields<T> contacts(const BatchScene<T>& s, const batch::Settings<T>& settings = {}) {
  AllFields<T> all(s.size());
  batch::contact(s.a(), s.b(), batch::one_by_one(s.size()), all.answers(), settings);
  return all;
}

template <class T> class Batches : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Batches, Scalars);

TYPED_TEST(Batches, MixedKindsInAnyOrderAllWritten) {
  using T = TypeParam;
  const auto pairs = static_cast<std::size_t>(test_size(6000));
  const BatchScene<T> s(11, all_kinds, all_kinds, pairs);
  const AllFields<T> all = contacts(s);
  std::size_t invalid = 0;
  for (std::size_t k = 0; k < pairs; ++k) {
    const Contact<T> c = contact(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    Contact<T> found;
    found.status = all.status[k], found.distance = all.distance[k], found.lower = all.lower[k];
    found.upper = all.upper[k], found.normal = all.normal[k], found.point_a = all.point_a[k];
    found.point_b = all.point_b[k], found.resolution = c.resolution;
    ASSERT_LE(all.touching[k], 1);
    ASSERT_NE(all.status[k], static_cast<Status>(0xee));
    ASSERT_NE(all.feature_a[k], (Feature{FeatureKind::edge, 12345}));
    ASSERT_NE(all.feature_b[k], (Feature{FeatureKind::edge, 12345}));
    ASSERT_NE(all.point_a[k].x, AllFields<T>::poison);
    invalid += c.status == Status::invalid;  // two half-spaces are not: they only overlap without bound
    EXPECT_EQ(fault(s, k, found, c, true), "") << s.reproduced(k);
  }
  EXPECT_EQ(invalid, 0u);
}

TYPED_TEST(Batches, ThreadsChangeNoByte) {
  using T = TypeParam;
  const std::size_t pairs = 40 * 1024 + 17;  // so many that threads are used
  const BatchScene<T> s(12, {BatchKind::sphere, BatchKind::box, BatchKind::hull_8, BatchKind::cylinder},
                        {BatchKind::capsule, BatchKind::box, BatchKind::hull_8, BatchKind::half_space}, pairs);
  std::vector<std::byte> bytes[3];
  for (const int threads : {1, 2, 3}) {
    AllFields<T> all(pairs);
    batch::distance(s.a(), s.b(), batch::one_by_one(pairs), all.answers(), {.threads = threads});
    bytes[threads - 1] = all.bytes();
    EXPECT_EQ(bytes[threads - 1], bytes[0]);
  }
}

#ifdef TACTUS_HAVE_TARGETS
TYPED_TEST(Batches, EveryInstructionSetGivesTheSameBytes) {
  using T = TypeParam;
  const BatchScene<T> s(13, all_kinds, all_kinds, static_cast<std::size_t>(test_size(8000)));
  const std::int64_t there = hwy::SupportedTargets();
  const auto answered = [&] {
    AllFields<T> apart(s.size()), yes(s.size());
    batch::distance(s.a(), s.b(), batch::one_by_one(s.size()), apart.answers());
    batch::intersects(s.a(), s.b(), batch::one_by_one(s.size()), batch::Answers<T>{.touching = yes.touching});
    return std::vector{contacts(s).bytes(), apart.bytes(), yes.bytes()};
  };
  const auto best = answered();
  int sets = 0;
  for (std::int64_t left = there; left != 0; left &= left - 1) {
    const std::int64_t one = left & -left;
    hwy::SetSupportedTargetsForTest(one);
    hwy::GetChosenTarget().Update(one);
    std::cout << batch::target() << '\n';
    EXPECT_EQ(answered(), best) << batch::target();
    ++sets;
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  EXPECT_GE(sets, 1);
}
#endif

/// What a thread keeps from call to call must not outlive the shapes it was made of.
TYPED_TEST(Batches, AnotherShapeInTheNextCallIsSeen) {
  using T = TypeParam;
  const std::vector<Pose<T>> at_a(200), at_b(200, translation(T(10), T(0), T(0)));
  for (const T radius : {T(1), T(2), T(3)}) {
    const std::vector<Shape<T>> sphere = {Sphere<T>{radius}}, box = {Box<T>{{radius, radius, radius}}};
    std::vector<T> spheres(200), boxes(200);
    const auto placed = [&](const auto& shapes, const auto& poses) {
      return batch::Placed<T>{shapes, {}, std::span<const Pose<T>>(poses)};
    };
    batch::distance(placed(sphere, at_a), placed(sphere, at_b), batch::one_by_one(200),
                    batch::Answers<T>{.distance = spheres});
    batch::distance(placed(box, at_a), placed(box, at_b), batch::one_by_one(200), batch::Answers<T>{.distance = boxes});
    for (std::size_t k = 0; k < 200; ++k) {
      EXPECT_NEAR(spheres[k], T(10) - T(2) * radius, T(1e-5));
      EXPECT_NEAR(boxes[k], T(10) - T(2) * radius, T(1e-5));
    }
  }
}

TYPED_TEST(Batches, StridesAndListsNameTheSamePairs) {
  using T = TypeParam;
  const std::size_t n = 37;
  const BatchScene<T> s(14, all_kinds, all_kinds, n);
  AllFields<T> grid(n * n), list(n * n), row(n);
  batch::contact(s.a(), s.b(), batch::all_against_all(n, n), grid.answers());
  std::vector<std::uint32_t> of_a, of_b;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) of_a.push_back(i), of_b.push_back(j);
  batch::contact(s.a(), s.b(), batch::listed(of_a, of_b), list.answers());
  EXPECT_EQ(grid.bytes(), list.bytes());
  batch::contact(s.a(), s.b(), batch::one_against_many(5, n), row.answers());
  for (std::size_t j = 0; j < n; ++j) EXPECT_EQ(row.distance[j], grid.distance[5 * n + j]);
}

TYPED_TEST(Batches, QuaternionsAreTakenAsPoses) {
  using T = TypeParam;
  const BatchScene<T> s(15, all_kinds, all_kinds, 500);
  std::vector<Vec3<T>> at_a, at_b;
  std::vector<Quat<T>> turned_a, turned_b;
  BatchScene<T> same = s;
  for (std::size_t k = 0; k < s.size(); ++k) {
    at_a.push_back(s.poses_a[k].translation), at_b.push_back(s.poses_b[k].translation);
    turned_a.push_back(to_quaternion(s.poses_a[k].rotation)), turned_b.push_back(to_quaternion(s.poses_b[k].rotation));
    same.poses_a[k] = from_quaternion(turned_a[k], at_a[k]), same.poses_b[k] = from_quaternion(turned_b[k], at_b[k]);
  }
  AllFields<T> all(s.size());
  batch::contact(batch::Placed<T>{s.shapes_a, s.shape_of_a, {at_a, turned_a}},
                 batch::Placed<T>{s.shapes_b, s.shape_of_b, {at_b, turned_b}}, batch::one_by_one(s.size()),
                 all.answers());
  EXPECT_EQ(all.bytes(), contacts(same).bytes());
}

TYPED_TEST(Batches, ABadPoseEndsItsPairAlone) {
  using T = TypeParam;
  const BatchScene<T> good(16, all_kinds, all_kinds, 600);
  BatchScene<T> bad = good;
  const auto is_bad = [](std::size_t k) { return k % 13 == 5; };
  for (std::size_t k = 0; k < bad.size(); ++k) {
    if (!is_bad(k)) continue;
    Pose<T>& x = k % 2 ? bad.poses_a[k] : bad.poses_b[k];
    switch (k % 5) {
      case 0: x.translation.z = infinity<T>; break;
      case 1: x.rotation(1, 2) = std::numeric_limits<T>::quiet_NaN(); break;
      case 2: x.rotation(0, 0) *= T(1.5); break;
      case 3: x.rotation = x.rotation * Mat3<T>::diagonal({T(1), T(1), T(-1)}); break;
      default: x.rotation = Mat3<T>::diagonal({T(0), T(0), T(0)});
    }
  }
  const AllFields<T> before = contacts(good), after = contacts(bad);
  for (std::size_t k = 0; k < bad.size(); ++k) {
    EXPECT_EQ(after.status[k] == Status::invalid, is_bad(k)) << k;
    if (is_bad(k)) {
      EXPECT_EQ(after.touching[k], 0);
    } else {
      EXPECT_EQ(after.distance[k], before.distance[k]) << k;
    }
  }
  // A drifted rotation that is still accepted stands for the nearest rotation. The single query answers such pairs.
  BatchScene<T> drifted = good;
  for (auto& x : drifted.poses_a) x.rotation = x.rotation * (T(1) + rotation_tolerance<T> / T(4));
  const AllFields<T> far = contacts(drifted);
  for (std::size_t k = 0; k < bad.size(); ++k) {
    const Contact<T> c = contact(drifted.shape_a(k), drifted.poses_a[k], drifted.shape_b(k), drifted.poses_b[k]);
    EXPECT_EQ(far.distance[k], c.distance);
  }
}

TYPED_TEST(Batches, MaxDistanceAndCapsAreHeeded) {
  using T = TypeParam;
  const BatchScene<T> s(17, all_kinds, all_kinds, static_cast<std::size_t>(test_size(4000)), 5.0);
  for (const Options<T> options : {Options<T>{.max_distance = T(0)}, Options<T>{.max_distance = T(0.5)},
                                   Options<T>{.tolerance = T(1e-2)}, Options<T>{.max_iterations = 2}}) {
    std::vector<Contact<T>> all(s.size());
    batch::contact(s.a(), s.b(), batch::one_by_one(s.size()), batch::Answers<T>{.contact = all}, {.options = options});
    for (std::size_t k = 0; k < s.size(); ++k) {
      const Contact<T> c = contact(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k], options);
      EXPECT_EQ(fault(s, k, all[k], c, true), "") << options << '\n' << s.reproduced(k);
      if (all[k].status == Status::beyond_max) {
        const Contact<T> full = contact(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
        EXPECT_GE(full.upper, options.max_distance);
        EXPECT_GT(all[k].distance, options.max_distance);
      }
    }
  }
  std::vector<Status> status(s.size());
  batch::contact(s.a(), s.b(), batch::one_by_one(s.size()), batch::Answers<T>{.status = status},
                 {.options = {.tolerance = T(-1)}});
  for (const Status x : status) EXPECT_EQ(x, Status::invalid);
}

TYPED_TEST(Batches, NothingOneAndManyPairs) {
  using T = TypeParam;
  const BatchScene<T> none(18, {BatchKind::box}, {BatchKind::box}, 0);
  EXPECT_EQ(batch::contact(none.a(), none.b(), batch::one_by_one(0), batch::Answers<T>{}).in_lanes, 0u);
  const BatchScene<T> one(19, {BatchKind::hull_32}, {BatchKind::cone}, 1);
  const AllFields<T> all = contacts(one);
  EXPECT_LE(abs(all.distance[0] - contact(one.shape_a(0), one.poses_a[0], one.shape_b(0), one.poses_b[0]).distance),
            T(1e-4));
  // A million of one kind: a thousand poses against each other.
  const BatchScene<T> many(20, {BatchKind::sphere}, {BatchKind::sphere}, test_size(1000));
  std::vector<std::uint8_t> touching(many.size() * many.size(), 0xee);
  const batch::Summary summary = batch::intersects(many.a(), many.b(), batch::all_against_all(many.size(), many.size()),
                                                   batch::Answers<T>{.touching = touching});
  EXPECT_EQ(summary.in_lanes + summary.one_by_one, touching.size());
  EXPECT_EQ(std::count(touching.begin(), touching.end(), 0xee), 0);
}

TYPED_TEST(Batches, AStopEndsIt) {
  using T = TypeParam;
  const BatchScene<T> s(21, all_kinds, all_kinds, 3000);
  std::stop_source source;
  source.request_stop();
  AllFields<T> all(s.size());
  const batch::Summary summary = batch::contact(s.a(), s.b(), batch::one_by_one(s.size()), all.answers(),
                                                batch::Settings<T>{.stop = source.get_token()});
  EXPECT_TRUE(summary.stopped);
  for (const Status x : all.status) EXPECT_EQ(x, Status::invalid);
}

TYPED_TEST(Batches, SayWhatIsWrong) {
  using T = TypeParam;
  const BatchScene<T> s(22, {BatchKind::box}, {BatchKind::box}, 10);
  std::vector<T> distance(10);
  std::vector<std::uint8_t> touching(10);
  const auto ask = [&](const batch::Pairs& pairs, const batch::Answers<T>& out, const batch::Placed<T>& a) {
    batch::distance(a, s.b(), pairs, out);
  };
  const batch::Answers<T> good{.distance = distance};
  EXPECT_NO_THROW(ask(batch::one_by_one(10), good, s.a()));
  EXPECT_THROW(ask(batch::one_by_one(11), {}, s.a()), std::invalid_argument);
  EXPECT_THROW(ask(batch::one_by_one(9), good, s.a()), std::invalid_argument);
  EXPECT_THROW(ask(batch::one_against_many(10, 10), good, s.a()), std::invalid_argument);
  EXPECT_THROW(ask({.count = ~std::size_t{0}}, {}, s.a()), std::invalid_argument);
  EXPECT_THROW(ask({.count = 10, .row = 2, .a = {.per_row = ~std::size_t{0} / 2}}, good, s.a()), std::invalid_argument);
  const std::vector<std::uint32_t> beyond(10, 10), shapes(10, 1000);
  EXPECT_THROW(ask(batch::listed(beyond, beyond), good, s.a()), std::invalid_argument);
  batch::Placed<T> wrong = s.a();
  wrong.shape_of = shapes;
  EXPECT_THROW(ask(batch::one_by_one(10), good, wrong), std::invalid_argument);
  wrong.shape_of = {};
  EXPECT_THROW(ask(batch::one_by_one(10), good, wrong), std::invalid_argument);
  EXPECT_THROW(batch::intersects(s.a(), s.b(), batch::one_by_one(10), good), std::invalid_argument);
  EXPECT_THROW(batch::intersects(s.a(), s.b(), batch::one_by_one(10), batch::Answers<T>{.touching = touching},
                                 {.options = {.max_distance = T(-1)}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tactus::testing
