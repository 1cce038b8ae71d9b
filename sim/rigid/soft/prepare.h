// SPDX-License-Identifier: MIT
#pragma once
/// Computes the data of the soft solver's loops, once per step. Unused lanes have mass 0, so they do nothing.
#include <sim/rigid/soft/given.h>

#include <cstddef>

namespace tactus::sim::rigid {

namespace {

template <Scalar T> using GivenContacts = Given<T, const StepProblem<T>>;

template <Scalar T> struct GivenBodies {
  Vector<T> inverse_mass;
  Vector3<T> center;
};

/// Stores the inverse inertias, and returns the rest.
template <Scalar T>
GivenBodies<T> prepare_bodies(const GivenContacts<T>& given, const std::uint32_t* bodies, SymmetricLanes<T>& inertia) {
  static_assert(sizeof(Mat3<T>) == 9 * sizeof(T) && offsetof(SolverBody<T>, inverse_inertia) == 11 * sizeof(T));
  const Numbers<T> linear = given.of_bodies(bodies, 0), center_xx = given.of_bodies(bodies, 8),
                   yx_zx_xy_yy = given.of_bodies(bodies, 12), zy_xz_yz_zz = given.of_bodies(bodies, 16);
  store(inertia.xx, center_xx.w), store(inertia.yy, yx_zx_xy_yy.w), store(inertia.zz, zy_xz_yz_zz.w);
  store(inertia.xy, yx_zx_xy_yy.z), store(inertia.yz, zy_xz_yz_zz.z), store(inertia.zx, yx_zx_xy_yy.y);
  return {linear.w, center_xx.xyz()};
}

/// The centre of pressure by the impulses of the last step; the middle of the points if there are no impulses yet.
template <Scalar T> Vector3<T> pressure_center(const GivenContacts<T>& given, const Vector3<T>* positions) {
  const Vector<T> zero(T(0));
  Vector<T> pressures = zero;
  Vector3<T> middle{zero, zero, zero}, pressed{zero, zero, zero};
  for (std::size_t k = 0; k < given.group.count; ++k) {
    const Vector<T> pressure = given.impulses(k).x;
    middle = middle + positions[k], pressed = pressed + positions[k] * pressure, pressures = pressures + pressure;
  }
  const Vector<T> share(T(1) / T(given.group.count)), share_pressed = mass_of<T>(pressures);
  const auto center = [&](const Vector<T>& m, const Vector<T>& p) {
    return where_greater(pressures, zero, p * share_pressed, m * share);
  };
  return {center(middle.x, pressed.x), center(middle.y, pressed.y), center(middle.z, pressed.z)};
}

/// Masses of friction and twist, and that against rolling: 1 / how fast a unit impulse changes the motion it opposes.
template <Scalar T>
void prepare_friction(const Vector<T>& linear, const Vector3<T>& u, const Vector3<T>& v, ContactLanes<T>& c,
                      RollLanes<T>* roll) {
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
  if (roll) store(roll->mass, mass_of<T>(greater(about_normal, greater(about(u), about(v)))));
}

/// Where the contacts are: their points, their bodies' centres of mass, their points of friction.
template <Scalar T> struct Places { Vector3<T> points[points_per_pair], center_a, center_b, friction; };

template <Scalar T>
Places<T> places_of(const GivenContacts<T>& given, const Vector3<T>& center_a, const Vector3<T>& center_b) {
  const Vector<T> zero(T(0));
  const Vector3<T> none{zero, zero, zero};
  Places<T> places{{none, none, none, none}, center_a, center_b, none};
  for (std::size_t k = 0; k < given.group.count; ++k) places.points[k] = given.positions(k).xyz();
  places.friction = pressure_center(given, places.points);
  return places;
}

/// The points of the contacts, and the friction that their impulses add up to.
template <Scalar T>
void prepare_points(const GivenContacts<T>& given, const Vector<T>& linear, const Places<T>& places, ContactLanes<T>& c,
                    PointLanes<T>* points) {
  const Vector<T> zero(T(0)), inward(mean_radius<T>[given.group.count]);
  const Vector3<T> normal = load(c.normal), none{zero, zero, zero};
  Vector3<T> friction = none, spin_a[points_per_pair] = {none, none, none, none},
             spin_b[points_per_pair] = {none, none, none, none};
  Vector<T> twist = zero;
  for (std::size_t k = 0; k < given.group.count; ++k) {
    PointLanes<T>& p = points[k];
    const Vector3<T> turn_a = cross(places.points[k] - places.center_a, normal),
                     turn_b = cross(places.points[k] - places.center_b, normal);
    spin_a[k] = c.inertia_a * turn_a, spin_b[k] = c.inertia_b * turn_b;
    store(p.turn, turn_a);
    for (std::size_t j = 0; j < k; ++j) store(p.coupling[j], linear + dot(turn_a, spin_a[j]) + dot(turn_b, spin_b[j]));
    store(p.mass, mass_of<T>(linear + dot(turn_a, spin_a[k]) + dot(turn_b, spin_b[k])));
    const Vector<T> separation = given.positions(k).w;
    store(p.separation, separation), store(p.gap, separation), store(p.total, zero);
    const Numbers<T> impulses = given.impulses(k);
    store(p.impulse, impulses.x);
    const Vector3<T> off = places.points[k] - places.friction, across = off - normal * dot(off, normal);
    store(p.radius, sqrt(dot(across, across)) * inward);
    const Vector3<T> f{impulses.y, impulses.z, impulses.w};
    friction = friction + f, twist = twist + dot(normal, cross(across, f));
  }
  store(c.impulse, friction - normal * dot(friction, normal)), store(c.impulse_twist, twist);
}

template <Scalar T>
void prepare(const StepProblem<T>& problem, const PairGroup& group, T push_out, ContactLanes<T>& c,
             PointLanes<T>* points, RollLanes<T>* roll) {
  for (std::uint32_t lane = 0; lane < width<T>; ++lane) {
    c.a[lane] = lane < group.size ? problem.pairs[group.pairs[lane]].a : 0;
    c.b[lane] = lane < group.size ? problem.pairs[group.pairs[lane]].b : 0;
  }
  const GivenContacts<T> given{problem, group};
  const GivenBodies<T> a = prepare_bodies(given, c.a, c.inertia_a), b = prepare_bodies(given, c.b, c.inertia_b);
  const Vector<T> zero(T(0)), linear = a.inverse_mass + b.inverse_mass;
  c.moves_a = greater_bits(a.inverse_mass, zero), c.moves_b = greater_bits(b.inverse_mass, zero);
  const Numbers<T> normal = given.numbers([&](auto lane) -> auto& { return given.pair(lane).normal.x; }),
                   tangent_u = given.numbers([&](auto lane) -> auto& { return given.pair(lane).tangent_u.x; }),
                   tangent_v = given.numbers([&](auto lane) -> auto& { return given.pair(lane).tangent_v.x; });
  const Places<T> places = places_of(given, a.center, b.center);
  store(c.normal, normal.xyz()), store(c.friction, normal.w);
  store(c.fastest, tangent_u.w * Vector<T>(-push_out));
  store(c.arm_a, places.friction - a.center), store(c.arm_b, places.friction - b.center);
  prepare_friction(linear, tangent_u.xyz(), tangent_v.xyz(), c, roll);
  if (roll) store(roll->arm, tangent_v.w), store(roll->impulse, {zero, zero, zero});
  prepare_points(given, linear, places, c, points);
}

}  // namespace

}  // namespace tactus::sim::rigid
