#pragma once
/// Four numbers side by side: one instruction for all where T is float or double, one after the other where not.
#include <tactus/math/scalar.h>

#include <array>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tactus {

template <class T> inline constexpr bool has_vectors = std::same_as<T, float> || std::same_as<T, double>;

template <Scalar T> struct Four {
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

/// In the compiler's vector types, which it splits or not as the processor has them.
template <Scalar T>
  requires has_vectors<T>
struct Four<T> {
  typedef T Values __attribute__((vector_size(4 * sizeof(T))));
  typedef T Two __attribute__((vector_size(2 * sizeof(T))));
  typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Word;
  typedef Word Words __attribute__((vector_size(4 * sizeof(T))));
  Values v;

  Four(T a, T b, T c, T d) : v{a, b, c, d} {}
  explicit Four(T all) : v{all, all, all, all} {}
  explicit Four(const Values& values) : v(values) {}
  T operator[](int i) const { return v[i]; }

  /// From four or three numbers in a row; the rest is 0.
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

  /// One of them, everywhere.
  template <int i> Four all() const { return Four(__builtin_shufflevector(v, v, i, i, i, i)); }
  Four yzx() const { return Four(__builtin_shufflevector(v, v, 1, 2, 0, 3)); }
  /// All but the first, and a fifth.
  friend Four shifted(const Four& a, T fifth) { return Four(__builtin_shufflevector(a.v, Four(fifth).v, 1, 2, 3, 4)); }
  /// Each with its neighbour: the second, the first, the fourth, the third. The last two, twice; so, too.
  Four swapped() const { return Four(__builtin_shufflevector(v, v, 1, 0, 3, 2)); }
  Four last_two() const { return Four(__builtin_shufflevector(v, v, 2, 3, 2, 3)); }
  Four last_two_swapped() const { return Four(__builtin_shufflevector(v, v, 3, 2, 3, 2)); }
  /// The sums of each one's first three.
  friend Four sums_of_three(const Four& a, const Four& b, const Four& c, const Four& d) {
    const Values ab = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6), cd = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6);
    const Values x = ab + __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const Values y = cd + __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    return Four(__builtin_shufflevector(x, y, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  }
  /// The same to the last two bits, in which each has its number: no two are equal.
  friend Four numbered(const Four& a) { return Four((Values)(((Words)a.v & Word(~3)) | Words{0, 1, 2, 3})); }
  /// a with its sign changed where x has none.
  friend Four against(const Four& a, const Four& x) {
    constexpr Word sign = std::numeric_limits<Word>::min();
    return Four((Values)((Words)a.v ^ (~(Words)x.v & sign)));
  }
  /// a with its sign changed where x has one.
  friend Four turned_by(const Four& a, const Four& x) {
    constexpr Word sign = std::numeric_limits<Word>::min();
    return Four((Values)((Words)a.v ^ ((Words)x.v & sign)));
  }
  /// A bit for each: has it a sign? Is p > q?
  friend unsigned sign_bits(const Four& a) {
#if defined(__AVX__)
    if constexpr (sizeof(T) == 8) return static_cast<unsigned>(_mm256_movemask_pd((__m256d)a.v));
#elif defined(__SSE2__)
    if constexpr (sizeof(T) == 8) {
      return static_cast<unsigned>(_mm_movemask_pd((__m128d)__builtin_shufflevector(a.v, a.v, 0, 1)) |
                                   _mm_movemask_pd((__m128d)__builtin_shufflevector(a.v, a.v, 2, 3)) << 2);
    }
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
    return Four((Values)((Words)a.v & std::numeric_limits<Word>::max()));  // all bits but the sign
  }
  friend Four where_greater(const Four& p, const Four& q, const Four& x, const Four& y) {
    return Four(p.v > q.v ? x.v : y.v);
  }
};

/// The same of one number: for code that serves both.
template <Scalar T> constexpr T where_greater(T p, T q, T x, T y) { return p > q ? x : y; }

template <Scalar T> Four<T> operator*(const Four<T>& a, T b) { return a * Four<T>(b); }
template <Scalar T> Four<T> operator-(const Four<T>& a, T b) { return a - Four<T>(b); }
template <Scalar T> Four<T> operator+(const Four<T>& a, T b) { return a + Four<T>(b); }
template <Scalar T> Four<T> lesser(const Four<T>& a, const Four<T>& b) { return where_greater(b, a, a, b); }
template <Scalar T> Four<T> greater(const Four<T>& a, const Four<T>& b) { return where_greater(a, b, a, b); }
template <Scalar T> T sum_of_three(const Four<T>& a) { return a[0] + a[1] + a[2]; }
template <Scalar T> T greatest_of_three(const Four<T>& a) { return max(max(a[0], a[1]), a[2]); }
template <Scalar T> Four<T> sqrt(const Four<T>& a) { return {sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])}; }

}  // namespace tactus
