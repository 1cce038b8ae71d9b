// SPDX-License-Identifier: MIT
/// glTF and Collada: assimp reads them, in a child process with limits on memory and time. If a file makes assimp
/// crash, loop or use too much memory, only the child ends, and the parent reports an error.
#include <io/mesh/child.h>
#include <io/mesh/readers.h>

#ifdef TACTUS_HAVE_ASSIMP
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>
#endif

namespace tactus::io {

bool has_foreign_meshes() {
#ifdef TACTUS_HAVE_ASSIMP
  return true;
#else
  return false;
#endif
}

namespace mesh {
namespace {

#ifdef TACTUS_HAVE_ASSIMP
/// Runs in the child.
TriangleList<double> import(const std::string& path) {
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene =
      importer.ReadFile(path, aiProcess_Triangulate | aiProcess_PreTransformVertices | aiProcess_SortByPType);
  if (!scene) {
    const std::string problem = importer.GetErrorString();
    if (problem.find("bad_alloc") != problem.npos) throw std::bad_alloc();
    throw std::runtime_error("refused it: " + problem);
  }
  TriangleList<double> all;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    const aiMesh& part = *scene->mMeshes[m];
    const int first = static_cast<int>(all.vertices.size());
    for (unsigned i = 0; i < part.mNumVertices; ++i)
      all.vertices.push_back({part.mVertices[i].x, part.mVertices[i].y, part.mVertices[i].z});
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices != 3) continue;
      std::array<int, 3> t{};
      for (unsigned k = 0; k < 3; ++k) {
        if (face.mIndices[k] >= part.mNumVertices) throw std::runtime_error("named a vertex that does not exist");
        t[k] = first + static_cast<int>(face.mIndices[k]);
      }
      all.triangles.push_back(t);
    }
  }
  return all;
}

std::string printable_words(const std::string& text) {
  std::string shown;
  for (const char c : text.substr(0, 300)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}
#endif

}  // namespace

TriangleList<double> read_foreign(const std::filesystem::path& path, const MeshFileOptions& options) {
  const auto fail = [&](const std::string& problem) { throw BadInput(path.string(), 0, "", problem); };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) fail(error ? error.message() : "this is not a file");
  if (std::filesystem::file_size(path, error) > options.max_bytes)
    fail("more than " + std::to_string(options.max_bytes) + " bytes, the limit (max_bytes)");
#ifndef TACTUS_HAVE_ASSIMP
  fail("glTF and DAE need assimp (libassimp-dev), and this build has none");
  return {};
#else
  if (!(options.foreign_seconds > 0 && options.foreign_seconds <= 1e6))
    fail("foreign_seconds must be above 0 and at most 1e6");
  const ChildAnswer answer = ask_child(
      [&](ByteWriter& out) {
        const TriangleList<double> mesh = import(path.string());
        out.write(mesh.vertices), out.write(mesh.triangles);
      },
      {.memory = options.foreign_memory, .seconds = options.foreign_seconds});
  if (!answer.problem.empty()) fail("assimp " + printable_words(answer.problem));
  TriangleList<double> mesh;
  try {
    ByteReader reader(answer.bytes);
    reader.read(mesh.vertices), reader.read(mesh.triangles);
  } catch (const BytesEnd&) {
    fail("assimp ended before its answer was complete");
  }
  for (const auto& v : mesh.vertices)
    if (!is_coordinate(v)) fail("a coordinate that is not finite, or beyond 1e30");
  for (const auto& t : mesh.triangles)
    for (const int v : t)
      if (v < 0 || static_cast<std::size_t>(v) >= mesh.vertices.size())
        fail("a triangle names a vertex that does not exist");
  if (mesh.triangles.empty()) fail("it has no triangles");
  return mesh;
#endif
}

}  // namespace mesh
}  // namespace tactus::io
