// SPDX-License-Identifier: MIT
#pragma once
/// Do two convex shapes intersect? GJK that stops as soon as an axis separates them.
/// [van den Bergen 1999; Olvång 2010, §2.3.3, Algorithm 4]
#include <tactus/narrow/gjk.h>

namespace tactus::sa_gjk {

/// Sent to the trace once per iteration: v nearest the origin so far, w the support point along -v.
template <Scalar T> struct Step {
  int iteration;
  Vec3<T> v, w;
  simplex::Points<T> points;  // of the simplex
  int size;
};

/// Does the axis that separated the pair last time still separate it? One support call settles most pairs that stay
/// apart.
template <class Pair, class T> constexpr bool still_separates(const Pair& pair, const PairCache<T>* cache, T reach) {
  if (!cache || cache->normal == Vec3<T>{} || !is_finite(cache->normal)) return false;
  return pair.separation(unit_or_up(cache->normal)) > reach;
}

/// Do the shapes meet, and is that certain? Within rounding of touching (8 u S, docs/contract.md) it is not: `hit` then
/// counts a gap as a touch.
struct Verdict {
  bool hit, clear;
};

/// Algorithm 4 on the cores: the shapes, balls included, meet if v comes within the radii of the origin; they are apart
/// if the support plane at w = S(-v) stays farther away than that.
/// Invariant: v is the point of the simplex nearest the origin, so v·w/|v| ≤ core distance ≤ |v|. Each step brings v
/// strictly nearer, so no simplex occurs twice. The iteration ends when a bound passes the radii. If rounding keeps w
/// from bringing v nearer, the simplex is a sliver, and the rest runs with twice the digits. If the iteration cap is
/// too low for that, the nearer bound decides.
/// differs from [Olvång 2010, Algorithm 4]: line 2 starts on the far side of the centres, and line 5 compares with an
/// absolute eps, below which touching shapes loop forever; here the start faces the origin and stalling is detected.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, class Pair, class T>
constexpr Verdict pair_verdict(const Pair& pair, const Options<T>& options, PairCache<T>* cache, Trace&& trace = {}) {
  const T reach = pair.radius() + pair.rounding(), reach_squared = square(reach);
  const T within = positive_part(pair.radius() - pair.rounding());
  if (still_separates(pair, cache, reach)) return {false, true};
  gjk::Simplex<T, Method> s = gjk::start<Method>(pair, cache);
  for (int k = 0;; ++k) {
    const Vec3<T> v = one_by_one(s.v());
    const T v_v = norm_squared(v);
    const auto answer = [&](Verdict verdict) {
      gjk::remember(s, cache);
      if (cache) cache->normal = verdict.hit ? Vec3<T>{} : unit_or_up(-v);
      return verdict;
    };
    if (s.full()) return answer({true, true});
    if (v_v <= reach_squared) return answer({true, v_v < square(within)});
    const MinkowskiVertex<T> w = pair.support(-v);
    if constexpr (!std::same_as<std::remove_cvref_t<Trace>, NoTrace>) trace(Step<T>{k, v, w.w, s.points(), s.size()});
    const T v_w = dot(v, w.w);  // |v| times the separation
    if (v_w > T(0) && square(v_w) > reach_squared * v_v) return answer({false, true});
    const auto by_the_nearer_bound = [&](T lower, T upper, bool clear) {
      return answer({lower + upper <= T(2) * reach, clear});
    };
    const bool blocked = !s.add_and_reduce(w, -v);
    if constexpr (has_wider<T>) {
      if (blocked) {
        gjk::WideSimplex<T> wide = s.widened();
        const gjk::WideEnd<T> end = gjk::settle(wide, pair, reach, options, k);
        if (end.upper <= reach) return answer({true, end.upper < within});
        return by_the_nearer_bound(end.lower, end.upper, end.lower > reach);
      }
    }
    if (blocked || k >= options.max_iterations) return by_the_nearer_bound(v_w / norm(v), norm(v), false);
  }
}

/// Touching counts as a hit, and so does a gap smaller than rounding.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Convex A, Convex B,
          class T = scalar_t<A>>
constexpr bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                          std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  return pair.finite() && pair_verdict<Method>(pair, options, cache, trace).hit;
}

}  // namespace tactus::sa_gjk
