// SPDX-License-Identifier: MIT
#pragma once
/// Queries on a whole world: rays, overlaps, distances, casts. All are const, and may run in several threads between
/// two changes of the world. They take a Shape, or any shape that converts to one. A filter selects the bodies; answers
/// are sorted. Invalid input (a pose that is not a rigid motion, a NaN, a zero direction, a negative distance) throws
/// std::invalid_argument.
#include <tactus/core/reject.h>
#include <tactus/query.h>
#include <tactus/sweep/ray_cast.h>
#include <tactus/sweep/shape_cast.h>
#include <tactus/sweep/swept_bounds.h>
#include <tactus/world/bodies.h>

#include <optional>

namespace tactus {

/// What a ray hits.
template <Scalar T> struct BodyRayHit {
  BodyId body;  // the body that was hit
  RayHit<T> hit;  // where, and when
  std::uint32_t piece = 0;  // the piece that was hit, if the body is not convex
  Vec3<T> barycentrics{};  // of the point that was hit, if the piece is a triangle
};
/// How near a body is.
template <Scalar T> struct BodyDistance {
  BodyId body;  // the body that is near
  Contact<T> contact;  // of the shape in the query (A) with the body (B)
  std::uint32_t piece = 0;  // the body's nearest or deepest piece, if it is not convex
  Vec3<T> barycentrics{};  // of contact.point_b, if the piece is a triangle
};
/// Where a shape that is swept meets a body.
template <Scalar T> struct BodyImpact {
  BodyId body;  // the body that was met
  Impact<T> impact;  // of the shape that was swept (A) with the body (B)
  std::uint32_t piece = 0;  // the body's piece that was met, if the body is not convex
  Vec3<T> barycentrics{};  // of impact.contact.point_b, if the piece is a triangle
};

namespace detail {

template <Scalar T> bool earlier(const BodyRayHit<T>& x, const BodyRayHit<T>& y) {
  return std::tie(x.hit.t, x.body) < std::tie(y.hit.t, y.body);
}

/// Calls f(id, hit, max_t), with a PieceRayHit, for every body that the ray meets up to max_t, in any order. f returns
/// the new max_t. A body that contains the origin is met at t = 0.
template <Scalar T, class F>
void for_each_hit(const Bodies<T>& world, const Vec3<T>& origin, const Vec3<T>& direction, T max_t, Filter filter,
                  F&& f) {
  const auto look_at = [&](BodyId id) {
    const Body<T>& body = world.body(id);
    if (!admits(filter, body.filter)) return max_t;
    PieceRayHit<T> hit;
    if (body.nonconvex) {
      hit = ray_cast(body.nonconvex, body.pose, origin, direction, max_t);
    } else {
      static_cast<RayHit<T>&>(hit) = ray_cast(body.shape, body.pose, origin, direction, max_t);
    }
    if (hit.status == MotionStatus::initial_overlap) hit.t = T(0);
    if (hit.hit() || hit.status == MotionStatus::initial_overlap) max_t = f(id, hit, max_t);
    return max_t;
  };
  world.ray(origin, direction, max_t, look_at);
  world.for_each_half_space(look_at);
}

/// Calls f(id) for every body whose box overlaps the given one, and every half-space, that the filter admits. An
/// infinite box (around a half-space, or for an infinite distance) overlaps all.
template <Scalar T, class F> void for_each_near(const Bodies<T>& world, const Aabb<T>& box, Filter filter, F&& f) {
  const auto look_at = [&](BodyId id) {
    if (admits(filter, world.body(id).filter)) f(id);
    return true;
  };
  if (!is_finite(box.min) || !is_finite(box.max)) return world.for_each_body(look_at);
  world.query(box, look_at);
  world.for_each_half_space(look_at);
}

/// A body that is one convex shape is one piece, number 0.
template <Scalar T> PieceContact<T> in_pieces(const Contact<T>& c) { return {c}; }
template <Scalar T> PieceImpact<T> in_pieces(const Impact<T>& i) { return {i}; }
template <Scalar T> PieceContact<T> in_pieces(const PieceContact<T>& c) { return c; }
template <Scalar T> PieceImpact<T> in_pieces(const PieceImpact<T>& i) { return i; }

template <Scalar T>
PieceContact<T> contact_with(const Shape<T>& shape, const Pose<T>& pose, const Body<T>& body,
                             const Options<T>& options) {
  return with_shape(body, [&](const auto& s) { return in_pieces(contact(shape, pose, s, body.pose, options)); });
}

template <Scalar T> void check_ray(const char* call, const Vec3<T>& origin, const Vec3<T>& direction, T max_t) {
  require_finite(call, "origin", origin);
  require_direction(call, "direction", direction);
  require_not_negative(call, "max_t", max_t);
}

}  // namespace detail

/// The first body that origin + t·direction meets with 0 ≤ t ≤ max_t; the lowest id among equals.
template <Scalar T>
std::optional<BodyRayHit<T>> closest_hit(const Bodies<T>& world, const Vec3<std::type_identity_t<T>>& origin,
                                         const Vec3<std::type_identity_t<T>>& direction,
                                         std::type_identity_t<T> max_t = infinity<T>, Filter filter = {}) {
  detail::check_ray<T>("closest_hit", origin, direction, max_t);
  std::optional<BodyRayHit<T>> best;
  detail::for_each_hit(world, origin, direction, max_t, filter, [&](BodyId id, const PieceRayHit<T>& hit, T) {
    const BodyRayHit<T> found{id, hit, hit.piece, hit.barycentrics};
    if (!best || detail::earlier(found, *best)) best = found;
    return best->hit.t;
  });
  return best;
}

/// All bodies that the ray meets, in order.
template <Scalar T>
std::vector<BodyRayHit<T>> all_hits(const Bodies<T>& world, const Vec3<std::type_identity_t<T>>& origin,
                                    const Vec3<std::type_identity_t<T>>& direction,
                                    std::type_identity_t<T> max_t = infinity<T>, Filter filter = {}) {
  detail::check_ray<T>("all_hits", origin, direction, max_t);
  std::vector<BodyRayHit<T>> hits;
  detail::for_each_hit(world, origin, direction, max_t, filter, [&](BodyId id, const PieceRayHit<T>& hit, T limit) {
    hits.push_back({id, hit, hit.piece, hit.barycentrics});
    return limit;
  });
  std::sort(hits.begin(), hits.end(), detail::earlier<T>);
  return hits;
}

/// Does the ray meet any body? Stops at the first one found.
template <Scalar T>
bool any_hit(const Bodies<T>& world, const Vec3<std::type_identity_t<T>>& origin,
             const Vec3<std::type_identity_t<T>>& direction, std::type_identity_t<T> max_t = infinity<T>,
             Filter filter = {}) {
  detail::check_ray<T>("any_hit", origin, direction, max_t);
  bool found = false;
  detail::for_each_hit(world, origin, direction, max_t, filter, [&](BodyId, const PieceRayHit<T>&, T) {
    found = true;
    return T(-1);
  });
  return found;
}

/// All bodies that a shape at a pose intersects, by id. Touching counts.
template <Scalar T, class S>
std::vector<BodyId> overlapping(const Bodies<T>& world, const S& asked, const Pose<T>& given, Filter filter = {}) {
  const Shape<T>& shape = detail::as_shape(asked);
  require_valid("overlapping", "pose", given);
  const Pose<T> pose = rigid(given);
  std::vector<BodyId> found;
  detail::for_each_near(world, shape.aabb(pose), filter, [&](BodyId id) {
    const Body<T>& body = world.body(id);
    if (detail::with_shape(body, [&](const auto& s) { return intersects(shape, pose, s, body.pose); }))
      found.push_back(id);
  });
  std::sort(found.begin(), found.end());
  return found;
}

/// All bodies within a distance of a shape, with their contacts (signed), by id.
template <Scalar T, class S>
std::vector<BodyDistance<T>> bodies_within(const Bodies<T>& world, const S& asked, const Pose<T>& given,
                                           std::type_identity_t<T> max_distance, Filter filter = {}) {
  const Shape<T>& shape = detail::as_shape(asked);
  require_valid("bodies_within", "pose", given);
  const Pose<T> pose = rigid(given);
  require_not_negative<T>("bodies_within", "max_distance", max_distance);
  Options<T> options;
  options.max_distance = max_distance;
  std::vector<BodyDistance<T>> found;
  detail::for_each_near(world, expanded(shape.aabb(pose), options.max_distance), filter, [&](BodyId id) {
    const Body<T>& body = world.body(id);
    const PieceContact<T> c = detail::contact_with(shape, pose, body, options);
    if (c.status != Status::beyond_max && c.distance <= max_distance)
      found.push_back({id, c, c.piece_b, c.barycentrics_b});
  });
  std::sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.body < y.body; });
  return found;
}

/// The body nearest to a shape (the deepest, if some overlap), up to a distance; the lowest id among equals. Searches
/// boxes of growing size around the shape: a body whose box is beyond `reach` cannot be nearer than `reach`.
template <Scalar T, class S>
std::optional<BodyDistance<T>> closest_body(const Bodies<T>& world, const S& asked, const Pose<T>& given,
                                            std::type_identity_t<T> max_distance = infinity<T>, Filter filter = {}) {
  const Shape<T>& shape = detail::as_shape(asked);
  require_valid("closest_body", "pose", given);
  const Pose<T> pose = rigid(given);
  require_not_negative<T>("closest_body", "max_distance", max_distance);
  std::optional<BodyDistance<T>> best;
  const auto look_at = [&](BodyId id) {
    const Body<T>& body = world.body(id);
    Options<T> options;
    options.max_distance = max(T(0), best ? min(max_distance, best->contact.distance) : max_distance);
    const PieceContact<T> c = detail::contact_with(shape, pose, body, options);
    if (c.status == Status::beyond_max || !(c.distance <= max_distance)) return;
    const bool nearer = !best || std::tie(c.distance, id) < std::tie(best->contact.distance, best->body);
    if (nearer) best = BodyDistance<T>{id, c, c.piece_b, c.barycentrics_b};
  };
  const T rounding = unit_roundoff<T> * (norm(pose.translation) + shape.origin_radius());
  for (T reach = max(shape.bounding_radius(), rounding);; reach *= T(2)) {
    const bool last = !(reach < max_distance) || reach == T(0);  // a point at the origin has no scale: test all
    const T around = reach == T(0) ? infinity<T> : min(reach, max(max_distance, T(0)));
    detail::for_each_near(world, expanded(shape.aabb(pose), around), filter, look_at);
    if (last || (best && best->contact.distance <= around) || !is_finite(around)) return best;
  }
}

/// The first body that a shape meets on a straight path, certified like shape_cast; the lowest id among equals. A body
/// that the shape overlaps at the start is met at time 0, with the status `initial_overlap`.
template <Scalar T, class S>
std::optional<BodyImpact<T>> closest_cast(const Bodies<T>& world, const S& asked, const Pose<T>& given,
                                          const Vec3<std::type_identity_t<T>>& translation, Filter filter = {},
                                          const Options<T>& options = {}) {
  const Shape<T>& shape = detail::as_shape(asked);
  require_valid("closest_cast", "pose", given);
  const Pose<T> pose = rigid(given);
  require_finite<T>("closest_cast", "translation", translation);
  require_valid("closest_cast", options);
  std::optional<BodyImpact<T>> best;
  const Motion<T> motion{.start = pose, .velocity = translation};
  detail::for_each_near(world, swept_aabb(shape, motion), filter, [&](BodyId id) {
    const Body<T>& body = world.body(id);
    const PieceImpact<T> impact = detail::with_shape(body, [&](const auto& s) {
      return detail::in_pieces(shape_cast(shape, pose, translation, s, body.pose, options));
    });
    if (impact.status == MotionStatus::none || impact.status == MotionStatus::invalid) return;
    if (!best || std::tie(impact.time, id) < std::tie(best->impact.time, best->body))
      best = {id, impact, impact.piece_b, impact.barycentrics_b};
  });
  return best;
}

}  // namespace tactus
