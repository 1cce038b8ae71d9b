#include <io/shape_json.h>

namespace tactus::io {
namespace {

constexpr double unit_tolerance = 1e-3;  // quaternions typed with three digits are meant as unit ones

Mat3<double> rotation_from_rows(const JsonCursor& json) {
  const auto rows = json.items(3);
  const auto m = Mat3<double>::from_rows(rows[0].vec3(), rows[1].vec3(), rows[2].vec3());
  if (!is_valid(Pose<double>{m, {}}))
    json.fail("this matrix is no rotation: its rows must be unit and orthogonal to 1e-6, its determinant 1");
  return m;
}

Mat3<double> rotation_from_quaternion(const JsonCursor& json) {
  const auto wxyz = json.items(4);
  const Quat<double> q{wxyz[0].number(), wxyz[1].number(), wxyz[2].number(), wxyz[3].number()};
  if (!(abs(norm(q) - 1) <= unit_tolerance))
    json.fail("a quaternion of length " + describe(JsonValue(norm(q))) + "; rotations have length 1");
  return from_quaternion(q).rotation;
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
  const Quat<double> q = to_quaternion(pose.rotation);
  if (from_quaternion(q).rotation == pose.rotation) {
    json.emplace_back("quaternion_wxyz", JsonValue::Array{q.w, q.x, q.y, q.z});
  } else {
    JsonValue::Array rows;
    for (int i = 0; i < 3; ++i) rows.push_back(to_json(pose.rotation.row(i)));
    json.emplace_back("rotation_rows", std::move(rows));
  }
  return json;
}

}  // namespace tactus::io
