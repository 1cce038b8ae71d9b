// SPDX-License-Identifier: MIT
// Many pairs in one call: arrays in, arrays out, solved in vector lanes. Every answer has its own status and bounds.
#include <tactus/batch/batch.h>
#include <tactus/tactus.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

int main() {
  using namespace tactus::f64;
  namespace batch = tactus::batch;
  const std::vector<Shape> shapes = {Capsule{.radius = 0.2, .half_height = 0.5},
                                     Cylinder{.radius = 0.4, .half_height = 0.3}, Box{.half = {0.3, 0.4, 0.5}}};
  std::vector<std::uint32_t> shape_of;  // of each body: a number of the table above
  std::vector<Pose> poses;
  for (int i = 0; i < 200; ++i) {
    shape_of.push_back(static_cast<std::uint32_t>(i % 3));
    poses.push_back(translation(1.1 * (i % 6), 0.9 * (i / 6 % 6), 1.0 * (i / 36)) * rotation_x(0.37 * i));
  }
  const batch::Placed<double> bodies{shapes, shape_of, std::span<const Pose>(poses)};

  const std::size_t pairs = 200 * 200;
  std::vector<double> distance(pairs), lower(pairs), upper(pairs);
  std::vector<tactus::Status> status(pairs);
  const auto summary = batch::distance(
      bodies, bodies, batch::all_against_all(200, 200),
      batch::Answers<double>{.status = status, .distance = distance, .lower = lower, .upper = upper}, {.threads = 2});

  std::size_t touching = 0, nearest = 1, agree = 0;
  for (std::size_t k = 0; k < pairs; ++k) {
    const std::size_t i = k / 200, j = k % 200;  // pair (i, j); every body is paired with itself, too
    if (i != j && status[k] == tactus::Status::overlapping) ++touching;
    if (i < j && distance[k] > 0 && (distance[nearest] == 0 || distance[k] < distance[nearest])) nearest = k;
    const Contact single = tactus::distance(shapes[i % 3], poses[i], shapes[j % 3], poses[j]);
    if (std::max(lower[k], single.lower) <= std::min(upper[k], single.upper)) ++agree;  // both hold the true distance
  }
  std::cout << summary.in_lanes + summary.one_by_one << " pairs, " << summary.invalid << " invalid\n";
  std::cout << touching / 2 << " pairs of bodies touch\n";
  std::cout << std::fixed << std::setprecision(4) << "the nearest that do not: " << nearest / 200 << " and "
            << nearest % 200 << ", " << distance[nearest] << " apart, in [" << lower[nearest] << ", " << upper[nearest]
            << "]\n";
  std::cout << agree << " agree with the single query\n";
}

// Output:
// 40000 pairs, 0 invalid
// 160 pairs of bodies touch
// the nearest that do not: 43 and 49, 0.0009 apart, in [0.0009, 0.0009]
// 40000 agree with the single query
