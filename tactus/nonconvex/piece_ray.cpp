/// Where a ray first meets a body made of pieces.
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
    ChildOrder<T> order;
    for (int i = 0; i < boxes.count; ++i)
      if (const T t = entry(boxes, static_cast<std::size_t>(i)); t >= T(0)) order.add(t, i);
    for (const auto& [t, child] : order)
      if (t <= hit_.t) visit(boxes.refs[static_cast<std::size_t>(child)]);
  }

  /// Where the ray enters a box before it meets what is known; negative if it does not. Widened by its rounding. [Ize 2013]
  T entry(const FourBoxes<T>& boxes, std::size_t k) const {
    T enter = T(0), leave = hit_.t;
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const T low = boxes.min[a][k] - origin_[axis], high = boxes.max[a][k] - origin_[axis];
      if (direction_[axis] == T(0)) {
        if (low > T(0) || high < T(0)) return T(-1);
        continue;
      }
      const T s = low * inverse_[axis], t = high * inverse_[axis];
      enter = max(enter, min(s, t)), leave = min(leave, max(s, t) * (T(1) + T(8) * unit_roundoff<T>));
    }
    return enter <= leave ? enter : T(-1);
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
