// SPDX-License-Identifier: MIT
#pragma once
/// How early contacts are found.
#include <sim/rigid/body.h>

namespace tactus::sim::rigid {

/// The margin that a body needs: a small part of its radius plus its motion in a step, so that a pair is known before
/// it meets, up to half its radius (faster bodies overlap for a step, or are marked continuous). A fixed body
/// has margin 0: the margins of the others are enough.
template <Scalar T> T least_margin(const RigidBody<T>& body, T dt, T part) {
  if (body.motion == MotionKind::fixed || !is_finite(body.radius)) return T(0);
  const T way = (norm(body.velocity) + norm(body.angular_velocity) * body.radius) * dt;
  return min(body.radius * T(0.5), body.radius * part + way);
}

/// A new margin costs as much as a new pose, so it is made somewhat larger than necessary, and kept while it is
/// sufficient and at most twice what is needed.
template <Scalar T> T fitting_margin(T margin, T least) {
  return margin < least || margin > T(2) * least ? least * T(1.25) : margin;
}

}  // namespace tactus::sim::rigid
