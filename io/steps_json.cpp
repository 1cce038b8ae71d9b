// SPDX-License-Identifier: MIT
#include <io/steps_json.h>

#include <cmath>
#include <sstream>

namespace tactus::io {
namespace {

JsonValue number(double x) { return std::isfinite(x) ? JsonValue(x) : JsonValue(); }

JsonValue vector(const Vec3<double>& v) { return JsonValue::Array{number(v.x), number(v.y), number(v.z)}; }

template <class V> JsonValue words(const V& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

template <class List, class F> JsonValue array(const List& list, F&& f) {
  JsonValue::Array items;
  for (const auto& item : list) items.push_back(f(item));
  return items;
}

JsonValue triangle(const std::array<int, 3>& t) {
  return JsonValue::Array{static_cast<double>(t[0]), static_cast<double>(t[1]), static_cast<double>(t[2])};
}

JsonValue step_to_json(const narrow::Step<double>& step) {
  JsonValue::Object object{{"stage", step.stage}, {"words", step.words}};
  const auto add = [&](const char* name, const auto& field, auto&& f) {
    if (field) object.emplace_back(name, f(*field));
  };
  if (!step.points.empty()) object.emplace_back("points", array(step.points, vector));
  if (!step.triangles.empty()) object.emplace_back("triangles", array(step.triangles, triangle));
  add("nearest_triangle", step.nearest_triangle, [](int i) { return JsonValue(static_cast<double>(i)); });
  add("nearest", step.nearest, vector);
  add("direction", step.direction, vector);
  add("support", step.support, vector);
  add("feature_a", step.feature_a, words<Feature>);
  add("feature_b", step.feature_b, words<Feature>);
  if (!step.corners_a.empty()) object.emplace_back("corners_a", array(step.corners_a, vector));
  if (!step.corners_b.empty()) object.emplace_back("corners_b", array(step.corners_b, vector));
  add("lower", step.lower, number);
  add("upper", step.upper, number);
  if (!step.measures.empty()) object.emplace_back("measures", step.measures);
  return object;
}

JsonValue answer_to_json(const Contact<double>& c) {
  return JsonValue::Object{{"status", words(c.status)},       {"distance", number(c.distance)},
                           {"lower", number(c.lower)},        {"upper", number(c.upper)},
                           {"normal", vector(c.normal)},      {"point_a", vector(c.point_a)},
                           {"point_b", vector(c.point_b)},    {"feature_a", words(c.feature_a)},
                           {"feature_b", words(c.feature_b)}, {"iterations", static_cast<double>(c.iterations)}};
}

}  // namespace

JsonValue steps_to_json(const narrow::Steps<double>& run) {
  return JsonValue::Object{{"format", "tactus steps"},
                           {"version", 1.0},
                           {"algorithm", run.algorithm},
                           {"question", run.question},
                           {"steps", array(run.steps, step_to_json)},
                           {"answer", answer_to_json(run.answer)}};
}

}  // namespace tactus::io
