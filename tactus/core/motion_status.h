// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <ostream>

namespace tactus {

/// How a query about a motion ended.
enum class MotionStatus : std::uint8_t {
  hit,  // the shapes meet during the motion
  none,  // they do not
  initial_overlap,  // they overlapped before anything moved
  stalled,  // an iteration cap was reached; the motion up to `lower` is free
  invalid,  // the input was not finite, or a rotation was not valid
};

inline std::ostream& operator<<(std::ostream& os, MotionStatus s) {
  constexpr const char* names[] = {"hit", "none", "initial_overlap", "stalled", "invalid"};
  return os << names[static_cast<int>(s)];
}

}  // namespace tactus
