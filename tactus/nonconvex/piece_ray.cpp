// SPDX-License-Identifier: MIT
/// Where a ray first meets a body made of pieces.
#include <tactus/nonconvex/mesh_data.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/ray_boxes.h>

#include <utility>

namespace tactus::pieces {

namespace {

/// Body: a PieceSource, or a MeshData.
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
    Ref node;
  };

  /// The nearest child next, the others wait, the farthest at the bottom. A node leaves at most three waiting, and no
  /// tree is deeper than 70 nodes (WideTreeBuilder), so 256 places are enough.
  void search() {
    std::array<Waiting, 256> waiting;
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
      } else {
        const std::size_t before = count;
        open(node, most, waiting, count);
        for (std::size_t i = before + 1; i < count; ++i)
          for (std::size_t k = i; k > before && waiting[k].entry > waiting[k - 1].entry; --k)
            std::swap(waiting[k], waiting[k - 1]);
      }
      do {
        if (count == 0) return;
        node = waiting[--count].node;
      } while (waiting[count].entry > most);
    }
  }

  void open(Ref ref, float most, std::array<Waiting, 256>& waiting, std::size_t& count) const {
    const auto add = [&](const auto& node) {
      const std::array<float, 4> entries = boxes_.entries(node, most);
      for (std::size_t k = 0; k < static_cast<std::size_t>(node.count); ++k)
        if (entries[k] < infinity<float>) waiting[count++] = {entries[k], node.refs[k]};
    };
    if constexpr (std::same_as<Body, MeshData<T>>) {
      add(body_.tree().node(ref));
    } else {
      FourBoxes<T> boxes;
      body_.open(ref, boxes);
      add(boxes);
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
