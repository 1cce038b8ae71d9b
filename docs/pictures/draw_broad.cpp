// Draws the picture of docs/algorithms/broad_phase.md: runs sweep and prune and writes down the pairs it found.
//   draw_broad docs/algorithms/pictures
#include <tactus/broad/sweep_and_prune.h>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Box = tactus::Aabb<double>;
constexpr double left = 60, top = 20, scale = 60, width = 560, height = 400;

double px(double x) { return left + scale * x; }
double py(double y) { return height - 50 - scale * y; }

void line(std::ostream& os, double x0, double y0, double x1, double y1, const char* style) {
  os << "<line x1='" << x0 << "' y1='" << y0 << "' x2='" << x1 << "' y2='" << y1 << "' " << style << "/>\n";
}
void text(std::ostream& os, double x, double y, const std::string& s) {
  os << "<text x='" << x << "' y='" << y << "'>" << s << "</text>\n";
}

void draw(const std::string& path) {
  const std::vector<Box> boxes{{{0.4, 1.6, 0}, {2.6, 3.4, 1}},
                               {{3.4, 2.6, 0}, {5.2, 4.6, 1}},
                               {{1.8, 0.4, 0}, {4.2, 2.2, 1}},
                               {{5.8, 2.0, 0}, {7.4, 3.8, 1}}};
  tactus::SweepAndPrune<double> broad_phase;
  const auto ids = broad_phase.insert(boxes);
  std::ofstream os(path);
  os << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height
     << "' font-family='sans-serif' font-size='14'>\n<rect width='100%' height='100%' fill='white'/>\n";
  line(os, left, py(0), width - 10, py(0), "stroke='#222222'");
  line(os, left, py(0), left, top, "stroke='#222222'");
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& b = boxes[i];
    const char* dashes = "stroke='#8a8a8a' stroke-dasharray='2 4'";
    for (const double x : {b.min.x, b.max.x}) line(os, px(x), py(b.min.y), px(x), py(0), dashes);
    for (const double y : {b.min.y, b.max.y}) line(os, px(b.min.x), py(y), left, py(y), dashes);
    const std::string name(1, static_cast<char>('A' + i));
    os << "<rect x='" << px(b.min.x) << "' y='" << py(b.max.y) << "' width='" << scale * (b.max.x - b.min.x)
       << "' height='" << scale * (b.max.y - b.min.y) << "' fill='#cfe0f5' fill-opacity='0.6' stroke='#2c5fa8'/>\n";
    text(os, px(b.min.x) + 8, py(b.max.y) + 20, name);
    // Lower ends below the axis's line, upper ends a row further.
    text(os, px(b.min.x) - 4, py(0) + 18, name);
    text(os, px(b.max.x) - 4, py(0) + 36, name);
    text(os, left - 20, py(b.min.y) + 5, name);
    text(os, left - 40, py(b.max.y) + 5, name);
  }
  broad_phase.for_each_pair([&](tactus::BoxId a, tactus::BoxId b) {
    const Box &p = boxes[a.slot], &q = boxes[b.slot];
    const Box both{max(p.min, q.min), min(p.max, q.max)};
    os << "<rect x='" << px(both.min.x) << "' y='" << py(both.max.y) << "' width='" << scale * (both.max.x - both.min.x)
       << "' height='" << scale * (both.max.y - both.min.y) << "' fill='#c0392b' fill-opacity='0.5'/>\n";
  });
  os << "</svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: draw_broad FOLDER\n";
    return 2;
  }
  draw(std::string(argv[1]) + "/broad_sweep_and_prune.svg");
}
