// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/shape/hull.h>
#include <tactus/shape/triangle_list.h>

namespace tactus::bench {

/// The hulls that HACD finds if asked for at least `least_pieces`, with its defaults (concavity 100 at scale 1000).
std::vector<Hull<double>> hacd_pieces(const TriangleList<double>& mesh, int least_pieces, int max_vertices);

}  // namespace tactus::bench
