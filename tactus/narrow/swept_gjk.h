// SPDX-License-Identifier: MIT
#pragma once
/// Contacts of slightly enlarged shapes from GJK alone, EPA for the deep ones.
/// [van den Bergen 2003, §4.3; Olvång 2010, §2.3.4, Algorithm 5]
#include <tactus/narrow/epa.h>

namespace tactus::swept_gjk {

/// The overlap depth of the swept shapes, the thesis' (2r - ‖v‖): each swept shape is larger by mu than the original.
template <Scalar T> constexpr T swept_depth(const Contact<T>& c, std::type_identity_t<T> mu) {
  return T(2) * mu - c.distance;
}

/// Algorithm 5 sweeps both shapes with a ball of radius mu and computes the overlap depth of the results: 2 mu minus
/// the distance of the original shapes. GJK alone finds that distance while it is positive; otherwise EPA goes on from
/// GJK's simplex. Each swept shape is too large by mu, so the result here is corrected by exactly that: distance,
/// bounds and points are those of the given shapes. A gap of up to 2 mu is measured; a wider one is `beyond_max` (the
/// thesis' "false"), with valid bounds; swept_depth(contact, mu) is the number in the thesis.
/// Shapes with their own ball need no sweep to benefit: their shallow overlaps, up to the sum of the radii, are gaps of
/// the cores and come from GJK alone, for any mu.
/// Invariant and termination: those of gjk::core_distance (lines 4 to 13) and epa::core_depth (line 15).
/// differs from [Olvång 2010, Algorithm 5]: line 13 stops when v shrinks by less than an absolute eps, which may be far
/// from the end; here the bounds have met. Line 14 hands everything nearer than eps to EPA; here only pairs that
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
