// SPDX-License-Identifier: MIT
#include <io/shape_json.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace tactus::io {
namespace {

constexpr double unit_tolerance = 1e-3;  // quaternions typed with three digits count as unit quaternions

Mat3<double> rotation_from_rows(const JsonCursor& json) {
  const auto rows = json.items(3);
  const auto m = Mat3<double>::from_rows(rows[0].vec3(), rows[1].vec3(), rows[2].vec3());
  if (!is_valid(Pose<double>{m, {}}))
    json.fail("this matrix is not a rotation: its rows must be unit and orthogonal to 1e-6, its determinant 1");
  return m;
}

/// A quaternion that is unit up to rounding is not normalised again: that would change its last digits.
Mat3<double> rotation_of(const Quat<double>& q) {
  constexpr double rounding = 8 * unit_roundoff<double>;
  return abs(dot(q, q) - 1) <= rounding ? to_matrix(q) : from_quaternion(q).rotation;
}

Mat3<double> rotation_from_quaternion(const JsonCursor& json) {
  const auto wxyz = json.items(4);
  const Quat<double> q{wxyz[0].number(), wxyz[1].number(), wxyz[2].number(), wxyz[3].number()};
  if (!(abs(norm(q) - 1) <= unit_tolerance))
    json.fail("a quaternion of length " + describe(JsonValue(norm(q))) + "; rotations have length 1");
  return rotation_of(q);
}

/// A quaternion that reproduces exactly this matrix, if there is one. The computed one may be a few roundings away from
/// the quaternion of which the matrix was made, so its neighbours are tried, nearest first.
std::optional<Quat<double>> quaternion_of(const Mat3<double>& rotation) {
  const Quat<double> q = to_quaternion(rotation);
  const auto next = [](double x, int steps) {
    for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, steps * infinity<double>);
    return x;
  };
  for (int reach = 0; reach <= 2; ++reach) {
    for (int code = 0; code < 625; ++code) {
      const int s[] = {code % 5 - 2, code / 5 % 5 - 2, code / 25 % 5 - 2, code / 125 - 2};
      if (std::max({std::abs(s[0]), std::abs(s[1]), std::abs(s[2]), std::abs(s[3])}) != reach) continue;
      const Quat<double> near{next(q.w, s[0]), next(q.x, s[1]), next(q.y, s[2]), next(q.z, s[3])};
      if (rotation_of(near) == rotation) return near;
    }
  }
  return std::nullopt;
}

}  // namespace

JsonValue to_json(const Vec2<double>& v) { return JsonValue::Array{v.x, v.y}; }
JsonValue to_json(const Vec3<double>& v) { return JsonValue::Array{v.x, v.y, v.z}; }

Pose<double> pose_from_json(const JsonCursor& json) {
  const JsonMembers members(json, {"position", "quaternion_wxyz", "rotation_rows"});
  Pose<double> pose;
  if (const auto position = members.find("position")) pose.translation = position->vec3();
  const auto quaternion = members.find("quaternion_wxyz"), rows = members.find("rotation_rows");
  if (quaternion && rows) json.fail("quaternion_wxyz and rotation_rows: only one of them can be the rotation");
  if (quaternion) pose.rotation = rotation_from_quaternion(*quaternion);
  if (rows) pose.rotation = rotation_from_rows(*rows);
  return pose;
}

JsonValue pose_to_json(const Pose<double>& pose) {
  JsonValue::Object json;
  if (pose.translation != Vec3<double>{}) json.emplace_back("position", to_json(pose.translation));
  if (pose.rotation == Mat3<double>{}) return json;
  if (const auto q = quaternion_of(pose.rotation)) {
    json.emplace_back("quaternion_wxyz", JsonValue::Array{q->w, q->x, q->y, q->z});
  } else {
    JsonValue::Array rows;
    for (int i = 0; i < 3; ++i) rows.push_back(to_json(pose.rotation.row(i)));
    json.emplace_back("rotation_rows", std::move(rows));
  }
  return json;
}

}  // namespace tactus::io
