// SPDX-License-Identifier: MIT
#pragma once
/// Piles of bodies that settle, slide and jostle, recorded from a rigid-body simulation: realistic motion. The files
/// are outside the repository; a README.md beside them describes their format.
#include <tactus/shape/shape.h>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tactus::piles {

/// Body 0 of a scene is the ground; the others are all of one shape. frames[f][i]: where body i + 1 is in frame f.
struct RecordedPile {
  std::string name;
  Shape<double> ground = Box<double>{{100, 1, 100}};
  Pose<double> ground_pose = translation(0.0, -1.0, 0.0);
  Shape<double> body = Box<double>{{0.5, 0.5, 0.5}};
  std::vector<std::vector<Pose<double>>> frames{};
};

inline constexpr double margin = 0.01;  // of every body, the ground's too

namespace detail {

[[noreturn]] inline void fail(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what + " (give the folder that holds box.bin, hull24.bin and hull24.txt)");
}

template <class V> V read(std::istream& in, const std::string& path) {
  V value;
  if (!in.read(reinterpret_cast<char*>(&value), sizeof value)) fail(path, "ends too early");
  return value;
}

inline std::vector<std::vector<Pose<double>>> read_frames(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "cannot be read");
  const auto bodies = read<std::int32_t>(in, path), frames = read<std::int32_t>(in, path);
  if (bodies < 1 || bodies > 1'000'000 || frames < 1 || frames > 100'000) fail(path, "is no recorded pile");
  std::vector<std::vector<Pose<double>>> all(static_cast<std::size_t>(frames));
  for (auto& frame : all) {
    frame.reserve(static_cast<std::size_t>(bodies));
    for (int i = 0; i < bodies; ++i) {
      double v[7];  // x y z, quaternion x y z w
      for (double& x : v) x = static_cast<double>(read<float>(in, path));
      frame.push_back(from_quaternion(normalized(Quat<double>{.w = v[6], .x = v[3], .y = v[4], .z = v[5]}),
                                      Vec3<double>{v[0], v[1], v[2]}));
    }
  }
  return all;
}

inline Shape<double> read_hull(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail(path, "cannot be read");
  std::vector<Vec3<double>> points;
  for (Vec3<double> p; in >> p.x >> p.y >> p.z;) points.push_back(p);
  if (points.size() < 4) fail(path, "has fewer than four points");
  return Hull<double>::from_points(points);
}

}  // namespace detail

inline RecordedPile read_boxes(const std::string& folder) {
  RecordedPile pile{.name = "cubes"};
  pile.frames = detail::read_frames(folder + "/box.bin");
  return pile;
}

inline RecordedPile read_hulls(const std::string& folder) {
  RecordedPile pile{.name = "hulls of 24 points"};
  pile.body = detail::read_hull(folder + "/hull24.txt");
  pile.frames = detail::read_frames(folder + "/hull24.bin");
  return pile;
}

}  // namespace tactus::piles
