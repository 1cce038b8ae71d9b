// SPDX-License-Identifier: MIT
// Shapes from a file: a bracket as OBJ becomes its convex hull, a solid mesh, and convex pieces. Each answers differently.
#include <io/mesh_file.h>
#include <tactus/nonconvex/decompose.h>
#include <tactus/tactus.h>

#include <fstream>
#include <iomanip>
#include <iostream>

/// An L of two beams, as a drawing program would write it: in millimetres, its faces triangles and quads.
void write_bracket(const char* file) {
  std::ofstream out(file);
  const int outline[6][2] = {{0, 0}, {300, 0}, {300, 100}, {100, 100}, {100, 300}, {0, 300}};
  for (const int z : {0, 100})
    for (const auto& p : outline) out << "v " << p[0] << ' ' << p[1] << ' ' << z << '\n';
  for (int i = 0; i < 6; ++i)
    out << "f " << i + 1 << ' ' << (i + 1) % 6 + 1 << ' ' << (i + 1) % 6 + 7 << ' ' << i + 7 << '\n';
  out << "f 1 4 3 2\nf 1 6 5 4\nf 7 8 9 10\nf 7 10 11 12\n";  // both ends
}

int main() {
  using namespace tactus::f64;
  const char* file = "20_mesh_file_example.obj";
  write_bracket(file);
  const auto read = tactus::io::read_mesh(file, {.scale = 0.001});  // checks everything: throws, and names the line
  std::cout << std::fixed << std::setprecision(4);
  std::cout << read.mesh.triangles.size() << " triangles, " << (read.report.closed ? "closed" : "open") << ", volume "
            << read.report.volume << '\n';

  const Hull hull = Hull::from_points(read.mesh.vertices);  // fills the corner of the L
  const Mesh mesh(read.mesh);  // exact
  const auto cut = tactus::decompose(read.mesh);  // convex pieces, with a bound on what they add
  std::vector<CompoundPiece> pieces;
  for (const auto& piece : cut.pieces) pieces.push_back({piece});
  const Compound compound(pieces);
  std::cout << "hull: volume " << mass_properties(Shape(hull)).volume << "; " << cut.pieces.size() << " pieces: volume "
            << compound.mass_properties().volume << ", out by at most " << cut.concavity << '\n';

  // A peg in the corner of the L.
  const Shape peg = Cylinder{.radius = 0.02, .half_height = 0.1};
  const Pose at = translation(0.15, 0.14, 0.05);
  std::cout << "peg and hull:   " << contact(hull, Pose{}, peg, at).distance << '\n';
  std::cout << "peg and mesh:   " << contact(mesh, Pose{}, peg, at).distance << '\n';
  std::cout << "peg and pieces: " << contact(compound, Pose{}, peg, at).distance << '\n';
}

// Output:
// 20 triangles, closed, volume 0.0050
// hull: volume 0.0070; 2 pieces: volume 0.0050, out by at most 0.0000
// peg and hull:   -0.0978
// peg and mesh:   0.0200
// peg and pieces: 0.0200
