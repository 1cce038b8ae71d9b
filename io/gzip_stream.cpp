// SPDX-License-Identifier: MIT
#include <io/gzip_stream.h>

#include <zlib.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace tactus::io {

struct GzipStream::Deflate {
  z_stream stream{};
  ~Deflate() { deflateEnd(&stream); }

  /// Consumes all of the input, and appends the output to `out`.
  void run(std::span<const std::byte> bytes, int flush, std::vector<std::byte>& out) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    do {
      const std::size_t now = std::min(bytes.size(), most);
      // zlib's interface is not const-correct.
      stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(now);
      bytes = bytes.subspan(now);
      drain(bytes.empty() ? flush : Z_NO_FLUSH, out);
    } while (!bytes.empty());
  }

 private:
  void drain(int flush, std::vector<std::byte>& out) {
    std::array<std::byte, 1 << 16> buffer;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      if (deflate(&stream, flush) == Z_STREAM_ERROR) throw std::logic_error("zlib: the stream is broken");
      out.insert(out.end(), buffer.begin(), buffer.end() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
};

GzipStream::GzipStream(int level) : deflate_(std::make_unique<Deflate>()) {
  constexpr int window_bits = 15, gzip_header = 16, memory_level = 9;
  if (deflateInit2(&deflate_->stream, level, Z_DEFLATED, window_bits + gzip_header, memory_level, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::runtime_error("zlib could not be started");
}
GzipStream::GzipStream(GzipStream&&) noexcept = default;
GzipStream& GzipStream::operator=(GzipStream&&) noexcept = default;
GzipStream::~GzipStream() = default;

void GzipStream::write(std::span<const std::byte> bytes) { deflate_->run(bytes, Z_NO_FLUSH, compressed_); }

std::vector<std::byte> GzipStream::finished(std::span<const std::byte> last) const {
  Deflate copy;
  if (deflateCopy(&copy.stream, &deflate_->stream) != Z_OK) throw std::bad_alloc();
  std::vector<std::byte> all = compressed_;
  copy.run(last, Z_FINISH, all);
  return all;
}

}  // namespace tactus::io
