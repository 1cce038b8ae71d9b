// SPDX-License-Identifier: MIT
#pragma once
/// A body of a world: a shape at a pose, and how it takes part.
#include <tactus/broad/broad_phase.h>
#include <tactus/nonconvex/nonconvex.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// Identifies one body from its add() to its remove(), and is never used again.
struct BodyId {
  std::uint32_t slot = ~std::uint32_t{0};  // small numbers: an index for the user's own data
  std::uint32_t generation = 0;  // of the slot: counts the bodies that had it before

  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
  friend std::ostream& operator<<(std::ostream& os, const BodyId& id) {
    return os << "BodyId{.slot = " << id.slot << ", .generation = " << id.generation << '}';
  }
};

/// A body of a world: world.add({.shape = Box{...}, .pose = ..., .is_static = true}), or .nonconvex = Mesh(...) in
/// place of the shape: the world then puts a box around it into `shape`, whatever was there, for callers that only need
/// to know how far the body reaches.
template <Scalar T> struct Body {
  Shape<T> shape = Box<T>{};
  Pose<T> pose{};
  Vec3<T> velocity{}, angular_velocity{};  // in world axes, of and about the shape's center; only used by advance()
  bool is_static = false;  // does not move by itself, though set_pose may move it
  bool kinematic = false;  // moves, but nothing pushes it: a lift, a robot's arm
  bool sensor = false;  // its contacts are reported, with one point each, but should have no effect: it stops nothing
  T margin{};  // contacts are reported while the gap is at most the sum of both margins
  Filter filter{};  // which bodies it may touch
  std::uint64_t user_data = 0;  // the caller's own; the world does not read it
  Nonconvex<T> nonconvex{};  // a Compound, a Mesh or a HeightField

  /// Can nothing push it? Two such bodies do not pair.
  constexpr bool immovable() const { return is_static || kinematic; }
};

namespace detail {

/// Calls f with the body's `nonconvex` if it has one, otherwise with its `shape`. Bodies of scenes have these fields,
/// too.
template <class AnyBody, class F> auto with_shape(const AnyBody& body, F&& f) {
  return body.nonconvex ? f(body.nonconvex) : f(body.shape);
}
/// Calls f(a, b) with the `nonconvex` or `shape` of two bodies. Returns an Answer.
template <class Answer, class AnyBody, class F> Answer with_shapes(const AnyBody& a, const AnyBody& b, F&& f) {
  return with_shape(a, [&](const auto& in_a) -> Answer {
    return with_shape(b, [&](const auto& in_b) -> Answer { return f(in_a, in_b); });
  });
}

}  // namespace detail

}  // namespace tactus
