// SPDX-License-Identifier: MIT
#include <io/json_cursor.h>
#include <io/nonconvex_json.h>
#include <io/scene_json.h>
#include <io/scene_words.h>
#include <io/shape_json.h>
#include <io/suggest.h>
#include <io/text_file.h>

#include <algorithm>
#include <map>

namespace tactus::io {
namespace {

using namespace scenes;
using NamedShapes = std::map<std::string, BodyShape>;

Material material_from(const JsonCursor& json) {
  const JsonMembers members(json, {"name", "density", "friction", "restitution", "rolling_resistance"});
  Material material;
  if (const auto name = members.find("name")) material.name = name->text();
  if (const auto density = members.find("density")) material.density = density->positive_number();
  if (const auto friction = members.find("friction")) material.friction = friction->number_between(0, largest_number);
  if (const auto restitution = members.find("restitution")) material.restitution = restitution->number_between(0, 1);
  if (const auto rolling = members.find("rolling_resistance"))
    material.rolling_resistance = rolling->number_between(0, 1);
  return material;
}

CacheOptions<double> points_from(const JsonCursor& json) {
  const JsonMembers members(json, {"matching", "reach", "area", "depth"});
  CacheOptions<double> points;
  if (const auto matching = members.find("matching"))
    points.matching = static_cast<Matching>(matching->one_of(matching_words()));
  if (const auto reach = members.find("reach")) points.reach = reach->number_between(0, largest_number);
  if (const auto area = members.find("area")) points.hysteresis.area = area->number_between(0, 1);
  if (const auto depth = members.find("depth")) points.hysteresis.depth = depth->number_between(0, 1);
  return points;
}

WorldSettings world_from(const JsonCursor& json) {
  const JsonMembers members(json, {"tolerance", "max_iterations", "method", "broad", "points"});
  WorldSettings world;
  if (const auto tolerance = members.find("tolerance")) world.tolerance = tolerance->number_between(0, 1);
  if (const auto most = members.find("max_iterations"))
    world.max_iterations = static_cast<int>(most->count_below(std::size_t{1} << 31, "iterations"));
  if (const auto method = members.find("method")) world.method = method->text();
  if (const auto broad = members.find("broad"))
    world.broad = static_cast<broad::MethodName>(broad->one_of(broad_words()));
  if (const auto points = members.find("points")) world.points = points_from(*points);
  return world;
}

/// By its name, or by its number if names repeat.
std::size_t material_index(const JsonCursor& json, const std::vector<Material>& materials) {
  if (!json.value().text()) return json.count_below(materials.size(), "materials");
  std::vector<std::string> names;
  names.reserve(materials.size());
  for (const Material& m : materials) names.push_back(m.name);
  if (std::count(names.begin(), names.end(), json.text()) > 1)
    json.fail("several materials are called " + describe(json.value()) + "; give its number, from 0 on");
  return json.one_of(names);
}

BodyShape body_shape(const JsonCursor& json, const NamedShapes& shapes, const std::filesystem::path& folder) {
  if (!json.value().text()) return body_shape_from_json(json, folder);
  const auto named = shapes.find(json.text());
  if (named != shapes.end()) return named->second;
  std::vector<std::string> names;
  for (const auto& [name, shape] : shapes) names.push_back(name);
  json.fail(describe(json.value()) + " is not one of the named shapes (/shapes)" + suggestion(json.text(), names));
}

SceneBody body_from(const JsonCursor& json, const Scene& scene, const NamedShapes& shapes,
                    const std::filesystem::path& folder) {
  const JsonMembers members(
      json, {"name", "shape", "pose", "velocity", "angular_velocity", "motion", "material", "continuous"});
  const BodyShape made_of = body_shape(members.at("shape"), shapes, folder);
  SceneBody body{.name = {}, .shape = made_of.shape};
  body.nonconvex = made_of.nonconvex;
  if (const auto name = members.find("name")) body.name = name->text();
  if (const auto pose = members.find("pose")) body.pose = pose_from_json(*pose);
  if (const auto v = members.find("velocity")) body.velocity = v->vec3();
  if (const auto v = members.find("angular_velocity")) body.angular_velocity = v->vec3();
  if (const auto motion = members.find("motion")) body.motion = static_cast<MotionKind>(motion->one_of(motion_words()));
  if (const auto material = members.find("material")) body.material = material_index(*material, scene.materials);
  if (const auto continuous = members.find("continuous")) body.continuous = continuous->boolean();
  if (body.material >= scene.materials.size()) json.fail("no material is given, and /materials is empty");
  if (!body.shape.bounded() && body.motion == MotionKind::dynamic)
    json.fail("a half-space has no mass and cannot fall; \"motion\" must be \"fixed\" or \"kinematic\"");
  if (body.nonconvex && body.motion == MotionKind::dynamic && !(body.nonconvex.mass_properties().volume > 0))
    json.fail(
        "a height field, and a mesh that is not closed, has no volume and cannot fall; \"motion\" must be "
        "\"fixed\" or \"kinematic\"");
  return body;
}

NamedShapes named_shapes(const JsonCursor& json, const std::filesystem::path& folder) {
  if (!json.value().object()) json.expected("an object of shapes with names of your own");
  NamedShapes shapes;
  for (const auto& [name, value] : *json.value().object())
    shapes.emplace(name, body_shape_from_json(json.child(value, name), folder));
  return shapes;
}

Scene scene_from(const JsonCursor& json, const std::filesystem::path& folder) {
  const JsonMembers members(
      json, {"format", "version", "name", "gravity", "step", "seconds", "world", "materials", "shapes", "bodies"});
  if (const auto format = members.at("format"); format.text() != scene_format)
    format.expected("\"" + std::string(scene_format) + "\"");
  if (const auto version = members.at("version"); version.number() != scene_version)
    version.expected("version " + std::to_string(scene_version) + ", the only one there is,");
  Scene scene;
  if (const auto name = members.find("name")) scene.name = name->text();
  if (const auto gravity = members.find("gravity")) scene.gravity = gravity->vec3();
  if (const auto step = members.find("step")) scene.step = step->positive_number();
  if (const auto seconds = members.find("seconds")) scene.seconds = seconds->number_between(0, largest_number);
  if (const auto world = members.find("world")) scene.world = world_from(*world);
  if (const auto materials = members.find("materials")) {
    scene.materials.clear();
    for (const JsonCursor& m : materials->items()) scene.materials.push_back(material_from(m));
  }
  NamedShapes shapes;
  if (const auto named = members.find("shapes")) shapes = named_shapes(*named, folder);
  for (const JsonCursor& body : members.at("bodies").items())
    scene.bodies.push_back(body_from(body, scene, shapes, folder));
  return scene;
}

}  // namespace

Scene scene_from_json(const std::string& text, const std::string& source, const std::filesystem::path& folder) {
  const JsonValue value = parse_json(text, source);
  return scene_from(JsonCursor(value, source), folder);
}

Scene read_scene(const std::filesystem::path& path) {
  return scene_from_json(read_text_file(path, JsonLimits{}.bytes), path.string(), path.parent_path());
}

}  // namespace tactus::io
