// SPDX-License-Identifier: MIT
#include <tests/oracle/smooth_distance.h>
#include <tests/oracle/sweep.h>

#include <sstream>

namespace oracle {

namespace {

Vec3 turned(const Vec3& n, const Vec3& turn, Real t) {
  const Real rate = norm(turn);
  return rate > 0 ? rotation_about(turn / rate, rate * t) * n : n;
}

}  // namespace

Pose Motion::at(Real t) const {
  const Real rate = norm(angular_velocity);
  const Mat3 turn = rate > 0 ? rotation_about(angular_velocity / rate, rate * t) : Mat3{};
  const Mat3 rotation = turn * start.rotation;
  return {rotation, start * pivot + velocity * t - rotation * pivot};
}

Real MovingBodies::speed() const {
  const auto own = [](const Body& body, const Motion& m) {
    return norm(m.velocity) + norm(m.angular_velocity) * (body.reach + norm(m.pivot));
  };
  return own(a, motion_a) + own(b, motion_b);
}

Real MovingBodies::distance(Real t) const {
  Effort effort;
  effort.gap_tolerance = 1e-12L;
  effort.depth_tolerance = 1e-3L;  // only its sign counts
  return smooth_distance(a, motion_a.at(t), b, motion_b.at(t), effort).distance;
}

Real MovingBodies::separation(const Vec3& n, Real t) const {
  const Pose pose_a = motion_a.at(t), pose_b = motion_b.at(t);
  const Vec3 on_a = pose_a * a.core_support(transpose_times(pose_a.rotation, n));
  const Vec3 on_b = pose_b * b.core_support(transpose_times(pose_b.rotation, -n));
  return dot(n, on_b - on_a) - a.radius - b.radius;
}

std::string fault(const MovingBodies& bodies, const Stretch& claim, int samples) {
  std::ostringstream text;
  text.precision(20);
  const auto separation = [&](Real t) { return bodies.separation(turned(claim.n, claim.turn, t - claim.from), t); };
  const auto expect = [&](Real value, Real least, const char* what, Real t) {
    if (!(value >= least)) text << what << " at " << t << ": " << value << " < " << least << "; ";
  };
  const Real width = claim.to - claim.from;
  if (!(width > 0)) text << "no time passes; ";
  const Real s0 = separation(claim.from), s1 = separation(claim.to);
  // n is unit to the rounding of the scalar it came from: the separations are that much too long.
  const Real from = s0 / norm(claim.n), to = s1 / norm(claim.n);
  expect(from, claim.gap_from, "gap", claim.from);
  expect(to, claim.gap_to, "gap", claim.to);
  const Real own = 64 * unit_roundoff * (bodies.a.reach + bodies.b.reach + bodies.speed());
  for (int i = 1; i <= samples; ++i) {
    const Real x = (Real(i) - 0.37L) / Real(samples), t = claim.from + x * width;
    const Real s = separation(t), parabola = s0 + x * (s1 - s0) - claim.curvature / 2 * width * width * x * (1 - x);
    expect(s + own, parabola, "below the parabola", t);
    expect(s, claim.floor, "below the floor", t);
  }
  return text.str();
}

Encounter sampled_encounter(const MovingBodies& bodies, Real resolution) {
  Encounter found;
  const Real speed = std::max(bodies.speed(), resolution);
  const auto lowest = [&](Real from, Real to) {  // golden section
    const Real ratio = (std::sqrt(Real(5)) - 1) / 2;
    Real p = to - ratio * (to - from), q = from + ratio * (to - from);
    Real at_p = bodies.distance(p), at_q = bodies.distance(q);
    for (int i = 0; i < 60 && (to - from) * speed > resolution * 1e-6L && at_p > 0 && at_q > 0; ++i) {
      if (at_p < at_q) {
        to = q, q = p, at_q = at_p, p = to - ratio * (to - from), at_p = bodies.distance(p);
      } else {
        from = p, p = q, at_p = at_q, q = from + ratio * (to - from), at_q = bodies.distance(q);
      }
    }
    return at_p < at_q ? std::pair{p, at_p} : std::pair{q, at_q};
  };
  const auto touch = [&](Real free, Real contact) {  // bisection
    while (contact - free > 1e-12L) (bodies.distance((free + contact) / 2) > 0 ? free : contact) = (free + contact) / 2;
    return contact;
  };
  Real t0 = 0, t1 = 0, d0 = infinity, d1 = bodies.distance(0);
  const auto note = [&](Real t, Real d) {
    if (d < found.least) found.least = d, found.at = t;
  };
  note(0, d1);
  if (d1 <= 0) return found.first = 0, found;
  while (t1 < 1) {
    const Real t2 = std::min(Real(1), t1 + std::max(d1 - resolution / 2, resolution) / speed), d2 = bodies.distance(t2);
    if (d1 < resolution && d1 <= d0 && d1 <= d2) {
      const auto [t, d] = lowest(t0, t2);
      note(t, d);
      if (d <= 0) return found.first = touch(t0, t), found;
    }
    note(t2, d2);
    if (d2 <= 0) return found.first = touch(t1, t2), found;
    t0 = t1, d0 = d1, t1 = t2, d1 = d2;
  }
  return found;
}

}  // namespace oracle
