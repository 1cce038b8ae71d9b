// SPDX-License-Identifier: MIT
#include <io/hull_json.h>
#include <io/mesh_file.h>
#include <io/nonconvex_json.h>
#include <io/shape_json.h>
#include <io/shape_names.h>

#include <algorithm>

namespace tactus::io {
namespace {

using Path = std::filesystem::path;
using Body = Nonconvex<double>;

/// Whole numbers from 0 to below `limit`.
template <class Number> std::vector<Number> counts(const JsonCursor& json, std::size_t limit, const std::string& of) {
  std::vector<Number> list;
  json.each([&](const JsonCursor& item) { list.push_back(static_cast<Number>(item.count_below(limit, of))); });
  return list;
}
template <class List> JsonValue::Array numbers_of(const List& list) {
  JsonValue::Array array;
  for (const auto x : list) array.emplace_back(static_cast<double>(x));
  return array;
}

// ---- compounds

Body compound_from(const JsonCursor& json, const Path& folder) {
  std::vector<CompoundPiece<double>> pieces;
  for (const JsonCursor& item : JsonMembers(json, {"pieces"}).at("pieces").items()) {
    const JsonMembers members(item, {"shape", "pose"});
    CompoundPiece<double> piece{shape_from_json(members.at("shape"), folder)};
    if (const auto pose = members.find("pose")) piece.pose = pose_from_json(*pose);
    pieces.push_back(std::move(piece));
  }
  return Compound<double>(std::move(pieces));
}

JsonValue compound_to(const Compound<double>& compound) {
  JsonValue::Array pieces;
  for (std::size_t i = 0; i < compound.size(); ++i) {
    const CompoundPiece<double>& piece = compound[i];
    JsonValue::Object json{{"shape", shape_to_json(piece.shape)}};
    if (piece.pose != Pose<double>{}) json.emplace_back("pose", pose_to_json(piece.pose));
    pieces.emplace_back(std::move(json));
  }
  return JsonValue::Object{{"pieces", std::move(pieces)}};
}

// ---- meshes

TriangleList<double> triangles_of_file(const JsonMembers& members, const JsonCursor& file, const Path& folder) {
  MeshFileOptions options;
  if (const auto scale = members.find("scale")) options.scale = scale->positive_number();
  if (const auto axes = members.find("axes")) options.axes = axes->text();
  if (const auto weld = members.find("weld")) options.weld = weld->number_between(0, largest_number);
  try {
    return read_mesh(folder / file.text(), options).mesh;
  } catch (const std::invalid_argument& error) {
    file.fail(error.what());
  }
}

TriangleList<double> triangles_of_text(const JsonMembers& members) {
  for (const char* name : {"scale", "axes", "weld"})
    if (const auto option = members.find(name)) option->fail("this is for a mesh from a 'file' only");
  TriangleList<double> list{.vertices = points_from_json(members.at("vertices")), .triangles = {}};
  members.at("triangles").each([&](const JsonCursor& item) {
    const auto corners = item.items(3);
    auto& triangle = list.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      triangle[k] = static_cast<int>(corners[k].count_below(list.vertices.size(), "vertices"));
  });
  return list;
}

Body mesh_from(const JsonCursor& json, const Path& folder) {
  const JsonMembers members(json, {"vertices", "triangles", "file", "scale", "axes", "weld", "sides", "user_data"});
  const auto file = members.find("file");
  if (file && (members.find("vertices") || members.find("triangles")))
    json.expected("either a file, or vertices and triangles,");
  const TriangleList<double> list = file ? triangles_of_file(members, *file, folder) : triangles_of_text(members);
  tactus::MeshOptions options;
  if (const auto sides = members.find("sides")) options.sides = static_cast<Sides>(sides->one_of(sides_words()));
  if (const auto data = members.find("user_data"))
    options.user_data = counts<std::uint32_t>(*data, std::size_t{1} << 32, "numbers of 32 bits");
  return Mesh<double>(list, options);
}

JsonValue mesh_to(const Mesh<double>& mesh) {
  const TriangleList<double> list = mesh.list();
  const tactus::MeshOptions options = mesh.options();
  JsonValue::Array triangles;
  for (const auto& triangle : list.triangles) triangles.emplace_back(numbers_of(triangle));
  JsonValue::Object json{{"vertices", points_to_json(list.vertices)},
                         {"triangles", std::move(triangles)},
                         {"sides", sides_words()[static_cast<std::size_t>(options.sides)]}};
  if (!options.user_data.empty()) json.emplace_back("user_data", numbers_of(options.user_data));
  return json;
}

// ---- height fields

constexpr std::size_t most_samples = 1 << 15;  // along one side

int samples_along(const JsonCursor& json) { return static_cast<int>(json.count_below(most_samples, "samples")); }

HeightGrid<double> heights_in_metres(const JsonMembers& members, int columns, int rows, const Vec2<double>& spacing) {
  for (const char* name : {"base", "step"})
    if (const auto option = members.find(name)) option->fail("this is for 'samples' only; 'heights' are metres");
  std::vector<double> heights;
  members.at("heights").each([&](const JsonCursor& item) { heights.push_back(item.number()); });
  return height_grid<double>(columns, rows, spacing, heights);
}

Body height_field_from(const JsonCursor& json, const Path&) {
  const JsonMembers members(json, {"columns", "rows", "spacing", "heights", "samples", "base", "step", "holes"});
  const int columns = samples_along(members.at("columns")), rows = samples_along(members.at("rows"));
  const Vec2<double> spacing = members.at("spacing").vec2();
  const auto samples = members.find("samples");
  if (samples && members.find("heights")) json.expected("either heights or samples");
  HeightGrid<double> grid{.columns = columns, .rows = rows, .spacing = spacing};
  if (!samples) grid = heights_in_metres(members, columns, rows, spacing);
  if (samples) {
    grid.base = members.at("base").number();
    grid.step = members.at("step").number_between(0, largest_number);
    grid.heights = counts<std::uint16_t>(*samples, std::size_t{1} << 16, "heights of 16 bits");
  }
  if (const auto holes = members.find("holes"); holes && columns > 1 && rows > 1) {
    grid.holes.assign(static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(rows - 1), false);
    for (const std::size_t cell : counts<std::size_t>(*holes, grid.holes.size(), "cells")) grid.holes[cell] = true;
  }
  return HeightField<double>(std::move(grid));
}

JsonValue height_field_to(const HeightField<double>& field) {
  const HeightGrid<double>& grid = field.grid();
  JsonValue::Object json{{"columns", static_cast<double>(grid.columns)},
                         {"rows", static_cast<double>(grid.rows)},
                         {"spacing", to_json(grid.spacing)},
                         {"base", grid.base},
                         {"step", grid.step},
                         {"samples", numbers_of(grid.heights)}};
  std::vector<std::size_t> holes;
  for (std::size_t cell = 0; cell < grid.holes.size(); ++cell)
    if (grid.holes[cell]) holes.push_back(cell);
  if (!holes.empty()) json.emplace_back("holes", numbers_of(holes));
  return json;
}

}  // namespace

BodyShape body_shape_from_json(const JsonCursor& json, const Path& folder) {
  using Reader = Body (*)(const JsonCursor&, const Path&);
  constexpr Reader readers[] = {compound_from, mesh_from, height_field_from};  // in the order of nonconvex_kinds()
  const auto* object = json.value().object();
  const std::vector<std::string> kinds = nonconvex_kinds();
  const auto kind =
      object && object->size() == 1 ? std::find(kinds.begin(), kinds.end(), object->front().first) : kinds.end();
  if (kind == kinds.end()) return {shape_from_json(json, folder), {}};
  const JsonCursor inner = json.child(object->front().second, *kind);
  return reported_at(inner, [&] { return BodyShape{.nonconvex = readers[kind - kinds.begin()](inner, folder)}; });
}

JsonValue nonconvex_to_json(const Body& body) {
  const auto named = [](std::size_t kind, JsonValue value) {
    return JsonValue::Object{{nonconvex_kinds()[kind], std::move(value)}};
  };
  if (const auto* compound = body.get_if<Compound<double>>()) return named(0, compound_to(*compound));
  if (const auto* mesh = body.get_if<Mesh<double>>()) return named(1, mesh_to(*mesh));
  if (const auto* field = body.get_if<HeightField<double>>()) return named(2, height_field_to(*field));
  throw std::invalid_argument("the nonconvex body is neither a compound nor a mesh nor a height field");
}

}  // namespace tactus::io
