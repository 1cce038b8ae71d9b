// SPDX-License-Identifier: MIT
#pragma once
/// Four numbers side by side: one instruction for all if T is float or double, one after the other if not.
#include <tactus/math/scalar.h>

#include <array>
#include <cstdint>
#include <cstring>
#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>  // g++ reads this header 0.3 s faster than the full one
#endif

namespace tactus {

template <class T> inline constexpr bool has_vectors = std::same_as<T, float> || std::same_as<T, double>;

/// The number of bytes of a vector register, on the processors that this file is compiled for.
#if defined(__AVX__)
inline constexpr std::size_t vector_register = 32;
#else
inline constexpr std::size_t vector_register = 16;
#endif

/// R makes a distinct type for each register size, because files of one program may be compiled for different ones.
template <Scalar T, std::size_t R = vector_register> struct Four {
  std::array<T, 4> v;

  Four(T a, T b, T c, T d) : v{a, b, c, d} {}
  explicit Four(T all) : v{all, all, all, all} {}
  T operator[](int i) const { return v[static_cast<std::size_t>(i)]; }

  template <class F> static Four each(F&& f) { return {f(0), f(1), f(2), f(3)}; }
  friend Four operator+(const Four& a, const Four& b) {
    return each([&](int i) { return a[i] + b[i]; });
  }
  friend Four operator-(const Four& a, const Four& b) {
    return each([&](int i) { return a[i] - b[i]; });
  }
  friend Four operator*(const Four& a, const Four& b) {
    return each([&](int i) { return a[i] * b[i]; });
  }
  friend Four operator/(const Four& a, const Four& b) {
    return each([&](int i) { return a[i] / b[i]; });
  }
  friend Four abs(const Four& a) {
    return each([&](int i) { return abs(a[i]); });
  }
  /// x where p > q, y elsewhere.
  friend Four where_greater(const Four& p, const Four& q, const Four& x, const Four& y) {
    return each([&](int i) { return p[i] > q[i] ? x[i] : y[i]; });
  }
};

/// If the processor has registers for it: float, and double from AVX on. Uses the compiler's vector types.
template <Scalar T, std::size_t R>
  requires(has_vectors<T> && 4 * sizeof(T) <= R)
struct Four<T, R> {
  typedef T Values __attribute__((vector_size(4 * sizeof(T))));
  typedef T Two __attribute__((vector_size(2 * sizeof(T))));
  typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Word;
  typedef Word Words __attribute__((vector_size(4 * sizeof(T))));
  Values v;

  Four(T a, T b, T c, T d) : v{a, b, c, d} {}
  explicit Four(T all) : v{all, all, all, all} {}
  explicit Four(const Values& values) : v(values) {}
  T operator[](int i) const { return v[i]; }

  /// From four or three consecutive numbers; the rest is 0.
  static Four load(const T* from) {
    Values values;
    std::memcpy(&values, from, sizeof values);
    return Four(values);
  }
  static Four load_three(const T* from) {
#if defined(__AVX__)
    if constexpr (sizeof(T) == 8) return Four((Values)_mm256_maskload_pd(from, _mm256_setr_epi64x(-1, -1, -1, 0)));
#endif
    Two two;
    std::memcpy(&two, from, sizeof two);
    return Four(__builtin_shufflevector(two, Two{from[2], T(0)}, 0, 1, 2, 3));
  }

  void store(void* to) const { std::memcpy(to, &v, sizeof v); }

  /// Copies one lane to all lanes.
  template <int i> Four all() const { return Four(__builtin_shufflevector(v, v, i, i, i, i)); }
  Four yzx() const { return Four(__builtin_shufflevector(v, v, 1, 2, 0, 3)); }
  /// All lanes but the first, followed by `fifth`.
  friend Four shifted(const Four& a, T fifth) { return Four(__builtin_shufflevector(a.v, Four(fifth).v, 1, 2, 3, 4)); }
  /// Rearranged lanes. swapped: 1, 0, 3, 2. last_two: 2, 3, 2, 3. last_two_swapped: 3, 2, 3, 2.
  Four swapped() const { return Four(__builtin_shufflevector(v, v, 1, 0, 3, 2)); }
  Four last_two() const { return Four(__builtin_shufflevector(v, v, 2, 3, 2, 3)); }
  Four last_two_swapped() const { return Four(__builtin_shufflevector(v, v, 3, 2, 3, 2)); }
  /// The sums of the first three lanes of each argument, one sum per lane.
  friend Four sums_of_three(const Four& a, const Four& b, const Four& c, const Four& d) {
    const Values ab = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6), cd = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6);
    const Values x = ab + __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const Values y = cd + __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    return Four(__builtin_shufflevector(x, y, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  }
  /// The same values, but the last bits (`mask`) hold each lane's number, counted from `first`: no two lanes are equal.
  template <Word mask> Four numbered(Word first) const {
    return Four((Values)(((Words)v & ~mask) | Words{first, first + 1, first + 2, first + 3}));
  }
  /// a with its sign flipped where x has no sign bit.
  friend Four against(const Four& a, const Four& x) {
    constexpr Word sign = std::numeric_limits<Word>::min();
    return Four((Values)((Words)a.v ^ (~(Words)x.v & sign)));
  }
  /// a with its sign flipped where x has a sign bit.
  friend Four turned_by(const Four& a, const Four& x) {
    constexpr Word sign = std::numeric_limits<Word>::min();
    return Four((Values)((Words)a.v ^ ((Words)x.v & sign)));
  }
  /// sign_bits, greater_bits: one bit per lane, for "is the sign bit set?" and "is p > q?"
  friend unsigned sign_bits(const Four& a) {
#if defined(__AVX__)
    if constexpr (sizeof(T) == 8) return static_cast<unsigned>(_mm256_movemask_pd((__m256d)a.v));
#endif
#if defined(__SSE2__)
    if constexpr (sizeof(T) == 4) return static_cast<unsigned>(_mm_movemask_ps((__m128)a.v));
#endif
    const Words is = (Words)a.v < 0;
    return static_cast<unsigned>((is[0] & 1) | (is[1] & 2) | (is[2] & 4) | (is[3] & 8));
  }
  friend unsigned greater_bits(const Four& p, const Four& q) { return sign_bits(Four((Values)(p.v > q.v))); }

  friend Four operator+(const Four& a, const Four& b) { return Four(a.v + b.v); }
  friend Four operator-(const Four& a, const Four& b) { return Four(a.v - b.v); }
  friend Four operator*(const Four& a, const Four& b) { return Four(a.v * b.v); }
  friend Four operator/(const Four& a, const Four& b) { return Four(a.v / b.v); }
  friend Four abs(const Four& a) {
    return Four((Values)((Words)a.v & std::numeric_limits<Word>::max()));  // all bits except the sign
  }
  friend Four where_greater(const Four& p, const Four& q, const Four& x, const Four& y) {
    return Four(p.v > q.v ? x.v : y.v);
  }
};

/// Otherwise: two vectors of two. (The compiler would split a vector of four through memory, which takes twice the
/// time.)
template <Scalar T, std::size_t R>
  requires(has_vectors<T> && 4 * sizeof(T) > R)
struct Four<T, R> {
  typedef T Two __attribute__((vector_size(2 * sizeof(T))));
  typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Word;
  typedef Word Words __attribute__((vector_size(2 * sizeof(T))));
  Two low, high;

  Four(T a, T b, T c, T d) : low{a, b}, high{c, d} {}
  explicit Four(T all) : low{all, all}, high{all, all} {}
  Four(const Two& first_two, const Two& others) : low(first_two), high(others) {}
  T operator[](int i) const { return i < 2 ? low[i] : high[i - 2]; }

  static Four load(const T* from) { return {load_two(from), load_two(from + 2)}; }
  static Four load_three(const T* from) { return {load_two(from), Two{from[2], T(0)}}; }
  void store(void* to) const { std::memcpy(to, this, sizeof *this); }

  template <int i> Four all() const {
    const Two& half = i < 2 ? low : high;
    const Two one = __builtin_shufflevector(half, half, i % 2, i % 2);
    return {one, one};
  }
  Four yzx() const { return {mixed<1, 2>(low, high), mixed<0, 3>(low, high)}; }
  friend Four shifted(const Four& a, T fifth) { return {mixed<1, 2>(a.low, a.high), mixed<1, 2>(a.high, Two{fifth})}; }
  Four swapped() const { return {mixed<1, 0>(low, low), mixed<1, 0>(high, high)}; }
  Four last_two() const { return {high, high}; }
  Four last_two_swapped() const { return {mixed<1, 0>(high, high), mixed<1, 0>(high, high)}; }
  friend Four sums_of_three(const Four& a, const Four& b, const Four& c, const Four& d) {
    return {sums_of_three(a, b), sums_of_three(c, d)};
  }
  template <Word mask> Four numbered(Word first) const {
    return {(Two)(((Words)low & ~mask) | Words{first, first + 1}),
            (Two)(((Words)high & ~mask) | Words{first + 2, first + 3})};
  }
  friend Four against(const Four& a, const Four& x) {
    return {(Two)((Words)a.low ^ (~(Words)x.low & sign)), (Two)((Words)a.high ^ (~(Words)x.high & sign))};
  }
  friend Four turned_by(const Four& a, const Four& x) {
    return {(Two)((Words)a.low ^ ((Words)x.low & sign)), (Two)((Words)a.high ^ ((Words)x.high & sign))};
  }
  friend unsigned sign_bits(const Four& a) {
#if defined(__SSE2__)
    if constexpr (sizeof(T) == 8)
      return static_cast<unsigned>(_mm_movemask_pd((__m128d)a.low) | _mm_movemask_pd((__m128d)a.high) << 2);
#endif
    const Words l = (Words)a.low < 0, h = (Words)a.high < 0;
    return static_cast<unsigned>((l[0] & 1) | (l[1] & 2) | (h[0] & 4) | (h[1] & 8));
  }
  friend unsigned greater_bits(const Four& p, const Four& q) {
    return sign_bits(Four((Two)(p.low > q.low), (Two)(p.high > q.high)));
  }

  friend Four operator+(const Four& a, const Four& b) { return {a.low + b.low, a.high + b.high}; }
  friend Four operator-(const Four& a, const Four& b) { return {a.low - b.low, a.high - b.high}; }
  friend Four operator*(const Four& a, const Four& b) { return {a.low * b.low, a.high * b.high}; }
  friend Four operator/(const Four& a, const Four& b) { return {a.low / b.low, a.high / b.high}; }
  friend Four abs(const Four& a) { return {(Two)((Words)a.low & ~sign), (Two)((Words)a.high & ~sign)}; }
  friend Four where_greater(const Four& p, const Four& q, const Four& x, const Four& y) {
    return {p.low > q.low ? x.low : y.low, p.high > q.high ? x.high : y.high};
  }

 private:
  static constexpr Word sign = std::numeric_limits<Word>::min();
  static Two load_two(const T* from) {
    Two two;
    std::memcpy(&two, from, sizeof two);
    return two;
  }
  /// Two lanes, each of a (0, 1) or of b (2, 3).
  template <int i, int j> static Two mixed(const Two& a, const Two& b) { return __builtin_shufflevector(a, b, i, j); }
  static Two sums_of_three(const Four& a, const Four& b) {
    return (mixed<0, 2>(a.low, b.low) + mixed<1, 3>(a.low, b.low)) + mixed<0, 2>(a.high, b.high);
  }
};

/// The same functions for one number: for code that serves both.
template <Scalar T> constexpr T where_greater(T p, T q, T x, T y) { return p > q ? x : y; }

template <Scalar T, std::size_t R> Four<T, R> operator*(const Four<T, R>& a, T b) { return a * Four<T, R>(b); }
template <Scalar T, std::size_t R> Four<T, R> operator-(const Four<T, R>& a, T b) { return a - Four<T, R>(b); }
template <Scalar T, std::size_t R> Four<T, R> operator+(const Four<T, R>& a, T b) { return a + Four<T, R>(b); }
template <Scalar T, std::size_t R> Four<T, R> lesser(const Four<T, R>& a, const Four<T, R>& b) {
  return where_greater(b, a, a, b);
}
template <Scalar T, std::size_t R> Four<T, R> greater(const Four<T, R>& a, const Four<T, R>& b) {
  return where_greater(a, b, a, b);
}
template <Scalar T, std::size_t R> T sum_of_three(const Four<T, R>& a) { return a[0] + a[1] + a[2]; }
template <Scalar T, std::size_t R> T greatest_of_three(const Four<T, R>& a) { return max(max(a[0], a[1]), a[2]); }
template <Scalar T, std::size_t R> Four<T, R> sqrt(const Four<T, R>& a) {
  return {sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}

}  // namespace tactus
