#pragma once
/// A piece with its hull, measured; and the hull of fewer vertices that takes its place.
#include <tactus/nonconvex/decompose/overshoot.h>
#include <tactus/nonconvex/decompose/piece.h>

namespace tactus::decomposition {

/// A hull of at most so many vertices around the given one: the simplified hull, blown up about its middle until every
/// vertex that it lacks is inside.
Hull<double> enclosing(const Hull<double>& hull, int max_vertices);

struct Part {
  Piece piece;  // empty after parts were joined
  std::vector<Vec3<double>> points;  // the vertices of its own hull
  Hull<double> hull;  // around them, with few enough vertices
  double volume;  // of their hull
  Overshoot out;
};

/// What is the same for all parts of one decomposition.
class Measure {
 public:
  Measure(const Solid& s, double concavity, int vertices) : solid(s), target(concavity), max_vertices(vertices) {}

  const Solid& solid;
  const double target;  // the concavity asked for
  const int max_vertices;

  Part operator()(Piece piece) const;
  /// Of two parts, not measured yet.
  Part joined(const Part& a, const Part& b) const;
  Overshoot loosely(const Hull<double>& hull) const;
  /// What does not exceed `known`, which another part has, need not be told apart.
  Overshoot sharply(const Hull<double>& hull, double known) const;
  bool good_enough(const Hull<double>& hull) const;

 private:
  /// No bound is promised where the surface is not closed: there, a few cells must do.
  int cells(int most) const { return solid.closed() ? most : most / 20; }
};

}  // namespace tactus::decomposition
