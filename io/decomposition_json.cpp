// SPDX-License-Identifier: MIT
#include <io/bad_input.h>
#include <io/decomposition_json.h>
#include <io/durable_file.h>
#include <io/hull_json.h>
#include <io/mesh_file.h>
#include <io/text_file.h>

#include <sstream>

namespace tactus::io {

std::string decomposition_to_json(const Decomposition& d) {
  JsonValue::Array pieces;
  for (const Hull<double>& hull : d.pieces) pieces.push_back(hull_to_json(hull));
  return to_text(JsonValue::Object{{"format", "tactus decomposition"},
                                   {"version", 1.0},
                                   {"solid", d.solid},
                                   {"reached", d.reached},
                                   {"stopped", d.stopped},
                                   {"concavity", d.concavity},
                                   {"concavity_lower", d.concavity_lower},
                                   {"cover", d.cover},
                                   {"solid_volume", d.solid_volume},
                                   {"pieces_volume", d.pieces_volume},
                                   {"pieces", std::move(pieces)}});
}

Decomposition decomposition_from_json(const std::string& text, const std::string& source) {
  const JsonValue value = parse_json(text, source);
  const JsonCursor json(value, source);
  const JsonMembers members(json, {"format", "version", "solid", "reached", "stopped", "concavity", "concavity_lower",
                                   "cover", "solid_volume", "pieces_volume", "pieces"});
  if (members.at("format").text() != "tactus decomposition") members.at("format").expected("\"tactus decomposition\"");
  if (members.at("version").number() != 1) members.at("version").expected("version 1");
  Decomposition d;
  d.solid = members.at("solid").boolean(), d.reached = members.at("reached").boolean();
  d.stopped = members.at("stopped").boolean();
  const auto length = [&](const char* name) { return members.at(name).number_between(0, largest_number); };
  d.concavity = length("concavity"), d.concavity_lower = length("concavity_lower"), d.cover = length("cover");
  d.solid_volume = members.at("solid_volume").number(), d.pieces_volume = length("pieces_volume");
  for (const JsonCursor& piece : members.at("pieces").items()) d.pieces.push_back(hull_from_json(piece, {}));
  if (d.pieces.empty()) members.at("pieces").expected("at least one piece");
  return d;
}

Decomposition read_decomposition(const std::filesystem::path& path) {
  return decomposition_from_json(read_text_file(path), path.string());
}

TriangleList<double> triangles_of(const Hull<double>& hull) {
  TriangleList<double> mesh;
  mesh.vertices.assign(hull.vertices().begin(), hull.vertices().end());
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face_loop(f);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      mesh.triangles.push_back({static_cast<int>(loop[0]), static_cast<int>(loop[k]), static_cast<int>(loop[k + 1])});
  }
  return mesh;
}

void write_decomposition(const std::filesystem::path& path, const Decomposition& d) {
  std::string text;
  if (path.extension() == ".json") {
    text = decomposition_to_json(d);
  } else if (path.extension() == ".obj") {
    std::ostringstream os;
    int first = 1, number = 0;
    for (const Hull<double>& hull : d.pieces) {
      write_obj(os, triangles_of(hull), "piece_" + std::to_string(number++), first);
      first += static_cast<int>(hull.vertex_count());
    }
    text = os.str();
  } else {
    throw BadInput(path.string(), 0, "", "decompositions are written as .json or .obj");
  }
  write_durably(path, std::as_bytes(std::span(text)));
}

}  // namespace tactus::io
