// SPDX-License-Identifier: MIT
#include <lab/chart_svg.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

namespace tactus::lab {

namespace {

constexpr double width = 520, plot_height = 300, left = 62, right = 24, top = 40, bottom = 52, legend_line = 17;
constexpr std::size_t legend_columns = 2, color_count = 12;

std::string coordinate(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

/// An exponent without a plus sign and leading zeros: 1e+05 as 1e5, 3e-05 as 3e-5.
std::string without_padding(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  if (text[e + 1] == '+') text.erase(e + 1, 1);
  const std::size_t digits = text[e + 1] == '-' ? e + 2 : e + 1;
  while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

/// One axis: its range and its ticks. Logarithmic axes have ticks at powers of ten, or at 1, 2 and 5 times powers of
/// ten.
class Axis {
 public:
  Axis(bool logarithmic, double low, double high) : log_(logarithmic), low_(low), high_(high) {
    if (!(low_ <= high_)) low_ = log_ ? 1 : 0, high_ = log_ ? 10 : 1;
    if (log_) {
      low_ = std::log10(low_), high_ = std::log10(high_);
      if (high_ - low_ < 0.3) low_ -= 0.15, high_ += 0.15;
    } else if (high_ == low_) {
      high_ = low_ + 1;
    }
  }
  double share(double value) const { return ((log_ ? std::log10(value) : value) - low_) / (high_ - low_); }
  bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }

  std::vector<double> ticks() const {
    std::vector<double> at;
    if (log_) {
      const bool few = high_ - low_ < 2;
      for (double e = std::floor(low_); e <= high_; ++e)
        for (const double m : {1.0, 2.0, 5.0}) {
          const double value = m * std::pow(10, e);
          if ((m > 1 && !few) || std::log10(value) < low_ - 1e-9 || std::log10(value) > high_ + 1e-9) continue;
          at.push_back(value);
        }
      return at;
    }
    const double raw = (high_ - low_) / 5, power = std::pow(10, std::floor(std::log10(raw)));
    const double step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
    for (double t = std::ceil(low_ / step - 1e-9) * step; t <= high_ + 1e-9 * step; t += step)
      at.push_back(std::abs(t) < 1e-9 * step ? 0 : t);
    return at;
  }
  std::string text(double value) const {
    char out[32];
    if (log_ && (value >= 1e5 || value < 1e-3)) {
      std::snprintf(out, sizeof out, "%.0e", value);
    } else {
      std::snprintf(out, sizeof out, "%.6g", value);
    }
    return without_padding(out);
  }

 private:
  bool log_;
  double low_, high_;
};

Axis axis_of(const Chart& chart, bool x) {
  const bool logarithmic = x ? chart.log_x : chart.log_y;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& s : chart.series)
    for (std::size_t i = 0; i < s.xs.size(); ++i) {
      const double value = x ? s.xs[i] : s.ys[i], other = x ? s.ys[i] : s.xs[i];
      if (!std::isfinite(value) || !std::isfinite(other) || (logarithmic && !(value > 0))) continue;
      low = std::min(low, value), high = std::max(high, value);
    }
  if (!x && !logarithmic && low > 0) low = 0;  // linear vertical axes begin at zero
  return {logarithmic, low, high};
}

double height_of(const Chart& chart) {
  const std::size_t lines = (chart.series.size() + legend_columns - 1) / legend_columns;
  return plot_height + legend_line * static_cast<double>(lines) + 6;
}

void text(std::ostream& os, double x, double y, const char* anchor, const std::string& words, const char* kind = "") {
  os << "<text x=\"" << coordinate(x) << "\" y=\"" << coordinate(y) << "\" text-anchor=\"" << anchor << "\" class=\"t "
     << kind << "\">" << escaped(words) << "</text>\n";
}

void draw_curve(std::ostream& os, const Series& s, std::size_t k, const Axis& horizontal, const Axis& vertical) {
  const auto px = [&](double x) { return left + (width - left - right) * horizontal.share(x); };
  const auto py = [&](double y) { return plot_height - bottom - (plot_height - top - bottom) * vertical.share(y); };
  std::string path, dots;
  bool pen_down = false;
  for (std::size_t i = 0; i < s.xs.size(); ++i) {
    const bool shown = horizontal.shows(s.xs[i]) && vertical.shows(s.ys[i]);
    if (shown) {
      const std::string x = coordinate(px(s.xs[i])), y = coordinate(py(s.ys[i]));
      path += (pen_down ? "L" : "M") + x + " " + y;
      if (s.xs.size() <= 32)
        dots +=
            "<circle cx=\"" + x + "\" cy=\"" + y + "\" r=\"2.2\" class=\"d" + std::to_string(k % color_count) + "\"/>";
    }
    pen_down = shown;
  }
  const std::string dash = k >= color_count / 2 ? " stroke-dasharray=\"6 3\"" : "";
  os << "<path class=\"c" << k % color_count << "\"" << dash << " d=\"" << path << "\"/>" << dots << '\n';
}

/// The chart itself, with its upper left corner at the origin.
void draw(std::ostream& os, const Chart& chart) {
  const Axis horizontal = axis_of(chart, true), vertical = axis_of(chart, false);
  const double floor = plot_height - bottom, span_x = width - left - right, span_y = plot_height - top - bottom;
  text(os, left, 20, "start", chart.title, "h");
  for (const double tick : vertical.ticks()) {
    const double y = floor - span_y * vertical.share(tick);
    os << "<path class=\"g\" d=\"M" << coordinate(left) << ' ' << coordinate(y) << 'h' << coordinate(span_x) << "\"/>";
    text(os, left - 6, y + 4, "end", vertical.text(tick));
  }
  for (const double tick : horizontal.ticks()) {
    const double x = left + span_x * horizontal.share(tick);
    os << "<path class=\"a\" d=\"M" << coordinate(x) << ' ' << coordinate(floor) << "v4\"/>";
    text(os, x, floor + 17, "middle", horizontal.text(tick));
  }
  os << "<path class=\"a\" d=\"M" << coordinate(left) << ' ' << coordinate(top) << 'V' << coordinate(floor) << 'H'
     << coordinate(width - right) << "\"/>\n";
  text(os, left + span_x / 2, floor + 36, "middle", chart.x_label);
  text(os, left, top - 6, "start", chart.y_label, "y");
  for (std::size_t k = 0; k < chart.series.size(); ++k) draw_curve(os, chart.series[k], k, horizontal, vertical);
  for (std::size_t k = 0; k < chart.series.size(); ++k) {
    const double x = left + (width - left - right) / legend_columns * static_cast<double>(k % legend_columns);
    const double y = plot_height + legend_line * static_cast<double>(k / legend_columns) + 4;
    const std::string dash = k >= color_count / 2 ? " stroke-dasharray=\"6 3\"" : "";
    os << "<path class=\"c" << k % color_count << "\"" << dash << " d=\"M" << coordinate(x) << ' ' << coordinate(y - 4)
       << "h20\"/>";
    text(os, x + 26, y, "start", chart.series[k].name);
  }
}

constexpr const char* light[] = {"#b3261e", "#1b6e3c", "#1f4e9e", "#a05a00", "#6a3d9a", "#4d4d4d"};
constexpr const char* dark[] = {"#ff8a80", "#7bd89a", "#8ab4ff", "#ffb84d", "#cfa8ff", "#c9c9c9"};

std::string color_rules(const char* const (&colors)[6], const char* ink, const char* grid, const char* axis) {
  std::ostringstream os;
  os << ".t{fill:" << ink << "}.g{stroke:" << grid << "}.a{stroke:" << axis << "}";
  for (std::size_t k = 0; k < color_count; ++k)
    os << ".c" << k << "{stroke:" << colors[k % 6] << "}.d" << k << "{fill:" << colors[k % 6] << "}";
  return os.str();
}

}  // namespace

std::string chart_style() {
  return ".t{font:12px system-ui,DejaVu Sans,Verdana,sans-serif}.h{font-size:14px;font-weight:600}.y{font-style:italic}"
         ".g,.a{fill:none;stroke-width:1}[class^=c]{fill:none;stroke-width:1.8}" +
         color_rules(light, "#1c1c1c", "#e3e3e3", "#8a8a8a") + "@media (prefers-color-scheme:dark){" +
         color_rules(dark, "#e8e8e8", "#3a3a3a", "#8f8f8f") + "}";
}

std::string to_svg(const Chart& chart) {
  std::ostringstream os;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height_of(chart) << "\" width=\""
     << width << "\" height=\"" << height_of(chart) << "\" role=\"img\" aria-label=\"" << escaped(chart.title)
     << "\">\n";
  draw(os, chart);
  os << "</svg>\n";
  return os.str();
}

std::string to_svg_sheet(const std::vector<Chart>& charts) {
  constexpr std::size_t columns = 2;
  std::ostringstream drawn;
  double y = 0;
  for (std::size_t i = 0; i < charts.size(); i += columns) {
    double tallest = 0;
    for (std::size_t k = i; k < std::min(i + columns, charts.size()); ++k) {
      drawn << "<g transform=\"translate(" << width * static_cast<double>(k - i) << ' ' << coordinate(y) << ")\">\n";
      draw(drawn, charts[k]);
      drawn << "</g>\n";
      tallest = std::max(tallest, height_of(charts[k]));
    }
    y += tallest + 14;
  }
  std::ostringstream os;
  const double wide = width * static_cast<double>(std::min(columns, charts.size()));
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << wide << ' ' << coordinate(y) << "\" width=\""
     << wide << "\" height=\"" << coordinate(y) << "\">\n<style>" << chart_style()
     << ".p{fill:#ffffff}@media (prefers-color-scheme:dark){.p{fill:#16181c}}</style>\n"
     << "<rect class=\"p\" width=\"100%\" height=\"100%\"/>\n"
     << drawn.str() << "</svg>\n";
  return os.str();
}

}  // namespace tactus::lab
