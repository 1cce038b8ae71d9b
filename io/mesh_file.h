// SPDX-License-Identifier: MIT
#pragma once
/// Triangle meshes from files: STL, OBJ and PLY are read by readers in io/mesh, glTF and Collada (DAE) by assimp in a
/// child process. Files are not trusted: whatever a file contains, the result is a mesh, or a BadInput that names the
/// file and the place in it.
#include <io/mesh_report.h>
#include <tactus/shape/triangle_list.h>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace tactus::io {

/// The formats of mesh files.
enum class MeshFormat { stl, obj, ply, gltf, dae };

/// How a mesh is read from a file.
struct MeshFileOptions {
  double scale = 1;  // all lengths of the file are multiplied by this
  /// The new x, y and z axes, each as an axis of the file with its sign. "x-zy" turns a file with y up into a mesh with
  /// z up.
  std::string axes = "xyz";
  double weld = 0;  // vertices within this distance, after scaling, become one; 0: only those that are equal
  std::size_t max_bytes = std::size_t{1} << 30;  // a larger file is rejected
  std::size_t foreign_memory = std::size_t{1} << 30;  // bytes that the child process may use
  double foreign_seconds = 60;  // seconds that the child process may take
};

/// A mesh as read from a file.
struct MeshFile {
  TriangleList<double> mesh;  // scaled, turned and cleaned as the options say
  MeshReport report;  // what was found and mended
};

/// Reads a mesh. The file's extension decides on the format. Throws BadInput.
MeshFile read_mesh(const std::filesystem::path& path, const MeshFileOptions& options = {});
/// Reads a mesh from memory: stl, obj or ply only. `source` is the name used in messages.
MeshFile mesh_from_bytes(std::string_view bytes, MeshFormat format, const std::string& source,
                         const MeshFileOptions& options = {});
/// The format that belongs to a file's extension, in upper or lower case. Throws BadInput, which lists the known
/// extensions.
MeshFormat mesh_format_of(const std::filesystem::path& path);
/// Can glTF and DAE be read by this build?
bool has_foreign_meshes();

/// Writes OBJ in full precision. The first vertex has the number `first_vertex`, so that a file may hold several
/// meshes.
void write_obj(std::ostream& os, const TriangleList<double>& mesh, const std::string& name = "mesh",
               int first_vertex = 1);
/// Writes binary STL, whose numbers are floats.
void write_stl(std::ostream& os, const TriangleList<double>& mesh);
/// Writes PLY in full precision.
void write_ply(std::ostream& os, const TriangleList<double>& mesh);
/// Writes the format that the file's extension names: obj, stl or ply.
void write_mesh(const std::filesystem::path& path, const TriangleList<double>& mesh);

}  // namespace tactus::io
