// SPDX-License-Identifier: MIT
#pragma once
/// Shapes and poses as JSON; docs/scene_format.md describes the format.
#include <io/json_cursor.h>
#include <tactus/shape/shape.h>

#include <filesystem>

namespace tactus::io {

/// {"box": {"half": [1, 2, 3]}} and all others. Throws BadInput. Paths of hull files are relative to `folder`.
Shape<double> shape_from_json(const JsonCursor& json, const std::filesystem::path& folder);
/// Throws std::invalid_argument for a user-defined shape, because a file cannot contain its code. Composites can be
/// written if they are made of Shapes: minkowski_sum(Shape(a), Shape(b)).
JsonValue shape_to_json(const Shape<double>& shape);

/// {"position": [x, y, z], "quaternion_wxyz": [w, x, y, z]} or, instead of the quaternion, "rotation_rows".
Pose<double> pose_from_json(const JsonCursor& json);
/// With the quaternion if it reproduces exactly the same matrix, otherwise with the matrix.
JsonValue pose_to_json(const Pose<double>& pose);

JsonValue to_json(const Vec2<double>& v);
JsonValue to_json(const Vec3<double>& v);

}  // namespace tactus::io
