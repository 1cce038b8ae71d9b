// SPDX-License-Identifier: MIT
// What a user's program may need from the library: one of each kind of function that is compiled there and not in
// headers. A function that a shared library forgets to export does not link here.
#include <tactus/batch/batch.h>
#include <tactus/batch/bodies.h>
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/distance_grid.h>
#include <tactus/tactus.h>

#include <cmath>
#include <cstdio>
#include <sstream>
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

bool near(double x, double expected) { return std::abs(x - expected) < 1e-6; }

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
  check(shape_cast(can, above, {0, 0, -1}, box, Pose{}).upper >= 0.5, "shape cast");
  check(ray_cast(can, Pose{}, {0, 0, 5}, {0, 0, -1}, 10.0).t == 4, "ray");
  check(tactus::overlap_volume(box, Pose{}, box, translation(0.5, 0.0, 0.0)).volume == 0.5, "volume");
  check(!reproducer(box, Pose{}, can, above).empty(), "reproducer");
  check(tactus::generate::icosahedron<double>().face_count() == 20, "generators");
  std::stringstream text;
  corner.save(text);
  check(Hull::load(text).vertex_count() == 4, "saved hull");
}

void derivatives() {
  const Shape ball = Sphere{.radius = 0.5};
  const Pose above = translation(0.0, 0.0, 2.0);
  const Contact c = contact(ball, Pose{}, ball, above);
  const auto d = tactus::contact_derivative(c, ball, Pose{}, ball, above);
  check(d.distance.by_b.linear.z == 1, "contact_derivative");
  std::ostringstream text;
  text << d.status;
  tactus::ByPoses<tactus::Gradient<double>> gradient;
  tactus::distance_derivatives<double>({&c, 1}, std::span<const Pose>(&above, 1), std::span<const Pose>(&above, 1),
                                       {&gradient, 1});
  check(gradient.by_b.linear.z == 1, "distance_derivatives");
}

void nonconvex() {
  const tactus::TriangleList<double> list{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                          .triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const Shape ball = Sphere{.radius = 0.5};
  const Pose below = translation(0.2, 0.2, -1.0);
  const Mesh mesh(list);
  check(mesh.closed() && near(distance(mesh, Pose{}, ball, below).distance, 0.5), "mesh");
  check(near(mesh.nearest({0.2, 0.2, -1.0}).distance, 1), "nearest point of a mesh");
  const Compound pair({{ball, Pose{}}, {ball, translation(0.0, 0.0, 3.0)}});
  check(contact(pair, Pose{}, mesh, translation(0.0, 0.0, 0.9)).piece_a == 0, "compound");
  check(manifolds(pair, Pose{}, ball, translation(0.0, 0.0, 0.9)).size() == 1, "manifolds");
  const double heights[] = {0, 0, 0, 0};
  const HeightField field(tactus::height_grid<double>(2, 2, {1, 1}, heights));
  check(ray_cast(field, Pose{}, {0.5, 0.25, 1.0}, {0, 0, -1}).hit(), "height field");
  check(tactus::decompose(list).pieces.size() == 1, "decompose");
  const tactus::Solid solid(list);
  const tactus::SignedDistanceGrid<double> grid(solid, {.cell = 0.25});
  check(grid({0.1, 0.1, 0.1}).lower <= -0.1, "distance grid");
}

void batches() {
  namespace batch = tactus::batch;
  const Shape shapes[] = {Sphere{.radius = 0.5}, Box{.half = {0.5, 0.5, 0.5}}};
  const Pose poses[] = {Pose{}, translation(0.0, 0.0, 3.0)};
  const batch::Placed<double> bodies{shapes, {}, std::span<const Pose>(poses)};
  double distances[4];
  const auto summary = batch::distance(bodies, bodies, batch::all_against_all(2, 2), {.distance = distances});
  check(summary.invalid == 0 && distances[1] == 2, "batch");
  check(batch::target() != nullptr, "batch, instruction set");
  const batch::Bodies<double> planner(std::vector<batch::LinkShape<double>>{{.link = 0, .shape = shapes[0]}},
                                      std::vector<batch::Obstacle<double>>{{.shape = shapes[1]}}, 1);
  std::uint8_t touching[2];
  planner.any_contact(poses, touching);
  check(touching[0] == 1 && touching[1] == 0, "batch, planner");
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
  world.set_velocity(ball, {0, 0, -5}, {});
  const auto frame = advance(world, 1.0);
  check(near(frame.time, 0.5), "advance");
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
  derivatives();
  nonconvex();
  batches();
  worlds();
  refusals();
  return failures;
}
