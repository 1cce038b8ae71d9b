// SPDX-License-Identifier: MIT
#include <io/bytes.h>
#include <io/checkpoint.h>
#include <io/crc32c.h>
#include <io/durable_file.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

namespace tactus::io {
namespace {

using Path = std::filesystem::path;

constexpr std::array<char, 8> magic = {'T', 'A', 'C', 'T', 'U', 'S', 'C', 'P'};
constexpr std::uint32_t layout_version = 1;

/// Of fixed size with its own checksum, so that the size in it can be trusted even if the file is too short.
struct Header {
  std::array<char, 8> magic{};
  std::uint32_t layout = 0, version = 0;
  std::uint64_t state_size = 0;
  std::array<char, longest_kind> kind{};  // padded with zeros
  std::uint32_t state_checksum = 0, header_checksum = 0;
};
static_assert(sizeof(Header) == 64 && std::has_unique_object_representations_v<Header>);

/// Covers everything between the magic and the checksum: so a file with damaged first bytes is distinguished from a
/// foreign one.
std::uint32_t checksum_of(const Header& header) {
  const auto bytes = std::as_bytes(std::span(&header, 1));
  return crc32c(bytes.subspan(magic.size(), sizeof header - magic.size() - sizeof header.header_checksum));
}

[[noreturn]] void fail(CheckpointFault fault, const Path& path, const std::string& words) {
  throw CheckpointError(fault, path, words);
}

std::vector<std::byte> read_file(const Path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);  // an error for pipes and devices, which never end
  if (error) fail(CheckpointFault::unreadable, path, "cannot be read (" + error.message() + ")");
  std::vector<std::byte> bytes(size);
  std::ifstream in(path, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    fail(CheckpointFault::unreadable, path, "cannot be read to its end");
  return bytes;
}

/// Requires that the header's checksum matches and the layout is known.
Header read_header(const Path& path, std::span<const std::byte> bytes) {
  const auto shown = bytes.first(std::min(bytes.size(), magic.size()));
  const bool ours = std::equal(shown.begin(), shown.end(), std::as_bytes(std::span(magic)).begin());
  const auto foreign = [&] {
    fail(CheckpointFault::foreign, path, "is not a checkpoint of tactus: it does not begin with TACTUSCP");
  };
  if (bytes.size() < sizeof(Header)) {
    if (!ours) foreign();
    fail(CheckpointFault::truncated, path, "is truncated: it ends within its header");
  }
  const auto header = ByteReader(bytes).read<Header>();
  const bool whole = header.header_checksum == checksum_of(header);
  if (!ours && !whole) foreign();
  if (!ours || !whole) fail(CheckpointFault::damaged, path, "is damaged: the checksum of its header does not fit");
  if (header.layout > layout_version)
    fail(CheckpointFault::newer, path,
         "is newer than this program: layout " + std::to_string(header.layout) + ", and this one reads up to " +
             std::to_string(layout_version));
  return header;
}

std::string kind_of(const Header& header) {
  return {header.kind.begin(), std::find(header.kind.begin(), header.kind.end(), '\0')};
}

}  // namespace

CheckpointError::CheckpointError(CheckpointFault fault, const Path& path, const std::string& words)
    : std::runtime_error(path.string() + " " + words), fault_(fault) {}

void write_checkpoint(const Path& path, const Checkpoint& checkpoint) {
  if (checkpoint.kind.size() > longest_kind)
    throw std::invalid_argument("write_checkpoint: the kind '" + checkpoint.kind + "' has more than " +
                                std::to_string(longest_kind) + " characters");
  Header header{.magic = magic,
                .layout = layout_version,
                .version = checkpoint.version,
                .state_size = checkpoint.state.size(),
                .state_checksum = crc32c(checkpoint.state)};
  std::copy(checkpoint.kind.begin(), checkpoint.kind.end(), header.kind.begin());
  header.header_checksum = checksum_of(header);
  ByteWriter out;
  out.write(header);
  out.append(checkpoint.state.data(), checkpoint.state.size());
  try {
    write_durably(path, out.bytes());
  } catch (const std::system_error& error) {
    fail(CheckpointFault::not_written, path, std::string("was not written: ") + error.what());
  }
}

Checkpoint read_checkpoint(const Path& path, const std::string& kind, std::uint32_t newest, std::uint32_t oldest) {
  const std::vector<std::byte> bytes = read_file(path);
  const Header header = read_header(path, bytes);
  if (const std::string found = kind_of(header); found != kind)
    fail(CheckpointFault::other_kind, path, "is a checkpoint of '" + found + "', not of '" + kind + "'");
  if (header.version > newest)
    fail(CheckpointFault::newer, path,
         "is newer than this program: version " + std::to_string(header.version) + " of '" + kind +
             "', and this one reads up to " + std::to_string(newest));
  if (header.version < oldest)
    fail(CheckpointFault::older, path,
         "is older than this program can read: version " + std::to_string(header.version) + " of '" + kind +
             "', and this one reads from " + std::to_string(oldest) + "; start again from the scene");
  const auto state = std::span(bytes).subspan(sizeof header);
  if (state.size() < header.state_size)
    fail(CheckpointFault::truncated, path,
         "is truncated: it holds " + std::to_string(state.size()) + " bytes of state of " +
             std::to_string(header.state_size));
  if (state.size() > header.state_size || crc32c(state) != header.state_checksum)
    fail(CheckpointFault::damaged, path, "is damaged: the checksum of its state does not fit");
  return {kind, header.version, {state.begin(), state.end()}};
}

}  // namespace tactus::io
