// SPDX-License-Identifier: MIT
#pragma once
/// The planar queries: intersects, distance, contact. World in, world out; the contract is that of 3D
/// (docs/contract.md). Negative or non-finite sizes throw std::invalid_argument. An invalid pose or invalid options
/// give `invalid`; intersects throws instead.
#include <tactus/planar/epa.h>
#include <tactus/planar/reject.h>

#include <optional>

namespace tactus::planar {

/// Two facing edges whose normals are within an angle of this sine of the contact normal are an edge-edge contact:
/// 1/512 is a tenth of a degree, several times the rotation of a resting block in one time step.
template <Scalar T> inline constexpr T default_parallel_sine = T(0.001953125L);

/// The feature of one side that touches. The two vertices of the final edge of A ⊖ B come from two points of the shape:
/// equal points mean one of its vertices, different ones an edge.  [Feng and Tan 2019, §4.2.2]
/// A touch (reach ≥ 0) within reach of an end of the edge counts as a touch of the vertex: the only v-v contact without
/// a gap.
template <Scalar T>
constexpr Feature touched_feature(const Side<T>& side, const Vec2<T>& from_p, const Vec2<T>& from_q,
                                  const Vec2<T>& witness, T reach) {
  if (!side.is_edge()) return side.feature;
  const T to_p = norm(witness - side.p), to_q = norm(witness - side.q);
  if (from_p != from_q && min(to_p, to_q) > reach) return side.feature;
  return to_p <= to_q ? side.at_p : side.at_q;
}

/// Where two nearly parallel edges face each other: the overlap of their projections on the contact line.
template <Scalar T> struct FacingEdges {
  bool found = false;  // do they face each other?
  T sine{};  // of the larger angle between an edge's normal and the contact normal
  Vec2<T> on_a[2], on_b[2];  // the ends of the overlap on either edge
};

/// Where the edges face each other; `found` is false if one is not an edge, or they miss each other.
template <Scalar T> constexpr FacingEdges<T> facing_edges(const Side<T>& a, const Side<T>& b, const Vec2<T>& normal) {
  if (!a.is_edge() || !b.is_edge()) return {};
  const Vec2<T> along = perpendicular(normal);  // A's edge runs this way, B's the other
  const T low = max(dot(along, a.p), dot(along, b.q)), high = min(dot(along, a.q), dot(along, b.p));
  if (!(low < high)) return {};
  FacingEdges<T> facing;
  facing.found = true;
  const auto cut = [&](const Side<T>& side, T at) {
    const Vec2<T> edge = side.q - side.p;
    facing.sine = max(facing.sine, abs(dot(normal, edge)) / norm(edge));
    return side.p + edge * ((at - dot(along, side.p)) / dot(along, edge));
  };
  facing.on_a[0] = cut(a, low), facing.on_a[1] = cut(a, high);
  facing.on_b[0] = cut(b, low), facing.on_b[1] = cut(b, high);
  return facing;
}

/// Names the features that touch and determines the contact point of parallel edges: any point of their overlap would
/// prove the same distance, and GJK and EPA return an arbitrary one [Feng and Tan 2019, §4.3]. As proposed there,
/// `position` is the centre of the overlapping segment, midway between the edges. This applies up to an angle of sine
/// `parallel_sine`; from there to twice the sine, the position moves to the point of deepest overlap, so it never jumps
/// as the bodies turn. point_a and point_b also move to the centre, as long as that keeps them on the shapes within the
/// resolution: they prove the distance.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
constexpr Contact2<T> with_features(Contact2<T> c, const A& a, const B& b, const Pose2<T>& x_ab,
                                    const CoreAnswer<T>& core, T parallel_sine) {
  Side<T> side_a = side_along(a, c.normal, T(2) * parallel_sine);
  Side<T> side_b = side_along(b, -(inverse(x_ab.rotation) * c.normal), T(2) * parallel_sine);
  for (Vec2<T>* p : {&side_a.p, &side_a.q}) *p += c.normal * disc_radius(a);
  for (Vec2<T>* p : {&side_b.p, &side_b.q}) *p = x_ab * *p - c.normal * disc_radius(b);

  const T reach = c.state() == ContactState::touch ? c.resolution : T(-1);
  c.feature_a = touched_feature(side_a, core.p.a, core.q.a, c.point_a, reach);
  c.feature_b = touched_feature(side_b, core.p.b, core.q.b, c.point_b, reach);
  if (const FacingEdges<T> facing = facing_edges(side_a, side_b, c.normal); facing.found) {
    const Vec2<T> ends[2] = {(facing.on_a[0] + facing.on_b[0]) * T(0.5), (facing.on_a[1] + facing.on_b[1]) * T(0.5)};
    const Vec2<T> center = (ends[0] + ends[1]) * T(0.5);
    const T beyond = facing.sine - parallel_sine;
    c.position = center + (c.position - center) * (beyond > T(0) ? min(beyond / parallel_sine, T(1)) : T(0));
    c.segment[0] = c.segment[1] = c.position;
    if (facing.sine <= parallel_sine) {
      c.feature_a = side_a.feature, c.feature_b = side_b.feature;
      c.segment[0] = ends[0], c.segment[1] = ends[1];
      const T gap = dot(c.normal, facing.on_b[0] + facing.on_b[1] - facing.on_a[0] - facing.on_a[1]) * T(0.5);
      if (abs(gap - c.distance) <= c.resolution) {
        c.point_a = center - c.normal * (c.distance * T(0.5));
        c.point_b = center + c.normal * (c.distance * T(0.5));
      }
    }
  }
  c.type = planar::contact_type(c.feature_a, c.feature_b);
  return c;
}

/// Signed distance, witness points, features and contact point in A's frame.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
Contact2<T> contact(const A& a, const B& b, const Pose2<T>& x_ab, const Options<T>& options = {},
                    T parallel_sine = default_parallel_sine<T>) {
  const Difference2<A, B> difference(a, b, x_ab);
  if (!difference.valid()) return {};
  const CoreAnswer<T> core = epa::signed_distance(difference, options);
  const Contact2<T> c = difference.answer(core, options);
  return c.status == Status::beyond_max ? c : with_features(c, a, b, x_ab, core, parallel_sine);
}

/// Converts an answer from A's frame to the world. The bounds are widened by the rounding error of forming x_ab from
/// world poses.
template <Scalar T> constexpr Contact2<T> in_world(Contact2<T> c, const Pose2<T>& pose_a, const Pose2<T>& pose_b) {
  const T slack = T(4) * unit_roundoff<T> * (norm(pose_a.translation) + norm(pose_b.translation));
  c.lower -= slack;
  c.upper += slack;
  c.normal = unit_or_zero(pose_a.rotation * c.normal);
  for (Vec2<T>* p : {&c.point_a, &c.point_b, &c.position, &c.segment[0], &c.segment[1]}) *p = pose_a * *p;
  return c;
}

/// Calls f(pose_a, pose_b) with the rotations nearest to the numbers of the poses. The shapes are checked here; an
/// invalid pose or invalid options give no result.
template <Convex2 A, Convex2 B, class F, class T = scalar_t<A>>
auto checked(const A& a, const Pose2<T>& pose_a, const B& b, const Pose2<T>& pose_b, const Options<T>& options, F&& f)
    -> std::optional<decltype(f(pose_a, pose_b))> {
  check(a);
  check(b);
  if (!is_valid(pose_a) || !is_valid(pose_b) || !is_valid(options)) return std::nullopt;
  return f(orthonormalized(pose_a), orthonormalized(pose_b));
}

/// Signed distance: negative is the penetration depth, the global minimum. `parallel_sine`: from 0 to 1.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
Contact2<T> contact(const A& a, const Pose2<T>& pose_a, const B& b, const Pose2<T>& pose_b,
                    const Options<T>& options = {}, T parallel_sine = default_parallel_sine<T>) {
  if (!(parallel_sine >= T(0) && parallel_sine <= T(1))) return {};
  const auto answer = [&](const Pose2<T>& at_a, const Pose2<T>& at_b) {
    return in_world(contact(a, b, relative(at_a, at_b), options, parallel_sine), at_a, at_b);
  };
  return checked(a, pose_a, b, pose_b, options, answer).value_or(Contact2<T>{});
}

/// Distance; an overlap is 0. Without features.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
Contact2<T> distance(const A& a, const Pose2<T>& pose_a, const B& b, const Pose2<T>& pose_b,
                     const Options<T>& options = {}) {
  const auto answer = [&](const Pose2<T>& at_a, const Pose2<T>& at_b) {
    return in_world(gjk::distance(a, b, relative(at_a, at_b), options), at_a, at_b);
  };
  return checked(a, pose_a, b, pose_b, options, answer).value_or(Contact2<T>{});
}

/// Touching counts. Throws std::invalid_argument for invalid poses and options.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
bool intersects(const A& a, const Pose2<T>& pose_a, const B& b, const Pose2<T>& pose_b,
                const Options<T>& options = {}) {
  check(a);
  check(b);
  require_valid("planar::intersects", options);
  require_valid("planar::intersects", "pose_a", pose_a);
  require_valid("planar::intersects", "pose_b", pose_b);
  return gjk::intersects(a, b, relative(orthonormalized(pose_a), orthonormalized(pose_b)), options);
}

}  // namespace tactus::planar
