// SPDX-License-Identifier: MIT
#pragma once
/// The contact points of one pair of bodies from one step to the next, with a solver's data on them.
#include <tactus/contact/history/contact_matching.h>
#include <tactus/contact/history/steady_reduction.h>
#include <tactus/core/reject.h>

#include <algorithm>

namespace tactus {

/// The data that a solver accumulates per point, unless it uses its own type.
template <Scalar T> struct Impulses {
  T normal{}, tangent_u{}, tangent_v{};  // along the normal, and along the two tangents that the solver uses
};

/// How points are matched and chosen. Lengths are relative to the pair's size (docs/contract.md).
template <Scalar T> struct CacheOptions {
  Matching matching = Matching::id_then_body_space;  // how twins are found
  T reach = T(0.125L);  // a point without a twin by id is matched to one within this distance in the frame of one body
  Hysteresis<T> hysteresis{};  // how much better a new choice of points must be

  friend std::ostream& operator<<(std::ostream& os, const CacheOptions& o) {
    return os << "CacheOptions{.reach = " << o.reach << ", .hysteresis = {.area = " << o.hysteresis.area
              << ", .depth = " << o.hysteresis.depth << "}}";
  }
};

/// The rule for these options, which World and ContactCache check: no number is negative or NaN.
template <Scalar T> constexpr bool is_valid(const CacheOptions<T>& o) {
  return o.reach >= T(0) && o.hysteresis.area >= T(0) && o.hysteresis.depth >= T(0);
}
/// Throws std::invalid_argument, in the name of the call, if they are not valid.
template <Scalar T> void require_valid(const char* call, const CacheOptions<T>& options) {
  if (!is_valid(options)) reject(call, ": ", options, ": none of these may be negative or not a number");
}

/// A contact point with its history.
template <Scalar T, class UserData = Impulses<T>> struct CachedPoint {
  Vec3<T> position{};  // in the world
  T distance{};  // negative if the bodies overlap there
  ContactId id;  // of the features that meet there
  std::uint32_t began = 0;  // the step in which it appeared
  Vec3<T> local_a{}, local_b{};  // on A's surface in A's frame, on B's surface in B's frame
  UserData data{};  // the solver's; UserData{} for a new point
};

/// The last state of a point that has ended.
template <class UserData> struct EndedPoint {
  ContactId id;  // as in the last step
  UserData data{};  // as the solver left it
};

/// The contact points of one pair of bodies. The `count` points of this step have its geometry and the data of their
/// twins in the last step; `ended_count` points of the last step have no twin.
template <Scalar T, class UserData = Impulses<T>, int Capacity = 4> struct ContactHistory {
  static_assert(1 <= Capacity && Capacity <= Manifold<T>::capacity);
  Status status = Status::separated;  // of the last manifold
  Vec3<T> normal{T(0), T(0), T(1)};  // in the world, from A to B
  int count = 0, ended_count = 0;
  std::array<CachedPoint<T, UserData>, std::size_t{Capacity}> points{};  // the first `count` are in use
  std::array<EndedPoint<UserData>, std::size_t{Capacity}> ended{};  // the first `ended_count` are in use

  /// Is there a point?
  constexpr bool touching() const { return count > 0; }
  /// The points of this step.
  constexpr std::span<CachedPoint<T, UserData>> contact_points() {
    return {points.data(), static_cast<std::size_t>(count)};
  }
  constexpr std::span<const CachedPoint<T, UserData>> contact_points() const {
    return {points.data(), static_cast<std::size_t>(count)};
  }
  /// So that `for (auto& p : history)` goes through the points.
  constexpr CachedPoint<T, UserData>* begin() { return points.data(); }
  constexpr CachedPoint<T, UserData>* end() { return points.data() + count; }
  constexpr const CachedPoint<T, UserData>* begin() const { return points.data(); }
  constexpr const CachedPoint<T, UserData>* end() const { return points.data() + count; }
  /// Ends all points.
  constexpr void end_all() {
    for (int i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      ended[k] = {points[k].id, points[k].data};
    }
    ended_count = std::exchange(count, 0);
  }
};

namespace detail {

/// This step's geometry of a point, in place.
template <Scalar T, class UserData>
constexpr void set_geometry(CachedPoint<T, UserData>& p, const ContactPoint<T>& now, const Vec3<T>& normal,
                            const Pose<T>& pose_a, const Pose<T>& pose_b) {
  const LocatedPoint<T> at = located(now, normal, pose_a, pose_b);
  p.position = at.position, p.distance = at.distance, p.id = at.id;
  p.local_a = at.local_a, p.local_b = at.local_b;
}

/// Are these the same points in the same order, each with its own id? This is true for most contacts from step to step.
template <class Before, class Now> constexpr bool same_ids(std::span<const Before> before, std::span<const Now> now) {
  if (before.size() != now.size()) return false;
  bool same = true;
  for (std::size_t j = 0; j < now.size(); ++j) {
    same &= same_id(before[j].id, now[j].id);
    for (std::size_t i = 0; i < j; ++i) same &= !same_id(now[i].id, now[j].id);
  }
  return same;
}

}  // namespace detail

/// Puts a new manifold (in the world, normal from A to B) into a pair's history: finds each point's twin of the last
/// update, reduces to the capacity with hysteresis, and carries the data over. `size` is the pair's: 2·min(r_A, r_B);
/// `step` says when new points begin. A manifold without points, or with status `invalid`, ends all points. Changes
/// only the history: different pairs may be updated at the same time.
template <Scalar T, class UserData, int Capacity>
constexpr void update(ContactHistory<T, UserData, Capacity>& history, const Manifold<T>& manifold,
                      const Pose<T>& pose_a, const Pose<T>& pose_b, std::type_identity_t<T> size, std::uint32_t step,
                      const CacheOptions<T>& options = {}) {
  using Point = CachedPoint<T, UserData>;
  history.status = manifold.status;
  history.normal = manifold.normal;
  const auto n = static_cast<std::size_t>(manifold.status == Status::invalid ? 0 : manifold.count);
  if (n == 0) return history.end_all();
  const std::span<const Point> known = history.contact_points();
  const bool ids_count = uses_ids(options.matching);
  if (ids_count && detail::same_ids(known, manifold.span())) {
    for (std::size_t j = 0; j < n; ++j)
      detail::set_geometry(history.points[j], manifold.points[j], manifold.normal, pose_a, pose_b);
    history.ended_count = 0;
    return;
  }
  Twins twins;
  const bool by_id = ids_count && match_all_by_id(twins, known, manifold.span());
  if (!by_id) {
    std::array<LocatedPoint<T>, Manifold<T>::capacity> now;
    for (std::size_t j = 0; j < n; ++j) now[j] = located(manifold.points[j], manifold.normal, pose_a, pose_b);
    twins =
        match_points(known, std::span<const LocatedPoint<T>>(now.data(), n), options.matching, options.reach * size);
  }
  PointSet kept = 0;
  for (std::size_t j = 0; j < n; ++j) kept |= PointSet{twins[j] >= 0} << j;
  const PointSet chosen = steady_reduction(manifold, Capacity, kept, size, options.hysteresis);

  const auto before = history.points;
  PointSet lives_on = 0;
  std::size_t count = 0;
  for (PointSet rest = chosen; rest; rest &= rest - 1) {
    const auto j = static_cast<std::size_t>(std::countr_zero(rest));
    Point& p = history.points[count++];
    detail::set_geometry(p, manifold.points[j], manifold.normal, pose_a, pose_b);
    p.began = step, p.data = {};
    if (twins[j] < 0) continue;
    const Point& twin = before[static_cast<std::size_t>(twins[j])];
    p.began = twin.began, p.data = twin.data;
    lives_on |= PointSet{1} << twins[j];
  }
  history.ended_count = 0;
  for (int i = 0; i < history.count; ++i) {
    const Point& p = before[static_cast<std::size_t>(i)];
    if (!(lives_on >> i & 1u)) history.ended[static_cast<std::size_t>(history.ended_count++)] = {p.id, p.data};
  }
  history.count = static_cast<int>(count);
}

}  // namespace tactus
