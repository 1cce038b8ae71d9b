// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace tactus::io {

/// The page of web/replay with everything except the recording, which replaces `recording_mark`. Empty if this build
/// had no node and npm to build it.
std::string_view replay_page();

inline constexpr std::string_view recording_mark = "@TACTUS_RECORDING@";

}  // namespace tactus::io
