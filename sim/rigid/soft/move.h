// SPDX-License-Identifier: MIT
#pragma once
/// Moves bodies through a sub-step side by side, as integrate_position() moves one.
#include <sim/rigid/integrate.h>
#include <sim/rigid/soft/vectors.h>

#include <cstddef>

namespace tactus::sim::rigid {

namespace {

/// Consecutive bodies, one per lane; lanes without a body have body 0, which never moves.
template <Scalar T> struct Movers {
  StepProblem<T>& problem;
  std::uint32_t indices[width<T>];

  Numbers<T> motions(std::size_t first) const {
    return Numbers<T>::gather(
        [&](auto lane) { return reinterpret_cast<const T*>(&problem.motions[indices[lane]]) + first; });
  }
  Mat3<Vector<T>> matrices(std::size_t first) const {
    return {{motions(first).xyz(), motions(first + 3).xyz(), motions(first + 6).xyz()}};
  }
  Quat<Vector<T>> turns() const {
    const Numbers<T> turn = motions(8);
    return {turn.x, turn.y, turn.z, turn.w};
  }
  /// Writes four numbers of each body in `lanes`, from `first` of its row on.
  void store(const Numbers<T>& numbers, std::size_t first, std::uint32_t lanes) const {
    numbers.scatter([&](auto lane) {
      return lanes >> lane & 1u ? reinterpret_cast<T*>(&problem.bodies[indices[lane]]) + first : nullptr;
    });
  }
  void store_turns(const Quat<Vector<T>>& q, std::uint32_t lanes) const {
    Numbers<T>{q.w, q.x, q.y, q.z}.scatter(
        [&](auto lane) { return lanes >> lane & 1u ? &problem.motions[indices[lane]].turn.w : nullptr; });
  }
  void store_inverse_inertias(const Mat3<Vector<T>>& m, std::uint32_t lanes) const {
    const auto& [x, y, z] = m.columns;
    const Vector3<T> center =
        Numbers<T>::gather([&](auto lane) { return &problem.bodies[indices[lane]].center.x; }).xyz();
    store({center.x, center.y, center.z, x.x}, 8, lanes);
    store({x.y, x.z, y.x, y.y}, 12, lanes), store({y.z, z.x, z.y, z.z}, 16, lanes);
  }
};

template <Scalar T> void move_some(const Movers<T>& movers, std::uint32_t lanes, T h) {
  static_assert(offsetof(SolverMotion<T>, turn) == 8 * sizeof(T) && sizeof(Mat3<T>) == 9 * sizeof(T) &&
                offsetof(SolverMotion<T>, rotation) == 12 * sizeof(T));
  StepProblem<T>& problem = movers.problem;
  auto body = BodyVectors<T>::gather(problem.bodies, movers.indices);
  auto motion = BodyVectors<T>::gather(problem.motions, movers.indices);
  const Quat<Vector<T>> turn = movers.turns();
  std::uint32_t small = lanes;  // the turns for which five terms are enough
  const auto turn_by = [&](const Vector3<T>& velocity, float part) {
    const Vector3<T> half = velocity * Vector<T>(h * T(part) * T(0.5));
    small &= greater_bits(Vector<T>(five_terms_up_to<T>), norm_squared(half));
    return unit(small_turn<T>(half, 5));
  };
  Quat<Vector<T>> after = unit(turn_by(body.angular, 1.f) * turn);
  Vector3<T> velocity = body.angular;
  const Vector<T> zero(T(0)), gyroscopic = motion.mass;
  if (const std::uint32_t free_lanes = greater_bits(gyroscopic, zero) & lanes) {
    const auto choose = [&](Vector<T>& to, const Vector<T>& from) { to = where_greater(gyroscopic, zero, from, to); };
    const FreeTurn<Vector<T>> free =
        turn_freely(body.angular, turn, movers.matrices(12), movers.matrices(21), movers.matrices(30), turn_by);
    choose(velocity.x, free.velocity.x), choose(velocity.y, free.velocity.y), choose(velocity.z, free.velocity.z);
    choose(after.w, free.turn.w), choose(after.x, free.turn.x);
    choose(after.y, free.turn.y), choose(after.z, free.turn.z);
    body.angular = free.angular_velocity;
    body.scatter(problem.bodies, movers.indices, free_lanes & small);
    movers.store_inverse_inertias(free.inverse_inertia, free_lanes & small);
  }
  motion.linear = motion.linear + body.linear * Vector<T>(h), motion.angular = motion.angular + velocity * Vector<T>(h);
  motion.scatter(problem.motions, movers.indices, small), movers.store_turns(after, small);
  for (std::uint32_t rest = lanes & ~small; rest != 0; rest &= rest - 1) {
    const std::uint32_t i = movers.indices[std::countr_zero(rest)];
    integrate_position(problem.bodies[i], problem.motions[i], h);
  }
}

/// Moves the bodies first to end - 1.
template <Scalar T> void move(StepProblem<T>& problem, std::uint32_t first, std::uint32_t end, T h) {
  for (; first < end; first += width<T>) {
    Movers<T> movers{problem, {}};
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < width<T> && first + lane < end; ++lane)
      movers.indices[lane] = first + lane, lanes |= 1u << lane;
    move_some(movers, lanes, h);
  }
}

}  // namespace

}  // namespace tactus::sim::rigid
