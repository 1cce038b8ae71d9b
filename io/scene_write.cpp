#include <io/durable_file.h>
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

/// Hulls that several bodies share are written once, under a name: copies of a hull have the same serial number.
class SharedHulls {
 public:
  explicit SharedHulls(const Scene& scene) {
    std::map<std::uint64_t, int> uses;
    for (const SceneBody& body : scene.bodies) {
      const auto* hull = body.shape.get_if<Hull<double>>();
      if (!hull || ++uses[hull->serial()] != 2) continue;
      const std::string name = "hull_" + std::to_string(names_.size());
      names_.emplace(hull->serial(), name);
      json_.emplace_back(name, shape_to_json(body.shape));
    }
  }
  JsonValue of(const Shape<double>& shape) const {
    const auto* hull = shape.get_if<Hull<double>>();
    const auto name = hull ? names_.find(hull->serial()) : names_.end();
    return name == names_.end() ? shape_to_json(shape) : JsonValue(name->second);
  }
  const JsonValue::Object& json() const { return json_; }

 private:
  std::map<std::uint64_t, std::string> names_;
  JsonValue::Object json_;
};

JsonValue material_to_json(const Material& m) {
  return JsonValue::Object{
      {"name", m.name}, {"density", m.density}, {"friction", m.friction}, {"restitution", m.restitution}};
}

bool names_are_unique(const std::vector<Material>& materials) {
  std::set<std::string> names;
  for (const Material& m : materials) names.insert(m.name);
  return names.size() == materials.size();
}

JsonValue body_to_json(const SceneBody& body, const Scene& scene, const SharedHulls& hulls) {
  const SceneBody usual{.name = {}, .shape = body.shape};
  JsonValue::Object json;
  if (!body.name.empty()) json.emplace_back("name", body.name);
  json.emplace_back("shape", hulls.of(body.shape));
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
  const SharedHulls hulls(scene);
  for (const SceneBody& body : scene.bodies) bodies.push_back(body_to_json(body, scene, hulls));
  JsonValue::Object json{{"format", std::string(scene_format)},
                         {"version", static_cast<double>(scene_version)},
                         {"name", scene.name},
                         {"gravity", to_json(scene.gravity)},
                         {"step", scene.step},
                         {"seconds", scene.seconds},
                         {"materials", std::move(materials)}};
  if (!hulls.json().empty()) json.emplace_back("shapes", hulls.json());
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
