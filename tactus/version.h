// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tactus {

/// The only place where the version is written; CMakeLists.txt reads it from this line.
inline constexpr std::string_view version = "0.2.0";

namespace detail {

/// The index-th number of `version`, counting the parts between its dots.
consteval int version_number(int index) {
  int number = 0;
  for (const char c : version) {
    if (c == '.') --index;
    if (c != '.' && index == 0) number = 10 * number + (c - '0');
  }
  return number;
}

}  // namespace detail

/// Changes when programs must be changed.
inline constexpr int version_major = detail::version_number(0);
/// Grows when something is added.
inline constexpr int version_minor = detail::version_number(1);
/// Grows when something is fixed.
inline constexpr int version_patch = detail::version_number(2);

}  // namespace tactus
