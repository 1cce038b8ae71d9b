// SPDX-License-Identifier: MIT
#pragma once
/// The input of a solver: the moving bodies, the contacts between them, and one step of time. All contiguous, and in an
/// order that does not depend on threads.
#include <tactus/math/pose.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tactus::sim::rigid {

/// The data that a contact point keeps from one step to the next. It is stored in the world's contact history and found
/// again by the point's id.
template <Scalar T> struct PointImpulse {
  T normal{};  // of the last step or sub-step of a solver
  Vec3<T> friction{};  // on B, perpendicular to the normal
  T total{};  // along the normal, over the whole last step

  friend constexpr bool operator==(const PointImpulse&, const PointImpulse&) = default;
};

/// The part of a body that loops over contacts read; in each pass they use only its first cache line. A body that does
/// not move has inverse mass 0 and inverse inertia 0. Loops in lanes load four numbers at a time, by their order here.
template <Scalar T> struct alignas(8 * sizeof(T)) SolverBody {
  Vec3<T> velocity{};  // of the centre of mass, in world axes
  T inverse_mass{};
  Vec3<T> angular_velocity{};
  T unused{};
  Vec3<T> center{};  // of mass, when the step began
  Mat3<T> inverse_inertia = Mat3<T>::zero();  // in world axes
};

/// The part of a body that only the integration reads. (The first cache line is an exception: solvers read how far the
/// body has moved.)
template <Scalar T> struct alignas(8 * sizeof(T)) SolverMotion {
  Vec3<T> moved{};  // since the step began: the sums of velocities times time
  T gyroscopic{};  // 1 if its inertia differs between axes, so that its rotation axis changes; else 0
  Vec3<T> turned{};
  T unused{};
  Quat<T> turn{};
  Mat3<T> rotation{};  // when the step began
  Mat3<T> inertia = Mat3<T>::zero(), inverse_inertia = Mat3<T>::zero();  // in the body's frame
  Vec3<T> acceleration{}, angular_acceleration{};  // of gravity and the user's forces
};

/// Two bodies in contact. Body 0 of the problem stands for everything that does not move. Each vector is followed by a
/// number, because loops in lanes load four numbers at a time.
template <Scalar T> struct ContactPair {
  std::uint32_t a = 0, b = 0;  // indices of bodies
  std::uint32_t count = 0;  // number of points that take part; 0 if none does
  Vec3<T> normal{};  // from A to B
  T friction{};
  Vec3<T> tangent_u{};
  T size{};  // 2·min(r_A, r_B)
  Vec3<T> tangent_v{};
  T rolling_arm{};  // the greatest torque against rolling for each unit of force along the normal
  T restitution{};
};

/// One point of a pair. Its impulses act on B, and their opposites on A. Before the solver runs they are those of the
/// last step, afterwards those of this step. Loops in lanes load position and separation together, and the normal
/// impulse with that of friction.
template <Scalar T> struct PairPoint {
  Vec3<T> position{};
  T separation{};  // when the step began; negative inside
  PointImpulse<T> impulse{};
};

/// The most points of a pair: as many as a contact of a world keeps.
inline constexpr std::size_t points_per_pair = 4;

/// Starting work on other threads takes some microseconds, so small jobs (count < least) stay on one thread.
constexpr int threads_for(std::size_t count, std::size_t least, int threads) { return count < least ? 1 : threads; }

template <Scalar T> struct StepProblem {
  T dt{};
  T bounce_speed{};  // contacts that close slower do not bounce
  int threads = 1;  // 0: one per core
  std::vector<SolverBody<T>> bodies;
  std::vector<SolverMotion<T>> motions;  // one for each body
  std::vector<ContactPair<T>> pairs;
  std::vector<PairPoint<T>> points;  // points_per_pair places for each pair, of which the first `count` are used

  std::span<PairPoint<T>> points_of(std::size_t pair) {
    return {points.data() + pair * points_per_pair, pairs[pair].count};
  }
};

}  // namespace tactus::sim::rigid
