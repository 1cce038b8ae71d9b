// SPDX-License-Identifier: MIT
#pragma once
/// The names of shapes in files: their type names in snake case. Generated from the shapes' own descriptions, so that a
/// shape that is added to Shape<T> is read, written and in the schema without a change here.
#include <tactus/shape/shape.h>

#include <string>
#include <utility>
#include <vector>

namespace tactus::io {

/// ConicalFrustum -> conical_frustum
inline std::string snake_case(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && !result.empty()) result += '_';
    result += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

/// What a body may be beside a convex shape (nonconvex_json.h).
inline std::vector<std::string> nonconvex_kinds() { return {"compound", "mesh", "height_field"}; }

/// Calls f(S{}) for each shape that consists of named numbers.
template <class F> void for_each_plain_shape(F&& f) {
  using Value = Shape<double>::Value;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<class S>(std::type_identity<S>) {
      if constexpr (PlainShape<S>) f(S{});
    };
    (one(std::type_identity<std::variant_alternative_t<I, Value>>{}), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Value>>{});
}

}  // namespace tactus::io
