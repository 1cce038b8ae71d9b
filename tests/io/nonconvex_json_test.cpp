// SPDX-License-Identifier: MIT
/// Bodies that are not convex in scene files: nothing is lost, and errors are reported with their place.
#include <io/mesh_file.h>
#include <io/scene_json.h>
#include <scenes/scenes.h>
#include <tests/helpers/meshes.h>
#include <tests/io/every_shape.h>
#include <tests/io/scratch_folder.h>

#include <gtest/gtest.h>

namespace tactus::io {
namespace {

using namespace scenes;

std::string one_body(const std::string& shape, const std::string& motion = "fixed") {
  return "{\"format\": \"tactus scene\", \"version\": 1,\n \"bodies\": [\n  {\"shape\": " + shape + ", \"motion\": \"" +
         motion + "\"}]}";
}
std::string complaint(const std::string& text) {
  try {
    scene_from_json(text, "s.json");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "no complaint";
}

void expect_same(const Nonconvex<double>& a, const Nonconvex<double>& b) {
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a.aabb(), b.aabb());
  if (const auto* compound = a.get_if<Compound<double>>()) {
    const auto* other = b.get_if<Compound<double>>();
    ASSERT_TRUE(other && other->size() == compound->size());
    for (std::size_t i = 0; i < compound->size(); ++i) {
      EXPECT_EQ((*compound)[i].pose, (*other)[i].pose);
      EXPECT_EQ((*compound)[i].shape, (*other)[i].shape);
    }
  } else if (const auto* mesh = a.get_if<Mesh<double>>()) {
    const auto* other = b.get_if<Mesh<double>>();
    ASSERT_TRUE(other);
    EXPECT_EQ(mesh->list().vertices, other->list().vertices);
    EXPECT_EQ(mesh->list().triangles, other->list().triangles);
    EXPECT_EQ(mesh->options().user_data, other->options().user_data);
    EXPECT_EQ(mesh->sides(), other->sides());
  } else {
    const auto &p = a.get_if<HeightField<double>>()->grid(), &q = b.get_if<HeightField<double>>()->grid();
    EXPECT_TRUE(p.columns == q.columns && p.rows == q.rows && p.spacing == q.spacing);
    EXPECT_TRUE(p.base == q.base && p.step == q.step && p.heights == q.heights && p.holes == q.holes);
  }
}

Scene of(const std::vector<Nonconvex<double>>& list) {
  Scene scene;
  for (const auto& body : list) {
    scene.bodies.push_back({.motion = MotionKind::fixed});
    scene.bodies.back().nonconvex = body;
  }
  return scene;
}

TEST(NonconvexJson, EveryKindComesBackNumberForNumber) {
  std::vector<CompoundPiece<double>> pieces;
  for (const Shape<double>& shape : testing::every_shape())
    if (shape.kind() != ShapeKind::custom)
      pieces.push_back({shape, translation(0.1 * static_cast<double>(pieces.size()), 0.3, 0.7) *
                                   rotation(Vec3<double>{1, 2, 0.3}, 0.37 * static_cast<double>(pieces.size()))});
  auto list = testing::torus_mesh(1 / 3.0, 0.1, 12, 8);
  list.triangles.push_back({0, 0, 1});  // without area: it keeps its number
  list.triangles.push_back({0, 1, 0});
  std::vector<std::uint32_t> data;
  for (std::uint32_t i = 0; i < list.triangles.size(); ++i) data.push_back(i * 40000000u);
  HeightGrid<double> grid{.columns = 4, .rows = 3, .spacing = {0.1, 1 / 3.0}, .base = -1e-3, .step = 1 / 7.0};
  grid.heights = {0, 1, 2, 3, 65535, 4, 5, 6, 7, 8, 9, 10};
  grid.holes = {false, true, false, false, false, true};
  const Scene scene =
      of({Compound<double>(pieces), Mesh<double>(list, {.user_data = data}),
          Mesh<double>(testing::height_mesh(3, 1, [](double x, double) { return x * x; })),
          Mesh<double>(testing::box_mesh({1, 2, 3}), {.sides = Sides::front}), HeightField<double>(grid)});
  const std::string text = scene_to_json(scene);
  const Scene back = scene_from_json(text);
  ASSERT_EQ(back.bodies.size(), scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    expect_same(scene.bodies[i].nonconvex, back.bodies[i].nonconvex);
  EXPECT_EQ(scene_to_json(back), text);
}

TEST(NonconvexJson, TheTerrainComesBackAndSharesItsCompounds) {
  const Scene scene = scenes::terrain(40, 3);
  const std::string text = scene_to_json(scene);
  const Scene back = scene_from_json(text);
  EXPECT_EQ(scene_to_json(back), text);
  ASSERT_EQ(back.bodies.size(), scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    ASSERT_EQ(static_cast<bool>(scene.bodies[i].nonconvex), static_cast<bool>(back.bodies[i].nonconvex));
    if (scene.bodies[i].nonconvex) expect_same(scene.bodies[i].nonconvex, back.bodies[i].nonconvex);
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_EQ(scene.bodies[i].nonconvex == scene.bodies[k].nonconvex,
                back.bodies[i].nonconvex == back.bodies[k].nonconvex);
  }
}

TEST(NonconvexJson, MeshesByFileAndHeightsInMetres) {
  const testing::ScratchFolder folder;
  write_mesh(folder / "box.obj", testing::box_mesh({100, 200, 300}));
  testing::write_text(folder / "scene.json",
                      one_body("{\"mesh\": {\"file\": \"box.obj\", \"scale\": 0.01}}", "dynamic"));
  const Scene scene = read_scene(folder / "scene.json");
  EXPECT_NEAR(scene.bodies[0].nonconvex.mass_properties().volume, 48, 1e-9);
  std::filesystem::remove(folder / "box.obj");
  try {
    read_scene(folder / "scene.json");
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_EQ(error.pointer(), "/bodies/0/shape/mesh/file") << error.what();
    EXPECT_NE(std::string(error.what()).find("box.obj"), std::string::npos) << error.what();
  }
  const Scene hills = scene_from_json(
      one_body("{\"height_field\": {\"columns\": 2, \"rows\": 2, \"spacing\": [1, 2], \"heights\": [0, 1, 2, 3]}}"));
  EXPECT_EQ(hills.bodies[0].nonconvex.aabb().max, (Vec3<double>{1, 2, 3}));
}

TEST(NonconvexJson, MessagesNameThePlace) {
  const std::string at = "s.json:3: /bodies/0/shape/";
  EXPECT_EQ(complaint(one_body("{\"mehs\": {}}")), at + "mehs: unknown shape \"mehs\"; did you mean 'mesh'?");
  EXPECT_EQ(complaint(one_body("{\"compound\": {\"pieces\": []}}")),
            at + "compound: Compound: there must be at least one piece");
  EXPECT_EQ(complaint(one_body("{\"compound\": {\"pieces\": [{\"shape\": {\"mesh\": {}}}]}}")),
            at + "compound/pieces/0/shape/mesh: a mesh is not convex: it can be the shape of a body, but not a part of "
                 "another shape");
  EXPECT_EQ(complaint(one_body("{\"compound\": {\"pieces\": [{\"shape\": {\"sphere\": {\"radius\": -1}}}]}}")),
            at + "compound/pieces/0/shape/sphere/radius: Sphere.radius is -1: sizes must be finite and not negative");
  EXPECT_EQ(complaint(one_body("{\"mesh\": {\"vertices\": [[0,0,0],[1,0,0],[0,1,0]], \"triangles\": [[0,1,3]]}}")),
            at + "mesh/triangles/0/2: 3 found, a number of one of the vertices, 0 to 2, expected");
  EXPECT_EQ(
      complaint(one_body("{\"mesh\": {\"vertices\": [[0,0,0],[1,0,0],[0,1,0]], \"triangles\": [[0,1,2]]}}", "dynamic")),
      "s.json:3: /bodies/0: a height field, and a mesh that is not closed, has no volume and cannot fall; "
      "\"motion\" must be \"fixed\" or \"kinematic\"");
  EXPECT_EQ(complaint(one_body("{\"height_field\": {\"columns\": 2, \"rows\": 3, \"spacing\": [1, 1], \"base\": 0, "
                               "\"step\": 1, \"samples\": [1, 2, 3]}}")),
            at + "height_field: HeightField: 3 heights for 2 x 3 samples");
  EXPECT_EQ(
      complaint(one_body("{\"height_field\": {\"columns\": 2, \"rows\": 2, \"spacing\": [1, 1], \"base\": 0, "
                         "\"step\": 1, \"samples\": [1, 2, 3, 65536]}}")),
      at + "height_field/samples/3: 65536 found, a number of one of the heights of 16 bits, 0 to 65535, expected");
}

}  // namespace
}  // namespace tactus::io
