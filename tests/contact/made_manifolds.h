// SPDX-License-Identifier: MIT
#pragma once
/// Manifolds made by hand, for tests of operations on their points.
#include <tactus/core/manifold.h>

#include <cmath>
#include <vector>

#include <lab/contacts/matching_scenes.h>
#include "tests/helpers/random_pairs.h"

namespace tactus::testing {

using namespace lab;  // matching_scenes.h

inline ContactId vertex_id(int i) { return ground_and(FeatureKind::vertex, i); }

/// Points on z = 0 with normal +z, in the given order, around a convex polygon.
inline Manifold<double> manifold_of(const std::vector<ContactPoint<double>>& points) {
  Manifold<double> m;
  m.status = Status::overlapping;
  for (const ContactPoint<double>& p : points) m.points[static_cast<std::size_t>(m.count++)] = p;
  return m;
}
inline Manifold<double> square_at(double x, int first_id = 0) {
  return manifold_of({{{x, 0, 0}, -0.01, vertex_id(first_id)},
                      {{x + 1, 0, 0}, -0.01, vertex_id(first_id + 1)},
                      {{x + 1, 1, 0}, -0.01, vertex_id(first_id + 2)},
                      {{x, 1, 0}, -0.01, vertex_id(first_id + 3)}});
}
/// A regular polygon with jittering corners.
inline Manifold<double> polygon(int n, Random& random, double jitter) {
  std::vector<ContactPoint<double>> points;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * pi<double> * i / n;
    const Vec3<double> p{std::cos(angle), std::sin(angle), 0};
    points.push_back({p + random.direction() * jitter, -0.01 + random.uniform(-jitter, jitter), vertex_id(i)});
  }
  return manifold_of(points);
}

}  // namespace tactus::testing
