// SPDX-License-Identifier: MIT
/// glTF and Collada: assimp reads them, in a child process with limits on memory and time. If a file makes assimp
/// crash, loop or use too much memory, only the child ends, and the parent reports an error.
#include <io/bytes.h>
#include <io/mesh/readers.h>

#include <chrono>
#include <csignal>
#include <fstream>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef TACTUS_HAVE_ASSIMP
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define TACTUS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TACTUS_ADDRESS_SANITIZER
#endif
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
struct Imported {
  std::string problem;  // empty if there is none
  TriangleList<double> mesh;
};

/// Runs in the child.
Imported import(const std::string& path) {
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene =
      importer.ReadFile(path, aiProcess_Triangulate | aiProcess_PreTransformVertices | aiProcess_SortByPType);
  if (!scene) return {importer.GetErrorString(), {}};
  Imported all;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    const aiMesh& part = *scene->mMeshes[m];
    const int first = static_cast<int>(all.mesh.vertices.size());
    for (unsigned i = 0; i < part.mNumVertices; ++i)
      all.mesh.vertices.push_back({part.mVertices[i].x, part.mVertices[i].y, part.mVertices[i].z});
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices != 3) continue;
      std::array<int, 3> t{};
      for (unsigned k = 0; k < 3; ++k) {
        if (face.mIndices[k] >= part.mNumVertices) return {"a face names a vertex that does not exist", {}};
        t[k] = first + static_cast<int>(face.mIndices[k]);
      }
      all.mesh.triangles.push_back(t);
    }
  }
  return all;
}

void limit(decltype(RLIMIT_AS) what, std::size_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

void set_limits(const MeshFileOptions& options) {
#ifndef TACTUS_ADDRESS_SANITIZER  // it reserves far more addresses than there is memory
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + options.foreign_memory);
#endif
  limit(RLIMIT_CPU, static_cast<std::size_t>(options.foreign_seconds) + 1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);  // it has nothing to write
}

void write_all(int pipe, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(pipe, bytes.data(), bytes.size());
    if (n <= 0) return;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

/// The main function of the child. It ends without calling destructors of the parent's objects.
[[noreturn]] void be_the_child(int pipe, const std::string& path, const MeshFileOptions& options) {
  set_limits(options);
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  ByteWriter answer;
  try {
    const Imported all = import(path);
    answer.write(all.problem), answer.write(all.mesh.vertices), answer.write(all.mesh.triangles);
  } catch (const std::exception& error) {
    answer.clear();
    answer.write(std::string(error.what())), answer.write(std::vector<Vec3<double>>{}),
        answer.write(std::vector<std::array<int, 3>>{});
  }
  write_all(pipe, answer.bytes());
  _exit(0);
}

std::string printable_words(const std::string& text) {
  std::string shown;
  for (const char c : text.substr(0, 300)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

/// What the child writes until it closes the pipe. `late`: the child did not close it in time.
std::vector<std::byte> listen(int pipe, const MeshFileOptions& options, bool& late) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(options.foreign_seconds);
  std::vector<std::byte> said, block(1 << 16);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = left > 0 ? poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 1000))) : 0;
    if (left <= 0) return late = true, said;
    if (ready < 0 && errno != EINTR) return said;
    if (ready <= 0) continue;
    const ssize_t n = read(pipe, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return said;
    if (said.size() + static_cast<std::size_t>(n) > options.foreign_memory) return late = true, said;
    said.insert(said.end(), block.begin(), block.begin() + n);
  }
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
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe for the reader of " + path.string());
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]), close(ends[1]);
    throw std::runtime_error("no child process for the reader of " + path.string());
  }
  if (child == 0) {
    close(ends[0]);
    be_the_child(ends[1], path.string(), options);
  }
  close(ends[1]);
  bool late = false;
  const std::vector<std::byte> said = listen(ends[0], options, late);
  close(ends[0]);
  if (late) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (late)
    fail("assimp took longer than " + std::to_string(options.foreign_seconds) + " s, or its answer is too long");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    fail("assimp crashed on it, or ran out of the memory it may take (signal " +
         std::to_string(WIFSIGNALED(status) ? WTERMSIG(status) : 0) + ")");
  std::string problem;
  TriangleList<double> mesh;
  try {
    ByteReader reader(said);
    reader.read(problem), reader.read(mesh.vertices), reader.read(mesh.triangles);
  } catch (const BytesEnd&) {
    fail("assimp ended before its answer was complete");
  }
  if (!problem.empty()) fail("assimp: " + printable_words(problem));
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
