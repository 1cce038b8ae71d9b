// SPDX-License-Identifier: MIT
/// Mesh files: what is written is read again; what is wrong with a mesh is reported; malformed files end in BadInput.
#include <io/bad_input.h>
#include <io/decomposition_json.h>
#include <io/mesh_file.h>
#include <tests/helpers/test_size.h>
#include <tests/io/scratch_folder.h>
#include <tests/nonconvex/decompose_solids.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace tactus::io {
namespace {

using namespace tactus::testing;

template <class Write> std::string written(Write&& write) {
  std::ostringstream os;
  write(os);
  return os.str();
}
std::string as_obj(const Triangles& mesh) {
  return written([&](auto& os) { write_obj(os, mesh); });
}
std::string as_stl(const Triangles& mesh) {
  return written([&](auto& os) { write_stl(os, mesh); });
}
std::string as_ply(const Triangles& mesh) {
  return written([&](auto& os) { write_ply(os, mesh); });
}
std::string as_text_stl(const Triangles& mesh) {
  return written([&](std::ostream& os) {
    os.precision(17);
    os << "solid thing\n";
    for (const auto& t : mesh.triangles) {
      os << "  facet normal 0 0 0\n    outer loop\n";
      for (const int v : t) {
        const auto& p = mesh.vertices[static_cast<std::size_t>(v)];
        os << "      vertex " << p.x << ' ' << p.y << ' ' << p.z << '\n';
      }
      os << "    endloop\n  endfacet\n";
    }
    os << "endsolid thing\n";
  });
}
/// With an unknown property and an additional list, in either byte order.
std::string as_binary_ply(const Triangles& mesh, bool big) {
  std::string bytes =
      std::string("ply\nformat binary_") + (big ? "big" : "little") +
      "_endian 1.0\ncomment made by a test\nelement vertex " + std::to_string(mesh.vertices.size()) +
      "\nproperty float quality\nproperty double x\nproperty double y\nproperty double z\nelement face " +
      std::to_string(mesh.triangles.size()) +
      "\nproperty list uchar float texcoord\nproperty list uchar uint vertex_index\nend_header\n";
  const auto put = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (big) std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
  };
  for (const auto& v : mesh.vertices) put(0.5f), put(v.x), put(v.y), put(v.z);
  for (const auto& t : mesh.triangles) {
    put(std::uint8_t{2}), put(0.25f), put(0.75f), put(std::uint8_t{3});
    for (const int v : t) put(static_cast<std::uint32_t>(v));
  }
  return bytes;
}

struct Good {
  const char* name;
  MeshFormat format;
  std::string bytes;
};
std::vector<Good> good_files(const Triangles& mesh) {
  return {{"binary STL", MeshFormat::stl, as_stl(mesh)},
          {"text STL", MeshFormat::stl, as_text_stl(mesh)},
          {"OBJ", MeshFormat::obj, as_obj(mesh)},
          {"text PLY", MeshFormat::ply, as_ply(mesh)},
          {"little-endian PLY", MeshFormat::ply, as_binary_ply(mesh, false)},
          {"big-endian PLY", MeshFormat::ply, as_binary_ply(mesh, true)}};
}

TEST(MeshFile, EveryFormatIsReadAgain) {
  const Triangles mesh = gear(5);
  for (const Good& good : good_files(mesh)) {
    SCOPED_TRACE(good.name);
    const MeshFile file = mesh_from_bytes(good.bytes, good.format, "gear");
    ASSERT_EQ(file.mesh.triangles.size(), mesh.triangles.size());
    EXPECT_EQ(file.mesh.vertices.size(), mesh.vertices.size());  // an STL's are welded
    EXPECT_TRUE(file.report.closed && !file.report.inside_out);
    EXPECT_EQ(file.report.parts, 1u);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& p = file.mesh.vertices[static_cast<std::size_t>(file.mesh.triangles[i][k])];
        const auto& q = mesh.vertices[static_cast<std::size_t>(mesh.triangles[i][k])];
        EXPECT_LE(max_abs(p - q), good.name == std::string("binary STL") ? 1e-7 : 0.0);
      }
  }
}

TEST(MeshFile, PolygonsAndIndicesOfObj) {
  const std::string text =
      "# a cube\no cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvn 0 0 1\n"
      "f 4 3 2 1\nf 5/1 6/2 7/3 8/4\nf 1//1 2//1 6//1 5//1\nf 2/1/1 3/1/1 7/1/1 6/1/1\r\nf -6 -5 -1 -2\nf 4 1 5 8\n";
  const MeshFile cube = mesh_from_bytes(text, MeshFormat::obj, "cube");
  EXPECT_EQ(cube.report.triangles, 12u);
  EXPECT_TRUE(cube.report.closed);
  EXPECT_NEAR(cube.report.volume, 1, 1e-15);
  EXPECT_NEAR(cube.report.area, 6, 1e-15);
}

TEST(MeshFile, ScaleAndAxes) {
  const std::string text = as_obj(bracket());
  const auto read = [&](double scale, const char* axes) {
    return mesh_from_bytes(text, MeshFormat::obj, "bracket", {.scale = scale, .axes = axes});
  };
  const MeshFile turned_up = read(0.5, "x-zy");
  EXPECT_NEAR(turned_up.report.volume, 1.44 / 8, 1e-15);  // not mirrored: still positive
  EXPECT_EQ(turned_up.report.box.min, (Vec3<double>{0, -0.5, 0}));
  EXPECT_EQ(turned_up.report.box.max, (Vec3<double>{1, 0, 1}));
  for (const char* mirror : {"-xyz", "yxz", "x-yz", "-x-y-z", "zyx"})
    EXPECT_GT(read(1, mirror).report.volume, 1) << mirror;
  EXPECT_GT(read(-1, "xyz").report.volume, 1);
  for (const char* wrong : {"", "xy", "xyy", "xyzx", "x--yz", "abc", "xy-"})
    EXPECT_THROW(read(1, wrong), std::invalid_argument) << wrong;
  for (const double wrong : {0.0, std::nan(""), 1e300}) EXPECT_THROW(read(wrong, "xyz"), std::invalid_argument);
}

TEST(MeshFile, FaultsAreCountedAndPlaced) {
  const Triangles whole = bracket();
  const auto report_of = [](Triangles mesh, double weld = 0) { return clean(mesh, weld); };
  Triangles hole = whole;
  hole.triangles.pop_back();
  EXPECT_EQ(report_of(hole).holes.count, 3u);
  EXPECT_EQ(report_of(hole).holes.places.size(), 3u);
  EXPECT_FALSE(report_of(hole).closed);
  Triangles flipped = whole;
  std::swap(flipped.triangles[7][0], flipped.triangles[7][1]);
  EXPECT_EQ(report_of(flipped).flipped.count, 3u);
  Triangles fin = whole;
  fin.vertices.push_back({5, 5, 5});
  fin.triangles.push_back({fin.triangles[0][0], fin.triangles[0][1], 12});
  const MeshReport with_fin = report_of(fin);
  EXPECT_EQ(with_fin.nonmanifold.count, 1u);
  EXPECT_EQ(with_fin.holes.count, 2u);
  EXPECT_EQ(with_fin.nonmanifold.places[0], (whole.vertices[static_cast<std::size_t>(whole.triangles[0][0])] +
                                             whole.vertices[static_cast<std::size_t>(whole.triangles[0][1])]) *
                                                0.5);
  Triangles degenerate = whole;
  degenerate.triangles.push_back({0, 1, 1});
  degenerate.vertices.push_back({9, 0, 0});  // unused: it goes
  EXPECT_EQ(report_of(degenerate).degenerate, 1u);
  EXPECT_EQ(report_of(degenerate).vertices, 12u);
  EXPECT_TRUE(report_of(degenerate).closed);
  Triangles inside_out = whole;
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_TRUE(report_of(inside_out).inside_out);
}

TEST(MeshFile, WeldsByTheStatedDistance) {
  Triangles soup;  // every triangle with corners of its own, moved by up to 1e-4
  std::mt19937 random(1);
  std::uniform_real_distribution<double> jitter(-0.5e-4, 0.5e-4);
  const Triangles whole = gear(6);
  for (const auto& t : whole.triangles) {
    const int n = static_cast<int>(soup.vertices.size());
    for (const int v : t)
      soup.vertices.push_back(whole.vertices[static_cast<std::size_t>(v)] +
                              Vec3<double>{jitter(random), jitter(random), jitter(random)});
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  Triangles apart = soup, joined = soup;
  EXPECT_FALSE(clean(apart, 1e-6).closed);
  const MeshReport report = clean(joined, 2e-4);
  EXPECT_TRUE(report.closed);
  EXPECT_EQ(report.vertices, whole.vertices.size());
  EXPECT_EQ(report.welded, soup.vertices.size() - whole.vertices.size());
  for (const double wrong : {-1.0, std::nan(""), 1e-300}) EXPECT_THROW(clean(soup, wrong), std::invalid_argument);
}

// ---- malformed ------------------------------------------------------------------------------------------------------

/// Good, or BadInput that names the file: nothing else, and quickly. True if it was refused.
bool refused(const std::string& bytes, MeshFormat format) {
  try {
    const MeshFile file = mesh_from_bytes(bytes, format, "thing.file");
    for (const auto& t : file.mesh.triangles)
      for (const int v : t) EXPECT_TRUE(v >= 0 && static_cast<std::size_t>(v) < file.mesh.vertices.size());
    return false;
  } catch (const BadInput& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("thing.file:")) << error.what();
    return true;
  }
}

TEST(MeshFile, TruncatedFilesAreRefused) {
  for (const Good& good : good_files(bracket())) {
    SCOPED_TRACE(good.name);
    const std::size_t step = 1 + good.bytes.size() / static_cast<std::size_t>(test_size(400));
    for (std::size_t n = 0; n + 1 < good.bytes.size(); n += step) {
      const bool no = refused(good.bytes.substr(0, n), good.format);
      // An OBJ that ends between two lines, or in the digits of a number, is a smaller OBJ. A text PLY is cut the same
      // way only inside its last line.
      if (good.format != MeshFormat::obj && n + 12 < good.bytes.size()) {
        EXPECT_TRUE(no) << n;
      }
    }
  }
}

TEST(MeshFile, MutatedFilesEndInAMessage) {
  std::mt19937 random(7);
  int refusals = 0, all = 0;
  for (const Good& good : good_files(bracket())) {
    SCOPED_TRACE(good.name);
    for (int i = 0; i < test_size(600); ++i, ++all) {
      std::string bytes = good.bytes;
      for (unsigned k = 0; k <= random() % 3; ++k) {
        const std::size_t at = random() % bytes.size();
        switch (random() % 5) {
          case 0: bytes[at] = static_cast<char>(random()); break;
          case 1: bytes[at] = "0-e.9\n x/"[random() % 9]; break;
          case 2: bytes.erase(at, 1 + random() % 20); break;
          case 3: {
            const std::size_t length = random() % 30, from = random() % bytes.size();
            bytes.insert(at, bytes.substr(from, length));
            break;
          }
          case 4: bytes.replace(at, 4, "\xff\xff\xff\x7f"); break;
        }
      }
      refusals += refused(bytes, good.format);
    }
  }
  EXPECT_GT(refusals, all / 4);
}

TEST(MeshFile, HostileFilesNameTheirPlace) {
  struct Hostile {
    MeshFormat format;
    std::string bytes, place;
  };
  std::string counts_too_much = as_stl(bracket());
  std::memcpy(counts_too_much.data() + 80, "\xff\xff\xff\xff", 4);
  const std::string head = "ply\nformat ascii 1.0\n";
  const std::string vertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  for (const auto& [format, bytes, place] : std::vector<Hostile>{
           {MeshFormat::stl, "", "byte 0"},
           {MeshFormat::stl, counts_too_much, "byte 80: a count of 4294967295"},
           {MeshFormat::stl, "solid\nfacet normal 0 0 1\nvertex 0 0\nendfacet\nendsolid\n", ":3: a number expected"},
           {MeshFormat::stl, "solid\nvertex 0 0 0\nendsolid\n", ":2: 'vertex' outside"},
           {MeshFormat::obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", ":4: vertex 4 is named; there are 3"},
           {MeshFormat::obj, "v 0 0 0\nf 1 -2 1\n", ":2: vertex -2"},
           {MeshFormat::obj, "v 0 0 1e400\n", ":1: a number expected"},
           {MeshFormat::obj, "v 0 0 nan\n", ":1: a coordinate that is not finite"},
           {MeshFormat::obj, "f 99999999999999999999 1 2\n", ":1: the number of a vertex"},
           {MeshFormat::ply, "plx\n", ":1:"},
           {MeshFormat::ply,
            head +
                "element vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n",
            "more than the file has room for"},
           {MeshFormat::ply,
            head + vertices +
                "element face 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n2000000000 0 1 "
                "2\n",
            ":13: a list of"},
           {MeshFormat::ply,
            head + vertices +
                "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
            ":13: a face names vertex 3"},
           {MeshFormat::ply, head + "element vertex 1e99\n", ":3: an impossible count of elements"}}) {
    try {
      mesh_from_bytes(bytes, format, "thing");
      ADD_FAILURE() << "accepted: " << bytes.substr(0, 80);
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
    }
  }
}

TEST(MeshFile, FilesByTheirNames) {
  const ScratchFolder folder;
  for (const char* name : {"a.stl", "a.obj", "a.ply", "b.STL"}) {
    write_mesh(folder / name, bracket());
    EXPECT_NEAR(read_mesh(folder / name).report.volume, 1.44, 1e-6) << name;
  }
  EXPECT_THROW(read_mesh(folder / "none.stl"), BadInput);
  EXPECT_THROW(read_mesh(folder / "a.xyz"), BadInput);
  EXPECT_THROW(write_mesh(folder / "a.dae", bracket()), BadInput);
  EXPECT_THROW(read_mesh(folder / "a.stl", {.max_bytes = 100}), BadInput);
}

TEST(DecompositionFile, IsWrittenAndReadAgain) {
  const Decomposition d = decompose(bracket(), {});
  const Decomposition again = decomposition_from_json(decomposition_to_json(d), "d.json");
  ASSERT_EQ(again.pieces.size(), d.pieces.size());
  for (std::size_t i = 0; i < d.pieces.size(); ++i) EXPECT_EQ(again.pieces[i], d.pieces[i]);
  EXPECT_EQ(again.concavity, d.concavity);
  EXPECT_EQ(again.cover, d.cover);
  EXPECT_EQ(again.solid, d.solid);
  const ScratchFolder folder;
  write_decomposition(folder / "d.json", d);
  write_decomposition(folder / "d.obj", d);
  EXPECT_EQ(read_decomposition(folder / "d.json").pieces.size(), d.pieces.size());
  const MeshReport obj = read_mesh(folder / "d.obj").report;
  EXPECT_EQ(obj.triangles, 24u);  // two boxes
  EXPECT_NEAR(obj.volume, d.pieces_volume, 1e-12);
  EXPECT_THROW(write_decomposition(folder / "d.txt", d), BadInput);
  EXPECT_THROW(decomposition_from_json("{\"format\": \"tactus scene\"}", "x"), BadInput);
  EXPECT_THROW(decomposition_from_json(decomposition_to_json(d).substr(0, 300), "x"), BadInput);
}

}  // namespace
}  // namespace tactus::io
