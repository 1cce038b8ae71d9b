// SPDX-License-Identifier: MIT
#pragma once
/// GJK for polyhedra that move little between queries: hill climbing for the support, the last simplex as the start.
/// [Cameron 1997; compared with V-Clip and Lin-Canny in Mirtich 1997, §1.2 and §6]
#include <tactus/narrow/gjk.h>

#include <array>

namespace tactus::enhanced_gjk {

/// Numbered vertices with known neighbours: a Hull.
template <class S>
concept Climbable = Indexed<S> && requires(const S& s, std::uint32_t i) {
  { s.vertex_count() } -> std::convertible_to<std::size_t>;
  { s.neighbours(i)[0] } -> std::convertible_to<std::uint32_t>;
};

/// The vertex farthest along d, reached from `at` by moving to any neighbour that is farther ("eager" climbing). A
/// vertex with no farther neighbour is the farthest of all, because the edges at it span the polyhedron's cone. The
/// climb compares differences, not heights: on short edges the heights would be equal to rounding and the climb would
/// stop below the top. In exact arithmetic no vertex is visited twice; the count enforces that. If several vertices are
/// farthest, the climb ends at the first one it meets, which is enough for GJK.
template <Climbable S, class T = scalar_t<S>>
constexpr std::uint32_t climb(const S& s, const Vec3<T>& d, std::uint32_t at) {
  bool higher = true;
  for (std::size_t left = s.vertex_count(); higher && left > 0; --left) {
    higher = false;
    for (const std::uint32_t next : s.neighbours(at)) {
      if (!(dot(d, s.vertex(next) - s.vertex(at)) > T(0))) continue;
      at = next, higher = true;
      break;
    }
  }
  return at;
}

struct VertexPair {
  std::uint32_t a, b;
};

/// MinkowskiPair's interface for numbered vertices. Every support search starts where the last one ended, so a small
/// turn of the direction only costs one check of the neighbours, whatever the number of vertices.
template <Climbable A, Climbable B, class T = scalar_t<A>> class IndexedPair {
 public:
  /// last: the cache of the previous query, if any.
  constexpr IndexedPair(const A& a, const B& b, const Pose<T>& x_ab, const PairCache<T>* last = nullptr)
      : plain_(a, b, x_ab), last_(last) {}

  struct Start {
    std::array<VertexPair, 4> vertices;
    std::size_t count = 0;
  };
  /// The vertices of the last simplex whose numbers are valid; if there are none, one vertex on the line of centers.
  constexpr Start first_vertices() const {
    Start s{};
    for (std::size_t i = 0; last_ && static_cast<int>(i) < last_->vertex_count && i < s.vertices.size(); ++i) {
      const VertexPair indices{last_->vertices_a[i], last_->vertices_b[i]};
      if (exists(indices)) s.vertices[s.count++] = indices;
    }
    if (s.count == 0) s.vertices[s.count++] = look_up(-center());
    at_ = s.vertices[s.count - 1];
    return s;
  }
  constexpr bool exists(const VertexPair& i) const {
    return i.a < plain_.shape_a().vertex_count() && i.b < plain_.shape_b().vertex_count();
  }
  constexpr void forget() const { last_ = nullptr; }
  constexpr void climb_from(const VertexPair& i) const { at_ = i; }
  /// The farthest vertices by the shapes' own look-up: the start when nothing is remembered.
  constexpr VertexPair look_up(const Vec3<T>& d) const {
    constexpr std::uint32_t no_hint = 0xffffffffu;
    ++support_calls_;
    return {plain_.shape_a().support_index(d, no_hint), plain_.shape_b().support_index(turned_to_b(d), no_hint)};
  }
  constexpr MinkowskiVertex<T> vertex(const VertexPair& i) const {
    const Vec3<T> a = plain_.shape_a().vertex(i.a), b = plain_.x_ab() * plain_.shape_b().vertex(i.b);
    seen_[seen_count_++ % seen_.size()] = {a - b, i};
    return {a - b, a, b};
  }
  constexpr MinkowskiVertex<T> support(const Vec3<T>& d) const {
    ++support_calls_;
    at_ = {climb(plain_.shape_a(), d, at_.a), climb(plain_.shape_b(), turned_to_b(d), at_.b)};
    return vertex(at_);
  }
  /// Signed separation of the cores along a unit direction from A to B: a lower bound of their signed distance.
  constexpr T separation(const Vec3<T>& n) const { return -dot(n, support(n).w); }

  /// Calls f(vertex pair) if this point of the difference is among the latest ones returned.
  template <class F> constexpr void with_indices_of(const Vec3<T>& w, F&& f) const {
    for (std::size_t i = 0; i < seen_count_ && i < seen_.size(); ++i)
      if (seen_[i].w == w) return f(seen_[i].indices);
  }

  constexpr Vec3<T> center() const { return plain_.center(); }
  constexpr T radius_a() const { return plain_.radius_a(); }
  constexpr T radius_b() const { return plain_.radius_b(); }
  constexpr T radius() const { return plain_.radius(); }
  constexpr T size() const { return plain_.size(); }
  constexpr T rounding() const { return plain_.rounding(); }
  constexpr T resolution(const Options<T>& options, T distance) const { return plain_.resolution(options, distance); }
  constexpr int support_calls() const { return support_calls_; }
  constexpr bool finite() const { return plain_.finite(); }

 private:
  struct Seen {
    Vec3<T> w;
    VertexPair indices;
  };
  constexpr Vec3<T> turned_to_b(const Vec3<T>& d) const { return -transposed_times(plain_.x_ab().rotation, d); }

  MinkowskiPair<A, B, T> plain_;
  mutable const PairCache<T>* last_;
  mutable VertexPair at_{0, 0};
  mutable std::array<Seen, 16> seen_;  // the latest; not cleared, because only the first seen_count_ are read
  mutable std::size_t seen_count_ = 0;
  mutable int support_calls_ = 0;
};

/// The last simplex, vertex by vertex, at this pose, without support searches. gjk::core_distance finds this function
/// by the type of its pair. Stale vertices are still points of A ⊖ B, so v always lies in A ⊖ B.
template <template <class> class Method, Climbable A, Climbable B, class T>
constexpr gjk::Simplex<T, Method> start(const IndexedPair<A, B, T>& pair, const PairCache<T>* /*directions*/) {
  const Vec3<T> nowhere{};  // these vertices were not found along a direction
  const auto first = pair.first_vertices();
  gjk::Simplex<T, Method> s(pair.vertex(first.vertices[0]), nowhere);
  for (std::size_t i = 1; i < first.count && !s.full(); ++i) {
    const MinkowskiVertex<T> w = pair.vertex(first.vertices[i]);
    if (dot(s.v(), w.w) < norm_squared(s.v())) s.add_and_reduce(w, nowhere);
  }
  return s;
}

template <class T, template <class> class Method, Climbable A, Climbable B>
constexpr void remember(const gjk::Simplex<T, Method>& s, const IndexedPair<A, B, T>& pair, PairCache<T>* cache) {
  if (!cache) return;
  cache->vertex_count = 0;
  s.for_each([&](const MinkowskiVertex<T>& v, const Vec3<T>&) {
    pair.with_indices_of(v.w, [&](const VertexPair& indices) {
      const auto i = static_cast<std::size_t>(cache->vertex_count++);
      cache->vertices_a[i] = indices.a, cache->vertices_b[i] = indices.b;
    });
  });
}

/// Distance with witness points; 0 for polyhedra that overlap. The iteration and its bounds are those of GJK (gjk.h).
/// Only the start and the search for support points differ: a pair that has hardly moved costs a check of the
/// neighbours of a few vertices.
template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Climbable A, Climbable B,
          class T = scalar_t<A>>
constexpr Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const IndexedPair<A, B, T> pair(a, b, x_ab, cache);
  if (!pair.finite()) return invalid_contact<T>();
  constexpr PairCache<T>* no_directions = nullptr;  // GJK's own memory: the vertices replace it here
  const auto run = [&] {
    return gjk::core_distance<Method>(pair, options.max_distance + pair.radius(), options, no_directions, trace);
  };
  auto r = run();
  // A simplex from another pose may be a sliver in which rounding stops the progress: then start again from scratch.
  if (cache && r.status == Status::separated && r.upper - r.lower > T(2) * pair.rounding()) {
    pair.forget();
    if (const auto again = run(); again.upper - again.lower < r.upper - r.lower) r = again;
  }
  remember(r.simplex, pair, cache);
  return gjk::answer(pair, r, options);
}

}  // namespace tactus::enhanced_gjk
