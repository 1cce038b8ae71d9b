// SPDX-License-Identifier: MIT
// Gradients: which way must a robot's link move so that it comes free of an obstacle?
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  const Shape link = Capsule{.radius = 0.2, .half_height = 1.0};
  const Shape post = Ellipsoid{.radii = {0.5, 0.6, 0.4}};
  const Pose at_post = translation(0.3, 0.2, 1.1);
  const double clearance = 0.05;
  Pose pose;
  std::cout << std::fixed << std::setprecision(3);

  // Newton's method on the signed distance: a step along the gradient, by the missing distance over the gradient's
  // square.
  for (int step = 0; step < 20; ++step) {
    const Contact c = contact(link, pose, post, at_post);
    std::cout << "step " << step << ": signed distance " << c.distance << '\n';
    if (c.distance >= clearance - 1e-4) break;
    const auto slope = tactus::distance_derivative(c, pose, at_post).by_a;  // six numbers: linear, angular
    const double squares = norm_squared(slope.linear) + norm_squared(slope.angular);
    const double rate = (clearance - c.distance) / squares;
    const Vec3 turn = slope.angular * rate;
    if (norm(turn) > 0) pose.rotation = tactus::from_axis_angle(turn, norm(turn)) * pose.rotation;
    pose.translation += slope.linear * rate;
  }

  // Normal and points have derivatives too, where they are unique.
  const Contact c = contact(link, pose, post, at_post, {.tolerance = 1e-13});
  const Derivative d = derivative(c, link, pose, post, at_post);
  const Twist up{.linear = {0, 0, 1}, .angular = {}};
  std::cout << d.status << ": if the link moves up, the distance changes by " << d.distance.by_a(up)
            << ", its nearest point by " << norm(d.point_a.by_a(up)) << '\n';
}

// Output:
// step 0: signed distance -0.333
// step 1: signed distance 0.064
// smooth: if the link moves up, the distance changes by -0.397, its nearest point by 0.731
