// SPDX-License-Identifier: MIT
#pragma once
/// The five states of V-Clip: the step at each kind of feature pair. [Mirtich 1997, §3 to §5]
///
/// Every function works in the frame of the polyhedron whose regions it tests; points of the other are transformed one
/// by one. Tests are signs of products, without tolerance. Each sign is computed the same way in every state that uses
/// it, so that successive states cannot disagree about it.
#include <tactus/narrow/polyhedron/voronoi_planes.h>

namespace tactus::vclip {

/// The result of a state: the features moved, they are nearest, or they show that the polyhedra touch or penetrate.
enum class Outcome : std::uint8_t { moved, nearest, penetrating };

namespace detail {

using enum FeatureKind;

/// Moves from a vertex to an edge that leads towards the point, if there is one.
template <class X, class T> constexpr bool leave_vertex(X& x, const Vec3<T>& p) {
  const Vec3<T> v = x.at(x.index), to_p = p - v;
  const auto ring = x.polyhedron.neighbours(x.index);
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (dot(x.at(ring[i]) - v, to_p) > T(0)) return x.move(edge, x.polyhedron.outgoing(x.index)[i]), true;
  return false;
}

/// Algorithm 4.
template <class X, class Y> constexpr Outcome vertex_vertex(X& x, Y& y) {
  const bool moved = leave_vertex(x, y.seen(y.index)) || leave_vertex(y, x.seen(x.index));
  return moved ? Outcome::moved : Outcome::nearest;
}

/// Moves from an edge to the end or the face that is nearer to the point, if there is one.
template <class E, class T> constexpr bool leave_edge(E& e, const Vec3<T>& p) {
  const std::uint32_t h = e.index, tail = e.tail(h), head = e.head(h);
  const Vec3<T> along = e.at(head) - e.at(tail), to_p = p - e.at(tail);
  if (dot(along, to_p) < T(0)) return e.move(vertex, tail), true;
  if (dot(along, p - e.at(head)) > T(0)) return e.move(vertex, head), true;
  for (const std::uint32_t half : {h, e.polyhedron.half_edge(h).twin}) {
    const std::uint32_t f = e.polyhedron.half_edge(half).face;
    if (f != no_face && FaceEdgePlane<T>(e, half, e.polyhedron.plane(f).normal)(p) < T(0)) return e.move(face, f), true;
  }
  return false;
}

/// Algorithm 5.
template <class V, class E> constexpr Outcome vertex_edge(V& v, E& e) {
  using T = typename V::T;
  if (leave_edge(e, v.seen(v.index))) return Outcome::moved;
  const EdgePoints<T> other = seen_edge(e);
  const Vec3<T> at = v.at(v.index);
  const auto ring = v.polyhedron.neighbours(v.index);
  ClippedEdge<T> c;
  for (std::uint32_t i = 0; i < ring.size(); ++i) {
    const Vec3<T> along = v.at(ring[i]) - at;
    if (!c.clip(dot(along, at - other.tail), dot(along, at - other.head), i)) break;
  }
  const std::uint32_t i =
      c.towards_minimum([&](std::uint32_t, T lambda) { return dot(other.along, other[lambda] - at); });
  if (i == no_neighbour) return Outcome::nearest;
  return v.move(edge, v.polyhedron.outgoing(v.index)[i]), Outcome::moved;
}

/// How much an edge of x rises from tail to head along a face normal of the other polyhedron, turned into x's frame.
/// The height of a vertex does not depend on the edge: so no ring of edges can be downhill all the way round, and
/// successive states agree on every edge.
template <class X, class T> constexpr T rise(const X& x, std::uint32_t half_edge, const Vec3<T>& turned_normal) {
  return dot(turned_normal, x.at(x.head(half_edge))) - dot(turned_normal, x.at(x.tail(half_edge)));
}

/// Moves on from a vertex stuck below a face, inside the face's prism: to the face where the straight way up from the
/// vertex enters the polyhedron, which is nearer. If the way enters no face, the vertex is inside.
/// differs from [Mirtich 1997, Algorithm 3]: the paper takes the face whose plane is farthest. That need not be the
/// nearest face, and it is not evident that it is nearer than the one left; this face is nearer, and costs the same.
template <class F, class T> [[gnu::noinline]] constexpr Outcome leave_local_minimum(F& f, const Vec3<T>& p) {
  const auto& polyhedron = f.polyhedron;
  if (norm_squared(p - polyhedron.center()) <= square(polyhedron.inscribed_radius())) return Outcome::penetrating;
  const Vec3<T> up = polyhedron.plane(f.index).normal;
  std::uint32_t entered = no_neighbour;
  T height = T(0), climb = T(1);  // over the entered face; and how fast that height falls on the way up
  for (std::uint32_t i = 0; i < polyhedron.face_count(); ++i) {
    const FacePlane<T> plane = polyhedron.plane(i);
    const T h = dot(plane.normal, p) - plane.offset, c = -dot(plane.normal, up);
    if (h > T(0) && c > T(0) && h * climb > height * c) entered = i, height = h, climb = c;
  }
  if (entered == no_neighbour) return Outcome::penetrating;
  return f.move(face, entered), Outcome::moved;
}

/// Algorithm 6.
/// differs from it: step 6 compares |D(V)| with |D(V')|, which misses an edge that goes through the face and ends
/// farther behind it; the test here is whether the edge starts out towards the face.
template <class V, class F> constexpr Outcome vertex_face(V& v, F& f) {
  using T = typename V::T;
  const Vec3<T> p = v.seen(v.index);
  const FacePlane<T> plane = f.polyhedron.plane(f.index);
  // The edge whose plane p is farthest beyond. d²/|edge|² replaces the distance, because d grows with the edge's
  // length.
  std::uint32_t farthest = no_neighbour;
  T most = T(0), length2 = T(1);
  const std::uint32_t first = f.polyhedron.face_half_edge(f.index);
  const auto sides = static_cast<std::uint32_t>(f.polyhedron.face_loop(f.index).size());
  for (std::uint32_t h = first; h < first + sides; ++h) {
    const FaceEdgePlane<T> side(f, h, plane.normal);
    const T d = side(p);
    if (!(d > T(0))) continue;
    const T l2 = norm_squared(side.normal);
    if (square(d) * length2 > most * l2) farthest = h, most = square(d), length2 = l2;
  }
  if (farthest != no_neighbour) return f.move(edge, farthest), Outcome::moved;

  const T height = dot(plane.normal, p) - plane.offset;
  if (height == T(0)) return Outcome::penetrating;
  const Vec3<T> n = f.to_other.turn(plane.normal);
  const auto ring = v.polyhedron.neighbours(v.index);
  const T from = dot(n, v.at(v.index));  // heights as in rise()
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const T to = dot(n, v.at(ring[i]));
    if (height > T(0) ? to < from : to > from) return v.move(edge, v.polyhedron.outgoing(v.index)[i]), Outcome::moved;
  }
  return height > T(0) ? Outcome::nearest : leave_local_minimum(f, p);
}

/// Which end of half-edge h of x is nearest to the other edge: 0 tail, 1 head, none: a point between. Leaves in c the
/// part of the edge between the planes of the ends.
template <class X, class T>
constexpr std::uint32_t nearest_end(const X& x, std::uint32_t h, const EdgePoints<T>& other, ClippedEdge<T>& c) {
  const Vec3<T> ends[2] = {x.at(x.tail(h)), x.at(x.head(h))};
  const Vec3<T> along = ends[1] - ends[0];
  if (c.clip(dot(along, other.tail - ends[0]), dot(along, other.head - ends[0]), 0))
    c.clip(dot(along, ends[1] - other.tail), dot(along, ends[1] - other.head), 1);
  return c.towards_minimum([&](std::uint32_t end, T lambda) { return dot(other.along, other[lambda] - ends[end]); });
}

/// Steps 1 to 14 of Algorithm 7: is the point of edge y nearest to edge x in x's region? If not, x moves.
template <class X, class Y> constexpr Outcome edge_against_edge(X& x, const Y& y) {
  using T = typename X::T;
  const EdgePoints<T> other = seen_edge(y);
  const std::uint32_t half[2] = {x.index, x.polyhedron.half_edge(x.index).twin};
  ClippedEdge<T> c;
  if (const std::uint32_t end = nearest_end(x, half[0], other, c); end != no_neighbour)
    return x.move(vertex, x.tail(half[end])), Outcome::moved;
  if (x.polyhedron.half_edge(half[0]).face == no_face) return Outcome::nearest;

  // The faces are 2 and 3 in the clipping, after the ends 0 and 1, which were already tested.
  FacePlane<T> plane[2];
  for (std::uint32_t i = 0; i < 2 && !c.excluded; ++i) {
    plane[i] = x.polyhedron.plane(x.polyhedron.half_edge(half[i]).face);
    const FaceEdgePlane<T> side(x, half[i], plane[i].normal);
    c.clip(side(other.tail), side(other.head), 2 + i);
  }
  bool touching = false;
  const auto slope = [&](std::uint32_t neighbour, T lambda) {
    if (neighbour < 2) return T(0);
    const FacePlane<T>& p = plane[neighbour - 2];
    const T height = dot(p.normal, other[lambda]) - p.offset;
    const T r = rise(y, y.index, x.to_other.turn(p.normal));
    touching |= height == T(0);
    return height > T(0) ? r : -r;
  };
  // If an end and a face together exclude the edge, the nearest point is beside the edge, on the face's side (§3.3.2).
  // The derivative check would give the same result, except for rounding.
  std::uint32_t to = c.excluded && c.exit < 2 ? c.entry : c.excluded && c.entry < 2 ? c.exit : no_neighbour;
  if (to == no_neighbour) to = c.towards_minimum(slope);
  if (touching) return Outcome::penetrating;
  if (to == no_neighbour) return Outcome::nearest;
  return x.move(face, x.polyhedron.half_edge(half[to - 2]).face), Outcome::moved;
}

/// Algorithm 7.
template <class X, class Y> constexpr Outcome edge_edge(X& x, Y& y) {
  const Outcome outcome = edge_against_edge(x, y);
  return outcome == Outcome::nearest ? edge_against_edge(y, x) : outcome;
}

/// Where to begin the scan below when two sides of a face together exclude the edge: at the side that faces the edge.
/// The line of the edge, projected onto the face, passes by the face; a side faces it if its outward normal points to
/// it.
/// differs from [Mirtich 1997, §3.3.3]: there either side may be used. From the side that faces away, the scan can stop
/// at once, with the edge behind it, and the walk cycles.
template <class F, class T>
constexpr std::uint32_t facing_side(const F& f, const EdgePoints<T>& e, std::uint32_t h, std::uint32_t g) {
  const Vec3<T> n = f.polyhedron.plane(f.index).normal, across = cross(n, e.along);
  const FaceEdgePlane<T> side(f, h, n);
  const bool above = dot(across, side.through - e.tail) > T(0), outward_above = dot(across, side.normal) > T(0);
  return above != outward_above ? h : g;
}

/// Moves from a face to the one of its edges and vertices that is nearest to an edge outside its prism, by going round
/// downhill from a side that faces the edge (§3.3.3). From such a side every stop is right, because the distance is
/// convex over the face and its minimum is on the part of the rim that faces the edge.
template <class F, class T> constexpr void leave_face(F& f, const EdgePoints<T>& other, std::uint32_t h) {
  const std::uint32_t first = f.polyhedron.face_half_edge(f.index);
  const auto sides = static_cast<std::uint32_t>(f.polyhedron.face_loop(f.index).size());
  for (std::uint32_t i = 0; i < sides; ++i) {
    ClippedEdge<T> between;
    const std::uint32_t end = nearest_end(f, h, other, between);
    if (end == no_neighbour) break;
    const std::uint32_t next = first + (h - first + (end == 1 ? 1 : sides - 1)) % sides;
    const std::uint32_t corner = end == 1 ? f.head(h) : f.tail(h);
    const Vec3<T> at = f.at(corner), along = f.at(end == 1 ? f.head(next) : f.tail(next)) - at;
    ClippedEdge<T> c;
    c.clip(dot(along, at - other.tail), dot(along, at - other.head), next);
    const auto slope = [&](std::uint32_t, T lambda) { return dot(other.along, other[lambda] - at); };
    if (c.towards_minimum(slope) == no_neighbour) return f.move(vertex, corner);
    h = next;
  }
  f.move(edge, h);
}

/// Algorithm 8.
/// differs from it: if the edge leaves the prism downhill, the side crossed there need not be the nearest part of the
/// rim; the scan of §3.3.3 goes on from it, so that the distance never grows.
template <class E, class F> constexpr Outcome edge_face(E& e, F& f) {
  using T = typename E::T;
  const EdgePoints<T> other = seen_edge(e);
  const FacePlane<T> plane = f.polyhedron.plane(f.index);
  const std::uint32_t first = f.polyhedron.face_half_edge(f.index);
  const auto sides = static_cast<std::uint32_t>(f.polyhedron.face_loop(f.index).size());
  ClippedEdge<T> c;
  for (std::uint32_t h = first; h < first + sides && !c.excluded; ++h) {
    const FaceEdgePlane<T> side(f, h, plane.normal);
    c.clip(-side(other.tail), -side(other.head), h);
  }
  if (c.excluded) return leave_face(f, other, facing_side(f, other, c.entry, c.exit)), Outcome::moved;

  const T tail = dot(plane.normal, other.tail) - plane.offset, head = dot(plane.normal, other.head) - plane.offset;
  const T low = tail + c.low * (head - tail), high = tail + c.high * (head - tail);
  if (!(low > T(0) && high > T(0)) && !(low < T(0) && high < T(0))) return Outcome::penetrating;
  const T r = rise(e, e.index, f.to_other.turn(plane.normal));
  const bool nearest_at_low = low > T(0) ? r >= T(0) : r <= T(0);
  const std::uint32_t crossed = nearest_at_low ? c.entry : c.exit;
  if (crossed != no_neighbour) return leave_face(f, other, crossed), Outcome::moved;
  return e.move(vertex, nearest_at_low ? e.tail(e.index) : e.head(e.index)), Outcome::moved;
}

/// One step, whatever the state; two faces cannot come up.
template <class A, class B> constexpr Outcome step(A& a, B& b) {
  if (a.kind == vertex)
    return b.kind == vertex ? vertex_vertex(a, b) : b.kind == edge ? vertex_edge(a, b) : vertex_face(a, b);
  if (a.kind == edge) return b.kind == vertex ? vertex_edge(b, a) : b.kind == edge ? edge_edge(a, b) : edge_face(a, b);
  return b.kind == vertex ? vertex_face(b, a) : edge_face(b, a);
}

}  // namespace detail

}  // namespace tactus::vclip
