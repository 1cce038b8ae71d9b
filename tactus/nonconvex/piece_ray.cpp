// SPDX-License-Identifier: MIT
/// Where a ray first meets a body made of pieces.
#include <tactus/nonconvex/mesh_data.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/ray_boxes.h>

namespace tactus::pieces {

namespace {

/// Body: a PieceSource, or a MeshData, whose nodes are read as they are stored.
template <Scalar T, class Body> class RaySearch {
 public:
  RaySearch(const Body& body, const Vec3<T>& origin, const Vec3<T>& direction, T max_t)
      : body_(body),
        origin_(origin),
        direction_(direction),
        ray_(origin, direction),
        boxes_(origin, direction, body.bounds()),
        sides_(body.sides()),
        surface_(body.is_surface()) {
    hit_.status = MotionStatus::none, hit_.t = max_t;
  }

  PieceRayHit<T> run() {
    search();
    if (!found_) {
      hit_.t = std::numeric_limits<T>::quiet_NaN();
      return hit_;
    }
    hit_.point = origin_ + direction_ * hit_.t;
    if (surface_) finish_surface();
    return hit_;
  }

 private:
  struct Waiting {
    float entry;
    std::uint32_t code;  // of a Ref
  };
  /// A node leaves at most three waiting, and no tree is deeper than 70 nodes (WideTreeBuilder).
  using Stack = Waiting[256];

  /// The nearest child next; the others wait, the farthest at the bottom.
  void search() {
    Stack waiting;  // not initialized: few places are used
    std::size_t count = 0;
    float most = boxes_.in_units(hit_.t);
    Ref node = body_.root();
    for (;;) {
      if (node.is_leaf()) {
        for (std::uint32_t k = 0; k < node.count(); ++k) {
          const std::uint32_t i = body_.at(node.index() + k);
          surface_ ? try_triangle(i) : try_shape(i);
        }
        most = boxes_.in_units(hit_.t);
      } else if constexpr (std::same_as<Body, MeshData<T>>) {
        const auto& own = body_.tree().node(node);
        add(boxes_.entries(own, most), own.refs, waiting, count);
      } else {
        FourBoxes<T> own;
        body_.open(node, own);
        add(boxes_.entries(own, most), own.refs, waiting, count);
      }
      do {
        if (count == 0) return;
        --count;
      } while (waiting[count].entry > most);
      node.code = waiting[count].code;
    }
  }
  static void add(const typename RayBoxes<T>::Entries& found, const std::array<Ref, 4>& refs, Stack& waiting,
                  std::size_t& count) {
    const std::size_t before = count;
    for (unsigned left = found.hit; left != 0; left &= left - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(left));
      std::size_t at = count++;
      for (; at > before && waiting[at - 1].entry < found.at[k]; --at) waiting[at] = waiting[at - 1];
      waiting[at] = {found.at[k], refs[k].code};
    }
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

  const Body& body_;
  Vec3<T> origin_, direction_;
  ShearedRay<T> ray_;
  RayBoxes<T> boxes_;
  Sides sides_;
  bool surface_, found_ = false, from_front_ = false;
  PieceRayHit<T> hit_;
};

}  // namespace

template <Scalar T>
PieceRayHit<T> ray_cast(const PieceSource<T>& body, const Vec3<T>& origin, const Vec3<T>& direction, T max_t) {
  if (const MeshData<T>* mesh = body.as_mesh()) return RaySearch<T, MeshData<T>>(*mesh, origin, direction, max_t).run();
  return RaySearch<T, PieceSource<T>>(body, origin, direction, max_t).run();
}

template PieceRayHit<float> ray_cast(const PieceSource<float>&, const Vec3<float>&, const Vec3<float>&, float);
template PieceRayHit<double> ray_cast(const PieceSource<double>&, const Vec3<double>&, const Vec3<double>&, double);

}  // namespace tactus::pieces
