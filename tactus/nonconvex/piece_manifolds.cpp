// SPDX-License-Identifier: MIT
/// All contact points of two bodies made of pieces.
#include <tactus/nonconvex/piece_inside.h>
#include <tactus/nonconvex/piece_pair.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/surface_contacts.h>
#include <tactus/nonconvex/traverse.h>

#include <algorithm>
#include <tuple>

namespace tactus::pieces {

namespace {

template <Scalar T> using List = std::vector<PieceManifold<T>>;

/// Points whose numbers left the range of the scalar are dropped.
template <Scalar T> bool in_range(const Manifold<T>& m) {
  return is_finite(m.normal) && std::all_of(m.begin(), m.end(), [](const ContactPoint<T>& p) {
           return is_finite(p.position) && is_finite(p.distance);
         });
}

template <Scalar T> struct PushVisitor {
  PiecePairs<T>& pairs;
  const Options<T>& options;
  List<T>&list, &spare;
  bool touched = false;
  typename PiecePairs<T>::Pushing pushing{};

  T limit() const { return options.max_distance; }
  void pair(std::uint32_t i, std::uint32_t j) {
    if (pairs.quick_gap(i, j, options.max_distance).lower > options.max_distance) return;
    pairs.settle(i, j, options, pushing);
    touched |= pushing.push != Push::none;
    const bool outward = pushing.push == Push::outward, elsewhere = pushing.push == Push::elsewhere;
    if ((outward || elsewhere) && pushing.manifold.count > 0 && in_range(pushing.manifold))
      (outward ? list : spare).push_back({i, j, pushing.contact, pushing.manifold});
  }
};

/// A convex piece may overlap triangles although its deepest point lies over none of them. Then the deepest of the
/// contacts that were set aside is used.
template <Scalar T> void use_spare(List<T>& list, const List<T>& spare, bool by_a, bool by_b) {
  const auto key = [&](const PieceManifold<T>& m) { return std::pair(by_a ? m.piece_a : 0u, by_b ? m.piece_b : 0u); };
  List<T> used;
  for (const PieceManifold<T>& m : spare) {
    const auto same = [&](const PieceManifold<T>& other) { return key(other) == key(m); };
    if (std::any_of(list.begin(), list.end(), same)) continue;
    const auto known = std::find_if(used.begin(), used.end(), same);
    if (known == used.end()) {
      used.push_back(m);
    } else if (m.contact.distance < known->contact.distance) {
      *known = m;
    }
  }
  list.insert(list.end(), used.begin(), used.end());
}

/// Points that neighbouring triangles share are reported once: by the first of them.
template <Scalar T> void drop_shared_points(List<T>& list, T size) {
  struct Place {
    T x;
    std::uint32_t manifold, point;
  };
  std::vector<Place> places;
  for (std::uint32_t i = 0; i < list.size(); ++i)
    for (std::uint32_t k = 0; k < list[i].manifold.size(); ++k)
      places.push_back({list[i].manifold.points[k].position.x, i, k});
  std::sort(places.begin(), places.end(), [](const Place& p, const Place& q) {
    return std::tie(p.x, p.manifold, p.point) < std::tie(q.x, q.manifold, q.point);
  });
  const T same = T(1e-5L) * size;
  std::vector<std::uint32_t> dropped(list.size());  // bits
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (std::size_t l = k + 1; l < places.size() && places[l].x - places[k].x <= same; ++l) {
      const auto& [first, second] =
          std::minmax(places[k], places[l], [](const Place& p, const Place& q) { return p.manifold < q.manifold; });
      const Manifold<T>&m = list[first.manifold].manifold, &n = list[second.manifold].manifold;
      if (first.manifold == second.manifold || dropped[first.manifold] >> first.point & 1u) continue;
      if (norm_squared(m.points[first.point].position - n.points[second.point].position) <= square(same) &&
          dot(m.normal, n.normal) > T(1) - T(1e-4L))
        dropped[second.manifold] |= 1u << second.point;
    }
  }
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    Manifold<T>& m = list[i].manifold;
    int kept = 0;
    for (std::size_t k = 0; k < m.size(); ++k)
      if (!(dropped[i] >> k & 1u)) m.points[static_cast<std::size_t>(kept++)] = m.points[k];
    m.count = kept;
  }
  std::erase_if(list, [](const PieceManifold<T>& p) { return p.manifold.count == 0; });
}

/// A body, or one piece of it, whose middle is inside a solid, and that nothing pushes: one point at its middle, with the
/// normal and the depth of its deepest point. There the push does not turn the body. In A's frame.
template <Scalar T, class Body>
void push_out(List<T>& list, const PieceSource<T>& solid, const Pose<T>& to_solid, const Pose<T>& to_a, bool solid_is_a,
              std::uint32_t piece, const Body& body, const Vec3<T>& middle) {
  const Inside<T> inside = inside_by_middle(solid, body, to_solid, middle);
  if (!inside.found) return;
  const SurfacePoint<T>& s = inside.way_out;
  PieceManifold<T> m{.piece_a = solid_is_a ? s.triangle : piece, .piece_b = solid_is_a ? piece : s.triangle};
  const Vec3<T> out = to_a.rotation * s.normal, from = to_a * inside.point, to = to_a * s.point;
  Contact<T>& c = m.contact;
  c.status = Status::overlapping, c.distance = s.distance, c.upper = s.distance;
  c.normal = solid_is_a ? out : -out;
  c.point_a = solid_is_a ? to : from, c.point_b = solid_is_a ? from : to;
  m.manifold.status = c.status, m.manifold.normal = c.normal, m.manifold.count = 1;
  m.manifold.points[0] = {to_a * (to_solid * middle), c.distance, {}};
  if (in_range(m.manifold)) list.push_back(m);
}

template <Scalar T>
void push_pieces_out(List<T>& list, const PieceSource<T>& solid, const PieceSource<T>& other, const Pose<T>& to_solid,
                     const Pose<T>& to_a, bool solid_is_a, bool touched) {
  if (!solid.is_solid()) return;
  const auto points = other.representatives();
  if (other.is_surface()) {  // its triangles: only where the surfaces do not touch at all
    if (touched) return;
    for (const Vec3<T>& p : points) push_out(list, solid, to_solid, to_a, solid_is_a, 0u, other, p);
    return;
  }
  std::vector<bool> pushed(other.count());  // a half-space has a piece, but no middle
  for (const PieceManifold<T>& m : list) pushed[solid_is_a ? m.piece_b : m.piece_a] = true;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (pushed[i]) continue;
    Piece<T> piece;
    other.piece(i, piece);
    const Pose<T> at = piece.pose ? *piece.pose : Pose<T>{};
    push_out(list, solid, to_solid * at, to_a, solid_is_a, i, *piece.shape, piece.shape->center());
  }
}

template <Scalar T> struct Found {
  List<T> list;
  bool touched;
};

template <Scalar T>
Found<T> of_surfaces(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, const Options<T>& options) {
  SurfaceContacts<T> contacts(a, b, x_ab, options);
  traverse(a, b, x_ab, contacts);
  List<T> list = contacts.take();
  std::erase_if(list, [](const PieceManifold<T>& m) { return !in_range(m.manifold); });
  return {std::move(list), contacts.touched()};
}

template <Scalar T>
Found<T> of_pieces(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, const Options<T>& options) {
  List<T> list, spare;
  PiecePairs<T> pairs(a, b, x_ab);
  PushVisitor<T> visitor{pairs, options, list, spare};
  traverse(a, b, x_ab, visitor);
  if (!spare.empty()) use_spare(list, spare, !a.is_surface(), !b.is_surface());
  return {std::move(list), visitor.touched};
}

}  // namespace

template <Scalar T>
std::vector<PieceManifold<T>> manifolds(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                                        const Options<T>& options) {
  auto [list, touched] =
      a.is_surface() && b.is_surface() ? of_surfaces(a, b, x_ab, options) : of_pieces(a, b, x_ab, options);
  push_pieces_out(list, a, b, x_ab, Pose<T>{}, true, touched);
  push_pieces_out(list, b, a, inverse(x_ab), x_ab, false, touched);
  std::sort(list.begin(), list.end(), [](const PieceManifold<T>& p, const PieceManifold<T>& q) {
    return std::tie(p.piece_a, p.piece_b) < std::tie(q.piece_a, q.piece_b);
  });
  const auto size = [](const PieceSource<T>& s) {
    const Aabb<T> box = s.bounds();
    return is_finite(box.min) ? norm(box.half()) : infinity<T>;
  };
  if ((a.is_surface() || b.is_surface()) && list.size() > 1) drop_shared_points(list, min(size(a), size(b)));
  return list;
}

template std::vector<PieceManifold<float>> manifolds(const PieceSource<float>&, const PieceSource<float>&,
                                                     const Pose<float>&, const Options<float>&);
template std::vector<PieceManifold<double>> manifolds(const PieceSource<double>&, const PieceSource<double>&,
                                                      const Pose<double>&, const Options<double>&);

}  // namespace tactus::pieces
