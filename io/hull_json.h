// SPDX-License-Identifier: MIT
#pragma once
#include <io/json_cursor.h>
#include <tactus/shape/hull.h>

#include <filesystem>

namespace tactus::io {

/// {"points": [...]}, {"vertices": [...], "faces": [...]}, {"file": "rock.hull"} or {"text": "tactus-hull 1 ..."}.
Hull<double> hull_from_json(const JsonCursor& json, const std::filesystem::path& folder);
/// The first of points, faces and text that reproduces exactly the same hull.
JsonValue hull_to_json(const Hull<double>& hull);

std::vector<Vec3<double>> points_from_json(const JsonCursor& json);
JsonValue points_to_json(std::span<const Vec3<double>> points);

}  // namespace tactus::io
