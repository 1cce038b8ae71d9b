// SPDX-License-Identifier: MIT
#pragma once
/// Line charts as SVG: axes with labels and units, a legend, colours that suit a light and a dark page.
#include <lab/page.h>

namespace tactus::lab {

/// One chart, as an <svg> element that takes its colours from the page (see chart_style).
std::string to_svg(const Chart& chart);
/// All charts of a page as one separate file: light or dark, following the reader's system.
std::string to_svg_sheet(const std::vector<Chart>& charts);
/// The CSS rules for the classes that the charts use, for light and dark.
std::string chart_style();

}  // namespace tactus::lab
