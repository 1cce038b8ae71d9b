// SPDX-License-Identifier: MIT
/// glTF and Collada through assimp, and the child process that does it: whatever happens there, the parent has a
/// message.
#include <io/bad_input.h>
#include <io/mesh/child.h>
#include <io/mesh_file.h>
#include <tests/helpers/test_size.h>
#include <tests/io/scratch_folder.h>

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <random>

#include <unistd.h>

namespace tactus::io {
namespace {

using namespace tactus::testing;

/// A tetrahedron, its numbers as base64 inside the file.
const char* gltf_tetrahedron =
    R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
"bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
"buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64,)"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAACAAEAAAABAAMAAAADAAIAAQACAAMA\"}]}";

/// The same numbers as a binary file: a header, a block of JSON, a block of bytes.
std::string glb_tetrahedron() {
  std::string json =
      R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
"bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
"buffers": [{"byteLength": 72}]})";
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string bytes;
  const auto put = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  const auto size = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
  bytes += "glTF", put(std::uint32_t{2}), put(size(12 + 8 + json.size() + 8 + 72));
  put(size(json.size())), bytes += "JSON" + json;
  put(std::uint32_t{72}), bytes.append("BIN\0", 4);
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f}) put(x);
  for (const int i : {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}) put(static_cast<std::uint16_t>(i));
  return bytes;
}

/// The tetrahedron as Collada, with y up.
const char* dae_tetrahedron = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

void expect_tetrahedron(const MeshFile& file) {
  EXPECT_EQ(file.report.triangles, 4u);
  EXPECT_TRUE(file.report.closed);
  EXPECT_NEAR(file.report.volume, 1.0 / 6, 1e-6);
}

/// Whatever was done to a file: what is read of it is a mesh.
void expect_a_mesh(const MeshFile& file) {
  EXPECT_GT(file.report.triangles + file.report.degenerate, 0u);
  EXPECT_EQ(file.report.triangles, file.mesh.triangles.size());
  for (const Vec3<double>& v : file.mesh.vertices) EXPECT_TRUE(is_finite(v)) << v;
  for (const auto& t : file.mesh.triangles)
    for (const int corner : t) EXPECT_LT(static_cast<std::size_t>(corner), file.mesh.vertices.size());
}

std::string refusal(const std::filesystem::path& path, const MeshFileOptions& options = {}) {
  try {
    expect_a_mesh(read_mesh(path, options));
    return "";
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find(path.filename().string()), std::string::npos) << error.what();
    return error.what();
  }
}

TEST(ForeignMesh, GoodFilesAreRead) {
  const ScratchFolder folder;
  write_text(folder / "t.gltf", gltf_tetrahedron);
  write_text(folder / "t.glb", glb_tetrahedron());
  write_text(folder / "t.dae", dae_tetrahedron);
  if (!has_foreign_meshes()) {
    for (const char* name : {"t.gltf", "t.glb", "t.dae"}) EXPECT_NE(refusal(folder / name), "");
    return;
  }
  for (const char* name : {"t.gltf", "t.glb"}) {
    SCOPED_TRACE(name);
    const MeshFile file = read_mesh(folder / name, {.axes = "x-zy"});
    expect_tetrahedron(file);
    EXPECT_EQ(file.report.box.min, (Vec3<double>{0, -1, 0}));
  }
  expect_tetrahedron(read_mesh(folder / "t.dae"));
  EXPECT_NEAR(read_mesh(folder / "t.dae", {.scale = 0.1}).report.volume, 1e-3 / 6, 1e-9);
}

TEST(ForeignMesh, BadFilesAreRefused) {
  if (!has_foreign_meshes()) GTEST_SKIP() << "this build has no assimp";
  const ScratchFolder folder;
  std::mt19937 random(3);
  const std::pair<const char*, std::string> good[] = {
      {"m.gltf", gltf_tetrahedron}, {"m.glb", glb_tetrahedron()}, {"m.dae", dae_tetrahedron}};
  for (int i = 0; i < test_size(90); ++i) {
    const auto& [name, text] = good[i % 3];
    std::string bytes = text;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(' ' + random() % 95);
    write_text(folder / name, bytes);
    refusal(folder / name);  // another mesh, or refused by name
    // Cut off, it is refused: a part of a mesh is not taken for the whole. The last character of the Collada file ends
    // its line; without it nothing is missing.
    write_text(folder / name, text.substr(0, at));
    if (text.find_first_not_of(" \n", at) == text.npos) {
      expect_tetrahedron(read_mesh(folder / name));
    } else {
      EXPECT_NE(refusal(folder / name), "") << name << ", cut off at " << at << " of " << text.size();
    }
  }
  write_text(folder / "t.dae", "<COLLADA>");
  EXPECT_NE(refusal(folder / "t.dae"), "");
}

/// A file of 100 000 triangles does not fit into a mebibyte, nor into the tenth of a second.
TEST(ForeignMesh, LimitsAreKept) {
  if (!has_foreign_meshes()) GTEST_SKIP() << "this build has no assimp";
  const ScratchFolder folder;
  std::string large = dae_tetrahedron;
  const std::string one = "0 2 1 0 1 3 0 3 2 1 2 3";
  std::string many = one;
  for (int i = 1; i < 25'000; ++i) many += " " + one;
  large.replace(large.find(one), one.size(), many);
  large.replace(large.find("triangles count=\"4\""), 19, "triangles count=\"100000\"");
  write_text(folder / "large.dae", large);
  EXPECT_EQ(read_mesh(folder / "large.dae").report.triangles, 100'000u);
  if (mesh::child_memory_is_limited()) {
    const std::string said = refusal(folder / "large.dae", {.foreign_memory = std::size_t{1} << 20});
    EXPECT_NE(said.find("memory"), std::string::npos) << said;
  }
  const auto begun = std::chrono::steady_clock::now();
  for (const double seconds : {1e-9, 1e-3}) {
    const std::string said = refusal(folder / "large.dae", {.foreign_seconds = seconds});
    EXPECT_NE(said.find("took longer"), std::string::npos) << said;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  EXPECT_NE(refusal(folder / "large.dae", {.max_bytes = 1000}).find("max_bytes"), std::string::npos);
}

// ---- the child ------------------------------------------------------------------------------------------------------

TEST(Child, AnswersAndExceptionsComeBack) {
  const mesh::ChildLimits limits{.memory = std::size_t{64} << 20, .seconds = 60};
  const auto good = mesh::ask_child([](ByteWriter& out) { out.write(std::vector<int>(1'000'000, 7)); }, limits);
  EXPECT_EQ(good.problem, "");
  std::vector<int> answer;
  ByteReader(good.bytes).read(answer);
  EXPECT_EQ(answer, std::vector<int>(1'000'000, 7));
  EXPECT_EQ(mesh::ask_child([](ByteWriter&) {}, limits).problem, "");
  const auto thrown = mesh::ask_child([](ByteWriter&) { throw std::runtime_error("is out of ideas"); }, limits);
  EXPECT_EQ(thrown.problem, "is out of ideas");
}

TEST(Child, CrashesHangsAndHungerEndInAMessage) {
  const auto said = [](const std::function<void(ByteWriter&)>& work, double seconds) {
    return mesh::ask_child(work, {.memory = std::size_t{1} << 20, .seconds = seconds}).problem;
  };
  for (const int signal : {SIGKILL, SIGABRT}) {
    const std::string problem = said([=](ByteWriter&) { std::raise(signal); }, 60);
    EXPECT_NE(problem.find("crashed"), std::string::npos) << problem;
    EXPECT_NE(problem.find("signal " + std::to_string(signal)), std::string::npos) << problem;
  }
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_NE(said(
                [](ByteWriter&) {
                  for (;;) pause();
                },
                0.2)
                .find("took longer than 0.2"),
            std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  const auto endless = [](ByteWriter& out) {
    for (;;) out.append("it never ends ", 14);
  };
  if (mesh::child_memory_is_limited()) {
    const std::string problem = said(endless, 60);
    EXPECT_NE(problem.find("1048576 bytes it may use"), std::string::npos) << problem;
  }
}

}  // namespace
}  // namespace tactus::io
