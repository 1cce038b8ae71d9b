// SPDX-License-Identifier: MIT
#pragma once
/// Answers as JSON text without loss: the output of `tactus query` and `tactus scene` for programs.
#include <tactus/query.h>

#include <charconv>
#include <sstream>
#include <string>

namespace tactus::app {

/// The shortest text that reads back as the same number; null if the number is not finite.
inline std::string number(double x) {
  if (!std::isfinite(x)) return "null";
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, x).ptr);
}
inline std::string vector(const Vec3<double>& v) {
  return "[" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "]";
}
template <class V> std::string quoted(const V& value) {
  std::ostringstream text;
  text << value;
  return '"' + text.str() + '"';
}

inline std::string json(const Contact<double>& c) {
  return "{\"status\": " + quoted(c.status) + ", \"distance\": " + number(c.distance) +
         ", \"lower\": " + number(c.lower) + ", \"upper\": " + number(c.upper) + ", \"normal\": " + vector(c.normal) +
         ", \"point_a\": " + vector(c.point_a) + ", \"point_b\": " + vector(c.point_b) +
         ", \"feature_a\": " + quoted(c.feature_a) + ", \"feature_b\": " + quoted(c.feature_b) +
         ", \"iterations\": " + std::to_string(c.iterations) + "}";
}

inline std::string json(const Manifold<double>& m) {
  std::string points;
  for (const ContactPoint<double>& p : m)
    points += (points.empty() ? "" : ", ") + ("{\"position\": " + vector(p.position)) +
              ", \"distance\": " + number(p.distance) + ", \"id\": [" + std::to_string(p.id.a) + ", " +
              std::to_string(p.id.b) + ", " + std::to_string(p.id.clip) + "]}";
  return "{\"status\": " + quoted(m.status) + ", \"normal\": " + vector(m.normal) + ", \"points\": [" + points + "]}";
}

inline std::string json(const Impact<double>& i) {
  return "{\"status\": " + quoted(i.status) + ", \"time\": " + number(i.time) + ", \"lower\": " + number(i.lower) +
         ", \"upper\": " + number(i.upper) + ", \"contact\": " + json(i.contact) + "}";
}

}  // namespace tactus::app
