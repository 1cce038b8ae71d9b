// SPDX-License-Identifier: MIT
#pragma once
/// The loops of the soft solver over a group of contacts.
#include <sim/rigid/soft/keep.h>
#include <sim/rigid/soft/move.h>
#include <sim/rigid/soft/prepare.h>

namespace tactus::sim::rigid {

namespace {  // every file that is compiled for another processor has its own copy

/// The velocities of the bodies of a group of contacts.
template <Scalar T> struct Contacts {
  BodyVectors<T> a, b;

  static Contacts gather(const StepProblem<T>& problem, const ContactLanes<T>& c) {
    return {BodyVectors<T>::gather(problem.bodies, c.a), BodyVectors<T>::gather(problem.bodies, c.b)};
  }
  void scatter(StepProblem<T>& problem, const ContactLanes<T>& c) const {
    a.scatter(problem.bodies, c.a, c.moves_a);
    b.scatter(problem.bodies, c.b, c.moves_b);
  }
  void push(const Vector3<T>& impulse) {
    a.linear = a.linear - impulse * a.mass, b.linear = b.linear + impulse * b.mass;
  }
  void turn(const ContactLanes<T>& c, const Vector3<T>& torque_a, const Vector3<T>& torque_b) {
    a.angular = a.angular - c.inertia_a * torque_a, b.angular = b.angular + c.inertia_b * torque_b;
  }
};

/// B's arm to a point is A's arm plus a vector that all points share. The same holds for arm × normal.
template <Scalar T> Vector3<T> turn_from_a_to_b(const ContactLanes<T>& c) {
  return cross(load(c.arm_b) - load(c.arm_a), load(c.normal));
}

/// Applies all impulses of the last step again: they are a good start for this step.
template <Scalar T> void warm_start(StepProblem<T>& problem, const ContactLanes<T>& c, const PointLanes<T>* points) {
  Contacts<T> contacts = Contacts<T>::gather(problem, c);
  const Vector<T> zero(T(0));
  Vector<T> pressed = zero;
  Vector3<T> torque{zero, zero, zero};
  for (std::uint32_t k = 0; k < c.count; ++k) {
    const Vector<T> impulse = load(points[k].impulse);
    torque = torque + load(points[k].turn) * impulse, pressed = pressed + impulse;
  }
  const Vector3<T> friction = load(c.impulse), normal = load(c.normal);
  contacts.push(normal * pressed + friction);
  torque = torque + normal * load(c.impulse_twist);
  contacts.turn(c, torque + cross(load(c.arm_a), friction),
                torque + turn_from_a_to_b(c) * pressed + cross(load(c.arm_b), friction));
  contacts.scatter(problem, c);
}

/// Friction at a point, and twist.
template <Scalar T> struct Rub {
  Vector3<T> friction;
  Vector<T> twist;
};

/// The case that friction cannot stop the motion. Friction and twist / radius change against their speeds, both with
/// the same mass, and are then projected onto the ball of radius `limit`. The same mass makes the result oppose the
/// motion: it is the wrench that dissipates most energy. The limit surface of a patch is nearly an ellipsoid: [Goyal,
/// Ruina & Papadopoulos 1991; Howe & Cutkosky 1996]
template <Scalar T>
Rub<T> slipping(const ContactLanes<T>& c, const Vector3<T>& sliding, const Vector<T>& twisting, const Vector<T>& limit,
                const Vector<T>& radius, const Vector<T>& per_radius) {
  const Vector<T> tangent_mass = load(c.tangent_mass), twist_mass = load(c.twist_mass), one(T(1));
  const Vector<T> mass = tangent_mass * twist_mass * mass_of<T>(twist_mass + tangent_mass * radius * radius);
  const Vector3<T> friction = load(c.impulse) - sliding * mass;
  const Vector<T> twist = load(c.impulse_twist) * per_radius - mass * radius * twisting;
  const Vector<T> length2 = dot(friction, friction) + twist * twist, limit2 = limit * limit;
  const Vector<T> scale =
      where_greater(length2, limit2, limit / sqrt(where_greater(length2, limit2, length2, one)), one);
  return {friction * scale, twist * scale * radius};
}

/// Brings sliding and twisting to rest, as far as Coulomb's law over the patch of the normal impulses allows.
template <Scalar T> void rub(Contacts<T>& contacts, ContactLanes<T>& c, const PointLanes<T>* points) {
  const Vector<T> zero(T(0));
  Vector<T> pressed = zero, pressed_around = zero;
  for (std::uint32_t k = 0; k < c.count; ++k) {
    const Vector<T> impulse = load(points[k].impulse);
    pressed = pressed + impulse, pressed_around = pressed_around + impulse * load(points[k].radius);
  }
  const Vector<T> limit = load(c.friction) * pressed;
  const Vector<T> radius = pressed_around * mass_of<T>(pressed), per_radius = pressed * mass_of<T>(pressed_around);

  const Rub<T> before{load(c.impulse), load(c.impulse_twist)};
  const Vector3<T> normal = load(c.normal), arm_a = load(c.arm_a), arm_b = load(c.arm_b);
  const Vector<T> twisting = dot(normal, contacts.b.angular - contacts.a.angular);
  const Vector3<T> speed =
      contacts.b.linear - contacts.a.linear + cross(contacts.b.angular, arm_b) - cross(contacts.a.angular, arm_a);
  const Vector3<T> sliding = speed - normal * dot(speed, normal);
  const Vector<T> twist = where_greater(radius, zero, before.twist - load(c.twist_mass) * twisting, zero);
  const Vector3<T> sliding_then = sliding + load(c.twist_slide) * (twist - before.twist);
  Rub<T> now{before.friction - sliding_then * load(c.tangent_mass), twist};
  const Vector<T> t = twist * per_radius;
  const Vector<T> length2 = dot(now.friction, now.friction) + t * t, limit2 = limit * limit;
  if (greater_bits(length2, limit2)) {
    const Rub<T> slips = slipping(c, sliding, twisting, limit, radius, per_radius);
    const auto choose = [&](Vector<T>& holds, const Vector<T>& slip) {
      holds = where_greater(length2, limit2, slip, holds);
    };
    choose(now.friction.x, slips.friction.x), choose(now.friction.y, slips.friction.y);
    choose(now.friction.z, slips.friction.z), choose(now.twist, slips.twist);
  }
  const Vector3<T> change = now.friction - before.friction, torque = normal * (now.twist - before.twist);
  contacts.push(change);
  contacts.turn(c, cross(arm_a, change) + torque, cross(arm_b, change) + torque);
  store(c.impulse, now.friction), store(c.impulse_twist, now.twist);
}

/// Stops all rolling and twisting of one body on the other, as far as the arm allows. Starts from zero in each step.
template <Scalar T>
void resist_rolling(Contacts<T>& contacts, const ContactLanes<T>& c, const PointLanes<T>* points, RollLanes<T>& roll) {
  Vector<T> pressed(T(0));
  for (std::uint32_t k = 0; k < c.count; ++k) pressed = pressed + load(points[k].impulse);
  const Vector<T> limit = load(roll.arm) * pressed, one(T(1));
  const Vector3<T> before = load(roll.impulse);
  const Vector3<T> stops = before - (contacts.b.angular - contacts.a.angular) * load(roll.mass);
  const Vector<T> length2 = dot(stops, stops), limit2 = limit * limit;
  const Vector<T> scale =
      where_greater(length2, limit2, limit / sqrt(where_greater(length2, limit2, length2, one)), one);
  const Vector3<T> now = stops * scale;
  contacts.turn(c, now - before, now - before);
  store(roll.impulse, now);
}

/// Impulses along the normal. A gap may close, but not more; an overlap is removed by its spring. The effect of a
/// point's impulse on the points after it comes from the couplings. The impulses of all points are then applied to the
/// bodies together.
template <Scalar T>
void press(Contacts<T>& contacts, const SoftPass<T>& pass, const ContactLanes<T>& c, PointLanes<T>* points) {
  const Softness<T>& soft = pass.softness;
  const Vector<T> zero(T(0)), one(T(1)), per_h(T(1) / pass.h), rate(soft.rate), fastest = load(c.fastest);
  const Vector<T> kept(T(1) - soft.impulse_scale), mass_scale(soft.mass_scale);
  const Vector3<T> normal = load(c.normal), b_from_a = turn_from_a_to_b(c);
  const Vector3<T> twisting = contacts.b.angular - contacts.a.angular;
  const Vector<T> approach = dot(normal, contacts.b.linear - contacts.a.linear) + dot(b_from_a, contacts.b.angular);
  Vector<T> pressed = zero, changes[points_per_pair] = {zero, zero, zero, zero};
  Vector3<T> torque{zero, zero, zero};
  for (std::uint32_t k = 0; k < c.count; ++k) {
    PointLanes<T>& p = points[k];
    const Vector3<T> turn = load(p.turn);
    const Vector<T> gap = load(p.gap), before = load(p.impulse);
    Vector<T> speed = approach + dot(turn, twisting);
    for (std::uint32_t j = 0; j < k; ++j) speed = speed + load(p.coupling[j]) * changes[j];
    const Vector<T> bias = where_greater(gap, zero, gap * per_h, greater(gap * rate, fastest));
    const Vector<T> push = load(p.mass) * where_greater(gap, zero, one, mass_scale) * (speed + bias);
    const Vector<T> impulse = greater(before * where_greater(gap, zero, one, kept) - push, zero);
    changes[k] = impulse - before;
    torque = torque + turn * changes[k], pressed = pressed + changes[k];
    store(p.impulse, impulse);
  }
  contacts.push(normal * pressed);
  contacts.turn(c, torque, torque + b_from_a * pressed);
}

/// The gaps now, linear in the motion since the step began (rows.h, separation_now).
template <Scalar T> void measure_gaps(const StepProblem<T>& problem, const ContactLanes<T>& c, PointLanes<T>* points) {
  const auto a = BodyVectors<T>::gather(problem.motions, c.a), b = BodyVectors<T>::gather(problem.motions, c.b);
  const Vector<T> moved = dot(load(c.normal), b.linear - a.linear) + dot(turn_from_a_to_b(c), b.angular);
  const Vector3<T> turned = b.angular - a.angular;
  for (std::uint32_t k = 0; k < c.count; ++k) {
    PointLanes<T>& p = points[k];
    store(p.gap, load(p.separation) + moved + dot(load(p.turn), turned));
  }
}

/// One pass; contacts of faces take several rounds while their bodies are loaded. Friction comes first, so that the
/// normal impulses, which prevent overlaps, are solved last.
template <Scalar T>
void solve(StepProblem<T>& problem, const SoftPass<T>& pass, ContactLanes<T>& c, PointLanes<T>* points,
           RollLanes<T>* roll) {
  const int rounds = c.count > 2 ? pass.rounds : 1;
  if (pass.measures) measure_gaps(problem, c, points);
  Contacts<T> contacts = Contacts<T>::gather(problem, c);
  for (int round = 0; round < rounds; ++round) {
    if (roll) resist_rolling(contacts, c, points, *roll);
    rub(contacts, c, points);
    press(contacts, pass, c, points);
  }
  contacts.scatter(problem, c);
  if (!pass.totals) return;
  for (std::uint32_t k = 0; k < c.count; ++k) store(points[k].total, load(points[k].total) + load(points[k].impulse));
}

template <Scalar T> constexpr SoftKernels<T> soft_kernels = {prepare<T>, warm_start<T>, solve<T>, move<T>, keep<T>};

}  // namespace

}  // namespace tactus::sim::rigid
