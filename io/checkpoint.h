// SPDX-License-Identifier: MIT
#pragma once
/// Restart files: the bytes of a simulation's state, protected against truncation, damage and power cuts.
///
/// A file is a header of 64 bytes ("TACTUSCP", version of the layout, version of the kind, size of the state, the kind,
/// CRC-32C of the state and of the header, little-endian) and the state.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace tactus::io {

inline constexpr std::size_t longest_kind = 32;  // characters

struct Checkpoint {
  std::string kind;  // the simulator that can read it, such as "rigid"
  std::uint32_t version = 1;  // of the kind's own layout
  std::vector<std::byte> state;
};

enum class CheckpointFault {
  unreadable,  // it does not exist, or may not be read
  foreign,  // not a checkpoint of tactus
  truncated,  // it ends too early
  damaged,  // the checksum shows that bytes have changed
  other_kind,  // a checkpoint of another simulator
  newer,  // written by a later tactus
  older,  // written by an earlier tactus, in a layout that this one no longer reads
  not_written,  // the disk is full, or the folder is not writable; the older file is unchanged
};

/// what() contains the file and the kind of fault, in words.
class CheckpointError : public std::runtime_error {
 public:
  CheckpointError(CheckpointFault fault, const std::filesystem::path& path, const std::string& words);
  CheckpointFault fault() const { return fault_; }

 private:
  CheckpointFault fault_;
};

/// Writes to `path` + ".new", waits until it is on the disk, renames it, and waits for the folder: at every moment,
/// even after a power cut, `path` is a complete file, the old one or the new. Throws CheckpointError; then the old file
/// is still there.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// The checkpoint, if it is complete, of this kind and of a version from `oldest` to `newest`. Throws CheckpointError.
Checkpoint read_checkpoint(const std::filesystem::path& path, const std::string& kind, std::uint32_t newest,
                           std::uint32_t oldest = 1);

}  // namespace tactus::io
