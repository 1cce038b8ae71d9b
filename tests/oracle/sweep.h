// SPDX-License-Identifier: MIT
// Moving bodies in long double: their poses, their separation along a direction, and when they first touch (sampled).
#pragma once

#include <tests/oracle/body.h>

#include <string>

namespace oracle {

/// The pivot, a local point, moves at constant velocity; the body turns about it at constant angular velocity.
struct Motion {
  Pose start;
  Vec3 velocity, angular_velocity, pivot;

  Pose at(Real t) const;
};

struct MovingBodies {
  Body a, b;
  Motion motion_a, motion_b;

  /// A bound on how fast the distance can change: every point's speed, summed over both bodies.
  Real speed() const;
  Real distance(Real t) const;  // signed
  Real separation(const Vec3& n, Real t) const;  // along the unit vector n
};

/// A claim about a stretch of time: along a direction that is n at `from` and turns at angular velocity `turn`
/// (perpendicular to n), the separation is at least gap_from and gap_to at the ends and stays above `floor`, because no
/// pair of points has a separation with a second derivative above `curvature`.
struct Stretch {
  Real from, to;
  Vec3 n, turn;
  Real gap_from, gap_to, curvature, floor;
};

/// Empty if the claim holds at both ends and at `samples` times between them; otherwise the problem. At those times the
/// separation must also be above the parabola of that curvature through the two ends.
std::string fault(const MovingBodies& bodies, const Stretch& claim, int samples);

/// Dense sampling with bisection. `first` is the earliest time found at which the bodies overlap (2: none), located to
/// 1e-12 between a sample before and a sample in contact. `least` is the least distance found before that, at `at`:
/// every local minimum of the samples below `resolution` is narrowed down by golden section. Samples are never farther
/// apart than the distance allows, nor closer than resolution / speed.
struct Encounter {
  Real first = 2, least = infinity, at = 0;
};
Encounter sampled_encounter(const MovingBodies& bodies, Real resolution);

}  // namespace oracle
