#pragma once
/// A file that is there whole or not at all.
#include <cstddef>
#include <filesystem>
#include <span>

namespace tactus::io {

/// Writes a temporary file beside `path`, syncs it, renames it to `path` and syncs the folder. Throws
/// std::system_error naming what failed; then the temporary file is gone and what was at `path` is untouched.
void write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace tactus::io
