#pragma once
/// Scenes as JSON files, number for number: what is written and read again has the same numbers in every field.
/// docs/scene_format.md describes the format, docs/scene.schema.json is its JSON Schema.
#include <io/bad_input.h>
#include <scenes/scene.h>

#include <filesystem>
#include <string>

namespace tactus::io {

/// Throws BadInput that names file, line, JSON pointer and value, and what would be legal.
scenes::Scene read_scene(const std::filesystem::path& path);
/// The same from text; `source` stands in messages, files of hulls are looked for from `folder`.
scenes::Scene scene_from_json(const std::string& text, const std::string& source = "scene",
                              const std::filesystem::path& folder = {});

/// Throws std::invalid_argument for what no file can hold: a shape of the user's own, or a number that is out of range.
std::string scene_to_json(const scenes::Scene& scene);
/// The file is there whole or not at all. Throws std::system_error too.
void write_scene(const std::filesystem::path& path, const scenes::Scene& scene);

/// The JSON Schema (draft 2020-12) of the format, made from the shapes' own descriptions.
std::string scene_schema();

}  // namespace tactus::io
