// SPDX-License-Identifier: MIT
#pragma once
/// The built-in shapes describe their fields once; printing, checking and conversion between scalars use that
/// description.
#include <tactus/math/export.h>
#include <tactus/math/refuse.h>
#include <tactus/math/vec2.h>
#include <tactus/math/vec3.h>

#include <sstream>
#include <string>
#include <string_view>
#include <tuple>

namespace tactus {

enum class FieldRule {
  size,  // finite and not negative
  position,  // finite
  exponent,  // in (0, 2]
};

template <class S, class Member> struct Field {
  std::string_view name;
  Member S::*member;
  FieldRule rule;
};
template <class S, class Member> constexpr Field<S, Member> size_field(std::string_view name, Member S::*member) {
  return {name, member, FieldRule::size};
}
template <class S, class Member> constexpr Field<S, Member> position_field(std::string_view name, Member S::*member) {
  return {name, member, FieldRule::position};
}
template <class S, class Member> constexpr Field<S, Member> exponent_field(std::string_view name, Member S::*member) {
  return {name, member, FieldRule::exponent};
}

/// A shape that consists of named numbers: `Box<double>` is one, a hull is not.
template <class S>
concept PlainShape = requires(const S& s) {
  { S::name } -> std::convertible_to<std::string_view>;
  S::fields();
};

/// Calls f(field, value) for each field in order.
template <PlainShape S, class F> constexpr void for_each_field(const S& s, F&& f) {
  std::apply([&](const auto&... field) { (f(field, s.*field.member), ...); }, S::fields());
}

namespace detail {

template <Scalar T> constexpr bool obeys(FieldRule rule, T x) {
  if (!is_finite(x)) return false;
  return rule == FieldRule::size ? x >= T(0) : rule == FieldRule::exponent ? x > T(0) && x <= T(2) : true;
}

template <Scalar T> constexpr bool obeys(FieldRule rule, const Vec2<T>& v) {
  return obeys(rule, v.x) && obeys(rule, v.y);
}
template <Scalar T> constexpr bool obeys(FieldRule rule, const Vec3<T>& v) {
  return obeys(rule, v.x) && obeys(rule, v.y) && obeys(rule, v.z);
}

template <Scalar T>
TACTUS_API void check_number(std::string_view shape, std::string_view field, std::string_view component, FieldRule rule,
                             T x) {
  if (obeys(rule, x)) return;
  constexpr const char* demands[] = {"sizes must be finite and not negative", "positions must be finite",
                                     "exponents must be above 0 and at most 2"};
  std::ostringstream text;
  text << shape << '.' << field << component << " is " << x << ": " << demands[static_cast<int>(rule)];
  refuse(text.str());
}
extern template void check_number(std::string_view, std::string_view, std::string_view, FieldRule, float);  // shape.cpp
extern template void check_number(std::string_view, std::string_view, std::string_view, FieldRule, double);
template <Scalar T> void check_value(std::string_view shape, std::string_view field, FieldRule rule, T x) {
  check_number(shape, field, "", rule, x);
}
template <Scalar T> void check_value(std::string_view shape, std::string_view field, FieldRule rule, const Vec2<T>& v) {
  check_number(shape, field, ".x", rule, v.x);
  check_number(shape, field, ".y", rule, v.y);
}
template <Scalar T> void check_value(std::string_view shape, std::string_view field, FieldRule rule, const Vec3<T>& v) {
  check_number(shape, field, ".x", rule, v.x);
  check_number(shape, field, ".y", rule, v.y);
  check_number(shape, field, ".z", rule, v.z);
}

template <Scalar U, Scalar T> constexpr U cast_value(T x) { return U(x); }
template <Scalar U, Scalar T> constexpr Vec2<U> cast_value(const Vec2<T>& v) { return v.template cast<U>(); }
template <Scalar U, Scalar T> constexpr Vec3<U> cast_value(const Vec3<T>& v) { return v.template cast<U>(); }

}  // namespace detail

namespace detail {

/// Throws for the first invalid field. Not inlined: every query of a plain shape first checks whether there is one.
template <PlainShape S> [[gnu::noinline, gnu::cold]] void check_fields(const S& s) {
  for_each_field(s, [](const auto& field, const auto& value) { check_value(S::name, field.name, field.rule, value); });
}

}  // namespace detail

/// Throws std::invalid_argument with the shape, the field and the value.
template <PlainShape S> void validate(const S& s) {
  constexpr auto fields = S::fields();
  const bool sound =
      std::apply([&](const auto&... field) { return (detail::obeys(field.rule, s.*field.member) && ...); }, fields);
  if (!sound) detail::check_fields(s);
}

/// The same shape with another scalar: cast<float>(box).
template <Scalar U, template <class> class S, Scalar T>
  requires PlainShape<S<T>>
constexpr S<U> cast(const S<T>& s) {
  S<U> result;
  constexpr auto from = S<T>::fields();
  constexpr auto to = S<U>::fields();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((result.*(std::get<I>(to).member) = detail::cast_value<U>(s.*(std::get<I>(from).member))), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(from)>>{});
  return result;
}

/// In C++ syntax: Capsule{.radius = 0.5, .half_height = 1}
template <PlainShape S> std::ostream& operator<<(std::ostream& os, const S& s) {
  os << S::name << '{';
  const char* separator = "";
  for_each_field(s, [&](const auto& field, const auto& value) {
    os << separator << '.' << field.name << " = " << value;
    separator = ", ";
  });
  return os << '}';
}

}  // namespace tactus
