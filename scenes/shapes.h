// SPDX-License-Identifier: MIT
#pragma once
/// Shapes for scenes: one of each kind, in many proportions.
#include <scenes/random.h>
#include <tactus/shape/shape.h>

#include <span>

namespace tactus::scenes {

/// The kinds with a volume, which can be dynamic. (User-defined shapes do not appear in scenes.)
std::span<const ShapeKind> solid_kinds();
/// The kinds without volume.
std::span<const ShapeKind> flat_kinds();

/// Approximately within a ball of that radius about its origin; its proportions are random.
Shape<double> make_shape(ShapeKind kind, double radius, Random& random);

}  // namespace tactus::scenes
