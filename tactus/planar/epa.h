// SPDX-License-Identifier: MIT
#pragma once
/// EPA in the plane: penetration depth of two convex shapes.
#include <tactus/planar/gjk.h>

#include <memory>

namespace tactus::planar::epa {

/// An edge of the expanding polygon, with the polygon on its left.
template <Scalar T> struct Edge {
  Vertex2<T> p{}, q{};
  Vec2<T> normal{};  // unit, outward
  T offset{};  // of the edge's line along its normal: negative if the origin is outside
  T distance{};  // of the edge itself from the origin, never negative
  T weight_q{};  // its nearest point to the origin is p + weight_q (q - p)
};

template <Scalar T> constexpr Edge<T> make_edge(const Vertex2<T>& p, const Vertex2<T>& q) {
  const Vec2<T> along = q.w - p.w, normal = -unit_or_zero(perpendicular(along));
  const T weight_q = clamp(-dot(p.w, along) / norm_squared(along), T(0), T(1));
  const Vec2<T> c = weight_q < T(1) ? p.w + along * weight_q : q.w;
  const T offset = dot(normal, p.w);
  return {p, q, normal, offset, T(0) < weight_q && weight_q < T(1) ? abs(offset) : norm(c), weight_q};
}

/// The same edge from its other side.
template <Scalar T> constexpr Edge<T> flipped(const Edge<T>& e) {
  return {e.q, e.p, -e.normal, -e.offset, e.distance, T(1) - e.weight_q};
}

/// The edges of the polygon in no particular order: in the plane a new vertex sees only one edge (see run), so
/// neighbours are not needed. Fixed capacity; the memory is not cleared.
template <Scalar T> class Ring {
 public:
  static constexpr int capacity = 512;
  Ring() {}
  bool full() const { return size_ == capacity; }
  const Edge<T>& operator[](int i) const { return edges_[i]; }
  void push(const Edge<T>& e) { std::construct_at(&edges_[size_++], e); }
  void replace(int i, const Edge<T>& first, const Edge<T>& second) {
    edges_[i] = first;
    push(second);
  }
  /// The edge nearest to the origin; of two that meet in the nearest vertex, the one with the origin outside.
  int nearest() const {
    int best = 0;
    for (int i = 1; i < size_; ++i) {
      const Edge<T>&e = edges_[i], &f = edges_[best];
      if (e.distance < f.distance || (e.distance == f.distance && e.offset < f.offset)) best = i;
    }
    return best;
  }

 private:
  union {
    Edge<T> edges_[capacity];
  };
  int size_ = 0;
};

/// A segment is a polygon of two edges, there and back; the one with the origin outside (by rounding) comes first.
template <Scalar T> void push_both_sides(Ring<T>& ring, const Vertex2<T>& p, const Vertex2<T>& q) {
  const Edge<T> e = make_edge(p, q);
  ring.push(e.offset <= T(0) ? e : flipped(e));
  ring.push(e.offset <= T(0) ? flipped(e) : e);
}

/// The start polygon from GJK's result. A triangle gives three edges, unless it is flat to rounding: then its longest
/// edge gives two, like a segment. A single point p (the origin, to rounding) is joined to the farthest support point
/// along the axes; if all four are p itself, A ⊖ B is a point and the ring stays empty (false).
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
bool start(Ring<T>& ring, const Difference2<A, B>& difference, const Simplex2<T>& s) {
  const auto length = [](const Vertex2<T>& p, const Vertex2<T>& q) { return norm(q.w - p.w); };
  if (s.size == 3) {
    int longest = 0;
    for (int i = 1; i < 3; ++i) {
      const T best = length(s.vertex[longest], s.vertex[(longest + 1) % 3]);
      if (length(s.vertex[i], s.vertex[(i + 1) % 3]) > best) longest = i;
    }
    Vertex2<T> p = s.vertex[longest], q = s.vertex[(longest + 1) % 3], r = s.vertex[(longest + 2) % 3];
    const T area = cross(q.w - p.w, r.w - p.w);
    if (abs(area) <= difference.floor() * length(p, q)) return push_both_sides(ring, p, q), true;
    if (area < T(0)) std::swap(p, q);
    ring.push(make_edge(p, q));
    ring.push(make_edge(q, r));
    ring.push(make_edge(r, p));
    return true;
  }
  const Vertex2<T> p = s.vertex[0];
  Vertex2<T> q = s.vertex[s.size - 1];
  constexpr int axes[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int i = 0; s.size == 1 && i < 4; ++i) {
    const Vertex2<T> w = difference.support({T(axes[i][0]), T(axes[i][1])});
    if (length(p, w) > length(p, q)) q = w;
  }
  if (!(length(p, q) > T(0))) return false;
  return push_both_sides(ring, p, q), true;
}

/// Penetration depth of the cores by EPA, from GJK's final simplex.  [van den Bergen 2001; Feng and Tan 2019, §4 and
/// Box 2]
/// Invariant: the polygon's vertices are points of ∂(A ⊖ B) and the origin is inside, so the distance of the nearest
/// edge bounds the depth from below; the support line along that edge's normal bounds it from above. The edge is split
/// at the support point until the bounds meet. Each split adds a vertex of A ⊖ B beyond the edge, so polygons end
/// exactly; other shapes end at the cap, with the best bounds found. Within the rounding floor of the boundary GJK
/// cannot tell on which side the origin is: there the distance is the upper bound with either sign, and the larger
/// counts.
/// differs from [Feng and Tan 2019, Box 2, step 2.e]: no search for other visible edges. All vertices are extreme, so a
/// point of A ⊖ B that sees two edges would put their common vertex inside the hull: in the plane it sees only one.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
CoreAnswer<T> run(const Difference2<A, B>& difference, const Simplex2<T>& s, const Options<T>& options) {
  Ring<T> ring;
  if (!start(ring, difference, s)) {
    const Vertex2<T>& p = s.vertex[0];
    const Vec2<T> normal = p.w == Vec2<T>{} ? Vec2<T>{T(1), T(0)} : -unit_or_zero(p.w);
    return {Status::overlapping, s.distance, s.distance, s.distance, normal, p, p, T(0), 0};
  }
  CoreAnswer<T> best;
  best.lower = -infinity<T>;
  for (int k = 0;; ++k) {
    const int nearest = ring.nearest();
    const Edge<T> f = ring[nearest];
    const Vertex2<T> w = difference.support(f.normal);
    const T depth = dot(f.normal, w.w);  // along this normal; offset = d_f and depth = d_a of the paper
    const T upper = f.distance > difference.floor() ? -f.offset : f.distance;
    const CoreAnswer<T> here{Status::overlapping, -depth, -depth, upper, f.normal, f.p, f.q, f.weight_q, k};
    if (w.w == f.p.w || w.w == f.q.w || depth - f.offset <= difference.resolution(-depth, options)) return here;
    if (here.lower > best.lower) best = here;
    if (k >= options.max_iterations || ring.full()) {
      best.status = Status::stalled, best.upper = upper, best.iterations = k;
      return best;
    }
    ring.replace(nearest, make_edge(f.p, w), make_edge(w, f.q));
  }
}

/// Signed distance of the cores: GJK, then EPA if they overlap.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
CoreAnswer<T> signed_distance(const Difference2<A, B>& difference, const Options<T>& options) {
  const gjk::Ended<T> end = gjk::run(difference, options);
  if (end.core.status != Status::overlapping) return end.core;
  CoreAnswer<T> core = run(difference, end.simplex, options);
  core.iterations += end.core.iterations;
  return core;
}

/// Signed distance with witness points in A's frame, without the features (planar::contact adds them).
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
Contact2<T> contact(const A& a, const B& b, const Pose2<T>& x_ab, const Options<T>& options = {}) {
  const Difference2<A, B> difference(a, b, x_ab);
  return difference.valid() ? difference.answer(signed_distance(difference, options), options) : Contact2<T>{};
}

}  // namespace tactus::planar::epa
