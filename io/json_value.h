// SPDX-License-Identifier: MIT
#pragma once
/// JSON in memory, each value with its line number: error messages need it, and parsers do not keep it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tactus::io {

struct JsonValue {
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;  // in the order of the file

  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value = nullptr;
  std::uint32_t line = 0;

  JsonValue() = default;
  JsonValue(bool b) : value(b) {}
  JsonValue(double x) : value(x) {}
  JsonValue(std::string text) : value(std::move(text)) {}
  JsonValue(const char* text) : value(std::string(text)) {}
  JsonValue(Array array) : value(std::move(array)) {}
  JsonValue(Object object) : value(std::move(object)) {}

  const double* number() const { return std::get_if<double>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const Array* array() const { return std::get_if<Array>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
};

/// Upper limits for a document. No legitimate file needs more; a larger one may be an attack.
struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 64;  // nesting of arrays and objects
  std::size_t values = 8'000'000;
};

/// Throws BadInput if the text is not JSON, exceeds a limit, or has a name twice in one object. `source` is for
/// messages.
JsonValue parse_json(const std::string& text, const std::string& source, const JsonLimits& limits = {});

/// Indented; arrays of numbers on one line. Numbers have the fewest digits that read back as the same double. Throws
/// std::invalid_argument for numbers that are not finite: JSON has none.
std::string to_text(const JsonValue& value);

/// A value in a few words, for messages: `"boxx"`, `-0.5`, `an array of 3`.
std::string describe(const JsonValue& value);

}  // namespace tactus::io
