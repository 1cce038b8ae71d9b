// SPDX-License-Identifier: MIT
#pragma once
/// The hulls on which V-Clip is tested, and the records of its walks.
#include <tactus/narrow/vclip.h>
#include <tactus/shape/generators.h>
#include <tests/narrow/hull_pairs.h>

namespace tactus::testing {

template <Scalar T> using Hulls = std::vector<JudgedHull<T>>;
template <Scalar T> const JudgedHull<T>& any_of(Random& random, const Hulls<T>& hulls) {
  return hulls[static_cast<std::size_t>(random.below(static_cast<int>(hulls.size())))];
}

template <Scalar T> const Hulls<T>& solids() {
  static const Hulls<T> all = [] {
    Random random(7);
    Hulls<T> s;
    for (const int points : {4, 4, 5, 6, 8, 12, 20, 32, 50, 50}) s.emplace_back(random_hull(random, points).cast<T>());
    s.emplace_back(generate::cube<T>());
    s.emplace_back(generate::icosahedron<T>());
    s.emplace_back(generate::disk<T>(24));
    s.emplace_back(generate::square_pyramid<T>());
    s.emplace_back(generate::octagonal_frustum<T>());
    return s;
  }();
  return all;
}

/// Polygons, segments and a point, all in the plane z = 0 but one segment.
template <Scalar T> const Hulls<T>& flats() {
  static const Hulls<T> all = [] {
    Random random(8);
    const auto polygon = [&](int corners) {
      std::vector<Vec3<T>> points;
      for (int i = 0; i < corners; ++i) {
        const Vec3<double> d = random.direction();
        points.push_back({T(d.x), T(d.y), T(0)});
      }
      return Hull<T>::from_points(points);
    };
    const auto hull = [](const std::vector<Vec3<T>>& points) { return Hull<T>::from_points(points); };
    Hulls<T> s;
    for (const int corners : {3, 4, 7, 12}) s.emplace_back(polygon(corners));
    s.emplace_back(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
    s.emplace_back(hull({{-1, 0, 0}, {1, 0, 0}}));
    s.emplace_back(hull({{0, 0, -1}, {0, 0, 1}}));
    s.emplace_back(hull({{0, 0, 0}}));
    return s;
  }();
  return all;
}
template <Scalar T> const Hulls<T>& blocks() {
  static const Hulls<T> all{JudgedHull<T>(generate::cube<T>()), JudgedHull<T>(generate::cube<T>(T(0.5))),
                            JudgedHull<T>(generate::octagonal_prism<T>())};
  return all;
}

/// The record of a walk.
struct WalkLog {
  std::vector<vclip::Step> steps;
  std::vector<std::size_t> leaps;  // the steps they led to
  int cycles = 0, fallbacks = 0;
};
struct LogTo {
  WalkLog& log;
  void operator()(const vclip::Step& s) const { log.steps.push_back(s); }
  void operator()(const vclip::Leap&) const { log.leaps.push_back(log.steps.size()); }
  void operator()(const vclip::Cycle&) const { ++log.cycles; }
  void operator()(const vclip::Fallback&) const { ++log.fallbacks; }
};

}  // namespace tactus::testing
