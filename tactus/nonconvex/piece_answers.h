// SPDX-License-Identifier: MIT
#pragma once
/// The answers of queries on bodies made of pieces: those for convex shapes, with the numbers of the pieces.
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>
#include <tactus/sweep/impact.h>
#include <tactus/sweep/ray_cast.h>

namespace tactus {

/// The contact of two bodies made of pieces. Pieces are numbered as the user gave them: pieces of a compound, triangles
/// of a mesh, 2·cell and 2·cell + 1 of a height field; 0 for a convex shape. Barycentrics give the place on a triangle,
/// as weights of its corners.
template <Scalar T> struct PieceContact : Contact<T> {
  std::uint32_t piece_a = 0, piece_b = 0;  // the numbers of the nearest or deepest pieces
  /// Of point_a and point_b, if the piece is a triangle. If the point is inside a solid: of the triangle's
  /// point nearest to it.
  Vec3<T> barycentrics_a{}, barycentrics_b{};
};

/// Two pieces that touch. The ids of its points are those of the two pieces.
template <Scalar T> struct PieceManifold {
  std::uint32_t piece_a = 0, piece_b = 0;  // the numbers of the two pieces
  Contact<T> contact{};  // signed distance and normal of these two
  Manifold<T> manifold{};  // their contact points
};

/// The hit of a ray, with the piece that was hit.
template <Scalar T> struct PieceRayHit : RayHit<T> {
  std::uint32_t piece = 0;  // the number of the piece that was hit
  Vec3<T> barycentrics{};  // of the point that was hit, if the piece is a triangle
};

/// When two bodies meet, with the pieces that meet.
template <Scalar T> struct PieceImpact : Impact<T> {
  std::uint32_t piece_a = 0, piece_b = 0;  // the numbers of the two pieces
  Vec3<T> barycentrics_a{}, barycentrics_b{};  // of the contact's points, if the piece is a triangle
};

}  // namespace tactus
