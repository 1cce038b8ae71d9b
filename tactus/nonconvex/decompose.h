#pragma once
/// Convex decomposition: a few hulls that cover a solid, and how far they stand out of it.
#include <tactus/math/export.h>
#include <tactus/nonconvex/solid.h>
#include <tactus/shape/hull.h>

#include <functional>
#include <stop_token>

namespace tactus {

struct DecomposeOptions {
  /// A length: pieces are cut until none stands out of the solid by more. 0: a fiftieth of the box's diagonal.
  double concavity = 0;
  int max_pieces = 64;
  int max_vertices = 64;  // per hull, at least 8
  int threads = 0;  // 0: as many as there are. The result does not depend on it.
  /// Is told now and then which share is left, from 1 down to 0; on the calling thread.
  std::function<void(double)> remaining = {};
  /// Asked to stop, a decomposition ends soon, with pieces that cover the solid, and measures them.
  std::stop_token stop = {};
};

/// `concavity` is the largest distance of a point of the pieces from the solid (inside counts as 0): so the distance
/// from a body outside to the pieces is smaller than that to the solid by at most `concavity`, and never larger but
/// by `cover`.
struct Decomposition {
  std::vector<Hull<double>> pieces;
  double concavity = 0;  // an upper bound that holds, if `solid`
  double concavity_lower = 0;  // and a lower one: some point of some piece is so far out
  double cover = 0;  // no point of the solid is farther from all pieces than this: rounding, and 2e-7 of its size
  double solid_volume = 0, pieces_volume = 0;  // of the pieces: the sum, which counts overlaps of pieces twice
  bool solid = true;  // false: the surface is not closed. The pieces are best effort, and no bound is promised.
  bool reached = true;  // false: max_pieces, max_vertices or stop came before the concavity that was asked for
  bool stopped = false;
};

/// Cuts the solid by planes, the worst piece first, and then joins pieces whose common hull is good enough. Cuts come
/// from the faces at reflex edges, from slices along the axes, and from where a hull stands out most; the one that
/// leaves the least volume in the two hulls is taken.
/// [Wei et al. 2022: cuts by planes, pieces measured by distances; differs: the distance is bounded from above, and
/// caps are not triangulated, see decompose/piece.h]
/// Throws std::invalid_argument where the options or the triangles make no sense (solid.h).
TACTUS_API Decomposition decompose(const TriangleList<double>& list, const DecomposeOptions& options = {});
TACTUS_API Decomposition decompose(const Solid& solid, const DecomposeOptions& options = {});

}  // namespace tactus
