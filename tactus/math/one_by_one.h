// SPDX-License-Identifier: MIT
#pragma once
/// A vector read from memory coordinate by coordinate.
#include <tactus/math/vec3.h>

#include <concepts>
#include <type_traits>

namespace tactus {

/// Returns the same vector. Compilers like to read two coordinates with one instruction. If these have just been
/// written by other instructions (for example x and y together, z alone), the processor cannot forward them: it waits
/// until all are in memory, a tenth of the time of a GJK query. This function keeps each read within one write.
template <Scalar T> [[gnu::always_inline]] constexpr Vec3<T> one_by_one(const Vec3<T>& v) {
#if defined(__GNUC__) && defined(__SSE2__)
  if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
    if (!std::is_constant_evaluated()) {
      T x = v.x, y = v.y, z = v.z;
      asm("" : "+x"(x), "+x"(y), "+x"(z));  // no code; three registers
      return {x, y, z};
    }
  }
#endif
  return v;
}

}  // namespace tactus
