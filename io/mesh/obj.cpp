// SPDX-License-Identifier: MIT
/// Wavefront OBJ: the lines `v` and `f`; polygons become fans. All other lines are ignored.
#include <io/mesh/readers.h>

namespace tactus::io::mesh {
namespace {

/// "7", "7/2", "7//3": the vertex; negative ones count from the end.
int vertex_of(const Lines& lines, std::string_view word, std::size_t vertices) {
  const std::string_view digits = word.substr(0, word.find('/'));
  long long index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || end != digits.data() + digits.size()) lines.expected("the number of a vertex", word);
  const auto count = static_cast<long long>(vertices);
  const long long from_zero = index > 0 ? index - 1 : count + index;
  if (index == 0 || from_zero < 0 || from_zero >= count)
    lines.fail("vertex " + std::to_string(index) + " is named; there are " + std::to_string(count) + " so far");
  return static_cast<int>(from_zero);
}

}  // namespace

TriangleList<double> read_obj(std::string_view bytes, const std::string& source) {
  Lines lines(bytes, source);
  TriangleList<double> mesh;
  while (lines.next()) {
    const std::string_view word = lines.word();
    if (word == "v") {
      mesh.vertices.push_back(lines.point());
    } else if (word == "f") {
      int first = -1, last = -1;
      std::size_t corners = 0;
      for (std::string_view corner = lines.word(); !corner.empty(); corner = lines.word()) {
        const int v = vertex_of(lines, corner, mesh.vertices.size());
        if (++corners == 1) first = v;
        if (corners > 2) mesh.triangles.push_back({first, last, v});
        last = v;
      }
      if (corners < 3) lines.fail("a face of " + std::to_string(corners) + " corners; at least 3 are required");
    }
  }
  if (mesh.triangles.empty()) lines.fail("the file has no face");
  return mesh;
}

}  // namespace tactus::io::mesh
