// SPDX-License-Identifier: MIT
#include <io/hull_json.h>
#include <io/shape_json.h>
#include <io/shape_names.h>
#include <io/suggest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

namespace tactus::io {
namespace {

using S = Shape<double>;
using Path = std::filesystem::path;

// ---- plain shapes: named numbers ----

void read_value(const JsonCursor& json, double& x) { x = json.number(); }
void read_value(const JsonCursor& json, Vec2<double>& v) { v = json.vec2(); }
void read_value(const JsonCursor& json, Vec3<double>& v) { v = json.vec3(); }
JsonValue field_json(double x) { return x; }
JsonValue field_json(const Vec2<double>& v) { return to_json(v); }
JsonValue field_json(const Vec3<double>& v) { return to_json(v); }

template <PlainShape P> S read_plain(const JsonCursor& json) {
  P shape{};
  std::vector<std::string> names;
  for_each_field(shape, [&](const auto& field, const auto&) { names.emplace_back(field.name); });
  const JsonMembers members(json, names);
  for_each_field(shape, [&](const auto& field, const auto&) {
    const JsonCursor value = members.at(std::string(field.name));
    read_value(value, shape.*field.member);
    try {
      tactus::detail::check_value(P::name, field.name, field.rule, shape.*field.member);
    } catch (const std::invalid_argument& error) {
      value.fail(error.what());
    }
  });
  return shape;
}

// ---- shapes made of shapes ----

using Reader = std::function<S(const JsonCursor&, const Path&)>;

template <class Combine> Reader pair_reader(Combine combine) {
  return [combine](const JsonCursor& json, const Path& folder) -> S {
    const JsonMembers members(json, {"a", "b"});
    return combine(shape_from_json(members.at("a"), folder), shape_from_json(members.at("b"), folder));
  };
}

S read_rounded(const JsonCursor& json, const Path& folder) {
  const JsonMembers members(json, {"shape", "radius"});
  return rounded(shape_from_json(members.at("shape"), folder), members.at("radius").number_between(0, largest_number));
}

S read_transformed(const JsonCursor& json, const Path& folder) {
  const JsonMembers members(json, {"shape", "pose"});
  return transformed(shape_from_json(members.at("shape"), folder), pose_from_json(members.at("pose")));
}

std::map<std::string, Reader> all_readers() {
  std::map<std::string, Reader> readers;
  for_each_plain_shape([&](const auto& shape) {
    using P = std::remove_cvref_t<decltype(shape)>;
    readers[snake_case(P::name)] = [](const JsonCursor& json, const Path&) { return read_plain<P>(json); };
  });
  readers["hull"] = [](const JsonCursor& json, const Path& folder) -> S { return hull_from_json(json, folder); };
  readers["point_cloud"] = [](const JsonCursor& json, const Path&) -> S {
    return PointCloud<double>(points_from_json(JsonMembers(json, {"points"}).at("points")));
  };
  readers["minkowski_sum"] = pair_reader([](const S& a, const S& b) { return minkowski_sum(a, b); });
  readers["minkowski_difference"] = pair_reader([](const S& a, const S& b) { return minkowski_difference(a, b); });
  readers["convex_hull"] = pair_reader([](const S& a, const S& b) { return convex_hull(a, b); });
  readers["rounded"] = read_rounded;
  readers["transformed"] = read_transformed;
  return readers;
}

// ---- writing ----

JsonValue named(const std::string& name, JsonValue value) { return JsonValue::Object{{name, std::move(value)}}; }

template <PlainShape P> JsonValue plain_to_json(const P& shape) {
  JsonValue::Object fields;
  for_each_field(shape, [&](const auto& field, const auto& value) {
    fields.emplace_back(std::string(field.name), field_json(value));
  });
  return named(snake_case(P::name), std::move(fields));
}

JsonValue pair_to_json(const std::string& name, const S& a, const S& b) {
  return named(name, JsonValue::Object{{"a", shape_to_json(a)}, {"b", shape_to_json(b)}});
}

/// A custom shape can be written if it is one of the composites that the format supports.
JsonValue custom_to_json(const Custom<double>& shape) {
  if (const auto* s = shape.target<MinkowskiSum<S, S>>()) return pair_to_json("minkowski_sum", s->a, s->b);
  if (const auto* s = shape.target<MinkowskiDifference<S, S>>())
    return pair_to_json("minkowski_difference", s->a, s->b);
  if (const auto* s = shape.target<ConvexHull<S, S>>()) return pair_to_json("convex_hull", s->a, s->b);
  if (const auto* s = shape.target<Rounded<S>>())
    return named("rounded", JsonValue::Object{{"shape", shape_to_json(s->core)}, {"radius", s->rounding}});
  if (const auto* s = shape.target<Transformed<S>>())
    return named("transformed", JsonValue::Object{{"shape", shape_to_json(s->shape)}, {"pose", pose_to_json(s->pose)}});
  if (const auto* s = shape.target<PointCloud<double>>())
    return named("point_cloud", JsonValue::Object{{"points", points_to_json(s->points())}});
  std::ostringstream text;
  text << "this shape cannot be written to a file: " << shape
       << " is a user-defined type, or a composite of types other than Shape";
  throw std::invalid_argument(text.str());
}

}  // namespace

S shape_from_json(const JsonCursor& json, const Path& folder) {
  static const std::map<std::string, Reader> readers = all_readers();
  const auto* object = json.value().object();
  if (!object || object->size() != 1)
    json.expected("an object with one member, such as {\"sphere\": {\"radius\": 1}},");
  const auto& [name, value] = object->front();
  const JsonCursor inner = json.child(value, name);
  const auto reader = readers.find(name);
  if (reader == readers.end()) {
    std::vector<std::string> names = nonconvex_kinds();
    if (std::find(names.begin(), names.end(), name) != names.end())
      inner.fail("a " + name + " is not convex: it can be the shape of a body, but not a part of another shape");
    for (const auto& known : readers) names.push_back(known.first);
    std::sort(names.begin(), names.end());
    inner.fail("unknown shape " + describe(JsonValue(name)) + suggestion(name, names));
  }
  return reported_at(inner, [&] { return reader->second(inner, folder); });
}

JsonValue shape_to_json(const S& shape) {
  return shape.visit([](const auto& s) -> JsonValue {
    using Kind = std::remove_cvref_t<decltype(s)>;
    if constexpr (PlainShape<Kind>) {
      return plain_to_json(s);
    } else if constexpr (std::same_as<Kind, Hull<double>>) {
      return named("hull", hull_to_json(s));
    } else {
      return custom_to_json(s);
    }
  });
}

}  // namespace tactus::io
