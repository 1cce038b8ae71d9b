#pragma once
/// Contacts of slightly enlarged shapes from GJK alone, EPA for the deep ones.
/// [van den Bergen 2003, §4.3; Olvång 2010, §2.3.4, Algorithm 5]
#include <tactus/narrow/epa.h>

namespace tactus::swept_gjk {

/// How deep the swept shapes overlap, the thesis' (2r - ‖v‖): each is larger by mu than the shape it was made from.
template <Scalar T> constexpr T swept_depth(const Contact<T>& c, std::type_identity_t<T> mu) {
  return T(2) * mu - c.distance;
}

/// Algorithm 5 sweeps both shapes with a ball of radius mu and asks how deep the results overlap: 2 mu less the
/// distance of the shapes themselves, which GJK finds alone while that is positive; else EPA goes on from its simplex.
/// The swept shapes are too large by mu each, so what comes back here is corrected by exactly that: distance, bounds
/// and points are those of the shapes as given. A gap of up to 2 mu is measured, a wider one is `beyond_max` (the
/// thesis' "false"), with bounds that hold; swept_depth(contact, mu) is the number of the thesis.
/// Shapes that have a ball of their own need no sweep to profit: their shallow overlaps, up to the sum of the radii,
/// are gaps of the cores and come from GJK alone, whatever mu is.
/// Invariant and termination: those of gjk::core_distance (lines 4 to 13) and epa::core_depth (line 15).
/// differs from [Olvång 2010, Algorithm 5]: line 13 stops when v gets shorter by less than an absolute eps, which may
/// be far from the end; here the bounds have met. Line 14 hands everything nearer than eps to EPA; here only what
/// rounding cannot tell from touching.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Convex A, Convex B,
          class T = scalar_t<A>>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, std::type_identity_t<T> mu,
                   const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr,
                   Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const T widest_gap = min(options.max_distance, T(2) * mu);
  return epa::signed_distance<Method>(pair, widest_gap + pair.radius(), options, cache, trace);
}

}  // namespace tactus::swept_gjk
