// SPDX-License-Identifier: MIT
// Bullets: bodies too fast to be checked once per frame. advance() stops at every impact, and nothing tunnels.
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  World world;
  const auto paper = world.add({.shape = Box{.half = {1.0, 1.0, 0.0001}}, .is_static = true});
  const auto bullet =
      world.add({.shape = Sphere{.radius = 0.01}, .pose = translation(0.3, 0.2, 5.0), .velocity = {0, 0, -900}});
  std::cout << std::fixed << std::setprecision(2);

  // One frame of 1/60 s: the bullet would go 15 m, through a sheet a fifth of a millimetre thick.
  const auto bounce = [&](World& w, tactus::BodyId a, tactus::BodyId b, const Impact& impact) {
    std::cout << "impact after " << impact.time * 1000 / 60 << " ms, of " << (a == paper ? "paper" : "?") << " and "
              << (b == bullet ? "bullet" : "?") << '\n';
    const Vec3 v = w.body(b).velocity, n = impact.contact.normal;
    w.set_velocity(b, v - 1.5 * tactus::dot(v, n) * n, {});  // it loses half its speed
  };
  const auto frame = tactus::advance(world, 1.0 / 60, bounce);
  std::cout << frame.impacts << " impact; the bullet is at z = " << world.body(bullet).pose.translation.z
            << " and flies at " << world.body(bullet).velocity.z << " m/s\n";
}

// Output:
// impact after 5.54 ms, of paper and bullet
// 1 impact; the bullet is at z = 5.02 and flies at 450.00 m/s
