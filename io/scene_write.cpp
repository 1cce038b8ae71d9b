// SPDX-License-Identifier: MIT
#include <io/durable_file.h>
#include <io/nonconvex_json.h>
#include <io/scene_json.h>
#include <io/scene_words.h>
#include <io/shape_json.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace tactus::io {
namespace {

using namespace scenes;

/// Hulls, and bodies that are not convex, are written once under a name if several bodies share them.
class SharedShapes {
 public:
  explicit SharedShapes(const Scene& scene) {
    std::map<Identity, int> uses;
    for (const SceneBody& body : scene.bodies) {
      const Identity identity = identity_of(body);
      if (identity == Identity{} || ++uses[identity] != 2) continue;
      const std::string name = (body.nonconvex ? "body_" : "hull_") + std::to_string(names_.size());
      names_.emplace(identity, name);
      json_.emplace_back(name, written_out(body));
    }
  }
  JsonValue of(const SceneBody& body) const {
    const auto name = names_.find(identity_of(body));
    return name == names_.end() ? written_out(body) : JsonValue(name->second);
  }
  const JsonValue::Object& json() const { return json_; }

 private:
  /// Copies of a hull have the same serial number, copies of a body that is not convex the same source.
  using Identity = std::pair<std::uint64_t, const void*>;

  static Identity identity_of(const SceneBody& body) {
    if (body.nonconvex) return {0, &body.nonconvex.source()};
    const auto* hull = body.shape.get_if<Hull<double>>();
    return {hull ? hull->serial() : 0, nullptr};
  }
  static JsonValue written_out(const SceneBody& body) {
    return body.nonconvex ? nonconvex_to_json(body.nonconvex) : shape_to_json(body.shape);
  }

  std::map<Identity, std::string> names_;
  JsonValue::Object json_;
};

JsonValue material_to_json(const Material& m) {
  return JsonValue::Object{{"name", m.name},
                           {"density", m.density},
                           {"friction", m.friction},
                           {"restitution", m.restitution},
                           {"rolling_resistance", m.rolling_resistance}};
}

/// What differs from the default.
JsonValue::Object world_to_json(const WorldSettings& world) {
  const WorldSettings usual;
  JsonValue::Object points, json;
  const auto add = [](JsonValue::Object& to, const char* name, double value, double default_value) {
    if (value != default_value) to.emplace_back(name, value);
  };
  if (world.points.matching != usual.points.matching)
    points.emplace_back("matching", matching_words()[static_cast<std::size_t>(world.points.matching)]);
  add(points, "reach", world.points.reach, usual.points.reach);
  add(points, "area", world.points.hysteresis.area, usual.points.hysteresis.area);
  add(points, "depth", world.points.hysteresis.depth, usual.points.hysteresis.depth);
  if (world.tolerance) json.emplace_back("tolerance", *world.tolerance);
  add(json, "max_iterations", world.max_iterations, usual.max_iterations);
  if (!world.method.empty()) json.emplace_back("method", world.method);
  if (world.broad != usual.broad) json.emplace_back("broad", broad_words()[static_cast<std::size_t>(world.broad)]);
  if (!points.empty()) json.emplace_back("points", std::move(points));
  return json;
}

bool names_are_unique(const std::vector<Material>& materials) {
  std::set<std::string> names;
  for (const Material& m : materials) names.insert(m.name);
  return names.size() == materials.size();
}

JsonValue body_to_json(const SceneBody& body, const Scene& scene, const SharedShapes& shapes) {
  const SceneBody usual;
  JsonValue::Object json;
  if (!body.name.empty()) json.emplace_back("name", body.name);
  json.emplace_back("shape", shapes.of(body));
  if (body.pose != usual.pose) json.emplace_back("pose", pose_to_json(body.pose));
  if (body.velocity != usual.velocity) json.emplace_back("velocity", to_json(body.velocity));
  if (body.angular_velocity != usual.angular_velocity)
    json.emplace_back("angular_velocity", to_json(body.angular_velocity));
  if (body.motion != usual.motion) json.emplace_back("motion", motion_words()[static_cast<std::size_t>(body.motion)]);
  if (body.material != usual.material) {
    const bool by_name = body.material < scene.materials.size() && names_are_unique(scene.materials);
    json.emplace_back("material", by_name ? JsonValue(scene.materials[body.material].name)
                                          : JsonValue(static_cast<double>(body.material)));
  }
  if (body.continuous) json.emplace_back("continuous", true);
  return json;
}

}  // namespace

std::string scene_to_json(const Scene& scene) {
  JsonValue::Array materials, bodies;
  for (const Material& m : scene.materials) materials.push_back(material_to_json(m));
  const SharedShapes shapes(scene);
  for (const SceneBody& body : scene.bodies) bodies.push_back(body_to_json(body, scene, shapes));
  JsonValue::Object json{{"format", std::string(scene_format)},
                         {"version", static_cast<double>(scene_version)},
                         {"name", scene.name},
                         {"gravity", to_json(scene.gravity)},
                         {"step", scene.step},
                         {"seconds", scene.seconds}};
  if (JsonValue::Object world = world_to_json(scene.world); !world.empty())
    json.emplace_back("world", std::move(world));
  json.emplace_back("materials", std::move(materials));
  if (!shapes.json().empty()) json.emplace_back("shapes", shapes.json());
  json.emplace_back("bodies", std::move(bodies));
  std::string text = to_text(json);
  // The output must be readable again: this rejects numbers out of range and missing materials.
  scene_from_json(text, "the scene to be written");
  return text;
}

void write_scene(const std::filesystem::path& path, const Scene& scene) {
  const std::string text = scene_to_json(scene);
  write_durably(path, std::as_bytes(std::span(text)));
}

}  // namespace tactus::io
