// SPDX-License-Identifier: MIT
#pragma once
/// Distance between convex shapes.
/// [Gilbert, Johnson & Keerthi 1988; van den Bergen 1999; Olvång 2010, Algorithm 1; course slides on GJK]
#include <tactus/narrow/gjk/wide.h>
#include <tactus/narrow/minkowski.h>
#include <tactus/simplex/incremental.h>

namespace tactus::gjk {

/// Up to four points of A ⊖ B, the newest last, and the point v of their hull nearest the origin.
template <Scalar T, template <class> class Method = simplex::Incremental> class Simplex {
 public:
  constexpr explicit Simplex(const MinkowskiVertex<T>& first, const Vec3<T>& direction) { start(first, direction); }

  constexpr void start(const MinkowskiVertex<T>& first, const Vec3<T>& direction) {
    put(0, first, direction, T(1));
    size_ = 1;
    v_ = first.w;
  }
  /// With known weights.
  constexpr explicit Simplex(const WideSimplex<T>& wide) {
    wide.for_each(
        [&](const auto& vertex, const Vec3<T>& direction, T weight) { put(size_++, vertex, direction, weight); });
    v_ = witness();
  }
  constexpr WideSimplex<T> widened() const {
    WideSimplex<T> wide;
    for_each([&](const auto& vertex, const Vec3<T>& direction) { wide.put(vertex, direction); });
    return wide;
  }
  constexpr const Vec3<T>& v() const { return v_; }
  constexpr bool full() const { return size_ == 4; }
  constexpr int size() const { return static_cast<int>(size_); }
  constexpr const simplex::Points<T>& points() const { return points_; }

  constexpr bool contains(const Vec3<T>& w) const {
    for (std::size_t i = 0; i < size_; ++i)
      if (points_[i] == w) return true;
    return false;
  }

  /// Adds w and drops the points that v no longer needs. Returns false and changes nothing if v gets no nearer, even
  /// after trying all subsets: rounding then prevents progress. The simplex must not be full.
  [[gnu::always_inline]] constexpr bool add_and_reduce(const MinkowskiVertex<T>& w, const Vec3<T>& direction) {
    simplex::Nearest<T> next = nearest_with(w.w);
    // If the points are nearly collinear, the foot may fall outside the simplex; the weight is then negative.
    if (!(norm_squared(next.point) < norm_squared(v_)) || next.weights[size_] < T(0)) {
      next = nearest_of_all_subsets(w.w);
      if (!(norm_squared(next.point) < norm_squared(v_))) return false;
    }
    v_ = next.point;
    const std::size_t newest = size_;
    size_ = 0;
    for (std::size_t i = 0; i < newest; ++i)
      if (next.weights[i] > T(0)) move(i, size_++, next.weights[i]);
    if (next.weights[newest] > T(0)) put(size_++, w, direction, next.weights[newest]);
    return true;
  }

  /// The point of the difference that the witnesses span; equals v up to rounding.
  constexpr Vec3<T> witness() const { return combined(points_); }
  constexpr Vec3<T> witness_a() const { return combined(on_a_); }
  constexpr Vec3<T> witness_b() const { return combined(on_b_); }

  /// Calls f(vertex, direction along which it was found) for each vertex.
  template <class F> constexpr void for_each(F&& f) const {
    for (std::size_t i = 0; i < size_; ++i) f(MinkowskiVertex<T>{points_[i], on_a_[i], on_b_[i]}, directions_[i]);
  }

 private:
  [[gnu::always_inline]] constexpr simplex::Nearest<T> nearest_with(const Vec3<T>& w) {
    if constexpr (requires { method_.extended(points_, size(), w); }) {
      return method_.extended(points_, size(), w);
    } else {
      points_[size_] = w;
      return method_.nearest(points_, (2u << size_) - 1, size());
    }
  }
  [[gnu::noinline]] constexpr simplex::Nearest<T> nearest_of_all_subsets(const Vec3<T>& w) {
    points_[size_] = w;
    return simplex::Exhaustive<T>{}.nearest(points_, (2u << size_) - 1);
  }
  constexpr void put(std::size_t i, const MinkowskiVertex<T>& vertex, const Vec3<T>& direction, T weight) {
    points_[i] = vertex.w, on_a_[i] = vertex.a, on_b_[i] = vertex.b;
    directions_[i] = direction;
    weights_[i] = weight;
  }
  constexpr void move(std::size_t from, std::size_t to, T weight) {
    weights_[to] = weight;
    if (from == to) return;
    points_[to] = points_[from], on_a_[to] = on_a_[from], on_b_[to] = on_b_[from];
    directions_[to] = directions_[from];
  }
  constexpr Vec3<T> combined(const simplex::Points<T>& points) const {
    Vec3<T> p{};
    for (std::size_t i = 0; i < size_; ++i) p += weights_[i] * points[i];
    return p;
  }

  simplex::Points<T> points_{}, on_a_{}, on_b_{}, directions_{};
  std::array<T, 4> weights_{};
  Vec3<T> v_{};
  std::size_t size_ = 0;
  Method<T> method_{};
};

/// Sent to the trace once per iteration.
template <Scalar T> struct Step {
  int iteration;
  Vec3<T> v;  // nearest point so far
  Vec3<T> w;  // support point along -v
  T lower, upper;
  simplex::Points<T> points;  // of the simplex whose nearest point is v
  int size;
};

/// The result of an iteration over cores: the final simplex and the bounds of the core distance.
template <Scalar T, template <class> class Method> struct CoreDistance {
  Simplex<T, Method> simplex;
  Status status = Status::stalled;
  T lower = -infinity<T>, upper = infinity<T>;
  Vec3<T> axis{};  // from A to B: `lower` is the separation along it
  int iterations = 0;
};

/// The simplex of the last query, found again at this pose: one support call per remembered direction. A cache may hold
/// anything: directions that give no valid point are ignored.
template <template <class> class Method, class Pair, class T>
constexpr Simplex<T, Method> start(const Pair& pair, const PairCache<T>* cache) {
  int known = cache && cache->count <= 4 ? cache->count : 0;
  Vec3<T> first = known > 0 ? cache->directions[0] : -pair.center();
  MinkowskiVertex<T> w = pair.support(first);
  if (known > 0 && !is_finite(w.w)) known = 0, first = -pair.center(), w = pair.support(first);
  Simplex<T, Method> s(w, first);
  for (int i = 1; i < known && !s.full(); ++i) {
    const Vec3<T>& d = cache->directions[static_cast<std::size_t>(i)];
    w = pair.support(d);
    if (is_finite(w.w) && dot(s.v(), w.w) < norm_squared(s.v())) s.add_and_reduce(w, d);
  }
  return s;
}

template <class T, template <class> class Method>
constexpr void remember(const Simplex<T, Method>& s, PairCache<T>* cache) {
  if (!cache) return;
  cache->count = 0;
  s.for_each([&](const auto&, const Vec3<T>& d) { cache->directions[static_cast<std::size_t>(cache->count++)] = d; });
}

/// The iteration from a simplex to the end.
/// Invariant: v is the point of the simplex nearest the origin of A ⊖ B, so |v| bounds the distance from above; the
/// support plane at w bounds it from below, by v·w/|v|. Each step brings v strictly nearer, so no simplex occurs twice.
/// Polytopes end when the support vertex repeats, which leaves only rounding between the bounds; curved shapes end when
/// the bounds meet. All comparisons use squares, because square roots are slow. Not inlined: inlining makes cones 3 %
/// slower.
template <class Trace, template <class> class Method, class Pair, class T>
[[gnu::noinline]] constexpr void iterate(CoreDistance<T, Method>& r, const Pair& pair, T max_core_distance,
                                         const Options<T>& options, Trace& trace) {
  Simplex<T, Method>& s = r.simplex;
  const T rounding_squared = square(pair.rounding()), max_squared = square(max(max_core_distance, T(0)));
  const T resolution_squared = square(pair.resolution(options, T(0)));
  for (;; ++r.iterations) {
    const Vec3<T> v = one_by_one(s.v());
    const T v_v = norm_squared(v);
    r.status = Status::overlapping;
    if (s.full() || v_v <= rounding_squared) break;
    const MinkowskiVertex<T> w = pair.support(-v);
    const T v_w = dot(v, w.w), excess = v_v - v_w;  // |v| (upper - lower)
    r.axis = -v;
    r.lower = v_w;  // times |v|, until the end
    if constexpr (!std::same_as<std::remove_cvref_t<Trace>, NoTrace>)
      trace(Step<T>{r.iterations, v, w.w, v_w / norm(v), norm(v), s.points(), s.size()});
    r.status = Status::beyond_max;
    if (v_w > T(0) && square(v_w) > max_squared * v_v) break;
    r.status = Status::separated;
    if (excess <= T(0) || square(excess) <= resolution_squared * v_v) break;
    r.status = Status::stalled;
    if (r.iterations >= options.max_iterations) break;
    if (s.add_and_reduce(w, -v)) continue;
    r.status = Status::separated;  // as near as rounding lets v come
    break;
  }
  if (r.axis != Vec3<T>{}) r.lower /= norm(r.axis);
  r.upper = norm(s.witness());  // a point of A ⊖ B, whatever the rounding error of v
}

/// Finishes the iteration with twice the digits, for bounds that rounding has left open.
template <class Pair, class T, template <class> class Method>
[[gnu::noinline, gnu::cold]] constexpr void iterate_wide(CoreDistance<T, Method>& r, const Pair& pair,
                                                         T max_core_distance, const Options<T>& options) {
  WideSimplex<T> wide = r.simplex.widened();
  const WideEnd<T> end = settle(wide, pair, max_core_distance, options, r.iterations);
  r.simplex = Simplex<T, Method>(wide);
  r.status = end.status, r.lower = end.lower, r.upper = end.upper, r.axis = end.axis;
  r.iterations = end.iterations;
}

/// Has rounding left a larger gap between the bounds than requested, or between the witnesses of an overlap?
template <class Pair, class T, template <class> class Method>
[[gnu::noinline, gnu::cold]] constexpr bool is_open(const CoreDistance<T, Method>& r, const Pair& pair,
                                                    const Options<T>& options) {
  if (r.status == Status::overlapping) return r.upper > pair.rounding();
  return r.status == Status::separated && r.upper - r.lower > pair.resolution(options, r.upper - pair.radius());
}

/// GJK on the cores, up to the given core distance, in A's frame.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, class Pair, class T>
constexpr CoreDistance<T, Method> core_distance(const Pair& pair, T max_core_distance, const Options<T>& options,
                                                PairCache<T>* cache, Trace&& trace = {}) {
  CoreDistance<T, Method> r{start<Method>(pair, cache)};
  iterate(r, pair, max_core_distance, options, trace);
  if constexpr (has_wider<T>) {
    if (r.upper - r.lower > pair.resolution(options, T(0)) && is_open(r, pair, options))
      iterate_wide(r, pair, max_core_distance, options);
  }
  remember(r.simplex, cache);
  r.axis = unit_or_up(r.axis);
  return r;
}

/// Cores that are within rounding of touching, with the origin not clearly inside, may still be apart: an axis computed
/// with twice the digits decides. For callers that have no measured overlap, or one no deeper than rounding.
template <class Pair, class T, template <class> class Method>
constexpr void settle_touch(CoreDistance<T, Method>& r, const Pair& pair, T max_core_distance,
                            const Options<T>& options) {
  if constexpr (has_wider<T>) {
    if (r.status == Status::overlapping && !r.simplex.full() && r.upper > T(0))
      iterate_wide(r, pair, max_core_distance, options);
  }
}

/// The answer to `distance` if the shapes overlap at a common point: the normal is that of the centres, `separation` is
/// along that normal.
template <class Pair, class T>
constexpr Contact<T> overlap(const Pair& pair, const Vec3<T>& common, T core_upper, const Vec3<T>& normal,
                             std::type_identity_t<T> separation, int iterations, const Options<T>& options) {
  Contact<T> c =
      finish(pair, Status::overlapping, T(0), separation, core_upper, normal, common, common, iterations, options);
  c.distance = T(0);
  c.point_a = c.point_b = common;
  return c;
}
template <class Pair, class T>
constexpr Contact<T> overlap(const Pair& pair, const Vec3<T>& common, T core_upper, int iterations,
                             const Options<T>& options) {
  const Vec3<T> normal = unit_or_up(-pair.center());
  const T separation = pair.separation(normal);
  return overlap(pair, common, core_upper, normal, separation, iterations, options);
}

/// A point in both shapes if the cores are closer than the sum of their radii. It lies between the cores' points, as
/// near as possible to the middle of the overlap. (The middle may lie outside that segment, in a ball that reaches
/// through the other core.)
template <class Pair, class T>
constexpr Vec3<T> common_point(const Pair& pair, T core_distance, const Vec3<T>& core_a, const Vec3<T>& core_b) {
  if (!(core_distance > T(0))) return core_a;
  const T middle = (core_distance + pair.radius_a() - pair.radius_b()) * T(0.5);
  return core_a + (core_b - core_a) * (clamp(middle, T(0), core_distance) / core_distance);
}

/// The answer if the cores are apart; the balls around them may still overlap.
template <class Pair, class T, template <class> class Method>
constexpr Contact<T> gap(const Pair& pair, const CoreDistance<T, Method>& r, const Vec3<T>& core_a,
                         const Vec3<T>& core_b, const Options<T>& options) {
  Contact<T> c = finish(pair, r.status, r.upper, r.lower, r.upper, r.axis, core_a, core_b, r.iterations, options);
  if (c.distance > T(0)) return c;
  c.distance = T(0);
  c.point_a = c.point_b = common_point(pair, r.upper, core_a, core_b);
  return c;
}

/// The answer to `distance` from the result of the iteration over the cores.
template <class Pair, class T, template <class> class Method>
constexpr Contact<T> answer(const Pair& pair, const CoreDistance<T, Method>& r, const Options<T>& options) {
  const Vec3<T> core_a = r.simplex.witness_a(), core_b = r.simplex.witness_b();
  if (r.status == Status::overlapping) return overlap(pair, (core_a + core_b) * T(0.5), r.upper, r.iterations, options);
  return gap(pair, r, core_a, core_b, options);
}

/// Distance with witness points; 0 for shapes that overlap (contact() measures how deep).
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, class Pair, class T>
constexpr Contact<T> pair_distance(const Pair& pair, const Options<T>& options, PairCache<T>* cache,
                                   Trace&& trace = {}) {
  const T max_core_distance = options.max_distance + pair.radius();
  auto r = core_distance<Method>(pair, max_core_distance, options, cache, trace);
  settle_touch(r, pair, max_core_distance, options);
  return answer(pair, r, options);
}

template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Convex A, Convex B,
          class T = scalar_t<A>>
constexpr Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  return pair.finite() ? pair_distance<Method>(pair, options, cache, trace) : invalid_contact<T>();
}

}  // namespace tactus::gjk
