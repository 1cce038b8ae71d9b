// SPDX-License-Identifier: MIT
#pragma once
/// What `tactus query` says in words: its answers, and which option an error is in.
#include <io/bad_input.h>
#include <tactus/core/contact.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

namespace tactus::app {

/// A contact in one line. `measures_depth` is false if the query that gave it, `who`, only measures gaps.
inline std::string words_of(const Contact<double>& c, bool measures_depth, const std::string& who) {
  std::ostringstream text;
  text.precision(17);
  const auto count = [&](int n, const char* what) { text << ", " << n << ' ' << what << (n == 1 ? "" : "s"); };
  const bool named = !(c.feature_a == Feature{}) || !(c.feature_b == Feature{});
  const auto point = [&](const Vec3<double>& p, const Feature& f) {
    text << p;
    if (named) text << " (" << f << ')';
  };
  if (c.touching() && !measures_depth) {
    text << c.status << " (" << who << " does not measure how deep), depth in [" << std::max(0.0, -c.upper) << ", "
         << std::max(0.0, -c.lower) << "], at ";
    point(c.point_a, c.feature_a);
  } else {
    text << c.status << ": " << c.distance << " in [" << c.lower << ", " << c.upper << "] along " << c.normal
         << " from ";
    point(c.point_a, c.feature_a);
    text << " to ";
    point(c.point_b, c.feature_b);
  }
  count(c.iterations, "iteration");
  count(c.support_calls, "support call");
  return text.str();
}

/// The message of an error in a scene made from the options, with the option in place of the place in that scene:
/// "--pose-b: /position: ..." instead of "arguments:6: /bodies/1/pose/position: ...".
inline std::string with_option_name(const io::BadInput& error) {
  struct Place {
    const char *pointer, *option;
  };
  constexpr std::array<Place, 6> places{{{"/bodies/0/shape", "--a"},
                                         {"/bodies/1/shape", "--b"},
                                         {"/bodies/0/pose", "--pose-a"},
                                         {"/bodies/1/pose", "--pose-b"},
                                         {"/bodies/0/velocity", "--velocity-a"},
                                         {"/bodies/1/velocity", "--velocity-b"}}};
  const std::string message = error.what();
  for (const Place& place : places) {
    const std::string pointer = place.pointer;
    if (error.pointer().rfind(pointer, 0) != 0) continue;
    const std::string rest = message.substr(message.find(pointer) + pointer.size());  // "/position: ..." or ": ..."
    return std::string(place.option) + (rest.rfind('/', 0) == 0 ? ": " : "") + rest;
  }
  return message;
}

}  // namespace tactus::app
