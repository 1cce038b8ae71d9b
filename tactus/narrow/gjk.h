#pragma once
/// Distance between convex shapes.
/// [Gilbert, Johnson & Keerthi 1988; van den Bergen 1999; Olvång 2010, Algorithm 1; course slides on GJK]
#include <tactus/narrow/minkowski.h>
#include <tactus/simplex/incremental.h>

#include <optional>

namespace tactus::gjk {

/// Up to four points of A ⊖ B, the newest last, and the point v of their hull nearest the origin.
template <Scalar T, template <class> class Method = simplex::Incremental> class Simplex {
 public:
  constexpr explicit Simplex(const MinkowskiVertex<T>& first, const Vec3<T>& direction) { start(first, direction); }

  constexpr void start(const MinkowskiVertex<T>& first, const Vec3<T>& direction) {
    put(0, first, direction);
    size_ = 1;
    v_ = first.w;
    weights_ = {T(1)};
  }
  constexpr const Vec3<T>& v() const { return v_; }
  constexpr bool full() const { return size_ == 4; }
  constexpr int size() const { return static_cast<int>(size_); }

  constexpr bool contains(const Vec3<T>& w) const {
    for (std::size_t i = 0; i < size_; ++i)
      if (points_[i] == w) return true;
    return false;
  }

  /// Takes w in and drops what v no longer needs. False, and unchanged, where that brings v no nearer, not even with all
  /// subsets tried: rounding has the last word then. The simplex must not be full.
  constexpr bool add_and_reduce(const MinkowskiVertex<T>& w, const Vec3<T>& direction) {
    put(size_, w, direction);
    const unsigned all = (2u << size_) - 1;
    const T before = norm_squared(v_);
    simplex::Nearest<T> next = method_.nearest(points_, all, static_cast<int>(size_));
    if (!(norm_squared(next.point) < before)) {
      next = simplex::Exhaustive<T>{}.nearest(points_, all);
      if (!(norm_squared(next.point) < before)) return false;
    }
    v_ = next.point;
    const std::size_t old_size = size_;
    size_ = 0;
    for (std::size_t i = 0; i <= old_size; ++i)
      if (next.weights[i] > T(0)) move(i, size_, next.weights[i]), ++size_;
    return true;
  }

  /// The point of the difference that the witnesses span; v, but for rounding.
  constexpr Vec3<T> witness() const { return combined(points_); }
  constexpr Vec3<T> witness_a() const { return combined(on_a_); }
  constexpr Vec3<T> witness_b() const { return combined(on_b_); }

  /// Calls f(vertex, direction it was found along) for each vertex.
  template <class F> constexpr void for_each(F&& f) const {
    for (std::size_t i = 0; i < size_; ++i) f(MinkowskiVertex<T>{points_[i], on_a_[i], on_b_[i]}, directions_[i]);
  }

 private:
  constexpr void put(std::size_t i, const MinkowskiVertex<T>& vertex, const Vec3<T>& direction) {
    points_[i] = vertex.w, on_a_[i] = vertex.a, on_b_[i] = vertex.b;
    directions_[i] = direction;
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
};

/// What an iteration over cores ended with: the final simplex and the bounds of the core distance.
template <Scalar T, template <class> class Method> struct CoreDistance {
  Simplex<T, Method> simplex;
  Status status = Status::stalled;
  T lower = -infinity<T>, upper = infinity<T>;
  Vec3<T> axis{};  // unit, from A to B: `lower` is the separation along it
  int iterations = 0;
};

/// The simplex of the last query, found again at this pose: one support call per remembered direction.
template <template <class> class Method, class Pair, class T>
constexpr Simplex<T, Method> start(const Pair& pair, const PairCache<T>* cache) {
  const Vec3<T> first = cache && cache->count > 0 ? cache->directions[0] : -pair.center();
  Simplex<T, Method> s(pair.support(first), first);
  for (int i = 1; cache && i < cache->count && !s.full(); ++i) {
    const Vec3<T>& d = cache->directions[static_cast<std::size_t>(i)];
    const MinkowskiVertex<T> w = pair.support(d);
    if (dot(s.v(), w.w) < norm_squared(s.v())) s.add_and_reduce(w, d);
  }
  return s;
}

template <class T, template <class> class Method>
constexpr void remember(const Simplex<T, Method>& s, PairCache<T>* cache) {
  if (!cache) return;
  cache->count = 0;
  s.for_each([&](const auto&, const Vec3<T>& d) { cache->directions[static_cast<std::size_t>(cache->count++)] = d; });
}

/// GJK on the cores, up to the given core distance, in A's frame.
/// Invariant: v is the point of the simplex nearest the origin of A ⊖ B, so |v| bounds the distance from above; the
/// support plane at w bounds it from below. Each step brings v strictly nearer, so no simplex comes twice: polytopes
/// end when the support vertex repeats, curved shapes when the bounds meet. Where rounding stops the progress first
/// (slivers), one new start from w often gets round it; the better of the two answers counts.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, class Pair, class T>
constexpr CoreDistance<T, Method> core_distance(const Pair& pair, T max_core_distance, const Options<T>& options,
                                                PairCache<T>* cache, Trace&& trace = {}) {
  CoreDistance<T, Method> r{start<Method>(pair, cache)};
  Simplex<T, Method>& s = r.simplex;
  std::optional<CoreDistance<T, Method>> before;
  for (;; ++r.iterations) {
    const Vec3<T> v = s.v();
    const T upper = norm(v);
    r.status = Status::overlapping;
    if (s.full() || upper <= pair.rounding()) break;
    const MinkowskiVertex<T> w = pair.support(-v);
    r.axis = -v;
    r.lower = dot(v, w.w) / upper;
    trace(Step<T>{r.iterations, v, w.w, r.lower, upper});
    r.status = Status::beyond_max;
    if (r.lower > max_core_distance) break;
    r.status = Status::separated;
    if (upper - r.lower <= pair.resolution(options, upper - pair.radius()) || s.contains(w.w)) break;
    r.status = Status::stalled;
    if (r.iterations == options.max_iterations) break;
    if (s.add_and_reduce(w, -v)) continue;
    r.status = Status::separated;
    if (before) break;
    before = r;
    s.start(w, -v);
  }
  const auto gap = [](CoreDistance<T, Method>& d) {
    d.upper = norm(d.simplex.witness());  // a point of A ⊖ B, whatever rounding did to v
    return d.upper - d.lower;
  };
  if (const T width = gap(r); before && r.status == Status::separated && gap(*before) < width) r = *before;
  remember(s, cache);
  r.axis = unit_or_up(r.axis);
  return r;
}

/// Distance with witness points; 0 for shapes that overlap (contact() measures how deep).
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Convex A, Convex B,
          class T = scalar_t<A>>
constexpr Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const auto r = core_distance<Method>(pair, options.max_distance + pair.radius(), options, cache, trace);
  const bool overlap = r.status == Status::overlapping;
  const Vec3<T> normal = overlap ? unit_or_up(-pair.center()) : r.axis;
  return clamped_to_gap(finish(pair, r.status, overlap ? T(0) : r.upper, overlap ? pair.separation(normal) : r.lower,
                               r.upper, normal, r.simplex.witness_a(), r.simplex.witness_b(), r.iterations, options));
}

}  // namespace tactus::gjk
