#pragma once
/// What queries answer for bodies made of pieces: what they answer for convex shapes, and which pieces it is about.
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>
#include <tactus/sweep/impact.h>
#include <tactus/sweep/ray_cast.h>

namespace tactus {

/// Pieces are numbered as the user gave them: pieces of a compound, triangles of a mesh, 2·cell and 2·cell + 1 of a
/// height field; 0 of a convex shape. Barycentrics say where on a triangle: the shares of its corners.
template <Scalar T> struct PieceContact : Contact<T> {
  std::uint32_t piece_a = 0, piece_b = 0;
  Vec3<T> barycentrics_a{}, barycentrics_b{};
};

/// Two pieces that touch. The ids of its points are those of the two pieces.
template <Scalar T> struct PieceManifold {
  std::uint32_t piece_a = 0, piece_b = 0;
  Contact<T> contact{};
  Manifold<T> manifold{};
};

template <Scalar T> struct PieceRayHit : RayHit<T> {
  std::uint32_t piece = 0;
  Vec3<T> barycentrics{};
};

template <Scalar T> struct PieceImpact : Impact<T> { std::uint32_t piece_a = 0, piece_b = 0; };

}  // namespace tactus
