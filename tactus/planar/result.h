// SPDX-License-Identifier: MIT
#pragma once
/// The answer of a planar pair query: the planar counterpart of tactus/core/contact.h.
#include <tactus/core/feature.h>
#include <tactus/core/status.h>
#include <tactus/math/vec2.h>

#include <utility>

namespace tactus::planar {

/// The features that meet, in either order; `curved` if one of them is smooth.  [Feng and Tan 2019, §4.2.2]
enum class ContactType : std::uint8_t { vertex_vertex, vertex_edge, edge_edge, curved };

inline std::ostream& operator<<(std::ostream& os, ContactType t) {
  constexpr const char* names[] = {"v-v", "v-e", "e-e", "curved"};
  return os << names[static_cast<int>(t)];
}

/// The type of two features; curved if one is.
constexpr ContactType contact_type(const Feature& a, const Feature& b) {
  if (a.kind == FeatureKind::curved || b.kind == FeatureKind::curved) return ContactType::curved;
  const int edges = (a.kind == FeatureKind::edge) + (b.kind == FeatureKind::edge);
  return static_cast<ContactType>(edges);
}

/// The answer of a query on two planar shapes, A and B.
///
/// distance > 0: gap; < 0: minus the penetration depth. normal: unit, from A to B.
/// Moving B by -distance·normal makes the shapes touch; point_b - point_a = distance·normal.
/// lower ≤ true signed distance ≤ upper, whatever the status except `invalid`.
/// differs from [Feng and Tan 2019, eq. 15], c_A - c_B = d n with d ≥ 0: there n reverses when a gap becomes an
/// overlap.
template <Scalar T> struct Contact2 {
  Status status = Status::invalid;
  T distance{std::numeric_limits<T>::quiet_NaN()}, lower{-infinity<T>}, upper{infinity<T>};
  Vec2<T> normal{T(1), T(0)}, point_a{}, point_b{};  // points on A and B that prove the distance
  Feature feature_a{}, feature_b{};  // what meets: a vertex, edge or curved part of A, and one of B
  ContactType type = ContactType::curved;  // of these features
  Vec2<T> position{};  // where a solver acts: (point_a + point_b)/2; for parallel edges, the centre of their overlap
  Vec2<T> segment[2];  // the ends of that overlap; otherwise both are the position
  int iterations = 0;  // of the algorithm, for measurements
  T resolution{};  // what the query can distinguish: tolerance · max(size, |distance|), at least the rounding

  /// False if nothing is known (`invalid`), and beyond max_distance.
  constexpr bool touching() const { return distance <= T(0); }
  /// Separation or overlap if it is beyond the query's resolution; otherwise touch.
  constexpr ContactState state() const {
    return distance > resolution    ? ContactState::separation
           : distance < -resolution ? ContactState::overlap
                                    : ContactState::touch;
  }
  /// Where a solver acts.
  constexpr Vec2<T> point() const { return position; }

  friend std::ostream& operator<<(std::ostream& os, const Contact2& c) {
    return os << c.status << ": " << c.distance << " in [" << c.lower << ", " << c.upper << "] along " << c.normal
              << " from " << c.point_a << " (" << c.feature_a << ") to " << c.point_b << " (" << c.feature_b << "), "
              << c.type << " at " << c.position << ", " << c.iterations << " iterations";
  }
};

/// The same answer from B's point of view.
template <Scalar T> constexpr Contact2<T> mirrored(Contact2<T> c) {
  c.normal = -c.normal;
  std::swap(c.point_a, c.point_b);
  std::swap(c.feature_a, c.feature_b);
  return c;
}

}  // namespace tactus::planar
