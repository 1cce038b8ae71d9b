// SPDX-License-Identifier: MIT
#pragma once
/// A surface that was to become a hull, and is none.
#include <stdexcept>

namespace tactus {

/// Not a refusal (math/refuse.h), which may end the program: who makes the hull tries another way, or refuses.
struct NoPolytope : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace tactus
