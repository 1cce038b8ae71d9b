// SPDX-License-Identifier: MIT
#include <io/bad_input.h>
#include <io/json_cursor.h>
#include <io/suggest.h>

#include <algorithm>
#include <cmath>

namespace tactus::io {
namespace {

/// RFC 6901: ~ and / within a name.
std::string escaped(const std::string& step) {
  std::string result;
  for (const char c : step) result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return result;
}

std::string as_text(double x) { return describe(JsonValue(x)); }

}  // namespace

void JsonCursor::fail(const std::string& problem) const { throw BadInput(source_, value_->line, pointer_, problem); }
void JsonCursor::expected(const std::string& wanted) const {
  fail(describe(*value_) + " found, " + wanted + " expected");
}

JsonCursor JsonCursor::child(const JsonValue& value, const std::string& step) const {
  return {value, source_, pointer_ + "/" + escaped(step)};
}

double JsonCursor::number() const { return number_between(-largest_number, largest_number); }

double JsonCursor::number_between(double least, double most) const {
  const double* x = value_->number();
  if (!x || !(*x >= least && *x <= most)) expected("a number from " + as_text(least) + " to " + as_text(most));
  return *x;
}

double JsonCursor::positive_number() const {
  const double* x = value_->number();
  if (!x || !(*x > 0 && *x <= largest_number)) expected("a number above 0, up to " + as_text(largest_number));
  return *x;
}

bool JsonCursor::boolean() const {
  const bool* b = std::get_if<bool>(&value_->value);
  if (!b) expected("true or false");
  return *b;
}

const std::string& JsonCursor::text() const {
  if (!value_->text()) expected("a text");
  return *value_->text();
}

std::size_t JsonCursor::one_of(const std::vector<std::string>& words) const {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (text() == words[i]) return i;
  fail("unknown: " + describe(*value_) + suggestion(text(), words));
}

std::uint32_t JsonCursor::count_below(std::size_t limit, const std::string& of_what) const {
  const double* x = value_->number();
  if (limit == 0) expected("nothing: there are no " + of_what + ", so none can be named");
  if (!x || !(*x >= 0 && *x < static_cast<double>(limit)) || std::floor(*x) != *x)
    expected("a number of one of the " + of_what + ", 0 to " + std::to_string(limit - 1) + ",");
  return static_cast<std::uint32_t>(*x);
}

std::vector<JsonCursor> JsonCursor::items() const {
  const auto* array = value_->array();
  if (!array) expected("an array");
  std::vector<JsonCursor> result;
  result.reserve(array->size());
  for (const JsonValue& item : *array) result.push_back(child(item, std::to_string(result.size())));
  return result;
}

std::vector<JsonCursor> JsonCursor::items(std::size_t wanted) const {
  const auto* array = value_->array();
  if (!array || array->size() != wanted) expected("an array of " + std::to_string(wanted) + " numbers");
  return items();
}

Vec2<double> JsonCursor::vec2() const {
  const auto xy = items(2);
  return {xy[0].number(), xy[1].number()};
}
Vec3<double> JsonCursor::vec3() const {
  const auto xyz = items(3);
  return {xyz[0].number(), xyz[1].number(), xyz[2].number()};
}

JsonMembers::JsonMembers(const JsonCursor& object, const std::vector<std::string>& names) : object_(object) {
  if (!object.value().object()) object.expected("an object");
  for (const auto& [key, value] : *object.value().object()) {
    if (std::find(names.begin(), names.end(), key) == names.end())
      object.child(value, key).fail("unknown name " + describe(JsonValue(key)) + suggestion(key, names));
  }
}

std::optional<JsonCursor> JsonMembers::find(const std::string& name) const {
  for (const auto& [key, value] : *object_.value().object())
    if (key == name) return object_.child(value, name);
  return std::nullopt;
}

JsonCursor JsonMembers::at(const std::string& name) const {
  const auto found = find(name);
  if (!found) object_.fail("'" + name + "' is missing");
  return *found;
}

}  // namespace tactus::io
