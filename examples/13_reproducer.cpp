// SPDX-License-Identifier: MIT
// A query that looks wrong? One line of C++ rebuilds it to the last bit: put it into the bug report.
#include <tactus/tactus.h>

#include <iostream>

int main() {
  using namespace tactus::f64;
  const Shape box = Box{.half = {0.5, 0.25, 1.0}};
  const Shape cone = Cone{.radius = 0.1, .half_height = 0.75};  // 0.1 has no exact binary value: see how it is printed
  const Pose pose = tactus::from_quaternion(Quat{0.8, 0.6, 0.0, 0.0}, Vec3{0.25, 0.5, 1.5});
  const Contact c = contact(box, Pose{}, cone, pose);

  std::cout << tactus::reproducer(box, Pose{}, cone, pose) << '\n';

  // That line, pasted:
  const Contact again = contact(
      Box{.half = {0x1p-1, 0x1p-2, 0x1p+0}},
      Pose{.rotation = Mat3::from_rows({0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}),
           .translation = {0x0p+0, 0x0p+0, 0x0p+0}},
      Cone{.radius = 0x1.999999999999ap-4, .half_height = 0x1.8p-1},
      Pose{.rotation = Mat3::from_rows({0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1.1eb851eb851ecp-2, -0x1.eb851eb851eb8p-1},
                                       {0x0p+0, 0x1.eb851eb851eb8p-1, 0x1.1eb851eb851ecp-2}),
           .translation = {0x1p-2, 0x1p-1, 0x1.8p+0}});
  std::cout << "the same distance, bit by bit: " << (again.distance == c.distance ? "yes" : "no") << '\n';
}

// Output:
// contact(Box{.half = {0x1p-1, 0x1p-2, 0x1p+0}}, Pose{.rotation = Mat3::from_rows({0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}), .translation = {0x0p+0, 0x0p+0, 0x0p+0}}, Cone{.radius = 0x1.999999999999ap-4, .half_height = 0x1.8p-1}, Pose{.rotation = Mat3::from_rows({0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1.1eb851eb851ecp-2, -0x1.eb851eb851eb8p-1}, {0x0p+0, 0x1.eb851eb851eb8p-1, 0x1.1eb851eb851ecp-2}), .translation = {0x1p-2, 0x1p-1, 0x1.8p+0}});
// the same distance, bit by bit: yes
