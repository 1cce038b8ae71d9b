// SPDX-License-Identifier: MIT
/// STL: a header of 80 bytes, a count, and 50 bytes for each triangle; or text.
#include <io/mesh/readers.h>

#include <cstring>

namespace tactus::io::mesh {
namespace {

using Mesh = TriangleList<double>;

void add(Mesh& mesh, const Vec3<double>& p) { mesh.vertices.push_back(p); }
void close_triangle(Mesh& mesh) {
  const int n = static_cast<int>(mesh.vertices.size());
  mesh.triangles.push_back({n - 3, n - 2, n - 1});
}

Mesh read_binary(std::string_view bytes, const std::string& source) {
  constexpr std::size_t head = 84, each = 50;
  if (bytes.size() < head) fail_at_byte(source, bytes.size(), "it ends inside the header of 84 bytes");
  std::uint32_t count;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  if ((bytes.size() - head) / each < count)
    fail_at_byte(source, 80,
                 "a count of " + std::to_string(count) + " triangles, but the file has room for " +
                     std::to_string((bytes.size() - head) / each));
  if (count > 600'000'000) fail_at_byte(source, 80, "more than 600 million triangles");
  Mesh mesh;
  mesh.vertices.reserve(std::size_t{3} * count), mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = head + each * i;
    float xyz[9];
    std::memcpy(xyz, bytes.data() + at + 12, sizeof xyz);  // after the normal, which follows from the corners
    for (const float x : xyz)
      if (!(std::abs(x) <= largest_coordinate))
        fail_at_byte(source, at + 12,
                     "triangle " + std::to_string(i) + ": a coordinate that is not finite, or beyond 1e30");
    for (int k = 0; k < 3; ++k) add(mesh, {xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2]});
    close_triangle(mesh);
  }
  return mesh;
}

Mesh read_text(std::string_view bytes, const std::string& source) {
  Lines lines(bytes, source);
  Mesh mesh;
  std::size_t corners = 0;
  bool in_facet = false, ended = false;
  while (lines.next()) {
    const std::string_view word = lines.word();
    if (word.empty() || word == "solid" || word == "outer" || word == "endloop") {
      if (word == "solid") ended = false;
      continue;
    }
    if (word == "facet") {
      if (in_facet) lines.fail("'facet' before the last one's 'endfacet'");
      in_facet = true, corners = 0;
    } else if (word == "vertex") {
      if (!in_facet || ++corners > 3)
        lines.fail(in_facet ? "a fourth 'vertex' in a facet" : "'vertex' outside a facet");
      add(mesh, lines.point());
    } else if (word == "endfacet") {
      if (!in_facet || corners != 3)
        lines.fail("'endfacet' after " + std::to_string(corners) + " vertices; 3 are required");
      close_triangle(mesh);
      in_facet = false;
    } else if (word == "endsolid") {
      if (in_facet) lines.fail("'endsolid' inside a facet");
      ended = true;
    } else {
      lines.expected("'facet', 'vertex' or 'endsolid'", word);
    }
  }
  if (!ended) lines.fail("it ends without 'endsolid'");
  return mesh;
}

}  // namespace

/// Binary files may begin with the word "solid", too. So the size decides: a binary file has the size that follows from
/// its count.
Mesh read_stl(std::string_view bytes, const std::string& source) {
  std::uint32_t count = 0;
  if (bytes.size() >= 84) std::memcpy(&count, bytes.data() + 80, sizeof count);
  const bool fits = bytes.size() >= 84 && bytes.size() == 84 + std::size_t{50} * count;
  const bool text = bytes.starts_with("solid") && bytes.substr(0, 512).find('\0') == std::string_view::npos;
  return text && !fits ? read_text(bytes, source) : read_binary(bytes, source);
}

}  // namespace tactus::io::mesh
