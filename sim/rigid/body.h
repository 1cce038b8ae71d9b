// SPDX-License-Identifier: MIT
#pragma once
/// A body of a simulation: its description by the user, and its internal record.
#include <scenes/scene.h>
#include <sim/rigid/options.h>
#include <tactus/world/body.h>

namespace tactus::sim::rigid {

using scenes::MotionKind;

/// simulation.add({.shape = Box{...}, .pose = ..., .density = 500}), or .nonconvex = Mesh(...) in place of the shape
template <Scalar T> struct BodyInit {
  Shape<T> shape = Box<T>{};
  Pose<T> pose{};  // of the shape's frame, whose origin need not be the centre of mass
  Vec3<T> velocity{}, angular_velocity{};  // in world axes, of and about the centre of mass
  MotionKind motion = MotionKind::dynamic;  // what moves it
  /// Mass by volume, and the material's numbers as described at scenes::Material, which also says how a contact
  /// combines those of two bodies.
  T density = T(1000), friction = T(0.5), restitution = T(0), rolling_resistance = T(0);
  bool continuous = false;  // does not tunnel, however fast it is
  bool sensor = false;  // its contacts are reported, but push nothing
  Filter filter{};  // which bodies it may touch
  std::uint64_t user_data = 0;  // the caller's own; the simulation does not read it
  Nonconvex<T> nonconvex{};
};

/// Mass, centre and inertia of a body in the frame of its shape; the inverses are zero for a body that no force moves.
template <Scalar T> struct BodyMass {
  T mass{}, inverse_mass{};  // the inverse is 0 for a body that no force moves
  Vec3<T> center{};  // of mass
  Mat3<T> inertia = Mat3<T>::zero(), inverse_inertia = Mat3<T>::zero();  // about the centre of mass
  bool isotropic = true;  // the same about all axes
};

/// The data of a body in addition to the world's Body. The pose is stored only in the world.
template <Scalar T> struct RigidBody {
  BodyId id{};
  MotionKind motion = MotionKind::fixed;
  bool alive = false, continuous = false, sensor = false;
  bool surface = false;  // of triangles, without an inside
  T friction{}, restitution{}, rolling_resistance{}, radius{};
  T half_thickness{};  // of a continuous body: the radius of a ball that fits into it, about; else 0
  BodyMass<T> mass{};
  Vec3<T> velocity{}, angular_velocity{};
  Vec3<T> force{}, torque{};  // the user's, until the end of the next step
  T still_for{};  // seconds since it was last too fast to sleep
  std::uint32_t island = 0;  // the least slot of its bodies; for a sleeper, that when it fell asleep

  bool dynamic() const { return motion == MotionKind::dynamic; }
  bool moves() const { return motion != MotionKind::fixed && (velocity != Vec3<T>{} || angular_velocity != Vec3<T>{}); }
};

/// Throws std::invalid_argument for a density that is not positive, and for a shape without volume or of infinite
/// extent.
template <Scalar T> BodyMass<T> dynamic_mass(const Shape<T>& shape, T density);
/// The same for a body that is not convex: a compound or a closed mesh.
template <Scalar T> BodyMass<T> dynamic_mass(const Nonconvex<T>& nonconvex, T density);

/// Throws std::invalid_argument with the invalid value.
template <Scalar T> RigidBody<T> make_body(const BodyInit<T>& init);

}  // namespace tactus::sim::rigid
