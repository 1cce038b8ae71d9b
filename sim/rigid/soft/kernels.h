#pragma once
/// The loops of the soft solver over four contacts at a time. Lanes that are not in use have no masses: they do nothing.
#include <sim/rigid/soft/lanes.h>

#include <cstring>

namespace tactus::sim::rigid {

namespace {  // every file that is compiled for another processor has its own

template <Scalar T> using Vector = Four<T, vector_register>;
template <Scalar T> using Vector3 = Vec3<Vector<T>>;

template <Scalar T> Vector<T> load(const Lanes<T>& l) { return Vector<T>::load(l.v); }
template <Scalar T> Vector3<T> load(const Lanes3<T>& l) { return {load(l.x), load(l.y), load(l.z)}; }
template <Scalar T> void store(Lanes<T>& l, const Vector<T>& v) { v.store(l.v); }
template <Scalar T> void store(Lanes3<T>& l, const Vector3<T>& v) { store(l.x, v.x), store(l.y, v.y), store(l.z, v.z); }

/// Rows become columns.
template <Scalar T> void transpose(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<T>& d) {
  if constexpr (4 * sizeof(T) <= vector_register) {
    const auto ab_02 = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6),
               ab_13 = __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const auto cd_02 = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6),
               cd_13 = __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    a.v = __builtin_shufflevector(ab_02, cd_02, 0, 1, 4, 5), b.v = __builtin_shufflevector(ab_13, cd_13, 0, 1, 4, 5);
    c.v = __builtin_shufflevector(ab_02, cd_02, 2, 3, 6, 7), d.v = __builtin_shufflevector(ab_13, cd_13, 2, 3, 6, 7);
  } else {
    const Vector<T> p = a, q = b, r = c, s = d;
    a.low = __builtin_shufflevector(p.low, q.low, 0, 2), a.high = __builtin_shufflevector(r.low, s.low, 0, 2);
    b.low = __builtin_shufflevector(p.low, q.low, 1, 3), b.high = __builtin_shufflevector(r.low, s.low, 1, 3);
    c.low = __builtin_shufflevector(p.high, q.high, 0, 2), c.high = __builtin_shufflevector(r.high, s.high, 0, 2);
    d.low = __builtin_shufflevector(p.high, q.high, 1, 3), d.high = __builtin_shufflevector(r.high, s.high, 1, 3);
  }
}

/// The first eight numbers of four bodies: a vector, a number, a vector, a number.
template <Scalar T> struct FourBodies {
  Vector3<T> linear;
  Vector<T> mass;
  Vector3<T> angular;
  Vector<T> rest;

  template <class Body> static FourBodies gather(const std::vector<Body>& bodies, const std::uint32_t (&indices)[4]) {
    const auto row = [&](std::size_t lane, std::size_t half) {
      T numbers[4];
      std::memcpy(numbers, reinterpret_cast<const char*>(&bodies[indices[lane]]) + half * sizeof numbers,
                  sizeof numbers);
      return Vector<T>::load(numbers);
    };
    Vector<T> x = row(0, 0), y = row(1, 0), z = row(2, 0), m = row(3, 0);
    Vector<T> p = row(0, 1), q = row(1, 1), r = row(2, 1), s = row(3, 1);
    transpose<T>(x, y, z, m), transpose<T>(p, q, r, s);
    return {{x, y, z}, m, {p, q, r}, s};
  }
  /// Only of those whose bit is set.
  template <class Body>
  void scatter(std::vector<Body>& bodies, const std::uint32_t (&indices)[4], std::uint32_t lanes) const {
    Vector<T> rows[2][4] = {{linear.x, linear.y, linear.z, mass}, {angular.x, angular.y, angular.z, rest}};
    for (auto& r : rows) transpose<T>(r[0], r[1], r[2], r[3]);
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (!(lanes >> lane & 1u)) continue;
      char* to = reinterpret_cast<char*>(&bodies[indices[lane]]);
      rows[0][lane].store(to), rows[1][lane].store(to + 4 * sizeof(T));
    }
  }
};

template <Scalar T> struct FourInertias {
  Vector3<T> columns[3];
  Vector3<T> operator*(const Vector3<T>& v) const { return columns[0] * v.x + columns[1] * v.y + columns[2] * v.z; }
};

/// f(lane) for each lane in use, `otherwise` elsewhere.
template <Scalar T, class F> Vector<T> each(const PairGroup& group, F&& f, T otherwise = T(0)) {
  const auto at = [&](std::uint32_t lane) { return lane < group.size ? f(lane) : otherwise; };
  return {at(0), at(1), at(2), at(3)};
}
template <Scalar T, class F> Vector3<T> each3(const PairGroup& group, F&& f) {
  return {each<T>(group, [&](auto lane) { return f(lane).x; }), each<T>(group, [&](auto lane) { return f(lane).y; }),
          each<T>(group, [&](auto lane) { return f(lane).z; })};
}

/// 1 / response; none where there is no response.
template <Scalar T> Vector<T> mass_of(const Vector<T>& response) {
  const Vector<T> zero(T(0)), one(T(1));
  return where_greater(response, zero, one / where_greater(response, zero, response, one), zero);
}

template <Scalar T>
void prepare(const StepProblem<T>& problem, const PairGroup& group, T push_out, ContactLanes<T>& c,
             PointLanes<T>* points) {
  const auto pair = [&](std::uint32_t lane) -> const ContactPair<T>& { return problem.pairs[group.pairs[lane]]; };
  const auto point = [&](std::uint32_t lane, std::size_t k) -> const PairPoint<T>& {
    return problem.points[group.pairs[lane] * points_per_pair + k];
  };
  c.moves_a = c.moves_b = 0;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    c.a[lane] = lane < group.size ? pair(lane).a : 0, c.b[lane] = lane < group.size ? pair(lane).b : 0;
    if (problem.bodies[c.a[lane]].inverse_mass > T(0)) c.moves_a |= 1u << lane;
    if (problem.bodies[c.b[lane]].inverse_mass > T(0)) c.moves_b |= 1u << lane;
  }
  const auto inertias = [&](const std::uint32_t(&bodies)[4]) {
    FourInertias<T> inertia{
        {each3<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_inertia.columns[0]; }),
         each3<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_inertia.columns[1]; }),
         each3<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_inertia.columns[2]; })}};
    return inertia;
  };
  const FourInertias<T> inertia_a = inertias(c.a), inertia_b = inertias(c.b);
  const auto inverse_masses = [&](const std::uint32_t(&bodies)[4]) {
    return each<T>(group, [&](auto l) { return problem.bodies[bodies[l]].inverse_mass; });
  };
  const Vector<T> linear = inverse_masses(c.a) + inverse_masses(c.b);
  const Vector3<T> center_a = each3<T>(group, [&](auto l) { return problem.motions[c.a[l]].center; });
  const Vector3<T> center_b = each3<T>(group, [&](auto l) { return problem.motions[c.b[l]].center; });
  const Vector3<T> normal = each3<T>(group, [&](auto l) { return pair(l).normal; });
  const Vector3<T> u = each3<T>(group, [&](auto l) { return pair(l).tangent_u; });
  const Vector3<T> v = each3<T>(group, [&](auto l) { return pair(l).tangent_v; });
  store(c.normal, normal), store(c.tangent_u, u), store(c.tangent_v, v);
  store(c.friction, each<T>(group, [&](auto l) { return pair(l).friction; }));
  store(c.fastest, each<T>(group, [&](auto l) { return -push_out * pair(l).size; }));

  // The centre of pressure, with the impulses of the last step; of points without any, their middle.
  const Vector<T> zero(T(0)), one(T(1));
  Vector3<T> positions[points_per_pair] = {normal, normal, normal, normal};
  Vector<T> pressures = zero;
  Vector3<T> middle{zero, zero, zero}, pressed{zero, zero, zero};
  for (std::size_t k = 0; k < group.count; ++k) {
    positions[k] = each3<T>(group, [&](auto l) { return point(l, k).position; });
    const Vector<T> pressure = each<T>(group, [&](auto l) { return point(l, k).impulse.normal; });
    middle = middle + positions[k], pressed = pressed + positions[k] * pressure, pressures = pressures + pressure;
  }
  const Vector<T> share(T(1) / T(group.count)), share_pressed = mass_of<T>(pressures);
  const auto center = [&](const Vector<T>& m, const Vector<T>& p) {
    return where_greater(pressures, zero, p * share_pressed, m * share);
  };
  const Vector3<T> at{center(middle.x, pressed.x), center(middle.y, pressed.y), center(middle.z, pressed.z)};
  const Vector3<T> arm_a = at - center_a, arm_b = at - center_b;
  store(c.arm_a, arm_a), store(c.arm_b, arm_b);

  const auto response = [&](const Vector3<T>& d, Lanes3<T>& spin_a, Lanes3<T>& spin_b) {
    const Vector3<T> turn_a = cross(arm_a, d), turn_b = cross(arm_b, d);
    const Vector3<T> s_a = inertia_a * turn_a, s_b = inertia_b * turn_b;
    store(spin_a, s_a), store(spin_b, s_b);
    return linear + dot(turn_a, s_a) + dot(turn_b, s_b);
  };
  store(c.tangent_mass, mass_of<T>(greater(response(u, c.spin_ua, c.spin_ub), response(v, c.spin_va, c.spin_vb))));
  const Vector3<T> twist_a = inertia_a * normal, twist_b = inertia_b * normal;
  store(c.twist_a, twist_a), store(c.twist_b, twist_b);
  store(c.twist_mass, mass_of<T>(dot(normal, twist_a) + dot(normal, twist_b)));

  Vector3<T> friction{zero, zero, zero};
  Vector<T> twist = zero;
  for (std::size_t k = 0; k < group.count; ++k) {
    PointLanes<T>& p = points[k];
    const Vector3<T> turn_a = cross(positions[k] - center_a, normal), turn_b = cross(positions[k] - center_b, normal);
    const Vector3<T> spin_a = inertia_a * turn_a, spin_b = inertia_b * turn_b;
    store(p.turn_a, turn_a), store(p.turn_b, turn_b), store(p.spin_a, spin_a), store(p.spin_b, spin_b);
    store(p.mass, mass_of<T>(linear + dot(turn_a, spin_a) + dot(turn_b, spin_b)));
    store(p.separation, each<T>(
                            group, [&](auto l) { return point(l, k).separation; }, T(1)));
    p.gap = p.separation;
    store(p.impulse, each<T>(group, [&](auto l) { return point(l, k).impulse.normal; }));
    p.total = {};
    const Vector3<T> off = positions[k] - at;
    const Vector3<T> across = off - normal * dot(off, normal);
    store(p.radius, sqrt(dot(across, across)));
    const Vector3<T> f = each3<T>(group, [&](auto l) { return point(l, k).impulse.friction; });
    friction = friction + f, twist = twist + dot(normal, cross(across, f));
  }
  store(c.impulse_u, dot(friction, u)), store(c.impulse_v, dot(friction, v)), store(c.impulse_twist, twist);
}

template <Scalar T> struct FourPairs {
  FourBodies<T> a, b;

  static FourPairs gather(const StepProblem<T>& problem, const ContactLanes<T>& c) {
    return {FourBodies<T>::gather(problem.bodies, c.a), FourBodies<T>::gather(problem.bodies, c.b)};
  }
  void scatter(StepProblem<T>& problem, const ContactLanes<T>& c) const {
    a.scatter(problem.bodies, c.a, c.moves_a), b.scatter(problem.bodies, c.b, c.moves_b);
  }
  void push(const Vector3<T>& impulse) {
    a.linear = a.linear - impulse * a.mass, b.linear = b.linear + impulse * b.mass;
  }
  void spin(const Lanes3<T>& spin_a, const Lanes3<T>& spin_b, const Vector<T>& impulse) {
    a.angular = a.angular - load(spin_a) * impulse, b.angular = b.angular + load(spin_b) * impulse;
  }
};

/// All impulses once more: what the last step needed is a good start for this one.
template <Scalar T> void warm_start(StepProblem<T>& problem, const ContactLanes<T>& c, const PointLanes<T>* points) {
  FourPairs<T> pairs = FourPairs<T>::gather(problem, c);
  const Vector<T> u = load(c.impulse_u), v = load(c.impulse_v);
  Vector<T> pressed(T(0));
  for (std::uint32_t k = 0; k < c.count; ++k) {
    const Vector<T> impulse = load(points[k].impulse);
    pairs.spin(points[k].spin_a, points[k].spin_b, impulse);
    pressed = pressed + impulse;
  }
  pairs.push(load(c.normal) * pressed + load(c.tangent_u) * u + load(c.tangent_v) * v);
  pairs.spin(c.spin_ua, c.spin_ub, u), pairs.spin(c.spin_va, c.spin_vb, v);
  pairs.spin(c.twist_a, c.twist_b, load(c.impulse_twist));
  pairs.scatter(problem, c);
}

/// Brings sliding and twisting to rest, as far as Coulomb's cone over the normal impulses allows.
template <Scalar T> void rub(FourPairs<T>& pairs, ContactLanes<T>& c, const PointLanes<T>* points) {
  const Vector<T> zero(T(0));
  Vector<T> pressed = zero, pressed_around = zero;
  for (std::uint32_t k = 0; k < c.count; ++k) {
    const Vector<T> impulse = load(points[k].impulse);
    pressed = pressed + impulse, pressed_around = pressed_around + impulse * load(points[k].radius);
  }
  const Vector<T> friction = load(c.friction), limit = friction * pressed, twist_limit = friction * pressed_around;
  const Vector3<T> normal = load(c.normal), tangent_u = load(c.tangent_u), tangent_v = load(c.tangent_v);

  const Vector<T> twist_before = load(c.impulse_twist);
  const Vector<T> twisting = dot(normal, pairs.b.angular - pairs.a.angular);
  const Vector<T> twist =
      greater(lesser(twist_before - load(c.twist_mass) * twisting, twist_limit), zero - twist_limit);
  pairs.spin(c.twist_a, c.twist_b, twist - twist_before);
  store(c.impulse_twist, twist);

  const Vector3<T> sliding =
      pairs.b.linear - pairs.a.linear + cross(pairs.b.angular, load(c.arm_b)) - cross(pairs.a.angular, load(c.arm_a));
  const Vector<T> mass = load(c.tangent_mass), u_before = load(c.impulse_u), v_before = load(c.impulse_v);
  Vector<T> u = u_before - mass * dot(sliding, tangent_u), v = v_before - mass * dot(sliding, tangent_v);
  const Vector<T> length2 = u * u + v * v, limit2 = limit * limit;
  if (greater_bits(length2, limit2)) {
    const Vector<T> one(T(1));
    const Vector<T> scale =
        where_greater(length2, limit2, limit / sqrt(where_greater(length2, limit2, length2, one)), one);
    u = u * scale, v = v * scale;
  }
  const Vector<T> du = u - u_before, dv = v - v_before;
  pairs.push(tangent_u * du + tangent_v * dv);
  pairs.spin(c.spin_ua, c.spin_ub, du), pairs.spin(c.spin_va, c.spin_vb, dv);
  store(c.impulse_u, u), store(c.impulse_v, v);
}

/// Along the normal: a gap may be closed, and no more; an overlap is undone by its spring.
template <Scalar T>
void press(FourPairs<T>& pairs, const SoftPass<T>& pass, const ContactLanes<T>& c, PointLanes<T>* points) {
  const Softness<T>& soft = pass.softness;
  const Vector<T> zero(T(0)), one(T(1)), per_h(T(1) / pass.h), rate(soft.rate), fastest = load(c.fastest);
  const Vector<T> kept(T(1) - soft.impulse_scale), mass_scale(soft.mass_scale);
  const Vector3<T> normal = load(c.normal);
  const Vector<T> linear = pairs.a.mass + pairs.b.mass;
  Vector<T> approach = dot(normal, pairs.b.linear - pairs.a.linear), pressed = zero;
  for (std::uint32_t k = 0; k < c.count; ++k) {
    PointLanes<T>& p = points[k];
    const Vector<T> gap = load(p.gap), before = load(p.impulse);
    const Vector<T> speed = approach + dot(load(p.turn_b), pairs.b.angular) - dot(load(p.turn_a), pairs.a.angular);
    const Vector<T> bias = where_greater(gap, zero, gap * per_h, greater(gap * rate, fastest));
    const Vector<T> push = load(p.mass) * where_greater(gap, zero, one, mass_scale) * (speed + bias);
    const Vector<T> impulse = greater(before * where_greater(gap, zero, one, kept) - push, zero);
    const Vector<T> change = impulse - before;
    pairs.spin(p.spin_a, p.spin_b, change);
    approach = approach + change * linear, pressed = pressed + change;
    store(p.impulse, impulse);
  }
  pairs.push(normal * pressed);
}

/// Linear in the motion since the step began (rows.h, separation_now).
template <Scalar T> void measure_gaps(const StepProblem<T>& problem, const ContactLanes<T>& c, PointLanes<T>* points) {
  const FourBodies<T> a = FourBodies<T>::gather(problem.motions, c.a), b = FourBodies<T>::gather(problem.motions, c.b);
  const Vector<T> moved = dot(load(c.normal), b.linear - a.linear);
  for (std::uint32_t k = 0; k < c.count; ++k) {
    PointLanes<T>& p = points[k];
    store(p.gap, load(p.separation) + moved + dot(load(p.turn_b), b.angular) - dot(load(p.turn_a), a.angular));
  }
}

/// One pass, faces in some rounds while the bodies are at hand. Friction comes first: what must not overlap has the last
/// word.
template <Scalar T>
void solve(StepProblem<T>& problem, const SoftPass<T>& pass, ContactLanes<T>& c, PointLanes<T>* points) {
  if (pass.measures) measure_gaps(problem, c, points);
  FourPairs<T> pairs = FourPairs<T>::gather(problem, c);
  const int rounds = c.count > 2 ? pass.rounds : 1;
  for (int round = 0; round < rounds; ++round) {
    rub(pairs, c, points);
    press(pairs, pass, c, points);
  }
  pairs.scatter(problem, c);
  if (!pass.totals) return;
  for (std::uint32_t k = 0; k < c.count; ++k) store(points[k].total, load(points[k].total) + load(points[k].impulse));
}

template <Scalar T> constexpr SoftKernels<T> soft_kernels = {prepare<T>, warm_start<T>, solve<T>};

}  // namespace

}  // namespace tactus::sim::rigid
