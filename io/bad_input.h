// SPDX-License-Identifier: MIT
#pragma once
/// The exception for scene, shape and mesh files: what is wrong, where, and what would be right.
#include <cstddef>
#include <stdexcept>
#include <string>

namespace tactus::io {

/// what(): "scene.json:12: /bodies/3/shape/box/half/1: -0.5 is ..."
class BadInput : public std::invalid_argument {
 public:
  /// `source` names the file; line 0 and an empty pointer mean the whole of it.
  BadInput(const std::string& source, std::size_t line, const std::string& pointer, const std::string& problem)
      : std::invalid_argument(place(source, line, pointer) + problem), line_(line), pointer_(pointer) {}

  std::size_t line() const { return line_; }  // from 1; 0: the whole file
  const std::string& pointer() const { return pointer_; }  // RFC 6901: "/bodies/3"; empty: the whole document

 private:
  static std::string place(const std::string& source, std::size_t line, const std::string& pointer) {
    return source + (line ? ":" + std::to_string(line) : "") + ": " + (pointer.empty() ? "" : pointer + ": ");
  }
  std::size_t line_;
  std::string pointer_;
};

}  // namespace tactus::io
