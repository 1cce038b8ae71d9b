// SPDX-License-Identifier: MIT
#pragma once
/// Eight numbers in one register, where the processor has registers of that size: the part of Four (math/four.h) that
/// the loops of the soft solver need.
#include <tactus/math/four.h>

namespace tactus::sim::rigid {

#if defined(__AVX512F__)
inline constexpr std::size_t widest_register = 64;
#else
inline constexpr std::size_t widest_register = vector_register;
#endif

/// How many contacts are solved side by side: as many numbers as a register has, but at least four.
template <Scalar T> inline constexpr std::uint32_t width = 8 * sizeof(T) <= widest_register ? 8 : 4;

template <Scalar T> struct Eight {
  typedef T Values __attribute__((vector_size(8 * sizeof(T))));
  typedef Four<T, vector_register> Half;
  Values v;

  explicit Eight(T all) : v{all, all, all, all, all, all, all, all} {}
  explicit Eight(const Values& values) : v(values) {}
  Eight(const Half& low, const Half& high) : v(__builtin_shufflevector(low.v, high.v, 0, 1, 2, 3, 4, 5, 6, 7)) {}
  Half low() const { return Half(__builtin_shufflevector(v, v, 0, 1, 2, 3)); }
  Half high() const { return Half(__builtin_shufflevector(v, v, 4, 5, 6, 7)); }

  static Eight load(const T* from) {
    Values values;
    std::memcpy(&values, from, sizeof values);
    return Eight(values);
  }
  void store(void* to) const { std::memcpy(to, &v, sizeof v); }

  friend Eight operator+(const Eight& a, const Eight& b) { return Eight(a.v + b.v); }
  friend Eight operator-(const Eight& a, const Eight& b) { return Eight(a.v - b.v); }
  friend Eight operator*(const Eight& a, const Eight& b) { return Eight(a.v * b.v); }
  friend Eight operator/(const Eight& a, const Eight& b) { return Eight(a.v / b.v); }
  friend Eight where_greater(const Eight& p, const Eight& q, const Eight& x, const Eight& y) {
    return Eight(p.v > q.v ? x.v : y.v);
  }
  friend Eight greater(const Eight& a, const Eight& b) { return where_greater(a, b, a, b); }
  friend Eight sqrt(const Eight& a) {
#if defined(__AVX512F__)
    // (g++ 12 warns of its own _mm512_sqrt_pd, which leaves a variable uninitialized.)
    if constexpr (sizeof(T) == 8) return Eight((Values)_mm512_maskz_sqrt_pd(0xff, (__m512d)a.v));
#endif
    return {sqrt(a.low()), sqrt(a.high())};
  }
  /// One bit per lane.
  friend unsigned greater_bits(const Eight& p, const Eight& q) {
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 8) return _mm512_cmp_pd_mask((__m512d)p.v, (__m512d)q.v, _CMP_GT_OQ);
#endif
    return greater_bits(p.low(), q.low()) | greater_bits(p.high(), q.high()) << 4;
  }
};

}  // namespace tactus::sim::rigid
