// SPDX-License-Identifier: MIT
// A convex hull: from points, to a file, and back.
#include <tactus/tactus.h>

#include <fstream>
#include <iomanip>
#include <iostream>
#include <vector>

int main() {
  using namespace tactus::f64;
  std::vector<Vec3> points;
  for (int i = 0; i < 200; ++i)  // some cloud
    points.push_back({0.01 * (i * 37 % 101), 0.01 * (i * 53 % 97), 0.01 * (i * 71 % 89)});

  const Hull hull = Hull::from_points(points);
  std::cout << hull.vertex_count() << " of " << points.size() << " points are corners; " << hull.face_count()
            << " faces, " << hull.edge_count() << " edges\n";
  std::cout << std::fixed << std::setprecision(4) << "volume " << mass_properties(Shape(hull)).volume << '\n';

  const char* file = "05_hull_example.hull";
  {
    std::ofstream out(file);
    hull.save(out);  // text, and lossless
  }
  std::ifstream in(file);
  const Hull back = Hull::load(in);  // checks everything: a file that is not a hull throws, and says why
  std::cout << "loaded: " << (back == hull ? "the same hull" : "another hull") << '\n';

  const Hull coarse = hull.simplified(12, 0.0);  // at most 12 corners, all of them corners of the hull
  std::cout << "simplified: " << coarse.vertex_count() << " corners, volume " << mass_properties(Shape(coarse)).volume
            << '\n';
}

// Output:
// 40 of 200 points are corners; 60 faces, 98 edges
// volume 0.7264
// loaded: the same hull
// simplified: 12 corners, volume 0.6534
