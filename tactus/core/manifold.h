#pragma once
/// All contact points of a pair, each with its own distance and a name that lasts as long as the contact.
#include <tactus/core/feature.h>
#include <tactus/core/status.h>
#include <tactus/math/vec3.h>

#include <array>
#include <compare>
#include <functional>
#include <span>

namespace tactus {

/// Which features make a contact point: one of A, one of B, and what clipped it. Packed and hashable; the same from
/// frame to frame while the same features touch.
struct ContactId {
  std::uint32_t a = 0, b = 0;  // Feature::id()
  std::uint32_t clip = 0;  // 0: a point of its own; else how the clipping made it (contact/clip.h)

  constexpr Feature feature_a() const { return Feature::from_id(a); }
  constexpr Feature feature_b() const { return Feature::from_id(b); }
  friend constexpr auto operator<=>(const ContactId&, const ContactId&) = default;
  friend std::ostream& operator<<(std::ostream& os, const ContactId& id) {
    return os << '(' << id.feature_a() << ", " << id.feature_b() << ", clip " << id.clip << ')';
  }
};

/// position: midway between the two surfaces. distance: signed, along the manifold's normal; negative inside.
template <Scalar T> struct ContactPoint {
  Vec3<T> position{};
  T distance{};
  ContactId id;
};

/// normal: unit, from A to B. No points unless the shapes are within max_distance.
template <Scalar T> struct Manifold {
  static constexpr int capacity = 16;
  Status status = Status::invalid;
  Vec3<T> normal{T(0), T(0), T(1)};
  int count = 0;
  std::array<ContactPoint<T>, capacity> points{};

  constexpr std::span<const ContactPoint<T>> span() const { return {points.data(), static_cast<std::size_t>(count)}; }
  constexpr const ContactPoint<T>* begin() const { return points.data(); }
  constexpr const ContactPoint<T>* end() const { return points.data() + count; }
};

}  // namespace tactus

template <> struct std::hash<tactus::ContactId> {
  std::size_t operator()(const tactus::ContactId& id) const noexcept {
    // Three rounds of multiply and shift (splitmix64's constants) mix all bits into all others.
    std::uint64_t h = (std::uint64_t{id.a} << 32 | id.b) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 31 ^ id.clip) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>(h ^ h >> 29);
  }
};
