// SPDX-License-Identifier: MIT
#pragma once
/// A step of Lin-Canny: computes the closest points of a pair of features and, from these, the next pair. [Lin 1993,
/// ch. 3]
#include <tactus/narrow/lin_canny/voronoi_region.h>

namespace tactus::lin_canny {

/// One of the two hulls, and the pose of its frame in the common frame, which is A's.
template <Scalar T> struct Side {
  const Hull<T>& hull;
  const Pose<T>* pose;  // null: its frame is the common frame

  constexpr Vec3<T> out(const Vec3<T>& own) const { return pose ? *pose * own : own; }
  constexpr Vec3<T> in(const Vec3<T>& common) const {
    return pose ? transposed_times(pose->rotation, common - pose->translation) : common;
  }
  constexpr Vec3<T> turned_out(const Vec3<T>& own) const { return pose ? pose->rotation * own : own; }
  constexpr Vec3<T> vertex(std::uint32_t i) const { return out(hull.vertex(i)); }
};

/// The result of a step at a pair of features (X, Y).
enum class Verdict : std::uint8_t {
  moved,  // x, y are the next pair
  closest,  // p and q are closest points of the hulls, confirmed by both Voronoi regions
  overlap,  // p is in both hulls
};
template <Scalar T> struct Look {
  Verdict verdict;
  Feature x, y;
  std::optional<Vec3<T>> p{}, q{};  // points of X and Y in the common frame, if the step computed them
  Vec3<T> normal{};  // from X to Y, of any length, if the features have one; zero: along q - p
};

template <Scalar T> struct PointPair { Vec3<T> p, q; };

/// Nearest points of the segments from a to b and from c to d. For parallel segments: the middle of the common stretch.
/// This needs no threshold: the nearer to parallel they are, the less the choice of points matters.
template <Scalar T>
constexpr PointPair<T> nearest_points(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c, const Vec3<T>& d) {
  const Vec3<T> u = b - a, v = d - c, r = c - a, n = cross(u, v);
  const T uu = norm_squared(u), vv = norm_squared(v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
  const T n2 = norm_squared(n);
  T s;
  if (n2 > T(0)) {
    s = clamp(dot(cross(r, v), n) / n2, T(0), T(1));
  } else {
    const T low = max(min(ur, ur + uv), T(0)), high = min(max(ur, ur + uv), uu);
    s = clamp((low + high) / (T(2) * uu), T(0), T(1));
  }
  T t = (s * uv - vr) / vv;
  if (t < T(0) || t > T(1)) {
    t = clamp(t, T(0), T(1));
    s = clamp((t * uv + ur) / uu, T(0), T(1));
  }
  return {a + s * u, c + t * v};
}
template <Scalar T>
constexpr PointPair<T> nearest_points(const Side<T>& x, std::uint32_t edge_x, const Side<T>& y, std::uint32_t edge_y) {
  const HullEdge &e = x.hull.edge(edge_x), &f = y.hull.edge(edge_y);
  return nearest_points(x.vertex(e.a), x.vertex(e.b), y.vertex(f.a), y.vertex(f.b));
}

/// A point of X lies under the plane of face Y, inside its prism, and so gives no information about Y. It is inside the
/// hull, or on the outer side of another face. (The published walk does not check this and cycles forever.)
template <Scalar T>
constexpr Look<T> under_a_face(const Vec3<T>& own_point, const Vec3<T>& point, const Side<T>& y, Feature fx) {
  const HighestFace<T> highest = highest_face(y.hull, own_point);
  if (!(highest.height > T(0))) return {Verdict::overlap, fx, face_feature(highest.face), point, point};
  return {Verdict::moved, fx, face_feature(highest.face)};
}

// ---- the six pairs of features: X's dimension is at most Y's --------------------------------------------------------

/// p and q are the closest points of X and Y: is each in the other feature's region? Every case ends with this check.
template <Scalar T>
constexpr Look<T> mutual(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, const PointPair<T>& at,
                         const Vec3<T>& normal, T slack) {
  if (const auto next = beyond(x.hull, fx, x.in(at.q), slack)) return {Verdict::moved, *next, fy, at.p, at.q, normal};
  if (const auto next = beyond(y.hull, fy, y.in(at.p), slack)) return {Verdict::moved, fx, *next, at.p, at.q, normal};
  return {Verdict::closest, fx, fy, at.p, at.q, normal};
}

template <Scalar T>
constexpr Look<T> vertex_vertex(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  return mutual(x, fx, y, fy, {x.vertex(fx.index), y.vertex(fy.index)}, {}, slack);
}

template <Scalar T> constexpr Look<T> vertex_edge(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  const Vec3<T> p = x.vertex(fx.index), own = y.in(p);
  if (const auto next = beyond_edge(y.hull, fy.index, own, slack)) return {Verdict::moved, fx, *next};
  const HullEdge& edge = y.hull.edge(fy.index);
  const Vec3<T> a = y.hull.vertex(edge.a), u = y.hull.vertex(edge.b) - a;
  const T uu = norm_squared(u);
  const Vec3<T> own_q = a + clamp(dot(own - a, u) / uu, T(0), T(1)) * u, q = y.out(own_q);
  if (const auto next = beyond_vertex(x.hull, fx.index, x.in(q), slack)) return {Verdict::moved, *next, fy, p, q};
  const Vec3<T> r = own_q - own;
  return {Verdict::closest, fx, fy, p, q, y.turned_out(r - (dot(r, u) / uu) * u)};  // perpendicular to the last digit
}

template <Scalar T> constexpr Look<T> vertex_face(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  const Vec3<T> p = x.vertex(fx.index), own = y.in(p);
  if (const auto next = beyond_face(y.hull, fy.index, own, slack)) return {Verdict::moved, fx, *next};
  const FacePlane<T>& plane = y.hull.plane(fy.index);
  const T height = height_over(plane, own);
  if (!(height > T(0))) return under_a_face(own, p, y, fx);
  const Vec3<T> n = y.turned_out(plane.normal), q = p - height * n;
  if (const auto next = beyond_vertex(x.hull, fx.index, x.in(q), slack)) return {Verdict::moved, *next, fy, p, q, -n};
  return {Verdict::closest, fx, fy, p, q, -n};
}

template <Scalar T> constexpr Look<T> edge_edge(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  const HullEdge &e = x.hull.edge(fx.index), &f = y.hull.edge(fy.index);
  const Vec3<T> a = x.vertex(e.a), b = x.vertex(e.b), c = y.vertex(f.a), d = y.vertex(f.b);
  const PointPair<T> at = nearest_points(a, b, c, d);
  const Vec3<T> n = cross(b - a, d - c);
  return mutual(x, fx, y, fy, at, dot(n, at.q - at.p) < T(0) ? -n : n, slack);
}

/// Where the edge passes over the face: through it, parallel to it, or nearest at one end of the part over the face.
template <Scalar T> constexpr Look<T> edge_face(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  const HullEdge& e = x.hull.edge(fx.index);
  const Vec3<T> a = y.in(x.vertex(e.a)), b = y.in(x.vertex(e.b));
  const FacePlane<T>& plane = y.hull.plane(fy.index);
  const ClippedSegment<T> part = clip_to_face(y.hull, fy.index, a, b);
  if (part.empty()) {
    Look<T> nearest{Verdict::moved, fx, fy};
    T least = infinity<T>;
    const std::uint32_t first = y.hull.face_half_edge(fy.index);
    for (std::uint32_t k = 0; k < y.hull.face_loop(fy.index).size(); ++k) {
      const std::uint32_t side = y.hull.half_edge(first + k).edge;
      const HullEdge& f = y.hull.edge(side);
      const PointPair<T> at = nearest_points(a, b, y.hull.vertex(f.a), y.hull.vertex(f.b));
      const T distance2 = norm_squared(at.q - at.p);
      if (distance2 < least) least = distance2, nearest = {Verdict::moved, fx, edge_feature(side), at.p, at.q};
    }
    nearest.p = y.out(*nearest.p), nearest.q = y.out(*nearest.q);
    return nearest;
  }
  const Vec3<T> from = a + part.from * (b - a), to = a + part.to * (b - a);
  const T start = height_over(plane, from), end = height_over(plane, to);
  if (!(start > T(0) && end > T(0)) && !(start < T(0) && end < T(0))) {  // through it
    const Vec3<T> p = y.out(start == end ? from : from + (start / (start - end)) * (to - from));
    return {Verdict::overlap, fx, fy, p, p};
  }
  const T rise = dot(plane.normal, b - a);  // of the whole edge: the part over the face may be too short to tell
  if (abs(rise) <= slack) {
    const Vec3<T> middle = (from + to) * T(0.5), p = y.out(middle), n = y.turned_out(plane.normal);
    const T height = height_over(plane, middle);
    if (height < T(0)) return under_a_face(middle, p, y, fx);
    const Vec3<T> q = p - height * n;
    if (const auto next = beyond_edge(x.hull, fx.index, x.in(q), slack)) return {Verdict::moved, *next, fy, p, q, -n};
    return {Verdict::closest, fx, fy, p, q, -n};
  }
  const bool at_start = (rise > T(0)) == (start > T(0));
  if (const auto side = at_start ? part.enters : part.leaves) return {Verdict::moved, fx, *side};
  return {Verdict::moved, vertex_feature(at_start ? e.a : e.b), fy};
}

/// The vertex of face X that is lowest over the plane of face Y.
template <Scalar T> struct LowestCorner {
  std::uint32_t vertex = 0;
  T height = infinity<T>;
};
template <Scalar T>
constexpr LowestCorner<T> lowest_corner(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy) {
  LowestCorner<T> lowest;
  for (const std::uint32_t v : x.hull.face_loop(fx.index)) {
    const T height = height_over(y.hull.plane(fy.index), y.in(x.vertex(v)));
    if (height < lowest.height) lowest = {v, height};
  }
  return lowest;
}

/// Two faces are closest only if they are parallel. Then an edge or a vertex of one over the other is equally close,
/// and the walk goes down to those: to a corner of one over the other, nearest its plane; otherwise to two edges.
template <Scalar T> constexpr Look<T> face_face(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  const LowestCorner<T> of_x = lowest_corner(x, fx, y, fy), of_y = lowest_corner(y, fy, x, fx);
  if (of_x.height > T(0) && !beyond_face(y.hull, fy.index, y.in(x.vertex(of_x.vertex)), slack))
    return {Verdict::moved, vertex_feature(of_x.vertex), fy};
  if (of_y.height > T(0) && !beyond_face(x.hull, fx.index, x.in(y.vertex(of_y.vertex)), slack))
    return {Verdict::moved, fx, vertex_feature(of_y.vertex)};
  Look<T> nearest{Verdict::moved, fx, fy};
  T least = infinity<T>;
  const auto first_x = x.hull.face_half_edge(fx.index), first_y = y.hull.face_half_edge(fy.index);
  for (std::uint32_t i = 0; i < x.hull.face_loop(fx.index).size(); ++i) {
    for (std::uint32_t j = 0; j < y.hull.face_loop(fy.index).size(); ++j) {
      const std::uint32_t e = x.hull.half_edge(first_x + i).edge, f = y.hull.half_edge(first_y + j).edge;
      const PointPair<T> at = nearest_points(x, e, y, f);
      const T distance2 = norm_squared(at.q - at.p);
      if (distance2 < least)
        least = distance2, nearest = {Verdict::moved, edge_feature(e), edge_feature(f), at.p, at.q};
    }
  }
  return nearest;
}

/// Calls the case for a pair of features, whichever side has the larger one.
template <Scalar T> constexpr Look<T> look(const Side<T>& x, Feature fx, const Side<T>& y, Feature fy, T slack) {
  if (fx.kind > fy.kind) {
    Look<T> l = look(y, fy, x, fx, slack);
    std::swap(l.x, l.y), std::swap(l.p, l.q);
    l.normal = -l.normal;
    return l;
  }
  using enum FeatureKind;
  if (fy.kind == vertex) return vertex_vertex(x, fx, y, fy, slack);
  if (fy.kind == edge) return fx.kind == vertex ? vertex_edge(x, fx, y, fy, slack) : edge_edge(x, fx, y, fy, slack);
  if (fx.kind == vertex) return vertex_face(x, fx, y, fy, slack);
  return fx.kind == edge ? edge_face(x, fx, y, fy, slack) : face_face(x, fx, y, fy, slack);
}

}  // namespace tactus::lin_canny
