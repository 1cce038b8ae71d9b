#pragma once
/// Triangle meshes from files: STL, OBJ and PLY by readers of our own, glTF and Collada (DAE) through assimp in a child
/// process. Files are not believed: whatever is in them, the answer is a mesh or BadInput that names file and place.
#include <io/mesh_report.h>
#include <tactus/shape/triangle_list.h>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace tactus::io {

enum class MeshFormat { stl, obj, ply, gltf, dae };

struct MeshFileOptions {
  double scale = 1;  // lengths of the file times this
  /// The new x, y and z, each an axis of the file with its sign: "x-zy" turns a file whose y is up into one whose z is.
  std::string axes = "xyz";
  double weld = 0;  // vertices within this distance, after scaling, become one; 0: only those that are equal
  std::size_t max_bytes = std::size_t{1} << 30;  // of a file
  std::size_t foreign_memory = std::size_t{1} << 30;  // what the child process may take, in bytes,
  double foreign_seconds = 60;  // and for how long
};

struct MeshFile {
  TriangleList<double> mesh;
  MeshReport report;
};

/// The format goes by the name's ending. Throws BadInput.
MeshFile read_mesh(const std::filesystem::path& path, const MeshFileOptions& options = {});
/// From memory; stl, obj and ply only. `source` is for messages.
MeshFile mesh_from_bytes(std::string_view bytes, MeshFormat format, const std::string& source,
                         const MeshFileOptions& options = {});
/// By the ending of a name: ".stl", ".OBJ". Throws BadInput naming those that are known.
MeshFormat mesh_format_of(const std::filesystem::path& path);
/// Can glTF and DAE be read by this build?
bool has_foreign_meshes();

/// Writers, in full precision (STL: binary, rounded to float).
void write_obj(std::ostream& os, const TriangleList<double>& mesh, const std::string& name = "mesh",
               int first_vertex = 1);
void write_stl(std::ostream& os, const TriangleList<double>& mesh);
void write_ply(std::ostream& os, const TriangleList<double>& mesh);
/// By the name's ending: obj, stl or ply.
void write_mesh(const std::filesystem::path& path, const TriangleList<double>& mesh);

}  // namespace tactus::io
