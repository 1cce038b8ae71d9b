// SPDX-License-Identifier: MIT
#pragma once
/// Where on a surface's triangle an answer's point lies.
#include <tactus/nonconvex/piece_source.h>
#include <tactus/nonconvex/triangle_point.h>

namespace tactus::pieces {

/// The weights of the corners of triangle i at its point nearest to p, which is in the body's frame. Zero if the pieces
/// are not triangles.
template <Scalar T> Vec3<T> place_on_triangle(const PieceSource<T>& body, std::uint32_t i, const Vec3<T>& p) {
  return body.is_surface() ? nearest_on_triangle(body.triangle(i), p).barycentrics : Vec3<T>{};
}

}  // namespace tactus::pieces
