#pragma once
#include <string_view>

namespace tactus::io {

/// The page of web/replay with everything it needs but the recording, which takes the place of `recording_mark`. Empty if
/// this build had no node and npm to make it with.
std::string_view replay_page();

inline constexpr std::string_view recording_mark = "@TACTUS_RECORDING@";

}  // namespace tactus::io
