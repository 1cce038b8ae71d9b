// SPDX-License-Identifier: MIT
// Draws the picture of docs/algorithms/broad_phase.md: runs sweep and prune and records the pairs it found.
//   draw_broad docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/broad/sweep_and_prune.h>

namespace {

using namespace tactus::pictures;
using Box = tactus::Aabb<double>;
constexpr double left = 60, top = 20, scale = 60, width = 560, height = 400;

Pixel at(double x, double y) { return {left + scale * x, height - 50 - scale * y}; }
void draw_box(Drawing& paper, const Box& b, const Ink& ink) {
  paper.rectangle(at(b.min.x, b.max.y), scale * Pixel{b.max.x - b.min.x, b.max.y - b.min.y}, ink);
}

void draw(const std::string& path) {
  const std::vector<Box> boxes{{{0.4, 1.6, 0}, {2.6, 3.4, 1}},
                               {{3.4, 2.6, 0}, {5.2, 4.6, 1}},
                               {{1.8, 0.4, 0}, {4.2, 2.2, 1}},
                               {{5.8, 2.0, 0}, {7.4, 3.8, 1}}};
  tactus::SweepAndPrune<double> broad_phase;
  const auto ids = broad_phase.insert(boxes);
  Drawing paper(width, height);
  paper.line({at(0, 0), {width - 10, at(0, 0).y}}, stroke(black, 1));
  paper.line({at(0, 0), {left, top}}, stroke(black, 1));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& b = boxes[i];
    for (const double x : {b.min.x, b.max.x}) paper.line({at(x, b.min.y), at(x, 0)}, stroke(grey, 1, "2 4"));
    for (const double y : {b.min.y, b.max.y}) paper.line({at(b.min.x, y), at(0, y)}, stroke(grey, 1, "2 4"));
    const std::string name(1, static_cast<char>('A' + i));
    draw_box(paper, b, {.fill = pale_blue, .stroke = blue, .width = 1, .fill_opacity = 0.6});
    paper.text(at(b.min.x, b.min.y) + Pixel{8, -8}, name);
    // Lower ends below the axis's line, upper ends a row further.
    paper.text(at(b.min.x, 0) + Pixel{-4, 18}, name);
    paper.text(at(b.max.x, 0) + Pixel{-4, 36}, name);
    paper.text(at(0, b.min.y) + Pixel{-20, 5}, name);
    paper.text(at(0, b.max.y) + Pixel{-40, 5}, name);
  }
  broad_phase.for_each_pair([&](tactus::BoxId a, tactus::BoxId b) {
    const Box &p = boxes[a.slot], &q = boxes[b.slot];
    draw_box(paper, {max(p.min, q.min), min(p.max, q.max)}, {.fill = red, .fill_opacity = 0.5});
  });
  paper.save(path, "draw_broad.cpp");
}

}  // namespace

int main(int count, char** values) { draw(folder_argument(count, values) + "broad_sweep_and_prune.svg"); }
