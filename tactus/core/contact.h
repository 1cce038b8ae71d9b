// SPDX-License-Identifier: MIT
#pragma once
/// The answer of a pair query: a status, the signed distance with two certified bounds, and the closest points.
#include <tactus/core/feature.h>
#include <tactus/core/status.h>
#include <tactus/math/vec3.h>

#include <utility>

namespace tactus {

/// The answer of a query on two shapes, A and B.
///
/// distance > 0: gap; < 0: minus the penetration depth. normal: unit, from A to B.
/// Moving B by -distance·normal makes the shapes touch; point_b - point_a = distance·normal.
/// lower ≤ true signed distance ≤ upper, whatever the status (docs/contract.md).
template <Scalar T> struct Contact {
  Status status = Status::invalid;  // says what is known; the other fields hold unless it is `invalid`
  T distance{std::numeric_limits<T>::quiet_NaN()}, lower{-infinity<T>}, upper{infinity<T>};
  Vec3<T> normal{T(0), T(0), T(1)}, point_a{}, point_b{};
  Feature feature_a{}, feature_b{};  // what meets: a vertex, edge, face or curved part of A, and one of B
  int iterations = 0, support_calls = 0;  // of the algorithm: rounds, and calls of support mappings. For measurements.
  T resolution{};  // what the query can distinguish: tolerance · max(size, |distance|), at least the rounding floor

  /// False if nothing is known (`invalid`), and beyond max_distance, where the distance is any number above
  /// max_distance.
  constexpr bool touching() const { return distance <= T(0); }

  /// Separation or overlap if the bounds prove it beyond the query's resolution; otherwise touch.
  constexpr ContactState state() const {
    return distance > resolution && lower > T(0)    ? ContactState::separation
           : distance < -resolution && upper < T(0) ? ContactState::overlap
                                                    : ContactState::touch;
  }

  /// The common contact point: halfway between point_a and point_b.
  constexpr Vec3<T> point() const { return (point_a + point_b) * T(0.5); }

  friend std::ostream& operator<<(std::ostream& os, const Contact& c) {
    return os << c.status << ": " << c.distance << " in [" << c.lower << ", " << c.upper << "] along " << c.normal
              << " from " << c.point_a << " (" << c.feature_a << ") to " << c.point_b << " (" << c.feature_b << "), "
              << c.iterations << " iterations, " << c.support_calls << " support calls";
  }
};

/// The same answer from B's point of view: for queries that are easier the other way round.
template <Scalar T> constexpr void mirror(Contact<T>& c) {
  c.normal = -c.normal;
  std::swap(c.point_a, c.point_b);
  std::swap(c.feature_a, c.feature_b);
}
/// The same, as a copy.
template <Scalar T> constexpr Contact<T> mirrored(Contact<T> c) {
  mirror(c);
  return c;
}

}  // namespace tactus
