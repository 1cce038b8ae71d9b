// SPDX-License-Identifier: MIT
#include <tests/oracle/closed_forms.h>

namespace oracle {
namespace {

/// From two nearest points of cores that are a distance apart, and the radii. The fallback is used where they coincide.
Answer from_points(const Vec3& pa, const Vec3& pb, Real radii, const Vec3& fallback) {
  const Vec3 v = pb - pa;
  const Real gap = norm(v), distance = gap - radii;
  const Real rounding = 32 * unit_roundoff * (norm(pa) + norm(pb) + radii);
  return {distance, distance - rounding, distance + rounding, gap > 0 ? v / gap : normalized(fallback), true};
}

struct Ends {
  Vec3 p, q;
};
Ends axis_of(Real half, const Pose& pose) { return {pose * Vec3{0, 0, -half}, pose * Vec3{0, 0, half}}; }

Vec3 nearest_on(const Ends& s, const Vec3& x) {
  const Vec3 d = s.q - s.p;
  const Real dd = norm_squared(d);
  const Real t = dd > 0 ? std::clamp(dot(x - s.p, d) / dd, Real{0}, Real{1}) : 0;
  return s.p + t * d;
}

}  // namespace

Answer sphere_sphere(Real radius_a, const Vec3& ca, Real radius_b, const Vec3& cb) {
  return from_points(ca, cb, radius_a + radius_b, {1, 0, 0});
}

Answer sphere_capsule(Real radius, const Vec3& c, Real capsule_radius, Real half_height, const Pose& capsule_pose) {
  const Ends s = axis_of(half_height, capsule_pose);
  return from_points(c, nearest_on(s, c), radius + capsule_radius, any_perpendicular(s.q - s.p));
}

/// Segment against segment: the four ends against the other segment, and the common perpendicular if it meets both.
Answer capsule_capsule(Real radius_a, Real half_a, const Pose& pose_a, Real radius_b, Real half_b, const Pose& pose_b) {
  const Ends a = axis_of(half_a, pose_a), b = axis_of(half_b, pose_b);
  Vec3 best_a = a.p, best_b = b.p;
  const auto offer = [&](const Vec3& x, const Vec3& y) {
    if (norm_squared(y - x) < norm_squared(best_b - best_a)) best_a = x, best_b = y;
  };
  offer(a.p, nearest_on(b, a.p));
  offer(a.q, nearest_on(b, a.q));
  offer(nearest_on(a, b.p), b.p);
  offer(nearest_on(a, b.q), b.q);
  const Vec3 u = a.q - a.p, w = b.q - b.p, n = cross(u, w), r = b.p - a.p;
  const Real nn = norm_squared(n);
  if (nn > 0) {
    const Real s = dot(cross(r, w), n) / nn, t = dot(cross(r, u), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) offer(a.p + s * u, b.p + t * w);
  }
  return from_points(best_a, best_b, radius_a + radius_b, nn > 0 ? n : any_perpendicular(u));
}

Answer sphere_box(Real radius, const Vec3& c, const Vec3& half, const Pose& box_pose) {
  const Vec3 p = transpose_times(box_pose.rotation, c - box_pose.translation);
  const auto clamped = [](Real x, Real h) { return std::clamp(x, -h, h); };
  const Vec3 q{clamped(p.x, half.x), clamped(p.y, half.y), clamped(p.z, half.z)};
  if (!(p == q)) return from_points(c, box_pose * q, radius, {1, 0, 0});

  // Inside: out through the nearest face. The box moves the other way.
  const Real depths[3] = {half.x - std::abs(p.x), half.y - std::abs(p.y), half.z - std::abs(p.z)};
  const int axis = static_cast<int>(std::min_element(depths, depths + 3) - depths);
  const Real sign = (axis == 0 ? p.x : axis == 1 ? p.y : p.z) < 0 ? -1 : 1;
  const Vec3 out{axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
  const Real distance = -depths[axis] - radius;
  const Real rounding = 32 * unit_roundoff * (norm(half) + norm(c) + norm(box_pose.translation) + radius);
  return {distance, distance - rounding, distance + rounding, -(box_pose.rotation * out), true};
}

Answer half_space_body(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b) {
  const Real length = norm(a.normal);
  const Vec3 n = normalized(pose_a.rotation * a.normal);
  const Vec3 on_plane = pose_a.rotation * ((a.offset / (length * length)) * a.normal);
  const Vec3 lowest = pose_b.rotation * b.core_support(transpose_times(pose_b.rotation, -n));
  const Vec3 shift = pose_b.translation - pose_a.translation;
  const Real distance = dot(n, lowest + shift - on_plane) - b.radius;
  const Real rounding = 32 * unit_roundoff * (b.reach + norm(shift) + norm(on_plane));
  return {distance, distance - rounding, distance + rounding, n, true};
}

/// The nearest point x has x_i = r_i² p_i / (r_i² + t) with the largest root t of sum (r_i p_i / (r_i² + t))² = 1, a
/// function that falls from t = -min r² on: bisection cannot fail. Where p has no component along the shortest axes
/// the root may lie at the pole itself: there the remaining coordinate follows from the surface [Eberly 2013].
EllipsoidPoint point_ellipsoid(const Vec3& radii, const Vec3& p) {
  const Real r[3] = {radii.x, radii.y, radii.z};
  const Real y[3] = {std::abs(p.x), std::abs(p.y), std::abs(p.z)};
  const Real shortest = std::min({r[0], r[1], r[2]});
  // s = t / shortest² + 1 > 0 measures from the pole; k_i = r_i² / shortest² - 1 exactly zero on shortest axes.
  Real k[3], z[3];
  for (int i = 0; i < 3; ++i) {
    k[i] = (r[i] - shortest) * (r[i] + shortest) / (shortest * shortest);
    z[i] = r[i] / shortest * (y[i] / shortest);
  }
  const auto excess = [&](Real s) {
    Real sum = -1;
    for (int i = 0; i < 3; ++i)
      if (z[i] > 0) sum += (z[i] / (k[i] + s)) * (z[i] / (k[i] + s));
    return sum;
  };
  Real lo = 0, hi = std::sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
  for (int step = 0; step < 200 && hi > 0; ++step) {  // hi > 0 may converge to the pole, then the width goes to zero
    const Real middle = lo > 0 ? std::sqrt(lo) * std::sqrt(hi) : hi / 2;
    if (!(middle > lo && middle < hi) || hi < 1e-30L) break;
    (excess(middle) > 0 ? lo : hi) = middle;
  }
  const Real s = hi < 1e-30L ? 0 : (lo > 0 && lo / hi > 0.5L ? lo + (hi - lo) / 2 : hi);
  Real x[3], left = 1;
  int free = -1;
  for (int i = 0; i < 3; ++i) {
    if (k[i] + s > 0) {
      x[i] = (1 + k[i]) * y[i] / (k[i] + s);
      left -= (x[i] / r[i]) * (x[i] / r[i]);
    } else {
      x[i] = 0;
      free = i;
    }
  }
  if (free >= 0) x[free] = r[free] * std::sqrt(std::max(left, Real{0}));
  const Vec3 nearest{core::with_sign(x[0], p.x), core::with_sign(x[1], p.y), core::with_sign(x[2], p.z)};
  const Real level = (p.x / r[0]) * (p.x / r[0]) + (p.y / r[1]) * (p.y / r[1]) + (p.z / r[2]) * (p.z / r[2]);
  const Real distance = norm(nearest - p);
  return {level < 1 ? -distance : distance, nearest};
}

bool box_box_overlap(const Vec3& half_a, const Vec3& half_b, const Pose& x_ab, Real margin) {
  const Mat3 columns = transposed(x_ab.rotation);
  const Vec3 ea[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, eb[3] = {columns.r0, columns.r1, columns.r2};
  const auto separates = [&](const Vec3& n) {
    const Real length = norm(n);
    if (!(length > 1e-12L)) return false;  // parallel edges: their faces have been tested
    const Real a = std::abs(n.x) * half_a.x + std::abs(n.y) * half_a.y + std::abs(n.z) * half_a.z;
    const Real b =
        std::abs(dot(n, eb[0])) * half_b.x + std::abs(dot(n, eb[1])) * half_b.y + std::abs(dot(n, eb[2])) * half_b.z;
    return std::abs(dot(n, x_ab.translation)) > a + b + margin * length;
  };
  for (int i = 0; i < 3; ++i) {
    if (separates(ea[i]) || separates(eb[i])) return false;
    for (int j = 0; j < 3; ++j)
      if (separates(cross(ea[i], eb[j]))) return false;
  }
  return true;
}

}  // namespace oracle
