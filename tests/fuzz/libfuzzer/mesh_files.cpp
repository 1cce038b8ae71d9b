// SPDX-License-Identifier: MIT
/// libFuzzer over mesh files: the first byte chooses STL, OBJ or PLY, the rest is the file.
#include <io/bad_input.h>
#include <io/mesh_file.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tactus::io;
  if (size == 0) return 0;
  constexpr MeshFormat formats[] = {MeshFormat::stl, MeshFormat::obj, MeshFormat::ply};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const MeshFile file = mesh_from_bytes(bytes, formats[data[0] % 3], "fuzz", {.weld = data[0] & 4 ? 1e-3 : 0.0});
    for (const auto& t : file.mesh.triangles)
      for (const int v : t)
        if (v < 0 || static_cast<std::size_t>(v) >= file.mesh.vertices.size()) __builtin_trap();
    if (file.mesh.triangles.size() != file.report.triangles || to_words(file.report).empty()) __builtin_trap();
  } catch (const BadInput&) {
  }
  return 0;
}
