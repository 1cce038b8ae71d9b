// SPDX-License-Identifier: MIT
#pragma once
/// A half-space and a shape on user-defined motions, of which only speed bounds are known.
#include <tactus/sweep/bounded_pair.h>

#include <optional>

namespace tactus::sweep {

/// The half-space in a Shape, if it is one. A user's own type never is.
template <class S, class T = scalar_t<S>> std::optional<HalfSpace<T>> half_space_in(const S& s) {
  if constexpr (std::same_as<S, Shape<T>>) {
    if (const auto* plane = s.template get_if<HalfSpace<T>>()) return *plane;
  }
  return std::nullopt;
}

/// The course of half-space A and any convex B; the same interface as BoundedPair. There is only one direction, the
/// half-space's normal n, which turns with A. With x from A's pivot to a point of B,
///     (n·x)' = n'·x + n·x' ≥ -(|ω_A| |x| + v_A·n - v_B·n + |n × ω_B| ρ_B),
/// and bounds of velocities along n now hold along n later, up to |n later - n now| ≤ |ω_A| Δt times the velocities.
template <BoundedMotion MotionA, Convex B, BoundedMotion MotionB, class T = scalar_t<B>> class BoundedHalfSpace {
 public:
  BoundedHalfSpace(const HalfSpace<T>& a, const MotionA& motion_a, const B& b, const MotionB& motion_b,
                   const Options<T>& options)
      : motion_a_(motion_a), b_(b), motion_b_(motion_b) {
    const auto [normal, offset] = normalized(a);
    normal_ = normal;
    offset_ = offset - dot(normal_, Vec3<T>(motion_a.pivot)) + ball_radius(b);
    reach_b_ = norm(b.center() - motion_b.pivot) + bounding_radius(b);
    const auto farthest = [](const auto& m) { return max(norm(m.at(T(0)).translation), norm(m.at(T(1)).translation)); };
    rounding_ = T(16) * unit_roundoff<T> *
                (T(2) * (farthest(motion_a) + farthest(motion_b)) + T(2) * norm(Vec3<T>(motion_a.pivot)) +
                 norm(Vec3<T>(motion_b.pivot)) + abs(offset) + T(2) * reach_b_);
    tolerance_ = tolerated_in_motion(options, pair_size(infinity<T>, bounding_radius(b)), rounding_);
  }

  bool finite() const { return is_finite(tolerance_) && is_valid(motion_a_.at(T(0))) && is_valid(motion_b_.at(T(0))); }
  T tolerance() const { return tolerance_; }
  T rounding() const { return rounding_; }
  struct Window {
    T begin, end;
  };
  Window window() const { return {T(0), T(1)}; }
  std::array<Vec3<T>, 1> turns(const Vec3<T>&) const { return {}; }

  Placement<T> at(T t) const {
    const Pose<T> pose_a = motion_a_.at(t), pose_b = motion_b_.at(t);
    return {t, pose_a.rotation, pose_b.rotation, pose_b * motion_b_.pivot - pose_a * motion_a_.pivot};
  }
  Pose<T> x_ab(const Placement<T>& p) const { return p.x_ab(motion_a_.pivot, motion_b_.pivot); }

  Nearest<T> nearest(const Placement<T>& p, PairCache<T>*) const {
    const Direction<T> d{unit_or_up(p.rotation_a * normal_), {}, p.time};
    return {d.n, separation(d, p).gap + T(2) * rounding_, {}};
  }
  /// Along the half-space's normal at that time, whatever direction is passed.
  Slope<T> separation(const Direction<T>&, const Placement<T>& p) const {
    const Vec3<T> n = p.rotation_a * normal_;
    const Vec3<T> r = p.rotation_b * (b_.support(-transposed_times(p.rotation_b, n)) - motion_b_.pivot);
    return {dot(n, p.between + r) - offset_ - rounding_, -closing_speed(unit_or_up(n), p.time, T(1)), T(0)};
  }
  T closing_speed(const Vec3<T>& n, T from, T to) const {
    const Fastest a = fastest(motion_a_, from, to), b = fastest(motion_b_, from, to);
    const SpeedBound<T> along_a = motion_a_.speed(n, from, to), along_b = motion_b_.speed(-n, from, to);
    const T turned = min(a.spin * (to - from), T(2));
    const T distance = norm(at(from).between) + (a.speed + b.speed) * (to - from) + reach_b_;
    return (along_a.along + along_b.along + turned * (a.speed + b.speed) +
            reach_b_ * (along_b.turning + turned * b.spin) + a.spin * distance) *
           (T(1) + T(16) * unit_roundoff<T>);
  }

 private:
  /// Bounds of a motion in all directions, from those along the axes: |ω|² is half the sum of |e × ω|².
  struct Fastest {
    T speed, spin;
  };
  template <class M> static Fastest fastest(const M& m, T from, T to) {
    T speed2{}, spin2{};
    for (int i = 0; i < 3; ++i) {
      Vec3<T> e{};
      e[i] = T(1);
      const SpeedBound<T> there = m.speed(e, from, to), back = m.speed(-e, from, to);
      speed2 += square(max(abs(there.along), abs(back.along)));
      spin2 += square(max(there.turning, back.turning));
    }
    return {sqrt(speed2), sqrt(spin2 / T(2))};
  }

  const MotionA& motion_a_;
  const B& b_;
  const MotionB& motion_b_;
  Vec3<T> normal_;
  T offset_, reach_b_, rounding_, tolerance_;  // offset: of the plane from A's pivot, less the ball of B
};

/// Two half-spaces meet somewhere unless they stay parallel, which speed bounds cannot tell: `invalid`.
template <BoundedMotion MotionA, Convex B, BoundedMotion MotionB, class T = scalar_t<B>>
Impact<T> bounded_half_space_impact(const HalfSpace<T>& a, const MotionA& motion_a, const B& b, const MotionB& motion_b,
                                    const Options<T>& options) {
  if (!is_valid(options) || half_space_in(b)) return {};
  const BoundedHalfSpace<MotionA, B, MotionB, T> course(a, motion_a, b, motion_b, options);
  if (!course.finite()) return {};
  const Shape<T> plane(a), body(b);  // only queries on Shapes know half-spaces
  const NarrowPhase<Shape<T>, Shape<T>> pair{plane, body};
  return Advancement(course, pair, motion_a, options, static_cast<PairCache<T>*>(nullptr)).run(NoTrace{});
}

}  // namespace tactus::sweep
