// SPDX-License-Identifier: MIT
// A physics engine of your own on a World: velocities, a solver that warm-starts, events, and piles that sleep. The
// solver is E. Catto's sequential impulses (Iterative Dynamics with Temporal Coherence, 2005).
#include <tactus/tactus.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

namespace tc = tactus::f64;  // so that names of this file, like Body, do not collide with tactus's
using tc::Vec3;

/// Stays on each contact point as long as the point exists. Friction is a vector in the world: it needs no fixed frame.
struct Impulse {
  double normal = 0;
  Vec3 friction{};
};
using World = tactus::World<double, Impulse>;

constexpr double dt = 1.0 / 60, gravity = 9.81, density = 1000, friction = 0.5;
constexpr int calm_steps = 30;  // a pile that was slow for so long falls asleep

struct Body {
  tactus::BodyId id;
  Vec3 position{};
  tc::Quat turn{};
  double inverse_mass = 0;  // 0: nothing moves it
  tc::Mat3 inverse_inertia_in_body = tc::Mat3::zero();
  Vec3 velocity{}, spin{};
  int calm = 0;  // for how many steps it was slow
  double m = 0;  // the inverse mass in this step; 0 for a sleeper, which this step treats like the ground
  tc::Mat3 inertia = tc::Mat3::zero();  // the inverse one in this step, in world axes
};

/// One contact point. directions[0] is the normal, the others are where friction acts.
struct Row {
  Body *a, *b;
  Vec3 arm_a, arm_b;
  std::array<Vec3, 3> directions;
  std::array<double, 3> mass, sum;  // along each direction: how heavy the pair is, the impulse so far
  double bias;  // > 0: they may approach so fast and just meet; < 0: they should part so fast
  Impulse* kept;

  void push(const Vec3& impulse) const {
    a->velocity -= a->m * impulse, a->spin -= a->inertia * cross(arm_a, impulse);
    b->velocity += b->m * impulse, b->spin += b->inertia * cross(arm_b, impulse);
  }
  void solve(std::size_t k, double low, double high) {
    const Vec3 speed = b->velocity + cross(b->spin, arm_b) - a->velocity - cross(a->spin, arm_a);
    const double wanted = sum[k] - mass[k] * (dot(speed, directions[k]) + (k == 0 ? bias : 0));
    const double next = std::clamp(wanted, low, high);
    push((next - sum[k]) * directions[k]);
    sum[k] = next;
  }
};

Row make_row(Body& a, Body& b, const Vec3& normal, const Vec3& at, double distance, Impulse& kept) {
  const auto [u, v] = tactus::tangent_frame(normal);
  Row row{&a, &b, at - a.position, at - b.position, {normal, u, v}, {}, {}, distance / dt, &kept};
  if (distance < 0) row.bias = std::max(-1.0, 0.2 * std::min(0.0, distance + 0.001) / dt);  // a millimetre is left
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &d = row.directions[k], turn_a = cross(row.arm_a, d), turn_b = cross(row.arm_b, d);
    row.mass[k] = 1 / (a.m + b.m + dot(turn_a, a.inertia * turn_a) + dot(turn_b, b.inertia * turn_b));
    row.sum[k] = k == 0 ? kept.normal : dot(kept.friction, d);
    row.push(row.sum[k] * d);  // warm start
  }
  return row;
}

/// Wakes a sleeper and all that it reaches through sleeping contacts: its pile, but not what lies beyond the ground.
void wake_pile(World& world, tactus::BodyId first) {
  world.wake(first);
  for (bool more = true; more;) {
    more = false;
    for (const auto& c : world.sleeping_contacts())  // the list stays as it is until the next update()
      for (const auto& [one, other] : {std::pair{c.a, c.b}, std::pair{c.b, c.a}})
        if (world.asleep(one) && !world.asleep(other) && !world.body(other).is_static) world.wake(one), more = true;
  }
}

void step(World& world, std::vector<Body>& bodies) {
  for (Body& body : bodies) {
    const bool moves = body.inverse_mass > 0 && !world.asleep(body.id);
    const tc::Pose pose = from_quaternion(body.turn, body.position);
    if (moves) world.set_pose(body.id, pose), body.velocity.z -= gravity * dt;
    if (!moves) body.calm = 0;  // counts from zero once it wakes
    body.m = moves ? body.inverse_mass : 0;
    body.inertia = moves ? pose.rotation * body.inverse_inertia_in_body * transpose(pose.rotation) : tc::Mat3::zero();
  }
  world.update();

  std::vector<Row> rows;
  for (auto& c : world.contacts()) {
    Body &a = bodies[world.body(c.a).user_data], &b = bodies[world.body(c.b).user_data];
    if (a.inverse_mass > 0 && b.inverse_mass > 0) a.calm = b.calm = std::min(a.calm, b.calm);  // a pile sleeps as one
    for (auto& p : c.points.contact_points())
      rows.push_back(make_row(a, b, c.points.normal, p.position, p.distance, p.data));
  }
  for (int iteration = 0; iteration < 10; ++iteration)
    for (Row& row : rows) {
      const double limit = friction * row.sum[0];
      row.solve(1, -limit, limit), row.solve(2, -limit, limit);
      row.solve(0, 0, 1e30);
    }
  for (Row& row : rows) *row.kept = {row.sum[0], row.sum[1] * row.directions[1] + row.sum[2] * row.directions[2]};

  for (Body& body : bodies) {
    if (body.m == 0) continue;
    body.position += dt * body.velocity;
    body.turn = normalized(tc::Quat{1, dt / 2 * body.spin.x, dt / 2 * body.spin.y, dt / 2 * body.spin.z} * body.turn);
    body.calm = norm(body.velocity) + norm(body.spin) < 0.03 ? body.calm + 1 : 0;
    if (body.calm > calm_steps) world.sleep(body.id), body.velocity = body.spin = {};
  }
  for (const auto& touched : world.touched_sleepers()) wake_pile(world, touched.sleeper);  // to move in the next step
}

int main() {
  World world;
  std::vector<Body> bodies(1);
  bodies[0].id = world.add({.shape = tc::HalfSpace{.normal = {0, 0, 1}, .offset = 0}, .is_static = true});
  const auto add_crate = [&](double x, double z) {
    const tc::Shape shape = tc::Box{.half = {0.5, 0.5, 0.5}};
    const auto whole = mass_properties(shape);
    Body crate;
    crate.position = {x, 0, z};
    crate.inverse_mass = 1 / (density * whole.volume);
    crate.inverse_inertia_in_body = inverse(whole.inertia * density);
    const tc::Pose pose = translation(crate.position);
    crate.id = world.add({.shape = shape, .pose = pose, .margin = 0.01, .user_data = bodies.size()});
    bodies.push_back(crate);
    return crate.id;
  };
  for (int row = 0; row < 4; ++row)  // a pyramid of ten crates
    for (int i = 0; i < 4 - row; ++i) add_crate(1.1 * i + 0.55 * row, 0.55 + 1.02 * row);
  for (int row = 0; row < 3; ++row) add_crate(10, 0.55 + 1.02 * row);  // a tower of three, far away

  tactus::BodyId late;
  for (int frame = 1; frame <= 240; ++frame) {
    if (frame == 121) late = add_crate(1.75, 5.0);  // falls on the pyramid
    step(world, bodies);
    for (const auto& event : world.events())
      if (event.b == late && event.change == tactus::PairChange::begin) std::puts("the late crate lands");
    if (frame % 40 != 0) continue;
    std::size_t asleep = 0;
    double carried = 0;  // by the ground; sleepers keep their impulses
    for (const Body& body : bodies) asleep += world.asleep(body.id);
    for (const auto& list : {world.contacts(), world.sleeping_contacts()})
      for (const auto& c : list)
        for (const auto& p : c.points.contact_points()) carried += c.a == bodies[0].id ? p.data.normal : 0;
    std::printf("%.1f s: %2zu of %zu asleep, the ground carries %.0f crates\n", frame * dt, asleep, bodies.size() - 1,
                carried / (dt * gravity * density));
  }
}

// Output:
// 0.7 s:  0 of 13 asleep, the ground carries 13 crates
// 1.3 s: 13 of 13 asleep, the ground carries 13 crates
// 2.0 s: 13 of 13 asleep, the ground carries 13 crates
// the late crate lands
// 2.7 s:  3 of 14 asleep, the ground carries 14 crates
// 3.3 s: 14 of 14 asleep, the ground carries 14 crates
// 4.0 s: 14 of 14 asleep, the ground carries 14 crates
