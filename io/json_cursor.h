#pragma once
/// Walks through a JsonValue and tracks its position: every error has file, line, JSON pointer and value.
#include <io/json_value.h>
#include <tactus/math/vec2.h>
#include <tactus/math/vec3.h>

#include <optional>
#include <string>
#include <vector>

namespace tactus::io {

/// Every number of a file is at most this in magnitude, so that no sum or square of them overflows.
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
  /// One of these words, as its index in the list.
  std::size_t one_of(const std::vector<std::string>& words) const;
  std::uint32_t count_below(std::size_t limit, const std::string& of_what) const;
  std::vector<JsonCursor> items() const;
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

/// The members of an object, which may only have these names.
class JsonMembers {
 public:
  JsonMembers(const JsonCursor& object, const std::vector<std::string>& names);
  std::optional<JsonCursor> find(const std::string& name) const;
  JsonCursor at(const std::string& name) const;  // throws if it is missing

 private:
  JsonCursor object_;
};

}  // namespace tactus::io
