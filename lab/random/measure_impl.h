// SPDX-License-Identifier: MIT
#pragma once
/// The body of measure.h: compiled separately for float and double, so that two cores share the work.
#include <lab/clock.h>
#include <lab/judge.h>
#include <lab/published/epa.h>
#include <lab/published/mpr.h>
#include <lab/random/measure.h>
#include <lab/random/pairing.h>
#include <lab/random/side.h>
#include <tactus/narrow/algorithms.h>
#include <tactus/narrow/sa_gjk.h>

#include <cmath>

namespace tactus::lab::random {

namespace detail {

using published::Ending;

/// The answer of a method for one configuration.
template <Scalar T> struct Reply {
  Ending ending = Ending::none;
  T distance{};  // signed; for methods that only test, only the sign counts
  Vec3<T> x{};  // from B to A for a gap; the translation that frees A for an overlap; zero if the method gives none
  int calls = 0;
  bool bounded = false, stalled = false;
  T lower{}, upper{};
};

template <Scalar T> struct Question {
  const Shape<T>*a, *b;
  Pose<T> x_ab;
};

template <Scalar T> Reply<T> reply_of(const Contact<T>& c) {
  return {c.touching() ? Ending::hit : Ending::miss,
          c.distance,
          {},
          c.support_calls,
          true,
          c.status == Status::stalled,
          c.lower,
          c.upper};
}

template <Scalar T> Reply<T> ask(Method method, const Question<T>& q, const Options<T>& options) {
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(*q.a, *q.b, q.x_ab);
  const portal::Whole whole(pair);
  const auto verdict = [&](Ending ending) {
    return Reply<T>{ending, ending == Ending::hit ? T(-1) : T(1), {}, pair.support_calls()};
  };
  const auto measured = [&](const published::Answer<T>& answer, bool overlap) {
    const T length = norm(answer.x);
    return Reply<T>{answer.ending, overlap ? -length : length, answer.x, pair.support_calls()};
  };
  const auto listed = [&](std::string_view name, bool distance) {
    const auto* algorithm = narrow::find_algorithm<T>(name);
    const Contact<T> c = (distance ? algorithm->distance : algorithm->contact)(*q.a, *q.b, q.x_ab, options, nullptr);
    Reply<T> r = reply_of(c);
    r.x = c.normal * -c.distance;
    return r;
  };
  Options<T> depth_only = options;
  depth_only.max_distance = T(0);
  Options<T> high_cap = options;
  high_cap.max_iterations = published::very_high_cap;
  switch (method) {
    case sa_gjk_published: return verdict(published::sa_gjk(whole, options.tolerance).ending);
    case mpr_published: return verdict(published::mpr_intersects(whole, high_cap));
    case sa_gjk_ours:
      return verdict(sa_gjk::pair_verdict(pair, options, static_cast<PairCache<T>*>(nullptr)).hit ? Ending::hit
                                                                                                  : Ending::miss);
    case gjk_published: return measured(published::gjk_distance(whole, T(distance_eps)), false);
    case gjk_ours: return listed("gjk", true);
    case epa_published: return measured(published::sa_gjk_and_epa(whole, T(depth_eps)), true);
    case mpr_depth_published: return measured(published::mpr_depth(whole, T(depth_eps)), true);
    default: break;
  }
  const std::string_view name = method == epa_ours ? "epa" : method == mpr_ours ? "mpr" : "default";
  const auto* algorithm = narrow::find_algorithm<T>(name);
  const Contact<T> c = algorithm->contact(*q.a, *q.b, q.x_ab, depth_only, nullptr);
  Reply<T> r = reply_of(c);
  if (r.ending == Ending::hit) r.x = c.normal * c.distance;
  return r;
}

constexpr bool measures_gaps(Method m) { return m == gjk_published || m == gjk_ours; }
constexpr bool only_tests(Method m) { return m <= sa_gjk_ours; }

/// Sums over the configurations of a point.
template <Scalar T> class Totals {
 public:
  explicit Totals(long samples) : samples_(static_cast<double>(samples)), calls_(method_count) {
    for (std::vector<std::uint16_t>& calls : calls_) calls.reserve(static_cast<std::size_t>(samples));
  }

  void take(const Question<T>& q, const std::array<Reply<T>, method_count>& replies) {
    const Vec3<T> between = q.a->center() - q.x_ab * q.b->center();  // from B to A
    for (std::size_t m = 0; m < method_count; ++m) {
      const Reply<T>& r = replies[m];
      Point::PerMethod& to = point.methods[m];
      if (r.ending != Ending::none) calls_[m].push_back(static_cast<std::uint16_t>(std::min(r.calls, 65535)));
      to.no_answer += r.ending == Ending::none;
      const bool gives_x = r.ending == (measures_gaps(static_cast<Method>(m)) ? Ending::miss : Ending::hit);
      to.backwards += gives_x && dot(between, r.x) < T(0);
      to.stalled += r.stalled;
    }
    const auto depth = [&](Method m) {
      return replies[m].ending == Ending::hit ? static_cast<double>(norm(replies[m].x)) : 0.0;
    };
    const auto hit = [&](Method m) { return replies[m].ending == Ending::hit; };
    const auto none = [&](Method m) { return replies[m].ending == Ending::none; };
    point.probability += hit(default_ours);
    point.mean_depth_epa += depth(epa_published), point.mean_depth_mpr += depth(mpr_depth_published);
    if (replies[gjk_published].ending == Ending::miss)
      point.mean_distance += static_cast<double>(replies[gjk_published].distance);
    point.disagree_hit +=
        !none(sa_gjk_published) && !none(mpr_published) && hit(sa_gjk_published) != hit(mpr_published);
    point.disagree_depth += hit(epa_published) != hit(mpr_depth_published);
    // Within rounding of touching either answer is right: bounds that hold 0 say so.
    const bool clear = replies[default_ours].lower > T(0) || replies[default_ours].upper < T(0);
    point.disagree_ours += clear && (hit(sa_gjk_ours) != hit(epa_ours) || hit(epa_ours) != hit(default_ours));
  }

  /// Is the answer wrong? A distance is, if it is off by more than a hundredth of the size. A yes or no is, if the true
  /// distance contradicts it by more than 1e-5 of the size.
  void judge(const Truth& truth, double size, const std::array<Reply<T>, method_count>& replies) {
    ++point.judged;
    for (std::size_t m = 0; m < method_count; ++m) {
      const Reply<T>& r = replies[m];
      Point::PerMethod& to = point.methods[m];
      if (r.bounded)
        to.contradicted += static_cast<double>(r.lower) > truth.upper || static_cast<double>(r.upper) < truth.lower;
      to.wrong += is_wrong(static_cast<Method>(m), r, truth, size);
    }
  }

  Point finished() {
    const double n = samples_;
    point.samples = n;
    for (double* sum : {&point.probability, &point.mean_depth_epa, &point.mean_depth_mpr, &point.mean_distance,
                        &point.disagree_hit, &point.disagree_depth, &point.disagree_ours})
      *sum /= n;
    for (std::size_t m = 0; m < method_count; ++m) {
      Point::PerMethod& to = point.methods[m];
      to.no_answer /= n, to.backwards /= n, to.nanoseconds /= n, to.wrong /= std::max(1.0, point.judged);
      std::vector<std::uint16_t>& calls = calls_[m];
      if (calls.empty()) continue;
      for (const auto c : calls) to.mean_calls += c / static_cast<double>(calls.size());
      const auto largest = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(calls.size() / 1000));
      std::nth_element(calls.begin(), calls.end() - largest, calls.end());
      for (auto i = calls.end() - largest; i != calls.end(); ++i) to.most_calls += *i / static_cast<double>(largest);
    }
    return point;
  }

  Point point;

 private:
  static bool is_wrong(Method m, const Reply<T>& r, const Truth& truth, double size) {
    if (r.ending == Ending::none) return true;
    const bool hit = r.ending == Ending::hit, meets = truth.distance <= 0;
    if (hit != meets) return std::abs(truth.distance) > 1e-5 * size;
    if (only_tests(m) || hit == measures_gaps(m)) return false;
    return std::abs(static_cast<double>(r.distance) - truth.distance) > 0.01 * size;
  }
  double samples_;
  std::vector<std::vector<std::uint16_t>> calls_;  // by method, of the samples with an answer
};

}  // namespace detail

template <Scalar T> Point measure(const PointOptions& options, const Pulse& pulse) {
  using namespace detail;
  const Pairing<T> pairing = make_pairing<T>(options.pairing);
  const double side = side_for(pairing, options.probability, pulse);
  generate::Random random(std::same_as<T, float> ? 4u : 8u);  // another sequence for float, as in the thesis
  const double size =
      2 * static_cast<double>(min(pairing.a.shapes[0].bounding_radius(), pairing.b.shapes[0].bounding_radius()));
  Totals<T> totals(options.samples);
  constexpr long block = 64;
  std::vector<Question<T>> questions(block);
  std::vector<std::array<Reply<T>, method_count>> replies(block);
  for (long first = 0; first < options.samples; first += block) {
    pulse.check(static_cast<double>(first) / static_cast<double>(options.samples));
    const auto count = static_cast<std::size_t>(std::min(block, options.samples - first));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t n = static_cast<std::size_t>(first) + i;
      questions[i] = {&pairing.a.shapes[n % pairing.a.shapes.size()], &pairing.b.shapes[n % pairing.b.shapes.size()],
                      random_configuration(random, side).cast<T>()};
    }
    for (std::size_t m = 0; m < method_count; ++m) {
      const double start = now_ns();
      for (std::size_t i = 0; i < count; ++i) replies[i][m] = ask(static_cast<Method>(m), questions[i], Options<T>{});
      totals.point.methods[m].nanoseconds += now_ns() - start;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t n = static_cast<std::size_t>(first) + i;
      totals.take(questions[i], replies[i]);
      if (static_cast<long>(n) % options.judge_every != 0) continue;
      const Truth truth =
          judged(pairing.a.precise[n % pairing.a.precise.size()], pairing.b.precise[n % pairing.b.precise.size()],
                 questions[i].x_ab.template cast<long double>());
      totals.judge(truth, size, replies[i]);
    }
  }
  return totals.finished();
}

}  // namespace tactus::lab::random
