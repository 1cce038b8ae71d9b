#pragma once
/// What a world holds: a shape at a pose, and how it takes part.
#include <tactus/broad/broad_phase.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// Names one body from its add() to its remove(), and nothing ever after.
struct BodyId {
  std::uint32_t slot = ~std::uint32_t{0};  // small numbers: an index for data of the user's own
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
  Vec3<T> velocity{},
      angular_velocity{};  // in world axes, of and about the shape's center; only advance() looks at them
  bool is_static = false;  // it stays where it is, though set_pose may move it
  bool kinematic = false;  // it moves, but nothing moves it: a lift, a robot's arm
  bool sensor =
      false;  // its contacts are reported, with one point each, but nobody should act on them: it stops nobody
  T margin{};  // contacts are reported while the gap is at most the sum of both margins
  Filter filter{};
  std::uint64_t user_data = 0;

  /// Does nothing move it? Two such bodies are no pair.
  constexpr bool immovable() const { return is_static || kinematic; }
};

}  // namespace tactus
