// SPDX-License-Identifier: MIT
#pragma once
/// All contact points of a pair, each with its own distance and an id that stays the same while the contact lasts.
#include <tactus/core/feature.h>
#include <tactus/core/status.h>
#include <tactus/math/pose.h>

#include <array>
#include <compare>
#include <functional>
#include <span>
#include <utility>

namespace tactus {

/// The part of a feature's outline on which a contact point lies: the inside (or the whole, for a vertex), corner i, or
/// the side from corner i to the next. Sixteen bits; outlines of more than 2^14 corners share numbers.
struct OutlinePart {
  /// Where on the outline.
  enum class Kind : std::uint8_t { inside, corner, side };
  Kind kind = Kind::inside;  // which of the three it is
  std::uint32_t index = 0;  // of the corner, or of the corner where the side begins

  static constexpr OutlinePart corner(std::uint32_t i) { return {Kind::corner, i}; }
  /// The side from corner i to the next.
  static constexpr OutlinePart side(std::uint32_t i) { return {Kind::side, i}; }
  /// In sixteen bits, which from_code() takes back.
  constexpr std::uint32_t code() const {
    return kind == Kind::inside ? 0u : (1u + (index & 0x3fffu)) | (kind == Kind::side ? 0x8000u : 0u);
  }
  /// The part whose code() this number is.
  static constexpr OutlinePart from_code(std::uint32_t code) {
    if (code == 0) return {};
    return {code & 0x8000u ? Kind::side : Kind::corner, (code & 0x7fffu) - 1u};
  }
  friend constexpr bool operator==(const OutlinePart&, const OutlinePart&) = default;
};

/// The features that make a contact point, one of A and one of B, and the part of each that clipped it: corner 2 of A's
/// face 1 inside B's face 4, corner 2 on corner 0, or side 0 of one across side 3 of the other. Packed and hashable;
/// stays the same from frame to frame while the same features touch. If A and B are swapped, the same point gets the
/// swapped id: `b` and `a`, and the halves of `clip` exchanged (docs/algorithms/manifold.md).
struct ContactId {
  std::uint32_t a = 0, b = 0;  // Feature::id()
  std::uint32_t clip = 0;  // OutlinePart::code() of A in the high half, of B in the low; 0: not made by clipping

  constexpr Feature feature_a() const { return Feature::from_id(a); }
  constexpr Feature feature_b() const { return Feature::from_id(b); }
  /// Where on A's feature the point lies.
  constexpr OutlinePart part_a() const { return OutlinePart::from_code(clip >> 16); }
  /// Where on B's feature the point lies.
  constexpr OutlinePart part_b() const { return OutlinePart::from_code(clip & 0xffffu); }
  /// Packs features and parts.
  static constexpr ContactId of(Feature a, OutlinePart part_a, Feature b, OutlinePart part_b) {
    return {a.id(), b.id(), part_a.code() << 16 | part_b.code()};
  }
  friend constexpr auto operator<=>(const ContactId&, const ContactId&) = default;
  friend std::ostream& operator<<(std::ostream& os, const ContactId& id) {
    return os << '(' << id.feature_a() << ", " << id.feature_b() << ", clip " << id.clip << ')';
  }
};

/// The CollisionID of [Chmelík & Trtík, PA199, caching collisions]: for each body its number, and the type and index of
/// its touching feature. A view of a ContactId: a corner of a face counts as a vertex, a side as an edge; the index
/// encodes the feature and the place on its outline.
struct CollisionId {
  /// One body's half of the id.
  struct Side {
    std::uint32_t body = 0;  // its number
    FeatureKind type = FeatureKind::curved;  // what touches
    std::uint64_t index = 0;  // feature and place on its outline, packed
    friend constexpr auto operator<=>(const Side&, const Side&) = default;
  };
  Side first, second;  // of A and of B
  friend constexpr auto operator<=>(const CollisionId&, const CollisionId&) = default;
};
/// The id of the lecture from ours and the bodies' numbers.
constexpr CollisionId collision_id(const ContactId& id, std::uint32_t body_a, std::uint32_t body_b) {
  const auto side = [](std::uint32_t body, Feature f, OutlinePart part) {
    const FeatureKind type = part.kind == OutlinePart::Kind::corner ? FeatureKind::vertex
                             : part.kind == OutlinePart::Kind::side ? FeatureKind::edge
                                                                    : f.kind;
    return CollisionId::Side{body, type, std::uint64_t{f.id()} << 16 | part.code()};
  };
  return {side(body_a, id.feature_a(), id.part_a()), side(body_b, id.feature_b(), id.part_b())};
}

/// One point of a manifold. position: midway between the two surfaces. distance: signed, along the manifold's normal;
/// negative inside.
template <Scalar T> struct ContactPoint {
  Vec3<T> position{};
  T distance{};
  ContactId id;  // which features make it
};

/// All contact points of two shapes. normal: unit, from A to B. There are no points unless the shapes are within
/// max_distance. Three or more points are the corners of a convex polygon, counter-clockwise about the normal,
/// beginning with the lowest id.
template <Scalar T> struct Manifold {
  /// The most points that a manifold has.
  static constexpr int capacity = 16;
  Status status = Status::invalid;  // as in Contact
  Vec3<T> normal{T(0), T(0), T(1)};
  int count = 0;  // how many of the points are there
  std::array<ContactPoint<T>, capacity> points{};

  constexpr std::size_t size() const { return static_cast<std::size_t>(count); }
  /// The points that are there.
  constexpr std::span<const ContactPoint<T>> span() const { return {points.data(), size()}; }
  constexpr const ContactPoint<T>* begin() const { return points.data(); }
  constexpr const ContactPoint<T>* end() const { return points.data() + count; }
};

/// Transforms the manifold into the frame that `pose` maps to, in place: it is too large for an unnecessary copy.
template <Scalar T> constexpr void move(Manifold<T>& m, const Pose<T>& pose) {
  m.normal = renormalized(pose.rotation * m.normal);
  for (std::size_t i = 0; i < m.size(); ++i) m.points[i].position = pose * m.points[i].position;
}
/// The same manifold in that frame.
template <Scalar T> constexpr Manifold<T> moved(Manifold<T> m, const Pose<T>& pose) {
  move(m, pose);
  return m;
}

/// The same manifold from B's point of view: normal and ids change sides, positions stay.
template <Scalar T> constexpr Manifold<T> mirrored(Manifold<T> m) {
  m.normal = -m.normal;
  for (int i = 0; i < m.count; ++i) {
    ContactId& id = m.points[static_cast<std::size_t>(i)].id;
    std::swap(id.a, id.b);
    id.clip = id.clip << 16 | id.clip >> 16;
  }
  return m;
}

}  // namespace tactus

template <> struct std::hash<tactus::ContactId> {
  std::size_t operator()(const tactus::ContactId& id) const noexcept {
    // Three rounds of multiply and shift (splitmix64's constants) mix all bits into all others.
    std::uint64_t h = (std::uint64_t{id.a} << 32 | id.b) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 31 ^ id.clip) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>(h ^ h >> 29);
  }
};

template <> struct std::hash<tactus::CollisionId> {
  std::size_t operator()(const tactus::CollisionId& id) const noexcept {
    std::uint64_t h = 0;
    for (const auto& side : {id.first, id.second}) {
      h = (h ^ (std::uint64_t{side.body} << 8 | static_cast<std::uint64_t>(side.type))) * 0xbf58476d1ce4e5b9u;
      h = (h ^ h >> 31 ^ side.index) * 0x94d049bb133111ebu;
    }
    return static_cast<std::size_t>(h ^ h >> 29);
  }
};
