// SPDX-License-Identifier: MIT
#pragma once
/// The error of a surface that cannot be made into a hull.
#include <stdexcept>

namespace tactus {

/// Not a refusal (math/refuse.h), which may end the program: the code that builds the hull catches this error, and
/// tries another way or refuses the input.
struct NoPolytope : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace tactus
