// SPDX-License-Identifier: MIT
/// Hull::from_faces: what it accepts, what it repairs, and one test per kind of bad input.
#include "clouds.h"

#include <gtest/gtest.h>
#include <tactus/math/refuse.h>

#include <sstream>

namespace tactus {
namespace {

using namespace clouds;
using Faces = std::vector<std::vector<std::uint32_t>>;

template <class T> class HullFacesTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HullFacesTest, Scalars);

// Corner i of the cube is at (i & 1, i & 2, i & 4); counter-clockwise seen from outside.
const Faces cube_faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

Cloud cube_corners() {
  Cloud corners;
  for (int i = 0; i < 8; ++i) corners.push_back({double(i & 1), double((i & 2) / 2), double((i & 4) / 4)});
  return corners;
}

template <class T> std::string complaint(const Cloud& vertices, const Faces& faces) {
  try {
    Hull<T>::from_faces(rounded<T>(vertices), faces);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

Faces reversed(Faces faces) {
  for (auto& face : faces) std::reverse(face.begin(), face.end());
  return faces;
}

Faces triangulated(const Faces& faces) {
  Faces triangles;
  for (const auto& face : faces) {
    for (std::size_t i = 2; i < face.size(); ++i) triangles.push_back({face[0], face[i - 1], face[i]});
  }
  return triangles;
}

TYPED_TEST(HullFacesTest, KeepsVerticesAndFacesAsGiven) {
  const auto vertices = rounded<TypeParam>(moved(cube_corners(), some_rotation(3), {1, 2, 3}));
  const auto hull = Hull<TypeParam>::from_faces(vertices, cube_faces);
  EXPECT_EQ(hull.check(), "");
  EXPECT_TRUE(std::equal(vertices.begin(), vertices.end(), hull.vertices().begin()));
  ASSERT_EQ(hull.face_count(), cube_faces.size());
  for (std::uint32_t f = 0; f < 6; ++f) {
    EXPECT_TRUE(std::equal(cube_faces[f].begin(), cube_faces[f].end(), hull.face_loop(f).begin()));
  }
}

TYPED_TEST(HullFacesTest, TurnsAHullThatIsInsideOut) {
  const auto vertices = rounded<TypeParam>(cube_corners());
  const auto hull = Hull<TypeParam>::from_faces(vertices, reversed(cube_faces));
  EXPECT_EQ(hull.check(), "");
  EXPECT_GT(hull.inscribed_radius(), TypeParam(0.49));
}

TYPED_TEST(HullFacesTest, MergesTriangles) {
  const auto vertices = rounded<TypeParam>(moved(cube_corners(), some_rotation(4)));
  const auto hull = Hull<TypeParam>::from_faces(vertices, triangulated(cube_faces));
  EXPECT_EQ(hull.check(), "");
  EXPECT_EQ(hull.face_count(), 6u);
  EXPECT_TRUE(std::equal(vertices.begin(), vertices.end(), hull.vertices().begin()));
}

TYPED_TEST(HullFacesTest, AcceptsCoordinatesOfFloatPrecision) {
  Cloud corners = moved(cube_corners(), some_rotation(6));
  for (Vec3<double>& p : corners) p = p.cast<float>().cast<double>();
  const auto hull = Hull<TypeParam>::from_faces(rounded<TypeParam>(corners), cube_faces);
  EXPECT_EQ(hull.check(), "");
  EXPECT_EQ(hull.face_count(), 6u);
}

TYPED_TEST(HullFacesTest, AcceptsTheTwoSidesOfAPolygon) {
  const Cloud square{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const auto hull = Hull<TypeParam>::from_faces(rounded<TypeParam>(square), Faces{{0, 1, 2, 3}, {3, 2, 1, 0}});
  EXPECT_EQ(hull.rank(), 2);
  EXPECT_EQ(hull.check(), "");
}

TYPED_TEST(HullFacesTest, AgreesWithFromPoints) {
  for (int n : {4, 20, 500}) {
    const Hull<TypeParam> hull = generate::random_on_sphere<TypeParam>(n);
    Faces faces;
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      faces.emplace_back(hull.face_loop(f).begin(), hull.face_loop(f).end());
    }
    EXPECT_EQ(Hull<TypeParam>::from_faces(hull.vertices(), faces), hull);
  }
}

// ---- bad input, one kind each ----

TYPED_TEST(HullFacesTest, RejectsNoVertices) {
  EXPECT_EQ(complaint<TypeParam>({}, cube_faces), "Hull::from_faces: no vertices");
}
TYPED_TEST(HullFacesTest, RejectsNoFaces) {
  EXPECT_EQ(complaint<TypeParam>(cube_corners(), {}), "Hull::from_faces: vertex 0 is on no face");
}
TYPED_TEST(HullFacesTest, RejectsNaN) {
  Cloud corners = cube_corners();
  corners[5].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint<TypeParam>(corners, cube_faces), "Hull::from_faces: vertices[5] = (1, nan, 1) is not finite");
}
TYPED_TEST(HullFacesTest, RejectsIndexOutOfRange) {
  Faces faces = cube_faces;
  faces[3][2] = 8;
  EXPECT_EQ(complaint<TypeParam>(cube_corners(), faces), "Hull::from_faces: face 3 names vertex 8 of 8");
}
TYPED_TEST(HullFacesTest, RejectsTwoCornerFace) {
  Faces faces = cube_faces;
  faces[2] = {0, 1};
  EXPECT_EQ(complaint<TypeParam>(cube_corners(), faces), "Hull::from_faces: face 2 has 2 corners");
}
TYPED_TEST(HullFacesTest, RejectsRepeatedCorner) {
  Faces faces = cube_faces;
  faces[1] = {4, 5, 5, 6};
  EXPECT_EQ(complaint<TypeParam>(cube_corners(), faces), "Hull::from_faces: face 1 names vertex 5 twice");
}
TYPED_TEST(HullFacesTest, RejectsUnusedVertex) {
  Cloud corners = cube_corners();
  corners.push_back({0.5, 0.5, 0.5});
  EXPECT_EQ(complaint<TypeParam>(corners, cube_faces), "Hull::from_faces: vertex 8 is on no face");
}
TYPED_TEST(HullFacesTest, RejectsOpenSurface) {
  Faces faces = cube_faces;
  faces.pop_back();
  EXPECT_EQ(complaint<TypeParam>(cube_corners(), faces),
            "Hull::from_faces: edge 3-1 of face 0 has no face on its other side: not closed");
}
TYPED_TEST(HullFacesTest, RejectsMixedOrientation) {
  Faces faces = cube_faces;
  std::reverse(faces[5].begin(), faces[5].end());
  EXPECT_EQ(
      complaint<TypeParam>(cube_corners(), faces),
      "Hull::from_faces: edge 1-5 of face 5 runs the same way in face 2: faces of mixed orientation, or more than "
      "two at an edge");
}
TYPED_TEST(HullFacesTest, RejectsTwoSolidsThatShareAVertex) {
  Cloud vertices = cube_corners();
  Faces faces = cube_faces;
  for (const Vec3<double>& p : cube_corners()) vertices.push_back(p + Vec3<double>{1, 1, 1});
  for (auto face : cube_faces) {
    for (std::uint32_t& v : face) v = v == 0 ? 7 : v + 7;  // corner 0 of the second cube is corner 7 of the first
    faces.push_back(face);
  }
  vertices.erase(vertices.begin() + 8);
  EXPECT_EQ(complaint<TypeParam>(vertices, faces),
            "Hull::from_faces: the faces around vertex 7 form more than one fan");
}
TYPED_TEST(HullFacesTest, RejectsTwoSolids) {
  Cloud vertices = cube_corners();
  Faces faces = cube_faces;
  for (const Vec3<double>& p : cube_corners()) vertices.push_back(p + Vec3<double>{3, 0, 0});
  for (auto face : cube_faces) {
    for (std::uint32_t& v : face) v += 8;
    faces.push_back(face);
  }
  EXPECT_EQ(complaint<TypeParam>(vertices, faces),
            "Hull::from_faces: 16 vertices, 24 edges, 12 faces: Euler's V - E + F is not 2");
}
TYPED_TEST(HullFacesTest, RejectsTorus) {
  const int n = 8, m = 6;
  Cloud vertices;
  Faces faces;
  const auto index = [&](int i, int j) { return static_cast<std::uint32_t>((i % n) * m + j % m); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      const double a = 2 * pi<double> * i / n, b = 2 * pi<double> * j / m, r = 3 + std::cos(b);
      vertices.push_back({r * std::cos(a), r * std::sin(a), std::sin(b)});
      faces.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)});
    }
  }
  EXPECT_NE(complaint<TypeParam>(vertices, faces).find("Euler"), std::string::npos);
}
TYPED_TEST(HullFacesTest, RejectsBentFace) {
  Cloud corners = cube_corners();
  corners[7].z = 1.2;
  EXPECT_NE(complaint<TypeParam>(corners, cube_faces).find("face 1 is not planar: vertex "), std::string::npos)
      << complaint<TypeParam>(corners, cube_faces);
}
TYPED_TEST(HullFacesTest, RejectsDent) {
  Cloud vertices = cube_corners();
  vertices.push_back({0.5, 0.5, 0.7});  // below the middle of the top face {4, 5, 7, 6}
  Faces faces = cube_faces;
  faces[1] = {4, 5, 8};
  faces.insert(faces.end(), {{5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  EXPECT_NE(complaint<TypeParam>(vertices, faces).find(": not convex"), std::string::npos)
      << complaint<TypeParam>(vertices, faces);
}
TYPED_TEST(HullFacesTest, RejectsConcaveFace) {  // an L-shaped prism
  const Cloud outline{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  Cloud vertices = outline;
  for (const Vec3<double>& p : outline) vertices.push_back(p + Vec3<double>{0, 0, 1});
  Faces faces{{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}};
  for (std::uint32_t i = 0; i < 6; ++i) faces.push_back({i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6});
  EXPECT_EQ(complaint<TypeParam>(vertices, faces), "Hull::from_faces: face 0 is not convex at vertex 3");
}
TYPED_TEST(HullFacesTest, RejectsStarFace) {  // a pentagram prism: locally convex everywhere
  Cloud vertices;
  for (double z : {0.0, 1.0}) {
    for (int i = 0; i < 5; ++i) vertices.push_back({std::cos(i * 0.8 * pi<double>), std::sin(i * 0.8 * pi<double>), z});
  }
  Faces faces{{4, 3, 2, 1, 0}, {5, 6, 7, 8, 9}};
  for (std::uint32_t i = 0; i < 5; ++i) faces.push_back({i, (i + 1) % 5, (i + 1) % 5 + 5, i + 5});
  EXPECT_EQ(complaint<TypeParam>(vertices, faces), "Hull::from_faces: face 0 winds around itself or is inside out");
}
TYPED_TEST(HullFacesTest, RejectsCollinearVertices) {
  EXPECT_EQ(complaint<TypeParam>({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {2, 1, 0}}),
            "Hull::from_faces: the vertices lie on a line");
}
TYPED_TEST(HullFacesTest, RejectsRepeatedVertex) {
  Cloud corners = cube_corners();
  corners[6] = corners[7];
  EXPECT_NE(complaint<TypeParam>(corners, cube_faces).find(" has no length"), std::string::npos);
}

std::vector<std::string> told;  // to the handler of refusals

/// A handler may end the program. So it hears of what was asked, once, and not of an attempt that may be repeated otherwise.
TEST(HullRefusal, IsToldOnceWithTheNameOfTheCall) {
  Faces open = cube_faces;
  open.pop_back();
  std::stringstream text;
  Hull<double>::from_faces(rounded<double>(cube_corners()), cube_faces).save(text);
  std::string saved = text.str();
  saved.replace(saved.find("faces 6"), 7, "faces 5");
  std::istringstream saved_open(saved);

  told.clear();
  set_refusal_handler([](const char* message) { told.push_back(message); });
  EXPECT_THROW(Hull<double>::from_faces(rounded<double>(cube_corners()), open), std::invalid_argument);
  EXPECT_THROW(Hull<double>::load(saved_open), std::invalid_argument);
  set_refusal_handler(nullptr);
  ASSERT_EQ(told.size(), 2u) << told.front() << '\n' << told.back();
  EXPECT_TRUE(told[0].starts_with("Hull::from_faces: edge")) << told[0];
  EXPECT_TRUE(told[1].starts_with("Hull::load: edge")) << told[1];
}

}  // namespace
}  // namespace tactus
