// SPDX-License-Identifier: MIT
#pragma once
/// Reads a recording back, written from its description (docs/recording_format.md) and not from the writer.
#include <io/bytes.h>

#include <zlib.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tactus::testing {

inline std::vector<std::byte> gunzipped(std::span<const std::byte> file) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(file.data()));
  stream.avail_in = static_cast<uInt>(file.size());
  std::vector<std::byte> all;
  int result = Z_OK;
  while (result == Z_OK) {
    std::byte buffer[1 << 14];
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    result = inflate(&stream, Z_NO_FLUSH);
    all.insert(all.end(), buffer, buffer + (sizeof buffer - stream.avail_out));
  }
  inflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("no whole gzip file");
  return all;
}

using Sections = std::vector<std::pair<std::string, std::vector<std::byte>>>;

inline Sections sections_of(std::span<const std::byte> file) {
  const std::vector<std::byte> all = gunzipped(file);
  io::ByteReader reader(all);
  const auto letters = [&](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += reader.read<char>();
    return text;
  };
  if (letters(8) != "TACTUSR1") throw std::runtime_error("no recording");
  Sections sections;
  while (!reader.done()) {
    const std::string tag = letters(4);
    std::vector<std::byte> payload(reader.read<std::uint32_t>());
    for (std::byte& b : payload) b = reader.read<std::byte>();
    sections.emplace_back(tag, std::move(payload));
  }
  return sections;
}

inline std::vector<std::vector<std::byte>> all_with(const Sections& sections, const std::string& tag) {
  std::vector<std::vector<std::byte>> found;
  for (const auto& [name, payload] : sections)
    if (name == tag) found.push_back(payload);
  return found;
}

/// Poses and states of all frames, as whole numbers of steps.
struct DecodedFrames {
  std::size_t bodies;
  std::vector<double> times{};
  std::vector<std::vector<std::array<int, 7>>> poses{};
  std::vector<std::vector<int>> speeds{}, islands{}, asleep{};

  void add(std::span<const std::byte> payload) {
    io::ByteReader reader(payload);
    times.push_back(reader.read<double>());
    const auto bits = [&] {
      std::vector<bool> all;
      for (std::size_t i = 0; i < bodies; i += 8) {
        const auto byte = reader.read<std::uint8_t>();
        for (int k = 0; k < 8; ++k) all.push_back((byte >> k & 1) != 0);
      }
      return all;
    };
    const auto number = [&] {
      std::uint32_t x = 0;
      for (int shift = 0;; shift += 7) {
        const auto byte = reader.read<std::uint8_t>();
        x |= (byte & 0x7fu) << shift;
        if (byte < 0x80) return static_cast<int>(x >> 1) ^ -static_cast<int>(x & 1);
      }
    };
    const std::size_t f = poses.size();
    poses.emplace_back(bodies);
    const auto moved = bits();
    for (std::size_t k = 0; k < 7; ++k)
      for (std::size_t i = 0; i < bodies; ++i) {
        const int last = f > 0 ? poses[f - 1][i][k] : 0, before = f > 1 ? poses[f - 2][i][k] : 0;
        poses[f][i][k] = 2 * last - before + (moved[i] ? number() : 0);
      }
    const auto changed = bits();
    for (auto* states : {&speeds, &islands}) {
      states->emplace_back(bodies);
      for (std::size_t i = 0; i < bodies; ++i)
        (*states)[f][i] = (f > 0 ? (*states)[f - 1][i] : states == &islands ? -1 : 0) + (changed[i] ? number() : 0);
    }
    const auto turned = bits();
    asleep.emplace_back(bodies);
    for (std::size_t i = 0; i < bodies; ++i) asleep[f][i] = (f > 0 ? asleep[f - 1][i] : 0) ^ (turned[i] ? 1 : 0);
    reader.expect_end();
  }
};

/// A column of numbers whose bytes were sorted by significance.
template <class Number> std::vector<Number> read_column(io::ByteReader& reader, std::size_t count) {
  std::vector<std::array<std::byte, sizeof(Number)>> column(count);
  for (std::size_t k = 0; k < sizeof(Number); ++k)
    for (auto& number : column) number[k] = reader.read<std::byte>();
  std::vector<Number> numbers;
  for (const auto& number : column) numbers.push_back(std::bit_cast<Number>(number));
  return numbers;
}

}  // namespace tactus::testing
