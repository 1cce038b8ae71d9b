// SPDX-License-Identifier: MIT
#pragma once
/// Counted<T>: a scalar that counts the floating-point operations done with it.
///
/// Experiments run an algorithm on Counted<double> instead of double and read the tally; nothing in the algorithm
/// changes. Negation is free. Comparisons (those inside abs, min and max too) are counted separately: total() leaves
/// them out, with_comparisons() counts each as an addition, as [Mirtich 1997, §6.1] does.
#include <tactus/math/scalar.h>

#include <compare>
#include <cstdint>
#include <ostream>

namespace tactus {

struct Tally {
  std::uint64_t additions = 0;  // and subtractions
  std::uint64_t multiplications = 0;
  std::uint64_t divisions = 0;
  std::uint64_t square_roots = 0;
  std::uint64_t transcendentals = 0;  // sin, cos, asin, atan2, pow
  std::uint64_t comparisons = 0;

  constexpr std::uint64_t total() const {
    return additions + multiplications + divisions + square_roots + transcendentals;
  }
  constexpr std::uint64_t with_comparisons() const { return total() + comparisons; }
  friend constexpr Tally operator-(const Tally& a, const Tally& b) {
    return {a.additions - b.additions,       a.multiplications - b.multiplications, a.divisions - b.divisions,
            a.square_roots - b.square_roots, a.transcendentals - b.transcendentals, a.comparisons - b.comparisons};
  }
  friend constexpr bool operator==(const Tally&, const Tally&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Tally& t) {
    return os << t.additions << " additions, " << t.multiplications << " multiplications, " << t.divisions
              << " divisions, " << t.square_roots << " square roots, " << t.transcendentals << " transcendentals, "
              << t.comparisons << " comparisons";
  }
};

/// The running tally of this thread, over all Counted types.
inline Tally& tally() {
  thread_local Tally running;
  return running;
}

template <std::floating_point T> struct Counted {
  T value = 0;

  constexpr Counted() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr Counted(U v) : value(static_cast<T>(v)) {}  // implicit: literals mix with scalars as with double
  template <class U>
    requires std::is_arithmetic_v<U>
  explicit constexpr operator U() const { return static_cast<U>(value); }

  friend constexpr Counted operator-(Counted a) { return Counted(-a.value); }
  friend Counted operator+(Counted a, Counted b) { return ++tally().additions, Counted(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return ++tally().additions, Counted(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return ++tally().multiplications, Counted(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return ++tally().divisions, Counted(a.value / b.value); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  Counted& operator/=(Counted b) { return *this = *this / b; }
  friend constexpr auto operator<=>(Counted a, Counted b) { return count_comparison(), a.value <=> b.value; }
  friend constexpr bool operator==(Counted a, Counted b) { return count_comparison(), a.value == b.value; }

  friend Counted sqrt(Counted a) { return ++tally().square_roots, Counted(std::sqrt(a.value)); }
  friend Counted sin(Counted a) { return ++tally().transcendentals, Counted(std::sin(a.value)); }
  friend Counted cos(Counted a) { return ++tally().transcendentals, Counted(std::cos(a.value)); }
  friend Counted asin(Counted a) { return ++tally().transcendentals, Counted(std::asin(a.value)); }
  friend Counted atan2(Counted a, Counted b) {
    return ++tally().transcendentals, Counted(std::atan2(a.value, b.value));
  }
  friend Counted pow(Counted a, Counted b) { return ++tally().transcendentals, Counted(std::pow(a.value, b.value)); }
  friend constexpr bool is_finite(Counted a) { return is_finite(a.value); }
  friend std::ostream& operator<<(std::ostream& os, Counted a) { return os << a.value; }

 private:
  static constexpr void count_comparison() {
    if (!std::is_constant_evaluated()) ++tally().comparisons;
  }
};

template <class T> inline constexpr bool is_scalar<Counted<T>> = true;

template <class T> struct BuiltinOf<Counted<T>> { using type = T; };

// Divides at compile time without changing the tally, unlike the generic definition.
template <class T> inline constexpr Counted<T> unit_roundoff<Counted<T>> = Counted<T>(unit_roundoff<T>);

}  // namespace tactus

template <class T> struct std::numeric_limits<tactus::Counted<T>> : std::numeric_limits<T> {
  using Base = std::numeric_limits<T>;
  using C = tactus::Counted<T>;
  static constexpr C min() noexcept { return Base::min(); }
  static constexpr C max() noexcept { return Base::max(); }
  static constexpr C lowest() noexcept { return Base::lowest(); }
  static constexpr C epsilon() noexcept { return Base::epsilon(); }
  static constexpr C round_error() noexcept { return Base::round_error(); }
  static constexpr C infinity() noexcept { return Base::infinity(); }
  static constexpr C quiet_NaN() noexcept { return Base::quiet_NaN(); }
  static constexpr C signaling_NaN() noexcept { return Base::signaling_NaN(); }
  static constexpr C denorm_min() noexcept { return Base::denorm_min(); }
};
