// SPDX-License-Identifier: MIT
#pragma once
/// The shape of a body of a scene as JSON: a convex shape (shape_json.h), a compound, a mesh or a height field;
/// docs/scene_format.md describes the format.
#include <io/json_cursor.h>
#include <tactus/nonconvex/nonconvex.h>

#include <filesystem>

namespace tactus::io {

struct BodyShape {
  Shape<double> shape = Box<double>{};
  Nonconvex<double> nonconvex{};  // if there is one, it takes the place of the shape
};

/// {"box": ...}, {"compound": {"pieces": [...]}}, {"mesh": ...} or {"height_field": ...}. Throws BadInput. Paths of files
/// are relative to `folder`.
BodyShape body_shape_from_json(const JsonCursor& json, const std::filesystem::path& folder);
/// Without loss: reading the result gives the same numbers. A mesh that came from a file is written out.
JsonValue nonconvex_to_json(const Nonconvex<double>& body);

/// In the order of Sides.
inline std::vector<std::string> sides_words() { return {"automatic", "solid", "front", "both"}; }

}  // namespace tactus::io
