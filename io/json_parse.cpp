// SPDX-License-Identifier: MIT
/// nlohmann's parser reports events (SAX); this file turns them into a JsonValue with line numbers.
#include <io/bad_input.h>
#include <io/json_value.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tactus::io {
namespace {

/// Counts lines as the parser advances. After a number, the parser has already read one character more.
struct LineCounter {
  std::uint32_t now = 1, before_last = 1;
  void read(char c) {
    before_last = now;
    now += c == '\n' ? 1 : 0;
  }
};

class CountingIterator {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  CountingIterator(const char* at, LineCounter* lines) : at_(at), lines_(lines) {}
  const char& operator*() const { return *at_; }
  CountingIterator& operator++() { return lines_->read(*at_++), *this; }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  LineCounter* lines_;
};

/// Builds the value that is open at the end of `open_`.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::string& text, const std::string& source, const JsonLimits& limits, const LineCounter& lines)
      : text_(text), source_(source), limits_(limits), lines_(lines) {}

  bool null() override { return add({}, lines_.now); }
  bool boolean(bool b) override { return add(b, lines_.now); }
  bool number_integer(number_integer_t x) override { return add(static_cast<double>(x), lines_.before_last); }
  bool number_unsigned(number_unsigned_t x) override { return add(static_cast<double>(x), lines_.before_last); }
  bool number_float(number_float_t x, const string_t&) override { return add(x, lines_.before_last); }
  bool string(string_t& text) override { return add(std::move(text), lines_.now); }
  bool binary(binary_t&) override { return false; }  // not in text
  bool key(string_t& name) override {
    names_.back() = std::move(name);
    return true;
  }
  bool start_object(std::size_t) override { return open(JsonValue::Object{}); }
  bool start_array(std::size_t) override { return open(JsonValue::Array{}); }
  bool end_object() override {
    check_names(open_.back());
    return close();
  }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(position ? position - 1 : 0, text_.size()));
    std::string_view words = error.what();
    // drop the parser's own error number and position
    for (const std::string_view before : {"] ", "parse error", ": "}) {
      if (const auto at = words.find(before); at != words.npos && at < 80) words.remove_prefix(at + before.size());
    }
    throw BadInput(source_, static_cast<std::size_t>(1 + std::count(text_.begin(), end, '\n')), "",
                   "this is not JSON: " + std::string(words));
  }

  JsonValue take() { return std::move(root_); }

 private:
  /// Values become children when they are complete, so that a growing array does not move an open value.
  bool add(JsonValue value, std::uint32_t line) {
    if (++count_ > limits_.values) fail(line, "more than " + std::to_string(limits_.values) + " values; the limit");
    value.line = line;
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* array = std::get_if<JsonValue::Array>(&open_.back().value)) {
      array->push_back(std::move(value));
    } else {
      std::get<JsonValue::Object>(open_.back().value).emplace_back(std::move(names_.back()), std::move(value));
    }
    return true;
  }
  bool open(JsonValue value) {
    if (open_.size() >= limits_.depth)
      fail(lines_.now, "nested more than " + std::to_string(limits_.depth) + " deep; the limit");
    value.line = lines_.now;
    open_.push_back(std::move(value));
    names_.emplace_back();
    return true;
  }
  bool close() {
    JsonValue value = std::move(open_.back());
    open_.pop_back();
    names_.pop_back();
    const std::uint32_t line = value.line;
    return add(std::move(value), line);
  }
  void check_names(const JsonValue& object) const {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : *object.object()) names.emplace_back(name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) fail(lines_.now, "'" + std::string(*twice) + "' appears twice in one object");
  }
  [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
    throw BadInput(source_, line, "", problem);
  }

  const std::string &text_, &source_;
  const JsonLimits& limits_;
  const LineCounter& lines_;
  std::vector<JsonValue> open_;
  std::vector<std::string> names_;  // for each open value, the name of the member being read
  JsonValue root_;
  std::size_t count_ = 0;
};

}  // namespace

JsonValue parse_json(const std::string& text, const std::string& source, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    throw BadInput(source, 0, "",
                   std::to_string(text.size()) + " bytes; at most " + std::to_string(limits.bytes) + " are read");
  LineCounter lines;
  Builder builder(text, source, limits, lines);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &lines), CountingIterator(text.data() + text.size(), &lines),
                            &builder);
  return builder.take();
}

}  // namespace tactus::io
