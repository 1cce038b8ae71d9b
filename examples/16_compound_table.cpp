// SPDX-License-Identifier: MIT
// A table: five boxes that move as one. What touches it, which piece is meant, and how it stands after it was dropped.
#include <sim/rigid/simulation.h>
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  std::vector<CompoundPiece> pieces{{Box{.half = {0.5, 0.4, 0.05}}, translation(0.0, 0.0, 0.45)}};  // piece 0: the top
  for (const double x : {-0.4, 0.4})
    for (const double y : {-0.3, 0.3})
      pieces.push_back({Box{.half = {0.05, 0.05, 0.2}}, translation(x, y, 0.2)});  // pieces 1 to 4: the legs
  const Compound table(pieces);
  std::cout << std::fixed << std::setprecision(3);

  // A ball under the table touches nothing, although it lies in the table's convex hull.
  const Shape ball = Sphere{.radius = 0.15};
  const auto under = contact(table, Pose{}, ball, translation(0.0, 0.0, 0.15));
  std::cout << "under the table: " << under.status << " by " << under.distance << " from piece " << under.piece_a
            << '\n';

  // Dropped with a tilt, it comes to stand on its four legs: one manifold for each pair of pieces that touch.
  tactus::sim::rigid::Simulation<double> simulation;
  const auto floor = simulation.add(
      {.shape = HalfSpace{.normal = {0, 0, 1}, .offset = 0}, .motion = tactus::sim::rigid::MotionKind::fixed});
  const auto body = simulation.add(
      {.pose = translation(0.0, 0.0, 0.3) * rotation_x(0.3) * rotation_y(0.2), .density = 700, .nonconvex = table});
  for (int step = 0; step < 240; ++step) simulation.step();
  const Pose pose = simulation.pose(body);
  std::cout << "after 4 s its top is at " << (pose * Vec3{0.0, 0.0, 0.5}).z << ", tilted by "
            << norm(pose.rotation.column(2) - Vec3{0.0, 0.0, 1.0}) << '\n';
  for (const auto& m : manifolds(table, pose, simulation.world().body(floor).shape, Pose{}, {.max_distance = 0.01}))
    std::cout << "leg " << m.piece_a << " stands on " << m.manifold.count << " points\n";
  std::cout << std::setprecision(1) << "it weighs " << 9.81 * simulation.mass(body) << " N\n";
}

// Output:
// under the table: separated by 0.100 from piece 0
// after 4 s its top is at 0.500, tilted by 0.000
// leg 1 stands on 4 points
// leg 2 stands on 4 points
// leg 3 stands on 4 points
// leg 4 stands on 4 points
// it weighs 659.2 N
