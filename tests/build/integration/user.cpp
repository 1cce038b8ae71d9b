// SPDX-License-Identifier: MIT
// Everything that a user's program may need from the library: one of each function that is compiled there and not in
// headers.
#include <tactus/tactus.h>

#include <cstdio>
#include <stdexcept>

using namespace tactus::f64;

namespace {

struct Data {
  int touches = 0;
};  // user data on contact points

int failures = 0;
void check(bool good, const char* what) {
  if (!good) std::printf("wrong: %s\n", what), ++failures;
}

void pairs() {
  const Shape box = Box{.half = {0.5, 0.5, 0.5}}, can = Cylinder{.radius = 0.3, .half_height = 1.0};
  const Hull corner = Hull::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const Pose above = translation(0.0, 0.0, 2.0);
  check(contact(box, Pose{}, can, above).distance == 0.5, "contact");
  check(distance(box, Pose{}, corner, above).distance == 1.5, "distance");
  check(!intersects(Box{{1, 1, 1}}, Pose{}, Sphere{.radius = 0.5}, above), "intersects");
  check(manifold(box, Pose{}, box, translation(0.0, 0.0, 1.0)).count == 4, "manifold");
  check(contact_center(box, Pose{}, box, translation(0.0, 0.0, 1.0)).has_value(), "contact_center");
  const auto impact = time_of_impact(box, Motion{}, can, Motion{.start = above, .velocity = {0, 0, -1}});
  check(impact.lower <= 0.5 && 0.5 <= impact.upper, "impact");
  check(ray_cast(can, Pose{}, {0, 0, 5}, {0, 0, -1}, 10.0).t == 4, "ray");
  check(tactus::overlap_volume(box, Pose{}, box, translation(0.5, 0.0, 0.0)).volume == 0.5, "volume");
  check(!reproducer(box, Pose{}, can, above).empty(), "reproducer");
  check(tactus::generate::icosahedron<double>().face_count() == 20, "generators");
}

void worlds() {
  tactus::World<double, Data> world;
  world.add({.shape = HalfSpace{}, .is_static = true});
  const auto ball = world.add({.shape = Sphere{.radius = 0.5}, .pose = translation(0.0, 0.0, 0.4)});
  world.update();
  check(world.contacts().size() == 1, "world");
  for (auto& touch : world.contacts())
    for (auto& point : touch.points.contact_points()) ++point.data.touches;
  world.set_pose(ball, translation(0.0, 0.0, 3.0));
  world.update();
  check(world.contacts().empty(), "world, later");
}

void refusals() {
  try {
    const Shape wrong = Sphere{.radius = -1};
    check(false, "a negative radius is accepted");
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

int main() {
  pairs();
  worlds();
  refusals();
  return failures;
}
