#pragma once
/// Bytes in, a gzip file in memory out, piece by piece: what goes in need not be kept.
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
  /// The whole file as if these were the last bytes; the stream goes on as if nobody had asked.
  std::vector<std::byte> finished(std::span<const std::byte> last = {}) const;

 private:
  struct Deflate;
  std::unique_ptr<Deflate> deflate_;
  std::vector<std::byte> compressed_;
};

}  // namespace tactus::io
