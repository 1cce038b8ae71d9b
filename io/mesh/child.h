// SPDX-License-Identifier: MIT
#pragma once
/// Work that is not trusted, done by a child process with limits on memory and time. If it crashes, loops or uses too
/// much memory, only the child ends.
#include <io/bytes.h>

#include <functional>

namespace tactus::io::mesh {

struct ChildLimits {
  std::size_t memory = 0;  // bytes that the child may use beyond what the parent has, and that its answer may have
  double seconds = 0;  // until the answer must be complete
};

struct ChildAnswer {
  std::string problem;  // empty if there is none; else what the child did: "crashed, ..."
  std::vector<std::byte> bytes;  // what the work has written
};

/// Does the work in a child and returns what it has written. An exception that leaves the work is a problem too.
/// Throws std::runtime_error if there can be no child.
ChildAnswer ask_child(const std::function<void(ByteWriter&)>& work, const ChildLimits& limits);

/// Is the limit on memory kept? Not with the address sanitizer, which reserves far more addresses than there is memory.
bool child_memory_is_limited();

}  // namespace tactus::io::mesh
