// SPDX-License-Identifier: MIT
// A shared object that contains the static library, like a plug-in or a Python module.
#include <tactus/tactus.h>

extern "C" double distance_of_boxes(double x) {
  using namespace tactus::f64;
  const Box box{.half = {0.5, 0.5, 0.5}};
  return distance(box, Pose{}, box, translation(x, 0.0, 0.0)).distance;
}
