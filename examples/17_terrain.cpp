// SPDX-License-Identifier: MIT
// A terrain: heights on a grid. Balls roll into a valley and up its other side, a crate stays on the slope, and a ray finds the
// ground.
#include <sim/rigid/simulation.h>
#include <tactus/tactus.h>

#include <cmath>
#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  using tactus::sim::rigid::MotionKind;
  constexpr int samples = 65;  // in each direction, half a metre apart
  std::vector<double> heights;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) heights.push_back(2.0 - 2.0 * std::cos(0.2 * (i - 32)));  // a valley along y
  const HeightField valley(tactus::height_grid<double>(samples, samples, {0.5, 0.5}, heights));
  std::cout << std::fixed << std::setprecision(2);

  const auto hit = ray_cast(valley, Pose{}, {10.0, 16.0, 50.0}, {0, 0, -1});
  std::cout << "ground at x = 10: " << 50 - hit.t << ", slope there " << std::acos(hit.normal.z) * 180 / pi
            << " degrees\n";

  tactus::sim::rigid::Simulation<double> simulation;
  simulation.add({.motion = MotionKind::fixed, .friction = 0.8, .nonconvex = valley});
  std::vector<tactus::BodyId> balls;
  for (const double x : {10.0, 13.0, 21.0})
    balls.push_back(simulation.add({.shape = Sphere{.radius = 0.4}, .pose = translation(x, x, 4.5)}));
  const Vec3 n = hit.normal, ground{10.0, 16.0, 50 - hit.t};
  const auto crate = simulation.add({.shape = Box{.half = {0.4, 0.4, 0.4}},
                                     .pose = translation(ground + n * 0.41) * rotation_y(std::atan2(n.x, n.z)),
                                     .friction = 0.8});
  for (int second = 0; second <= 6; second += 2) {
    std::cout << "after " << second << " s: balls at x =";
    for (const auto id : balls) std::cout << ' ' << simulation.pose(id).translation.x;
    std::cout << "; crate at x = " << simulation.pose(crate).translation.x << '\n';
    for (int step = 0; step < 2 * 60; ++step) simulation.step();
  }
}

// Output:
// ground at x = 10: 3.47, slope there 25.55 degrees
// after 0 s: balls at x = 10.00 13.00 21.00; crate at x = 10.18
// after 2 s: balls at x = 15.80 18.28 14.62; crate at x = 10.27
// after 4 s: balls at x = 21.46 17.59 11.49; crate at x = 10.27
// after 6 s: balls at x = 14.11 12.65 19.62; crate at x = 10.27
