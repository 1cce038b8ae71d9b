#pragma once
/// Shapes and poses as JSON; docs/scene_format.md is the description for people.
#include <io/json_cursor.h>
#include <tactus/shape/shape.h>

#include <filesystem>

namespace tactus::io {

/// {"box": {"half": [1, 2, 3]}} and all others. Throws BadInput. Files of hulls are looked for from `folder`.
Shape<double> shape_from_json(const JsonCursor& json, const std::filesystem::path& folder);
/// Throws std::invalid_argument for a shape of the user's own, whose code no file can hold. Composites can be written if
/// they are made of Shapes: minkowski_sum(Shape(a), Shape(b)).
JsonValue shape_to_json(const Shape<double>& shape);

/// {"position": [x, y, z], "quaternion_wxyz": [w, x, y, z]} or, instead of the quaternion, "rotation_rows".
Pose<double> pose_from_json(const JsonCursor& json);
/// With the quaternion if it gives back the very same matrix, else with the matrix.
JsonValue pose_to_json(const Pose<double>& pose);

JsonValue to_json(const Vec2<double>& v);
JsonValue to_json(const Vec3<double>& v);

}  // namespace tactus::io
