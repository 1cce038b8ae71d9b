#pragma once
/// Fewer parts: two become one where their common hull is good enough, or must, where there are too many.
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/decompose/part.h>

namespace tactus::decomposition {

std::vector<Part> join(std::vector<Part> parts, const Measure& measure, const DecomposeOptions& options);

}  // namespace tactus::decomposition
