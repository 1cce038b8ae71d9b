// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <ostream>

namespace tactus {

/// How a query ended. The bounds of the answer hold in every case except `invalid`.
enum class Status : std::uint8_t {
  separated,  // the shapes are apart
  overlapping,  // they touch or penetrate
  beyond_max,  // apart by more than Options::max_distance: nothing else was computed
  stalled,  // the bounds hold, but have not met: an iteration cap was reached, or the precision was not sufficient
  invalid,  // the input was not finite, a rotation was not valid, or the options were invalid
};

inline std::ostream& operator<<(std::ostream& os, Status s) {
  constexpr const char* names[] = {"separated", "overlapping", "beyond_max", "stalled", "invalid"};
  return os << names[static_cast<int>(s)];
}

/// The three states of a contact, within the tolerance of the query.
enum class ContactState : std::uint8_t { separation, touch, overlap };

inline std::ostream& operator<<(std::ostream& os, ContactState s) {
  constexpr const char* names[] = {"separation", "touch", "overlap"};
  return os << names[static_cast<int>(s)];
}

}  // namespace tactus
