// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tactus::io {

namespace detail {

/// The remainder of every byte in the division by Castagnoli's polynomial, bits reversed.
constexpr std::array<std::uint32_t, 256> crc32c_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t remainder = i;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder & 1 ? 0x82f63b78u : 0u);
    table[i] = remainder;
  }
  return table;
}

}  // namespace detail

/// CRC-32C (Castagnoli 1993): detects every burst of up to 32 bits, and all other damage except one case in 2^32.
constexpr std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0) {
  constexpr auto table = detail::crc32c_table();
  std::uint32_t remainder = ~before;
  for (const std::byte b : bytes)
    remainder = remainder >> 8 ^ table[(remainder ^ static_cast<std::uint32_t>(b)) & 0xffu];
  return ~remainder;
}

}  // namespace tactus::io
