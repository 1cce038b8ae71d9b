// SPDX-License-Identifier: MIT
#pragma once
/// Simulation::inject: new particles on a schedule. Included by simulation.cpp.
#include <scenes/random.h>
#include <sim/dem/images.h>
#include <sim/dem/simulation.h>
#include <tactus/query.h>

namespace tactus::sim::dem {

template <Scalar T> void Simulation<T>::inject() {
  for (std::size_t i = 0; i < injections_.size(); ++i) inject(injections_[i], injection_states_[i]);
}

/// Period k begins at the time begin + k · period. Time is computed as step · h, so no accumulated rounding decides
/// when a period begins.
template <Scalar T> void Simulation<T>::inject(const Injection<T>& injection, InjectionState& state) {
  const T now = time();
  bool due = false;
  while (injection.begin + T(state.periods) * injection.period <= now && now < injection.end &&
         state.injected + state.waiting < injection.most) {
    const std::uint64_t left = injection.most - state.injected - state.waiting;
    state.waiting += std::min(left, static_cast<std::uint64_t>(injection.per_period));
    ++state.periods;
    due = true;
  }
  if (!due) return;
  while (state.waiting > 0 && put_one(injection, state)) --state.waiting, ++state.injected;
  statistics_.postponed += state.waiting;
}

namespace detail {

/// A random index, drawn with these weights: the one at which the running sum of weights passes a random number.
template <class Weight> std::size_t drawn(std::size_t count, scenes::Random& random, Weight&& weight) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += weight(i);
  double at = random.uniform(0, sum);
  std::size_t last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(weight(i) > 0)) continue;
    last = i;
    if (at < weight(i)) break;
    at -= weight(i);
  }
  return last;
}

inline Vec3<double> in_ball(scenes::Random& random) {
  for (;;) {
    const Vec3<double> p = random.in_box({1, 1, 1});
    if (norm_squared(p) <= 1) return p;
  }
}

}  // namespace detail

template <Scalar T> bool Simulation<T>::put_one(const Injection<T>& injection, InjectionState& state) {
  scenes::Random random(state.random);
  const std::size_t kind = detail::drawn(kinds_.size(), random,
                                         [&](std::size_t k) { return static_cast<double>(injection.kind_weights[k]); });
  const std::uint32_t first = kinds_[kind].first_grain;
  const auto grain = first + static_cast<std::uint32_t>(detail::drawn(kinds_[kind].count, random, [&](std::size_t g) {
                       return static_cast<double>(grains_[first + g].weight);
                     }));
  const Grain<T>& g = grains_[grain];
  for (int k = 0; k < injection.attempts; ++k) {
    const Mat3<T> rotation = orthonormalized(random.rotation().template cast<T>());
    const Aabb<T> box = g.shape.aabb({rotation, {}});
    const Vec3<T> low = injection.region.min - box.min, high = injection.region.max - box.max;
    Pose<T> pose{rotation, {}};
    for (int axis = 0; axis < 3; ++axis)
      pose.translation[axis] = T(random.uniform(static_cast<double>(low[axis]), static_cast<double>(high[axis])));
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z) || !has_room(g.shape, pose)) continue;
    const Vec3<T> velocity = injection.velocity + detail::in_ball(random).template cast<T>() * injection.spread;
    const Vec3<T> spin = detail::in_ball(random).template cast<T>() * injection.spin;
    add({.grain = grain, .pose = pose, .velocity = velocity, .angular_velocity = spin});
    state.random = random.bits();
    return true;
  }
  state.random = random.bits();
  return false;
}

/// Is the place free: does nothing overlap the particle or any of its periodic images?
template <Scalar T> bool Simulation<T>::has_room(const Shape<T>& shape, const Pose<T>& pose) const {
  bool free = true;
  const auto check = [&](BodyId id, const Pose<T>& at) {
    const Body<T>& body = world_.body(id);
    const bool meets = tactus::detail::with_shape(
        body, [&](const auto& in_body) { return intersects(in_body, body.pose, shape, at); });
    if (body.filter != unused_filter && meets) free = false;
    return free;
  };
  world_.for_each_half_space([&](BodyId id) { check(id, pose); });
  const auto& axes = options_.periodic.axes;
  const std::int8_t x1 = axes[0], y1 = axes[1], z1 = axes[2];
  for (std::int8_t x = static_cast<std::int8_t>(-x1); x <= x1; ++x)
    for (std::int8_t y = static_cast<std::int8_t>(-y1); y <= y1; ++y)
      for (std::int8_t z = static_cast<std::int8_t>(-z1); z <= z1; ++z) {
        if (!free) return false;
        Pose<T> at = pose;
        at.translation += shift_of({SlotKind::image, 0, x, y, z});
        world_.query(shape.aabb(at), [&](BodyId id) { return check(id, at); });
      }
  return free;
}

}  // namespace tactus::sim::dem
