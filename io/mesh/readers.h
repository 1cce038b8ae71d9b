// SPDX-License-Identifier: MIT
#pragma once
/// The readers, and what they share. Each turns bytes into the triangles of the file, unchanged: nothing is welded or
/// dropped.
#include <io/bad_input.h>
#include <io/mesh_file.h>

#include <array>
#include <charconv>
#include <optional>

namespace tactus::io::mesh {

/// No coordinate of a file is larger, so that areas and volumes stay finite.
inline constexpr double largest_coordinate = 1e30;
inline bool is_coordinate(const Vec3<double>& p) { return is_finite(p) && max_abs(p) <= largest_coordinate; }

TriangleList<double> read_stl(std::string_view bytes, const std::string& source);
TriangleList<double> read_obj(std::string_view bytes, const std::string& source);
TriangleList<double> read_ply(std::string_view bytes, const std::string& source);
/// By assimp, in a child process.
TriangleList<double> read_foreign(const std::filesystem::path& path, const MeshFileOptions& options);

/// Text by lines and words; knows the line for messages.
class Lines {
 public:
  Lines(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  /// The next line; false at the end. Lines end in \n or \r\n.
  bool next() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_ = text_.substr(at_, end - at_);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    at_ = end + 1;
    ++number_;
    return true;
  }
  /// The next word of the line; empty at its end.
  std::string_view word() {
    const std::size_t from = std::min(line_.find_first_not_of(" \t\v\f"), line_.size());
    const std::size_t to = std::min(line_.find_first_of(" \t\v\f", from), line_.size());
    const std::string_view found = line_.substr(from, to - from);
    line_.remove_prefix(to);
    return found;
  }
  double number() { return number_of(word()); }
  double number_of(std::string_view text) const {
    double value = 0;
    if (!text.empty() && text[0] == '+') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) expected("a number", text);
    return value;
  }
  Vec3<double> point() {
    const double x = number(), y = number(), z = number();
    return checked({x, y, z});
  }
  Vec3<double> checked(const Vec3<double>& p) const {
    if (!is_coordinate(p)) fail("a coordinate that is not finite, or beyond 1e30");
    return p;
  }
  [[noreturn]] void expected(const std::string& wanted, std::string_view found) const {
    fail(wanted + " expected, " + (found.empty() ? "the line ends" : "'" + printable(found) + "' found"));
  }
  [[noreturn]] void fail(const std::string& problem) const { throw BadInput(source_, number_, "", problem); }
  std::size_t line() const { return number_; }
  std::size_t rest() const { return line_.size(); }  // characters of the line that are left
  std::size_t offset() const { return std::min(at_, text_.size()); }  // where the next line begins
  static std::string printable(std::string_view text) {
    std::string shown;
    for (const char c : text.substr(0, 24)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown;
  }

 private:
  std::string_view text_, line_;
  std::string source_;
  std::size_t at_ = 0, number_ = 0;
};

/// "byte 84: ..." for binary files.
[[noreturn]] inline void fail_at_byte(const std::string& source, std::size_t byte, const std::string& problem) {
  throw BadInput(source, 0, "", "byte " + std::to_string(byte) + ": " + problem);
}

}  // namespace tactus::io::mesh
