// SPDX-License-Identifier: MIT
#pragma once
/// A scene: bodies, their materials and their motion, as plain data. Simulators, files, tests, benchmarks and programs
/// share it. By convention, lengths are in metres, masses in kilograms, times in seconds; nothing depends on it.
#include <tactus/broad/automatic.h>
#include <tactus/contact/history/contact_history.h>
#include <tactus/nonconvex/nonconvex.h>

#include <optional>
#include <string>
#include <vector>

namespace tactus::scenes {

/// The material of a body. For a contact: the geometric mean of the frictions, the larger of the restitutions and of the
/// rolling resistances.
struct Material {
  std::string name = "default";  // for files and messages
  double density = 1000;  // mass by volume
  double friction = 0.5;  // Coulomb's coefficient
  double restitution = 0;  // 0: no bounce, 1: bounces back to the same height
  /// In [0, 1]: turning on another body is resisted by a torque of up to this part of the smaller body's bounding radius
  /// times the force between them. Only the default solver of rigid bodies uses it.
  double rolling_resistance = 0;
};

/// How a body moves.
enum class MotionKind {
  dynamic,  // moved by gravity and contacts
  kinematic,  // moves with its velocities, and nothing pushes it
  fixed,  // does not move
};

/// A body of a scene.
struct SceneBody {
  std::string name{};  // may be empty
  Shape<double> shape = Box<double>{};  // in its own frame
  Pose<double> pose{};  // of the shape's frame, whose origin need not be the centre of mass
  Vec3<double> velocity{}, angular_velocity{};  // in world axes, of the centre of mass
  MotionKind motion = MotionKind::dynamic;  // what moves it
  std::size_t material = 0;  // an index into Scene::materials
  bool continuous = false;  // does not tunnel, however fast it is
  Nonconvex<double> nonconvex{};  // a Compound, a Mesh or a HeightField, used in place of the shape
};

/// How the contacts of the scene are found (tactus/world/world.h): what the result of a run depends on.
struct WorldSettings {
  std::optional<double> tolerance{};  // none: the default of the scalar
  int max_iterations = Options<double>{}.max_iterations;  // of each query
  std::string method{};  // an algorithm's name (tactus/narrow/algorithms.h); empty: the library chooses
  broad::MethodName broad = broad::MethodName::automatic;  // which bodies are near each other
  CacheOptions<double> points{};  // how contact points are matched with those of the last step

  /// Of the narrow phase, in another scalar.
  template <Scalar T> Options<T> narrow() const {
    return {.tolerance = tolerance ? T(*tolerance) : default_tolerance<T>, .max_iterations = max_iterations};
  }
};

/// What a simulator starts from.
struct Scene {
  std::string name{};  // for files and messages
  Vec3<double> gravity{0, 0, -9.81};  // acceleration
  double step = 1.0 / 60;  // of simulated time
  double seconds = 10;  // default length of a run, in simulated time
  WorldSettings world{};  // how contacts are found
  std::vector<Material> materials{Material{}};  // bodies refer to them by index
  std::vector<SceneBody> bodies{};  // in the order in which a simulation adds them
};

}  // namespace tactus::scenes
