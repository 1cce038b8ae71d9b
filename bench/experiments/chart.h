#pragma once
/// Small line charts side by side, as SVG: the figures of a paper on one sheet.
#include <algorithm>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

namespace tactus::experiments {

struct Series {
  std::string name;
  std::vector<double> values;  // one per x
};
struct Chart {
  std::string title;
  std::vector<double> xs;
  std::vector<Series> series;
};

namespace detail {

inline constexpr const char* colors[] = {"#c0392b", "#27884a", "#2c5fa8", "#e08e2b", "#8a8a8a", "#7d3c98"};
inline constexpr double width = 400, height = 260, left = 52, right = 12, top = 34, bottom = 36;

inline std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

/// 1, 2 or 5 times a power of ten: about five of them up to the largest value.
inline double tick_step(double most) {
  double step = 1;
  while (most / step > 6) step *= 10;
  return most / step < 1.2 ? step / 5 : most / step < 3 ? step / 2 : step;
}

inline void draw(std::ostream& os, const Chart& chart, double x0, double y0) {
  double most = 0;
  for (const Series& s : chart.series) most = std::max(most, *std::max_element(s.values.begin(), s.values.end()));
  const double last = chart.xs.back();
  const auto px = [&](double x) { return x0 + left + (width - left - right) * x / last; };
  const auto py = [&](double y) { return y0 + height - bottom - (height - top - bottom) * y / most; };
  const auto text = [&](double x, double y, const char* anchor, const std::string& s, bool bold = false) {
    os << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\" text-anchor=\"" << anchor << "\" font-size=\""
       << (bold ? 14 : 11) << '"' << (bold ? " font-weight=\"bold\"" : "") << '>' << s << "</text>\n";
  };
  text(x0 + left, y0 + 22, "start", chart.title, true);
  for (double y = 0; y <= most; y += tick_step(most)) {
    os << "<path d=\"M" << number(px(0)) << ' ' << number(py(y)) << 'L' << number(px(last)) << ' ' << number(py(y))
       << "\" stroke=\"#dddddd\"/>\n";
    text(px(0) - 5, py(y) + 4, "end", number(y).substr(0, number(y).size() - 2));
  }
  for (double x = 0; x <= last; x += 5) text(px(x), y0 + height - bottom + 15, "middle", std::to_string(int(x)) + "°");
  for (std::size_t k = 0; k < chart.series.size(); ++k) {
    os << "<path fill=\"none\" stroke-width=\"2\" stroke=\"" << colors[k % std::size(colors)] << "\" d=\"";
    for (std::size_t i = 0; i < chart.xs.size(); ++i)
      os << (i == 0   ? "M"
             : i == 1 ? "L"
                      : " ")
         << number(px(chart.xs[i])) << ' ' << number(py(chart.series[k].values[i]));
    os << "\"/>\n";
  }
}

}  // namespace detail

/// Two charts to a row, and one legend for all: they must have the same series.
inline void write_svg(std::ostream& os, const std::vector<Chart>& charts) {
  const std::size_t rows = (charts.size() + 1) / 2;
  const double wide = 2 * detail::width, high = static_cast<double>(rows) * detail::height + 30;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << wide << ' ' << high << "\" width=\"" << wide
     << "\" height=\"" << high << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  for (std::size_t i = 0; i < charts.size(); ++i)
    detail::draw(os, charts[i], detail::width * static_cast<double>(i % 2),
                 detail::height * static_cast<double>(i / 2));
  double x = detail::left;
  for (std::size_t k = 0; k < charts[0].series.size(); ++k, x += 122)
    os << "<path d=\"M" << x << ' ' << high - 18 << "h22\" stroke-width=\"3\" stroke=\""
       << detail::colors[k % std::size(detail::colors)] << "\"/><text font-size=\"12\" x=\"" << x + 27 << "\" y=\""
       << high - 14 << "\">" << charts[0].series[k].name << "</text>\n";
  os << "</svg>\n";
}

}  // namespace tactus::experiments
