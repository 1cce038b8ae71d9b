// SPDX-License-Identifier: MIT
#pragma once
/// A pose over time t in [0, 1].
#include <tactus/math/rigid.h>

namespace tactus {

/// The maximum speed of a motion over a stretch of time, along a world direction n: along ≥ n·(velocity of the pivot),
/// turning ≥ |n × angular velocity|.
template <Scalar T> struct SpeedBound { T along, turning; };

/// A motion: constant velocity of the pivot and constant angular velocity about it (slerp, not nlerp), both in world
/// axes, per unit of t. Angles may exceed a full turn. The pivot is a point of the body, in its frame: its centre of
/// mass, or a hinge.
template <Scalar T> struct Motion {
  using Scalar = T;
  Pose<T> start{};  // where it is at time 0
  Vec3<T> velocity{}, angular_velocity{}, pivot{};  // of the pivot; about the pivot; the pivot, in the body's frame

  /// Where the pivot is at time t.
  constexpr Vec3<T> pivot_at(T t) const { return start * pivot + velocity * t; }
  /// The rotation at time t.
  Mat3<T> rotation_at(T t) const {
    if (angular_velocity == Vec3<T>{}) return start.rotation;
    return from_axis_angle(angular_velocity, norm(angular_velocity) * t) * start.rotation;
  }
  /// The pose at time t.
  Pose<T> at(T t) const {
    const Mat3<T> r = rotation_at(t);
    return {r, pivot_at(t) - r * pivot};
  }
  /// How fast the body moves along n, at most, and how fast it turns.
  constexpr SpeedBound<T> speed(const Vec3<T>& n, T /*from*/, T /*to*/) const {
    return {dot(n, velocity), norm(cross(n, angular_velocity))};
  }

  friend constexpr bool operator==(const Motion&, const Motion&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Motion& m) {
    return os << "Motion{.start = " << m.start << ", .velocity = " << m.velocity
              << ", .angular_velocity = " << m.angular_velocity << ", .pivot = " << m.pivot << '}';
  }
};

/// A body that does not move.
template <Scalar T> constexpr Motion<T> at_rest(const Pose<T>& pose) { return {.start = pose}; }

/// The motion from one pose to another, the shorter way round, about the given local point.
template <Scalar T> Motion<T> motion_between(const Pose<T>& from, const Pose<T>& to, const Vec3<T>& pivot = {}) {
  const AxisAngle<T> turn = to_axis_angle(to.rotation * transpose(from.rotation));
  return {from, to * pivot - from * pivot, turn.axis * turn.angle, pivot};
}

/// Are all numbers finite, and is the matrix a rotation? See the contract for the limit.
template <Scalar T> constexpr bool is_valid(const Motion<T>& m) {
  return is_valid(m.start) && is_finite(m.velocity) && is_finite(m.angular_velocity) && is_finite(m.pivot);
}

/// The motion with the rotation that its start stands for (math/rigid.h). The motion must be valid.
template <Scalar T> Motion<T> rigid(Motion<T> m) {
  m.start = rigid(m.start);
  return m;
}

/// A user-defined motion: a pose for every t in [0, 1], the local point about which it turns, and its maximum speed
/// between two times along a unit direction. The bounds are trusted: the answer is only as good as they are.
template <class M>
concept BoundedMotion = Scalar<typename M::Scalar> &&
    requires(const M& m, typename M::Scalar t, const Vec3<typename M::Scalar>& n) {
  { m.at(t) } -> std::convertible_to<Pose<typename M::Scalar>>;
  { m.pivot } -> std::convertible_to<Vec3<typename M::Scalar>>;
  { m.speed(n, t, t) } -> std::convertible_to<SpeedBound<typename M::Scalar>>;
};

}  // namespace tactus
