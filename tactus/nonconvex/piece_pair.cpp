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

template <Scalar T> T PiecePairs<T>::quick_gap(std::uint32_t i, std::uint32_t j) {
  if (!surface_a_ && !surface_b_) return -infinity<T>;
  T gap = -infinity<T>;
  const auto off_plane = [&](const Triangle<T>& t, T least, T most, const Vec3<T>& n) {
    const T at = dot(n, t.a);
    gap = max(gap, max(least - at, at - most));
  };
  const auto across = [](const Triangle<T>& t) { return unit_or_zero(cross(t.b - t.a, t.c - t.a)); };
  const auto range = [](const Triangle<T>& t, const Vec3<T>& n) {
    const T a = dot(n, t.a), b = dot(n, t.b), c = dot(n, t.c);
    return std::pair{min(a, min(b, c)), max(a, max(b, c))};
  };
  if (surface_a_ && surface_b_) {
    const Triangle<T> s = a_.triangle(i), local = b_.triangle(j);
    const Triangle<T> t{x_ab_ * local.a, x_ab_ * local.b, x_ab_ * local.c};
    const Vec3<T> n = across(s), m = across(t);
    const auto of_t = range(t, n), of_s = range(s, m);
    off_plane(s, of_t.first, of_t.second, n);
    off_plane(t, of_s.first, of_s.second, m);
  } else {
    const bool mesh_is_a = surface_a_;
    const Triangle<T> t = mesh_is_a ? a_.triangle(i) : b_.triangle(j);
    if (mesh_is_a ? j != j_ : i != i_) take(i, j);  // the shape stays from triangle to triangle
    const Piece<T>& other = mesh_is_a ? in_b_ : in_a_;
    if (!other.shape->bounded()) return -infinity<T>;
    const Pose<T> to = mesh_is_a ? (other.pose ? x_ab_ * *other.pose : x_ab_)
                                 : (other.pose ? relative(x_ab_, *other.pose) : inverse(x_ab_));
    const Vec3<T> n = across(t), local = transposed_times(to.rotation, n);
    const T offset = dot(n, to.translation), r = other.shape->radius();
    off_plane(t, dot(local, other.shape->support(-local)) + offset - r,
              dot(local, other.shape->support(local)) + offset + r, n);
  }
  return gap - slack_;
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

/// The normal that both surfaces allow. Where both want another, the one that is less deep.
template <Scalar T> Vec3<T> PiecePairs<T>::surface_normal(std::uint32_t i, std::uint32_t j, const Contact<T>& c) const {
  const Vec3<T> n = c.normal;  // surfaces have no local poses: their pieces' frame is the body's
  Vec3<T> by_a = n, by_b = n;
  const Vec3<T> to_b = x_ * in_b_.shape->center();
  if (surface_a_) {
    const SurfaceNormal<T> normals(a_, i);
    by_a = normals.possible(n, surface_b_ || !in_b_.shape->bounded() ? n : to_b - normals.triangle().a);
  }
  if (surface_b_) {
    const SurfaceNormal<T> normals(b_, j);
    const auto to_local = [&](const Vec3<T>& v) { return transposed_times(x_.rotation, v); };
    const Vec3<T> toward = surface_a_ || !in_a_.shape->bounded()
                               ? -to_local(n)
                               : to_local(in_a_.shape->center() - x_.translation) - normals.triangle().a;
    by_b = -(x_.rotation * normals.possible(-to_local(n), toward));
  }
  if (!surface_b_ || by_b == n) return by_a;
  if (!surface_a_ || by_a == n) return by_b;
  const auto gap = [&](const Vec3<T>& m) { return tactus::detail::gap_along(*in_a_.shape, *in_b_.shape, x_, m); };
  return gap(by_a) >= gap(by_b) ? by_a : by_b;
}

/// Is the middle of a convex piece behind the plane of a triangle that pushes forward only?
template <Scalar T> bool PiecePairs<T>::behind(std::uint32_t i, std::uint32_t j) const {
  const auto is_behind = [](const PieceSource<T>& surface, std::uint32_t k, const Vec3<T>& center, T size) {
    const SurfaceNormal<T> normals(surface, k);
    return normals.front_only() && dot(normals.face(), center - normals.triangle().a) < -T(1e-3L) * size;
  };
  if (surface_a_ && !surface_b_ && in_b_.shape->bounded())
    return is_behind(a_, i, x_ * in_b_.shape->center(), in_b_.shape->bounding_radius());
  if (surface_b_ && !surface_a_ && in_a_.shape->bounded())
    return is_behind(b_, j, transposed_times(x_.rotation, in_a_.shape->center() - x_.translation),
                     in_a_.shape->bounding_radius());
  return false;
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
    if (out.manifold.count == 0) return;
  }
  if (out.push == Push::none) out.push = Push::outward;
  to_body(out.contact);
  if (in_a_.pose) move(out.manifold, *in_a_.pose);
}

/// The points where the features along the normal overlap. Where they miss each other, the contact with a neighbour has
/// them; pieces that do overlap have one point then, as deep as they are, in case no neighbour does.
template <Scalar T>
void PiecePairs<T>::settle_along(const Vec3<T>& normal, const Contact<T>& raw, T max_distance, Pushing& out) const {
  const Shape<T>&a = *in_a_.shape, &b = *in_b_.shape;
  Manifold<T>& m = out.manifold;
  if (norm_squared(normal - raw.normal) <= square(T(16) * unit_roundoff<T>)) {
    make_manifold(m, a, b, x_, raw, max_distance);
    return;
  }
  Contact<T>& c = out.contact;
  c.normal = normal;
  c.distance = tactus::detail::gap_along(a, b, x_, normal);
  const Sight<T> sight(a, b, x_, c);
  m.status = c.status, m.normal = sight.frame.normal, m.count = 0;
  const bool some = add_overlap<T>(m, sight, x_, c.distance, false, max_distance, nullptr);
  if (!some || m.count == 0) {
    m.count = 0;
    c.distance = raw.distance;
    if (raw.distance <= T(0)) {
      out.push = Push::elsewhere;
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

template class PiecePairs<float>;
template class PiecePairs<double>;

}  // namespace tactus::pieces
