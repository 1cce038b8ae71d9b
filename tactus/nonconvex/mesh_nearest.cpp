// SPDX-License-Identifier: MIT
/// The point of a mesh nearest to a given point, and whether the given point is inside.
#include <tactus/nonconvex/mesh_data.h>

#include <cmath>

namespace tactus::pieces {

namespace {

template <Scalar T> T distance_squared(const FourBoxes<T>& boxes, int i, const Vec3<T>& p) {
  T sum{};
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis), k = static_cast<std::size_t>(i);
    sum += square(max(T(0), max(boxes.min[a][k] - p[axis], p[axis] - boxes.max[a][k])));
  }
  return sum * (T(1) - T(8) * unit_roundoff<T>);
}

}  // namespace

/// Nearer boxes first; boxes farther than the best triangle so far are skipped.
template <Scalar T>
void MeshData<T>::search(Ref node, const Vec3<T>& p, TrianglePoint<T>& best, std::uint32_t& of) const {
  if (node.is_leaf()) {
    for (std::uint32_t k = 0; k < node.count(); ++k) {
      const std::uint32_t i = at(node.index() + k);
      const TrianglePoint<T> q = nearest_on_triangle(triangle(i), p);
      if (q.distance_squared < best.distance_squared || (q.distance_squared == best.distance_squared && i < of))
        best = q, of = i;
    }
    return;
  }
  FourBoxes<T> boxes;
  open(node, boxes);
  ChildOrder<T> order;
  for (int i = 0; i < boxes.count; ++i) order.add(distance_squared(boxes, i, p), i);
  for (const auto& next : order)
    if (next.bound <= best.distance_squared) search(boxes.refs[static_cast<std::size_t>(next.child)], p, best, of);
}

/// A point whose nearest point of the mesh is q is outside if it lies on the side of this vector: the normal of the
/// triangle, at an edge the sum of both normals, at a vertex the weighted sum. Zero if it is not known, at edges of
/// three or more triangles. Within a distance of `same`, q counts as lying on the edge or vertex.
template <Scalar T> Vec3<T> MeshData<T>::outward(std::uint32_t i, const Vec3<T>& q, T same) const {
  const Triangle<T> t = triangle(i);
  const Vec3<T> n = unit_or_zero(area_vector(i));
  for (int k = 0; k < 3; ++k)
    if (norm_squared(q - t.vertex(k)) <= square(same))
      return unit_or_zero(vertex_normals_[corners_[i][static_cast<std::size_t>(k)]].template cast<T>());
  for (int e = 0; e < 3; ++e) {
    const Vec3<T> along = unit_or_zero(t.vertex((e + 1) % 3) - t.vertex(e));
    if (norm_squared(cross(along, q - t.vertex(e))) > square(same)) continue;
    const std::uint32_t other = neighbour(i, e);
    return other == nothing ? Vec3<T>{} : unit_or_zero(n + unit_or_zero(area_vector(other)));
  }
  return n;
}

/// The winding number of the surface about a point: the sum of the solid angles of all triangles, divided by 4π. [van
/// Oosterom & Strackee 1983]
template <Scalar T> T MeshData<T>::winding(const Vec3<T>& p) const {
  double sum = 0;
  const Vec3<double> from = p.template cast<double>();
  for (std::uint32_t i = 0; i < count(); ++i) {
    const Triangle<T> t = triangle(i);
    const Vec3<double> a = t.a.template cast<double>() - from, b = t.b.template cast<double>() - from;
    const Vec3<double> c = t.c.template cast<double>() - from;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += std::atan2(triple(a, b, c), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return T(sum / (2 * pi<double>));
}

template <Scalar T> SurfacePoint<T> MeshData<T>::nearest(const Vec3<T>& p) const {
  TrianglePoint<T> best;
  std::uint32_t of = nothing;
  search(root(), p, best, of);
  if (of == nothing) return {infinity<T>, p, {}, 0, {}};  // p is not finite
  SurfacePoint<T> answer{sqrt(best.distance_squared), best.point, unit_or_up(area_vector(of)), of, best.barycentrics};
  if (!is_solid() || answer.distance == T(0)) return answer;
  const Vec3<T> away = (p - best.point) / answer.distance;
  const T same = T(64) * unit_roundoff<T> * (max_abs(p) + this->origin_radius());
  const T side = dot(away, outward(of, best.point, same));
  // At a knife's edge both sides are nearly the same. There the winding number decides, which uses the whole surface.
  constexpr T clear = T(0.05);
  const bool inside = abs(side) > clear ? side < T(0) : winding(p) > T(0.5);
  answer.normal = inside ? -away : away;
  if (inside) answer.distance = -answer.distance;
  return answer;
}

template SurfacePoint<float> MeshData<float>::nearest(const Vec3<float>&) const;
template SurfacePoint<double> MeshData<double>::nearest(const Vec3<double>&) const;

}  // namespace tactus::pieces
