// SPDX-License-Identifier: MIT
#pragma once
/// Distance between hulls by walking from feature to feature and computing the closest points at every step.
/// [Lin & Canny 1991; Lin 1993, ch. 3; compared with its successor V-Clip in Mirtich 1997, §6]
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny/cases.h>

namespace tactus::lin_canny {

struct FeaturePair {
  Feature a, b;
  friend constexpr bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

/// Sent to the trace once per step: the current pair.
struct Step {
  int iteration;
  Feature a, b;
};
/// Sent when a walk reaches a pair of features a second time.
struct Cycle {
  int iteration;
  Feature a, b;
};

enum class Ending : std::uint8_t { closest, overlap, cycle, cap };

/// The result of a walk, and the closest points it found.
template <Scalar T> struct Walked {
  Ending ending;
  FeaturePair at;
  Vec3<T> p, q, normal;
  int iterations;
};

/// Walks from pair to pair until the closest points p and q of a pair lie in each other's Voronoi regions: then they
/// are the closest points of the hulls [Mirtich 1997, Theorem 1]. In exact arithmetic every step either brings the
/// features nearer or goes to a smaller feature at the same distance, so no pair occurs twice. In floating point a pair
/// may occur again. The walk is then in a cycle, because the next pair depends on the current pair alone, and it stops.
/// Cycles are found as in [Brent 1980], by comparison with the pair after 1, 2, 4, 8, ... steps.
template <Scalar T, class Trace>
constexpr Walked<T> walk(const Side<T>& a, const Side<T>& b, FeaturePair at, T slack, int max_iterations,
                         Trace&& trace) {
  Walked<T> best{Ending::cap, at, {}, {}, {}, 0};
  T least = infinity<T>;
  FeaturePair mark = at;
  for (int k = 0, next_mark = 1;; ++k) {
    trace(Step{k, at.a, at.b});
    const Look<T> l = look(a, at.a, b, at.b, slack);
    if (l.p && norm_squared(*l.q - *l.p) < least) {
      least = norm_squared(*l.q - *l.p);
      best.p = *l.p, best.q = *l.q, best.normal = l.normal;
    }
    at = {l.x, l.y};
    best.at = at, best.iterations = k;
    if (l.verdict != Verdict::moved) {
      best.p = *l.p, best.q = *l.q, best.normal = l.normal;
      best.ending = l.verdict == Verdict::closest ? Ending::closest : Ending::overlap;
      return best;
    }
    if (at == mark) {
      trace(Cycle{k, at.a, at.b});
      best.ending = Ending::cycle;
      break;
    }
    if (k >= max_iterations) break;
    if (k + 1 == next_mark) mark = at, next_mark *= 2;
  }
  if (least == infinity<T>) best.p = a.vertex(some_vertex(a.hull, at.a)), best.q = b.vertex(some_vertex(b.hull, at.b));
  return best;
}

/// The answer that a walk's result proves. The bounds do not come from the walk: they are the distance of p and q, and
/// the separation along the normal, by two support calls that climb from the features.
template <Scalar T, class Pair>
constexpr Contact<T> certified(const Pair& pair, const Walked<T>& w, const Options<T>& options) {
  const bool overlap = w.ending == Ending::overlap;
  const Vec3<T> gap = w.q - w.p;
  const T upper = norm(gap);
  Vec3<T> normal = unit_or_up(overlap ? -pair.center() : w.normal == Vec3<T>{} ? gap : w.normal);
  T lower = pair.separation(normal);
  if (!overlap && upper - lower > pair.rounding()) {  // the normal from the features is uncertain
    const Vec3<T> along = unit_or_up(gap);
    if (const T other = pair.separation(along); other > lower) normal = along, lower = other;
  }
  const T resolution = max(tolerated(options, pair.size(), upper), pair.rounding());
  const bool proved = w.ending == Ending::closest && upper - lower <= resolution;
  const Status status = overlap                        ? Status::overlapping
                        : lower > options.max_distance ? Status::beyond_max
                        : proved                       ? Status::separated
                                                       : Status::stalled;
  Contact<T> c = finish(pair, status, upper, lower, upper, normal, w.p, w.q, w.iterations, options);
  c.feature_a = w.at.a, c.feature_b = w.at.b;
  clamp_to_gap(c);
  return c;
}

/// Distance with witness points and closest features; 0 for hulls that overlap.
/// The walk first uses the planes exactly. Only after a cycle does it continue with a slack, the rounding of the pair;
/// a second cycle ends it with `stalled`. (The published program uses half a dozen tolerances all the time.) The status
/// `separated` is proven by bounds, whatever the rounding in the walk. A result that the bounds do not confirm to the
/// tolerance is `stalled`, and so is an overlap that the walk does not detect.
template <Scalar T, class Trace = NoTrace>
constexpr Contact<T> distance(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const enhanced_gjk::IndexedPair<Hull<T>, Hull<T>, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const Side<T> side_a{a, nullptr}, side_b{b, &x_ab};
  const auto walk_from = [&](const FeaturePair& at, T slack, int iterations) {
    Walked<T> w = walk(side_a, side_b, at, slack, options.max_iterations, trace);
    w.iterations += iterations;
    return w;
  };
  const auto cold = [&] {
    const enhanced_gjk::VertexPair i = pair.look_up(-pair.center());
    return FeaturePair{vertex_feature(i.a), vertex_feature(i.b)};
  };
  const bool warm = cache && exists(a, cache->feature_a) && exists(b, cache->feature_b);
  Walked<T> w = walk_from(warm ? FeaturePair{cache->feature_a, cache->feature_b} : cold(), T(0), 0);
  if (warm && w.ending == Ending::cap) w = walk_from(cold(), T(0), w.iterations);  // a stale hint may be too far away
  if (w.ending == Ending::cycle) w = walk_from(w.at, pair.rounding(), w.iterations);
  if (cache) cache->feature_a = w.at.a, cache->feature_b = w.at.b;
  pair.climb_from({some_vertex(a, w.at.a), some_vertex(b, w.at.b)});
  return certified(pair, w, options);
}

}  // namespace tactus::lin_canny
