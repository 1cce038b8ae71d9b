// SPDX-License-Identifier: MIT
#include <io/mesh/readers.h>
#include <io/mesh_file.h>
#include <io/text_file.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tactus::io {
namespace {

/// For each new axis, the axis of the file that it comes from, and its sign.
struct Axes {
  int from[3];
  double sign[3];
  bool mirrored;
};

Axes parsed_axes(const std::string& text) {
  Axes axes{};
  std::size_t at = 0;
  int seen = 0, parity = 1;
  for (int i = 0; i < 3; ++i) {
    axes.sign[i] = at < text.size() && text[at] == '-' ? -1 : 1;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t axis = at < text.size() ? std::string_view("xyz").find(text[at]) : std::string_view::npos;
    if (axis == std::string_view::npos || seen >> axis & 1) {
      seen = 0;
      break;
    }
    axes.from[i] = static_cast<int>(axis), seen |= 1 << axis, ++at;
    if (axes.sign[i] < 0) parity = -parity;
  }
  if (seen != 7 || at != text.size())
    throw std::invalid_argument("axes '" + text + "': three of x, y and z, each once, with a sign or none, as in x-zy");
  if ((axes.from[1] - axes.from[0] + 3) % 3 != 1) parity = -parity;
  axes.mirrored = parity < 0;
  return axes;
}

MeshFile finished(TriangleList<double> mesh, const std::string& source, const MeshFileOptions& options) {
  const Axes axes = parsed_axes(options.axes);
  if (!(std::abs(options.scale) > 0) || !std::isfinite(options.scale))
    throw std::invalid_argument("scale: a number other than 0 is required");
  for (Vec3<double>& p : mesh.vertices) {
    const Vec3<double> q = p * options.scale;
    for (int i = 0; i < 3; ++i) p[i] = axes.sign[i] * q[axes.from[i]] + 0.0;
    if (!mesh::is_coordinate(p)) throw BadInput(source, 0, "", "scaled beyond 1e30");
  }
  if (axes.mirrored != (options.scale < 0))
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  MeshFile file{std::move(mesh), {}};
  try {
    file.report = clean(file.mesh, options.weld);
  } catch (const std::invalid_argument& error) {
    throw BadInput(source, 0, "", error.what());
  }
  if (file.mesh.triangles.empty()) throw BadInput(source, 0, "", "no triangle with an area");
  return file;
}

}  // namespace

MeshFormat mesh_format_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".stl") return MeshFormat::stl;
  if (ending == ".obj") return MeshFormat::obj;
  if (ending == ".ply") return MeshFormat::ply;
  if (ending == ".gltf" || ending == ".glb") return MeshFormat::gltf;
  if (ending == ".dae") return MeshFormat::dae;
  throw BadInput(path.string(), 0, "", "meshes end in .stl, .obj, .ply, .gltf, .glb or .dae");
}

MeshFile mesh_from_bytes(std::string_view bytes, MeshFormat format, const std::string& source,
                         const MeshFileOptions& options) {
  switch (format) {
    case MeshFormat::stl: return finished(mesh::read_stl(bytes, source), source, options);
    case MeshFormat::obj: return finished(mesh::read_obj(bytes, source), source, options);
    case MeshFormat::ply: return finished(mesh::read_ply(bytes, source), source, options);
    default: throw BadInput(source, 0, "", "glTF and DAE are read from files only");
  }
}

MeshFile read_mesh(const std::filesystem::path& path, const MeshFileOptions& options) {
  const MeshFormat format = mesh_format_of(path);
  if (format == MeshFormat::gltf || format == MeshFormat::dae)
    return finished(mesh::read_foreign(path, options), path.string(), options);
  return mesh_from_bytes(read_text_file(path, options.max_bytes), format, path.string(), options);
}

}  // namespace tactus::io
