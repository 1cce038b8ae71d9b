// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::io {

/// "; did you mean 'box'?" if a known word is near the given one, otherwise "; known are: box, cone, ...".
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// The number of letters that must be inserted, deleted, replaced or swapped with a neighbour to turn one into the
/// other.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace tactus::io
