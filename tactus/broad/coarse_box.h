// SPDX-License-Identifier: MIT
#pragma once
/// Boxes in sixteen bytes: a fast test that shows for most separated pairs that they are apart.
#include <tactus/broad/fat_box.h>

#include <bit>

namespace tactus::broad {

/// The bounds of a box as the upper halves of their floats: sign, exponent and seven bits. Truncation is monotone, so
/// overlapping boxes still overlap. Upper bounds are complemented, which reverses their order: two boxes are apart if a
/// lane of one exceeds the same lane of the other's mirror image, and eight lanes are compared at once.
struct alignas(16) CoarseBox {
  std::int16_t lower[4] = {0, 0, 0, -1}, not_upper[4] = {0, 0, 0, -1};  // the last ones never exceed a mirror image

  CoarseBox() = default;
  explicit CoarseBox(const FatBox& box) {
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = cut(box.min[axis]);
      not_upper[axis] = static_cast<std::int16_t>(~cut(box.max[axis]));
    }
  }
  /// The box with lower and upper bounds exchanged.
  CoarseBox mirrored() const {
    CoarseBox mirror;
    for (int lane = 0; lane < 4; ++lane) {
      mirror.lower[lane] = static_cast<std::int16_t>(~not_upper[lane]);
      mirror.not_upper[lane] = static_cast<std::int16_t>(~lower[lane]);
    }
    return mirror;
  }

 private:
  static std::int16_t cut(float x) {
    const auto bits = std::bit_cast<std::int32_t>(x + 0.0F);  // -0 becomes 0
    return static_cast<std::int16_t>((bits < 0 ? bits ^ 0x7fffffff : bits) >> 16);
  }
};

/// False only if the boxes are apart.
inline bool may_overlap(const CoarseBox& box, const CoarseBox& mirror_of_other) {
#if defined(__SSE2__)
  const __m128i apart = _mm_cmpgt_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(&box)),
                                        _mm_load_si128(reinterpret_cast<const __m128i*>(&mirror_of_other)));
  return _mm_movemask_epi8(apart) == 0;
#else
  bool apart = false;
  for (int k = 0; k < 3; ++k)
    apart = apart | (box.lower[k] > mirror_of_other.lower[k]) | (box.not_upper[k] > mirror_of_other.not_upper[k]);
  return !apart;
#endif
}

}  // namespace tactus::broad
