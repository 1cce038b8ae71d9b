// SPDX-License-Identifier: MIT
#pragma once
/// Decompositions as files.
#include <tactus/nonconvex/decompose.h>

#include <filesystem>
#include <string>

namespace tactus::io {

/// {"format": "tactus decomposition", "version": 1, "concavity": ..., "pieces": [hulls as in scenes]}. Lossless.
std::string decomposition_to_json(const Decomposition& d);
/// Throws BadInput, which names the place. The figures are those of the file; the hulls are checked like all others.
Decomposition decomposition_from_json(const std::string& text, const std::string& source);
Decomposition read_decomposition(const std::filesystem::path& path);
/// The file's extension decides: .json as above, or .obj with one object for each piece.
void write_decomposition(const std::filesystem::path& path, const Decomposition& d);

/// The faces of a hull, each cut into triangles.
TriangleList<double> triangles_of(const Hull<double>& hull);

}  // namespace tactus::io
