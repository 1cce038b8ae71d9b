// SPDX-License-Identifier: MIT
#pragma once
/// Distance between convex polyhedra by a walk over their features: the Voronoi-clip algorithm. [Mirtich 1997]
#include <tactus/narrow/epa.h>
#include <tactus/narrow/polyhedron/box_polyhedron.h>
#include <tactus/narrow/sat.h>
#include <tactus/narrow/vclip/feature_pair.h>
#include <tactus/narrow/vclip/states.h>
#include <tactus/narrow/vclip/still_closest.h>

namespace tactus::vclip {

/// Sent to the trace for every pair of features `a` and `b` that is visited; `iteration` counts them from 0.
struct Step {
  int iteration;
  Feature a, b;
};

/// Sent when the walk reaches a pair of features `a` and `b` a second time, in this `iteration`.
struct Cycle {
  int iteration;
  Feature a, b;
};

/// Sent when the walk left the remembered features in this `iteration` and started again between the centres.
struct Leap {
  int iteration;
};

/// Sent to the trace when GJK took over from features `a` and `b` in this `iteration`: the walk was too long (its
/// outcome is `moved`), or it cycled through pairs none of which proved closest (`moved` too), or the bounds did not
/// confirm its result.
struct Fallback {
  int iteration;
  Feature a, b;
  Outcome outcome;
};

namespace detail {

/// How far a feature reaches from the polyhedron's centre along d, times the length of d. For a face that reaches at
/// least `enough`, any value from `enough` on may be returned.
template <class X, class T> constexpr T reach_along(const X& x, const Vec3<T>& d, T enough) {
  const T center = dot(d, x.polyhedron.center());
  const auto reach = [&](std::uint32_t v) { return dot(d, x.at(v)) - center; };
  if (x.kind == vertex) return reach(x.index);
  if (x.kind == edge) return max(reach(x.tail(x.index)), reach(x.head(x.index)));
  T most = -infinity<T>;
  for (const std::uint32_t v : x.polyhedron.face_loop(x.index)) {
    most = max(most, reach(v));
    if (most >= enough) break;
  }
  return most;
}

/// The polyhedra are no farther apart than their inscribed balls. So along the line of centres d, the closest points
/// together reach at least as far from their centres as the radii, or they meet. Features that do not reach that far
/// are far from the closest.
template <class A, class B, class T> constexpr bool far_from_closest(const A& a, const B& b, const Vec3<T>& d) {
  const T length = norm(d);
  const T radii = length * min(a.polyhedron.inscribed_radius() + b.polyhedron.inscribed_radius(), length);
  const T left = radii - reach_along(a, d, radii);
  return left > T(0) && reach_along(b, -a.to_other.turn(d), left) < left;
}

}  // namespace detail

/// The pair of features that the walk has reached, on both polyhedra.
template <Polyhedron A, Polyhedron B> struct Walk {
  using T = scalar_t<A>;
  TrackedFeature<A, Backwards> a;
  TrackedFeature<B, Forwards> b;
  int iterations = 0;
  int circle = 0;  // number of pairs in the cycle, if the walk went into one
  Outcome outcome = Outcome::moved;  // unchanged at the end if the walk cycled or was too long

  Walk(const A& on_a, const B& on_b, const Pose<T>& x_ab)
      : a{on_a, {x_ab}, FeatureKind::vertex, no_neighbour}, b{on_b, {x_ab}, FeatureKind::vertex, no_neighbour} {}

  /// Starts from these features if they exist, otherwise from the vertices nearest along the line of centres.
  void start(const Feature& x, const Feature& y) {
    remembered_ = a.start(x) && b.start(y);
    if (!remembered_) return start_at_centers(between_centers());
    if (a.kind == FeatureKind::face && b.kind == FeatureKind::face) a.move(FeatureKind::vertex, a.corner());
  }

  /// Each step brings the features nearer to each other, or keeps their distance and lowers a dimension (Figure 2). So
  /// in exact arithmetic no pair occurs twice, and the walk ends. Rounding can cause a cycle; it is found by comparing
  /// with a pair kept since the last power of two (Brent). The first pair is kept for longer: if a walk ended in a
  /// cycle, the next one starts there. Only a leap may increase the distance of the features; there is at most one.
  template <class Trace> [[gnu::flatten]] constexpr void run(int max_iterations, Trace&& trace) {
    constexpr int leap_after = 2, keep_first = 16;
    Feature kept_a, kept_b;
    int kept_at = 0;
    for (; outcome == Outcome::moved && iterations < max_iterations; ++iterations) {
      trace(Step{iterations, a.feature(), b.feature()});
      const Feature at_a{a.kind, a.index}, at_b{b.kind, b.index};
      if (iterations == leap_after && remembered_ && leap()) {
        trace(Leap{iterations});
        kept_a = kept_b = {};
        continue;
      }
      if (at_a == kept_a && at_b == kept_b) {
        trace(Cycle{iterations, a.feature(), b.feature()});
        circle = iterations - kept_at;
        return;
      }
      if (iterations % keep_first == 0 && (iterations & (iterations - 1)) == 0)
        kept_a = at_a, kept_b = at_b, kept_at = iterations;
      outcome = detail::step(a, b);
    }
  }

 private:
  bool remembered_ = false;  // did the walk start at given features?

  constexpr Vec3<T> between_centers() const { return b.to_other.move(b.polyhedron.center()) - a.polyhedron.center(); }
  constexpr void start_at_centers(const Vec3<T>& d) {
    a.move(FeatureKind::vertex, a.polyhedron.support_index(d, no_neighbour));
    b.move(FeatureKind::vertex, b.polyhedron.support_index(-a.to_other.turn(d), no_neighbour));
  }
  /// Starts again between the centres if the remembered features are still far from the closest: from there the walk
  /// would cross the surface pair by pair. Tested only after a few pairs, because most walks from remembered features
  /// end before.
  [[gnu::noinline]] constexpr bool leap() {
    const Vec3<T> d = between_centers();
    if (!detail::far_from_closest(a, b, d)) return false;
    return start_at_centers(d), true;
  }
};

namespace detail {

template <class X> constexpr tactus::detail::FeatureCorners corners_of(const X& x) {
  if (x.kind == face) return {x.feature(), 0, 0};
  return {x.feature(), x.corner(), x.kind == edge ? x.head(x.index) : x.index};
}

/// Like closest_if(), but tries harder: for edges that are nearly parallel.
template <class Pair, class W, class T>
[[gnu::noinline]] constexpr Contact<T> nearest(const Pair& pair, const W& walk, const Options<T>& options) {
  FeatureWitness<T> w = witness_of(walk.a, walk.b);
  const Vec3<T> between = w.on_b - w.on_a;
  T lower = separation_near(walk.a, walk.b, w.normal), beside2 = beside_squared(between, w.normal, T(1));
  // Too near to parallel: the cross product is only rounding noise.
  if (w.gap - lower > pair.rounding() || beside2 > square(pair.rounding())) {
    const Vec3<T> across = unit_or_zero(between);
    const T lower_across = separation_near(walk.a, walk.b, across);
    if (lower_across > lower || w.gap - lower_across <= pair.rounding())
      w.normal = across, lower = lower_across, beside2 = T(0);
  }
  const FeatureGap<T> gap{w.on_a, w.on_b, w.normal, T(1), w.gap, beside2};
  return tactus::detail::proof_by(pair, gap, lower, walk.a.feature(), walk.b.feature(), options,
                                  tactus::detail::no_proof<T>);
}

/// Is a point of a face's plane on the face, or beyond its sides by at most `little`?
template <class F, class T> constexpr bool is_on_face(const F& f, const Vec3<T>& p, T little) {
  const Vec3<T> normal = f.polyhedron.plane(f.index).normal;
  const std::uint32_t first = f.polyhedron.face_half_edge(f.index);
  const auto sides = static_cast<std::uint32_t>(f.polyhedron.face_loop(f.index).size());
  for (std::uint32_t h = first; h < first + sides; ++h) {
    const FaceEdgePlane<T> side(f, h, normal);
    if (side(p) > little * norm(side.normal)) return false;
  }
  return true;
}

/// Does an edge meet the plane of a face on the face? If the edge lies in that plane, to rounding, it need not.
template <class A, class B, class T>
constexpr bool pierces(const A& a, const B& b, const FeatureWitness<T>& w, T little) {
  if (a.kind == face && b.kind == edge) return is_on_face(a, w.on_a, little);
  return a.kind != edge || b.kind != face || is_on_face(b, a.to_other.move(w.on_b), little);
}

/// Do the features show an overlap, or a gap no larger than rounding?
template <class Pair, class W, class T>
[[gnu::noinline]] constexpr Contact<T> touching(const Pair& pair, const W& walk, const Options<T>& options) {
  const FeatureWitness<T> w =
      walk.outcome == Outcome::penetrating ? penetration_witness(walk.a, walk.b) : witness_of(walk.a, walk.b);
  const T lower = separation_near(walk.a, walk.b, w.normal);
  const T there_and_back = T(2) * pair.rounding();  // the rounding of a point moved to B's frame and back
  if (!(w.gap <= there_and_back) || !(lower <= pair.rounding()) || !pierces(walk.a, walk.b, w, pair.rounding() / T(4)))
    return tactus::detail::no_proof<T>();
  Contact<T> c = finish(pair, Status::overlapping, T(0), lower, w.gap, w.normal, w.on_a, w.on_b, 0, options);
  c.support_calls = 2;
  c.feature_a = walk.a.feature(), c.feature_b = walk.b.feature();
  return c;
}

/// Are the current features the closest?
template <class Pair, class W, class T, class G>
constexpr Contact<T> closest_here(const Pair& pair, const W& walk, const Options<T>& options, const G& otherwise) {
  return closest_if(pair, walk.a.polyhedron, corners_of(walk.a), walk.b.polyhedron, corners_of(walk.b),
                    walk.b.to_other.x_ab, options, otherwise);
}

/// If parallel faces or edges face each other, many pairs are equally near, and rounding may send the walk around in a
/// cycle. The walk goes through the cycle once more, until one of its pairs is proved to be the closest.
template <class Pair, class W, class T, class Trace>
[[gnu::noinline]] constexpr Contact<T> closest_in_circle(const Pair& pair, W& walk, const Options<T>& options,
                                                         Trace&& trace) {
  Contact<T> c = closest_here(pair, walk, options, tactus::detail::no_proof<T>);
  for (int left = walk.circle; !proved(c) && left > 0; --left) {
    step(walk.a, walk.b);
    trace(Step{++walk.iterations, walk.a.feature(), walk.b.feature()});
    c = closest_here(pair, walk, options, tactus::detail::no_proof<T>);
  }
  return c;
}

/// The answer from the walk's last features, if their bounds confirm it to the rounding floor. (NaN bounds, from edges
/// too short to be squared, confirm nothing.)
template <class Pair, class W, class T, class Trace>
[[gnu::flatten]] constexpr Contact<T> confirmed(const Pair& pair, W& walk, const Options<T>& options, Trace&& trace) {
  const auto less_simply = [&] {
    if (walk.outcome == Outcome::moved)
      return walk.circle > 0 ? closest_in_circle(pair, walk, options, trace) : tactus::detail::no_proof<T>();
    const Contact<T> c =
        walk.outcome == Outcome::nearest ? nearest(pair, walk, options) : tactus::detail::no_proof<T>();
    return proved(c) ? c : touching(pair, walk, options);
  };
  return walk.outcome == Outcome::nearest ? closest_here(pair, walk, options, less_simply) : less_simply();
}

/// The exact depth of overlapping polyhedra. If large hulls overlap deeply, separating axes test many pairs of edges (9
/// million for two concentric hulls of 1000 points); such pairs use them only if EPA's bounds do not meet.
template <Convex A, Convex B, class T>
Contact<T> depth(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) {
  constexpr std::size_t few_edge_pairs = std::size_t{1} << 16;
  if (polyhedron(a).edge_count() * polyhedron(b).edge_count() > few_edge_pairs) {
    const Contact<T> c = epa::contact(a, b, x_ab, options);
    if (c.status != Status::stalled) return with_features(c, a, b, x_ab);
  }
  return sat::contact(a, b, x_ab, options, cache);
}

/// GJK from where the walk stopped. It detects poses that are not finite; the walk does not, but its bounds then
/// confirm nothing.
template <Convex A, Convex B, class W, class T>
[[gnu::noinline]] constexpr Contact<T> by_gjk(const A& a, const B& b, const Pose<T>& x_ab, const W& walk,
                                              const Options<T>& options) {
  PairCache<T> start;
  start.directions[0] = walk.b.seen(walk.b.corner()) - walk.a.at(walk.a.corner());
  start.count = start.directions[0] == Vec3<T>{} ? 0 : 1;
  Contact<T> c = with_features(gjk::distance(a, b, x_ab, options, &start), a, b, x_ab);
  c.iterations += walk.iterations;
  return c;
}

}  // namespace detail

/// Distance with witness points and nearest features, by a walk from these features; 0 for polyhedra that overlap. The
/// features of an overlap are its witnesses: an edge and a face it pierces, or a vertex inside and the face under which
/// it got stuck. For hulls and boxes. The walk has no tolerance, and under rounding its result is not proven. So its
/// last features, or those of its cycle, are checked by bounds, and GJK answers if the check fails or
/// options.max_iterations steps were not enough.
template <class Trace = NoTrace, Polyhedral A, Polyhedral B, class T = scalar_t<A>>
constexpr Contact<T> distance_from(const Feature& on_a, const Feature& on_b, const A& a, const B& b,
                                   const Pose<T>& x_ab, const Options<T>& options = {}, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  const auto& p = polyhedron(a);
  const auto& q = polyhedron(b);
  Walk walk(p, q, x_ab);
  walk.start(on_a, on_b);
  if (walkable(p) && walkable(q)) walk.run(options.max_iterations, trace);
  Contact<T> c = detail::confirmed(pair, walk, options, trace);
  c.iterations = walk.iterations;
  if (!proved(c)) {
    trace(Fallback{walk.iterations, walk.a.feature(), walk.b.feature(), walk.outcome});
    c = detail::by_gjk(a, b, x_ab, walk, options);
  }
  return c;
}

/// From the features of the last query, if any.
template <class Trace = NoTrace, Polyhedral A, Polyhedral B, class T = scalar_t<A>>
constexpr Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const Feature x = cache ? cache->feature_a : Feature{}, y = cache ? cache->feature_b : Feature{};
  Contact<T> c = distance_from(x, y, a, b, x_ab, options, trace);
  if (cache) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}

/// Touching counts.
template <class Trace = NoTrace, Polyhedral A, Polyhedral B, class T = scalar_t<A>>
constexpr bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                          std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  return vclip::distance(a, b, x_ab, options, cache, trace).touching();
}

/// Signed distance: the walk's gap, or the depth of an overlap. For an overlap the cache keeps the deepest features,
/// from which the next query starts in either case.
template <class Trace = NoTrace, Polyhedral A, Polyhedral B, class T = scalar_t<A>>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  PairCache<T> deepest = cache ? *cache : PairCache<T>{};
  const Contact<T> gap = vclip::distance(a, b, x_ab, options, cache, trace);
  if (!gap.touching()) return gap;
  Contact<T> c = detail::depth(a, b, x_ab, options, &deepest);
  if (cache) *cache = deepest, cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  c.iterations += gap.iterations, c.support_calls += gap.support_calls;
  return c;
}

}  // namespace tactus::vclip
