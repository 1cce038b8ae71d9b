// SPDX-License-Identifier: MIT
/// Scenes as JSON: nothing is lost in a round trip, and errors are reported with their place.
#include <io/json_value.h>
#include <io/scene_json.h>
#include <io/shape_names.h>
#include <io/suggest.h>
#include <tests/io/every_shape.h>
#include <tests/io/scratch_folder.h>

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace tactus::io {
namespace {

using namespace scenes;
using testing::every_shape_scene;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
void expect_same(const Vec3<double>& a, const Vec3<double>& b) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bits(a[i] + 0.0), bits(b[i] + 0.0));  // -0 and 0 are one number
}

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  expect_same(a.gravity, b.gravity);
  EXPECT_EQ(bits(a.step), bits(b.step));
  EXPECT_EQ(bits(a.seconds), bits(b.seconds));
  EXPECT_EQ(a.world.tolerance, b.world.tolerance);
  EXPECT_EQ(a.world.max_iterations, b.world.max_iterations);
  EXPECT_EQ(a.world.method, b.world.method);
  EXPECT_EQ(a.world.broad, b.world.broad);
  EXPECT_EQ(a.world.points.matching, b.world.points.matching);
  EXPECT_EQ(bits(a.world.points.reach), bits(b.world.points.reach));
  EXPECT_EQ(bits(a.world.points.hysteresis.area), bits(b.world.points.hysteresis.area));
  EXPECT_EQ(bits(a.world.points.hysteresis.depth), bits(b.world.points.hysteresis.depth));
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_EQ(bits(a.materials[i].density), bits(b.materials[i].density));
    EXPECT_EQ(bits(a.materials[i].friction), bits(b.materials[i].friction));
    EXPECT_EQ(bits(a.materials[i].restitution), bits(b.materials[i].restitution));
    EXPECT_EQ(bits(a.materials[i].rolling_resistance), bits(b.materials[i].rolling_resistance));
  }
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const SceneBody &p = a.bodies[i], &q = b.bodies[i];
    SCOPED_TRACE(p.name);
    EXPECT_EQ(p.name, q.name);
    if (p.shape.kind() != ShapeKind::custom) {
      EXPECT_EQ(p.shape, q.shape);
    } else {
      std::mt19937 random(1);
      std::normal_distribution<double> normal;
      for (int k = 0; k < 50; ++k) {
        const Vec3<double> d{normal(random), normal(random), normal(random)};
        expect_same(full_support(p.shape, d), full_support(q.shape, d));
      }
    }
    expect_same(p.pose.translation, q.pose.translation);
    for (int k = 0; k < 3; ++k) expect_same(p.pose.rotation.columns[k], q.pose.rotation.columns[k]);
    expect_same(p.velocity, q.velocity);
    expect_same(p.angular_velocity, q.angular_velocity);
    EXPECT_EQ(p.motion, q.motion);
    EXPECT_EQ(p.material, q.material);
    EXPECT_EQ(p.continuous, q.continuous);
  }
}

std::string complaint(const std::string& text) {
  try {
    scene_from_json(text, "s.json");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "no complaint";
}

/// A scene of one body with this shape.
std::string with_shape(const std::string& shape) {
  return "{\"format\": \"tactus scene\", \"version\": 1,\n \"bodies\": [\n  {\"shape\": " + shape + "}]}";
}

TEST(SceneJson, EveryShapeComesBackNumberForNumber) {
  const Scene scene = every_shape_scene();
  const std::string text = scene_to_json(scene);
  const Scene back = scene_from_json(text);
  expect_same(scene, back);
  EXPECT_EQ(scene_to_json(back), text);
  for_each_plain_shape([&](const auto& s) {
    const std::string name = snake_case(std::remove_cvref_t<decltype(s)>::name);
    EXPECT_NE(text.find("\"" + name + "\""), text.npos) << name << " is missing in the test's scene";
  });
}

TEST(SceneJson, EveryWorldSettingComesBack) {
  Scene scene = every_shape_scene();
  for (int broad = 0; broad <= static_cast<int>(broad::MethodName::automatic); ++broad)
    for (int matching = 0; matching <= static_cast<int>(Matching::body_space); ++matching) {
      scene.world.broad = static_cast<broad::MethodName>(broad);
      scene.world.points.matching = static_cast<Matching>(matching);
      expect_same(scene, scene_from_json(scene_to_json(scene)));
    }
  scene.world = {};
  EXPECT_EQ(scene_to_json(scene).find("\"world\""), std::string::npos) << "the library's choices are not written";
  const auto with_world = [](const std::string& world) {
    return "{\"format\": \"tactus scene\", \"version\": 1, \"bodies\": [],\n \"world\": {" + world + "}}";
  };
  const std::pair<const char*, const char*> wrong[] = {
      {"\"tolerance\": -1", "s.json:2: /world/tolerance"},
      {"\"max_iterations\": -1", "s.json:2: /world/max_iterations"},
      {"\"max_iterations\": 2147483648", "s.json:2: /world/max_iterations"},
      {"\"broad\": \"gridd\"", "did you mean 'grid'"},
      {"\"points\": {\"matching\": \"ids\"}", "s.json:2: /world/points/matching"},
      {"\"points\": {\"reach\": -1}", "s.json:2: /world/points/reach"},
      {"\"toleranec\": 1", "did you mean 'tolerance'"}};
  for (const auto& [world, said] : wrong)
    EXPECT_NE(complaint(with_world(world)).find(said), std::string::npos) << complaint(with_world(world));
}

TEST(SceneJson, RandomNumbersComeBackNumberForNumber) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1), exponent(-300, 11);
  Scene scene;
  scene.name = "random \"quoted\" \n \xc3\xbc";
  for (int i = 0; i < 300; ++i) {
    const auto any = [&] {
      const double mantissa = unit(random);
      return mantissa * std::pow(10.0, exponent(random));
    };
    SceneBody body{.name = std::to_string(i),
                   .shape = Box<double>{{std::abs(any()), std::abs(any()), std::abs(any())}}};
    const double angle = 3 * unit(random);
    body.pose = rotation(Vec3<double>{unit(random), unit(random), unit(random)}, angle);
    body.pose.translation = {any(), any(), any()};
    body.velocity = {any(), any(), any()};
    scene.bodies.push_back(body);
  }
  expect_same(scene, scene_from_json(scene_to_json(scene)));
}

/// Rotations made from quaternions are written as quaternions, each of which reproduces exactly the same matrix.
TEST(SceneJson, RotationsAreWrittenAsQuaternionsWherePossible) {
  std::mt19937_64 random(8);
  std::normal_distribution<double> normal;
  Scene scene;
  for (int i = 0; i < 200; ++i) {
    scene.bodies.push_back({.name = "", .shape = Sphere<double>{1}});
    scene.bodies.back().pose =
        from_quaternion(Quat<double>{normal(random), normal(random), normal(random), normal(random)});
  }
  const std::string text = scene_to_json(scene);
  expect_same(scene, scene_from_json(text));
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = text.find("rotation_rows", at)) != text.npos; ++at) ++rows;
  EXPECT_LT(rows, 30u);  // of 200
}

TEST(SceneJson, TheExampleInDocsIsAScene) {
  const std::string page = testing::file_text(std::string(TACTUS_SOURCE_DIR) + "/docs/scene_format.md");
  const std::size_t begin = page.find("```json\n") + 8;
  const Scene scene = scene_from_json(page.substr(begin, page.find("```", begin) - begin));
  EXPECT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.materials[scene.bodies[1].material].name, "rubber");
}

TEST(SceneJson, HullsByFileAndSharedHulls) {
  const testing::ScratchFolder folder;
  testing::write_text(folder / "points.txt", "0 0 0\n1 0 0\n0 1 0\n0 0 1\n");
  testing::write_text(folder / "scene.json", with_shape("{\"hull\": {\"file\": \"points.txt\"}}"));
  const Scene scene = read_scene(folder / "scene.json");
  EXPECT_EQ(scene.bodies[0].shape.get_if<Hull<double>>()->vertex_count(), 4u);
  Scene many;
  for (int i = 0; i < 5; ++i) many.bodies.push_back(scene.bodies[0]);
  write_scene(folder / "many.json", many);
  const Scene back = read_scene(folder / "many.json");
  expect_same(many, back);
  EXPECT_EQ(back.bodies[0].shape.get_if<Hull<double>>()->serial(),
            back.bodies[4].shape.get_if<Hull<double>>()->serial());
  testing::write_text(folder / "points.txt", "0 0 0\n1 0 zero\n");
  EXPECT_THROW(read_scene(folder / "scene.json"), BadInput);
  std::filesystem::remove(folder / "points.txt");
  EXPECT_THROW(read_scene(folder / "scene.json"), BadInput);
  EXPECT_THROW(read_scene(folder / "absent.json"), BadInput);
  EXPECT_THROW(read_scene("/dev/zero"), BadInput);
}

TEST(SceneJson, MessagesNameLinePointerValueAndWhatIsLegal) {
  EXPECT_EQ(complaint(with_shape("{\"box\": {\"half\": [1, -0.5, 1]}}")),
            "s.json:3: /bodies/0/shape/box/half: Box.half.y is -0.5: sizes must be finite and not negative");
  EXPECT_EQ(complaint(with_shape("{\"boxx\": {\"half\": [1, 1, 1]}}")),
            "s.json:3: /bodies/0/shape/boxx: unknown shape \"boxx\"; did you mean 'box'?");
  EXPECT_EQ(complaint(with_shape("{\"capsule\": {\"radius\": 1, \"halfheight\": 2}}")),
            "s.json:3: /bodies/0/shape/capsule/halfheight: unknown name \"halfheight\"; did you mean 'half_height'?");
  EXPECT_EQ(complaint(with_shape("{\"capsule\": {\"radius\": 1}}")),
            "s.json:3: /bodies/0/shape/capsule: 'half_height' is missing");
  EXPECT_EQ(complaint(with_shape("{\"sphere\": {\"radius\": \"big\"}}")),
            "s.json:3: /bodies/0/shape/sphere/radius: \"big\" found, a number from -1e+12 to 1e+12 expected");
  EXPECT_EQ(complaint(with_shape("{\"sphere\": {\"radius\": 1}}, \"motion\": \"dynamik\"")),
            "s.json:3: /bodies/0/motion: unknown: \"dynamik\"; did you mean 'dynamic'?");
  EXPECT_EQ(
      complaint(with_shape("{\"half_space\": {\"normal\": [0, 0, 1], \"offset\": 0}}")),
      "s.json:3: /bodies/0: a half-space has no mass and cannot fall; \"motion\" must be \"fixed\" or \"kinematic\"");
  EXPECT_EQ(
      complaint(with_shape("{\"sphere\": {\"radius\": 1}}, \"pose\": {\"quaternion_wxyz\": [1, 1, 0, 0]}")),
      "s.json:3: /bodies/0/pose/quaternion_wxyz: a quaternion of length 1.4142135623730951; rotations have length 1");
  EXPECT_NE(
      complaint("{\"format\": \"tactus scene\",\n\"version\": 1,\n\"bodies\": [}").find("s.json:3: this is not JSON"),
      std::string::npos);
  EXPECT_NE(complaint(with_shape("{\"sphere\": {\"radius\": 1e999}}")).find("s.json:3: this is not JSON"),
            std::string::npos);
  EXPECT_NE(complaint("{\"name\": 1, \"name\": 2}").find("'name' appears twice"), std::string::npos);
}

TEST(SceneJson, LinesAreThoseOfTheFile) {
  const std::string text = "{\"format\": \"tactus scene\", \"version\":\n1\n,\n\"step\": -1\n,\"bodies\"\n:\n[]}";
  EXPECT_TRUE(complaint(text).starts_with("s.json:4: /step: -1 found")) << complaint(text);
}

TEST(SceneJson, LimitsAreKept) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += '[';
  EXPECT_NE(complaint(deep).find("nested more than 64 deep"), std::string::npos);
  std::string nested = "{\"sphere\": {\"radius\": 1}}";
  for (int i = 0; i < 200; ++i) nested = "{\"rounded\": {\"radius\": 0.1, \"shape\": " + nested + "}}";
  EXPECT_NE(complaint(with_shape(nested)).find("nested more than 64 deep"), std::string::npos);
  EXPECT_NE(complaint(std::string(100'000'000, ' ')).find("at most 67108864"), std::string::npos);
  EXPECT_THROW(parse_json("[1, 2, 3]", "", {.values = 3}), BadInput);
  const testing::ScratchFolder folder;
  testing::write_text(folder / "large.json", "");
  std::filesystem::resize_file(folder / "large.json", 100'000'000);
  EXPECT_THROW(read_scene(folder / "large.json"), BadInput);
}

TEST(SceneJson, WhatNoFileCanHoldIsNotWritten) {
  Scene scene;
  scene.bodies.push_back({.name = "far", .shape = Sphere<double>{1}, .pose = translation(1e13, 0.0, 0.0)});
  EXPECT_THROW(scene_to_json(scene), std::invalid_argument);
  scene.bodies[0].pose = translation(infinity<double>, 0.0, 0.0);
  EXPECT_THROW(scene_to_json(scene), std::invalid_argument);
  scene.bodies[0].pose = {};
  scene.bodies[0].material = 1;
  EXPECT_THROW(scene_to_json(scene), std::invalid_argument);
  scene.bodies[0].material = 0;
  EXPECT_NO_THROW(scene_to_json(scene));
  scene.bodies[0].shape = rounded(Box<double>{{1, 1, 1}}, 0.5);  // not made of Shapes: its content is not accessible
  EXPECT_THROW(scene_to_json(scene), std::invalid_argument);
}

TEST(SceneJson, TheSchemaInDocsIsTheOneOfTheCode) {
  const std::string written = testing::file_text(std::string(TACTUS_SOURCE_DIR) + "/docs/scene.schema.json");
  EXPECT_EQ(scene_schema(), written) << "write it anew: test_io prints it with TACTUS_PRINT_SCHEMA set";
  if (std::getenv("TACTUS_PRINT_SCHEMA")) std::cout << scene_schema();
}

TEST(SceneJson, TheDescriptionNamesEveryShapeAndField) {
  const std::string page = testing::file_text(std::string(TACTUS_SOURCE_DIR) + "/docs/scene_format.md");
  for_each_plain_shape([&](const auto& s) {
    std::string row = "`" + snake_case(std::remove_cvref_t<decltype(s)>::name) + "` |";
    EXPECT_NE(page.find(row), page.npos) << row;
    const std::size_t at = std::min(page.find(row), page.size());
    const std::string line = page.substr(at, page.find('\n', at) - at);
    for_each_field(s, [&](const auto& field, const auto&) {
      EXPECT_NE(line.find("`" + std::string(field.name) + "`"), line.npos) << field.name << " in: " << line;
    });
  });
}

TEST(Suggest, FindsWhatWasMeant) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("box", "bxo"), 1u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(suggestion("Round-Box", {"box", "round_box"}), "; did you mean 'round_box'?");
  EXPECT_EQ(suggestion("xyzzy", {"box", "cone"}), "; known are: box, cone");
}

}  // namespace
}  // namespace tactus::io
