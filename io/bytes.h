// SPDX-License-Identifier: MIT
#pragma once
/// Plain values as bytes and back, little-endian: the basis of checkpoints and recordings.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tactus::io {

/// Numbers and enums are written directly. Structs are written as one block of memory: they must have no padding that
/// matters. Only for little-endian machines, as checked by the static_assert below.
template <class V>
concept Pod = std::is_trivially_copyable_v<V> && !std::is_pointer_v<V>;

static_assert(std::endian::native == std::endian::little, "blocks of memory are written unchanged");

/// Writes into memory that grows as needed.
class ByteWriter {
 public:
  template <Pod V> void write(const V& value) { append(&value, sizeof value); }
  /// With the count in front.
  template <Pod V> void write(std::span<const V> values) {
    write(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  template <Pod V> void write(const std::vector<V>& values) { write(std::span<const V>(values)); }
  void write(std::string_view text) { write(std::span<const char>(text.data(), text.size())); }
  void write(const std::string& text) { write(std::string_view(text)); }
  /// Without a count.
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    bytes_.resize(bytes_.size() + size);
    std::memcpy(bytes_.data() + bytes_.size() - size, data, size);
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::move(bytes_); }
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// The bytes end before the requested value, contain an impossible count, or are left over.
struct BytesEnd : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads in the order of writing and never past the end: files are not trusted.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <Pod V> V read() {
    V value;
    std::memcpy(&value, next(sizeof value), sizeof value);
    return value;
  }
  template <Pod V> void read(V& value) { value = read<V>(); }
  template <Pod V> void read(std::vector<V>& values) {
    const std::size_t count = read_count(sizeof(V));
    values.resize(count);
    if (count) std::memcpy(values.data(), next(count * sizeof(V)), count * sizeof(V));
  }
  void read(std::string& text) {
    const std::size_t count = read_count(1);
    text.assign(reinterpret_cast<const char*>(next(count)), count);
  }

  std::size_t left() const { return bytes_.size() - at_; }
  bool done() const { return left() == 0; }
  /// Requires that all bytes were read: a reader that leaves bytes has misunderstood the format.
  void expect_end() const {
    if (!done()) throw BytesEnd(std::to_string(left()) + " bytes are left over");
  }

 private:
  const std::byte* next(std::size_t size) {
    if (size > left())
      throw BytesEnd(std::to_string(size) + " bytes expected at " + std::to_string(at_) + ", " +
                     std::to_string(left()) + " are left");
    const std::byte* here = bytes_.data() + at_;
    at_ += size;
    return here;
  }
  /// A count that the remaining bytes can hold: a number in a file must not cause a large allocation.
  std::size_t read_count(std::size_t size_of_one) {
    const auto count = read<std::uint64_t>();
    if (count > left() / size_of_one)
      throw BytesEnd("a count of " + std::to_string(count) + ", but only " + std::to_string(left()) + " bytes left");
    return static_cast<std::size_t>(count);
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace tactus::io
