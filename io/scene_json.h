// SPDX-License-Identifier: MIT
#pragma once
/// Scenes as JSON files, without loss: a scene that is written and read again has the same numbers in every field.
/// docs/scene_format.md describes the format, docs/scene.schema.json is its JSON Schema.
#include <io/bad_input.h>
#include <scenes/scene.h>

#include <filesystem>
#include <string>

namespace tactus::io {

/// Throws BadInput with file, line, JSON pointer and value, and what would be valid.
scenes::Scene read_scene(const std::filesystem::path& path);
/// The same from text; `source` is used in messages, paths of hull files are relative to `folder`.
scenes::Scene scene_from_json(const std::string& text, const std::string& source = "scene",
                              const std::filesystem::path& folder = {});

/// Throws std::invalid_argument if a file cannot represent the scene: a user-defined shape, or a number out of range.
std::string scene_to_json(const scenes::Scene& scene);
/// Writes the file completely or not at all. May also throw std::system_error.
void write_scene(const std::filesystem::path& path, const scenes::Scene& scene);

/// The JSON Schema (draft 2020-12) of the format, generated from the shapes' own descriptions.
std::string scene_schema();

}  // namespace tactus::io
