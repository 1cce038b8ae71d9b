// SPDX-License-Identifier: MIT
#pragma once
/// What is compared: each question as a function of a pose, or of a ray. A question that a peer lacks is empty.
#include <tactus/math/pose.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/triangle_list.h>

#include <functional>
#include <string>

namespace tactus::mesh_bench {

using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;
using List = TriangleList<double>;

struct Peer {
  std::string name;
  double build_milliseconds = 0;
  double bytes_per_triangle = 0;  // beside the vertices; 0: not known
  std::function<bool(const Pose&)> intersects{};
  std::function<double(const Pose&)> distance{};  // 0 for an overlap
  std::function<int(const Pose&)> contact{};  // how many points
  std::function<double(const Vec& origin, const Vec& direction)> ray{};  // infinity: none
};

/// The mesh stays where it is; the other body, a hull or a mesh, is moved.
Peer fcl_peer(const List& mesh, const Hull<double>* hull, const List* other);
Peer bullet_peer(const List& mesh, const Hull<double>& hull);
Peer embree_peer(const List& mesh);

}  // namespace tactus::mesh_bench
