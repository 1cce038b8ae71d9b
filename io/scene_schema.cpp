// SPDX-License-Identifier: MIT
/// The JSON Schema of scenes. docs/scene.schema.json is a copy; a test compares them.
#include <io/json_cursor.h>
#include <io/nonconvex_json.h>
#include <io/scene_json.h>
#include <io/scene_words.h>
#include <io/shape_names.h>

namespace tactus::io {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

JsonValue reference(const std::string& definition) { return Object{{"$ref", "#/$defs/" + definition}}; }
JsonValue type(const std::string& name) { return Object{{"type", name}}; }
JsonValue constant(JsonValue value) { return Object{{"const", std::move(value)}}; }

JsonValue number_between(double least, double most) {
  return Object{{"type", "number"}, {"minimum", least}, {"maximum", most}};
}
JsonValue positive_number() {
  return Object{{"type", "number"}, {"exclusiveMinimum", 0.0}, {"maximum", largest_number}};
}
JsonValue array_of(JsonValue item, std::size_t least, std::size_t most = 0) {
  Object schema{{"type", "array"}, {"items", std::move(item)}, {"minItems", static_cast<double>(least)}};
  if (most) schema.emplace_back("maxItems", static_cast<double>(most));
  return schema;
}
JsonValue object_of(Object properties, const std::vector<std::string>& required) {
  Object schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) {
    Array names;
    for (const std::string& name : required) names.emplace_back(name);
    schema.emplace_back("required", std::move(names));
  }
  return schema;
}

JsonValue one_of_words(const std::vector<std::string>& words) {
  Array all;
  for (const std::string& word : words) all.emplace_back(word);
  return Object{{"enum", std::move(all)}};
}

JsonValue of_rule(FieldRule rule) {
  if (rule == FieldRule::size) return number_between(0, largest_number);
  if (rule == FieldRule::exponent) return Object{{"type", "number"}, {"exclusiveMinimum", 0.0}, {"maximum", 2.0}};
  return number_between(-largest_number, largest_number);
}
JsonValue of_field(FieldRule rule, const double&) { return of_rule(rule); }
JsonValue of_field(FieldRule rule, const Vec2<double>&) { return array_of(of_rule(rule), 2, 2); }
JsonValue of_field(FieldRule rule, const Vec3<double>&) { return array_of(of_rule(rule), 3, 3); }

JsonValue shape_schema() {
  Array kinds;
  const auto add = [&](const std::string& name, JsonValue inner) {
    kinds.push_back(object_of({{name, std::move(inner)}}, {name}));
  };
  for_each_plain_shape([&](const auto& shape) {
    Object properties;
    std::vector<std::string> names;
    for_each_field(shape, [&](const auto& field, const auto& value) {
      properties.emplace_back(std::string(field.name), of_field(field.rule, value));
      names.emplace_back(field.name);
    });
    add(snake_case(std::remove_cvref_t<decltype(shape)>::name), object_of(std::move(properties), names));
  });
  const JsonValue points = array_of(reference("vector"), 1), index = Object{{"type", "integer"}, {"minimum", 0.0}};
  add("hull", Object{{"oneOf", Array{object_of({{"points", points}}, {"points"}),
                                     object_of({{"vertices", points}, {"faces", array_of(array_of(index, 3), 2)}},
                                               {"vertices", "faces"}),
                                     object_of({{"file", type("string")}}, {"file"}),
                                     object_of({{"text", type("string")}}, {"text"})}}});
  add("point_cloud", object_of({{"points", points}}, {"points"}));
  for (const char* name : {"minkowski_sum", "minkowski_difference", "convex_hull"})
    add(name, object_of({{"a", reference("shape")}, {"b", reference("shape")}}, {"a", "b"}));
  add("rounded", object_of({{"shape", reference("shape")}, {"radius", of_rule(FieldRule::size)}}, {"shape", "radius"}));
  add("transformed", object_of({{"shape", reference("shape")}, {"pose", reference("pose")}}, {"shape", "pose"}));
  return Object{{"oneOf", std::move(kinds)}};
}

JsonValue nonconvex_schema() {
  const JsonValue count = Object{{"type", "integer"}, {"minimum", 0.0}};
  const Object of_meshes{{"sides", one_of_words(sides_words())}, {"user_data", array_of(count, 0)}};
  Object listed{{"vertices", array_of(reference("vector"), 1)}, {"triangles", array_of(array_of(count, 3, 3), 1)}};
  Object filed{{"file", type("string")},
               {"scale", positive_number()},
               {"axes", type("string")},
               {"weld", of_rule(FieldRule::size)}};
  for (Object* mesh : {&listed, &filed}) mesh->insert(mesh->end(), of_meshes.begin(), of_meshes.end());
  const JsonValue side = Object{{"type", "integer"}, {"minimum", 2.0}};
  const Object of_fields{
      {"columns", side}, {"rows", side}, {"spacing", array_of(positive_number(), 2, 2)}, {"holes", array_of(count, 0)}};
  Object metres{{"heights", array_of(of_rule(FieldRule::position), 4)}};
  Object sampled{{"base", of_rule(FieldRule::position)},
                 {"step", of_rule(FieldRule::size)},
                 {"samples", array_of(Object{{"type", "integer"}, {"minimum", 0.0}, {"maximum", 65535.0}}, 4)}};
  for (Object* field : {&metres, &sampled}) field->insert(field->end(), of_fields.begin(), of_fields.end());
  const JsonValue piece = object_of({{"shape", reference("shape")}, {"pose", reference("pose")}}, {"shape"});
  const JsonValue inner[] = {
      object_of({{"pieces", array_of(piece, 1)}}, {"pieces"}),
      Object{{"oneOf", Array{object_of(listed, {"vertices", "triangles"}), object_of(filed, {"file"})}}},
      Object{{"oneOf", Array{object_of(metres, {"columns", "rows", "spacing", "heights"}),
                             object_of(sampled, {"columns", "rows", "spacing", "base", "step", "samples"})}}}};
  Array kinds;
  for (std::size_t i = 0; i < nonconvex_kinds().size(); ++i)
    kinds.push_back(object_of({{nonconvex_kinds()[i], inner[i]}}, {nonconvex_kinds()[i]}));
  return Object{{"oneOf", std::move(kinds)}};
}

/// The shape of a body: convex or not.
JsonValue body_shape_schema() { return Object{{"oneOf", Array{reference("shape"), reference("nonconvex")}}}; }

JsonValue pose_schema() {
  const JsonValue entry = number_between(-1.001, 1.001);
  return object_of({{"position", reference("vector")},
                    {"quaternion_wxyz", array_of(entry, 4, 4)},
                    {"rotation_rows", array_of(array_of(entry, 3, 3), 3, 3)}},
                   {});
}

JsonValue material_schema() {
  return object_of({{"name", type("string")},
                    {"density", positive_number()},
                    {"friction", of_rule(FieldRule::size)},
                    {"restitution", number_between(0, 1)},
                    {"rolling_resistance", number_between(0, 1)}},
                   {});
}

JsonValue world_schema() {
  const JsonValue points = object_of({{"matching", one_of_words(matching_words())},
                                      {"reach", of_rule(FieldRule::size)},
                                      {"area", number_between(0, 1)},
                                      {"depth", number_between(0, 1)}},
                                     {});
  return object_of({{"tolerance", number_between(0, 1)},
                    {"max_iterations", Object{{"type", "integer"}, {"minimum", 0.0}, {"maximum", 2147483647.0}}},
                    {"method", type("string")},
                    {"broad", one_of_words(broad_words())},
                    {"points", points}},
                   {});
}

JsonValue body_schema() {
  return object_of({{"name", type("string")},
                    {"shape", Object{{"oneOf", Array{type("string"), reference("shape"), reference("nonconvex")}}}},
                    {"pose", reference("pose")},
                    {"velocity", reference("vector")},
                    {"angular_velocity", reference("vector")},
                    {"motion", one_of_words(motion_words())},
                    {"material", Object{{"type", Array{"string", "integer"}}}},
                    {"continuous", type("boolean")}},
                   {"shape"});
}

}  // namespace

std::string scene_schema() {
  Object schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A scene of tactus"}};
  const JsonValue root =
      object_of({{"format", constant(std::string(scene_format))},
                 {"version", constant(static_cast<double>(scene_version))},
                 {"name", type("string")},
                 {"gravity", reference("vector")},
                 {"step", positive_number()},
                 {"seconds", of_rule(FieldRule::size)},
                 {"world", world_schema()},
                 {"materials", array_of(reference("material"), 0)},
                 {"shapes", Object{{"type", "object"}, {"additionalProperties", body_shape_schema()}}},
                 {"bodies", array_of(reference("body"), 0)}},
                {"format", "version", "bodies"});
  for (const auto& member : *root.object()) schema.push_back(member);
  schema.emplace_back("$defs", Object{{"vector", array_of(of_rule(FieldRule::position), 3, 3)},
                                      {"pose", pose_schema()},
                                      {"material", material_schema()},
                                      {"body", body_schema()},
                                      {"shape", shape_schema()},
                                      {"nonconvex", nonconvex_schema()}});
  return to_text(schema);
}

}  // namespace tactus::io
