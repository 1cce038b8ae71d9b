// SPDX-License-Identifier: MIT
#pragma once
/// Joins parts: two become one if their common hull is good enough, or if there are too many parts.
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/decompose/part.h>

namespace tactus::decomposition {

std::vector<Part> join(std::vector<Part> parts, const Measure& measure, const DecomposeOptions& options);

}  // namespace tactus::decomposition
