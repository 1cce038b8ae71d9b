// SPDX-License-Identifier: MIT
#pragma once
/// Writes a file completely or not at all.
#include <cstddef>
#include <filesystem>
#include <span>

namespace tactus::io {

/// Writes a temporary file beside `path`, syncs it, renames it to `path` and syncs the folder. Throws std::system_error
/// with the failed operation; then the temporary file is removed and the file at `path` is unchanged.
void write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace tactus::io
