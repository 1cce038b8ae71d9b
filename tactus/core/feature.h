// SPDX-License-Identifier: MIT
#pragma once
/// The part of a boundary that an answer touches: a vertex, edge or face of a polytope, or a smooth patch.
#include <cstdint>
#include <ostream>

namespace tactus {

/// What kind of part of a surface it is. `curved`: smooth, so the number says only which patch.
enum class FeatureKind : std::uint8_t { vertex, edge, face, curved };

inline std::ostream& operator<<(std::ostream& os, FeatureKind k) {
  constexpr const char* names[] = {"vertex", "edge", "face", "curved"};
  return os << names[static_cast<int>(k)];
}

/// Kind and index in 32 bits. Indices are defined by the shape: a Hull's vertex, edge and face numbers, a Box's corners
/// by sign bits, a cylinder's caps and rims. They stay valid for the lifetime of the shape.
struct Feature {
  FeatureKind kind = FeatureKind::curved;  // what it is; its number counts within this kind
  std::uint32_t index = 0;  // below 2^30

  /// A bit in the index of a curved feature: a ball rounds a vertex, and the other bits say which one.
  static constexpr std::uint32_t rounds_vertex = 1u << 28;
  /// The same for an edge.
  static constexpr std::uint32_t rounds_edge = 1u << 29;

  /// Kind and index in one number, which from_id() takes back.
  constexpr std::uint32_t id() const { return static_cast<std::uint32_t>(kind) << 30 | index; }
  /// The feature whose id() this number is.
  static constexpr Feature from_id(std::uint32_t id) {
    return {static_cast<FeatureKind>(id >> 30), id & ((1u << 30) - 1)};
  }
  friend constexpr bool operator==(const Feature&, const Feature&) = default;
  /// "face 3", "curved 0", or "curved vertex 5" for a vertex with a ball around it.
  friend std::ostream& operator<<(std::ostream& os, const Feature& f) {
    os << f.kind << ' ';
    const std::uint32_t rounds = f.index & (rounds_vertex | rounds_edge);
    if (f.kind != FeatureKind::curved || (rounds != rounds_vertex && rounds != rounds_edge)) return os << f.index;
    return os << (rounds == rounds_vertex ? FeatureKind::vertex : FeatureKind::edge) << ' ' << (f.index ^ rounds);
  }
};

}  // namespace tactus
