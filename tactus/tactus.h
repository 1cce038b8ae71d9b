// SPDX-License-Identifier: MIT
#pragma once
/// Includes what most programs use (shapes, queries, motion, worlds, all algorithms) and defines the short names:
/// `using namespace tactus::f64;` (double) or `tactus::f32` (float). Not included: batches (tactus/batch/batch.h,
/// bodies.h), decomposition and distance grids (tactus/nonconvex/), the plane (tactus/planar.h), Eigen
/// (tactus/interop/).
#include <tactus/broad/automatic.h>
#include <tactus/broad/sort_and_sweep.h>
#include <tactus/broad/sweep_and_prune.h>
#include <tactus/contact/overlap_volume.h>
#include <tactus/contact/perturbed_sampling.h>
#include <tactus/core/contact_type.h>
#include <tactus/math/counted.h>
#include <tactus/narrow/algorithms.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tactus/shape/mass.h>
#include <tactus/sweep/bisection.h>
#include <tactus/version.h>
#include <tactus/world/advance.h>
#include <tactus/world/queries.h>
#include <tactus/world/world.h>

/// Short names in single precision: tactus::f32::Shape is tactus::Shape<float>.
namespace tactus::f32 {
#define TACTUS_SCALAR float
#include <tactus/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::f32

/// Short names in double precision: tactus::f64::Shape is tactus::Shape<double>.
namespace tactus::f64 {
#define TACTUS_SCALAR double
#include <tactus/aliases.inc>
#undef TACTUS_SCALAR
}  // namespace tactus::f64
