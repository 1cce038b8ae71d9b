// SPDX-License-Identifier: MIT
#pragma once
/// Simulation::step, the part from contacts to forces. Included by simulation.cpp.
#include <sim/dem/simulation.h>
#include <tactus/contact/overlap_volume.h>
#include <tactus/core/parallel.h>

#include <cmath>
#include <memory>

namespace tactus::sim::dem {

namespace detail {

inline constexpr std::size_t block = 256;  // items that a thread takes at a time, and items per partial sum

/// Calls f(first, end) for blocks that cover all indices below count.
template <class F> void parallel_blocks(std::size_t count, int threads, F&& f) {
  tactus::detail::parallel_for((count + block - 1) / block, threads,
                               [&](std::size_t k) { f(k * block, std::min(count, (k + 1) * block)); });
}

}  // namespace detail

template <Scalar T>
void add_energy(ContactEnergy<T>& e, const PointForce<T>& f, const Vec3<T>& arm_a, const Vec3<T>& arm_b) {
  e.elastic += f.elastic, e.tangential += f.stretched;
  e.damping.add(f.damping, arm_a, arm_b), e.sliding.add(f.sliding, arm_a, arm_b), e.rolling += f.torque;
  e.freed_damping += f.freed_damping, e.freed_sliding += f.freed_sliding, e.freed_rolling += f.freed_rolling;
}

/// Calls f with the object that computes forces by this law.
template <Scalar T> template <class F> void Simulation<T>::with_law(const Law<T>& law, F&& f) const {
  if (const auto* linear = std::get_if<LinearLaw<T>>(&law)) return f(LinearForce<T>(*linear, options_.time_step));
  if (const auto* hertz = std::get_if<HertzMindlinLaw<T>>(&law))
    return f(HertzMindlinForce<T>(*hertz, options_.time_step));
  f(std::get<VolumeLaw<T>>(law));
}

template <Scalar T> void Simulation<T>::compute_forces() {
  const auto contacts = world_.contacts();
  forces_.resize(contacts.size());
  if (options_.energies) contact_energies_.resize(contacts.size());
  with_law(options_.law, [&](const auto& particles) {
    with_law(options_.wall_law ? *options_.wall_law : options_.law, [&](const auto& walls) {
      detail::parallel_blocks(contacts.size(), options_.threads, [&](std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
          tactus::detail::prefetch<11>(&contacts[std::min(i + 4, contacts.size() - 1)]);
          Touch& touch = contacts[i];
          const bool wall = slots_[touch.a.slot].kind == SlotKind::wall || slots_[touch.b.slot].kind == SlotKind::wall;
          wall ? compute_force(i, touch, walls) : compute_force(i, touch, particles);
        }
      });
    });
  });
}

/// For laws that act at contact points: the sum over all points that overlap. A point that does not overlap loses the
/// state of its springs.
template <Scalar T>
template <class Force>
void Simulation<T>::compute_force(std::size_t i, Touch& touch, const Force& force) {
  const Mover &a = movers_[touch.a.slot], &b = movers_[touch.b.slot];
  const PairConstants<T> pair =
      force.of_pair(T(1) / (a.inverse_mass + b.inverse_mass), T(1) / (a.inverse_radius + b.inverse_radius));
  ContactForce<T> sum;
  ContactEnergy<T> energy;
  const bool accounts = options_.energies;
  const auto add = [&](const Vec3<T>& position, T depth, PointHistory<T>& history) {
    if (!(depth > T(0))) return void(history = {});
    const Vec3<T> arm_a = position - a.center, arm_b = position - b.center;
    const Vec3<T> velocity_a = a.velocity + cross(a.spin, arm_a), velocity_b = b.velocity + cross(b.spin, arm_b);
    const PointForce<T> f =
        force(pair, {touch.points.normal, depth, velocity_b - velocity_a, b.spin - a.spin}, history);
    sum.add(f.force, arm_a, arm_b, f.torque);
    const Springs<T> springs = force.springs(pair, depth);
    sum.stiffness += springs.stiffest(), sum.damping += springs.most_damping();
    if (accounts) add_energy(energy, f, arm_a, arm_b);
  };
  if (force.deepest_only()) {
    add(touch.contact.point(), -touch.contact.distance, touch.points.points[0].data);
  } else {
    for (int k = 0; k < touch.points.count; ++k) {
      auto& point = touch.points.points[static_cast<std::size_t>(k)];
      add(point.position, -point.distance, point.data);
    }
  }
  forces_[i] = sum;
  if (accounts) contact_energies_[i] = energy;
}

/// The force on B is -E'(V)·∂V/∂x, with friction at the overlap's centroid.
template <Scalar T> void Simulation<T>::compute_force(std::size_t i, Touch& touch, const VolumeLaw<T>& law) {
  thread_local const auto workspace = std::make_unique<OverlapWorkspace<T, 1024>>();
  const Mover &a = movers_[touch.a.slot], &b = movers_[touch.b.slot];
  const Body<T>&body_a = world_.body(touch.a), &body_b = world_.body(touch.b);
  const OverlapVolume<T> o = overlap_volume(body_a.shape, body_a.pose, body_b.shape, body_b.pose, *workspace);
  PointHistory<T>& history = touch.points.points[0].data;
  ContactForce<T> sum;
  ContactEnergy<T> energy;
  if (o.status == Status::overlapping && o.volume > T(0)) {
    const Vec3<T> arm_a = o.centroid - a.center, arm_b = o.centroid - b.center;
    const Vec3<T> velocity_a = a.velocity + cross(a.spin, arm_a), velocity_b = b.velocity + cross(b.spin, arm_b);
    const Vec3<T> relative = velocity_b - velocity_a, spin = b.spin - a.spin;
    const T growth = dot(o.normal_b, relative) + dot(o.moment_b, spin);  // rate of change of the volume
    const T power = std::pow(o.volume, law.exponent - T(1)), damping = law.damping * growth;
    const T pressure = law.exponent * law.modulus * power + damping;
    PointForce<T> f;
    f.force = o.normal_b * -pressure;
    f.normal = norm(f.force);
    f.elastic = law.modulus * power * o.volume;
    const Tangential<T> across{law.friction, {}, options_.time_step};
    across.add(f, {unit_or_up(-o.normal_b), T(0), relative, spin}, history, law.tangential, T(0), T(0));
    sum.add(f.force, arm_a, arm_b, o.moment_b * -pressure);
    const T area = norm(o.normal_b), p = law.exponent;
    sum.stiffness = law.modulus * p * ((p - T(1)) * std::pow(o.volume, p - T(2)) * area * area + power * sqrt(area)) +
                    (law.friction > T(0) ? law.tangential : T(0));
    sum.damping = law.damping * area * area;
    add_energy(energy, f, arm_a, arm_b);
    energy.damping.add(o.normal_b * -damping, arm_a, arm_b, o.moment_b * -damping);
  } else {
    history = {};
  }
  forces_[i] = sum;
  if (options_.energies) contact_energies_[i] = energy;
}

template <Scalar T> void Simulation<T>::add_to_statistics(const Touch& touch, bool wall) {
  StepStatistics<T>& s = statistics_;
  ++(wall ? s.wall_contacts : s.contacts);
  s.points += static_cast<std::size_t>(touch.points.count);
  const T depth = -touch.contact.distance;
  s.deepest = max(s.deepest, depth);
  s.deepest_relative =
      max(s.deepest_relative, depth * max(movers_[touch.a.slot].inverse_radius, movers_[touch.b.slot].inverse_radius));
  s.worst_gap = max(s.worst_gap, touch.contact.upper - touch.contact.lower);
  s.stalled += touch.contact.status == Status::stalled;
}

/// Sums in the order of the contacts, for any number of threads, so that the sums are the same to the last bit.
template <Scalar T> void Simulation<T>::sum_forces() {
  loads_.assign(slots_.size(), {});
  std::size_t i = 0;
  const auto contacts = world_.contacts();
  for (const Touch& touch : contacts) {
    const ContactForce<T>& f = forces_[i++];
    tactus::detail::prefetch<5>(&contacts[std::min(i + 8, contacts.size() - 1)]);
    Load &a = loads_[touch.a.slot], &b = loads_[touch.b.slot];
    a.force -= f.force, b.force += f.force;
    a.torque += f.torque_a, b.torque += f.torque_b;
    a.stiffness += f.stiffness, b.stiffness += f.stiffness;
    a.damping += f.damping, b.damping += f.damping;
    add_to_statistics(touch,
                      slots_[touch.a.slot].kind == SlotKind::wall || slots_[touch.b.slot].kind == SlotKind::wall);
  }
  for (const Image& image : images_) {
    const Load& load = loads_[image.slot];
    Load& own = loads_[particles_[image.particle].slot];
    own.force += load.force, own.torque += load.torque, own.stiffness += load.stiffness;
    own.damping += load.damping;
  }
  StepStatistics<T>& s = statistics_;
  s.particles = particles_.size(), s.images = images_.size();
  if (!particles_.empty()) s.coordination = T(2 * s.contacts + s.wall_contacts) / T(particles_.size());
}

}  // namespace tactus::sim::dem
