#pragma once
/// The input of a solver: the moving bodies, the contacts between them, and one step of time. All contiguous, and in an
/// order that does not depend on threads.
#include <tactus/math/pose.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tactus::sim::rigid {

/// The data of a contact point from one step to the next, in the world's own history: found again by contact id.
template <Scalar T> struct PointImpulse {
  T normal{};  // of the last step or sub-step of a solver
  Vec3<T> friction{};  // on B, perpendicular to the normal
  T total{};  // along the normal, over the whole last step

  friend constexpr bool operator==(const PointImpulse&, const PointImpulse&) = default;
};

/// The data of a body that the loops over contacts need. A body that does not move has zero inverse mass and inertia.
template <Scalar T> struct SolverBody {
  Vec3<T> velocity{}, angular_velocity{};  // of the centre of mass, in world axes
  T inverse_mass{};
  Mat3<T> inverse_inertia = Mat3<T>::zero();  // in world axes
};

/// The data that only the integration of a body needs.
template <Scalar T> struct SolverMotion {
  Vec3<T> acceleration{}, angular_acceleration{};  // from gravity and the user's forces
  Vec3<T> center{};  // of mass
  Mat3<T> rotation{};  // both at the start of the step
  Vec3<T> moved{}, turned{};  // since then: the sums of velocities times time
  Quat<T> turn{};
  Mat3<T> inertia = Mat3<T>::zero(), inverse_inertia = Mat3<T>::zero();  // in the body's frame
  bool gyroscopic = false;  // its inertia differs between axes, so its rotation axis changes
};

/// Two bodies in contact. Body 0 of the problem stands for everything that does not move.
template <Scalar T> struct ContactPair {
  std::uint32_t a = 0, b = 0;  // indices of bodies
  std::uint32_t first = 0, count = 0;  // of its points
  Vec3<T> normal{}, tangent_u{}, tangent_v{};  // the normal from A to B
  T friction{}, restitution{};
  T size{};  // 2·min(r_A, r_B)
};

/// One point of a pair. Impulses act on B, and their opposite on A.
template <Scalar T> struct PointRow {
  Vec3<T> arm_a{}, arm_b{};  // from the centres of mass
  Vec3<T> turn_a{}, turn_b{};  // arm × normal: how the angular velocities contribute to the speed along the normal
  Vec3<T> spin_a{}, spin_b{};  // the change of the angular velocities by a unit impulse along the normal
  T separation{};  // at the start of the step; negative inside
  T gap{};  // current: updated by solvers that move bodies more than once
  T normal_mass{};  // 1 / the change of the normal velocity by a unit impulse along the normal
  T tangent_mass{};  // the lesser of those along both tangents: one for both, so that friction opposes the sliding
  T normal_impulse{}, impulse_u{}, impulse_v{};
  T total{};  // of the normal impulses of the whole step
};

template <Scalar T> struct StepProblem {
  T dt{};
  T bounce_speed{};  // contacts that close slower do not bounce
  std::vector<SolverBody<T>> bodies;
  std::vector<SolverMotion<T>> motions;  // one for each body
  std::vector<ContactPair<T>> pairs;
  std::vector<PointRow<T>> points;

  std::span<PointRow<T>> points_of(const ContactPair<T>& pair) { return {points.data() + pair.first, pair.count}; }
};

}  // namespace tactus::sim::rigid
