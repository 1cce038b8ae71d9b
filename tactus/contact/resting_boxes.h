#pragma once
/// The manifold of two boxes that rest face on face as they did: what manifold_memory.h proves and what
/// remembered_overlap() makes for hulls, in terms of two parallelograms and four numbers at a time.
///
/// Seen along the normal, with the middle of A's face as the origin, A's corners are ± p ± q, and B's side j runs from
/// its corner along d_j on the line {x : x × d_j = w_j}. With x = λ p + μ q that is λ (p × d_j) + μ (q × d_j) = w_j,
/// and A's sides are where λ or μ is ± 1. So all sixteen crossings take four divisions of four numbers; which of them
/// are points is remembered. A point's position and gap are linear in x: one sum for the four of them.
#include <tactus/contact/counted_points.h>
#include <tactus/contact/manifold_memory.h>
#include <tactus/contact/representative.h>

#include <algorithm>
#include <cstring>

namespace tactus {

namespace detail {

/// A face of a box as seen along the normal: base ± p ± q. The outline runs from (-, -) along p.
template <Scalar T> struct SeenFace {
  Vec2<T> base, p, q;
  T base_height, rise_p, rise_q;  // along the normal: of the middle, and what p and q add
  Vec2<T> slope;  // of the height
  T tilt2;  // sine of the angle between the face and the plane across the normal, squared

  SeenFace(const Box<T>& box, std::uint32_t face, const BodyFrame<T>& frame) {
    const int i = static_cast<int>(face / 2), next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
    const bool positive = face & 1;
    const int first = positive ? next : last, second = positive ? last : next;
    const T out = positive ? box.half[i] : -box.half[i];
    const auto axis = [&](int k) { return Vec2<T>{frame.u[k], frame.v[k]}; };
    p = axis(first) * box.half[first], rise_p = frame.normal[first] * box.half[first];
    q = axis(second) * box.half[second], rise_q = frame.normal[second] * box.half[second];
    base = frame.origin + axis(i) * out, base_height = frame.base + frame.normal[i] * out;
    slope = axis(i) * (T(-1) / frame.normal[i]), tilt2 = norm_squared(axis(i));
  }
  T extent2() const { return T(4) * max(norm_squared(p + q), norm_squared(p - q)); }
  /// How far the farthest corner is along the normal, from the middle, and which it is; or against it.
  T rise() const { return abs(rise_p) + abs(rise_q); }
  Vec2<T> farthest(T sense) const { return p * with_sign(T(1), sense * rise_p) + q * with_sign(T(1), sense * rise_q); }
  /// Side i leaves corner i; its middle as seen from the face's.
  Vec2<T> half_side(int i) const { return (i & 1 ? q : p) * (i < 2 ? T(1) : T(-1)); }
  Vec2<T> middle_of_side(int i) const { return (i & 1 ? p : q) * side_sign(i); }
  T rise_of_side(int i) const { return (i & 1 ? rise_p : rise_q) * side_sign(i); }

 private:
  static T side_sign(int i) { return i == 1 || i == 2 ? T(1) : T(-1); }
};

/// Where the outlines of two faces may meet, from the middle of A's: corner i of A at (i + 1, 0), corner j of B at
/// (0, j + 1), the crossing of their sides i and j at (i + 1, j + 1). Crossings of parallel sides are no numbers.
template <Scalar T> class Meetings {
 public:
  Meetings(const SeenFace<T>& a, const SeenFace<T>& b) {
    const Vec2<T> c = b.base - a.base, sum = b.p + b.q, difference = b.p - b.q;
    const Four<T> corner_x(c.x - sum.x, c.x + difference.x, c.x + sum.x, c.x - difference.x),
        corner_y(c.y - sum.y, c.y + difference.y, c.y + sum.y, c.y - difference.y);
    const Four<T> d_x(b.p.x, b.q.x, -b.p.x, -b.q.x), d_y(b.p.y, b.q.y, -b.p.y, -b.q.y);
    const Four<T> w = corner_x * d_y - corner_y * d_x, along_p = d_y * a.p.x - d_x * a.p.y,
                  along_q = d_y * a.q.x - d_x * a.q.y;
    put_row(0, corner_x, corner_y);
    put_crossings(1, a.p, -a.q, (w + along_q) / along_p);
    put_crossings(2, a.q, a.p, (w - along_p) / along_q);
    put_crossings(3, a.p, a.q, (w - along_q) / along_p);
    put_crossings(4, a.q, -a.p, (w + along_p) / along_q);
    const Vec2<T> corners[] = {-a.p - a.q, a.p - a.q, a.p + a.q, a.q - a.p};
    for (std::size_t i = 0; i < 4; ++i) x_[row * (i + 1)] = corners[i].x, y_[row * (i + 1)] = corners[i].y;
  }
  /// parts: as in ManifoldMemory. Two corners are one half-way between; a single one is so to itself.
  Vec2<T> operator[](std::uint32_t parts) const {
    const std::size_t i = (parts >> 8 & 7u) * row, j = parts & 7u;
    const bool crossing = parts & parts >> 8 & 0x80u;
    const std::size_t first = crossing || i == 0 ? i + j : i, second = crossing || j == 0 ? i + j : j;
    return {(x_[first] + x_[second]) * T(0.5), (y_[first] + y_[second]) * T(0.5)};
  }

 private:
  static constexpr std::size_t row = 8;  // five are used
  T x_[5 * row], y_[5 * row];

  void put_row(std::size_t i, const Four<T>& x, const Four<T>& y) {
    std::memcpy(x_ + row * i + 1, &x.v, sizeof x.v), std::memcpy(y_ + row * i + 1, &y.v, sizeof y.v);
  }
  void put_crossings(std::size_t i, const Vec2<T>& half_side, const Vec2<T>& middle, const Four<T>& share) {
    put_row(i, share * half_side.x + middle.x, share * half_side.y + middle.y);
  }
};

/// What remembered_normal() is for boxes, of which the axes are the edges too.
template <Scalar T>
Vec3<T> resting_normal(const ManifoldMemory& memory, std::uint32_t face_a, std::uint32_t face_b, const Mat3<T>& r) {
  using Axis = ManifoldMemory::Axis;
  const auto unit_axis = [](int i, T length) {
    return Vec3<T>{i == 0 ? length : T(0), i == 1 ? length : T(0), i == 2 ? length : T(0)};
  };
  const auto out = [](std::uint32_t face) { return face & 1 ? T(1) : T(-1); };
  if (memory.axis == Axis::face_a) return unit_axis(static_cast<int>(face_a / 2), out(face_a));
  if (memory.axis == Axis::face_b) return unit_or_up(r.column(static_cast<int>(face_b / 2)) * -out(face_b));
  const auto side_axis = [](std::uint32_t face, int side) {  // p's or q's, see SeenFace
    return (static_cast<int>(face / 2) + ((side & 1) == static_cast<int>(face & 1) ? 2 : 1)) % 3;
  };
  const bool opposite = (memory.side_a ^ memory.side_b) & 2;
  const Vec3<T> n =
      cross(unit_axis(side_axis(face_a, memory.side_a), T(1)), r.column(side_axis(face_b, memory.side_b)));
  return n * ((memory.mirrored != opposite ? T(-1) : T(1)) / norm(n));
}

/// Does x lie within the parallelogram ± p ± q, by so much from its sides? Without roots, as in within_facet().
template <Scalar T> bool holds(const Vec2<T>& p, const Vec2<T>& q, const Vec2<T>& x, T by) {
  const T area = abs(cross(p, q)), off_p = area - abs(cross(p, x)), off_q = area - abs(cross(q, x));
  return min(off_p, off_q) > T(0) && square(off_p) >= square(by) * norm_squared(p) &&
         square(off_q) >= square(by) * norm_squared(q);
}

/// The depth along the normal, if h is least there (see proved_depth), or a negative number. The facet of A ⊖ B across
/// the normal is a face minus a corner or, of two edges, the parallelogram they span.
template <Scalar T> T resting_depth(const ManifoldMemory& memory, const SeenFace<T>& a, const SeenFace<T>& b) {
  using Axis = ManifoldMemory::Axis;
  const T depth = (a.base_height + a.rise()) - (b.base_height - b.rise()),
          by = depth * half_angle_tangent(T(memory.cone));
  const Vec2<T> between = b.base - a.base;
  bool least = depth <= T(memory.elsewhere);
  if (memory.axis == Axis::face_a) {
    least = least && holds(a.p, a.q, between + b.farthest(T(-1)), by);
  } else if (memory.axis == Axis::face_b) {
    least = least && holds(b.p, b.q, between - a.farthest(T(1)), by);
  } else {
    const int i = memory.side_a, j = memory.side_b;
    const T along_edges = (a.base_height + a.rise_of_side(i)) - (b.base_height + b.rise_of_side(j)),
            rounding = T(64) * unit_roundoff<T> * (max_abs(a.base) + max_abs(b.base) + abs(a.base_height) + depth);
    least = least && depth - along_edges <= rounding &&
            holds(a.half_side(i), b.half_side(j), between + b.middle_of_side(j) - a.middle_of_side(i), by);
  }
  return least ? depth : T(-1);
}

/// Without the points that are farther than that, still from the lowest id on.
template <Scalar T> void drop_far_points(Manifold<T>& m, T limit) {
  const auto begin = m.points.begin(), end = std::remove_if(begin, begin + m.count, [&](const ContactPoint<T>&p) {
                                         return !(p.distance <= limit);
                                       });
  std::rotate(begin, std::min_element(begin, end, [](const auto& p, const auto& q) { return p.id < q.id; }), end);
  m.count = static_cast<int>(end - begin);
}

/// The representative point, where it is not that of the two faces alone.
template <Scalar T>
Vec3<T> center_of_tilted_boxes(const Box<T>& a, std::uint32_t face_a, const Box<T>& b, std::uint32_t face_b,
                               const Pose<T>& x_ab, const ContactFrame<T>& frame, T depth, const Vec3<T>& deepest) {
  const BodyFrame<T> frame_a(frame), frame_b(frame, x_ab);
  Silhouette<T> on_a, on_b;
  see_face(on_a, a, {FeatureKind::face, face_a}, frame_a, false);
  see_face(on_b, b, {FeatureKind::face, face_b}, frame_b, true);
  const SoftBody<T> soft_a(a, frame_a, on_a, false), soft_b(b, frame_b, on_b, true);
  SoftContact<T> soft(soft_a, soft_b, -depth);
  return center_of_all_parts(soft, frame, deepest);
}

}  // namespace detail

/// The manifold of boxes that hardly moved since the last one, if it is proved to be made of the same parts.
template <Scalar T>
bool add_resting_boxes(Manifold<T>& m, const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T max_distance,
                       ManifoldMemory& memory) {
  if (!may_hold(memory, a, b, x_ab)) return false;
  const std::uint32_t face_a = Feature::from_id(memory.feature_a).index,
                      face_b = Feature::from_id(memory.feature_b).index;
  const ContactFrame<T> frame(detail::resting_normal(memory, face_a, face_b, x_ab.rotation));
  const detail::SeenFace<T> on_a(a, face_a, BodyFrame<T>(frame)), on_b(b, face_b, BodyFrame<T>(frame, x_ab));
  const T depth = detail::resting_depth(memory, on_a, on_b);
  if (!(depth >= max(T(0), -max_distance))) return false;

  const detail::Meetings<T> meetings(on_a, on_b);
  const PointsOver<T> point_over(frame, on_a, on_b);
  Overlap<T> overlap;
  T gaps[ManifoldMemory::capacity], least = infinity<T>, largest = -infinity<T>;
  int deepest = 0;
  for (int k = 0; k < memory.count; ++k) {
    const std::uint32_t parts = memory.parts[static_cast<std::size_t>(k)];
    const Vec2<T> at = overlap.points[k].at = meetings[parts];
    const Four<T> four = point_over(at);
    const T gap = gaps[k] = four[3];
    deepest = gap < least ? k : deepest, least = min(least, gap), largest = max(largest, gap);
    ContactPoint<T>& point = m.points[static_cast<std::size_t>(k)];
    point.position = {four[0], four[1], four[2]}, point.distance = gap;
    point.id.a = memory.feature_a, point.id.b = memory.feature_b;
    point.id.clip = detail::long_code(parts >> 8) << 16 | detail::long_code(parts & 0xffu);
  }
  overlap.count = memory.count;

  const T extent = sqrt(min(on_a.extent2(), on_b.extent2())),
          limit = farthest_counted(max_distance, x_ab, on_a, on_b, extent);
  if (!(least <= min(limit, depth_share<T> * extent - depth)))
    return false;  // the contact's own point is not known here
  Vec2<T> middle;
  const bool faces_alone =
      center_of_lone_faces(middle, overlap, gaps, deepest, largest, min(a.bounding_radius(), b.bounding_radius()),
                           extent, sqrt(on_a.tilt2), sqrt(on_b.tilt2));
  const Four<T> center = point_over(faces_alone ? middle : detail::deepest_point(overlap, gaps, deepest, extent));
  m.status = Status::overlapping, m.normal = frame.normal, m.count = memory.count;
  m.representative = {center[0], center[1], center[2]};
  if (!faces_alone)
    m.representative = detail::center_of_tilted_boxes(a, face_a, b, face_b, x_ab, frame, depth, m.representative);
  const T change = -depth - least;  // the deepest is as deep as the bodies are (Corners::level_to)
  for (int k = 0; k < memory.count; ++k) m.points[static_cast<std::size_t>(k)].distance += change;
  if (!(largest + change <= limit)) detail::drop_far_points(m, limit);
  if (!memory.used) memory.used = true;  // what is not written to need not be written back
  return true;
}

}  // namespace tactus
