#pragma once
/// Everything, and the short names: `using namespace tactus::f64;` (double) or `tactus::f32` (float).
#include <tactus/core/contact_type.h>
#include <tactus/math/counted.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tactus/shape/mass.h>
#include <tactus/version.h>

namespace tactus::f32 {
#define TACTUS_SCALAR float
#include <tactus/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::f32

namespace tactus::f64 {
#define TACTUS_SCALAR double
#include <tactus/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::f64
