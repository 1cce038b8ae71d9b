// SPDX-License-Identifier: MIT
#pragma once
/// Walks through a JsonValue and tracks its position: every error has file, line, JSON pointer and value.
#include <io/bad_input.h>
#include <io/json_value.h>
#include <tactus/math/vec2.h>
#include <tactus/math/vec3.h>

#include <optional>
#include <string>
#include <vector>

namespace tactus::io {

/// The largest magnitude allowed for a number in a file, so that no sum or square of such numbers overflows.
inline constexpr double largest_number = 1e12;

class JsonCursor {
 public:
  JsonCursor(const JsonValue& value, std::string source, std::string pointer = "")
      : value_(&value), source_(std::move(source)), pointer_(std::move(pointer)) {}

  /// Throws BadInput with this value and the problem.
  [[noreturn]] void fail(const std::string& problem) const;
  /// "-0.5 found, <wanted> expected"
  [[noreturn]] void expected(const std::string& wanted) const;

  double number() const;
  double number_between(double least, double most) const;
  double positive_number() const;
  bool boolean() const;
  const std::string& text() const;
  /// The value must be one of these words; returns its index in the list.
  std::size_t one_of(const std::vector<std::string>& words) const;
  std::uint32_t count_below(std::size_t limit, const std::string& of_what) const;
  std::vector<JsonCursor> items() const;
  /// Calls f(item) for each item in turn. For long lists: cursors for all items at once would take much memory.
  template <class F> void each(F&& f) const {
    const auto* array = value_->array();
    if (!array) expected("an array");
    for (std::size_t i = 0; i < array->size(); ++i) f(child((*array)[i], std::to_string(i)));
  }
  std::vector<JsonCursor> items(std::size_t wanted) const;  // exactly this many
  Vec2<double> vec2() const;
  Vec3<double> vec3() const;

  const JsonValue& value() const { return *value_; }
  const std::string& source() const { return source_; }
  JsonCursor child(const JsonValue& value, const std::string& step) const;

 private:
  const JsonValue* value_;
  std::string source_, pointer_;
};

/// The members of an object, which may have no other names than these.
class JsonMembers {
 public:
  JsonMembers(const JsonCursor& object, const std::vector<std::string>& names);
  std::optional<JsonCursor> find(const std::string& name) const;
  JsonCursor at(const std::string& name) const;  // throws if it is missing

 private:
  JsonCursor object_;
};

/// Returns make(). A std::invalid_argument that it throws, for example from a constructor, is reported as an error at
/// this place of the file.
template <class F> auto reported_at(const JsonCursor& json, F&& make) {
  try {
    return make();
  } catch (const BadInput&) {
    throw;
  } catch (const std::invalid_argument& error) {
    json.fail(error.what());
  }
}

}  // namespace tactus::io
