// SPDX-License-Identifier: MIT
/// Where a ray first meets a body made of pieces.
#include <tactus/math/four.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/triangle_point.h>

namespace tactus::pieces {

namespace {

template <Scalar T> class RaySearch {
 public:
  RaySearch(const PieceSource<T>& body, const Vec3<T>& origin, const Vec3<T>& direction, T max_t)
      : body_(body),
        origin_(origin),
        direction_(direction),
        ray_(origin, direction),
        sides_(body.sides()),
        surface_(body.is_surface()) {
    for (int k = 0; k < 3; ++k) inverse_[k] = direction[k] != T(0) ? T(1) / direction[k] : T(0);
    hit_.status = MotionStatus::none, hit_.t = max_t;
  }

  PieceRayHit<T> run() {
    visit(body_.root());
    if (!found_) {
      hit_.t = std::numeric_limits<T>::quiet_NaN();
      return hit_;
    }
    hit_.point = origin_ + direction_ * hit_.t;
    if (surface_) finish_surface();
    return hit_;
  }

 private:
  void visit(Ref node) {
    if (node.is_leaf()) {
      for (std::uint32_t k = 0; k < node.count(); ++k) {
        const std::uint32_t i = body_.at(node.index() + k);
        surface_ ? try_triangle(i) : try_shape(i);
      }
      return;
    }
    FourBoxes<T> boxes;
    body_.open(node, boxes);
    const std::array<T, 4> entry = entries(boxes);
    ChildOrder<T> order;
    for (int i = 0; i < boxes.count; ++i)
      if (const T t = entry[static_cast<std::size_t>(i)]; t >= T(0)) order.add(t, i);
    for (const auto& [t, child] : order)
      if (t <= hit_.t) visit(boxes.refs[static_cast<std::size_t>(child)]);
  }

  /// Where the ray enters each box, if that is before the nearest hit so far; otherwise negative. The far sides of
  /// boxes are widened by rounding. [Ize 2013]
  std::array<T, 4> entries(const FourBoxes<T>& boxes) const {
    const Four<T> zero(T(0)), never(infinity<T>), wider(T(1) + T(8) * unit_roundoff<T>);
    Four<T> enter = zero, leave(hit_.t);
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const bool forward = direction_[axis] > T(0);
      const Four<T> from(origin_[axis]), inverse(inverse_[axis]);
      const Four<T> near = Four<T>::load((forward ? boxes.min : boxes.max)[a].data()) - from;
      const Four<T> far = Four<T>::load((forward ? boxes.max : boxes.min)[a].data()) - from;
      if (direction_[axis] == T(0)) {  // then near is that of max, far that of min
        enter = where_greater(zero, near, never, where_greater(far, zero, never, enter));
        continue;
      }
      const Four<T> s = near * inverse, t = far * inverse * wider;
      enter = where_greater(s, enter, s, enter), leave = where_greater(leave, t, t, leave);
    }
    std::array<T, 4> all;
    where_greater(enter, leave, Four<T>(T(-1)), enter).store(all.data());
    return all;
  }

  void try_triangle(std::uint32_t i) {
    const TriangleHit<T> h = meet(ray_, body_.triangle(i));
    if (!h.hit || !(h.t >= T(0)) || !(h.t <= hit_.t)) return;
    if (!h.from_front && sides_ == Sides::front) return;
    const bool better =
        !found_ || h.t < hit_.t || (h.from_front && !from_front_) || (h.from_front == from_front_ && i < hit_.piece);
    if (!better) return;
    found_ = true, from_front_ = h.from_front;
    hit_.t = h.t, hit_.piece = i, hit_.barycentrics = h.barycentrics;
  }

  void try_shape(std::uint32_t i) {
    Piece<T> piece;
    body_.piece(i, piece);
    const RayHit<T> h =
        sweep::ray_cast<T>(*piece.shape, piece.pose ? *piece.pose : Pose<T>{}, origin_, direction_, hit_.t);
    if (!h.hit() && h.status != MotionStatus::initial_overlap) return;
    const T t = h.hit() ? h.t : T(0);
    if (found_ && (t > hit_.t || (t == hit_.t && i > hit_.piece))) return;
    found_ = true;
    static_cast<RayHit<T>&>(hit_) = h;
    hit_.t = t, hit_.piece = i;
  }

  /// A ray that first meets a solid from behind began inside it. One that leaves from the surface has met nothing.
  void finish_surface() {
    const Triangle<T> t = body_.triangle(hit_.piece);
    const Vec3<T> n = unit_or_up(cross(t.b - t.a, t.c - t.a));
    hit_.status = MotionStatus::hit;
    hit_.normal = from_front_ ? n : -n;
    hit_.feature = {FeatureKind::face, from_front_ ? 0u : 1u};
    if (from_front_ || sides_ != Sides::solid) return;
    hit_.normal = -unit_or_up(direction_);
    if (hit_.t > T(0)) {
      hit_.status = MotionStatus::initial_overlap, hit_.t = T(0), hit_.point = origin_;
    } else {
      hit_.status = MotionStatus::none, hit_.t = std::numeric_limits<T>::quiet_NaN();
    }
  }

  const PieceSource<T>& body_;
  Vec3<T> origin_, direction_, inverse_{};
  ShearedRay<T> ray_;
  Sides sides_;
  bool surface_, found_ = false, from_front_ = false;
  PieceRayHit<T> hit_;
};

}  // namespace

template <Scalar T>
PieceRayHit<T> ray_cast(const PieceSource<T>& body, const Vec3<T>& origin, const Vec3<T>& direction, T max_t) {
  return RaySearch<T>(body, origin, direction, max_t).run();
}

template PieceRayHit<float> ray_cast(const PieceSource<float>&, const Vec3<float>&, const Vec3<float>&, float);
template PieceRayHit<double> ray_cast(const PieceSource<double>&, const Vec3<double>&, const Vec3<double>&, double);

}  // namespace tactus::pieces
