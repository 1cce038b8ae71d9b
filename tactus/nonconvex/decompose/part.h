// SPDX-License-Identifier: MIT
#pragma once
/// A piece with its hull and its measures, and the hull of fewer vertices that replaces it.
#include <tactus/nonconvex/decompose/overshoot.h>
#include <tactus/nonconvex/decompose/piece.h>

namespace tactus::decomposition {

/// A hull of at most this many vertices around the given one: the simplified hull, enlarged about its middle until it
/// contains every dropped vertex.
Hull<double> enclosing(const Hull<double>& hull, int max_vertices);

struct Part {
  Piece piece;  // empty after parts were joined
  std::vector<Vec3<double>> points;  // the vertices of the piece's exact hull
  Hull<double> hull;  // around them, with few enough vertices
  double volume;  // of their hull
  Overshoot out;
};

/// What is the same for all parts of one decomposition.
class Measure {
 public:
  Measure(const Solid& s, double concavity, int vertices) : solid(s), target(concavity), max_vertices(vertices) {}

  const Solid& solid;
  const double target;  // the requested concavity
  const int max_vertices;

  Part operator()(Piece piece) const;
  /// The union of two parts, not measured yet.
  Part joined(const Part& a, const Part& b) const;
  Overshoot loosely(const Hull<double>& hull) const;
  /// Values up to `known`, which another part has, need not be distinguished.
  Overshoot sharply(const Hull<double>& hull, double known) const;
  bool good_enough(const Hull<double>& hull) const;

 private:
  /// If the surface is not closed, no bound is promised, and a few cells are used.
  int cells(int most) const { return solid.closed() ? most : most / 20; }
};

}  // namespace tactus::decomposition
