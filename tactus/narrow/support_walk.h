// SPDX-License-Identifier: MIT
#pragma once
/// Contact by support mapping: one walk from the centroid of A ⊖ B through the origin to the surface.
/// [Kenwright 2015: Generic convex collision detection using support mapping, Algorithm 1, Listing 2, §4.1, §4.6]
///
/// The tetrahedra and their refinement are those of mpr.h (both go back to XenoCollide). Kenwright's additions: the
/// walk does not stop when hit or miss is known but goes on to the surface (§4.6), where barycentric coordinates give
/// the contact point; it starts from the last frame's portal, or ends at once at the face that separated the shapes
/// last time (§4.1). With a lower iteration cap the answer is rougher, and the next frame starts from it. (The paper's
/// level of detail, §5, is another: coarser shapes are tested first.)
///
/// Errata of [Kenwright 2015, Listing 2]: dir3 is always turned (v2 was sought along v0 × v1), but v1 and v2 are not
/// swapped with it, and the first loop repairs most but not all of these tetrahedra (83 of 100 000 random pairs of
/// eight-point hulls stay inside out); |delta| < 0.001 compares a length times an area with a number; a ray through an
/// edge is in none of the three children (the assertion); coinciding centroids give zero directions throughout;
/// neither loop need end.
#include <tactus/narrow/mpr.h>

namespace tactus::support_walk {

using mpr::Finding;
using mpr::Walk;
using portal::Portal;

/// Phase 1 of Listing 2 [Figure 8]: the tetrahedron around the ray, starting from the last frame's if there is one. If
/// a miss may end the walk, the face that separated the shapes last time is tested first (§4.1).
template <class Trace, class Pair, class T>
constexpr Walk<T> find_tetrahedron(const Pair& pair, bool go_on_after_miss, const Options<T>& options,
                                   const PairCache<T>* cache, Trace&& trace) {
  const MinkowskiVertex<T> v0 = pair.center();
  const Vec3<T> ray = unit_or_up(-v0.w);
  if (cache && !go_on_after_miss && cache->normal != Vec3<T>{}) {
    const Vec3<T> n = unit_or_up(cache->normal);
    Walk<T> last{Portal<T>(v0, ray, pair.rounding())};
    last.portal.put(0, pair.support(n), n);
    if (!last.pass(n, last.portal.corner(0), pair.rounding())) return last;
  }
  return mpr::phase_two(pair, mpr::start(pair, v0, ray, !go_on_after_miss, cache, trace), options, trace);
}

/// Phase 2 of Listing 2 [Figure 9]: the outer face v1 v2 v3 is split by the support point v4 above it. The child that
/// the ray passes through is kept, until v4 is no farther out than the face, or the iteration cap is reached.
/// Invariant: the ray passes through the face. The origin is inside as soon as it is below the face, outside as soon as
/// it is above v4's plane. After a hit the walk goes on to the surface; after a miss only if requested (§4.6).
/// Terminates: on polytopes every v4 is a new vertex, curved shapes close in on the surface; and there is the cap.
/// differs from [Kenwright 2015, Listing 2]: "no farther out" is relative to the size; while the origin is between the
/// face and v4's plane, only rounding counts.
template <class Trace, class Pair, class T>
constexpr Walk<T> refine(const Pair& pair, Walk<T> walk, const Options<T>& options, Trace&& trace) {
  for (int k = 0; walk.finding == Finding::open || walk.finding == Finding::hit; ++k, ++walk.iterations) {
    const Vec3<T> n = walk.portal.normal();
    if (n == Vec3<T>{}) return walk.finding = Finding::lost, walk;
    const MinkowskiVertex<T> v4 = pair.support(n);
    trace(mpr::Step<T>{3, walk.iterations, walk.portal, n, v4.w});
    const T inner = dot(walk.portal.corner(0).w, n), outer = dot(v4.w, n);
    walk.pass(n, v4, pair.rounding());
    const bool between = inner < T(0) && !walk.missed;
    walk.at_surface = outer - inner <= (between ? pair.rounding() : pair.resolution(options, outer));
    if (walk.missed && walk.at_surface) walk.finding = Finding::miss;
    if (walk.finding == Finding::open && !walk.missed && (!between || walk.at_surface)) walk.claim_hit();
    walk.keep(pair, outer - inner, options);
    if (walk.at_surface || k >= options.max_iterations) return walk;
    walk.portal.split(v4, n);
  }
  return walk;
}

/// Do the shapes, balls included, intersect? Touching counts. go_on_after_miss (§4.6) walks to the surface even after a
/// miss is certain, to give the next frame a better start.
template <class Trace = NoTrace, Convex A, Convex B, class T = scalar_t<A>>
constexpr bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                          std::type_identity_t<PairCache<T>>* cache = nullptr, bool go_on_after_miss = false,
                          Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return false;
  const portal::Whole whole(pair);
  Walk<T> walk = find_tetrahedron(whole, go_on_after_miss, options, cache, trace);
  walk = go_on_after_miss ? refine(whole, walk, options, trace) : mpr::phase_three(whole, walk, options, trace);
  if (!walk.missed && walk.finding != Finding::hit) return sa_gjk::intersects(a, b, x_ab, options, cache);
  mpr::remember(walk, walk.missed ? walk.plane : Vec3<T>{}, cache);
  return !walk.missed;
}

/// Signed distance from one walk. Overlapping: the depth along the normal of the surface where the ray from the
/// centroid leaves, which is the least depth only for shallow overlaps; `lower` is minus that depth, `upper` comes from
/// the tetrahedron around the origin. Apart: mpr::gap_contact. A walk that the cap ended is `stalled`; its bounds hold.
/// differs from [Kenwright 2015, Listing 2]: the contact point is the point of the final face nearest the origin. The
/// barycentric image of the origin's projection may lie outside the face, and thus outside the shapes.
template <class Trace = NoTrace, Convex A, Convex B, class T = scalar_t<A>>
constexpr Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                             std::type_identity_t<PairCache<T>>* cache = nullptr, bool go_on_after_miss = true,
                             Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const portal::Whole whole(pair);
  const Walk<T> walk = refine(whole, find_tetrahedron(whole, go_on_after_miss, options, cache, trace), options, trace);
  if (walk.finding == Finding::flat || walk.finding == Finding::lost)
    return mpr::contact_without_portal(pair, walk.plane, options, cache);
  const bool complete = walk.at_surface || walk.finding == Finding::miss;
  if (walk.missed || walk.finding != Finding::hit) {
    const Contact<T> c = mpr::gap_contact(whole, walk, complete ? Status::separated : Status::stalled, options);
    mpr::remember(walk, c.normal, cache);
    return c;
  }
  mpr::remember(walk, walk.plane, cache);
  const MinkowskiVertex<T> foot = walk.portal.foot();
  return finish(whole, complete ? Status::overlapping : Status::stalled, -walk.reach, -walk.reach, -walk.depth_lower,
                walk.plane, foot.a, foot.b, walk.iterations, options);
}

}  // namespace tactus::support_walk
