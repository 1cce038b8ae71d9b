// SPDX-License-Identifier: MIT
#include <io/bad_input.h>
#include <io/durable_file.h>
#include <io/mesh_file.h>

#include <cstdint>
#include <cstring>
#include <ostream>
#include <sstream>

namespace tactus::io {
namespace {

/// Text in full precision, whatever the stream was set to.
class FullPrecision {
 public:
  explicit FullPrecision(std::ostream& os) : os_(os), before_(os.precision(17)) {
    locale_ = os.imbue(std::locale::classic());
  }
  FullPrecision(const FullPrecision&) = delete;
  FullPrecision& operator=(const FullPrecision&) = delete;
  ~FullPrecision() { os_.precision(before_), os_.imbue(locale_); }

 private:
  std::ostream& os_;
  std::streamsize before_;
  std::locale locale_;
};

void put_vertices(std::ostream& os, const char* before, const TriangleList<double>& mesh) {
  for (const auto& v : mesh.vertices) os << before << v.x << ' ' << v.y << ' ' << v.z << '\n';
}

}  // namespace

void write_obj(std::ostream& os, const TriangleList<double>& mesh, const std::string& name, int first_vertex) {
  const FullPrecision full(os);
  os << "o " << name << '\n';
  put_vertices(os, "v ", mesh);
  for (const auto& [a, b, c] : mesh.triangles)
    os << "f " << a + first_vertex << ' ' << b + first_vertex << ' ' << c + first_vertex << '\n';
}

void write_ply(std::ostream& os, const TriangleList<double>& mesh) {
  const FullPrecision full(os);
  os << "ply\nformat ascii 1.0\nelement vertex " << mesh.vertices.size()
     << "\nproperty double x\nproperty double y\nproperty double z\nelement face " << mesh.triangles.size()
     << "\nproperty list uchar int vertex_indices\nend_header\n";
  put_vertices(os, "", mesh);
  for (const auto& [a, b, c] : mesh.triangles) os << "3 " << a << ' ' << b << ' ' << c << '\n';
}

void write_stl(std::ostream& os, const TriangleList<double>& mesh) {
  char head[80] = "binary STL written by tactus";
  os.write(head, sizeof head);
  const auto put = [&](const auto& value) { os.write(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
    const auto normal = unit_or_zero(cross(at(1) - at(0), at(2) - at(0)));
    for (const Vec3<double>& v : {normal, at(0), at(1), at(2)}) put(v.cast<float>());
    put(std::uint16_t{0});
  }
}

void write_mesh(const std::filesystem::path& path, const TriangleList<double>& mesh) {
  std::ostringstream os;
  switch (mesh_format_of(path)) {
    case MeshFormat::obj: write_obj(os, mesh); break;
    case MeshFormat::stl: write_stl(os, mesh); break;
    case MeshFormat::ply: write_ply(os, mesh); break;
    default: throw BadInput(path.string(), 0, "", "meshes are written as .obj, .stl or .ply");
  }
  const std::string bytes = os.str();
  write_durably(path, std::as_bytes(std::span(bytes)));
}

}  // namespace tactus::io
