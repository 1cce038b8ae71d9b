#pragma once
/// Two trees of boxes against each other: all pairs of pieces that may be within a limit, the nearest first.
#include <tactus/core/pair_scale.h>
#include <tactus/nonconvex/piece_source.h>

namespace tactus::pieces {

/// A box as its centre and half its size: what a rotation takes in nine products.
template <Scalar T> struct Cuboid {
  Vec3<T> center{}, half{};

  static Cuboid of(const Aabb<T>& box) { return {box.center(), box.half()}; }
  Cuboid seen_from(const Pose<T>& x) const {
    const auto& [c0, c1, c2] = x.rotation.columns;
    return {x * center, abs(c0) * half.x + abs(c1) * half.y + abs(c2) * half.z};
  }
};

/// A lower bound of the signed distance of all that is in both: the distance of boxes that are apart, else minus the
/// least overlap along an axis, for no part of them can be deeper in the other.
template <Scalar T> T signed_gap(const Cuboid<T>& a, const Cuboid<T>& b) {
  const Vec3<T> gap = abs(b.center - a.center) - (a.half + b.half);
  const T most = max(gap.x, max(gap.y, gap.z));
  return most <= T(0) ? most : norm(positive_part(gap));
}

/// The visitor V has limit(), beyond which pairs are of no interest (it may fall while the search goes on), and
/// pair(i, j) for pieces of A and B. The larger of two boxes is opened, nearer children first, so that a limit that
/// follows the best answer falls soon.
template <Scalar T, class V> class Traversal {
 public:
  Traversal(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, V& visitor)
      : a_(a), b_(b), x_ab_(x_ab), x_ba_(inverse(x_ab)), visitor_(visitor) {}

  void run() {
    Side a{a_.root(), {}, {}}, b{b_.root(), {}, {}};
    const bool bounded_a = find_plane(a_, Pose<T>{}), bounded_b = find_plane(b_, x_ab_);
    const T reach =
        (bounded_a ? a_.origin_radius() : T(0)) + (bounded_b ? b_.origin_radius() : T(0)) + norm(x_ab_.translation);
    slack_ = T(4) * rounding_of(reach);
    if (bounded_a) a.own = Cuboid<T>::of(a_.bounds()), a.other = a.own.seen_from(x_ba_);
    if (bounded_b) b.own = Cuboid<T>::of(b_.bounds()), b.other = b.own.seen_from(x_ab_);
    if (!(bound(a, b) > visitor_.limit())) visit(a, b);
  }

 private:
  struct Side {
    Ref ref;
    Cuboid<T> own, other;  // its box in its own frame, and a box around that in the other's
  };

  /// False for a half-space, which is kept as a plane in A's frame.
  bool find_plane(const PieceSource<T>& source, const Pose<T>& to_a) {
    if (is_finite(source.bounds().min)) return true;
    Piece<T> piece;
    source.piece(0, piece);
    const auto* half_space = piece.shape->template get_if<HalfSpace<T>>();
    if (!half_space) return true;  // a shape whose box leaves the range of numbers: no bound says anything
    const auto [normal, offset] = normalized(*half_space);
    normal_ = to_a.rotation * normal, offset_ = offset + dot(normal_, to_a.translation);
    (&source == &a_ ? plane_a_ : plane_b_) = true;
    return false;
  }

  T bound(const Side& a, const Side& b) const {
    if (plane_a_ || plane_b_) {
      const Cuboid<T>& box = plane_a_ ? b.other : a.own;
      return dot(normal_, box.center) - dot(abs(normal_), box.half) - offset_ - slack_;
    }
    const T in_a = signed_gap(a.own, b.other);
    if (in_a - slack_ > visitor_.limit()) return in_a - slack_;
    return max(in_a, signed_gap(a.other, b.own)) - slack_;
  }

  void visit(const Side& a, const Side& b) {
    if (a.ref.is_leaf() && b.ref.is_leaf()) return visit_pieces(a.ref, b.ref);
    const bool open_a = !a.ref.is_leaf() && (b.ref.is_leaf() || norm_squared(a.own.half) >= norm_squared(b.own.half));
    FourBoxes<T> boxes;
    (open_a ? a_ : b_).open(open_a ? a.ref : b.ref, boxes);
    std::array<Side, 4> children;
    ChildOrder<T> order;
    for (int i = 0; i < boxes.count; ++i) {
      Side& child = children[static_cast<std::size_t>(i)];
      child.ref = boxes.refs[static_cast<std::size_t>(i)];
      child.own = Cuboid<T>::of(boxes.box(i));
      if (open_a && !plane_b_) {  // half of the children go by this alone
        const T gap = signed_gap(child.own, b.other) - slack_;
        if (gap > visitor_.limit()) continue;
      }
      if (!plane_a_ && !plane_b_) child.other = child.own.seen_from(open_a ? x_ba_ : x_ab_);
      if (plane_a_) child.other = child.own.seen_from(x_ab_);
      const T gap = open_a ? bound(child, b) : bound(a, child);
      if (!(gap > visitor_.limit())) order.add(gap, i);
    }
    for (const auto& [gap, child] : order) {
      if (gap > visitor_.limit()) return;
      const Side& next = children[static_cast<std::size_t>(child)];
      open_a ? visit(next, b) : visit(a, next);
    }
  }

  void visit_pieces(Ref a, Ref b) {
    for (std::uint32_t i = 0; i < a.count(); ++i)
      for (std::uint32_t j = 0; j < b.count(); ++j) visitor_.pair(a_.at(a.index() + i), b_.at(b.index() + j));
  }

  const PieceSource<T>&a_, &b_;
  Pose<T> x_ab_, x_ba_;
  V& visitor_;
  T slack_{};
  bool plane_a_ = false, plane_b_ = false;
  Vec3<T> normal_{};
  T offset_{};
};

template <Scalar T, class V>
void traverse(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, V& visitor) {
  Traversal<T, V>(a, b, x_ab, visitor).run();
}

}  // namespace tactus::pieces
