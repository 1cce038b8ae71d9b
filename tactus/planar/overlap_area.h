// SPDX-License-Identifier: MIT
#pragma once
/// The common area of two polygons, its centroid, and which part of its outline belongs to which polygon: the planar
/// counterpart of tactus/contact/overlap_volume.h.
#include <tactus/core/status.h>
#include <tactus/planar/pose2.h>
#include <tactus/planar/shapes.h>

#include <utility>

namespace tactus::planar {

/// The intersection of two polygons, A and B.
///
/// normal_a is ∫n ds over the part of A's outline inside B, normal_b the same for B's outline inside A; their sum is 0.
/// Moving B by δ changes the area by normal_b·δ; turning B by the small angle ω about a point o changes it by (moment_b
/// + cross(centroid - o, normal_b))·ω. normal_a points from A to B.
///
/// If an edge of A and an edge of B coincide, the edge counts as that of the body which is cut (see overlap_area). A
/// segment has no area and two sides: its length counts twice, as for a thin plate.
template <Scalar T> struct OverlapArea {
  Status status = Status::invalid;  // stalled: too many vertices (see overlap_area), nothing was computed
  T area{};
  T error{};  // of the area, by rounding: to first order, the outline's length times the error of its vertices
  Vec2<T> centroid{};  // of the area; of the outline if the area is within its error of 0
  Vec2<T> normal_a{}, normal_b{};
  T moment_b{};  // ∫cross(x - centroid, n) ds over B's part; A's is the negative
  T length_a{}, length_b{};  // of A's outline inside B, and of B's inside A
  int vertices = 0;  // of the common polygon

  friend std::ostream& operator<<(std::ostream& os, const OverlapArea& o) {
    return os << o.status << ": area " << o.area << " +- " << o.error << " about " << o.centroid << ", " << o.length_a
              << " of A's outline along " << o.normal_a << ", " << o.length_b << " of B's, " << o.vertices
              << " vertices";
  }
};

namespace detail {

template <Scalar T> int corner_count(const Box<T>&) { return 4; }
template <Scalar T> int corner_count(const Polygon<T>& p) { return p.size(); }
template <Scalar T> bool is_flat(const Box<T>& b) { return !(b.half.x > T(0) && b.half.y > T(0)); }
template <Scalar T> bool is_flat(const Polygon<T>& p) { return p.size() < 3; }

template <class S>
concept Polygonal = requires(const S& s) {
  corner_count(s);
};

/// A closed walk of vertices, each with the owner of the edge that starts there, in fixed storage that is not zeroed.
template <std::floating_point W> class Outline2 {
 public:
  static constexpr int capacity = 512;
  struct Corner {
    W x, y;
    bool own;  // the edge from here belongs to the polygon that is cut
    int cuts;
    Vec2<W> at() const { return {x, y}; }
  };
  int size() const { return size_; }
  const Corner& operator[](int i) const { return corners_[i]; }
  void clear() { size_ = 0; }
  void add(const Vec2<W>& p, bool own, int cuts) {
    if (size_ < capacity) corners_[size_] = {p.x, p.y, own, cuts};
    ++size_;
  }
  bool full() const { return size_ > capacity; }

 private:
  int size_ = 0;
  Corner corners_[capacity];
};

/// The part of a closed walk in normal·(x - origin) ≤ 0: [Sutherland & Hodgman 1974]. The result is closed whatever the
/// rounding; a vertex on the line is inside and stays unchanged. (contact/center/pressure.h cuts polygons, too, but it
/// keeps no owners of edges, and no number of cuts, on which the error depends. Planar code includes no contact code.)
template <std::floating_point W>
void cut(const Outline2<W>& from, Outline2<W>& to, const Vec2<W>& normal, const Vec2<W>& origin) {
  to.clear();
  const auto height = [&](const auto& c) { return dot(normal, c.at() - origin); };
  for (int i = 0; i < from.size(); ++i) {
    const auto &p = from[i], &q = from[i + 1 < from.size() ? i + 1 : 0];
    const W h_p = height(p), h_q = height(q);
    const bool p_out = h_p > 0, q_out = h_q > 0;
    if (!p_out) to.add(p.at(), p.own, p.cuts);
    if (p_out == q_out) continue;
    const int cuts = (p.cuts > q.cuts ? p.cuts : q.cuts) + 1;
    if (q_out) to.add(p.at() + (q.at() - p.at()) * (h_p / (h_p - h_q)), false, cuts);
    if (p_out) to.add(q.at() + (p.at() - q.at()) * (h_q / (h_q - h_p)), p.own, cuts);
  }
}

/// The answer for a closed walk, by Green's theorem about its first vertex.
template <std::floating_point W> OverlapArea<W> integrate(const Outline2<W>& walk, W reach, bool own_is_a) {
  OverlapArea<W> o;
  o.status = Status::overlapping;
  o.vertices = walk.size();
  const Vec2<W> reference = walk[0].at();
  Vec2<W> first{}, line{}, normal[2]{};
  W length[2] = {0, 0}, moment[2] = {0, 0}, twice = 0, extent = 0;
  int cuts = 0;
  for (int i = 0; i < walk.size(); ++i) {
    const Vec2<W> p = walk[i].at() - reference, q = walk[i + 1 < walk.size() ? i + 1 : 0].at() - reference;
    const int owner = walk[i].own ? 0 : 1;
    const Vec2<W> outward = -perpendicular(q - p);
    twice += cross(p, q);
    first += (p + q) * (cross(p, q) / 6);
    line += (p + q) * (norm(q - p) / 2);
    normal[owner] += outward;
    moment[owner] += cross(p + q, outward) / 2;
    length[owner] += norm(q - p);
    extent = max(extent, norm(p));
    cuts = walk[i].cuts > cuts ? walk[i].cuts : cuts;
  }
  const W outline = length[0] + length[1];
  o.area = max(twice / 2, W(0));
  o.error = unit_roundoff<W> * outline * ((8 + 4 * cuts) * reach + walk.size() * extent);
  const Vec2<W> to_centroid = o.area > o.error ? first / o.area : outline > 0 ? line / outline : Vec2<W>{};
  const int a = own_is_a ? 0 : 1, b = 1 - a;
  o.centroid = reference + to_centroid;
  o.normal_a = normal[a], o.normal_b = normal[b];
  o.moment_b = moment[b] - cross(to_centroid, normal[b]);
  o.length_a = length[a], o.length_b = length[b];
  return o;
}

/// `own`, placed by `pose` in the frame of `other`, cut by the lines of the edges of `other`.
template <std::floating_point W, class Own, class Other>
OverlapArea<W> clipped_overlap(const Own& own, const Other& other, const Pose2<W>& pose, bool own_is_a) {
  OverlapArea<W> o;
  o.status = Status::stalled;
  Outline2<W> walks[2];
  if (corner_count(own) + corner_count(other) > Outline2<W>::capacity / 2) return o;
  W reach = 0;
  for (int i = 0; i < corner_count(own); ++i) {
    const Vec2<W> p = own.vertex(i).template cast<W>();
    reach = max(reach, norm(p) + norm(pose.translation));
    walks[0].add(pose * p, true, 0);
  }
  int now = 0;
  for (int i = 0, n = corner_count(other); i < n; ++i) {
    const Vec2<W> p = other.vertex(i).template cast<W>(), q = other.vertex(i + 1 < n ? i + 1 : 0).template cast<W>();
    reach = max(reach, norm(p));
    cut(walks[now], walks[1 - now], -perpendicular(q - p), p);
    now = 1 - now;
    if (walks[now].full()) return o;
    if (walks[now].size() == 0) {
      o.status = Status::separated;
      return o;
    }
  }
  return integrate(walks[now], reach, own_is_a);
}

/// A pose in the scalar of the clipping, with the rotation that it stands for to all digits of that scalar.
template <Scalar T> Pose2<work_t<T>> work_pose(const Pose2<T>& x) {
  return orthonormalized(x.template cast<work_t<T>>());
}

template <class A, class B, std::floating_point W, class T = scalar_t<A>>
OverlapArea<T> overlap_area(const A& a, const B& b, const Pose2<W>& x_ab, const Pose2<W>& view) {
  if (is_flat(a) && is_flat(b)) return {.status = Status::separated};
  const bool cut_a = is_flat(a) || (!is_flat(b) && corner_count(a) <= corner_count(b));
  const OverlapArea<W> o = cut_a ? clipped_overlap(a, b, inverse(x_ab), true) : clipped_overlap(b, a, x_ab, false);
  const Pose2<W> to_view = cut_a ? view * x_ab : view;
  const auto vector = [&](const Vec2<W>& v) { return (to_view.rotation * v).template cast<T>(); };
  return {o.status,
          T(o.area),
          T(o.error + unit_roundoff<builtin_t<T>> * o.area),
          o.vertices == 0 ? Vec2<T>{} : (to_view * o.centroid).template cast<T>(),
          vector(o.normal_a),
          vector(o.normal_b),
          T(o.moment_b),
          T(o.length_a),
          T(o.length_b),
          o.vertices};
}

}  // namespace detail

/// The overlap of two boxes or polygons in A's frame, by cutting one with the edges of the other: the flatter one, or
/// the one with fewer corners. Allocates nothing; up to 256 corners together, otherwise status `stalled`. `separated`
/// if nothing is left (touching edges leave a flat walk of area 0), and for two segments, which share no area.
template <detail::Polygonal A, detail::Polygonal B, class T = scalar_t<A>>
OverlapArea<T> overlap_area(const A& a, const B& b, const Pose2<T>& x_ab) {
  if (!is_valid(x_ab)) return {};
  const auto x = detail::work_pose(x_ab);
  return detail::overlap_area(a, b, x, decltype(x){});
}

/// The same in the world.
template <detail::Polygonal A, detail::Polygonal B, class T = scalar_t<A>>
OverlapArea<T> overlap_area(const A& a, const Pose2<T>& pose_a, const B& b, const Pose2<T>& pose_b) {
  check(a);
  check(b);
  if (!is_valid(pose_a) || !is_valid(pose_b)) return {};
  const auto wide_a = detail::work_pose(pose_a), wide_b = detail::work_pose(pose_b);
  return detail::overlap_area(a, b, relative(wide_a, wide_b), wide_a);
}

}  // namespace tactus::planar
