#pragma once
/// Everything of the plane, and its short names: `using namespace tactus::planar::f64;` (double) or `tactus::planar::f32`
/// (float). They are those of space (tactus/tactus.h): Pose is a Pose2, Contact a Contact2. Use one of both in a scope.
#include <tactus/planar/contact.h>
#include <tactus/planar/entrance_block.h>
#include <tactus/planar/overlap_area.h>

namespace tactus::planar::f32 {
#define TACTUS_SCALAR float
#include <tactus/planar/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::planar::f32

namespace tactus::planar::f64 {
#define TACTUS_SCALAR double
#include <tactus/planar/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::planar::f64
