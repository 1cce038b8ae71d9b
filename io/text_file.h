// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace tactus::io {

/// The content of a regular file. Throws BadInput with the file's name if it cannot be read or has more than `limit`
/// bytes; then nothing of it was read.
std::string read_text_file(const std::filesystem::path& path, std::size_t limit = std::size_t{64} << 20);

}  // namespace tactus::io
