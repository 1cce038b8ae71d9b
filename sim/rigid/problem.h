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

/// A body as the loops over contacts see it: they touch its first cache line. What does not move has no inverse mass and
/// no inverse inertia.
template <Scalar T> struct alignas(8 * sizeof(T)) SolverBody {
  Vec3<T> velocity{};  // of the centre of mass, in world axes
  T inverse_mass{};
  Vec3<T> angular_velocity{};
  T unused{};
  Mat3<T> inverse_inertia = Mat3<T>::zero();  // in world axes
};

/// What only the integration of a body looks at, but for the first line, which says how far it has come.
template <Scalar T> struct alignas(8 * sizeof(T)) SolverMotion {
  Vec3<T> moved{};  // since the step began: the sums of velocities times time
  T unused{};
  Vec3<T> turned{};
  T unused_too{};
  Vec3<T> acceleration{}, angular_acceleration{};  // of gravity and the user's forces
  Vec3<T> center{};  // of mass
  Mat3<T> rotation{};  // both when the step began
  Quat<T> turn{};
  Mat3<T> inertia = Mat3<T>::zero(), inverse_inertia = Mat3<T>::zero();  // in the body's frame
  bool gyroscopic = false;  // its inertia differs between axes, so its rotation axis changes
};

/// Two bodies in contact. Body 0 of the problem stands for everything that does not move.
template <Scalar T> struct ContactPair {
  std::uint32_t a = 0, b = 0;  // indices of bodies
  std::uint32_t count = 0;  // of its points that take part; 0: none does
  Vec3<T> normal{}, tangent_u{}, tangent_v{};  // the normal from A to B
  T friction{}, restitution{};
  T size{};  // 2·min(r_A, r_B)
};

/// One point of it. Impulses act on B, and their opposite on A: those of the last step, and afterwards those of this one.
template <Scalar T> struct PairPoint {
  Vec3<T> position{};
  T separation{};  // when the step began; negative inside
  PointImpulse<T> impulse{};
};

/// A pair has at most so many points: as many as a world's contact keeps.
inline constexpr std::size_t points_per_pair = 4;

/// Handing out work takes some microseconds, each time: what takes little more is left to one thread.
constexpr int threads_for(std::size_t count, std::size_t least, int threads) { return count < least ? 1 : threads; }

template <Scalar T> struct StepProblem {
  T dt{};
  T bounce_speed{};  // contacts that close slower do not bounce
  int threads = 1;  // 0: as many as there are
  std::vector<SolverBody<T>> bodies;
  std::vector<SolverMotion<T>> motions;  // one for each body
  std::vector<ContactPair<T>> pairs;
  std::vector<PairPoint<T>> points;  // points_per_pair places for each pair, the first `count` of them taken

  std::span<PairPoint<T>> points_of(std::size_t pair) {
    return {points.data() + pair * points_per_pair, pairs[pair].count};
  }
};

}  // namespace tactus::sim::rigid
