// SPDX-License-Identifier: MIT
#include <io/mesh_report.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace tactus::io {
namespace {

using Mesh = TriangleList<double>;
using Point = Vec3<double>;

/// A cell of a grid, or the bits of a position.
struct Key {
  std::array<std::int64_t, 3> at;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t h = 0x9e3779b97f4a7c15u;
    for (const std::int64_t i : key.at) h = (h ^ static_cast<std::uint64_t>(i)) * 0xff51afd7ed558ccdu, h ^= h >> 32;
    return static_cast<std::size_t>(h);
  }
};

const Point& corner(const Mesh& mesh, int i) { return mesh.vertices[static_cast<std::size_t>(i)]; }

/// For each vertex, the vertex it is merged into: the first one in the order of the file that is near enough and was
/// not merged itself. A cell as wide as `weld` contains few such vertices, so few comparisons are needed.
std::vector<int> weld_map(const std::vector<Point>& points, double weld) {
  if (!(weld >= 0) || !std::isfinite(weld)) throw std::invalid_argument("weld: a distance of 0 or more is required");
  double reach = 0;
  for (const Point& p : points) reach = max(reach, max_abs(p));
  if (weld > 0 && !(reach / weld < 0x1p52))
    throw std::invalid_argument("weld: " + std::to_string(weld) +
                                " is below what coordinates as large as these resolve");
  const double cell = weld > 0 ? weld : 1;
  std::unordered_map<Key, std::vector<int>, KeyHash> cells;
  std::vector<int> map(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    Key key{};
    for (int k = 0; k < 3; ++k)
      key.at[static_cast<std::size_t>(k)] =
          weld > 0 ? static_cast<std::int64_t>(std::floor(p[k] / cell)) : std::bit_cast<std::int64_t>(p[k] + 0.0);
    int found = -1;
    const int around = weld > 0 ? 1 : 0;
    for (int x = -around; x <= around; ++x)
      for (int y = -around; y <= around; ++y)
        for (int z = -around; z <= around; ++z) {
          const auto place = cells.find({{key.at[0] + x, key.at[1] + y, key.at[2] + z}});
          if (place == cells.end()) continue;
          for (const int j : place->second)
            if ((found < 0 || j < found) && distance(points[static_cast<std::size_t>(j)], p) <= weld) found = j;
        }
    map[i] = found < 0 ? static_cast<int>(i) : found;
    if (found < 0) cells[key].push_back(static_cast<int>(i));
  }
  return map;
}

bool has_area(const Mesh& mesh, const std::array<int, 3>& t) {
  if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return false;
  const Point a = corner(mesh, t[1]) - corner(mesh, t[0]), b = corner(mesh, t[2]) - corner(mesh, t[0]);
  return norm(cross(a, b)) > 4 * unit_roundoff<double> * norm(a) * norm(b);
}

void drop_unused_vertices(Mesh& mesh) {
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const auto& t : mesh.triangles)
    for (const int v : t) number[static_cast<std::size_t>(v)] = 0;
  int used = 0;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] == 0) mesh.vertices[static_cast<std::size_t>(used)] = mesh.vertices[i], number[i] = used++;
  mesh.vertices.resize(static_cast<std::size_t>(used));
  for (auto& t : mesh.triangles)
    for (int& v : t) v = number[static_cast<std::size_t>(v)];
}

void look_at_edges(const Mesh& mesh, MeshReport& report) {
  std::vector<std::array<int, 3>> edges;  // lower vertex, higher vertex, 1 if it goes up
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::sort(edges.begin(), edges.end());
  report.closed = !edges.empty();
  for (std::size_t i = 0; i < edges.size();) {
    const auto [a, b, sense] = edges[i];
    int count = 0, balance = 0;
    for (; i < edges.size() && edges[i][0] == a && edges[i][1] == b; ++i) ++count, balance += edges[i][2];
    report.closed = report.closed && balance == 0;
    if (count == 2 && balance == 0) continue;
    EdgeFault& fault = count == 1 ? report.holes : count == 2 ? report.flipped : report.nonmanifold;
    if (fault.count++ < EdgeFault::most_places) fault.places.push_back((corner(mesh, a) + corner(mesh, b)) * 0.5);
  }
}

std::size_t count_parts(const Mesh& mesh) {
  std::vector<int> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i)
      i = parent[static_cast<std::size_t>(i)] = parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(i)])];
    return i;
  };
  std::size_t parts = mesh.vertices.size();
  for (const auto& t : mesh.triangles)
    for (const int v : {t[1], t[2]})
      if (const int a = root(t[0]), b = root(v); a != b) parent[static_cast<std::size_t>(a)] = b, --parts;
  return parts;
}

std::string fault_words(const char* name, const EdgeFault& fault) {
  std::ostringstream text;
  text << name << fault.count;
  if (fault.count) text << ", at";
  for (const Point& p : fault.places) text << ' ' << p;
  if (fault.count > fault.places.size()) text << " ...";
  return text.str() + '\n';
}

JsonValue vector_json(const Point& p) { return JsonValue::Array{p.x, p.y, p.z}; }

JsonValue fault_json(const EdgeFault& fault) {
  JsonValue::Array places;
  for (const Point& p : fault.places) places.push_back(vector_json(p));
  return JsonValue::Object{{"count", static_cast<double>(fault.count)}, {"places", std::move(places)}};
}

}  // namespace

MeshReport clean(Mesh& mesh, double weld) {
  MeshReport report;
  report.weld = weld;
  const std::vector<int> map = weld_map(mesh.vertices, weld);
  for (std::size_t i = 0; i < map.size(); ++i) report.welded += map[i] != static_cast<int>(i);
  for (auto& t : mesh.triangles)
    for (int& v : t) v = map[static_cast<std::size_t>(v)];
  report.degenerate = std::erase_if(mesh.triangles, [&](const auto& t) { return !has_area(mesh, t); });
  drop_unused_vertices(mesh);
  report.vertices = mesh.vertices.size(), report.triangles = mesh.triangles.size();
  report.parts = count_parts(mesh);
  look_at_edges(mesh, report);
  for (const Point& p : mesh.vertices) report.box = merged(report.box, p);
  const Point middle = mesh.vertices.empty() ? Point{} : report.box.center();
  double volume = 0;
  for (const auto& t : mesh.triangles) {
    const Point a = corner(mesh, t[0]) - middle, b = corner(mesh, t[1]) - middle, c = corner(mesh, t[2]) - middle;
    report.area += norm(cross(b - a, c - a)) / 2, volume += triple(a, b, c) / 6;
  }
  report.volume = report.closed ? volume : 0;
  report.inside_out = report.closed && volume < 0;
  return report;
}

std::string to_words(const MeshReport& r) {
  std::ostringstream text;
  text << "triangles    " << r.triangles << "\nvertices     " << r.vertices << "\nparts        " << r.parts
       << "\nbox          " << r.box.min << " to " << r.box.max << "\narea         " << r.area << "\nvolume       ";
  if (r.closed) {
    text << r.volume << (r.inside_out ? ", inside out" : "");
  } else {
    text << "none: not closed";
  }
  text << "\nwelded       " << r.welded << " vertices, within " << r.weld << "\ndegenerate   " << r.degenerate
       << " triangles, dropped\n"
       << fault_words("holes        ", r.holes) << fault_words("flipped      ", r.flipped)
       << fault_words("non-manifold ", r.nonmanifold);
  return text.str();
}

JsonValue to_json(const MeshReport& r) {
  const auto count = [](std::size_t n) { return JsonValue(static_cast<double>(n)); };
  const bool empty = r.box.empty();
  return JsonValue::Object{
      {"triangles", count(r.triangles)},
      {"vertices", count(r.vertices)},
      {"parts", count(r.parts)},
      {"box", empty ? JsonValue() : JsonValue(JsonValue::Array{vector_json(r.box.min), vector_json(r.box.max)})},
      {"area", r.area},
      {"closed", r.closed},
      {"inside_out", r.inside_out},
      {"volume", r.closed ? JsonValue(r.volume) : JsonValue()},
      {"weld", r.weld},
      {"welded", count(r.welded)},
      {"degenerate", count(r.degenerate)},
      {"holes", fault_json(r.holes)},
      {"flipped", fault_json(r.flipped)},
      {"nonmanifold", fault_json(r.nonmanifold)}};
}

}  // namespace tactus::io
