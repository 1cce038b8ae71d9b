// SPDX-License-Identifier: MIT
#pragma once
/// Simulation::account: where the energy went in a step. Included by simulation.cpp.
///
/// Leapfrog has an exact energy balance. A particle has the velocity v- before the kick of time t and v+ after it, and
///   m v-·v+/2 = m v²/2 - m (a h/2)²/2,   where v = (v- + v+)/2 is the velocity at time t.
/// From t to t + h the left side grows by h v+·(F(t) + F(t + h))/2, exactly. So a force does half its work with v- and half
/// with v+; the potential of gravity changes by the same sum, exactly; and (a h/2)² is `leap`. Angular momentum behaves
/// the same way, except that the drift turns the body with an energy error, which is `turned`. So the work of every
/// contact force is computed with both velocities: the energy that dampers and sliding take, the energy that walls
/// bring in, and the rest, which is the work of the springs. The difference between that work and the change of the
/// springs' stored energy is `features`. Only rounding remains: balance() is zero to rounding, and a test checks it.
#include <sim/dem/forces.h>

namespace tactus::sim::dem {

namespace detail {

/// The power of a wrench between two bodies with these velocities.
template <Scalar T, class A, class B> T power(const Wrench<T>& w, const A& a, const B& b) {
  return dot(w.force, b.velocity - a.velocity) + dot(w.torque_a, a.spin) + dot(w.torque_b, b.spin);
}

template <Scalar T> void add_losses(Energies<T>& sum, const Energies<T>& e) {
  sum.elastic += e.elastic, sum.tangential += e.tangential;
  sum.damped += e.damped, sum.rubbed += e.rubbed, sum.rolled += e.rolled;
  sum.features += e.features, sum.walls += e.walls;
}

}  // namespace detail

/// halves[0] is the energy lost in the half of the kick before the time of the contacts, halves[1] that in the half
/// after it. `features` is the work that was done on the springs and dampers together.
template <Scalar T>
void Simulation<T>::account_contact(std::size_t i, const Touch& touch, std::array<Energies<T>, 2>& halves) const {
  const ContactForce<T>& f = forces_[i];
  const ContactEnergy<T>& e = contact_energies_[i];
  const Mover &before_a = movers_[touch.a.slot], &before_b = movers_[touch.b.slot];
  const bool fixed_a = before_a.inverse_mass == T(0), fixed_b = before_b.inverse_mass == T(0);
  const T half = options_.time_step * T(0.5);
  const auto enter = [&](Energies<T>& to, const auto& a, const auto& b) {
    to.damped -= detail::power(e.damping, a, b) * half;
    to.rubbed -= detail::power(e.sliding, a, b) * half;
    to.rolled -= dot(e.rolling, b.spin - a.spin) * half;
    to.features -= detail::power<T>(f, a, b) * half;
    if (fixed_a) to.walls += (dot(f.force, a.velocity) - dot(f.torque_a, a.spin)) * half;
    if (fixed_b) to.walls -= (dot(f.force, b.velocity) + dot(f.torque_b, b.spin)) * half;
  };
  enter(halves[0], before_a, before_b);
  // Walls are not kicked.
  const Kicked after_a = fixed_a ? Kicked{before_a.velocity, before_a.spin} : kicked_[touch.a.slot];
  const Kicked after_b = fixed_b ? Kicked{before_b.velocity, before_b.spin} : kicked_[touch.b.slot];
  enter(halves[1], after_a, after_b);
  halves[0].elastic += e.elastic, halves[0].tangential += e.tangential;
  halves[0].damped += e.freed_damping, halves[0].rubbed += e.freed_sliding, halves[0].rolled += e.freed_rolling;
}

/// Sums blocks of contacts in a fixed order, so that the number of threads changes no byte.
template <Scalar T> void Simulation<T>::account() {
  for (const Image& image : images_) {
    const std::uint32_t own = particles_[image.particle].slot;
    kicked_[image.slot] = kicked_[own];
    movers_[image.slot].velocity = movers_[own].velocity, movers_[image.slot].spin = movers_[own].spin;
  }
  const auto contacts = world_.contacts();
  block_energies_.assign((contacts.size() + detail::block - 1) / detail::block, {});
  detail::parallel_blocks(contacts.size(), options_.threads, [&](std::size_t first, std::size_t end) {
    std::array<Energies<T>, 2> halves;
    for (std::size_t i = first; i < end; ++i) account_contact(i, contacts[i], halves);
    block_energies_[first / detail::block] = halves;
  });
  std::array<Energies<T>, 2> halves;
  for (const auto& block : block_energies_)
    for (std::size_t k = 0; k < 2; ++k) detail::add_losses(halves[k], block[k]);
  // The work on springs and dampers is lost in dampers, stored in springs, or lost when features changed.
  const auto enter = [&](const Energies<T>& e, T stored) {
    energies_.damped += e.damped, energies_.rubbed += e.rubbed, energies_.rolled += e.rolled;
    energies_.walls += e.walls;
    energies_.features += e.features - stored - e.damped - e.rubbed - e.rolled;
  };
  enter(halves[0], halves[0].elastic + halves[0].tangential - energies_.elastic - energies_.tangential);
  energies_.elastic = halves[0].elastic, energies_.tangential = halves[0].tangential;
  statistics_.energies = energies_;
  enter(halves[1], T(0));
}

}  // namespace tactus::sim::dem
