#pragma once
/// The part of a boundary that an answer touches: a vertex, edge or face of a polytope, or a smooth patch.
#include <cstdint>
#include <ostream>

namespace tactus {

enum class FeatureKind : std::uint8_t { vertex, edge, face, curved };

inline std::ostream& operator<<(std::ostream& os, FeatureKind k) {
  constexpr const char* names[] = {"vertex", "edge", "face", "curved"};
  return os << names[static_cast<int>(k)];
}

/// Kind and index in 32 bits. Indices are defined by the shape: a Hull's vertex, edge and face numbers, a Box's corners
/// by sign bits, a cylinder's caps and rims. They stay valid for the lifetime of the shape.
struct Feature {
  FeatureKind kind = FeatureKind::curved;
  std::uint32_t index = 0;  // below 2^30

  constexpr std::uint32_t id() const { return static_cast<std::uint32_t>(kind) << 30 | index; }
  static constexpr Feature from_id(std::uint32_t id) {
    return {static_cast<FeatureKind>(id >> 30), id & ((1u << 30) - 1)};
  }
  friend constexpr bool operator==(const Feature&, const Feature&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Feature& f) { return os << f.kind << ' ' << f.index; }
};

}  // namespace tactus
