// SPDX-License-Identifier: MIT
#pragma once
/// Twofold<T>: a scalar with twice the digits of T, for the few places where T is not precise enough.
#include <tactus/math/scalar.h>

#include <compare>
#include <ostream>

namespace tactus {

/// The unevaluated sum high + low, with |low| ≤ u |high|. Sums and products of two T are exact; all other operations
/// are correct to a few u². Each takes ten to twenty operations of T: not for a hot loop.  [Dekker 1971; Knuth, TAOCP
/// 2, §4.2.2]
template <Scalar T> struct Twofold {
  T high{}, low{};

  constexpr Twofold() = default;
  constexpr Twofold(T value) : high(value) {}  // implicit, also for literals: as between the built-in scalars
  template <class U>
    requires(std::is_arithmetic_v<U> && !std::same_as<U, T>)
  constexpr Twofold(U value) : high(static_cast<T>(value)) {}
  explicit constexpr operator T() const { return high; }

  friend constexpr Twofold operator-(const Twofold& a) { return {-a.high, -a.low}; }
  friend constexpr Twofold operator+(const Twofold& a, const Twofold& b) {
    const Twofold s = sum(a.high, b.high), t = sum(a.low, b.low);
    const Twofold r = sum_of_ordered(s.high, s.low + t.high);
    return sum_of_ordered(r.high, r.low + t.low);
  }
  friend constexpr Twofold operator-(const Twofold& a, const Twofold& b) { return a + -b; }
  friend constexpr Twofold operator*(const Twofold& a, const Twofold& b) {
    const Twofold p = product(a.high, b.high);
    return sum_of_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
  }
  friend constexpr Twofold operator/(const Twofold& a, const Twofold& b) {
    const T first = a.high / b.high;
    const Twofold rest = a - b * Twofold(first);
    const T second = rest.high / b.high;
    const Twofold last = rest - b * Twofold(second);
    return sum_of_ordered(first, second) + Twofold(last.high / b.high);
  }
  constexpr Twofold& operator+=(const Twofold& b) { return *this = *this + b; }
  constexpr Twofold& operator-=(const Twofold& b) { return *this = *this - b; }
  constexpr Twofold& operator*=(const Twofold& b) { return *this = *this * b; }
  constexpr Twofold& operator/=(const Twofold& b) { return *this = *this / b; }

  friend constexpr bool operator==(const Twofold& a, const Twofold& b) { return a.high == b.high && a.low == b.low; }
  friend constexpr std::partial_ordering operator<=>(const Twofold& a, const Twofold& b) {
    const std::partial_ordering order = a.high <=> b.high;
    return order == 0 ? std::partial_ordering(a.low <=> b.low) : order;
  }

  /// One step of Newton's iteration from the square root in T.
  friend constexpr Twofold sqrt(const Twofold& a) {
    const T root = sqrt(a.high);
    if (!(root > T(0)) || !is_finite(root)) return root;
    return sum_of_ordered(root, (a - product(root, root)).high / (root * T(2)));
  }
  friend constexpr bool is_finite(const Twofold& a) { return is_finite(a.high); }
  friend std::ostream& operator<<(std::ostream& os, const Twofold& a) { return os << a.high << " + " << a.low; }

 private:
  constexpr Twofold(T h, T l) : high(h), low(l) {}

  /// Requires |a| ≥ |b|, or a = 0.
  static constexpr Twofold sum_of_ordered(T a, T b) {
    const T s = a + b;
    return is_finite(s) ? Twofold{s, b - (s - a)} : Twofold{s, T(0)};
  }
  static constexpr Twofold sum(T a, T b) {
    const T s = a + b, part = s - a;
    return is_finite(s) ? Twofold{s, (a - (s - part)) + (b - part)} : Twofold{s, T(0)};
  }
  /// By halves of the digits, whose products are exact: not every machine has a fused multiply-add.
  static constexpr Twofold product(T a, T b) {
    const T p = a * b;
    if (!is_finite(p)) return {p, T(0)};
    const T a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
    return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
  }
  static constexpr T upper_half(T a) {
    constexpr auto splitter = builtin_t<T>((1LL << (std::numeric_limits<builtin_t<T>>::digits + 1) / 2) + 1);
    const T t = T(splitter) * a;
    return t - (t - a);
  }
};

template <class T> inline constexpr bool is_scalar<Twofold<T>> = true;

template <class T> struct BuiltinOf<Twofold<T>> { using type = builtin_t<T>; };

/// Large enough for the operations above: products and quotients are off by up to 4 u².
template <class T>
inline constexpr Twofold<T> unit_roundoff<Twofold<T>> = Twofold<T>(4 * unit_roundoff<builtin_t<T>> *
                                                                   unit_roundoff<builtin_t<T>>);

/// A scalar with about twice the digits of T: a built-in one if there is one. Not for long double: it has enough
/// digits, and g++ 12 generates wrong code for pairs of them (-O3 with AVX-512, unless strict aliasing is off).
template <class T> struct WiderOf { using type = Twofold<T>; };
template <> struct WiderOf<float> { using type = double; };
template <class T> using wider_t = typename WiderOf<T>::type;
template <class T> inline constexpr bool has_wider = !std::same_as<builtin_t<T>, long double>;

}  // namespace tactus

template <class T> struct std::numeric_limits<tactus::Twofold<T>> : std::numeric_limits<T> {
  using Base = std::numeric_limits<T>;
  using W = tactus::Twofold<T>;
  static constexpr W min() noexcept { return Base::min(); }
  static constexpr W max() noexcept { return Base::max(); }
  static constexpr W infinity() noexcept { return Base::infinity(); }
  static constexpr W quiet_NaN() noexcept { return Base::quiet_NaN(); }
};
