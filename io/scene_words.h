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

}  // namespace tactus::io
