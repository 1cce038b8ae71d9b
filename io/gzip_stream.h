// SPDX-License-Identifier: MIT
#pragma once
/// Compresses bytes into a gzip file in memory, piece by piece: the input need not be kept.
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tactus::io {

class GzipStream {
 public:
  explicit GzipStream(int level = 6);
  GzipStream(GzipStream&&) noexcept;
  GzipStream& operator=(GzipStream&&) noexcept;
  ~GzipStream();

  void write(std::span<const std::byte> bytes);
  std::size_t size() const { return compressed_.size(); }  // so far
  /// The complete file as if these were the last bytes; the stream itself is not changed.
  std::vector<std::byte> finished(std::span<const std::byte> last = {}) const;

 private:
  struct Deflate;
  std::unique_ptr<Deflate> deflate_;
  std::vector<std::byte> compressed_;
};

}  // namespace tactus::io
