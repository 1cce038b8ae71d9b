// SPDX-License-Identifier: MIT
#pragma once
/// Falling bodies of every kind.
#include <scenes/random.h>
#include <scenes/scene.h>

namespace tactus::scenes::detail {

/// Stone, wood, rubber, ice. A little rolling resistance brings balls to rest, so that heaps fall asleep.
std::vector<Material> common_materials();

constexpr double rain_radius = 0.5, rain_spacing = 1.3;  // of bodies on a grid: no two touch, in any rotation

/// Bodies of every kind in turn, with random rotations, in layers of columns × columns from a height upwards.
void add_rain(Scene& scene, Random& random, int size, int columns, double from_height);

}  // namespace tactus::scenes::detail
