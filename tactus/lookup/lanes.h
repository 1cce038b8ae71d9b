// SPDX-License-Identifier: MIT
#pragma once
/// Vectors of several values: the operations that support searches and contact points need.
#include <tactus/lookup/linear.h>

#include <bit>
#include <cstring>
#include <utility>

#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tactus::lookup {

/// Values side by side, as wide as in linear.h: loads, stores, minimum or maximum, and comparisons as bits.
template <class T> struct Lanes {
  typedef T Values __attribute__((vector_size(vector_bytes)));
  typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Word;
  typedef Word Masks __attribute__((vector_size(vector_bytes)));
  static constexpr std::size_t width = vector_bytes / sizeof(T);

  static Values load(const T* from) {
    Values v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  static Values all(T value) { return Values{} + value; }
  static void store(T* to, const Values& v) { std::memcpy(to, &v, sizeof v); }
  static T least(const Values& v) {
    T values[width];
    store(values, v);
    for (std::size_t half = width / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) values[i] = min(values[i], values[i + half]);
    return values[0];
  }
  /// The greater of each pair of lanes. Uses intrinsics, because on processors with masks g++ 12 compiles most cases of
  /// `v > w ? v : w` to a comparison and a masked copy: a quarter slower in float (docs/performance.md, "What comments
  /// rely on").
  static Values greater(const Values& v, const Values& w) {
#if defined(__AVX__)
    if constexpr (vector_bytes == 32 && sizeof(T) == 8)
      return std::bit_cast<Values>(_mm256_max_pd((__m256d)v, (__m256d)w));
    if constexpr (vector_bytes == 32 && sizeof(T) == 4)
      return std::bit_cast<Values>(_mm256_max_ps((__m256)v, (__m256)w));
#elif defined(__SSE2__)
    if constexpr (vector_bytes == 16 && sizeof(T) == 8)
      return std::bit_cast<Values>(_mm_max_pd((__m128d)v, (__m128d)w));
    if constexpr (vector_bytes == 16 && sizeof(T) == 4) return std::bit_cast<Values>(_mm_max_ps((__m128)v, (__m128)w));
#endif
    return v > w ? v : w;
  }
  /// In registers, for callers that wait for the result.
  static T greatest(Values v) {
    return [&]<std::size_t... half>(std::index_sequence<half...>) {
      ((v = greater(v, swapped<(width >> (half + 1))>(v))), ...);
      return v[0];
    }
    (std::make_index_sequence<std::bit_width(width) - 1>{});
  }
  /// Bit i is set where lane i of a comparison holds.
  static std::uint32_t bits(const Masks& holds) {
#if defined(__AVX__)
    if constexpr (vector_bytes == 32 && sizeof(T) == 8)
      return static_cast<std::uint32_t>(_mm256_movemask_pd(std::bit_cast<__m256d>(holds)));
    if constexpr (vector_bytes == 32 && sizeof(T) == 4)
      return static_cast<std::uint32_t>(_mm256_movemask_ps(std::bit_cast<__m256>(holds)));
#elif defined(__SSE2__)
    if constexpr (vector_bytes == 16 && sizeof(T) == 8)
      return static_cast<std::uint32_t>(_mm_movemask_pd(std::bit_cast<__m128d>(holds)));
    if constexpr (vector_bytes == 16 && sizeof(T) == 4)
      return static_cast<std::uint32_t>(_mm_movemask_ps(std::bit_cast<__m128>(holds)));
#endif
    Word words[width];
    std::memcpy(words, &holds, sizeof holds);
    Word sum = 0;
    for (std::size_t i = 0; i < width; ++i) sum |= words[i] & static_cast<Word>(1 << i);
    return static_cast<std::uint32_t>(sum);
  }

 private:
  /// Lane i goes to lane i ± distance.
  template <std::size_t distance> static Values swapped(const Values& v) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) { return __builtin_shufflevector(v, v, (i ^ distance)...); }
    (std::make_index_sequence<width>{});
  }
};

}  // namespace tactus::lookup
