#pragma once
/// Line charts as SVG: axes with labels and units, a legend, colours that suit a light and a dark page.
#include <lab/page.h>

namespace tactus::lab {

/// One chart, as an <svg> element whose colours are the page's (see chart_style).
std::string to_svg(const Chart& chart);
/// All charts of a page on one sheet, as a file of its own: light or dark as the reader's system is.
std::string to_svg_sheet(const std::vector<Chart>& charts);
/// The rules for the classes that the charts use, for light and dark.
std::string chart_style();

}  // namespace tactus::lab
