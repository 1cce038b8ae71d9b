// SPDX-License-Identifier: MIT
#pragma once
/// The point of a body that lies deepest in a solid: the one whose distance to the solid's surface is largest.
#include <tactus/nonconvex/piece_source.h>

namespace tactus::pieces {

/// A point of one body that lies inside a solid, and the nearest way out of the solid; both in the solid's frame.
template <Scalar T> struct Inside {
  bool found = false;
  Vec3<T> point{};
  SurfacePoint<T> way_out{};
  std::uint32_t piece = 0;  // of a compound: the piece that has the point
};

/// The deepest point of a body, found to within this share of its depth, unless the search runs out of tries.
template <Scalar T> inline constexpr T depth_tolerance = T(1e-2L);
inline constexpr int most_depth_tries = 400;  // per piece; each finds the nearest point of the surface once or twice

/// `known` is a point of the body; the answer is at least as deep. `to_solid` maps the body's frame to the solid's.
template <Scalar T>
Inside<T> deepest_inside(const PieceSource<T>& solid, const PieceSource<T>& body, const Pose<T>& to_solid,
                         const Inside<T>& known);
/// The same for a bounded convex piece.
template <Scalar T>
Inside<T> deepest_inside(const PieceSource<T>& solid, const Shape<T>& piece, const Pose<T>& to_solid,
                         const Inside<T>& known);

}  // namespace tactus::pieces
