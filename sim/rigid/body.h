#pragma once
/// A body of a simulation: what the user gives, and what is kept of it.
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
  MotionKind motion = MotionKind::dynamic;
  T density = T(1000), friction = T(0.5), restitution = T(0);  // two that meet: as scenes::Material says
  bool continuous = false;  // it passes through nothing, however fast it is
  bool sensor = false;  // its contacts are reported, and stop nobody
  Filter filter{};
  std::uint64_t user_data = 0;
  Nonconvex<T> nonconvex{};
};

/// Mass, centre and inertia of a body in the frame of its shape; of one that nothing moves the inverses are zero.
template <Scalar T> struct BodyMass {
  T mass{}, inverse_mass{};
  Vec3<T> center{};
  Mat3<T> inertia = Mat3<T>::zero(), inverse_inertia = Mat3<T>::zero();
  bool isotropic = true;  // the same about all axes
};

/// What a simulation keeps of a body beside the world's Body. The pose is in the world, and there only.
template <Scalar T> struct RigidBody {
  BodyId id{};
  MotionKind motion = MotionKind::fixed;
  bool alive = false, continuous = false, sensor = false;
  T friction{}, restitution{}, radius{};
  BodyMass<T> mass{};
  Vec3<T> velocity{}, angular_velocity{};
  Vec3<T> force{}, torque{};  // the user's, until the end of the next step
  T still_for{};  // seconds since it was last too fast to sleep
  std::uint32_t island = 0;  // the least slot of its bodies; of a sleeper, that when it fell asleep

  bool dynamic() const { return motion == MotionKind::dynamic; }
  bool moves() const { return motion != MotionKind::fixed && (velocity != Vec3<T>{} || angular_velocity != Vec3<T>{}); }
};

/// Throws std::invalid_argument for a density that is not positive, and for a shape without volume or without end.
template <Scalar T> BodyMass<T> dynamic_mass(const Shape<T>& shape, T density);
/// Of a body that is not convex: a compound, or a mesh that is closed.
template <Scalar T> BodyMass<T> dynamic_mass(const Nonconvex<T>& nonconvex, T density);

/// Throws std::invalid_argument, and names what is wrong.
template <Scalar T> RigidBody<T> make_body(const BodyInit<T>& init);

}  // namespace tactus::sim::rigid
