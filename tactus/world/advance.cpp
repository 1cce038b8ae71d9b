#include <tactus/broad/aabb_tree.h>
#include <tactus/core/reject.h>
#include <tactus/query.h>
#include <tactus/sweep/swept_bounds.h>
#include <tactus/sweep/time_of_impact.h>
#include <tactus/world/advance.h>

#include <algorithm>
#include <optional>

namespace tactus {

namespace {

template <Scalar T> Motion<T> motion_of(const Body<T>& body, T duration) {
  if (body.is_static) return at_rest(body.pose);
  return {body.pose, body.velocity * duration, body.angular_velocity * duration, body.shape.center()};
}

template <Scalar T> struct Meeting {
  BodyId a, b;
  Impact<T> impact;
};

/// Pairs whose ways may cross within the time left: those of overlapping swept boxes, and all with a half-space.
template <Scalar T> std::vector<std::pair<BodyId, BodyId>> candidates(const World<T>& world, T duration) {
  AabbTree<T> swept;
  std::vector<BodyId> bodies, half_spaces, owner;
  world.for_each_half_space([&](BodyId id) { half_spaces.push_back(id); });
  std::vector<std::pair<BodyId, BodyId>> pairs;
  const auto take = [&](BodyId a, BodyId b) {
    if (b < a) std::swap(a, b);
    if (world.may_pair(a, b) && !world.body(a).sensor && !world.body(b).sensor) pairs.push_back({a, b});
  };
  world.for_each_body([&](BodyId id) {
    const Body<T>& body = world.body(id);
    if (!body.shape.bounded()) return;
    const BoxId box = swept.insert(swept_aabb(body.shape, motion_of(body, duration)), body.filter);
    owner.resize(std::max<std::size_t>(owner.size(), box.slot + std::size_t{1}));
    owner[box.slot] = id;
    for (const BodyId plane : half_spaces) take(plane, id);
  });
  swept.for_each_pair([&](BoxId a, BoxId b) { take(owner[a.slot], owner[b.slot]); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// How fast the bodies come nearer along the normal of a contact, at its point.
template <Scalar T> T closing_speed(const Body<T>& a, const Body<T>& b, const Contact<T>& c) {
  const auto velocity = [&](const Body<T>& body) {
    if (body.is_static) return Vec3<T>{};
    return body.velocity + cross(body.angular_velocity, c.point() - body.pose * body.shape.center());
  };
  return dot(velocity(a) - velocity(b), c.normal);
}

/// When a pair stops the motion, as a fraction of the duration; nothing if it does not. Bodies may sink into each other
/// by less than the tolerance in every call, so a shallow overlap that still closes is an impact too, at time 0.
template <Scalar T>
std::optional<Impact<T>> stop_of(const Body<T>& a, const Body<T>& b, T duration, const Options<T>& options) {
  const Motion<T> motion_a = motion_of(a, duration), motion_b = motion_of(b, duration);
  Impact<T> impact = time_of_impact(a.shape, motion_a, b.shape, motion_b, options);
  if (impact.status == MotionStatus::stalled) {
    impact.contact = contact(a.shape, motion_a.at(impact.time), b.shape, motion_b.at(impact.time));
    return impact;
  }
  const bool shallow = impact.status == MotionStatus::initial_overlap &&
                       -impact.contact.distance <= shallow_overlap<T> * impact.resolution;
  if (impact.hit() || (shallow && closing_speed(a, b, impact.contact) > T(0))) return impact;
  return std::nullopt;
}

/// The earliest impacts, all of the same time, and that time as a fraction of the duration (1 if there are none).
template <Scalar T>
std::pair<T, std::vector<Meeting<T>>> earliest(const World<T>& world, T duration, const Options<T>& options) {
  T time = T(1);
  std::vector<Meeting<T>> first;
  for (const auto& [a, b] : candidates(world, duration)) {
    const auto impact = stop_of(world.body(a), world.body(b), duration, options);
    if (!impact || impact->time > time) continue;
    if (impact->time < time) first.clear();
    time = impact->time;
    first.push_back({a, b, *impact});
  }
  return {time, first};
}

template <Scalar T> void move_all(World<T>& world, T duration, T fraction) {
  world.for_each_body([&](BodyId id) {
    const Body<T>& body = world.body(id);
    if (body.is_static || (body.velocity == Vec3<T>{} && body.angular_velocity == Vec3<T>{})) return;
    world.set_pose(id, orthonormalized(motion_of(body, duration).at(fraction)));
  });
}

template <Scalar T> void check_duration(const char* call, T duration) {
  if (!(duration >= T(0)) || !is_finite(duration))
    reject(call, ": duration = ", duration, " is negative or not finite");
}

}  // namespace

template <Scalar T>
Advance<T> advance(World<T>& world, std::type_identity_t<T> duration, const ImpactHandler<T>& on_impact,
                   int max_impacts, const Options<T>& options) {
  check_duration("advance", duration);
  if (max_impacts < 0) reject("advance: max_impacts = ", max_impacts, " is negative");
  require_valid("advance", options);
  Advance<T> result;
  for (T left = duration; left > T(0);) {
    const auto [fraction, meetings] = earliest(world, left, options);
    move_all(world, left, fraction);
    left -= left * fraction;
    result.time = duration - left;
    for (const Meeting<T>& m : meetings) {
      if (!world.alive(m.a) || !world.alive(m.b)) continue;  // the handler of another impact removed it
      ++result.impacts;
      if (on_impact) on_impact(world, m.a, m.b, m.impact);
    }
    if (meetings.empty()) break;
    if (!on_impact || result.impacts >= max_impacts) {
      result.status = left > T(0) ? AdvanceStatus::stopped : AdvanceStatus::done;
      return result;
    }
  }
  result.time = duration;
  return result;
}

template <Scalar T>
void advance_in_substeps(World<T>& world, std::type_identity_t<T> duration, int substeps,
                         const std::function<void(World<T>&)>& on_step) {
  check_duration("advance_in_substeps", duration);
  if (substeps < 1) reject("advance_in_substeps: substeps = ", substeps, ": at least one is wanted");
  for (int i = 0; i < substeps; ++i) {
    move_all(world, duration / T(substeps), T(1));
    if (on_step) on_step(world);
  }
}

#define TACTUS_INSTANTIATE(T)                                                                 \
  template Advance<T> advance(World<T>&, T, const ImpactHandler<T>&, int, const Options<T>&); \
  template void advance_in_substeps(World<T>&, T, int, const std::function<void(World<T>&)>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
