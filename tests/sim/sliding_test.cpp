// SPDX-License-Identifier: MIT
/// No ghost bumps in the simulator: bodies that slide without friction over plane, bowl and waves, as a mesh and as a
/// height field. (tests/nonconvex/sliding_test.cpp: the same contacts without forces.)
#include <gtest/gtest.h>
#include <sim/rigid/simulation.h>
#include <tests/helpers/grounds.h>
#include <tests/helpers/test_size.h>

namespace tactus::testing {
namespace {

using Simulation = sim::rigid::Simulation<double>;
using sim::rigid::MotionKind;
using Vec = Vec3<double>;

/// A facet is as wide as a cell's diagonal, 0.14. Its slope differs from that of the smooth ground by this times the
/// curvature at most.
constexpr double facet_angle = 0.15;

/// How deep a contact's spring is pressed where it carries a body's weight. Where the weight passes from one facet to the
/// next, the body sinks into the new one, and rises out of the old one, by this at most.
double sag(const sim::rigid::SimulationOptions<double>& options) {
  return norm(options.gravity) / square(2 * pi<double> * options.soft.frequency);
}

struct Slide {
  double worst_normal = 0;  // how far a normal is from that of the smooth ground there
  double worst_jump = 0;  // of the height over the smooth ground, beyond what the facets' slopes explain
  int without = 0;  // steps without a contact
  double sag = 0;
};

/// Back and forth between the borders: near one, the motion is turned around.
Slide slide(const Ground& ground, bool as_field, const Shape<double>& body, double speed, int steps) {
  Simulation simulation;
  const Vec shift = as_field ? Vec{2, 2, 0} : Vec{};
  simulation.add({.motion = MotionKind::fixed,
                  .friction = 0,
                  .nonconvex = as_field ? Nonconvex<double>(ground.field()) : Nonconvex<double>(ground.mesh())});
  Pose<double> pose = placed(ground, body, -1.1, 0.13, 0);
  pose.translation += shift;
  const BodyId id = simulation.add({.shape = body, .pose = pose, .velocity = {speed, 0.31 * speed, 0}, .friction = 0});
  Slide s{.sag = sag(simulation.options())};
  double last = 0;
  for (int k = 0; k < steps; ++k) {
    const Vec p = simulation.pose(id).translation - shift;
    const Vec v = simulation.velocity(id);
    if ((p.x * v.x > 0 && std::abs(p.x) > 1.2) || (p.y * v.y > 0 && std::abs(p.y) > 1.2))
      simulation.set_velocity(id, -v, -simulation.angular_velocity(id));
    simulation.step();
    if (k < 60) continue;  // it settles into the soft ground first
    const Vec q = simulation.pose(id).translation - shift;
    const double height = q.z - ground.height(q.x, q.y);
    const double explained = facet_angle * ground.curvature * norm(v) * simulation.options().time_step;
    if (k > 60) s.worst_jump = std::max(s.worst_jump, std::abs(height - last) - explained);
    last = height;
    int contacts = 0;
    for (const auto& c : simulation.contacts()) {
      for (const auto& point : c.points) {
        const Vec at = point.position - shift;
        s.worst_normal = std::max(s.worst_normal, norm(c.points.normal - ground.normal(at.x, at.y)));
        ++contacts;
      }
    }
    s.without += contacts == 0;
  }
  return s;
}

// TACTUS_TEST_SIZE=67: ten thousand steps.
TEST(SlidingSimulation, NormalsAreTheGroundsAndHeightsDoNotJump) {
  for (const Ground& ground : grounds) {
    for (const bool as_field : {false, true}) {
      for (const Shape<double>& body : sliders()) {
        for (const double speed : {0.1, 0.5, 1.5}) {
          const Slide s = slide(ground, as_field, body, speed, test_size(150));
          const auto told = [&] { return ::testing::Message() << ground.name << ' ' << body << ' ' << speed; };
          EXPECT_LE(s.worst_normal, facet_angle * ground.curvature + 1e-7) << told();
          EXPECT_LE(s.worst_jump, s.sag) << told();
          EXPECT_EQ(s.without, 0) << told();
        }
      }
    }
  }
}

}  // namespace
}  // namespace tactus::testing
