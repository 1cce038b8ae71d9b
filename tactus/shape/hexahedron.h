// SPDX-License-Identifier: MIT
#pragma once
/// Features of shapes with the topology of a box: eight corners named by sign bits, some of which may coincide.
///
/// Numbering: corner i lies on the positive side of x, y, z if bit 0, 1, 2 of i is set. Face 2k + s is perpendicular to
/// axis k on the side s (0: negative). Edge 4k + j runs along axis k; the two bits of j are the sides of the next two
/// axes in cyclic order. If corners coincide, vertices and edges get the lowest of their numbers.
#include <tactus/core/outline.h>

#include <array>

namespace tactus::detail {

constexpr std::uint32_t hexahedron_edge(int axis, std::uint32_t corner) {
  const std::uint32_t j = corner >> ((axis + 1) % 3) & 1, k = corner >> ((axis + 2) % 3) & 1;
  return static_cast<std::uint32_t>(4 * axis) + j + 2 * k;
}

/// The four corners of the face perpendicular to `axis` that contains `corner`, counter-clockwise from outside.
constexpr std::array<std::uint32_t, 4> hexahedron_face(int axis, std::uint32_t corner) {
  const std::uint32_t j = 1u << ((axis + 1) % 3), k = 1u << ((axis + 2) % 3);
  const std::uint32_t base = corner & (1u << axis);
  if (base) return {base, base | j, base | j | k, base | k};
  return {base, base | k, base | j | k, base | j};
}

/// The feature of a box along a unit direction, by which of its components are small (bits) and the corner along it:
/// the corner if none is small, the edge along that axis if one is, the face perpendicular to the third axis if two
/// are.
inline constexpr auto hexahedron_features = [] {
  std::array<std::array<Feature, 8>, 8> table{};
  for (std::uint32_t small = 0; small < 8; ++small)
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
      Feature& f = table[small][corner] = {FeatureKind::vertex, corner};
      for (int axis = 0; axis < 3; ++axis) {
        if (small == 1u << axis) f = {FeatureKind::edge, hexahedron_edge(axis, corner)};
        if (small == (7u ^ 1u << axis))
          f = {FeatureKind::face, static_cast<std::uint32_t>(2 * axis) + (corner >> axis & 1)};
      }
    }
  return table;
}();

/// See Faceted. `corners` are the eight points, `corner` the one farthest along the unit direction u. Faces and edges
/// without extent (a flat box, a pointed top) are skipped.
template <Scalar T>
constexpr Outline<T> hexahedron_feature(const std::array<Vec3<T>, 8>& corners, std::uint32_t corner, const Vec3<T>& u,
                                        T sine) {
  int best_face = -1, best_edge = -1;
  T best_cosine = T(0), least_slope = sine;
  Vec3<T> best_normal;
  for (int axis = 0; axis < 3; ++axis) {
    const auto c = hexahedron_face(axis, corner);
    const Vec3<T> n = unit_or_zero(cross(corners[c[2]] - corners[c[0]], corners[c[3]] - corners[c[1]]));
    if (dot(n, u) > best_cosine && norm(cross(n, u)) <= sine) {
      best_face = axis, best_cosine = dot(n, u), best_normal = n;
    }
    const Vec3<T> e = unit_or_zero(corners[corner ^ (1u << axis)] - corners[corner]);
    if (e != Vec3<T>{} && abs(dot(e, u)) <= least_slope) best_edge = axis, least_slope = abs(dot(e, u));
  }
  if (best_face >= 0) {
    const auto c = hexahedron_face(best_face, corner);
    const std::uint32_t index = static_cast<std::uint32_t>(2 * best_face) + (corner >> best_face & 1);
    return Outline<T>::quad({FeatureKind::face, index}, best_normal, corners[c[0]], corners[c[1]], corners[c[2]],
                            corners[c[3]]);
  }
  std::uint32_t lowest = 0;
  while (corners[lowest] != corners[corner]) ++lowest;
  if (best_edge >= 0) {
    const Vec3<T>& other = corners[corner ^ (1u << best_edge)];
    return Outline<T>::edge({FeatureKind::edge, hexahedron_edge(best_edge, lowest)}, u, corners[corner], other);
  }
  return Outline<T>::vertex({FeatureKind::vertex, lowest}, u, corners[corner]);
}

}  // namespace tactus::detail
