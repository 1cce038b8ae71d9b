// SPDX-License-Identifier: MIT
#pragma once
/// Which planes are worth trying.
#include <tactus/nonconvex/decompose/piece.h>

namespace tactus::decomposition {

/// An edge where the solid is dented: the two triangles' outer sides face each other. Cuts along
/// their planes split a polyhedron into convex pieces exactly.
struct ReflexEdge {
  Vec3<double> a, b;
  CutPlane planes[2];
  double weight;  // the sine of the angle by which it is dented
};
std::vector<ReflexEdge> reflex_edges(const Solid& solid);

/// Planes that may cut a piece, each only once. `deepest`: where the piece's hull stands out of the solid most.
std::vector<CutPlane> candidates(const Piece& piece, const std::vector<ReflexEdge>& reflex, const Vec3<double>& deepest,
                                 double snap);

}  // namespace tactus::decomposition
