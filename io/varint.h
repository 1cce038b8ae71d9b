// SPDX-License-Identifier: MIT
#pragma once
/// Small whole numbers in few bytes: seven bits each, the highest bit says that more follow.
#include <io/bytes.h>

namespace tactus::io {

inline void write_varint(ByteWriter& out, std::uint32_t x) {
  for (; x >= 0x80u; x >>= 7) out.write(static_cast<std::uint8_t>(x | 0x80u));
  out.write(static_cast<std::uint8_t>(x));
}
/// 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
inline void write_signed_varint(ByteWriter& out, std::int32_t x) {
  write_varint(out, static_cast<std::uint32_t>(x) << 1 ^ static_cast<std::uint32_t>(x >> 31));
}

}  // namespace tactus::io
