// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold/overlap_points.h>
#include <tactus/nonconvex/piece_pair.h>
#include <tactus/pair/settle.h>
#include <tactus/sweep/impact.h>

namespace tactus::pieces {

template <Scalar T>
PiecePairs<T>::PiecePairs(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab)
    : a_(a), b_(b), x_ab_(x_ab), surface_a_(a.is_surface()), surface_b_(b.is_surface()) {
  const auto reach = [](const PieceSource<T>& s) { return is_finite(s.bounds().min) ? s.origin_radius() : T(0); };
  slack_ = T(4) * rounding_of(reach(a) + reach(b) + norm(x_ab.translation));
}

template <Scalar T> void PiecePairs<T>::take(std::uint32_t i, std::uint32_t j) {
  if (i == i_ && j == j_) return;
  if (i != i_) a_.piece(i, in_a_);
  if (j != j_) b_.piece(j, in_b_);
  i_ = i, j_ = j;
  const Pose<T> at_b = in_b_.pose ? x_ab_ * *in_b_.pose : x_ab_;
  x_ = in_a_.pose ? relative(*in_a_.pose, at_b) : at_b;
}

/// Local poses add their rounding to the bounds.
template <Scalar T> void PiecePairs<T>::to_body(Contact<T>& c) const {
  if (!in_a_.pose && !in_b_.pose) return;
  const Pose<T> at_a = in_a_.pose ? *in_a_.pose : Pose<T>{};
  const T reach = norm(at_a.translation) + (in_b_.pose ? norm(in_b_.pose->translation) : T(0)) +
                  norm(x_ab_.translation) + in_b_.shape->origin_radius();
  c = tactus::detail::placed(c, at_a, T(2) * rounding_of(reach));
}

/// How far a shape is from the plane of a triangle; `to` maps the shape's frame to the triangle's.
template <Scalar T> T PiecePairs<T>::off_plane(const Triangle<T>& t, const Pose<T>& to, const Shape<T>& other) const {
  const Vec3<T> n = unit_or_zero(cross(t.b - t.a, t.c - t.a)), local = transposed_times(to.rotation, n);
  const T offset = dot(n, to.translation) - dot(n, t.a);
  return max(dot(local, other.support(-local)) + offset, -dot(local, other.support(local)) - offset) - other.radius();
}

template <Scalar T> Gap<T> PiecePairs<T>::quick_gap(std::uint32_t i, std::uint32_t j, T enough) {
  if (!surface_a_ && !surface_b_) return {};
  if (surface_a_ && surface_b_) {
    if (j != triangle_j_) {
      const Triangle<T> local = b_.triangle(j);
      triangle_b_ = {x_ab_ * local.a, x_ab_ * local.b, x_ab_ * local.c}, triangle_j_ = j;
    }
    const Gap<T> gap = pieces::gap(a_.triangle(i), triangle_b_, enough + slack_);
    return {gap.lower - slack_, gap.upper + slack_};
  }
  if (surface_a_ ? j != j_ : i != i_) take(i, j);  // the shape stays from triangle to triangle
  const Piece<T>& other = surface_a_ ? in_b_ : in_a_;
  if (!other.shape->bounded()) return {};
  if (surface_a_) return {off_plane(a_.triangle(i), other.pose ? x_ab_ * *other.pose : x_ab_, *other.shape) - slack_};
  return {off_plane(b_.triangle(j), other.pose ? relative(x_ab_, *other.pose) : inverse(x_ab_), *other.shape) - slack_};
}

template <Scalar T> bool PiecePairs<T>::intersects(std::uint32_t i, std::uint32_t j, const Options<T>& options) {
  take(i, j);
  return narrow::intersects(*in_a_.shape, *in_b_.shape, x_, options);
}
template <Scalar T> Contact<T> PiecePairs<T>::distance(std::uint32_t i, std::uint32_t j, const Options<T>& options) {
  take(i, j);
  Contact<T> c = narrow::distance(*in_a_.shape, *in_b_.shape, x_, options);
  to_body(c);
  return c;
}
template <Scalar T> Contact<T> PiecePairs<T>::contact(std::uint32_t i, std::uint32_t j, const Options<T>& options) {
  take(i, j);
  Contact<T> c = narrow::contact(*in_a_.shape, *in_b_.shape, x_, options);
  to_body(c);
  return c;
}

/// From triangle i of A to B's piece. A normal n decides if that piece has no middle of its own.
template <Scalar T> Vec3<T> PiecePairs<T>::toward_b(const SurfaceNormal<T>& normals, const Vec3<T>& n) const {
  if (surface_b_ || !in_b_.shape->bounded()) return n;
  return x_ * in_b_.shape->center() - normals.triangle().a;
}
/// From triangle j of B to A's piece, in B's frame.
template <Scalar T> Vec3<T> PiecePairs<T>::toward_a(const SurfaceNormal<T>& normals, const Vec3<T>& n) const {
  if (surface_a_ || !in_a_.shape->bounded()) return -transposed_times(x_.rotation, n);
  return transposed_times(x_.rotation, in_a_.shape->center() - x_.translation) - normals.triangle().a;
}

/// A normal that the surfaces allow. If both replace the given one, the replacement with the lesser depth is taken.
template <Scalar T> Vec3<T> PiecePairs<T>::surface_normal(std::uint32_t i, std::uint32_t j, const Contact<T>& c) const {
  const Vec3<T> n = c.normal;  // surfaces have no local poses: their pieces' frame is the body's
  Vec3<T> by_a = n, by_b = n;
  if (surface_a_) {
    const SurfaceNormal<T> normals(a_, i);
    by_a = normals.possible(n, toward_b(normals, n));
  }
  if (surface_b_) {
    const SurfaceNormal<T> normals(b_, j);
    by_b = -(x_.rotation * normals.possible(-transposed_times(x_.rotation, n), toward_a(normals, n)));
  }
  if (!surface_b_ || by_b == n) return by_a;
  if (!surface_a_ || by_a == n) return by_b;
  const auto gap = [&](const Vec3<T>& m) { return tactus::detail::gap_along(*in_a_.shape, *in_b_.shape, x_, m); };
  return gap(by_a) >= gap(by_b) ? by_a : by_b;
}

/// The normal of the triangle's own plane if only one of the two pieces is a triangle; zero for two triangles.
template <Scalar T> Vec3<T> PiecePairs<T>::own_normal(std::uint32_t i, std::uint32_t j, const Vec3<T>& n) const {
  if (surface_a_ && surface_b_) return {};
  const SurfaceNormal<T> normals(surface_a_ ? a_ : b_, surface_a_ ? i : j);
  return surface_a_ ? normals.own(toward_b(normals, n)) : -(x_.rotation * normals.own(toward_a(normals, n)));
}

/// Is the middle of a convex piece behind the plane of a triangle that pushes forward only? A half-space is behind if
/// it extends to that side.
template <Scalar T> bool PiecePairs<T>::behind(std::uint32_t i, std::uint32_t j) const {
  if (surface_a_ == surface_b_) return false;
  const SurfaceNormal<T> normals(surface_a_ ? a_ : b_, surface_a_ ? i : j);
  if (!normals.front_only()) return false;
  const Shape<T>& piece = surface_a_ ? *in_b_.shape : *in_a_.shape;
  const Pose<T> x = surface_a_ ? x_ : inverse(x_);  // maps the piece's frame to the surface's
  if (const auto* half_space = piece.template get_if<HalfSpace<T>>())
    return dot(normals.face(), x.rotation * normalized(*half_space).normal) > SurfaceNormal<T>::sine;
  return dot(normals.face(), x * piece.center() - normals.triangle().a) < -T(1e-3L) * piece.bounding_radius();
}

template <Scalar T>
void PiecePairs<T>::settle(std::uint32_t i, std::uint32_t j, const Options<T>& options, Pushing& out) {
  take(i, j);
  out.push = Push::none;
  if (!surface_a_ && !surface_b_) {
    out.contact = tactus::settle(*in_a_.shape, *in_b_.shape, x_, options, nullptr, &out.manifold);
  } else {
    out.contact = narrow::contact(*in_a_.shape, *in_b_.shape, x_, options);
  }
  const Contact<T> raw = out.contact;
  if (raw.status == Status::invalid || raw.status == Status::beyond_max || !(raw.distance <= options.max_distance))
    return;
  if (surface_a_ || surface_b_) {
    if (behind(i, j)) {
      out.push = Push::from_behind;
      return;
    }
    const Vec3<T> normal = surface_normal(i, j, raw);
    settle_along(normal, raw, options.max_distance, out);
    if (out.push == Push::elsewhere) settle_along_own(i, j, raw, options.max_distance, out);
    if (out.manifold.count == 0) return;
  }
  if (out.push == Push::none) out.push = Push::outward;
  to_body(out.contact);
  if (in_a_.pose) move(out.manifold, *in_a_.pose);
}

/// The deepest point of the convex piece along the normal, with the gap between it and the triangle. False if it does
/// not lie over the triangle.
template <Scalar T> bool PiecePairs<T>::find_deepest(const Sight<T>& sight, Contact<T>& c) const {
  if (surface_a_ && surface_b_) return false;
  const Shape<T>& piece = surface_a_ ? *in_b_.shape : *in_a_.shape;
  if (!piece.bounded()) return false;
  const Vec3<T>& n = sight.frame.normal;
  const Vec3<T> w = surface_a_ ? x_ * piece.support(-transposed_times(x_.rotation, n)) - n * piece.radius()
                               : piece.support(n) + n * piece.radius();
  const Silhouette<T>& triangle = surface_a_ ? sight.on_a : sight.on_b;
  const Vec2<T> at = sight.frame.flat(w);
  if (triangle.inside(at) < -snap_share<T> * triangle.extent) return false;
  const T rise = sight.frame.height(w) - triangle.height(at);
  c.distance = surface_a_ ? rise : -rise;
  c.point_a = surface_a_ ? w - n * c.distance : w;
  c.point_b = surface_a_ ? w : w + n * c.distance;
  return true;
}

/// The points where the features along the normal overlap, and the deepest point of the convex piece, which is not a
/// corner if the piece is curved. If they all lie over a neighbour, and the normal is not that of the contact,
/// the neighbour has the points; pieces that overlap then get one point, at the depth of the overlap, in case no
/// neighbour has any.
template <Scalar T>
void PiecePairs<T>::settle_along(const Vec3<T>& normal, const Contact<T>& raw, T max_distance, Pushing& out) const {
  const Shape<T>&a = *in_a_.shape, &b = *in_b_.shape;
  Manifold<T>& m = out.manifold;
  Contact<T>& c = out.contact;
  c.normal = normal;
  c.distance = tactus::detail::gap_along(a, b, x_, normal);
  const Sight<T> sight(a, b, x_, c);
  Contact<T> lowest = c;
  const bool over = find_deepest(sight, lowest);
  m.status = c.status, m.normal = sight.frame.normal, m.count = 0;
  if (!add_corners<T>(m, sight, x_, max_distance, over ? &lowest : nullptr)) {
    // Normals within the sine count as equal: the contact's own point is at the edge over which the piece leaves.
    const bool same = norm_squared(normal - raw.normal) <= square(SurfaceNormal<T>::sine);
    c.distance = raw.distance;
    if (same || raw.distance <= T(0)) {
      if (!same) out.push = Push::elsewhere;
      m.normal = normal, m.count = 1;
      m.points[0] = {raw.point(), raw.distance, ContactId::of(raw.feature_a, {}, raw.feature_b, {})};
    }
  }
  if (m.count == 0) return;
  const ContactPoint<T>* deepest = m.begin();
  for (const ContactPoint<T>& p : m)
    if (p.distance < deepest->distance) deepest = &p;
  c.normal = m.normal, c.distance = deepest->distance;
  c.status = c.distance > T(0) ? Status::separated : Status::overlapping;
  c.point_a = deepest->position - m.normal * (c.distance / T(2));
  c.point_b = deepest->position + m.normal * (c.distance / T(2));
  c.lower = min(c.lower, c.distance);
}

/// Where a corner is nearer to an edge of its triangle than to its face, the normal may be that of the neighbour across
/// the edge, and the features along that normal miss each other. The corner still lies over its own triangle.
template <Scalar T>
void PiecePairs<T>::settle_along_own(std::uint32_t i, std::uint32_t j, const Contact<T>& raw, T max_distance,
                                     Pushing& out) const {
  const Vec3<T> own = own_normal(i, j, raw.normal);
  if (own == Vec3<T>{}) return;
  Pushing again;
  again.contact = raw;
  settle_along(own, raw, max_distance, again);
  if (again.push != Push::elsewhere && again.manifold.count > 0) out = again;
}

template class PiecePairs<float>;
template class PiecePairs<double>;

}  // namespace tactus::pieces
