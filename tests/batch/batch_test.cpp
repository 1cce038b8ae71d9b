// SPDX-License-Identifier: MIT
// How a batch is asked: pairs by strides and lists, fields, threads, instruction sets, bad input, a stop.
#include <tests/batch/all_fields.h>
#include <tests/batch/batch_scene.h>
#include <tests/batch/instruction_sets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

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

/// What the three queries say, derivatives included, as bytes.
template <class T> std::vector<std::byte> answered(const BatchScene<T>& s, const batch::Settings<T>& settings = {}) {
  const batch::Pairs pairs = batch::one_by_one(s.size());
  std::vector<std::byte> all;
  const auto add = [&](const auto& values) {
    const auto bytes = std::as_bytes(std::span(values));
    all.insert(all.end(), bytes.begin(), bytes.end());
  };
  AllFields<T> apart(s.size()), deep(s.size()), yes(s.size());
  for (AllFields<T>* signed_or_not : {&apart, &deep}) {
    std::vector<ByPoses<Gradient<T>>> gradient(s.size());
    std::vector<Derivative<T>> derivative(s.size());
    batch::Answers<T> answers = signed_or_not->answers();
    answers.gradient = gradient, answers.derivative = derivative;
    (signed_or_not == &apart ? batch::distance<T> : batch::contact<T>)(s.a(), s.b(), pairs, answers, settings);
    add(signed_or_not->bytes()), add(gradient);
    for (const Derivative<T>& d : derivative) {  // (part by part, because there is padding after the status)
      const DerivativeStatus status[] = {d.status};
      const ByPoses<Gradient<T>> distance[] = {d.distance};
      const ByPoses<Jacobian<T>> vectors[] = {d.normal, d.point_a, d.point_b};
      add(status), add(distance), add(vectors);
    }
  }
  batch::intersects(s.a(), s.b(), pairs, batch::Answers<T>{.touching = yes.touching, .status = yes.status}, settings);
  add(yes.bytes());
  return all;
}

/// Several chunks of 1024, which threads share: kinds mixed, and one kind on each side, which takes another way.
TYPED_TEST(Batches, ThreadsChangeNoByte) {
  using T = TypeParam;
  const std::size_t pairs = 3 * 1024 + 17;
  using Kinds = std::vector<BatchKind>;
  const std::pair<Kinds, Kinds> scenes[] = {
      {{BatchKind::sphere, BatchKind::box, BatchKind::hull_8, BatchKind::cylinder},
       {BatchKind::capsule, BatchKind::box, BatchKind::hull_8, BatchKind::half_space}},
      {{BatchKind::sphere}, {BatchKind::sphere}},
      {{BatchKind::capsule}, {BatchKind::box}},
      {{BatchKind::cylinder}, {BatchKind::half_space}},
      {{BatchKind::frustum}, {BatchKind::sphere}}};
  for (const auto& [kinds_a, kinds_b] : scenes) {
    const BatchScene<T> s(12, kinds_a, kinds_b, pairs);
    const std::vector<std::byte> one = answered(s);
    for (const int threads : {2, 3}) EXPECT_TRUE(answered(s, {.threads = threads}) == one) << threads;
  }
}

#ifdef TACTUS_HAVE_TARGETS
TYPED_TEST(Batches, EveryInstructionSetGivesTheSameBytes) {
  using T = TypeParam;
  const BatchScene<T> s(13, all_kinds, all_kinds, static_cast<std::size_t>(test_size(8000)));
  const auto best = answered(s);
  for_each_instruction_set([&] { EXPECT_TRUE(answered(s) == best) << batch::target(); });
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
  std::size_t hits = 0, wrong = 0;
  for (std::size_t i = 0; i < many.size(); ++i)
    for (std::size_t j = 0; j < many.size(); ++j) {
      const std::uint8_t said = touching[i * many.size() + j];
      const Vec3<double> apart =
          many.poses_b[j].translation.template cast<double>() - many.poses_a[i].translation.template cast<double>();
      const double gap = norm(apart) - double(many.shape_a(i).radius()) - double(many.shape_b(j).radius());
      hits += said, wrong += said > 1 || (std::abs(gap) > 1e-4 && said != (gap < 0));
    }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(hits, touching.size() / 20);
  EXPECT_LT(hits, touching.size() * 19 / 20);
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
