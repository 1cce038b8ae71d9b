// SPDX-License-Identifier: MIT
#pragma once
/// The parts of a simulation: kinds of particles in several sizes, the particles, and walls.
#include <sim/dem/laws.h>
#include <tactus/shape/mass_properties.h>
#include <tactus/shape/shape.h>
#include <tactus/world/body.h>

#include <string>
#include <vector>

namespace tactus::sim::dem {

/// One size of a kind: a shape, and the weight with which it is drawn among the sizes.
template <Scalar T> struct SizedShape {
  Shape<T> shape;
  T weight = T(1);
};

/// A kind of particles; statistics group particles by kind. sizes.h makes the list of sizes from one shape.
template <Scalar T> struct ParticleKind {
  std::string name;  // for files and messages
  std::vector<SizedShape<T>> sizes{};  // at least one
  T density = T(2500);  // mass by volume
};

/// A size of a kind with everything derived from it. Particles refer to a grain by its index.
template <Scalar T> struct Grain {
  Shape<T> shape;  // in its own frame
  std::uint32_t kind = 0;  // the number of its kind
  T weight = T(1);  // among the sizes of the kind
  T density{}, mass{}, inverse_mass{};  // mass by volume, mass, 1/mass
  Vec3<T> center{};  // of mass, in the shape's frame
  Mat3<T> axes{};  // columns: the principal axes of inertia, in the shape's frame
  Vec3<T> inertia{}, inverse_inertia{};  // about them
  bool isotropic = true;  // the same inertia about all axes
  bool axes_are_frame = true;  // the principal axes are those of the shape's frame
  T radius{};  // of a ball of the same volume
  T reach{};  // the farthest point of the shape from the centre of mass
  /// Reach² / the least inertia: how much a force at the farthest point turns the particle; compare inverse_mass.
  T turning{};
};

/// Throws std::invalid_argument for a density that is not positive, and for a shape without volume or of infinite
/// extent.
template <Scalar T> Grain<T> make_grain(const Shape<T>& shape, T density, std::uint32_t kind, T weight);

/// simulation.add({.grain = ..., .pose = ...}): a new particle.
template <Scalar T> struct ParticleInit {
  std::uint32_t grain = 0;
  Pose<T> pose{};  // of the shape's frame
  Vec3<T> velocity{}, angular_velocity{};  // in world axes, of and about the centre of mass
};

/// Between steps the positions are those of time t, the velocities those of t - h/2: leapfrog.
template <Scalar T> struct Particle {
  std::uint32_t grain = 0, slot = 0;  // slot: in the world
  bool fresh = true;  // new: its velocity is still that of time t, because no step has moved it yet
  Vec3<T> center{};  // of mass
  Quat<T> turn{};  // from the principal axes to the world
  Vec3<T> velocity{}, momentum{};  // momentum: angular, in world axes
};

/// A given motion, from `begin` to `end`: a velocity, an oscillation and a turn about an axis through `pivot`.
template <Scalar T> struct WallMotion {
  Vec3<T> velocity{};
  Vec3<T> amplitude{};  // direction and half the range of the oscillation
  T frequency{};  // hertz, of the oscillation amplitude · sin(2π · frequency · t)
  Vec3<T> angular_velocity{}, pivot{};  // radians per second about each axis; a point of the axis
  T begin{}, end = infinity<T>;

  /// Is there any motion?
  bool moves() const { return velocity != Vec3<T>{} || amplitude != Vec3<T>{} || angular_velocity != Vec3<T>{}; }
};

/// simulation.add_wall({.shape = HalfSpace{{0, 0, 1}, 0}}): a half-space, a box or any other shape that no force moves;
/// or {.nonconvex = mesh} in place of the shape: a Compound, a Mesh (a hopper) or a HeightField (a terrain).
template <Scalar T> struct Wall {
  Shape<T> shape = Box<T>{};
  Pose<T> pose{};  // at time 0
  WallMotion<T> motion{};  // none, unless it is set
  std::string name{};  // for files and messages; may be empty
  Nonconvex<T> nonconvex{};
};

/// The pose of a wall at time t, and the velocity of its points.
template <Scalar T> struct WallState {
  Pose<T> pose;
  Vec3<T> velocity, angular_velocity, pivot;  // of a point p: velocity + angular_velocity × (p - pivot)
};
/// Where a wall is at time t, and how it moves.
template <Scalar T> WallState<T> wall_at(const Wall<T>& wall, T t);

}  // namespace tactus::sim::dem
