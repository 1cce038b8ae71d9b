// SPDX-License-Identifier: MIT
#pragma once
/// One contact point for the whole contact, continuous in the pose: the centre of pressure of two slightly soft bodies.
/// [docs/algorithms/manifold.md derives it]
///
/// Parallel faces touch all over, and EPA returns an arbitrary point of the overlap ([Feng & Tan 2019, §4.3] propose
/// the centroid). The plain centroid jumps as soon as the faces tilt and one edge remains. So every point of the
/// overlap is weighted by its pressure p = w - (gap - least gap), if positive: the pressure between bodies that yield
/// by w. Over parallel faces p is constant, which gives the centroid.
///
/// The sum is over all pairs of level parts (level_parts.h), not over the two nearest to level alone, which would
/// switch suddenly: faces over faces by area; edges over faces by length, weighted by the share of the contact that
/// faces leave open; edges along edges in the same way; and the deepest point with the remaining share. Every sum is
/// continuous: the overlap of two parts and the (linear) gap over it are continuous, p vanishes where a point leaves,
/// and w narrows to 0 as a part's tilt reaches soft_sine, from where on the part does not count. (The part of an edge
/// over a face is not continuous if the edge runs along a side: there it does not count either.) The filled share of
/// the contact is a continuous function of these sums. The deepest point is ambiguous only if an edge or a face is
/// level, and it counts only if none is.
#include <tactus/contact/center/pressure.h>
#include <tactus/contact/center/soft_body.h>

namespace tactus {

/// From this share of the band on, a pair of parts fills the contact, and the pairs that come after it do not count.
template <Scalar T> inline constexpr T full_share = T(0.5L);

/// Are two edges not parallel to each other?
template <Scalar T> bool cross_each_other(const Vec2<T>& e, const Vec2<T>& f, T sine) {
  return square(cross(e, f)) >= square(sine) * norm_squared(e) * norm_squared(f);
}

namespace detail {

/// The pressure of one kind of pairs.
template <Scalar T> struct SoftLevel {
  Pressure<Vec3<T>> sum{};
  T fullness{};  // the share of the contact that the fullest pair fills, from 0 to 1

  /// enough: the pressure of an overlap that is not about to vanish.
  void add(const Pressure<Vec3<T>>& pressure, T share, T enough) {
    sum += pressure;
    fullness = max(fullness, min(pressure.mass / enough, T(1)) * min(share / full_share<T>, T(1)));
  }
};

}  // namespace detail

/// Points are projected along the normal: two coordinates perpendicular to it, and the height.
template <Scalar T> class SoftContact {
 public:
  /// distance: the least gap.
  SoftContact(const SoftBody<T>& a, const SoftBody<T>& b, T distance)
      : a_(a), b_(b), size_(min(a.size(), b.size())), band_(pressure_band<T> * size_), distance_(distance) {}

  /// The centre for an edge of one body on a face of the other, both in the silhouettes and without other level parts
  /// beside them. False if the edge runs along a side of the face.
  bool find_center_of_edge_on_face(Vec3<T>& center, const Vec3<T>& deepest) const {
    const bool edge_on_b = b_.seen().kind == Silhouette<T>::Kind::segment;
    const Silhouette<T>&edge = (edge_on_b ? b_ : a_).seen(), &face = (edge_on_b ? a_ : b_).seen();
    const Vec2<T> e = edge.corners[1] - edge.corners[0];
    for (int i = 0; i < face.side_count(); ++i)
      if (!cross_each_other(face.corners[i + 1] - face.corners[i], e, soft_sine<T>)) return false;
    const T share = level_share(edge.tilt) * level_share(face.tilt);
    detail::SoftLevel<T> level;
    level.add(pressure_over(edge, face, edge_on_b, band_ * share), share, band_ * vanishing_length(edge, face));
    center = deepest;
    if (level.fullness > T(0)) center += (level.sum.center() - deepest) * level.fullness;
    return true;
  }

  /// Finds all parts that are tilted by less than `sine`.
  void find_parts(T sine) {
    parts_a_.sine = parts_b_.sine = sine;
    // First the body whose feature is tilted more: if it has no part, the other need not be searched.
    const bool b_first = b_.seen().tilt > a_.seen().tilt;
    (b_first ? b_ : a_).find(b_first ? parts_b_ : parts_a_);
    if (!(b_first ? parts_b_ : parts_a_).empty()) (b_first ? a_ : b_).find(b_first ? parts_a_ : parts_b_);
  }
  /// Is there no pair of level parts, except edges that cross at more than this angle?
  bool pointlike(T sine = soft_sine<T>) const {
    if (parts_a_.empty() || parts_b_.empty()) return true;
    if (parts_a_.face_count + parts_b_.face_count > 0) return false;
    Silhouette<T> room_a, room_b;
    for (int i = 0; i < parts_a_.edge_count; ++i)
      for (int j = 0; j < parts_b_.edge_count; ++j)
        if (!cross_each_other(a_.along(parts_a_.edges[i].index, room_a), b_.along(parts_b_.edges[j].index, room_b),
                              sine))
          return false;
    return true;
  }
  /// deepest: the point halfway across the least gap.
  Vec3<T> center(const Vec3<T>& deepest) const {
    Vec3<T> center{};
    T left = T(1);
    const auto fill = [&](const detail::SoftLevel<T>& level) {
      if (level.fullness > T(0)) center += level.sum.center() * (left * level.fullness);
      left *= T(1) - level.fullness;
    };
    fill(faces_on_faces());
    if (left > T(0)) fill(edges_on_faces());
    if (left > T(0)) fill(edges_along_edges());
    return center + deepest * left;
  }

 private:
  using Region = PressedRegion<Vec3<T>, 2 * Silhouette<T>::capacity + 4>;
  /// An overlap smaller than this share of the smaller part (or body), in width or length, is about to vanish.
  static constexpr T vanishing = T(0x1p-10L);
  T vanishing_length(const Silhouette<T>& a, const Silhouette<T>& b) const {
    return vanishing * min(size_, min(a.extent, b.extent));
  }

  const SoftBody<T>&a_, &b_;
  LevelParts<T> parts_a_, parts_b_;
  T size_, band_, distance_;

  /// The pressure at x in a band, and the height half-way between the two parts.
  Pressed<Vec3<T>> pressed(const Silhouette<T>& a, const Silhouette<T>& b, const Vec2<T>& x, T band) const {
    const T height_a = a.height(x), height_b = b.height(x);
    return {{x.x, x.y, (height_a + height_b) / T(2)}, band - (height_b - height_a - distance_)};
  }
  /// The pressure over `own`, a face or an edge, within the outline of the other. swapped: `own` is B's.
  Pressure<Vec3<T>> pressure_over(const Silhouette<T>& own, const Silhouette<T>& other, bool swapped, T band) const {
    using Kind = typename Silhouette<T>::Kind;
    Region region(own.kind == Kind::segment);
    for (int i = 0; i < own.count; ++i) {
      const Vec2<T>& x = own.corners[runs_clockwise(own, swapped) ? own.count - 1 - i : i];
      const auto p = swapped ? pressed(other, own, x, band) : pressed(own, other, x, band);
      region.add(p.at, p.pressure);
    }
    region.cut_unpressed();
    const T sense = runs_clockwise(other, !swapped) ? T(-1) : T(1);
    for (int j = 0; j < other.side_count() && region.count() > 0; ++j) {
      const Vec2<T>&from = other.corners[j], along = (other.corners[j + 1] - from) * sense;
      region.cut([&](const Pressed<Vec3<T>>& p) { return cross(along, Vec2<T>{p.at.x, p.at.y} - from); });
    }
    return region.pressure();
  }
  /// B's outlines are clockwise, unless they were reversed.
  static bool runs_clockwise(const Silhouette<T>& s, bool is_b) { return is_b && !s.reversed; }

  /// The weight of an edge that runs along a side of a face, from 0 (along it, or outside) to 1 (well inside). Without
  /// this weight, the last digit would decide how much of the edge lies over the face: edges nearest to each other are
  /// projected onto the same line.
  T clear_of_sides(const Silhouette<T>& edge, const Silhouette<T>& face, bool swapped) const {
    const Vec2<T> e = edge.corners[1] - edge.corners[0];
    const T sense = runs_clockwise(face, !swapped) ? T(-1) : T(1);
    T least = T(1);
    for (int j = 0; j < face.side_count(); ++j) {
      const Vec2<T>&from = face.corners[j], side = face.corners[j + 1] - from;
      if (cross_each_other(side, e, soft_sine<T>)) continue;
      const T length = norm(side), parallel = level_share(abs(cross(side, e)) / (length * norm(e)));
      const auto inside = [&](const Vec2<T>& p) { return sense * cross(side, p - from) / length; };
      const T depth = positive_part(max(inside(edge.corners[0]), inside(edge.corners[1])));
      least = min(least, T(1) - parallel * (T(1) - min(depth / (T(2) * vanishing * size_), T(1))));
    }
    return least;
  }

  detail::SoftLevel<T> faces_on_faces() const {
    detail::SoftLevel<T> level;
    Silhouette<T> room_a, room_b;
    for (int i = 0; i < parts_a_.face_count; ++i) {
      const auto& a = a_.look_at(FeatureKind::face, parts_a_.faces[i].index, room_a);
      for (int j = 0; j < parts_b_.face_count; ++j) {
        const auto& b = b_.look_at(FeatureKind::face, parts_b_.faces[j].index, room_b);
        const T share = parts_a_.share(parts_a_.faces[i]) * parts_b_.share(parts_b_.faces[j]);
        // the smaller one is cut: any rest that rounding leaves belongs to both
        const bool swapped = b.extent < a.extent;
        const auto pressure = pressure_over(swapped ? b : a, swapped ? a : b, swapped, band_ * share);
        level.add(pressure, share, band_ * square(vanishing_length(a, b)));
      }
    }
    return level;
  }

  detail::SoftLevel<T> edges_on_faces() const {
    detail::SoftLevel<T> level;
    Silhouette<T> room_edge, room_face;
    const auto add = [&](const SoftBody<T>& body, const LevelParts<T>& edges, const SoftBody<T>& other,
                         const LevelParts<T>& faces, bool swapped) {
      for (int i = 0; i < edges.edge_count; ++i) {
        const auto& edge = body.look_at(FeatureKind::edge, edges.edges[i].index, room_edge);
        for (int j = 0; j < faces.face_count; ++j) {
          const auto& face = other.look_at(FeatureKind::face, faces.faces[j].index, room_face);
          const T share = edges.share(edges.edges[i]) * faces.share(faces.faces[j]);
          const T clear = clear_of_sides(edge, face, swapped);
          const auto pressure = pressure_over(edge, face, swapped, band_ * share);
          level.add(pressure * (clear * body.edge_weight(edges.edges[i].index)), clear * share,
                    band_ * vanishing_length(edge, face));
        }
      }
    };
    add(a_, parts_a_, b_, parts_b_, false);
    add(b_, parts_b_, a_, parts_a_, true);
    return level;
  }

  detail::SoftLevel<T> edges_along_edges() const {
    detail::SoftLevel<T> level;
    Silhouette<T> room_a, room_b;
    for (int i = 0; i < parts_a_.edge_count; ++i)
      for (int j = 0; j < parts_b_.edge_count; ++j) {
        const std::uint32_t edge_a = parts_a_.edges[i].index, edge_b = parts_b_.edges[j].index;
        if (cross_each_other(a_.along(edge_a, room_a), b_.along(edge_b, room_b), soft_sine<T>)) continue;
        add_stretch(level, a_.look_at(FeatureKind::edge, edge_a, room_a), b_.look_at(FeatureKind::edge, edge_b, room_b),
                    parts_a_.share(parts_a_.edges[i]) * parts_b_.share(parts_b_.edges[j]),
                    a_.edge_weight(edge_a) * b_.edge_weight(edge_b));
      }
    return level;
  }
  /// The common stretch of two almost parallel edges. Between them the gap grows with their distance across, as over
  /// faces tilted by 45 degrees: it is least where they cross, if they do.
  void add_stretch(detail::SoftLevel<T>& level, const Silhouette<T>& a, const Silhouette<T>& b, T share,
                   T weight) const {
    const Vec2<T> along_a = a.corners[1] - a.corners[0], along_b = b.corners[1] - b.corners[0];
    const T length = norm(along_a), sine = abs(cross(along_a, along_b)) / (length * norm(along_b));
    const T both = share * level_share(sine);
    if (!(both > T(0))) return;
    const Vec2<T> e = along_a / length;
    const bool same_way = dot(along_a, along_b) > T(0);
    const Vec2<T> low_b = b.corners[same_way ? 0 : 1] - a.corners[0],
                  high_b = b.corners[same_way ? 1 : 0] - a.corners[0];
    const T from = dot(low_b, e), to = dot(high_b, e);  // of B, along A
    const auto across = [&](T x) { return cross(e, low_b + (high_b - low_b) * ((x - from) / (to - from))); };
    const auto over = [&](T x) {
      const Vec2<T> on_a = a.corners[0] + e * x, on_b = on_a + perpendicular(e) * across(x);
      const T height_a = a.height(on_a), height_b = b.height(on_b);
      const Vec2<T> middle = (on_a + on_b) / T(2);
      const T gap = height_b - height_a - distance_ + abs(across(x));
      return Pressed<Vec3<T>>{{middle.x, middle.y, (height_a + height_b) / T(2)}, band_ * both - gap};
    };
    const T low = max(T(0), from), high = min(length, to);
    if (!(low < high)) return;
    const T at_low = across(low), at_high = across(high);
    const bool crossing = (at_low < T(0)) != (at_high < T(0));
    const T middle = crossing ? low + (high - low) * (at_low / (at_low - at_high)) : high;
    level.add((pressure_between(over(low), over(middle)) + pressure_between(over(middle), over(high))) * weight, both,
              band_ * vanishing * size_);
  }
  static Pressure<Vec3<T>> pressure_between(const Pressed<Vec3<T>>& p, const Pressed<Vec3<T>>& q) {
    Region region(true);
    region.add(p.at, p.pressure), region.add(q.at, q.pressure);
    region.cut_unpressed();
    return region.pressure();
  }
};

}  // namespace tactus
