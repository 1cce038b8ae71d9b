// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace tactus::io {

/// The page of web/replay with everything except the recording, which replaces `recording_mark`. Empty if this build
/// could not make it.
std::string_view replay_page();
/// Why it could not; empty if there is a page.
std::string_view why_no_replay_page();

inline constexpr std::string_view recording_mark = "@TACTUS_RECORDING@";

}  // namespace tactus::io
