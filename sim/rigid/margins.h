#pragma once
/// How early contacts are found.
#include <sim/rigid/body.h>

namespace tactus::sim::rigid {

/// The margin a body needs: a small part of its radius and the way it goes in a step, so that a pair is known before it
/// meets, up to half its radius (faster bodies overlap for a step, or are marked continuous). What does not move leaves
/// it to those that do.
template <Scalar T> T least_margin(const RigidBody<T>& body, T dt, T part) {
  if (body.motion == MotionKind::fixed || !is_finite(body.radius)) return T(0);
  const T way = (norm(body.velocity) + norm(body.angular_velocity) * body.radius) * dt;
  return min(body.radius * T(0.5), body.radius * part + way);
}

/// A new margin costs as much as a new pose, so it is somewhat larger than need be, and kept while it is enough and at
/// most twice that.
template <Scalar T> T fitting_margin(T margin, T least) {
  return margin < least || margin > T(2) * least ? least * T(1.25) : margin;
}

}  // namespace tactus::sim::rigid
