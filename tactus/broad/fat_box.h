// SPDX-License-Identifier: MIT
#pragma once
/// Boxes in the internal form of indices: enlarged, in float, eight at a time.
#include <tactus/math/aabb.h>

#include <cstdint>

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tactus::broad {

using FatBox = Aabb<float>;

/// Prefetches the memory at p, which will be needed soon.
inline void prefetch([[maybe_unused]] const void* p) {
#if defined(__SSE2__)
  _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0);
#endif
}

/// Coordinates of an index are clamped to this, which keeps sums of two finite.
inline constexpr float far_away = std::numeric_limits<float>::max() / 8;

/// Maps the user's coordinates to those of an index. The map is monotone (subtracting, rounding and clamping all are),
/// so overlapping boxes still overlap afterwards, and a box inside another stays inside, however much precision is
/// lost. The origin brings scenes far from 0 into the range where float is precise.
template <Scalar T> struct ToFat {
  Vec3<T> origin;

  float operator()(T x, int axis) const {
    return static_cast<float>(clamp(x - origin[axis], -T(far_away), T(far_away)));
  }
  Vec3<float> operator()(const Vec3<T>& p) const { return {(*this)(p.x, 0), (*this)(p.y, 1), (*this)(p.z, 2)}; }
  FatBox operator()(const Aabb<T>& box) const { return {(*this)(box.min), (*this)(box.max)}; }
};

/// A box in float, not enlarged; padded, so that four numbers can be compared at once.
struct alignas(32) TightBox {
  float min[4] = {}, max[4] = {};

  TightBox() = default;
  explicit TightBox(const FatBox& b) : min{b.min.x, b.min.y, b.min.z, 0}, max{b.max.x, b.max.y, b.max.z, 0} {}
  bool empty() const { return min[0] > max[0]; }
  FatBox fat() const { return {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}}; }
};

/// False only if the original boxes of the two are apart.
inline bool may_overlap(const TightBox& a, const TightBox& b) {
#if defined(__SSE2__)
  const __m128 apart = _mm_or_ps(_mm_cmpgt_ps(_mm_load_ps(a.min), _mm_load_ps(b.max)),
                                 _mm_cmpgt_ps(_mm_load_ps(b.min), _mm_load_ps(a.max)));
  return _mm_movemask_ps(apart) == 0;
#else
  bool apart = false;
  for (int k = 0; k < 3; ++k) apart = apart | (a.min[k] > b.max[k]) | (b.min[k] > a.max[k]);
  return !apart;
#endif
}

/// True only if the original boxes overlap. (The mapping keeps the order of numbers but may make them equal; then the
/// result is uncertain.)
inline bool must_overlap(const TightBox& a, const TightBox& b) {
#if defined(__SSE2__)
  const __m128 below = _mm_and_ps(_mm_cmplt_ps(_mm_load_ps(a.min), _mm_load_ps(b.max)),
                                  _mm_cmplt_ps(_mm_load_ps(b.min), _mm_load_ps(a.max)));
  return _mm_movemask_ps(below) == 7;
#else
  bool below = true;
  for (int k = 0; k < 3; ++k) below = below & (a.min[k] < b.max[k]) & (b.min[k] < a.max[k]);
  return below;
#endif
}

/// Eight boxes side by side; unused ones are empty and overlap nothing.
struct alignas(32) EightBoxes {
  float min[3][8], max[3][8];

  EightBoxes() {
    for (int lane = 0; lane < 8; ++lane) set(lane, {});
  }
  void set(int lane, const FatBox& box) {
    for (int axis = 0; axis < 3; ++axis) min[axis][lane] = box.min[axis], max[axis][lane] = box.max[axis];
  }
  FatBox get(int lane) const {
    return {{min[0][lane], min[1][lane], min[2][lane]}, {max[0][lane], max[1][lane], max[2][lane]}};
  }
};

/// Bit i is set if the box overlaps box i of eight, whose bounds are stored at the given places, one array per bound.
inline unsigned overlaps_eight(const float* const (&min)[3], const float* const (&max)[3], const FatBox& box) {
#if defined(__AVX__)
  const auto axis = [&](int k) {
    return _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(min[k]), _mm256_set1_ps(box.max[k]), _CMP_LE_OQ),
                         _mm256_cmp_ps(_mm256_loadu_ps(max[k]), _mm256_set1_ps(box.min[k]), _CMP_GE_OQ));
  };
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(axis(0), _mm256_and_ps(axis(1), axis(2)))));
#elif defined(__SSE2__)
  const auto axis = [&](int k, int from) {
    return _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(min[k] + from), _mm_set1_ps(box.max[k])),
                      _mm_cmpge_ps(_mm_loadu_ps(max[k] + from), _mm_set1_ps(box.min[k])));
  };
  const auto four = [&](int from) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_and_ps(axis(0, from), _mm_and_ps(axis(1, from), axis(2, from)))));
  };
  return four(0) | four(4) << 4;
#else
  unsigned bits = 0;
  for (int i = 0; i < 8; ++i) {
    bool hit = true;
    for (int k = 0; k < 3; ++k) hit = hit & (min[k][i] <= box.max[k]) & (max[k][i] >= box.min[k]);
    bits |= static_cast<unsigned>(hit) << i;
  }
  return bits;
#endif
}

inline unsigned overlaps_eight(const EightBoxes& boxes, const FatBox& box) {
  return overlaps_eight({boxes.min[0], boxes.min[1], boxes.min[2]}, {boxes.max[0], boxes.max[1], boxes.max[2]}, box);
}

/// A ray in an index's coordinates. Its origin and the boxes were rounded in the conversion, so boxes are enlarged by
/// 2^-20 of all coordinates: more than the few roundings of 2^-24 involved.
struct FatRay {
  Vec3<double> origin, direction;

  bool touches(const FatBox& box, double max_t) const;
};

}  // namespace tactus::broad
