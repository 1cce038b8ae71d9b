// SPDX-License-Identifier: MIT
// All points of a contact, and a solver's impulses that live as long as these points: warm starting.
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  const Shape floor = Box{.half = {2.0, 2.0, 0.5}};
  const Shape crate = Box{.half = {0.5, 0.5, 0.5}};
  ContactCache cache;
  std::cout << std::fixed << std::setprecision(2);

  for (int step = 0; step < 4; ++step) {
    const Pose pose = translation(1.3 + 0.1 * step, 0.0, 0.99);  // it slides, and soon hangs over the edge

    const Manifold m = manifold(floor, Pose{}, crate, pose);

    cache.begin_step();
    const auto slot = cache.touch({.a = 0, .b = 1});  // which two bodies these are
    cache.update(slot, tactus::reduced(m, 4), Pose{}, pose, 1.0);
    cache.end_step();

    std::cout << "step " << step << ":\n";
    for (auto& point : cache[slot].contact_points()) {
      std::cout << "  at x = " << point.position.x << ", y = " << point.position.y << ", depth " << -point.distance
                << ", starts with impulse " << point.data.normal << '\n';
      point.data.normal += 1.0;  // what a solver would have found
    }
  }
}

// Output:
// step 0:
//   at x = 0.80, y = -0.50, depth 0.01, starts with impulse 0.00
//   at x = 1.80, y = -0.50, depth 0.01, starts with impulse 0.00
//   at x = 1.80, y = 0.50, depth 0.01, starts with impulse 0.00
//   at x = 0.80, y = 0.50, depth 0.01, starts with impulse 0.00
// step 1:
//   at x = 0.90, y = -0.50, depth 0.01, starts with impulse 1.00
//   at x = 1.90, y = -0.50, depth 0.01, starts with impulse 1.00
//   at x = 1.90, y = 0.50, depth 0.01, starts with impulse 1.00
//   at x = 0.90, y = 0.50, depth 0.01, starts with impulse 1.00
// step 2:
//   at x = 1.00, y = -0.50, depth 0.01, starts with impulse 2.00
//   at x = 2.00, y = -0.50, depth 0.01, starts with impulse 2.00
//   at x = 2.00, y = 0.50, depth 0.01, starts with impulse 2.00
//   at x = 1.00, y = 0.50, depth 0.01, starts with impulse 2.00
// step 3:
//   at x = 1.10, y = -0.50, depth 0.01, starts with impulse 3.00
//   at x = 2.00, y = -0.50, depth 0.01, starts with impulse 3.00
//   at x = 2.00, y = 0.50, depth 0.01, starts with impulse 3.00
//   at x = 1.10, y = 0.50, depth 0.01, starts with impulse 3.00
