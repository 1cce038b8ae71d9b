// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace tactus::io {

/// RFC 4648, with padding, without line breaks.
inline std::string base64(std::span<const std::byte> bytes) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto at = [&](std::size_t k) { return k < left ? std::to_integer<unsigned>(bytes[i + k]) : 0u; };
    const unsigned three = at(0) << 16 | at(1) << 8 | at(2);
    text += letters[three >> 18];
    text += letters[three >> 12 & 63u];
    text += left > 1 ? letters[three >> 6 & 63u] : '=';
    text += left > 2 ? letters[three & 63u] : '=';
  }
  return text;
}

}  // namespace tactus::io
