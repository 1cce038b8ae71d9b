// SPDX-License-Identifier: MIT
#pragma once
/// One example of every bounded built-in shape, for the tests that go through all of them.
#include <tactus/shape/shape.h>

namespace tactus::laws {

/// Calls f(shape) for each plain shape without volume.
template <class T, class F> void for_each_flat_shape(F&& f) {
  f(Point<T>{.position = {T(1), T(2), T(3)}});
  f(Segment<T>{.half_height = T(2)});
  f(Triangle<T>{.a = {T(0), T(0), T(0)}, .b = {T(2), T(0), T(1)}, .c = {T(0), T(3), T(0)}});
  f(Rectangle<T>{.half = {T(1), T(2)}});
  f(Disc<T>{.radius = T(1.5)});
  f(Ellipse<T>{.radii = {T(1), T(2)}});
}

/// Calls f(shape) for each plain shape with a volume.
template <class T, class F> void for_each_solid(F&& f) {
  f(Box<T>{.half = {T(1), T(2), T(3)}});
  f(Ellipsoid<T>{.radii = {T(1), T(2), T(3)}});
  f(Cylinder<T>{.radius = T(1), .half_height = T(2)});
  f(Cone<T>{.radius = T(1), .half_height = T(2)});
  f(Frustum<T>{.bottom = {T(2), T(1)}, .top = {T(1), T(0.5)}, .half_height = T(1.5)});
  f(ConicalFrustum<T>{.bottom_radius = T(2), .top_radius = T(1), .half_height = T(1.5)});
  f(Superquadric<T>{.radii = {T(1), T(2), T(3)}, .e1 = T(0.5), .e2 = T(1.5)});
  f(Sphere<T>{.radius = T(2)});
  f(Capsule<T>{.radius = T(0.5), .half_height = T(2)});
  f(Lozenge<T>{.half = {T(1), T(2)}, .radius = T(0.25)});
  f(RoundBox<T>{.half = {T(1), T(2), T(3)}, .radius = T(0.5)});
  f(Wheel<T>{.radius = T(2), .rounding = T(0.5)});
}

/// All of them, in the order of ShapeKind.
template <class T, class F> void for_each_plain_shape(F&& f) {
  for_each_flat_shape<T>(f);
  for_each_solid<T>(f);
}

}  // namespace tactus::laws
