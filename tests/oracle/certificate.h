// SPDX-License-Identifier: MIT
// The certificate as an oracle: what a contact claims is re-evaluated with two support calls and two point queries.
#pragma once

#include <tests/oracle/smooth_distance.h>

#include <sstream>
#include <string>

namespace oracle {

/// A contact as somebody else computed it; normal and points in the frame the poses map to.
struct Claim {
  Real distance, lower, upper;
  Vec3 normal, point_a, point_b;
};

/// All absolute. The oracle's own rounding is added where it enters.
struct Allowance {
  Real point = 0;  // witness points: outside their bodies, and off point_b - point_a = distance · normal
  Real bound = 0;  // bounds: lower above the separation along the normal, order of lower, distance, upper
  Real unit = 4e-16L;  // length of the normal against 1
  Real width = infinity;  // upper - lower, and distance - separation along the normal
};

/// Empty if the claim holds: a unit normal; lower no higher than the separation along it, which is below the true
/// distance; lower <= distance <= upper; witness points inside their bodies, distance · normal apart; for a gap, upper
/// no lower than their distance. (That an overlap's upper holds takes a full oracle.)
inline std::vector<std::string> violations(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
                                           const Claim& claim, const Allowance& allowed) {
  std::vector<std::string> found;
  const auto expect = [&](bool holds, const char* what, Real value, Real limit) {
    if (holds) return;
    std::ostringstream text;
    text.precision(20);
    text << what << ": " << value << ", limit " << limit;
    found.push_back(text.str());
  };
  const auto at_most = [&](Real value, Real limit, const char* what) { expect(value <= limit, what, value, limit); };

  if (!is_finite(claim.normal) || !is_finite(claim.point_a) || !is_finite(claim.point_b) ||
      !std::isfinite(claim.distance)) {
    found.push_back("not finite");
    return found;
  }
  const Vec3 shift = pose_b.translation - pose_a.translation;
  const Real own = 32 * unit_roundoff * (a.reach + b.reach + norm(shift));
  const Real separation = separation_along(a, pose_a, b, pose_b, claim.normal);
  const Vec3 witness = claim.point_b - claim.point_a;

  at_most(std::abs(norm(claim.normal) - 1), allowed.unit, "normal is not unit by");
  at_most(claim.lower, separation + own + allowed.bound, "lower exceeds the separation along the normal");
  at_most(claim.lower, claim.distance + allowed.bound, "lower exceeds distance");
  at_most(claim.distance, claim.upper + allowed.bound, "distance exceeds upper");
  at_most(claim.upper - claim.lower, allowed.width, "bounds are apart by");
  at_most(claim.distance - separation, allowed.width + own, "distance exceeds the separation along the normal by");
  if (claim.distance > 0) at_most(norm(witness), claim.upper + own + allowed.bound, "witness distance exceeds upper");
  at_most(norm(witness - claim.distance * claim.normal), allowed.point + own,
          "point_b - point_a differs from distance * normal by");
  const auto at_most_outside = [&](const Body& body, const Pose& pose, const Vec3& point, const char* what) {
    const PointGap gap = point_gap(body, pose, point, allowed.point + own);
    at_most(gap.lower, allowed.point + own, what);
  };
  at_most_outside(a, pose_a, claim.point_a, "point_a is outside A by");
  at_most_outside(b, pose_b, claim.point_b, "point_b is outside B by");
  return found;
}

/// In A's frame.
inline std::vector<std::string> violations(const Body& a, const Body& b, const Pose& x_ab, const Claim& claim,
                                           const Allowance& allowed) {
  return violations(a, Pose{}, b, x_ab, claim, allowed);
}

}  // namespace oracle
