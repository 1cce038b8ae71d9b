#pragma once
/// How early contacts are found.
#include <sim/rigid/body.h>

namespace tactus::sim::rigid {

/// A body's margin: a small part of its radius and the way it goes in a step, so that a pair is known before it meets,
/// up to half its radius (faster bodies overlap for a step, or are marked continuous). In powers of two, so that it
/// changes seldom: a new margin costs as much as a new pose. What does not move leaves it to those that do.
template <Scalar T> T margin_of(const RigidBody<T>& body, T dt, T part) {
  if (body.motion == MotionKind::fixed || !is_finite(body.radius)) return T(0);
  const T way = (norm(body.velocity) + norm(body.angular_velocity) * body.radius) * dt;
  const T most = body.radius * T(0.5), wanted = min(most, body.radius * part + way);
  T margin = body.radius * part;
  while (margin < wanted) margin *= T(2);
  return min(margin, most);
}

/// Is a body's margin too small, or more than four times too large?
template <Scalar T> bool is_unfit(T margin, T wanted) { return margin < wanted || margin > T(4) * wanted; }

}  // namespace tactus::sim::rigid
