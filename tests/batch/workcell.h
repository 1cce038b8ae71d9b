// SPDX-License-Identifier: MIT
#pragma once
/// An arm among obstacles, for the tests of batch::Bodies.
#include <tactus/batch/bodies.h>
#include <tests/batch/batch_scene.h>

#include <vector>

namespace tactus::testing {

/// How many configurations reach across groups: any_contact takes groups of 1024, the other two of 128. Three groups
/// and a part of a fourth; for the sanitizers one and a part.
inline std::size_t across_groups() { return test_size(20) < 20 ? 1100 : 3100; }

/// A chain of links with two shapes each, among boxes, hulls and other solids, over a ground.
template <class T> struct Workcell {
  std::vector<batch::LinkShape<T>> shapes;
  std::vector<batch::Obstacle<T>> obstacles;
  std::size_t links = 4;
  std::vector<Pose<T>> poses;

  Workcell(std::uint64_t seed, std::size_t configurations, bool ground = true) {
    Random random(seed);
    const BatchKind on_links[] = {BatchKind::sphere, BatchKind::capsule, BatchKind::hull_32};
    const BatchKind around[] = {BatchKind::box, BatchKind::hull_8, BatchKind::cylinder, BatchKind::frustum};
    const auto place = [&](double far) {
      const Pose<double> x = random.pose(far);
      return x.cast<T>();
    };
    for (std::uint32_t link = 0; link < links; ++link)
      for (int k = 0; k < 2; ++k)
        shapes.push_back({link, random_of(random, on_links[(link + k) % 3]).cast<T>(), place(0.5)});
    for (int i = 0; i < 24; ++i) {
      const Vec3<double> at = random.vector(3, 9);
      const Pose<double> x = from_quaternion(random.rotation(), at);
      obstacles.push_back({random_of(random, around[i % 4]).cast<T>(), x.cast<T>()});
    }
    if (ground) obstacles.push_back({HalfSpace<T>{{T(0), T(0), T(1)}, T(-4)}, {}});
    for (std::size_t i = 0; i < configurations * links; ++i) poses.push_back(place(6));
  }
  batch::Bodies<T> bodies() const {
    batch::Bodies<T> b(shapes, obstacles, links);
    b.check_all_links_but_neighbours();
    b.allow(0, 7);
    return b;
  }
  std::size_t configurations() const { return poses.size() / links; }
  /// The pose of a shape on a link, in configuration c.
  Pose<T> pose(std::size_t c, std::size_t i) const { return poses[c * links + shapes[i].link] * shapes[i].local; }
  /// Each pair that counts, with its contact, asked one by one.
  template <class F> void for_each_pair(std::size_t c, F&& f) const {
    for (std::uint32_t i = 0; i < shapes.size(); ++i) {
      for (std::uint32_t o = 0; o < obstacles.size(); ++o)
        f(batch::BodyPair{i, o, false}, contact(shapes[i].shape, pose(c, i), obstacles[o].shape, obstacles[o].pose));
      for (std::uint32_t j = i + 1; j < shapes.size(); ++j)
        if (shapes[i].link + 1 < shapes[j].link && !(i == 0 && j == 7))
          f(batch::BodyPair{i, j, true}, contact(shapes[i].shape, pose(c, i), shapes[j].shape, pose(c, j)));
    }
  }
};

}  // namespace tactus::testing
