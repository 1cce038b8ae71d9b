#pragma once
/// A body of a world: a shape at a pose, and how it takes part.
#include <tactus/broad/broad_phase.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// Identifies one body from its add() to its remove(), and is never used again.
struct BodyId {
  std::uint32_t slot = ~std::uint32_t{0};  // small numbers: an index for the user's own data
  std::uint32_t generation = 0;

  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
  friend std::ostream& operator<<(std::ostream& os, const BodyId& id) {
    return os << "BodyId{.slot = " << id.slot << ", .generation = " << id.generation << '}';
  }
};

/// world.add({.shape = Box{...}, .pose = ..., .is_static = true})
template <Scalar T> struct Body {
  Shape<T> shape;
  Pose<T> pose{};
  Vec3<T> velocity{}, angular_velocity{};  // in world axes, of and about the shape's center; only used by advance()
  bool is_static = false;  // does not move by itself, though set_pose may move it
  bool kinematic = false;  // moves, but nothing pushes it: a lift, a robot's arm
  bool sensor = false;  // its contacts are reported, with one point each, but should have no effect: it stops nothing
  T margin{};  // contacts are reported while the gap is at most the sum of both margins
  Filter filter{};
  std::uint64_t user_data = 0;

  /// Can nothing push it? Two such bodies do not pair.
  constexpr bool immovable() const { return is_static || kinematic; }
};

}  // namespace tactus
