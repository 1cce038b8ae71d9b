// SPDX-License-Identifier: MIT
#pragma once
/// What the oracle says of two placed shapes, at the rotations that their poses mean; half-spaces too.
#include <tests/helpers/oracle_body.h>
#include <tests/oracle/smooth_distance.h>

namespace tactus::testing {

/// The nearest rotation to m in long double, by Newton's iteration on the polar decomposition, with nothing of tactus.
inline oracle::Mat3 nearest_rotation(oracle::Mat3 m) {
  for (int k = 0; k < 8; ++k) {
    const oracle::Vec3 c0 = oracle::cross(m.r1, m.r2), c1 = oracle::cross(m.r2, m.r0), c2 = oracle::cross(m.r0, m.r1);
    const long double det = oracle::dot(m.r0, c0);  // the inverse's transpose has the rows c / det
    m = {(m.r0 + c0 / det) / 2, (m.r1 + c1 / det) / 2, (m.r2 + c2 / det) / 2};
  }
  return m;
}
template <class T> oracle::Pose meant_by(const Pose<T>& pose) {
  oracle::Pose x = to_oracle(pose);
  x.rotation = nearest_rotation(x.rotation);
  return x;
}

template <class T>
oracle::Answer truth_of(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b) {
  const auto* plane_a = a.template get_if<HalfSpace<T>>();
  const auto* plane_b = b.template get_if<HalfSpace<T>>();
  const oracle::Effort effort{.gap_tolerance = 1e-15L, .depth_tolerance = std::same_as<T, float> ? 1e-7L : 1e-8L};
  if (!plane_a && !plane_b)
    return oracle::smooth_distance(to_oracle(a), meant_by(pose_a), to_oracle(b), meant_by(pose_b), effort);
  const oracle::Pose at_plane = meant_by(plane_a ? pose_a : pose_b), at_body = meant_by(plane_a ? pose_b : pose_a);
  const HalfSpace<T>& plane = plane_a ? *plane_a : *plane_b;
  const oracle::Body body = to_oracle(plane_a ? b : a);
  const oracle::Vec3 n = to_oracle(plane.normal), unit = at_plane.rotation * (n / oracle::norm(n));
  const oracle::Vec3 lowest = at_body * body.core_support(-oracle::transpose_times(at_body.rotation, unit));
  oracle::Answer truth;
  truth.distance = oracle::dot(unit, lowest - at_plane.translation) - body.radius - plane.offset / oracle::norm(n);
  const long double own = 1e-18L * (oracle::norm(lowest) + oracle::norm(at_plane.translation) + body.reach);
  truth.lower = truth.distance - own, truth.upper = truth.distance + own;
  return truth;
}

}  // namespace tactus::testing
