// SPDX-License-Identifier: MIT
#pragma once
/// Computes the data of the soft solver's loops, once per step. Unused lanes have mass 0, so they do nothing.
#include <sim/rigid/soft/four_bodies.h>

namespace tactus::sim::rigid {

namespace {

template <Scalar T> struct FourContacts {
  const StepProblem<T>& problem;
  const PairGroup& group;

  const ContactPair<T>& pair(std::uint32_t lane) const { return problem.pairs[group.pairs[lane]]; }
  const PairPoint<T>& point(std::uint32_t lane, std::size_t k) const {
    return problem.points[group.pairs[lane] * points_per_pair + k];
  }
  Vector3<T> centers(const std::uint32_t (&bodies)[4]) const {
    return each3<T>(group, [&](auto l) { return problem.motions[bodies[l]].center; });
  }
  Vector<T> inverse_masses(const std::uint32_t (&bodies)[4]) const {
    return each<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_mass; });
  }
  void store_inertias(SymmetricLanes<T>& to, const std::uint32_t (&bodies)[4]) const {
    const auto column = [&](std::size_t i) {
      return each3<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_inertia.columns[i]; });
    };
    const Vector3<T> x = column(0), y = column(1), z = column(2);
    store(to.xx, x.x), store(to.yy, y.y), store(to.zz, z.z), store(to.xy, y.x), store(to.yz, z.y), store(to.zx, x.z);
  }
  void find_bodies(ContactLanes<T>& c) const {
    c.moves_a = c.moves_b = 0;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      c.a[lane] = lane < group.size ? pair(lane).a : 0, c.b[lane] = lane < group.size ? pair(lane).b : 0;
      if (problem.bodies[c.a[lane]].inverse_mass > T(0)) c.moves_a |= 1u << lane;
      if (problem.bodies[c.b[lane]].inverse_mass > T(0)) c.moves_b |= 1u << lane;
    }
  }
};

/// The centre of pressure by the impulses of the last step; the middle of the points if there are no impulses yet.
template <Scalar T> Vector3<T> pressure_center(const FourContacts<T>& four, const Vector3<T>* positions) {
  const Vector<T> zero(T(0));
  Vector<T> pressures = zero;
  Vector3<T> middle{zero, zero, zero}, pressed{zero, zero, zero};
  for (std::size_t k = 0; k < four.group.count; ++k) {
    const Vector<T> pressure = each<T>(four.group, [&](auto l) { return four.point(l, k).impulse.normal; });
    middle = middle + positions[k], pressed = pressed + positions[k] * pressure, pressures = pressures + pressure;
  }
  const Vector<T> share(T(1) / T(four.group.count)), share_pressed = mass_of<T>(pressures);
  const auto center = [&](const Vector<T>& m, const Vector<T>& p) {
    return where_greater(pressures, zero, p * share_pressed, m * share);
  };
  return {center(middle.x, pressed.x), center(middle.y, pressed.y), center(middle.z, pressed.z)};
}

/// Masses of friction and twist, and those against rolling: 1 / how fast a unit impulse changes the motion it opposes.
template <Scalar T>
void prepare_friction(const FourContacts<T>& four, const Vector<T>& linear, ContactLanes<T>& c, RollLanes<T>* roll) {
  const Vector3<T> u = each3<T>(four.group, [&](auto l) { return four.pair(l).tangent_u; });
  const Vector3<T> v = each3<T>(four.group, [&](auto l) { return four.pair(l).tangent_v; });
  const Vector3<T> normal = load(c.normal), arm_a = load(c.arm_a), arm_b = load(c.arm_b);
  const auto along = [&](const Vector3<T>& d) {
    const Vector3<T> turn_a = cross(arm_a, d), turn_b = cross(arm_b, d);
    return linear + dot(turn_a, c.inertia_a * turn_a) + dot(turn_b, c.inertia_b * turn_b);
  };
  const auto about = [&](const Vector3<T>& d) { return dot(d, c.inertia_a * d) + dot(d, c.inertia_b * d); };
  store(c.tangent_mass, mass_of<T>(greater(along(u), along(v))));
  const Vector<T> about_normal = about(normal);
  store(c.twist_mass, mass_of<T>(about_normal));
  const Vector3<T> slide = cross(c.inertia_b * normal, arm_b) + cross(c.inertia_a * normal, arm_a);
  store(c.twist_slide, slide - normal * dot(slide, normal));
  store(c.friction, each<T>(four.group, [&](auto l) { return four.pair(l).friction; }));
  if (!roll) return;
  store(roll->mass, mass_of<T>(greater(about_normal, greater(about(u), about(v)))));
  store(roll->arm, each<T>(four.group, [&](auto l) { return four.pair(l).rolling_arm; }));
  roll->impulse = {};
}

template <Scalar T>
void prepare(const StepProblem<T>& problem, const PairGroup& group, T push_out, ContactLanes<T>& c,
             PointLanes<T>* points, RollLanes<T>* roll) {
  const FourContacts<T> four{problem, group};
  four.find_bodies(c);
  four.store_inertias(c.inertia_a, c.a), four.store_inertias(c.inertia_b, c.b);
  const Vector<T> linear = four.inverse_masses(c.a) + four.inverse_masses(c.b);
  const Vector3<T> center_a = four.centers(c.a), center_b = four.centers(c.b);
  const Vector3<T> normal = each3<T>(group, [&](auto l) { return four.pair(l).normal; });
  Vector3<T> positions[points_per_pair] = {normal, normal, normal, normal};
  for (std::size_t k = 0; k < group.count; ++k)
    positions[k] = each3<T>(group, [&](auto l) { return four.point(l, k).position; });
  const Vector3<T> at = pressure_center(four, positions);
  store(c.normal, normal), store(c.arm_a, at - center_a), store(c.arm_b, at - center_b);
  store(c.fastest, each<T>(group, [&](auto l) { return -push_out * four.pair(l).size; }));
  prepare_friction(four, linear, c, roll);

  const Vector<T> zero(T(0)), inward(mean_radius<T>[group.count]);
  Vector3<T> friction{zero, zero, zero}, spin_a[points_per_pair] = {normal, normal, normal, normal},
                                         spin_b[points_per_pair] = {normal, normal, normal, normal};
  Vector<T> twist = zero;
  for (std::size_t k = 0; k < group.count; ++k) {
    PointLanes<T>& p = points[k];
    const Vector3<T> turn_a = cross(positions[k] - center_a, normal), turn_b = cross(positions[k] - center_b, normal);
    spin_a[k] = c.inertia_a * turn_a, spin_b[k] = c.inertia_b * turn_b;
    store(p.turn, turn_a);
    for (std::size_t j = 0; j < k; ++j) store(p.coupling[j], linear + dot(turn_a, spin_a[j]) + dot(turn_b, spin_b[j]));
    store(p.mass, mass_of<T>(linear + dot(turn_a, spin_a[k]) + dot(turn_b, spin_b[k])));
    store(p.separation, each<T>(
                            group, [&](auto l) { return four.point(l, k).separation; }, T(1)));
    p.gap = p.separation;
    store(p.impulse, each<T>(group, [&](auto l) { return four.point(l, k).impulse.normal; }));
    p.total = {};
    const Vector3<T> off = positions[k] - at;
    const Vector3<T> across = off - normal * dot(off, normal);
    store(p.radius, sqrt(dot(across, across)) * inward);
    const Vector3<T> f = each3<T>(group, [&](auto l) { return four.point(l, k).impulse.friction; });
    friction = friction + f, twist = twist + dot(normal, cross(across, f));
  }
  store(c.impulse, friction - normal * dot(friction, normal)), store(c.impulse_twist, twist);
}

}  // namespace

}  // namespace tactus::sim::rigid
