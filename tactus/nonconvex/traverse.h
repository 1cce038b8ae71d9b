// SPDX-License-Identifier: MIT
#pragma once
/// Two trees of boxes against each other: all pairs of pieces that may be within a limit, the nearest first.
#include <tactus/core/pair_scale.h>
#include <tactus/nonconvex/four_cuboids.h>

#include <bit>

namespace tactus::pieces {

/// A lower bound of the signed distance of everything in the two boxes: the distance if they are apart, otherwise minus
/// the least overlap along an axis, because nothing in one box can be deeper in the other.
template <Scalar T> T signed_gap(const Cuboid<T>& a, const Cuboid<T>& b) {
  const Vec3<T> gap = abs(b.center - a.center) - (a.half + b.half);
  const T most = max(gap.x, max(gap.y, gap.z));
  return most <= T(0) ? most : norm(positive_part(gap));
}

/// The visitor V has limit(): pairs farther apart do not matter (the limit may fall during the search). It also has
/// pair(i, j) for pieces of A and B. The larger of two boxes is opened, those children first that are likely to be the
/// nearest, so that a limit that follows the best answer falls soon. Body: PieceSource, or MeshData for two meshes.
template <Scalar T, class V, class Body> class Traversal {
 public:
  Traversal(const Body& a, const Body& b, const Pose<T>& x_ab, V& visitor)
      : a_(a),
        b_(b),
        x_ab_(x_ab),
        x_ba_(inverse(x_ab)),
        visitor_(visitor),
        surfaces_(a.is_surface() && b.is_surface()) {}

  void run() {
    Side a{a_.root()}, b{b_.root()};
    const bool bounded_a = find_plane(a_, Pose<T>{}), bounded_b = find_plane(b_, x_ab_);
    const T reach =
        (bounded_a ? a_.origin_radius() : T(0)) + (bounded_b ? b_.origin_radius() : T(0)) + norm(x_ab_.translation);
    slack_ = T(4) * rounding_of(reach);
    if (bounded_a) a.own = Cuboid<T>::of(a_.bounds()), a.planes.middle = a.own.center;
    if (bounded_b) b.own = Cuboid<T>::of(b_.bounds()), b.planes.middle = b.own.center;
    const T gap = plane_a_ ? over_plane(b.own.seen_from(x_ab_))
                  : plane_b_
                      ? over_plane(a.own)
                      : max(signed_gap(a.own, b.own.seen_from(x_ab_)), signed_gap(a.own.seen_from(x_ba_), b.own));
    if (!(gap - slack_ > visitor_.limit())) visit(a, b);
  }

 private:
  struct Side {  // in its own frame
    Ref ref;
    Cuboid<T> own{};
    Planes<T> planes{};
  };

  /// False for a half-space, which is kept as a plane in A's frame.
  bool find_plane(const Body& source, const Pose<T>& to_a) {
    if (is_finite(source.bounds().min)) return true;
    Piece<T> piece;
    source.piece(0, piece);
    const auto* half_space = piece.shape->template get_if<HalfSpace<T>>();
    if (!half_space) return true;  // a shape whose box overflows: no bound is known
    const auto [normal, offset] = normalized(*half_space);
    normal_ = to_a.rotation * normal, offset_ = offset + dot(normal_, to_a.translation);
    (&source == &a_ ? plane_a_ : plane_b_) = true;
    return false;
  }

  T over_plane(const Cuboid<T>& box) const { return dot(normal_, box.center) - dot(abs(normal_), box.half) - offset_; }

  void visit(const Side& a, const Side& b) {
    if (a.ref.is_leaf() && b.ref.is_leaf()) return visit_pieces(a, b);
    const bool open_a = !a.ref.is_leaf() && (b.ref.is_leaf() || norm_squared(a.own.half) >= norm_squared(b.own.half));
    const Children<T> children = children_of(open_a ? a_ : b_, open_a ? a.ref : b.ref);
    ChildOrder<T> order;
    if (plane_a_ || plane_b_) {
      order_by_plane(children, order);
    } else {
      order_by_bound(children, open_a ? b : a, open_a ? x_ab_ : x_ba_, open_a ? x_ba_ : x_ab_, order);
    }
    for (const auto& [gap, child, likely] : order) {
      if (gap > visitor_.limit()) continue;
      const auto k = static_cast<std::size_t>(child);
      Side next{children.refs[k], children.boxes.one(child)};
      if (surfaces_ || !(open_a ? b : a).ref.is_leaf())  // otherwise nothing is tested against these planes
        next.planes = Planes<T>::of(children.slabs[k], next.own);
      open_a ? visit(next, b) : visit(a, next);
    }
  }

  void order_by_plane(const Children<T>& children, ChildOrder<T>& order) const {
    for (int i = 0; i < children.count; ++i) {
      const Cuboid<T> own = children.boxes.one(i);
      const T gap = over_plane(plane_a_ ? own.seen_from(x_ab_) : own) - slack_;
      if (!(gap > visitor_.limit())) order.add(gap, i);
    }
  }

  /// Children against one of the other body, whose frame x maps to theirs: by boxes in both frames, and along the normal
  /// of its planes. Only a search for the least distance goes on to the children's own planes: those of bodies that touch
  /// seldom separate what the rest does not.
  void order_by_bound(const Children<T>& children, const Side& to, const Pose<T>& x, const Pose<T>& back,
                      ChildOrder<T>& order) const {
    const T limit = visitor_.limit(), most = limit + slack_;
    const Four<T> farthest(most > T(0) ? square(most) : most);  // of gaps that are squared where they are positive
    const unsigned all = (1u << children.count) - 1;
    const Planes<T> seen = to.planes.seen_from(x);
    Four<T> gaps = children.boxes.gaps(to.own.seen_from(x));
    if (seen.normal != Vec3<T>{}) gaps = greater(gaps, children.boxes.gaps(seen, slack_));
    if ((~greater_bits(gaps, farthest) & all) == 0) return;
    gaps = greater(gaps, children.boxes.seen_from(back).gaps(to.own));
    for (unsigned left = ~greater_bits(gaps, farthest) & all; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const T gap = (gaps[i] > T(0) ? sqrt(gaps[i]) : gaps[i]) - slack_;
      if (!(limit > T(0))) {
        order.add(gap, i);
      } else if (const auto [least, likely] = estimate(children, i, to, seen, x, gap); !(least > limit)) {
        order.add(least, i, likely);
      }
    }
  }

  /// The gap between contents that lie between planes: a lower bound, which is `gap` if planes give none, and a guess
  /// halfway between that and the way from middle to middle.
  std::pair<T, T> estimate(const Children<T>& children, int i, const Side& to, const Planes<T>& seen, const Pose<T>& x,
                           T gap) const {
    const Cuboid<T> own = children.boxes.one(i);
    const Planes<T> planes = Planes<T>::of(children.slabs[static_cast<std::size_t>(i)], own);
    const Vec3<T> way = seen.middle - planes.middle;
    const T length = norm(way);
    if (!(length > T(0))) return {gap, gap};
    const Vec3<T> u = way / length, v = transposed_times(x.rotation, u);
    T along = length - planes.reach(u, own) - to.planes.reach(v, to.own);
    if (seen.normal != Vec3<T>{})
      along = max(along, abs(dot(seen.normal, way)) - planes.reach(seen.normal, own) - seen.half);
    gap = max(gap, along - T(2) * slack_);
    return {gap, (gap + length) / T(2)};
  }

  void visit_pieces(const Side& a, const Side& b) {
    std::array<T, Ref::most_pieces> end_a{}, end_b{};
    const bool triangles = surfaces_ && find_ends(a, b, end_a, end_b);
    for (std::uint32_t j = 0; j < b.ref.count(); ++j)  // of B, triangles are moved to A's frame: one at a time
      for (std::uint32_t i = 0; i < a.ref.count(); ++i)
        if (!triangles || !(end_b[j] - end_a[i] > visitor_.limit()))
          visitor_.pair(a_.at(a.ref.index() + i), b_.at(b.ref.index() + j));
  }

  /// Where the triangles of two leaves end, or begin, along the line of their middles.
  bool find_ends(const Side& a, const Side& b, std::array<T, 4>& end_a, std::array<T, 4>& end_b) const {
    const Vec3<T> u = unit_or_zero(x_ab_ * b.planes.middle - a.planes.middle), v = transposed_times(x_ab_.rotation, u);
    if (u == Vec3<T>{}) return false;
    for (std::uint32_t i = 0; i < a.ref.count(); ++i) {
      const Triangle<T> t = a_.triangle(a_.at(a.ref.index() + i));
      end_a[i] = max(dot(u, t.a), max(dot(u, t.b), dot(u, t.c)));
    }
    const T offset = dot(u, x_ab_.translation) - slack_;
    for (std::uint32_t j = 0; j < b.ref.count(); ++j) {
      const Triangle<T> t = b_.triangle(b_.at(b.ref.index() + j));
      end_b[j] = min(dot(v, t.a), min(dot(v, t.b), dot(v, t.c))) + offset;
    }
    return true;
  }

  const Body &a_, &b_;
  Pose<T> x_ab_, x_ba_;
  V& visitor_;
  T slack_{};
  bool surfaces_;
  bool plane_a_ = false, plane_b_ = false;
  Vec3<T> normal_{};
  T offset_{};
};

template <Scalar T, class V>
void traverse(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, V& visitor) {
  const MeshData<T>*mesh_a = a.as_mesh(), *mesh_b = b.as_mesh();
  if (mesh_a && mesh_b) {
    Traversal<T, V, MeshData<T>>(*mesh_a, *mesh_b, x_ab, visitor).run();
  } else {
    Traversal<T, V, PieceSource<T>>(a, b, x_ab, visitor).run();
  }
}

}  // namespace tactus::pieces
