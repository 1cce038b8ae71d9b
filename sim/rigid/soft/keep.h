// SPDX-License-Identifier: MIT
#pragma once
/// Copies the impulses of the soft solver back into the points of the problem, once per step.
#include <sim/rigid/soft/given.h>

namespace tactus::sim::rigid {

namespace {

/// Friction is shared among the points so that it adds up to the friction and the twist of the contact.
template <Scalar T>
void keep(StepProblem<T>& problem, const PairGroup& group, const ContactLanes<T>& c, const PointLanes<T>* points) {
  const Given<T, StepProblem<T>> given{problem, group};
  const Vector<T> zero(T(0)), one(T(1)), count(T(group.count));
  const Vector3<T> normal = load(c.normal), sliding = load(c.impulse);
  Vector3<T> middle{zero, zero, zero}, positions[points_per_pair] = {normal, normal, normal, normal};
  for (std::size_t k = 0; k < group.count; ++k) positions[k] = given.positions(k).xyz(), middle = middle + positions[k];
  middle = middle / count;
  Vector<T> around = zero;
  for (std::size_t k = 0; k < group.count; ++k) around = around + norm_squared(cross(normal, positions[k] - middle));
  const Vector3<T> off = middle - given.centers(c.b) - load(c.arm_b);
  const Vector<T> twist_there = load(c.impulse_twist) - dot(normal, cross(off, sliding));
  const Vector<T> twist = where_greater(around, zero, twist_there / where_greater(around, zero, around, one), zero);
  for (std::size_t k = 0; k < group.count; ++k) {
    const Vector3<T> friction = sliding / count + cross(normal, positions[k] - middle) * twist;
    Numbers<T>{load(points[k].impulse), friction.x, friction.y, friction.z}.scatter(
        [&](auto lane) { return given.has(lane) ? &given.point(lane, k).impulse.normal : nullptr; });
    for (std::uint32_t lane = 0; lane < width<T> && given.has(lane); ++lane)
      given.point(lane, k).impulse.total = points[k].total.v[lane];
  }
}

}  // namespace

}  // namespace tactus::sim::rigid
