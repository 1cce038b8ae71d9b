#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::io {

/// "; did you mean 'box'?" if a known word is near the given one, else "; known are: box, cone, ...".
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// How many letters must be inserted, left out, replaced or swapped with their neighbours to get from one to the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace tactus::io
