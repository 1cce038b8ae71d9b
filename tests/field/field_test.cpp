// SPDX-License-Identifier: MIT
// Configurations that broke other libraries in the field, with certified answers (field_cases.json).
#include <tactus/query.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace tactus {
namespace {

using Json = nlohmann::json;

Vec3<double> vec3(const Json& j) { return {j.at(0), j.at(1), j.at(2)}; }
Pose<double> pose(const Json& j) {
  const Json& r = j.at("rotation");
  return {Mat3<double>::from_rows(vec3(r.at(0)), vec3(r.at(1)), vec3(r.at(2))), vec3(j.at("translation"))};
}

/// Cylinders and capsules may lie along another axis than z: they are then turned within their frame.
Pose<double> axis_pose(const std::string& axis) {
  if (axis == "x") return rotation_y(pi<double> / 2);
  if (axis == "y") return rotation_x(-pi<double> / 2);
  return {};
}

struct Posed {
  Shape<double> shape;
  Pose<double> pose;
};
Posed posed(const Json& j, const Pose<double>& x) {
  const std::string kind = j.at("shape");
  if (kind == "box") return {Box<double>{vec3(j.at("half_extents"))}, x};
  if (kind == "sphere") return {Sphere<double>{j.at("radius")}, x};
  if (kind == "cylinder") return {Cylinder<double>{j.at("radius"), j.at("half_height")}, x * axis_pose(j.at("axis"))};
  if (kind == "capsule") return {Capsule<double>{j.at("radius"), j.at("half_height")}, x * axis_pose(j.at("axis"))};
  if (kind != "hull") throw std::runtime_error("field case with an unknown shape: " + kind);
  std::vector<Vec3<double>> points;
  for (const Json& p : j.at("vertices")) points.push_back(vec3(p));
  return {Hull<double>::from_points(points), x};
}

struct Case {
  std::string name, source;
  Posed a, b;
  double distance, tolerance;
  std::optional<Vec3<double>> normal_axis;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::ifstream file(std::string(TACTUS_SOURCE_DIR) + "/tests/field/field_cases.json");
    const Json document = Json::parse(file);
    std::vector<Case> read;
    for (const Json& j : document.at("cases")) {
      read.push_back({j.at("name"),
                      j.at("source"),
                      posed(j.at("a"), pose(j.at("pose_a"))),
                      posed(j.at("b"), pose(j.at("pose_b"))),
                      j.at("signed_distance"),
                      j.at("tolerance"),
                      {}});
      if (j.contains("normal_axis")) read.back().normal_axis = vec3(j.at("normal_axis"));
    }
    return read;
  }();
  return all;
}

class Field : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Case& c() const { return cases()[GetParam()]; }
};

TEST(FieldCases, AllAreThere) { EXPECT_EQ(cases().size(), 44u); }

TEST_P(Field, SignedDistanceInDouble) {
  const Options<double> tight{.tolerance = 1e-12};
  const auto r = contact(c().a.shape, c().a.pose, c().b.shape, c().b.pose, tight);
  SCOPED_TRACE(c().name + " (" + c().source + ")");
  EXPECT_NE(r.status, Status::stalled) << r;
  EXPECT_NEAR(r.distance, c().distance, c().tolerance) << r;
  EXPECT_LE(r.lower, c().distance + c().tolerance) << r;
  EXPECT_GE(r.upper, c().distance - c().tolerance) << r;
  EXPECT_NEAR(norm(r.normal), 1, 1e-15);
  if (c().normal_axis) {
    EXPECT_NEAR(std::abs(dot(r.normal, *c().normal_axis)), 1, 1e-9) << r;
  }

  const auto mirrored = contact(c().b.shape, c().b.pose, c().a.shape, c().a.pose, tight);
  EXPECT_NEAR(mirrored.distance, c().distance, c().tolerance) << mirrored;
}

TEST_P(Field, TheOtherQueriesAgree) {
  const Options<double> tight{.tolerance = 1e-12};
  SCOPED_TRACE(c().name + " (" + c().source + ")");
  const auto gap = distance(c().a.shape, c().a.pose, c().b.shape, c().b.pose, tight);
  EXPECT_NEAR(gap.distance, std::max(c().distance, 0.0), c().tolerance) << gap;
  if (std::abs(c().distance) > c().tolerance) {
    EXPECT_EQ(intersects(c().a.shape, c().a.pose, c().b.shape, c().b.pose, tight), c().distance < 0);
  }
}

// Float sees the case rounded to 24 bits: sizes and relative positions move by up to u times the coordinates.
TEST_P(Field, SignedDistanceInFloat) {
  SCOPED_TRACE(c().name + " (" + c().source + ")");
  const auto r =
      contact(c().a.shape.cast<float>(), c().a.pose.cast<float>(), c().b.shape.cast<float>(), c().b.pose.cast<float>());
  const double size = 2 * std::min(c().a.shape.bounding_radius(), c().b.shape.bounding_radius());
  const double coordinates = c().a.shape.bounding_radius() + c().b.shape.bounding_radius() +
                             norm(c().a.pose.translation) + norm(c().b.pose.translation);
  EXPECT_NEAR(double(r.distance), c().distance, c().tolerance + 2e-5 * size + 16 * 0x1p-24 * coordinates) << r;
}

INSTANTIATE_TEST_SUITE_P(All, Field, ::testing::Range<std::size_t>(0, 44));

}  // namespace
}  // namespace tactus
