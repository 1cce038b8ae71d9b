// SPDX-License-Identifier: MIT
#pragma once
/// All 2D headers, and the short names: `using namespace tactus::planar::f64;` (double) or `tactus::planar::f32`
/// (float). The names are the same as in 3D (tactus/tactus.h): here Pose is a Pose2, Contact a Contact2. Do not use
/// both namespaces in one scope.
#include <tactus/planar/contact.h>
#include <tactus/planar/entrance_block.h>
#include <tactus/planar/overlap_area.h>

/// Short names of the plane in single precision.
namespace tactus::planar::f32 {
#define TACTUS_SCALAR float
#include <tactus/planar/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::planar::f32

/// Short names of the plane in double precision.
namespace tactus::planar::f64 {
#define TACTUS_SCALAR double
#include <tactus/planar/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::planar::f64
