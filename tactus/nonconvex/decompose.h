// SPDX-License-Identifier: MIT
#pragma once
/// Convex decomposition: a few hulls that cover a solid, and how far they stand out of it.
#include <tactus/math/export.h>
#include <tactus/nonconvex/solid.h>
#include <tactus/shape/hull.h>

#include <functional>
#include <stop_token>

namespace tactus {

/// When to stop cutting, and how.
struct DecomposeOptions {
  /// A length: pieces are cut until none stands out of the solid by more. 0: a fiftieth of the box's diagonal.
  double concavity = 0;
  int max_pieces = 64;  // the most pieces, even if the concavity is not reached
  int max_vertices = 64;  // per hull, at least 8
  int threads = 0;  // 0: one per core. The result does not depend on it.
  /// Called now and then with the share of the work that remains, from 1 down to 0; on the calling thread.
  std::function<void(double)> remaining = {};
  /// After a stop request, a decomposition ends soon. Its pieces still cover the solid, and are measured.
  std::stop_token stop = {};
};

/// Convex pieces that cover a solid. `concavity` is the largest distance of a point of the pieces from the solid
/// (inside counts as 0): so the distance from a body outside to the pieces is at most `concavity` smaller than that to
/// the solid, and at most `cover` larger.
struct Decomposition {
  std::vector<Hull<double>> pieces;
  double concavity = 0;  // an upper bound, valid if `solid`
  double concavity_lower = 0;  // a lower bound: some point of some piece stands out by this
  double cover = 0;  // no point of the solid is farther from all pieces than this: rounding, and 2e-7 of its size
  double solid_volume = 0, pieces_volume = 0;  // pieces_volume: the sum, which counts overlaps of pieces twice
  bool solid = true;  // false: the surface is not closed. The pieces are best effort, and no bound is promised.
  bool reached = true;  // false if max_pieces, max_vertices or a stop request came before the requested concavity
  bool stopped = false;  // it ended because of a stop request
};

/// Cuts the solid by planes, the worst piece first, and then joins pieces whose common hull is good enough. Cuts come
/// from the faces at reflex edges, from slices along the axes, and from where a hull stands out most; the cut whose two
/// hulls have the least volume is used. [Wei et al. 2022: cuts by planes, pieces measured by distances; differs: the
/// distance is bounded from above, and caps are not triangulated, see decompose/piece.h] Throws std::invalid_argument
/// if the options or the triangles are invalid (solid.h).
TACTUS_API Decomposition decompose(const TriangleList<double>& list, const DecomposeOptions& options = {});
TACTUS_API Decomposition decompose(const Solid& solid, const DecomposeOptions& options = {});

}  // namespace tactus
