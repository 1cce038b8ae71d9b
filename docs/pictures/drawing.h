// SPDX-License-Identifier: MIT
#pragma once
/// Pen and paper for the programs draw_*.cpp: marks in pixels, y downwards, saved as SVG.
#include <docs/pictures/dark_pages.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace tactus::pictures {

// Dark enough for small text on white paper; dark_pages.h makes dark paper of it.
inline const std::string blue = "#2c5fa8", red = "#c0392b", green = "#1f7a40", violet = "#7d3c98", orange = "#b8660a";
inline const std::string black = "#222222", grey = "#6a6a6a", pale = "#f0f1f3", pale_blue = "#cfe0f5",
                         pale_orange = "#fbe3c0";

struct Ink {
  std::string fill = "none", stroke = "none";
  double width = 1.5, opacity = 1;
  std::string dash = "";
  double fill_opacity = 1;
  bool round_ends = false;
};
inline const Ink shape_a{pale_blue, blue}, shape_b{pale_orange, orange};
inline Ink stroke(const std::string& color, double width = 1.5, const std::string& dash = "") {
  return {"none", color, width, 1, dash};
}

struct Pixel {
  double x, y;
  friend Pixel operator+(Pixel a, Pixel b) { return {a.x + b.x, a.y + b.y}; }
  friend Pixel operator-(Pixel a, Pixel b) { return {a.x - b.x, a.y - b.y}; }
  friend Pixel operator*(double s, Pixel a) { return {s * a.x, s * a.y}; }
  friend double length(Pixel a) { return std::hypot(a.x, a.y); }
};

inline std::string decimal(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}
/// At most one decimal: a tenth of a pixel is enough, and keeps the files small.
inline std::string number(double x) {
  std::string s = decimal(x, 1);
  if (s.ends_with(".0")) s.erase(s.size() - 2);
  return s == "-0" ? "0" : s;
}

class Drawing {
 public:
  Drawing(double width, double height) : width_(width), height_(height) {}

  void polygon(const std::vector<Pixel>& points, const Ink& ink) { path(points, ink, true); }
  void line(const std::vector<Pixel>& points, const Ink& ink) { path(points, ink, false); }
  void dot(Pixel p, double radius, const Ink& ink) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"" << number(radius) << '"'
         << style(ink) << "/>\n";
  }
  void rectangle(Pixel corner, Pixel extent, const Ink& ink) {
    out_ << "<rect" << placed(corner, extent) << style(ink) << "/>\n";
  }
  /// Cells of a grid in one path, each a rectangle one row high.
  void runs(const std::string& d, const Ink& ink) {
    out_ << "<path shape-rendering=\"crispEdges\" d=\"" << d << '"' << style(ink) << "/>\n";
  }

  void arrow(Pixel from, Pixel to, const Ink& shaft, double head) {
    const Pixel along = (1 / length(to - from)) * (to - from), across{-along.y, along.x};
    const Pixel neck = to - head * along, half_base = head / 2.25 * across;
    line({from, neck}, shaft);
    polygon({to, neck + half_base, neck - half_base}, {shaft.stroke});
  }
  void arrow(Pixel from, Pixel to, const std::string& color, double width = 2) {
    arrow(from, to, stroke(color, width), 4.5 * width);
  }
  void origin(Pixel p) {
    dot(p, 4.5, {"white", black, 1.5});
    line({p - Pixel{9, 0}, p + Pixel{9, 0}}, stroke(black, 1.2));
    line({p - Pixel{0, 9}, p + Pixel{0, 9}}, stroke(black, 1.2));
  }

  /// anchor: start, middle or end.
  void text(Pixel p, const std::string& s, const std::string& color = black, const std::string& anchor = "start",
            double size = 14, bool bold = false) {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << color << "\" text-anchor=\""
         << anchor << "\" font-size=\"" << number(size) << '"' << (bold ? " font-weight=\"bold\"" : "") << '>' << s
         << "</text>\n";
  }
  /// Text in which an underscore makes the next character a subscript.
  void formula(Pixel p, const std::string& s, const std::string& color = black, const std::string& anchor = "start",
               double size = 14) {
    std::string lowered;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (s[i] != '_') {
        lowered += s[i];
        continue;
      }
      lowered += "<tspan dy=\"4\" font-size=\"" + number(0.75 * size) + "\">" + s[++i] + "</tspan>";
      if (i + 1 < s.size()) lowered += "<tspan dy=\"-4\">&#8203;</tspan>";
    }
    text(p, lowered, color, anchor, size);
  }

  /// Everything up to unclip() is clipped to a window.
  void clip(Pixel corner, Pixel extent) {
    out_ << "<clipPath id=\"window\"><rect" << placed(corner, extent)
         << "/></clipPath><g clip-path=\"url(#window)\">\n";
  }
  void unclip() { out_ << "</g>\n"; }

  /// `program` is the source file that draws it, which the picture names.
  void save(const std::string& file, const std::string& program) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << number(width_) << ' ' << number(height_)
      << "\" width=\"" << number(width_) << "\" height=\"" << number(height_)
      << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\">\n"
      << dark_pages << "\n<!-- drawn by docs/pictures/" << program
      << " -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << out_.str() << "</svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  static std::string placed(Pixel corner, Pixel extent) {
    return " x=\"" + number(corner.x) + "\" y=\"" + number(corner.y) + "\" width=\"" + number(extent.x) +
           "\" height=\"" + number(extent.y) + '"';
  }
  static std::string style(const Ink& ink) {
    std::string s = " fill=\"" + ink.fill + '"';
    if (ink.stroke != "none") s += " stroke=\"" + ink.stroke + "\" stroke-width=\"" + number(ink.width) + '"';
    if (ink.opacity < 1) s += " opacity=\"" + decimal(ink.opacity, 2) + '"';
    if (ink.fill_opacity < 1) s += " fill-opacity=\"" + decimal(ink.fill_opacity, 2) + '"';
    if (!ink.dash.empty()) s += " stroke-dasharray=\"" + ink.dash + '"';
    if (ink.round_ends) s += " stroke-linecap=\"round\"";
    return s;
  }
  void path(const std::vector<Pixel>& points, const Ink& ink, bool closed) {
    out_ << "<path d=\"";
    for (std::size_t i = 0; i < points.size(); ++i)
      out_ << (i == 0 ? "M" : i == 1 ? "L" : " ") << number(points[i].x) << ' ' << number(points[i].y);
    out_ << (closed ? "Z\"" : "\"") << style(ink) << "/>\n";
  }

  double width_, height_;
  std::ostringstream out_;
};

/// The one argument of every program: where its pictures go. Ends with a slash.
inline std::string folder_argument(int count, char** values) {
  if (count != 2) std::cerr << "usage: " << values[0] << " FOLDER\n", std::exit(2);
  return std::string(values[1]) + '/';
}

}  // namespace tactus::pictures
