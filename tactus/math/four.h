#pragma once
/// Four numbers side by side: one instruction for all where T is float or double, one after the other where not.
#include <tactus/math/scalar.h>

#include <array>
#include <cstdint>

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
  typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Word;
  typedef Word Words __attribute__((vector_size(4 * sizeof(T))));
  Values v;

  Four(T a, T b, T c, T d) : v{a, b, c, d} {}
  explicit Four(T all) : v{all, all, all, all} {}
  explicit Four(const Values& values) : v(values) {}
  T operator[](int i) const { return v[i]; }

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
template <Scalar T> Four<T> sqrt(const Four<T>& a) { return {sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])}; }

}  // namespace tactus
