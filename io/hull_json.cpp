// SPDX-License-Identifier: MIT
#include <io/hull_json.h>
#include <io/text_file.h>

#include <sstream>

namespace tactus::io {
namespace {

using Loops = std::vector<std::vector<std::uint32_t>>;

/// Reports an error of the hull's constructor at the place of the input.
template <class F> Hull<double> made_at(const JsonCursor& json, F&& make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    json.fail(error.what());
  }
}

Loops loops_from_json(const JsonCursor& json, std::size_t vertices) {
  Loops loops;
  for (const JsonCursor& face : json.items()) {
    loops.emplace_back();
    for (const JsonCursor& corner : face.items()) loops.back().push_back(corner.count_below(vertices, "vertices"));
  }
  return loops;
}

/// "tactus-hull 1 ..." as Hull::save writes it, or points: three numbers per line.
Hull<double> hull_from_text(const std::string& text) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  if (text.starts_with("tactus-hull")) return Hull<double>::load(in);
  std::vector<Vec3<double>> points;
  for (Vec3<double> p; in >> p.x >> p.y >> p.z;) points.push_back(p);
  in.clear();
  if (std::string rest; in >> rest || points.empty())
    throw std::invalid_argument("neither a saved hull nor a list of points: after point " +
                                std::to_string(points.size()) + " comes '" + rest.substr(0, 20) + "'");
  return Hull<double>::from_points(points);
}

bool same(const Hull<double>& hull, const JsonValue& json) {
  try {
    return hull_from_json(JsonCursor(json, ""), {}) == hull;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

std::vector<Vec3<double>> points_from_json(const JsonCursor& json) {
  std::vector<Vec3<double>> points;
  json.each([&](const JsonCursor& p) { points.push_back(p.vec3()); });
  if (points.empty()) json.expected("at least one point");
  return points;
}

JsonValue points_to_json(std::span<const Vec3<double>> points) {
  JsonValue::Array array;
  for (const auto& p : points) array.emplace_back(JsonValue::Array{p.x, p.y, p.z});
  return array;
}

Hull<double> hull_from_json(const JsonCursor& json, const std::filesystem::path& folder) {
  const JsonMembers members(json, {"points", "vertices", "faces", "file", "text"});
  const auto points = members.find("points"), vertices = members.find("vertices"), faces = members.find("faces");
  const auto file = members.find("file"), text = members.find("text");
  if (!points + !vertices + !file + !text != 3)
    json.expected("exactly one of points, vertices (with faces), file or text");
  if (faces && !vertices) json.fail("'faces' without 'vertices'");
  if (points) return made_at(*points, [&] { return Hull<double>::from_points(points_from_json(*points)); });
  if (text) return made_at(*text, [&] { return hull_from_text(text->text()); });
  if (file) return made_at(*file, [&] { return hull_from_text(read_text_file(folder / file->text())); });
  const auto corners = points_from_json(*vertices);
  const auto loops = loops_from_json(members.at("faces"), corners.size());
  return made_at(json, [&] { return Hull<double>::from_faces(corners, loops); });
}

JsonValue hull_to_json(const Hull<double>& hull) {
  JsonValue points = JsonValue::Object{{"points", points_to_json(hull.vertices())}};
  if (same(hull, points)) return points;
  JsonValue::Array faces;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    JsonValue::Array loop;
    for (const std::uint32_t v : hull.face_loop(f)) loop.emplace_back(static_cast<double>(v));
    faces.emplace_back(std::move(loop));
  }
  JsonValue mesh = JsonValue::Object{{"vertices", points_to_json(hull.vertices())}, {"faces", std::move(faces)}};
  if (same(hull, mesh)) return mesh;
  std::ostringstream text;
  hull.save(text);
  return JsonValue::Object{{"text", text.str()}};
}

}  // namespace tactus::io
