// SPDX-License-Identifier: MIT
#pragma once
/// How a picture drawn on white paper becomes readable on a dark page.

namespace tactus::pictures {

/// Goes directly after the opening <svg> tag. In dark mode the browser inverts lightness and keeps hues: the paper becomes
/// nearly black, dark text nearly white, and blue stays blue. Viewers that ignore the rule show the picture as drawn.
inline constexpr const char* dark_pages =
    "<style>@media (prefers-color-scheme:dark){svg{filter:invert(.93) hue-rotate(180deg)}}</style>";

}  // namespace tactus::pictures
