// SPDX-License-Identifier: MIT
#pragma once
/// Minkowski portal refinement: intersection by following a ray from inside A ⊖ B towards the origin.
/// [Snethen 2008: XenoCollide; Olvång 2010, §2.4, Algorithms 6 to 9 and §2.4.1]
///
/// Three phases: span a portal (a triangle of support points); turn it until the ray passes through it; push it out
/// until it lies beyond the origin (hit) or a support plane lies before the origin (miss). The same phases, with a ray
/// that starts at the origin, measure how deep the shapes overlap along a direction: descend().
///
/// Errata of [Olvång 2010]. Algorithm 6: concentric shapes are called a miss (line 8), so is a flat difference (line
/// 13), and c is sought on the side away from the ray (line 15), so that Algorithm 7 may accept a portal that the
/// *opposite* of the ray passes through (3 % of random pairs of five-point hulls). Algorithm 8 calls touching a miss
/// (line 7) and, without the "close enough" of its own text, does not end on curved shapes that touch.
#include <tactus/narrow/mpr/portal.h>
#include <tactus/narrow/sa_gjk.h>

#include <algorithm>

namespace tactus::mpr {

using portal::Portal;

/// The result of a phase.
enum class Finding : std::uint8_t {
  open,  // undecided: go on to the next phase
  hit,  // the origin is in A ⊖ B
  miss,  // a support plane separates the origin from it
  flat,  // A ⊖ B does not extend along `plane`: there is no portal
  lost,  // rounding flattened the portal
  capped,  // the iteration cap was reached
};

/// The state of a walk. `plane` is the last support plane tested, or the last separating one once one was found.
template <Scalar T> struct Walk {
  Portal<T> portal;
  bool stop_at_miss = true;  // if false, the walk goes on to find the distance of the origin
  Finding finding = Finding::open;
  bool missed = false;
  Vec3<T> plane{};  // unit normal of a support plane, and
  T reach{};  // its distance from the origin, negative on the near side
  T depth_lower{};  // of a hit: radius of a ball about the origin in the tetrahedron that proved it
  std::array<Vec3<T>, 3> memory{};  // directions of the portal from which the pair's next query starts
  bool at_surface = false;  // is the portal within the tolerance of the surface?
  int iterations = 0;

  /// Tests the support plane through p. Returns false if that ends the walk.
  constexpr bool pass(const Vec3<T>& n, const MinkowskiVertex<T>& p, T rounding) {
    const T outer = dot(p.w, n);
    const bool separates = outer < -rounding;
    if (separates || !missed) plane = n, reach = outer;
    missed = missed || separates;
    if (separates && stop_at_miss) finding = Finding::miss;
    return finding == Finding::open;
  }
  /// Remembers the portal if it is a facet, or if its distance to the surface exceeds √tolerance times the size. A
  /// smaller portal loses the ray by the next frame and is then a worse start than none (measured on ellipsoids).
  template <class Pair> constexpr void keep(const Pair& pair, T gap, const Options<T>& options) {
    if (gap <= pair.rounding() || gap > sqrt(options.tolerance) * pair.size()) memory = portal.directions();
  }
  /// The ray meets the portal beyond the origin. The tetrahedron must confirm the hit; a sliver may fail to.
  constexpr void claim_hit() {
    finding = portal.holds_origin() ? Finding::hit : Finding::lost;
    depth_lower = portal.inner_radius();
  }
};

/// Sent to the trace before each change: the portal with its ray, the direction searched, the support point found.
template <Scalar T> struct Step {
  int phase, iteration;  // 1 to 3 as in the thesis, 4: descend
  const Portal<T>& portal;
  Vec3<T> normal, p;
};

/// Algorithm 6. Three support points: a along the ray r; b off the line through v and a; c off the plane through v, a
/// and b, on the ray's side of it.
/// differs from [Olvång 2010, Algorithm 6]: if a lies on the ray (line 4), any direction perpendicular to it is used,
/// so that only a flat difference (line 13) ends here, undecided; c is searched on the ray's side (line 15); and each
/// plane is tested as a separating plane.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> phase_one(const Pair& pair, const MinkowskiVertex<T>& v, const Vec3<T>& r, bool stop_at_miss,
                            Trace&& trace = {}) {
  Walk<T> walk{Portal<T>(v, r, pair.rounding()), stop_at_miss};
  const auto find = [&](int i, const Vec3<T>& n) {
    const MinkowskiVertex<T> p = pair.support(n);
    trace(Step<T>{1, i, walk.portal, n, p.w});
    walk.portal.put(i, p, n);
    if (walk.pass(n, p, pair.rounding()) && dot(p.w - v.w, n) <= pair.rounding())
      walk.finding = Finding::flat, walk.plane = n, walk.reach = dot(p.w, n);
    return walk.finding == Finding::open;
  };
  if (!find(0, r)) return walk;
  const Vec3<T> across = cross(r, walk.portal.corner(0).w - v.w);
  if (!find(1, norm(across) > pair.rounding() ? unit_or_up(across) : any_perpendicular(r))) return walk;
  if (dot(walk.portal.side(0), r) > T(0)) walk.portal.swap(0, 1);
  if (find(2, unit_or_up(-walk.portal.side(0))) && !walk.portal.solid()) walk.finding = Finding::flat;
  return walk;
}

/// The portal of the last query, found again at this pose, or a new one.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> start(const Pair& pair, const MinkowskiVertex<T>& v, const Vec3<T>& r, bool stop_at_miss,
                        const PairCache<T>* cache, Trace&& trace = {}) {
  if (!cache || cache->count < 3) return phase_one(pair, v, r, stop_at_miss, trace);
  Walk<T> walk{Portal<T>(v, r, pair.rounding()), stop_at_miss};
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> n = unit_or_up(cache->directions[static_cast<std::size_t>(i)]);
    walk.portal.put(i, pair.support(n), n);
    if (!walk.pass(n, walk.portal.corner(i), pair.rounding())) return walk;
  }
  return walk.portal.solid() ? walk : phase_one(pair, v, r, stop_at_miss, trace);
}

template <class T> constexpr void remember(const Walk<T>& walk, const Vec3<T>& normal, PairCache<T>* cache) {
  if (!cache) return;
  cache->normal = normal;
  if (!walk.portal.spanned()) return;  // missed before there was a portal: the old one is still the best start
  const auto& start = walk.memory[0] == Vec3<T>{} ? walk.portal.directions() : walk.memory;
  cache->count = 3;
  std::copy(start.begin(), start.end(), cache->directions.begin());
}

/// Algorithm 7. While the ray passes outside a side of the portal, the corner opposite that side is replaced by the
/// support point beyond the side, which puts the ray on the inner side of it.
/// Terminates: each new corner lies strictly beyond a plane through v and two other corners, or the difference is flat;
/// the iteration cap covers rounding.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> phase_two(const Pair& pair, Walk<T> walk, const Options<T>& options, Trace&& trace = {}) {
  for (int k = 0; walk.finding == Finding::open; ++k, ++walk.iterations) {
    const int i = walk.portal.lost_side();
    if (i < 0) break;
    if (k >= options.max_iterations) return walk.finding = Finding::capped, walk;
    const Vec3<T> n = unit_or_up(walk.portal.side(i));
    const MinkowskiVertex<T> p = pair.support(n);
    trace(Step<T>{2, walk.iterations, walk.portal, n, p.w});
    if (!walk.pass(n, p, pair.rounding())) break;
    if (dot(p.w - walk.portal.v().w, n) <= pair.rounding()) return walk.finding = Finding::lost, walk;
    walk.portal.swap(i, (i + 1) % 3);
    walk.portal.put(i + 2, p, n);
  }
  return walk;
}

/// Algorithm 8. Invariant: the ray passes through the portal, so the origin is in A ⊖ B if it is on the inner side of
/// the portal, and outside if it is beyond the parallel support plane. Otherwise the portal moves out to that plane.
/// Terminates: on polytopes each step adds a new vertex; on curved shapes the two planes close in on the origin until
/// rounding cannot tell them apart.
/// differs from [Olvång 2010, Algorithm 8]: an origin on the portal (line 7), or on the surface, is a hit; and a hit is
/// checked.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> phase_three(const Pair& pair, Walk<T> walk, const Options<T>& options, Trace&& trace = {}) {
  for (int k = 0; walk.finding == Finding::open; ++k, ++walk.iterations) {
    if (k >= options.max_iterations) return walk.finding = Finding::capped, walk;
    const Vec3<T> n = walk.portal.normal();
    if (n == Vec3<T>{}) return walk.finding = Finding::lost, walk;
    const T inner = dot(walk.portal.corner(0).w, n);
    if (inner >= T(0)) return walk.claim_hit(), walk;
    const MinkowskiVertex<T> p = pair.support(n);
    trace(Step<T>{3, walk.iterations, walk.portal, n, p.w});
    if (!walk.pass(n, p, pair.rounding()) || walk.missed) return walk.finding = Finding::miss, walk;
    if (dot(p.w, n) - inner <= pair.rounding()) return walk.claim_hit(), walk;
    walk.keep(pair, dot(p.w, n) - inner, options);
    walk.portal.split(p, n);
  }
  return walk;
}

/// Algorithm 9. The ray starts at the difference of the two centers.
/// differs from [Olvång 2010, Algorithm 6]: if that is the origin itself, line 8 reports a miss. Here it is a hit, and
/// the direction of the ray is arbitrary.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> walk_to_origin(const Pair& pair, bool stop_at_miss, const Options<T>& options,
                                 const PairCache<T>* cache, Trace&& trace = {}) {
  const MinkowskiVertex<T> v = pair.center();
  const Walk<T> walk = start(pair, v, unit_or_up(-v.w), stop_at_miss, cache, trace);
  return phase_three(pair, phase_two(pair, walk, options, trace), options, trace);
}

/// Do the shapes, balls included, intersect? Touching counts. If a portal cannot decide (a flat difference, a portal
/// that rounding flattened, the cap), separating-axis GJK does.
template <class Trace = NoTrace, Convex A, Convex B, class T = scalar_t<A>>
constexpr bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                          std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite() || sa_gjk::still_separates(pair, cache, pair.radius() + pair.rounding())) return false;
  const Walk<T> walk = walk_to_origin(portal::Whole(pair), true, options, cache, trace);
  if (walk.finding != Finding::hit && walk.finding != Finding::miss)
    return sa_gjk::intersects(a, b, x_ab, options, cache);
  remember(walk, walk.finding == Finding::miss ? walk.plane : Vec3<T>{}, cache);
  return walk.finding == Finding::hit;
}

/// Pushes the portal out until it matches the surface to within the tolerance, wherever the origin is. `plane` is then
/// the tangent plane where the ray leaves.
template <class Trace = NoTrace, class Pair, class T>
constexpr Walk<T> walk_to_surface(const Pair& pair, Walk<T> walk, const Options<T>& options, Trace&& trace = {}) {
  for (int k = 0; k < options.max_iterations && !walk.at_surface; ++k, ++walk.iterations) {
    const Vec3<T> n = walk.portal.normal();
    if (n == Vec3<T>{}) break;
    const MinkowskiVertex<T> p = pair.support(n);
    trace(Step<T>{3, walk.iterations, walk.portal, n, p.w});
    walk.pass(n, p, pair.rounding());
    const T inner = dot(walk.portal.corner(0).w, n), outer = dot(p.w, n);
    walk.at_surface = outer - inner <= pair.resolution(options, outer);
    if (-outer > options.max_distance) break;
    walk.keep(pair, outer - inner, options);
    if (!walk.at_surface) walk.portal.split(p, n);
  }
  return walk;
}

/// The least depth of the origin in A ⊖ B that a local search found.
template <Scalar T> struct Descent {
  Vec3<T> normal;  // unit, from A to B
  T depth_upper;  // along it: no less than the true depth
  Vec3<T> witness_a, witness_b;
  bool improved;  // on the given depth? If not, only that depth holds, and the normal does not belong to it.
  int iterations;
};

/// Moves from a direction downhill to a local minimum of the depth h(n) = n·S(n); the first leg is the restart of
/// [Olvång 2010, §2.4.1]. The portal is refined around the ray from the origin along d. Its normal n gives lb =
/// (a·n)/(d·n) ≤ length of the ray in A ⊖ B ≤ h(d). If h(n) < lb, then n is strictly better than d and the ray turns to
/// n. If the portal reaches the surface first, d is a local minimum to within the tolerance.
/// Terminates: each turn lowers h by more than the tolerance; the cap bounds turns and refinements together.
/// For an origin in A ⊖ B; a plane that separates the origin ends the search (depth_upper is then negative).
template <class Trace = NoTrace, class Pair, class T>
constexpr Descent<T> descend(const Pair& pair, const Vec3<T>& direction, std::type_identity_t<T> depth_upper,
                             const Options<T>& options = {}, Trace&& trace = {}) {
  Walk<T> walk = phase_one(pair, MinkowskiVertex<T>{}, unit_or_up(direction), true, trace);
  Descent<T> r{unit_or_up(direction), depth_upper, {}, {}, false, 0};
  const auto consider = [&](const Vec3<T>& n, const MinkowskiVertex<T>& p) {
    const T depth = dot(p.w, n);
    if (depth < r.depth_upper) r = {n, depth, p.a, p.b, true, 0};
  };
  consider(r.normal, pair.support(r.normal));
  bool aligned = false;
  for (; walk.iterations < options.max_iterations; ++walk.iterations) {
    if (!aligned) walk = phase_two(pair, walk, options, trace), aligned = true;
    const Vec3<T> n = walk.portal.normal();
    if (walk.finding != Finding::open || n == Vec3<T>{}) break;
    const MinkowskiVertex<T> p = pair.support(n);
    trace(Step<T>{4, walk.iterations, walk.portal, n, p.w});
    consider(n, p);
    const T inner = dot(walk.portal.corner(0).w, n), outer = dot(p.w, n);
    const T resolution = pair.resolution(options, outer);
    if (inner > (outer + resolution) * dot(walk.portal.r(), n)) {
      walk.portal.turn_to(n), aligned = false;
    } else if (outer - inner > resolution) {
      walk.portal.split(p, n);
    } else if (r.improved && outer - r.depth_upper > resolution) {
      walk.portal.turn_to(r.normal), aligned = false;  // a plane found on the way was better
    } else {
      break;
    }
  }
  if (walk.finding != Finding::open) consider(walk.plane, pair.support(walk.plane));  // flat, or not inside
  r.iterations = walk.iterations;
  if (!aligned || walk.finding != Finding::open) return r;
  const MinkowskiVertex<T> foot = walk.portal.foot();
  r.witness_a = foot.a, r.witness_b = foot.b;
  return r;
}

/// The answer of a walk that did not find the origin inside. `upper` is the distance of two known points: the point of
/// the tetrahedron nearest to the origin. `lower` and the normal belong to the walk's plane, or to the plane
/// perpendicular to the line between the two points if that is better. Unless the bounds have met, distance lies
/// between them.
template <class Pair, class T>
constexpr Contact<T> gap_contact(const Pair& pair, const Walk<T>& walk, Status status, const Options<T>& options) {
  const MinkowskiVertex<T> nearest = walk.portal.nearest();
  const T upper = norm(nearest.w);
  Vec3<T> normal = unit_or(-nearest.w, walk.plane);
  T lower = pair.separation(normal);
  if (lower < -walk.reach) normal = walk.plane, lower = -walk.reach;
  if (lower > options.max_distance) status = Status::beyond_max;
  return finish(pair, status, clamp(-dot(nearest.w, normal), lower, upper), lower, upper, normal, nearest.a, nearest.b,
                walk.iterations, options);
}

/// For pairs that no portal decides: GJK on the cores. If the cores overlap, a descent from the walk's last plane (a
/// flat difference separates along it at once).
template <class Pair, class T>
constexpr Contact<T> contact_without_portal(const Pair& pair, const Vec3<T>& plane, const Options<T>& options,
                                            PairCache<T>* cache) {
  const auto g = gjk::core_distance(pair, options.max_distance + pair.radius(), options, cache);
  if (g.status != Status::overlapping)
    return finish(pair, g.status, g.upper, g.lower, g.upper, g.axis, g.simplex.witness_a(), g.simplex.witness_b(),
                  g.iterations, options);
  const Descent<T> d = descend(pair, plane, infinity<T>, options);
  return finish(pair, Status::overlapping, -d.depth_upper, -d.depth_upper, T(0), d.normal, d.witness_a, d.witness_b,
                g.iterations + d.iterations, options);
}

/// Signed distance by portals [Olvång 2010, §2.4.1]. Overlapping: the portal is pushed on to the surface, and the depth
/// is then followed downhill from its normal. That is a heuristic: the least depth may lie in another direction, and
/// does so for deep overlaps. `lower`, minus the depth along the normal, is certified; `upper`, minus the radius of a
/// ball in the tetrahedron around the origin, shows the possible error. Apart: see gap_contact; with max_distance ≤ 0
/// the first separating plane is the answer.
/// differs from [Olvång 2010, §2.4.1]: the second leg is repeated until it brings no improvement.
template <class Trace = NoTrace, Convex A, Convex B, class T = scalar_t<A>>
constexpr Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                             std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const portal::Whole whole(pair);
  Walk<T> walk = walk_to_origin(whole, !(options.max_distance > T(0)), options, cache, trace);
  if (walk.finding == Finding::flat || walk.finding == Finding::lost)
    return contact_without_portal(pair, walk.plane, options, cache);
  if (walk.finding == Finding::hit || (walk.finding == Finding::miss && !walk.stop_at_miss))
    walk = walk_to_surface(whole, walk, options, trace);
  if (walk.finding != Finding::hit) {
    const Contact<T> c = gap_contact(whole, walk, walk.missed ? Status::separated : Status::stalled, options);
    remember(walk, c.normal, cache);
    return c;
  }
  const MinkowskiVertex<T> foot = walk.portal.foot();
  Descent<T> d{walk.plane, walk.reach, foot.a, foot.b, false, 0};
  if (walk.reach > whole.rounding()) d = descend(whole, walk.plane, infinity<T>, options, trace);  // else they touch
  remember(walk, d.normal, cache);
  return finish(whole, Status::overlapping, -d.depth_upper, -d.depth_upper, -walk.depth_lower, d.normal, d.witness_a,
                d.witness_b, walk.iterations + d.iterations, options);
}

}  // namespace tactus::mpr
