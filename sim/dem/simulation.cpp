// SPDX-License-Identifier: MIT
#include <sim/dem/critical_step.h>
#include <sim/dem/images.h>
#include <sim/dem/inject.h>
#include <sim/dem/restore.h>
#include <sim/dem/step.h>
#include <tactus/core/reject.h>

namespace tactus::sim::dem {

namespace {

template <Scalar T> void check_options(const SimulationOptions<T>& o) {
  require_finite("dem::Simulation", "gravity", o.gravity);
  if (!(o.time_step >= T(0)) || !is_finite(o.time_step))
    reject("dem::Simulation: time_step = ", o.time_step,
           "; it must be a positive number of seconds, or 0 for an automatic choice");
  if (!(o.step_part > T(0) && o.step_part <= T(1)))
    reject("dem::Simulation: step_part = ", o.step_part, "; above 0 and at most 1 is required");
  if (o.threads < 0) reject("dem::Simulation: threads = ", o.threads, " is negative; 0 means one per core");
  dem::check<T>(o.law);
  if (o.wall_law) dem::check<T>(*o.wall_law);
  for (int axis = 0; axis < 3; ++axis)
    if (o.periodic.axes[static_cast<std::size_t>(axis)] &&
        (!(o.periodic.length(axis) > T(0)) || !is_finite(o.periodic.length(axis))))
      reject("dem::Simulation: periodic.box = ", o.periodic.box, " has no length along axis ", axis,
             "; min < max is required");
}

}  // namespace

template <Scalar T> Simulation<T>::Simulation(const SimulationOptions<T>& options) : options_(options) {
  check_options(options);
}

/// wall: of a wall; null for a particle.
template <Scalar T> void Simulation<T>::check_law(const Shape<T>& shape, const Nonconvex<T>* wall) const {
  const auto uses_volume = [](const Law<T>& law) { return std::holds_alternative<VolumeLaw<T>>(law); };
  const Law<T>& wall_law = options_.wall_law ? *options_.wall_law : options_.law;
  if (!(wall ? uses_volume(wall_law) : uses_volume(wall_law) || uses_volume(options_.law))) return;
  if (wall && *wall)
    reject(
        "dem::Simulation: the volume law takes boxes, hulls and half-spaces, but no wall of pieces; add the pieces as "
        "walls of their own, or give wall_law another law");
  if (!has_overlap_volume(shape, Shape<T>(Box<T>{{T(1), T(1), T(1)}})))
    reject("dem::Simulation: the volume law takes boxes, hulls and half-spaces, but not ", shape,
           "; use a hull of points on its surface, or another law");
}

template <Scalar T> std::uint32_t Simulation<T>::add_kind(const ParticleKind<T>& kind) {
  if (kind.sizes.empty()) reject("dem::Simulation::add_kind: '", kind.name, "' has no sizes; at least one is required");
  std::vector<Grain<T>> made;
  const auto number = static_cast<std::uint32_t>(kinds_.size());
  for (const SizedShape<T>& size : kind.sizes) {
    check_law(size.shape, nullptr);
    made.push_back(make_grain(size.shape, kind.density, number, size.weight));
  }
  kinds_.push_back(
      {kind.name, static_cast<std::uint32_t>(grains_.size()), static_cast<std::uint32_t>(kind.sizes.size())});
  for (const Grain<T>& g : made) grains_.push_back(g), largest_reach_ = max(largest_reach_, g.reach);
  checked_ = false;
  return number;
}

template <Scalar T> std::uint32_t Simulation<T>::new_slot(const Body<T>& body, const SlotUse& use) {
  const BodyId id = world_.add(body);
  slots_.resize(std::max<std::size_t>(slots_.size(), id.slot + std::size_t{1}));
  movers_.resize(slots_.size()), loads_.resize(slots_.size());
  slots_[id.slot] = use;
  return id.slot;
}

template <Scalar T> Body<T> Simulation<T>::wall_body(const Wall<T>& wall, const Pose<T>& pose) const {
  const bool moves = wall.motion.moves();
  return {.shape = wall.shape,
          .pose = pose,
          .is_static = !moves,
          .kinematic = moves,
          .filter = wall_filter,
          .nonconvex = wall.nonconvex};
}

template <Scalar T> std::uint32_t Simulation<T>::add_wall(const Wall<T>& wall) {
  const WallMotion<T>& m = wall.motion;
  require_valid("dem::Simulation::add_wall", "pose", wall.pose);
  for (const Vec3<T>& v : {m.velocity, m.amplitude, m.angular_velocity, m.pivot})
    require_finite("dem::Simulation::add_wall", "motion", v);
  require_not_negative("dem::Simulation::add_wall", "motion.frequency", m.frequency);
  if (!is_finite(m.frequency) || !is_finite(m.begin) || !(m.begin <= m.end))
    reject("dem::Simulation::add_wall: motion from ", m.begin, " to ", m.end, " s at ", m.frequency,
           " Hz; finite, and begin <= end, is required");
  check_law(wall.shape, &wall.nonconvex);
  const WallState<T> now = wall_at(wall, time());
  const auto number = static_cast<std::uint32_t>(walls_.size());
  const std::uint32_t slot = new_slot(wall_body(wall, now.pose), {SlotKind::wall, number});
  movers_[slot] = {now.pivot, now.velocity, now.angular_velocity, T(0), T(0)};
  walls_.push_back({wall, slot});
  checked_ = false;
  return number;
}

template <Scalar T> std::uint32_t Simulation<T>::add_injection(const Injection<T>& in) {
  if (in.kind_weights.size() != kinds_.size())
    reject("dem::Simulation::add_injection: ", in.kind_weights.size(), " weights for ", kinds_.size(),
           " kinds; one for each, after all kinds were added");
  T sum{}, widest{};
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    require_not_negative("dem::Simulation::add_injection", "a weight of a kind", in.kind_weights[k]);
    sum += in.kind_weights[k];
    for (std::uint32_t g = 0; g < kinds_[k].count && in.kind_weights[k] > T(0); ++g)
      widest = max(widest, T(2) * grains_[kinds_[k].first_grain + g].shape.bounding_radius());
  }
  if (!(sum > T(0)) || !is_finite(sum)) reject("dem::Simulation::add_injection: the weights add up to ", sum);
  const Vec3<T> room = in.region.max - in.region.min;
  if (!is_finite(room) || !(room.x >= widest && room.y >= widest && room.z >= widest))
    reject("dem::Simulation::add_injection: particles up to ", widest, " across do not fit into a region of ", room.x,
           " x ", room.y, " x ", room.z, "; a larger region or smaller particles would do");
  if (in.per_period < 1 || in.attempts < 1 || !(in.period > T(0)))
    reject("dem::Simulation::add_injection: ", in.per_period, " particles every ", in.period, " s with ", in.attempts,
           " attempts; all must be positive");
  require_finite("dem::Simulation::add_injection", "velocity", in.velocity);
  require_not_negative("dem::Simulation::add_injection", "spread", in.spread);
  require_not_negative("dem::Simulation::add_injection", "spin", in.spin);
  injections_.push_back(in);
  injection_states_.push_back({.random = in.seed});
  return static_cast<std::uint32_t>(injections_.size() - 1);
}

template <Scalar T> Pose<T> Simulation<T>::pose_of(const Particle<T>& p) const {
  const Grain<T>& g = grains_[p.grain];
  const Mat3<T> turn = to_matrix(p.turn);
  const Mat3<T> rotation = g.axes_are_frame ? turn : turn * transpose(g.axes);
  return {rotation, g.center == Vec3<T>{} ? p.center : p.center - rotation * g.center};
}

/// The drift of a step can be undone: with the same momentum a free turn by -h is its exact inverse.
template <Scalar T> Pose<T> Simulation<T>::pose_in_contact(const Touch& touch, std::uint32_t slot) const {
  const SlotUse& use = slots_[slot];
  const T h = options_.time_step;
  if (use.kind == SlotKind::wall) return wall_at(walls_[use.index].wall, T(step_ - 1) * h).pose;
  Particle<T> p = particles_[use.index];
  p.center -= p.velocity * h;
  p.turn = turned_freely(p.turn, p.momentum, grains_[p.grain], -h);
  const Vec3<T> beside = touch.contact.point();
  for (int axis = 0; axis < 3; ++axis)
    if (options_.periodic.axes[static_cast<std::size_t>(axis)])
      p.center[axis] +=
          std::round((beside[axis] - p.center[axis]) / options_.periodic.length(axis)) * options_.periodic.length(axis);
  return pose_of(p);
}

template <Scalar T> std::uint32_t Simulation<T>::add(const ParticleInit<T>& init) {
  if (init.grain >= grains_.size())
    reject("dem::Simulation::add: grain ", init.grain, " of ", grains_.size(), "; add_kind() makes them");
  require_valid("dem::Simulation::add", "pose", init.pose);
  require_finite("dem::Simulation::add", "velocity", init.velocity);
  require_finite("dem::Simulation::add", "angular_velocity", init.angular_velocity);
  const Grain<T>& g = grains_[init.grain];
  Particle<T> p{.grain = init.grain};
  p.center = init.pose * g.center;
  const Mat3<T> rotation = orthonormalized(init.pose.rotation);
  p.turn = to_quaternion(g.axes_are_frame ? rotation : rotation * g.axes);
  p.velocity = init.velocity;
  p.momentum = momentum_of(p.turn, init.angular_velocity, g);
  for (int axis = 0; axis < 3; ++axis) {
    const bool inside =
        p.center[axis] >= options_.periodic.box.min[axis] && p.center[axis] < options_.periodic.box.max[axis];
    if (options_.periodic.axes[static_cast<std::size_t>(axis)] && !inside)
      reject("dem::Simulation::add: centre ", p.center, " is not within ", options_.periodic.box,
             ", which is periodic along axis ", axis);
  }
  const Vec3<T> spin = init.angular_velocity;
  energies_.injected +=
      (g.mass * norm_squared(p.velocity) + dot(spin, p.momentum)) * T(0.5) - g.mass * dot(options_.gravity, p.center);
  p.slot = new_slot({.shape = g.shape, .pose = pose_of(p), .filter = particle_filter},
                    {SlotKind::particle, static_cast<std::uint32_t>(particles_.size())});
  particles_.push_back(p);
  refresh_mover(p);
  images_stale_ = true;
  return static_cast<std::uint32_t>(particles_.size() - 1);
}

template <Scalar T> Vec3<T> Simulation<T>::angular_velocity(std::uint32_t i) const {
  const Particle<T>& p = particles_[i];
  return spin_of(p.turn, p.momentum, grains_[p.grain]);
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace tactus::sim::dem
