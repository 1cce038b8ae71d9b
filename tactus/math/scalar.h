// SPDX-License-Identifier: MIT
#pragma once
/// The scalars that tactus computes with, and the few real functions it needs from them.
///
/// Inside namespace tactus write `sqrt(x)`, `abs(x)`, `sin(x)` unqualified: the overloads here serve float, double and
/// long double, and argument-dependent lookup finds those of a user's scalar such as Counted (counted.h).
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace tactus {

/// Specialise to true for a type that behaves like a floating-point number (numeric_limits included).
template <class T> inline constexpr bool is_scalar = std::floating_point<T>;

template <class T>
concept Scalar = is_scalar<T>;

/// The built-in type that carries a scalar's value, used for printing and conversion.
template <class T> struct BuiltinOf { using type = T; };
template <class T> using builtin_t = typename BuiltinOf<T>::type;

/// What constructions and integrals compute in: double, or long double if T is. It keeps floats accurate, and the tallies
/// of a counting scalar clean.
template <class T> using work_t = std::conditional_t<std::is_same_v<builtin_t<T>, long double>, long double, double>;

/// Unit roundoff u: a rounded operation is off by a factor of at most 1 + u.
template <Scalar T> inline constexpr T unit_roundoff = std::numeric_limits<T>::epsilon() / T(2);

template <Scalar T> inline constexpr T infinity = std::numeric_limits<T>::infinity();

template <Scalar T> inline constexpr T pi = T(3.141592653589793238462643383279502884L);

/// std::sqrt is not constexpr in clang 14; at compile time Newton's iteration from above is used instead.
template <std::floating_point T> constexpr T sqrt(T x) {
  if (!std::is_constant_evaluated()) return std::sqrt(x);
  if (!(x > 0) || x == std::numeric_limits<T>::infinity()) return x < 0 ? std::numeric_limits<T>::quiet_NaN() : x;
  T root = x > 1 ? x : T(1);
  for (T next = (root + x / root) / 2; next < root; next = (root + x / root) / 2) root = next;
  return root;
}

/// Clears the sign bit. A comparison would keep the sign of -0, which costs the compiler a branch or a blend.
constexpr float abs(float x) { return __builtin_fabsf(x); }
constexpr double abs(double x) { return __builtin_fabs(x); }
constexpr long double abs(long double x) { return __builtin_fabsl(x); }
template <Scalar T>
  requires(!std::floating_point<T>)
constexpr T abs(T x) { return x < T(0) ? -x : x; }

template <std::floating_point T> constexpr bool is_finite(T x) { return abs(x) <= std::numeric_limits<T>::max(); }

template <std::floating_point T> T sin(T x) { return std::sin(x); }
template <std::floating_point T> T cos(T x) { return std::cos(x); }
template <std::floating_point T> T asin(T x) { return std::asin(x); }
template <std::floating_point T> T atan2(T y, T x) { return std::atan2(y, x); }
template <std::floating_point T> T pow(T x, T y) { return std::pow(x, y); }

template <Scalar T> constexpr T square(T x) { return x * x; }

/// magnitude, or its negative if x is negative. Without a branch: for random signs, half of the guesses would be wrong,
/// and it would take five times as long (docs/performance.md, "What comments rely on").
template <Scalar T> constexpr T with_sign(T magnitude, T x) {
  if constexpr (std::floating_point<T>) {
    // x + 0 turns -0 into 0: neither is negative, and both paths must agree.
    if (!std::is_constant_evaluated()) return std::copysign(magnitude, x + T(0));
  }
  return x < T(0) ? -magnitude : magnitude;
}

/// x, or 0 if x is negative. g++ turns max(x, 0) into a branch, with the same cost as for with_sign.
template <Scalar T> constexpr T positive_part(T x) { return (x + abs(x)) * T(0.5); }

/// -1 or +1: never 0, so that a support mapping built on it always returns a vertex.
template <Scalar T> constexpr T sign(T x) { return x < T(0) ? T(-1) : T(1); }

// By value, so that results never dangle; the second argument may be a literal of another type.
template <Scalar T> constexpr T min(T a, std::type_identity_t<T> b) { return b < a ? b : a; }
template <Scalar T> constexpr T max(T a, std::type_identity_t<T> b) { return a < b ? b : a; }
template <Scalar T> constexpr T clamp(T x, std::type_identity_t<T> low, std::type_identity_t<T> high) {
  return min(max(x, low), high);
}

/// The index of the first of the largest values (the last index if there is none, because of NaN). Uses a bit for each
/// value: the winner cannot be predicted, and a compiler turns a search into branches.
template <std::size_t count, class T> constexpr int largest_of(const T (&values)[count]) {
  T most = values[0];
  for (const T& value : values) most = max(most, value);
  unsigned is_most = 1u << (count - 1);
  for (std::size_t k = 0; k < count; ++k) is_most |= (values[k] == most ? 1u : 0u) << k;
  return std::countr_zero(is_most);
}

}  // namespace tactus
