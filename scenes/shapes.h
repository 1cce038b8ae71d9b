#pragma once
/// Shapes for scenes: one of each kind, in many proportions.
#include <scenes/random.h>
#include <tactus/shape/shape.h>

#include <span>

namespace tactus::scenes {

/// The kinds that have a volume, and so can be dynamic. (A shape of the user's own is in no scene.)
std::span<const ShapeKind> solid_kinds();
/// Those that have none.
std::span<const ShapeKind> flat_kinds();

/// Within a ball of that radius about its origin, more or less; its proportions are drawn.
Shape<double> make_shape(ShapeKind kind, double radius, Random& random);

}  // namespace tactus::scenes
