// SPDX-License-Identifier: MIT
#pragma once
/// A shape in the form that soft_center.h needs: its level parts, and the silhouette of each.
#include <tactus/contact/center/few_corners.h>
#include <tactus/contact/center/level_parts.h>
#include <tactus/contact/manifold/box_silhouette.h>
#include <tactus/contact/manifold/hull_silhouette.h>
#include <tactus/contact/perturbed_sampling.h>

#include <optional>

namespace tactus {

/// A part counts only if the sine of its tilt is less than this.
template <Scalar T> inline constexpr T soft_sine = T(0x1p-7L);

/// The fraction of the pressure band for a part with this tilt, from 0 to 1.
template <Scalar T> constexpr T level_share(T tilt) { return max(T(1) - tilt / soft_sine<T>, T(0)); }

namespace detail {

/// A round face as a polygon of the same area with corners fixed in the body; its rim is off by 2^-8 of the radius.
template <Scalar T> void make_polygon(Silhouette<T>& s) {
  constexpr int corners = 32;
  constexpr T turn_cosine = T(0.98078528040323044913L), turn_sine = T(0.19509032201612826785L);  // of 2π/32
  constexpr T scale = T(1.0032220804984129L);  // √(2π/32 / sin 2π/32)
  const bool reversed = cross(s.u, s.v) < T(0);
  T cosine = scale, sine = T(0);
  for (int i = 0; i < corners; ++i) {
    s.corners[i] = s.rim(cosine, reversed ? -sine : sine);
    const T next = cosine * turn_cosine - sine * turn_sine;
    sine = cosine * turn_sine + sine * turn_cosine, cosine = next;
  }
  s.kind = Silhouette<T>::Kind::polygon, s.count = corners;
  s.corners[corners] = s.corners[0];
  s.reversed = true;  // not clockwise, even for B
}

}  // namespace detail

/// `seen`: the silhouette of the manifold, with or without sides; frame: the contact frame in the coordinates of the
/// body. For a rounded box the core is used, which is equally level. For all other bodies at most one face and one edge
/// count, those that feature_along() returns: a shape with a curved side hardly has more.
template <Scalar T> class SoftBody {
 public:
  SoftBody(const Shape<T>& shape, const BodyFrame<T>& frame, const Silhouette<T>& seen, bool second)
      : box_(shape.template get_if<Box<T>>()),
        hull_(shape.template get_if<Hull<T>>()),
        shape_(&shape),
        frame_(frame),
        seen_(seen),
        size_(shape.bounding_radius()),
        second_(second) {
    if (const auto* s = shape.template get_if<Rectangle<T>>()) set_core(s->box());
    if (const auto* s = shape.template get_if<Lozenge<T>>()) set_core(s->core().box());
    if (const auto* s = shape.template get_if<RoundBox<T>>()) set_core(s->core());
    if (const auto* s = shape.template get_if<Frustum<T>>()) few_.emplace(*s);
    if (const auto* s = shape.template get_if<Triangle<T>>()) few_.emplace(*s);
  }
  SoftBody(const SoftBody&) = delete;  // it may refer to its own core

  const Silhouette<T>& seen() const { return seen_; }
  T size() const { return size_; }

  /// Is it clear without a search that the body has no level part? A hull shows its edge nearest to level; a box has a
  /// level edge along every axis that is perpendicular to the normal.
  bool surely_pointlike() const {
    if (seen_.kind == Kind::point || (hull_ && seen_.kind == Kind::segment && seen_.tilt >= soft_sine<T>)) return true;
    return box_ && level_axes() == 0;
  }
  /// Is the silhouette a flat face with straight sides or without sides?
  bool shows_face() const { return seen_.kind == Kind::everything || (seen_.kind == Kind::polygon && (box_ || hull_)); }
  bool shows_level_face() const { return shows_face() && seen_.tilt < soft_sine<T>; }
  bool shows_edge() const { return seen_.kind == Kind::segment && (box_ || hull_); }
  /// Are there no level parts other than the face in the silhouette?
  bool lone_face() const { return !hull_ || is_lone_face(*hull_, seen_.feature.index, direction(), soft_sine<T>); }
  /// The same for the edge.
  bool lone_edge() const {
    return box_ ? level_axes() == 1 : is_lone_edge(*hull_, seen_.feature.index, direction(), soft_sine<T>);
  }
  /// The projected edge, if it is the only level part; zero if there is, or may be, another. touching: the feature that
  /// the contact found.
  Vec2<T> lone_edge_along(Feature touching) const {
    if (box_) {
      const Vec3<T> n = abs(frame_.normal);
      const int k = n.x < soft_sine<T> ? 0 : n.y < soft_sine<T> ? 1 : 2;
      return level_axes() == 1 ? Vec2<T>{frame_.u[k], frame_.v[k]} : Vec2<T>{};
    }
    const Feature f = touching.kind == FeatureKind::edge ? touching : seen_.feature;
    if (!hull_ || f.kind != FeatureKind::edge || f.index >= hull_->edge_count()) return {};
    return is_lone_edge(*hull_, f.index, direction(), soft_sine<T>) ? along_in(*hull_, f.index) : Vec2<T>{};
  }

  void find(LevelParts<T>& parts) const {
    if (box_) {
      find_in(parts, BoxPolyhedron<T>(*box_));
      return parts.drop_faces_without_area([this](std::uint32_t f) {
        return box_->half[(static_cast<int>(f / 2) + 1) % 3] > T(0) &&
               box_->half[(static_cast<int>(f / 2) + 2) % 3] > T(0);
      });
    }
    if (hull_) return find_in(parts, *hull_);
    if (few_) {
      find_level_parts_among_all(parts, *few_, direction());
      return parts.drop_faces_without_area([this](std::uint32_t f) { return few_->has_area(f); });
    }
    Silhouette<T> room;
    if (const auto& face = look_at(FeatureKind::face, 0, room); is_face(face)) parts.add_face(0, square(face.tilt));
    if (const auto& edge = look_at(FeatureKind::edge, 0, room); edge.kind == Kind::segment)
      parts.add_edge(0, square(edge.tilt * (soft_sine<T> / edge_sine())));
  }
  /// The face or edge of that number, in A's coordinates, stored in `room` if necessary; without sides.
  const Silhouette<T>& look_at(FeatureKind kind, std::uint32_t index, Silhouette<T>& room) const {
    if ((box_ || hull_) && seen_.feature == Feature{kind, index}) return seen_;
    if (box_) {
      see_feature<true>(room, BoxPolyhedron<T>(*box_), {kind, index}, frame_, second_);
      if (shape_) room.base_height += second_ ? -shape_->radius() : shape_->radius();
      return room;
    }
    if (hull_) return see_feature<true>(room, *hull_, {kind, index}, frame_, second_), room;
    if (few_) return see_feature<true>(room, *few_, {kind, index}, frame_, second_), room;
    if (!shape_->bounded() || sampling_helps(*shape_)) return seen_;
    const T sine = kind == FeatureKind::face ? soft_sine<T> : edge_sine();
    see(room, shape_->feature_along(direction(), sine), shape_->radius(), frame_, second_);
    if (room.kind == Kind::ellipse) detail::make_polygon(room);
    return room;
  }
  /// An edge projected along the normal, from end to end.
  Vec2<T> along(std::uint32_t edge, Silhouette<T>& room) const {
    if (box_) return along_in(BoxPolyhedron<T>(*box_), edge);
    if (hull_) return along_in(*hull_, edge);
    if (few_) return along_in(*few_, edge);
    const Silhouette<T>& s = look_at(FeatureKind::edge, edge, room);
    return s.corners[1] - s.corners[0];
  }
  /// The weight of an edge, from 0 to 1: zero between faces that are coplanar up to rounding.
  T edge_weight(std::uint32_t edge) const {
    if (!hull_) return T(1);
    const HalfEdge left = hull_->half_edge(hull_->edge(edge).half_edge), right = hull_->half_edge(left.twin);
    if (left.face == no_face || right.face == no_face) return T(1);
    return min(norm(hull_->plane(left.face).normal - hull_->plane(right.face).normal) / soft_sine<T>, T(1));
  }

 private:
  using Kind = typename Silhouette<T>::Kind;
  const Box<T>* box_ = nullptr;
  const Hull<T>* hull_ = nullptr;
  const Shape<T>* shape_ = nullptr;
  const BodyFrame<T>& frame_;
  const Silhouette<T>& seen_;
  T size_;
  bool second_;  // the normal points into the body
  std::optional<Box<T>> core_;  // of a round or a flat box
  std::optional<FewCorners<T>> few_;  // of a frustum or a triangle

  void set_core(const Box<T>& core) { core_ = core, box_ = &*core_; }

  /// The angle passed to feature_along() for an edge: so small that a shape returns its level edge even if a face
  /// beside it is level enough to count a little.
  static constexpr T edge_sine() { return soft_sine<T> / T(4); }
  int level_axes() const {
    const Vec3<T> n = abs(frame_.normal);
    return int{n.x < soft_sine<T>} + int{n.y < soft_sine<T>} + int{n.z < soft_sine<T>};
  }
  static constexpr bool is_face(const Silhouette<T>& s) {
    return s.kind == Kind::everything || s.kind == Kind::polygon;
  }
  Vec3<T> direction() const { return second_ ? -frame_.normal : frame_.normal; }
  template <class P> Vec2<T> along_in(const P& p, std::uint32_t edge) const {
    return frame_.across(p.vertex(p.edge(edge).b) - p.vertex(p.edge(edge).a));
  }
  template <Polyhedron P> void find_in(LevelParts<T>& parts, const P& p) const {
    find_level_parts(parts, p, direction(),
                     box_ ? p.support_index(direction(), 0) : farthest_vertex(p, seen_.feature, direction()));
  }
};

}  // namespace tactus
