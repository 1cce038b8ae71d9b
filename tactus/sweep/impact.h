// SPDX-License-Identifier: MIT
#pragma once
/// The answer of a motion query.
#include <tactus/core/contact.h>
#include <tactus/core/motion_status.h>
#include <tactus/math/pose.h>

namespace tactus {

/// The answer of a query about two moving shapes. The motion is certified free on [0, lower]: no contact there,
/// whatever the status (a start within the tolerance of touch gets no deeper than the tolerance). `upper` is a time at
/// which the shapes are known to be in contact; infinity if none is known. `time` is how far the bodies may go: that of
/// the hit, 0 for an overlap, `lower` if stalled, 1 for no hit. `contact` describes the pair at a hit or an initial
/// overlap, in the world: the distance is within the tolerance.
template <Scalar T> struct Impact {
  MotionStatus status = MotionStatus::invalid;
  T time{std::numeric_limits<T>::quiet_NaN()}, lower{}, upper{infinity<T>};
  Contact<T> contact{};
  int steps = 0;  // certified advances
  T resolution{};  // the tolerance as a distance: tolerance · size, or the rounding floor if larger

  constexpr bool hit() const { return status == MotionStatus::hit; }

  friend std::ostream& operator<<(std::ostream& os, const Impact& i) {
    return os << i.status << " at " << i.time << " in [" << i.lower << ", " << i.upper << "], " << i.steps
              << " steps; contact " << i.contact;
  }
};

namespace detail {

/// A contact in A's frame, converted to the world; the bounds are widened by the rounding of the conversion.
template <Scalar T>
[[gnu::always_inline]] constexpr Contact<T> placed(Contact<T> c, const Pose<T>& pose_a,
                                                   std::type_identity_t<T> rounding) {
  c.lower -= rounding, c.upper += rounding;
  c.normal = unit_or_up(pose_a.rotation * c.normal);
  const Vec3<T> middle = pose_a * c.point();
  c.point_a = middle - (c.distance * T(0.5)) * c.normal;
  c.point_b = middle + (c.distance * T(0.5)) * c.normal;
  return c;
}

}  // namespace detail

namespace sweep {

/// The same impact with the names of A and B exchanged.
template <Scalar T> Impact<T> mirrored(Impact<T> i) {
  i.contact = tactus::mirrored(i.contact);
  return i;
}

}  // namespace sweep

}  // namespace tactus
