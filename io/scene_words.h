// SPDX-License-Identifier: MIT
#pragma once
/// The words of the format, shared by reader, writer and schema.
#include <string>
#include <string_view>
#include <vector>

namespace tactus::io {

inline constexpr std::string_view scene_format = "tactus scene";
inline constexpr int scene_version = 1;

/// In the order of scenes::MotionKind.
inline std::vector<std::string> motion_words() { return {"dynamic", "kinematic", "fixed"}; }
/// In the order of broad::MethodName.
inline std::vector<std::string> broad_words() {
  return {"brute_force", "aabb_tree", "grid", "sweep_and_prune", "automatic"};
}
/// In the order of Matching.
inline std::vector<std::string> matching_words() {
  return {"id_then_body_space", "id", "world_space", "space_of_a", "space_of_b", "body_space"};
}

}  // namespace tactus::io
