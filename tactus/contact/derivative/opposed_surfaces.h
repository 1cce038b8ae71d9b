// SPDX-License-Identifier: MIT
#pragma once
/// Two surfaces opposite each other at a contact: how the normal turns and the witness points slide when B moves.
#include <tactus/contact/derivative.h>
#include <tactus/contact/derivative/four_unknowns.h>
#include <tactus/contact/derivative/surface_law.h>
#include <tactus/core/pair_scale.h>

#include <optional>

namespace tactus {

/// A vector's derivative by a motion of B: by the shift of B's witness point, and by the turn φ of B as φ × normal.
template <Scalar T> struct Response { Mat3<T> shift, turn; };

/// The derivatives of the normal, and of each witness point's slide over its own body.
template <Scalar T> struct Responses { Response<T> normal, slide_a, slide_b; };

/// With the laws of both surfaces, the turn of the normal ν, the slides u on A and w on B, and a motion of B by the shift τ
/// and the turn β = φ × n,
///     turning_A u = sliding_A ν + offset_A,    turning_B w = sliding_B (β - ν) + offset_B,    w = u + d ν - τ
/// are four equations for ν and u. If they depend on each other, several pairs of points are nearest.
template <Scalar T> class OpposedSurfaces {
 public:
  OpposedSurfaces(const Contact<T>& c, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                  const Pose<T>& pose_b)
      : contact_(c), frame_(c.normal) {
    const T length = pair_size(a.bounding_radius(), b.bounding_radius()) + abs(c.distance);
    unit_ = length > T(0) && is_finite(length) ? length : T(1);
    blur_ = blur_of(c, unit_);
    on_a_ = law(a, pose_a, c.point_a, T(1));
    on_b_ = law(b, pose_b, c.point_b, T(-1));
  }

  DerivativeStatus status() const {
    const auto either = [&](Certainty x) { return on_a_.certainty == x || on_b_.certainty == x; };
    if (contact_.status == Status::stalled || either(Certainty::unknown)) return DerivativeStatus::unknown;
    return either(Certainty::kink) ? DerivativeStatus::kink : DerivativeStatus::smooth;
  }
  /// How far off the normal may be: normals nearer to each other than this count as one.
  T normal_blur() const { return blur_.sine; }
  std::optional<Responses<T>> responses() const;
  std::optional<Contact<T>> sharpened() const;

 private:
  /// Along the normal the separation is stationary. So a resolution ε leaves the normal uncertain by an angle of about
  /// √(2 ε/r), where r, the distance plus the radii of curvature, is rarely below a 64th of the pair's size. (Of a deep
  /// overlap r is the radii less the depth, and may be less: such a valley is flat, which ties.h takes into account.)
  static Blur<T> blur_of(const Contact<T>& c, T size) {
    const T turns_about = max(abs(c.distance), size / T(64));
    return {min(T(1) / T(32), T(2) * sqrt(c.resolution / turns_about)), T(2) * sqrt(c.resolution * size)};
  }
  SurfaceLaw<T> law(const Shape<T>& s, const Pose<T>& pose, const Vec3<T>& point, T side) const {
    const BodyFrame<T> local(frame_, pose);
    const Vec3<T> outward = local.normal * side;
    const Vec3<T> on_core = transposed_times(pose.rotation, point - pose.translation) - outward * s.radius();
    SurfaceLaw<T> found = surface_law(s, local, outward, on_core, blur_, unit_);
    found.base = pose * found.base;
    return found;
  }
  FourUnknowns<T> equations(T distance) const {
    FourUnknowns<T> e;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        e.left(i, j) = -on_a_.sliding[i][j];
        e.left(i, 2 + j) = on_a_.turning[i][j];
        e.left(2 + i, j) = on_b_.sliding[i][j] + distance / unit_ * on_b_.turning[i][j];
        e.left(2 + i, 2 + j) = on_b_.turning[i][j];
      }
    return e;
  }
  T least_pivot() const { return max(T(64) * unit_roundoff<T>, T(4) * contact_.resolution / unit_); }

  Contact<T> contact_;
  ContactFrame<T> frame_;
  T unit_;
  Blur<T> blur_;
  SurfaceLaw<T> on_a_, on_b_;  // bases in the world
};

/// The response to every motion of B.
template <Scalar T> std::optional<Responses<T>> OpposedSurfaces<T>::responses() const {
  FourUnknowns<T> e = equations(contact_.distance);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      e.right(2 + i, j) = on_b_.turning[i][j];
      e.right(2 + i, 2 + j) = on_b_.sliding[i][j];
    }
  if (!e.solve(least_pivot())) return std::nullopt;
  const auto in_world = [&](const auto& entry) {
    const auto column = [&](int j) { return frame_.at(Vec2<T>{entry(0, j), entry(1, j)}, T(0)); };
    return Mat3<T>::outer(column(0), frame_.u) + Mat3<T>::outer(column(1), frame_.v);
  };
  const auto block = [&](int row, int side) {
    return in_world([&](int i, int j) { return e.solution(row + i, side + j); });
  };
  const Mat3<T> tangential = in_world([](int i, int j) { return T(i == j ? 1 : 0); });
  Responses<T> r;
  r.normal = {block(0, 0) * (T(1) / unit_), block(0, 2)};
  r.slide_a = {block(2, 0), block(2, 2) * unit_};
  r.slide_b = {r.slide_a.shift + r.normal.shift * contact_.distance - tangential,
               r.slide_a.turn + r.normal.turn * contact_.distance};
  return r;
}

/// The contact after a step of Newton's method: the normal turns and the points slide to where both laws hold. A query
/// ends when the distance is known; the normal then has half as many correct digits, and a step doubles them. Nothing
/// changes if the step goes farther than the possible error of the query.
template <Scalar T> std::optional<Contact<T>> OpposedSurfaces<T>::sharpened() const {
  const Vec3<T> gap = on_b_.base - on_a_.base;
  const Vec2<T> shift = frame_.flat(gap);
  FourUnknowns<T> e = equations(frame_.height(gap));
  for (int i = 0; i < 2; ++i) {
    e.right(i, 0) = on_a_.offset[i];
    e.right(2 + i, 0) = on_b_.offset[i] + dot(on_b_.turning[i], shift) / unit_;
  }
  if (!e.solve(least_pivot())) return std::nullopt;
  const Vec2<T> turn{e.solution(0, 0), e.solution(1, 0)}, slide = Vec2<T>{e.solution(2, 0), e.solution(3, 0)} * unit_;
  const Vec2<T> slide_b = slide + turn * frame_.height(gap) - shift;
  Contact<T> c = contact_;
  c.normal = unit_or_up(frame_.at(turn, T(1)));
  c.point_a = on_a_.base + frame_.at(slide, T(0));
  c.distance = dot(c.normal, on_b_.base + frame_.at(slide_b, T(0)) - c.point_a);
  c.point_b = c.point_a + c.normal * c.distance;
  // Sliding along a tangent leaves the surface by half of turn times slide.
  const T off_surface = norm(turn) * (norm(slide) + norm(slide_b));
  const bool near = norm(turn) <= T(4) * blur_.sine && distance(c.point_a, contact_.point_a) <= unit_ / T(8) &&
                    abs(c.distance - contact_.distance) <= T(2) * c.resolution + off_surface;
  return near ? std::optional(c) : std::nullopt;
}

}  // namespace tactus
