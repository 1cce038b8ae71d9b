// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/nonconvex/surface_contacts.h>
#include <tactus/nonconvex/triangle_point.h>

#include <algorithm>
#include <tuple>

namespace tactus::pieces {

namespace {

/// Is any triangle of the surface nearer to p than r?
template <Scalar T> bool any_nearer(const PieceSource<T>& surface, Ref node, const Vec3<T>& p, T r) {
  if (node.is_leaf()) {
    for (std::uint32_t k = 0; k < node.count(); ++k)
      if (nearest_on_triangle(surface.triangle(surface.at(node.index() + k)), p).distance_squared < square(r))
        return true;
    return false;
  }
  FourBoxes<T> boxes;
  surface.open(node, boxes);
  for (int i = 0; i < boxes.count; ++i) {
    const Aabb<T> box = boxes.box(i);
    const Vec3<T> outside = positive_part(max(box.min - p, p - box.max));
    if (norm_squared(outside) < square(r) && any_nearer(surface, boxes.refs[static_cast<std::size_t>(i)], p, r))
      return true;
  }
  return false;
}

/// The triangle of the surface that p lies over or under: from triangle i across a few edges; `nothing` beyond a border.
template <Scalar T> std::uint32_t owner_of(const PieceSource<T>& surface, std::uint32_t i, const Vec3<T>& p) {
  constexpr int most_steps = 8;
  for (int step = 0; step < most_steps && i != nothing; ++step) {
    const int e = SurfaceNormal<T>(surface, i).edge_toward(p);
    if (e < 0) return i;
    i = surface.neighbour(i, e);
  }
  return nothing;
}

template <Scalar T> Vec3<T> box_middle(const PieceSource<T>& surface, const Pose<T>& x) {
  return x * surface.bounds().center();
}

}  // namespace

template <Scalar T>
SurfaceContacts<T>::SurfaceContacts(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                                    const Options<T>& options)
    : a_{a, x_ab, box_middle(b, x_ab), Pose<T>{}, true},
      b_{b, inverse(x_ab), box_middle(a, inverse(x_ab)), x_ab, false},
      options_(options),
      pairs_(a, b, x_ab) {}

template <Scalar T> void SurfaceContacts<T>::pair(std::uint32_t i, std::uint32_t j) {
  if (pairs_.quick_gap(i, j, limit()).lower > limit()) return;
  near_.push_back({i, j});
  const SurfaceNormal<T> in_a(a_.surface, i), in_b(b_.surface, j);
  if (in_a.face() == Vec3<T>{} || in_b.face() == Vec3<T>{}) return;
  add_corners(a_, in_a, in_b);
  add_corners(b_, in_b, in_a);
  add_edges(in_a, in_b);
}

/// A corner that is deep in the other surface may lie under a triangle beside the one that its own triangle meets.
template <Scalar T>
void SurfaceContacts<T>::add_corners(const Side& faces, const SurfaceNormal<T>& met, const SurfaceNormal<T>& of) {
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> corner = faces.other * of.triangle().vertex(k);
    if (!may_touch(faces, met, of, k, corner)) continue;
    const std::uint32_t owner = owner_of(faces.surface, met.index(), corner);
    if (owner == nothing) continue;
    const SurfaceNormal<T> on(faces.surface, owner);
    if (owner != met.index() && !may_touch(faces, on, of, k, corner)) continue;
    const Vec3<T> n = faces.normal_of(on);
    const T height = dot(n, corner - on.triangle().a);
    // A corner in front of a wall may be far behind the plane of another wall.
    if (height < T(0) && any_nearer(faces.surface, faces.surface.root(), corner, height * T(-0.999L))) continue;
    const Vec3<T> out = faces.to_a.rotation * n;
    const Feature face{FeatureKind::face, 0}, vertex{FeatureKind::vertex, static_cast<std::uint32_t>(k)};
    touches_.push_back({faces.is_a ? owner : of.index(), faces.is_a ? of.index() : owner, faces.is_a ? out : -out,
                        faces.to_a * (corner - n * (height / T(2))), height,
                        faces.is_a ? ContactId::of(face, {}, vertex, {}) : ContactId::of(vertex, {}, face, {}),
                        infinity<T>});
  }
}

/// Is the corner within max_distance of the plane, or behind it, and the highest point of its surface there?
template <Scalar T>
bool SurfaceContacts<T>::may_touch(const Side& faces, const SurfaceNormal<T>& on, const SurfaceNormal<T>& of, int k,
                                   const Vec3<T>& corner) const {
  const Vec3<T> n = faces.normal_of(on);
  return dot(n, corner - on.triangle().a) <= limit() &&
         of.corner_allows(k, -transposed_times(faces.other.rotation, n), feature_sine<T>);
}

template <Scalar T> void SurfaceContacts<T>::add_edges(const SurfaceNormal<T>& in_a, const SurfaceNormal<T>& in_b) {
  const std::uint32_t i = in_a.index(), j = in_b.index();
  const Pose<T>& x = a_.other;
  for (int e = 0; e < 3; ++e) {
    const Vec3<T>&p = in_a.triangle().vertex(e), u = in_a.triangle().vertex((e + 1) % 3) - p;
    for (int g = 0; g < 3; ++g) {
      const Vec3<T> q = x * in_b.triangle().vertex(g), v = x * in_b.triangle().vertex((g + 1) % 3) - q;
      const Vec3<T> across = cross(u, v), r = q - p;
      const T area = norm_squared(across);
      if (area <= norm_squared(u) * norm_squared(v) * square(T(1e-3L))) continue;  // parallel: the corners count
      const T s = triple(r, v, across) / area, t = triple(r, u, across) / area;
      if (!(s >= T(0) && s <= T(1) && t >= T(0) && t <= T(1))) continue;
      for (const T sign : {T(1), T(-1)}) {
        const Vec3<T> n = across * (sign / sqrt(area)), back = -transposed_times(x.rotation, n);
        const T distance = dot(n, r);
        if (!(distance <= limit()) || !a_.pushes_along(in_a, n) || !b_.pushes_along(in_b, back)) continue;
        if (!in_a.edge_allows(e, n) || !in_b.edge_allows(g, back)) continue;
        const T parted = distance < T(0) ? -pairs_.contact(i, j, options_).distance : T(0);
        touches_.push_back({i, j, n, (p + u * s + q + v * t) / T(2), distance,
                            ContactId::of({FeatureKind::edge, static_cast<std::uint32_t>(e)}, {},
                                          {FeatureKind::edge, static_cast<std::uint32_t>(g)}, {}),
                            parted});
      }
    }
  }
}

/// The points of one pair of triangles. Its normal is that of the deepest; points with quite another normal are left to
/// the neighbours that share the corner or the edge.
template <Scalar T> PieceManifold<T> SurfaceContacts<T>::joined(const Touch* first, const Touch* last) const {
  PieceManifold<T> m{.piece_a = first->i, .piece_b = first->j};
  m.manifold.normal = first->normal;
  for (const Touch* t = first; t != last && m.manifold.count < Manifold<T>::capacity; ++t)
    if (dot(t->normal, first->normal) > T(0.9))
      m.manifold.points[static_cast<std::size_t>(m.manifold.count++)] = {t->position, t->distance, t->id};
  Contact<T>& c = m.contact;
  c.status = first->distance > T(0) ? Status::separated : Status::overlapping;
  c.normal = first->normal, c.distance = c.upper = first->distance;
  c.lower = c.distance > T(0) ? min(c.distance, limit()) : -infinity<T>;
  c.point_a = first->position - c.normal * (c.distance / T(2));
  c.point_b = first->position + c.normal * (c.distance / T(2));
  c.feature_a = first->id.feature_a(), c.feature_b = first->id.feature_b();
  m.manifold.status = c.status;
  return m;
}

/// The larger of the two separations of the triangles along their normals, negative if they overlap along both: minus
/// an upper bound of their depth.
template <Scalar T> T SurfaceContacts<T>::along_faces(std::uint32_t i, std::uint32_t j) const {
  const auto along = [](const Triangle<T>& face, const Pose<T>& to_face, const Triangle<T>& other) {
    const Vec3<T> n = unit_or_zero(cross(face.b - face.a, face.c - face.a));
    const T a = dot(n, to_face * other.a - face.a), b = dot(n, to_face * other.b - face.a);
    const T c = dot(n, to_face * other.c - face.a);
    return n == Vec3<T>{} ? -infinity<T> : max(min(a, min(b, c)), -max(a, max(b, c)));
  };
  const Triangle<T> in_a = a_.surface.triangle(i), in_b = b_.surface.triangle(j);
  return max(along(in_a, a_.other, in_b), along(in_b, b_.other, in_a));
}

/// For most triangles that cross, their planes alone show that they are not the deepest pair.
template <Scalar T> void SurfaceContacts<T>::add_deepest_pair(std::vector<PieceManifold<T>>& list) {
  PieceManifold<T> deepest;
  deepest.contact.distance = infinity<T>;
  struct Bounded {
    T lower;  // of the distance of triangles i and j
    std::uint32_t i, j;
  };
  std::vector<Bounded> pairs;
  for (const auto& [i, j] : near_) pairs.push_back({along_faces(i, j) - pairs_.quick_resolution(), i, j});
  std::sort(pairs.begin(), pairs.end(), [](const Bounded& p, const Bounded& q) {
    return std::tie(p.lower, p.i, p.j) < std::tie(q.lower, q.i, q.j);
  });
  for (const auto& [lower, i, j] : pairs) {
    if (lower > deepest.contact.distance) break;
    const Contact<T> c = pairs_.contact(i, j, options_);
    if (c.status == Status::invalid || c.status == Status::beyond_max || !(c.distance <= limit())) continue;
    if (c.distance < deepest.contact.distance) deepest.piece_a = i, deepest.piece_b = j, deepest.contact = c;
  }
  const Contact<T>& c = deepest.contact;
  if (!(c.distance <= limit())) return;
  touched_ = c.touching();
  Manifold<T>& m = deepest.manifold;
  m.status = c.status, m.normal = c.normal, m.count = 1;
  m.points[0] = {c.point(), c.distance, ContactId::of(c.feature_a, {}, c.feature_b, {})};
  list.push_back(deepest);
}

/// The rim of a floor and an upright edge of a box on it cross sideways, as deep as the box is wide. But a much shorter
/// way separates their two triangles, and no corner is as deep.
template <Scalar T> void SurfaceContacts<T>::drop_sideways_edges() {
  T deepest_corner{};
  for (const Touch& t : touches_)
    if (t.parted == infinity<T>) deepest_corner = max(deepest_corner, -t.distance);
  std::erase_if(touches_, [&](const Touch& t) {
    return -t.distance > T(2) * max(t.parted, deepest_corner) + pairs_.quick_resolution();
  });
}

template <Scalar T> std::vector<PieceManifold<T>> SurfaceContacts<T>::take() {
  drop_sideways_edges();
  std::sort(touches_.begin(), touches_.end(), [](const Touch& s, const Touch& t) {
    return std::tie(s.i, s.j, s.distance, s.id) < std::tie(t.i, t.j, t.distance, t.id);
  });
  const auto same = [](const Touch& s, const Touch& t) { return s.i == t.i && s.j == t.j && s.id == t.id; };
  touches_.erase(std::unique(touches_.begin(), touches_.end(), same), touches_.end());
  std::vector<PieceManifold<T>> list;
  for (const Touch *t = touches_.data(), *end = t + touches_.size(), *next; t != end; t = next) {
    for (next = t; next != end && next->i == t->i && next->j == t->j;) ++next;
    touched_ |= t->distance <= T(0);
    list.push_back(joined(t, next));
  }
  if (list.empty()) add_deepest_pair(list);
  return list;
}

template class SurfaceContacts<float>;
template class SurfaceContacts<double>;

}  // namespace tactus::pieces
