// SPDX-License-Identifier: MIT
#pragma once
/// The kinds of features that meet: the contact types of [Feng & Tan 2019, §4.2.2].
#include <tactus/core/feature.h>

#include <algorithm>

namespace tactus {

/// Which kinds of features meet, without an order of A and B.
enum class ContactType : std::uint8_t {
  vertex_vertex,
  vertex_edge,
  edge_edge,
  vertex_face,
  edge_face,
  face_face,
  curved,  // at least one side is smooth
};

inline std::ostream& operator<<(std::ostream& os, ContactType t) {
  constexpr const char* names[] = {"v-v", "v-e", "e-e", "v-f", "e-f", "f-f", "curved"};
  return os << names[static_cast<int>(t)];
}

/// Which side has which feature does not matter: v-e and e-v are the same type.
constexpr ContactType contact_type(Feature a, Feature b) {
  if (a.kind == FeatureKind::curved || b.kind == FeatureKind::curved) return ContactType::curved;
  const int low = std::min(static_cast<int>(a.kind), static_cast<int>(b.kind));
  const int high = std::max(static_cast<int>(a.kind), static_cast<int>(b.kind));
  return static_cast<ContactType>(high * (high + 1) / 2 + low);  // the lower triangle, row by row
}

}  // namespace tactus
