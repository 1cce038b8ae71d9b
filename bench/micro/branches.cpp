// SPDX-License-Identifier: MIT
/// What the comments of the hot loops rely on (docs/performance.md, "What comments rely on"): a branch that cannot be
/// predicted beside code without one, a copy of an answer beside a query, a heap beside a short list. Each pair of lines
/// answers the same questions: `random` ones cannot be predicted, `sorted` ones can.
#include <benchmark/benchmark.h>
#include <tactus/narrow/closed_form/point_distance.h>
#include <tactus/narrow/epa.h>
#include <tactus/tactus.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tactus::f64;

constexpr std::size_t questions = 1 << 18;  // more than a processor learns by heart

std::vector<double> numbers(bool sorted) {
  tactus::generate::Random random(1);
  std::vector<double> result(questions);
  for (double& x : result) x = random.uniform() - 0.5;
  if (sorted) std::sort(result.begin(), result.end());
  return result;
}

/// Points around a box of half size 1, up to 2 away from its middle along each axis.
std::vector<Vec3> points(bool sorted) {
  tactus::generate::Random random(2);
  std::vector<Vec3> result(questions);
  for (Vec3& p : result) p = Vec3{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
  const auto region = [](const Vec3& p) {
    int number = 0;
    for (int i = 0; i < 3; ++i) number = 3 * number + (p[i] < -1 ? 0 : p[i] > 1 ? 2 : 1);
    return number;
  };
  if (sorted) std::ranges::sort(result, {}, region);
  return result;
}

/// Calls f with one question after the other.
template <class Question, class F> void ask(const std::string& name, const std::vector<Question>& all, const F& f) {
  benchmark::RegisterBenchmark(("branches/" + name).c_str(), [=](benchmark::State& state) {
    std::size_t i = 0;
    for (auto _ : state) benchmark::DoNotOptimize(f(all[i++ % questions]));
  })->MinTime(0.1);
}

/// As written without a thought; g++ makes a branch of it. Not inlined, so that the compiler cannot find out more.
[[gnu::noinline]] double sign_by_branch(double magnitude, double x) {
  if (x < 0) {
    benchmark::ClobberMemory();  // keeps the branch
    return -magnitude;
  }
  return magnitude;
}
[[gnu::noinline]] double sign_by_bits(double magnitude, double x) { return tactus::with_sign(magnitude, x); }
[[gnu::noinline]] double positive_by_branch(double x) { return tactus::max(x, 0.0); }
[[gnu::noinline]] double positive_by_sum(double x) { return tactus::positive_part(x); }

/// The textbook's way: clamp outside, the nearest face inside.
[[gnu::noinline]] tactus::closed_form::PointDistance<double> box_by_branches(const Box& s, const Vec3& p) {
  Vec3 nearest = p;
  bool outside = false;
  for (int i = 0; i < 3; ++i) {
    if (p[i] > s.half[i]) nearest[i] = s.half[i], outside = true;
    if (p[i] < -s.half[i]) nearest[i] = -s.half[i], outside = true;
  }
  if (outside) {
    const double d = distance(p, nearest);
    return {d, (p - nearest) / d, nearest};
  }
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (s.half[i] - std::abs(p[i]) < s.half[axis] - std::abs(p[axis])) axis = i;
  Vec3 normal{};
  normal[axis] = p[axis] < 0 ? -1 : 1;
  nearest[axis] = normal[axis] * s.half[axis];
  return {std::abs(p[axis]) - s.half[axis], normal, nearest};
}
[[gnu::noinline]] tactus::closed_form::PointDistance<double> box_without(const Box& s, const Vec3& p) {
  return tactus::closed_form::point_distance(s, p);
}

/// Features of a box: up to a sine of 1/2 from a table, from there on by branches.
[[gnu::noinline]] tactus::Feature box_feature(const Box& s, const Vec3& d, double sine) {
  return s.feature_of_unit(d, sine);
}

/// An answer as an algorithm fills it in, field by field.
[[gnu::noinline]] void fill(Contact& c, const Vec3& p) {
  c.status = tactus::Status::separated;
  c.distance = p.x, c.lower = p.y, c.upper = p.z;
  c.normal = p, c.point_a = p, c.point_b = p;
  c.iterations = 1, c.support_calls = 2;
}

void add_copies() {
  const Shape ball = Sphere{.radius = 1.0}, capsule = Capsule{.radius = 0.5, .half_height = 1.0};
  const auto at = points(false);
  ask("contact of two balls", at, [=](const Vec3& p) { return contact(ball, Pose{}, ball, translation(p)).distance; });
  ask("contact of two capsules", at,
      [=](const Vec3& p) { return contact(capsule, Pose{}, capsule, translation(p)).distance; });
  ask("an answer, filled in", at, [](const Vec3& p) {
    Contact c;
    fill(c, p);
    return c.distance;
  });
  ask("an answer, filled in and copied", at, [](const Vec3& p) {
    Contact c;
    fill(c, p);
    Contact copy = c;
    benchmark::DoNotOptimize(&copy);
    benchmark::ClobberMemory();
    return copy.distance;
  });
}

/// EPA's two queues on the same overlaps of round shapes.
template <template <class, int> class Queue> void add_epa(const std::string& name) {
  benchmark::RegisterBenchmark(("branches/EPA, " + name).c_str(), [](benchmark::State& state) {
    const Shape egg = Ellipsoid{.radii = {1.0, 0.7, 0.5}}, can = Cylinder{.radius = 0.5, .half_height = 0.8};
    const std::vector<Vec3> at = points(false);
    std::size_t i = 0;
    for (auto _ : state) {
      const Pose x_ab = translation(0.3 * at[i % questions]) * rotation(at[(i + 1) % questions], 1.0);
      ++i;
      const tactus::MinkowskiPair<Shape, Shape, double> pair(egg, can, x_ab);
      PairCache* no_cache = nullptr;
      const auto g = tactus::gjk::core_distance(pair, tactus::infinity<double>, Options{}, no_cache);
      benchmark::DoNotOptimize(tactus::epa::core_depth<Queue>(pair, g.simplex, Options{}));
    }
  })->MinTime(0.5);
}

const bool added = [] {
  const Box box{.half = {1.0, 1.0, 1.0}};
  for (const bool sorted : {false, true}) {
    const std::string order = sorted ? ", sorted" : ", random";
    const auto xs = numbers(sorted);
    ask("sign by a branch" + order, xs, [](double x) { return sign_by_branch(2.0, x); });
    ask("with_sign" + order, xs, [](double x) { return sign_by_bits(2.0, x); });
    ask("max(x, 0)" + order, xs, positive_by_branch);
    ask("positive_part" + order, xs, positive_by_sum);
    const auto ps = points(sorted);
    ask("point and box by branches" + order, ps, [=](const Vec3& p) { return box_by_branches(box, p); });
    ask("point_distance of a box" + order, ps, [=](const Vec3& p) { return box_without(box, p); });
    std::vector<Vec3> directions = ps;
    for (Vec3& d : directions) d = tactus::unit_or_up(d);
    ask("feature of a box by branches" + order, directions, [=](const Vec3& d) { return box_feature(box, d, 0.5); });
    ask("feature of a box by a table" + order, directions, [=](const Vec3& d) { return box_feature(box, d, 0.499); });
  }
  add_copies();
  add_epa<tactus::epa::MinHeap>("heap");
  add_epa<tactus::epa::ShortList>("short list");
  return true;
}();

}  // namespace
