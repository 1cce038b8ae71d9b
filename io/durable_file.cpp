// SPDX-License-Identifier: MIT
#include <io/durable_file.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace tactus::io {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

/// An open file that is always closed.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  /// Some file systems report a full disk only here.
  int close() { return ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

void write_all(int file, std::span<const std::byte> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail("writing " + name);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void write_and_sync(const std::string& name, std::span<const std::byte> bytes) {
  Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.number() < 0) fail("creating " + name);
  write_all(file.number(), bytes, name);
  if (::fsync(file.number()) != 0) fail("syncing " + name);
  if (file.close() != 0) fail("closing " + name);
}

/// Without this, a power cut may undo the rename.
void sync_folder(const std::filesystem::path& path) {
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.number() < 0) fail("opening the folder " + folder);
  // Some file systems cannot sync a folder and return EINVAL: then nothing more can be done.
  if (::fsync(open.number()) != 0 && errno != EINVAL) fail("syncing the folder " + folder);
}

}  // namespace

void write_durably(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string temporary = path.string() + ".new";
  try {
    write_and_sync(temporary, bytes);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail("renaming " + temporary);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_folder(path);
}

}  // namespace tactus::io
