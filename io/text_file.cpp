// SPDX-License-Identifier: MIT
#include <io/bad_input.h>
#include <io/text_file.h>

#include <fstream>

namespace tactus::io {

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  const auto fail = [&](const std::string& problem) { throw BadInput(path.string(), 0, "", problem); };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) fail(error ? error.message() : "this is not a file");
  const auto size = std::filesystem::file_size(path, error);
  if (error) fail(error.message());
  if (size > limit) fail(std::to_string(size) + " bytes; at most " + std::to_string(limit) + " are read");
  std::string text(size, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in.read(text.data(), static_cast<std::streamsize>(size))) fail("cannot be read");
  return text;
}

}  // namespace tactus::io
