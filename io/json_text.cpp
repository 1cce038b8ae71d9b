// SPDX-License-Identifier: MIT
/// JSON as readable text: short values on one line.
#include <io/json_value.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace tactus::io {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string digits(double x) {
  if (!std::isfinite(x)) throw std::invalid_argument("JSON cannot represent numbers that are not finite");
  if (x == 0 && std::signbit(x)) return "-0.0";  // "-0" would be read as the integer 0
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, x);
  return {buffer, error == std::errc{} ? end : buffer};
}

constexpr std::size_t line_length = 100;

bool fits_on_a_line(const JsonValue& value) {
  if (const auto* object = value.object()) return object->empty();
  const auto* array = value.array();
  if (!array) return true;
  return std::all_of(array->begin(), array->end(), [](const JsonValue& v) { return !v.array() && !v.object(); });
}

/// A container with its contents: each item on its own line, or all on one.
template <class Items, class Each>
void write_list(std::string& out, const Items& items, char open, char close, const std::string& indent, bool on_a_line,
                Each&& each) {
  out += open;
  const char* separator = "";
  std::size_t line_begin = out.size();
  for (const auto& item : items) {
    out += separator;
    if (!on_a_line) {
      out += '\n' + indent + "  ";
    } else if (out.size() - line_begin > line_length) {
      out += '\n' + indent + "  ";
      line_begin = out.size();
    } else if (*separator) {
      out += ' ';
    }
    each(item);
    separator = ",";
  }
  if (!on_a_line && !items.empty()) out += '\n' + indent;
  out += close;
}

/// An object with few short members is easier to read on one line: {"radius": 0.5, "half_height": 1}
bool is_short(const JsonValue& value) {
  const auto* object = value.object();
  if (!object || object->size() > 3) return false;
  return std::all_of(object->begin(), object->end(), [](const auto& member) {
    const auto* array = member.second.array();
    return !(array && array->size() > 4) && (fits_on_a_line(member.second) || is_short(member.second));
  });
}

void write(std::string& out, const JsonValue& value, const std::string& indent) {
  const std::string deeper = indent + "  ";
  if (const auto* b = std::get_if<bool>(&value.value)) out += *b ? "true" : "false";
  if (std::holds_alternative<std::nullptr_t>(value.value)) out += "null";
  if (const double* x = value.number()) out += digits(*x);
  if (const std::string* text = value.text()) out += quoted(*text);
  if (const auto* array = value.array())
    write_list(out, *array, '[', ']', indent, fits_on_a_line(value),
               [&](const JsonValue& v) { write(out, v, deeper); });
  if (const auto* object = value.object())
    write_list(out, *object, '{', '}', indent, is_short(value), [&](const auto& member) {
      out += quoted(member.first) + ": ";
      write(out, member.second, deeper);
    });
}

}  // namespace

std::string to_text(const JsonValue& value) {
  std::string out;
  write(out, value, "");
  return out + '\n';
}

std::string describe(const JsonValue& value) {
  constexpr std::size_t shown = 40;
  if (const auto* array = value.array()) return "an array of " + std::to_string(array->size());
  if (const auto* object = value.object()) return "an object of " + std::to_string(object->size());
  std::string text;
  write(text, value, "");
  return text.size() <= shown ? text : text.substr(0, shown) + "...";
}

}  // namespace tactus::io
