// SPDX-License-Identifier: MIT
#pragma once
/// The list of all shapes that a Shape may hold. Everything that must know all of them is generated from it: Shape with
/// its kinds and visits, and the short names of tactus.h. A new shape is a header and a line here.
#include <tactus/shape/box.h>
#include <tactus/shape/cone.h>
#include <tactus/shape/custom.h>
#include <tactus/shape/ellipsoid.h>
#include <tactus/shape/flat.h>
#include <tactus/shape/half_space.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/rounded.h>

/// Expands to f(Type, kind) for every shape.
#define TACTUS_FOR_EACH_SHAPE(f)                                                                                      \
  f(Point, point) f(Segment, segment) f(Triangle, triangle) f(Rectangle, rectangle) f(Disc, disc) f(Ellipse, ellipse) \
      f(Box, box) f(Ellipsoid, ellipsoid) f(Cylinder, cylinder) f(Cone, cone) f(Frustum, frustum)                     \
          f(ConicalFrustum, conical_frustum) f(Superquadric, superquadric) f(Hull, hull) f(Sphere, sphere)            \
              f(Capsule, capsule) f(Lozenge, lozenge) f(RoundBox, round_box) f(Wheel, wheel) f(HalfSpace, half_space) \
                  f(Custom, custom)
