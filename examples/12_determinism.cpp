// SPDX-License-Identifier: MIT
// The same bits for any number of threads, and on every machine: a crowd of bodies, and a checksum of all contacts.
#include <tactus/tactus.h>

#include <cstring>
#include <iostream>

using namespace tactus::f64;

std::uint64_t checksum_of_a_run(int threads) {
  World world;
  std::vector<tactus::BodyId> ids;
  for (int i = 0; i < 300; ++i) {
    const double r = 0.2 + 0.01 * (i % 7);
    const Shape shape = i % 3 == 0   ? Shape(Box{.half = {r, 0.3, r}})
                        : i % 3 == 1 ? Shape(Cylinder{.radius = r, .half_height = 0.3})
                                     : Shape(Ellipsoid{.radii = {r, 0.3, 0.4}});
    ids.push_back(
        world.add({.shape = shape, .pose = translation(0.37 * (i % 10), 0.41 * (i / 10 % 6), 0.43 * (i / 60))}));
  }
  std::uint64_t sum = 14695981039346656037u;  // FNV-1a over the bytes of every distance and normal
  const auto add = [&](double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    sum = (sum ^ bits) * 1099511628211u;
  };
  for (int step = 0; step < 10; ++step) {
    world.update(threads);
    for (const auto& c : world.contacts()) {
      for (const double x : {c.contact.distance, c.contact.normal.x, c.contact.normal.y, c.contact.normal.z}) add(x);
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {  // each body drifts its own way
      Pose pose = world.body(ids[i]).pose;
      pose.translation.x += 0.01 * (static_cast<int>(i % 5) - 2);
      world.set_pose(ids[i], pose);
    }
  }
  return sum;
}

int main() {
  const auto one = checksum_of_a_run(1);
  std::cout << "one thread:    " << std::hex << one << '\n';
  std::cout << "two threads:   " << (checksum_of_a_run(2) == one ? "the same" : "different") << '\n';
  std::cout << "three threads: " << (checksum_of_a_run(3) == one ? "the same" : "different") << '\n';
}

// Output:
// one thread:    130ccb89f18c7cfd
// two threads:   the same
// three threads: the same
