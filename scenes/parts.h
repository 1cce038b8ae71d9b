// SPDX-License-Identifier: MIT
#pragma once
/// Parts shared by several scenes.
#include <scenes/random.h>
#include <scenes/scene.h>
#include <tactus/math/refuse.h>

#include <string>

namespace tactus::scenes::detail {

inline void require_size(const char* scene, int size) {
  if (size < 1) refuse(std::string(scene) + ": size " + std::to_string(size) + "; at least 1 is required");
}

/// The half-space below z = 0.
inline void add_ground(Scene& scene) {
  scene.bodies.push_back(
      {.name = "ground", .shape = HalfSpace<double>{.normal = {0, 0, 1}, .offset = 0}, .motion = MotionKind::fixed});
}

inline void add_fixed_box(Scene& scene, const char* name, const Vec3<double>& half, const Pose<double>& pose) {
  scene.bodies.push_back({.name = name, .shape = Box<double>{half}, .pose = pose, .motion = MotionKind::fixed});
}

/// Four walls around a square of side 2·half_side about the z axis.
inline void add_walls(Scene& scene, double half_side, double height, double thickness) {
  const double out = half_side + thickness, z = height / 2, t = thickness;
  add_fixed_box(scene, "wall", {t, out + t, z}, translation(out, 0., z));
  add_fixed_box(scene, "wall", {t, out + t, z}, translation(-out, 0., z));
  add_fixed_box(scene, "wall", {half_side, t, z}, translation(0., out, z));
  add_fixed_box(scene, "wall", {half_side, t, z}, translation(0., -out, z));
}

}  // namespace tactus::scenes::detail
