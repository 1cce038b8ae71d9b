// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/simplex_regions.svg: which points carry the nearest one, computed place by place.
//   draw_simplex docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/simplex/signed_volumes.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;

/// Colours by the number of points that carry the nearest one, a little different for each subset.
std::string region_color(unsigned subset) {
  static const char* const colors[16] = {"",        "#bcd3f0", "#a9c6ea", "#f9dfb4", "#97b9e4", "#f6d49b",
                                         "#f3c983", "#cbe8c9", "#86acdd", "#fae6c6", "#f1bf6c", "#b7dfb4",
                                         "#f7da9f", "#a3d5a0", "#90cb8d", "#e4c9ee"};
  return colors[subset];
}
std::string letters(unsigned subset) {
  std::string s;
  for (unsigned i = 0; i < 4; ++i)
    if (subset >> i & 1u) s += static_cast<char>('a' + i);
  return s;
}

/// Computes the nearest point to every place of a grid in the plane z = height, and paints which points carry it.
void draw_regions(Drawing& paper, const View& view, Pixel corner, Pixel extent, const simplex::Points<double>& y,
                  unsigned occupied, double height) {
  constexpr double cell = 2;
  struct Region {
    std::string path;
    double count = 0;
    Pixel sum{};
  };
  std::array<Region, 16> regions;
  const int rows = static_cast<int>(extent.y / cell), columns = static_cast<int>(extent.x / cell);
  for (int row = 0; row < rows; ++row) {
    unsigned current = 0;
    int begin = 0;
    for (int column = 0; column <= columns; ++column) {
      const Pixel at = corner + Pixel{(column + 0.5) * cell, (row + 0.5) * cell};
      unsigned subset = 0;
      if (column < columns) {
        const Pixel d = (1 / view.scale) * (at - view.at);
        const V q = view.center + d.x * view.right - d.y * view.up + height * view.towards_eye();
        simplex::Points<double> moved = y;
        for (V& p : moved) p -= q;
        subset = simplex::SignedVolumes<double>{}.nearest(moved, occupied, 0).support();
        Region& r = regions[subset];
        r.count += 1, r.sum = r.sum + at;
      }
      if (subset == current) continue;
      if (current != 0)
        regions[current].path += "M" + number(corner.x + begin * cell) + ' ' + number(corner.y + row * cell) + "h" +
                                 number((column - begin) * cell) + "v2h" + number((begin - column) * cell) + "z";
      current = subset, begin = column;
    }
  }
  for (unsigned subset = 1; subset < 16; ++subset)
    if (regions[subset].count > 0) paper.runs(regions[subset].path, {region_color(subset)});
  for (unsigned subset = 1; subset < 16; ++subset)
    if (regions[subset].count > 150)
      paper.text((1 / regions[subset].count) * regions[subset].sum + Pixel{0, 5}, letters(subset), black, "middle", 15);
}

void draw_simplex_regions(const std::string& file) {
  Drawing paper(900, 440);
  const simplex::Points<double> triangle{V{-0.9, -0.6, 0}, V{1.0, -0.35, 0}, V{-0.1, 0.8, 0}};
  View view{.at = {225, 215}, .scale = 105};
  paper.text({20, 28}, "A triangle in its plane", black, "start", 16, true);
  draw_regions(paper, view, {20, 40}, {410, 340}, triangle, 7, 0);
  paper.polygon({view(triangle[0]), view(triangle[1]), view(triangle[2])}, stroke(black, 1.8));
  for (std::size_t i = 0; i < 3; ++i) paper.dot(view(triangle[i]), 4, {black});

  // Cut halfway between the edges ab and cd, so that the section is a quadrilateral.
  const simplex::Points<double> tetrahedron{V{-1.0, -0.5, -0.6}, V{0.8, 0.9, -0.7}, V{0.9, -0.9, 0.6},
                                            V{-0.7, 0.8, 0.7}};
  view.at = {675, 210};
  paper.text({470, 28}, "A cut through a tetrahedron", black, "start", 16, true);
  draw_regions(paper, view, {470, 40}, {410, 340}, tetrahedron, 15, 0);
  const auto cut = [&](std::size_t i, std::size_t j) {
    const V &p = tetrahedron[i], &q = tetrahedron[j];
    return view(p + (p.z / (p.z - q.z)) * (q - p));
  };
  paper.polygon({cut(0, 2), cut(2, 1), cut(1, 3), cut(3, 0)}, stroke(black, 1.8));

  const std::pair<const char*, unsigned> legend[] = {
      {"one point", 2}, {"an edge", 6}, {"a face", 11}, {"the inside", 15}};
  paper.text({20, 412}, "The nearest point is carried by:", black, "start", 14);
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = 280 + 130 * static_cast<double>(i);
    paper.polygon({{x, 399}, {x + 18, 399}, {x + 18, 415}, {x, 415}}, {region_color(legend[i].second), grey, 1});
    paper.text({x + 26, 412}, legend[i].first);
  }
  paper.save(file, "draw_simplex.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_simplex_regions(folder + "simplex_regions.svg");
}
