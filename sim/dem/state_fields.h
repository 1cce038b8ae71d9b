// SPDX-License-Identifier: MIT
#pragma once
/// A State number by number, for files and comparisons (sim/rigid/state_fields.h says how).
#include <sim/dem/state.h>
#include <sim/rigid/state_fields.h>

namespace tactus::sim::dem {

/// The structs of this folder, for FieldVisitor. S: the struct, const or not.
template <class S, class Visit>
  requires requires(S& s) { s.slide, s.roll; }
void visit_fields(S& history, const Visit& visit) { visit.all(history.slide, history.roll); }
template <class S, class Visit>
  requires requires(S& s) { s.grain, s.turn, s.momentum; }
void visit_fields(S& p, const Visit& visit) {
  visit.all(p.grain, p.slot, p.fresh, p.center, p.turn.w, p.turn.x, p.turn.y, p.turn.z, p.velocity, p.momentum);
}
template <class S, class Visit>
  requires requires(S& s) { s.kind, s.index, s.shift_x; }
void visit_fields(S& use, const Visit& visit) { visit.all(use.kind, use.index, use.shift_x, use.shift_y, use.shift_z); }
template <class S, class Visit>
  requires requires(S& s) { s.injected, s.waiting; }
void visit_fields(S& s, const Visit& visit) { visit.all(s.random, s.periods, s.injected, s.waiting); }
template <class S, class Visit>
  requires requires(S& s) { s.first, s.second, s.history; }
void visit_fields(S& c, const Visit& visit) { visit.all(c.first, c.second, c.id, c.position, c.history); }
template <class S, class Visit>
  requires requires(S& s) { s.damped, s.rubbed, s.walls; }
void visit_fields(S& e, const Visit& visit) {
  visit.all(e.translation, e.rotation, e.gravity, e.elastic, e.tangential, e.damped, e.rubbed, e.rolled, e.features,
            e.leap, e.turned, e.walls, e.injected);
}

/// S: State<T>, const or not.
template <class S, class F> void for_each_number(S& state, F&& f) {
  const rigid::detail::FieldVisitor<std::remove_reference_t<F>> visit{f};
  visit.all(state.step, state.time_step);
  visit.list(state.particles), visit.list(state.poses), visit.list(state.slots);
  visit.list(state.injections), visit.list(state.carried);
  visit(state.energies);
  visit(state.world);
}

}  // namespace tactus::sim::dem
