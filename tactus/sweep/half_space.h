// SPDX-License-Identifier: MIT
#pragma once
/// A moving half-space against a moving shape. There is only one direction to test, the half-space's own normal, and
/// the separation along it is the distance.
#include <tactus/core/pair_scale.h>
#include <tactus/sweep/conservative_advancement.h>

namespace tactus::sweep {

/// The course of half-space A and any convex B; the same interface as MovingPair. The direction turns with A.
template <Convex B, class T = scalar_t<B>> class MovingHalfSpace {
 public:
  MovingHalfSpace(const HalfSpace<T>& a, const Motion<T>& motion_a, const B& b, const Motion<T>& motion_b,
                  const Options<T>& options)
      : motion_a_(motion_a), b_(b, motion_b), spin_a_(norm(motion_a.angular_velocity)) {
    const auto [normal, offset] = normalized(a);
    normal_ = normal;
    offset_ = offset - dot(normal_, motion_a.pivot) + ball_radius(b);
    between_ = motion_b.start * motion_b.pivot - motion_a.start * motion_a.pivot;
    velocity_ = motion_b.velocity - motion_a.velocity;
    const T scale_a = norm(motion_a.start.translation) + norm(motion_a.velocity) + norm(motion_a.pivot) + abs(offset) +
                      (T(1) + spin_a_) * (norm(between_) + norm(velocity_) + b_.reach);
    rounding_ = T(16) * unit_roundoff<T> * (scale_a + b_.rounding_scale);
    tolerance_ = tolerated_in_motion(options, pair_size(infinity<T>, bounding_radius(b)), rounding_);
  }

  bool finite() const { return is_finite(tolerance_); }
  T tolerance() const { return tolerance_; }
  T rounding() const { return rounding_; }
  struct Window {
    T begin, end;
  };
  Window window() const { return {T(0), T(1)}; }
  std::array<Vec3<T>, 1> turns(const Vec3<T>&) const { return {}; }

  Placement<T> at(T t) const { return {t, motion_a_.rotation_at(t), b_.rotation_at(t), between_ + velocity_ * t}; }
  Pose<T> x_ab(const Placement<T>& p) const { return p.x_ab(motion_a_.pivot, b_.motion.pivot); }

  Nearest<T> nearest(const Placement<T>& p, PairCache<T>*) const {
    const Direction<T> d{unit_or_up(p.rotation_a * normal_), {}, p.time};
    return {d.n, separation(d, p).gap + T(2) * rounding_, {}};
  }
  /// Along the half-space's normal at that time, whatever direction is passed.
  Slope<T> separation(const Direction<T>&, const Placement<T>& p) const {
    const Vec3<T> n = p.rotation_a * normal_;
    const Vec3<T> r = p.rotation_b * (b_.shape.support(-transposed_times(p.rotation_b, n)) - b_.motion.pivot);
    const Vec3<T> x = p.between + r, x_rate = velocity_ + cross(b_.motion.angular_velocity, r);
    const Vec3<T> n_rate = cross(motion_a_.angular_velocity, n);
    return {dot(n, x) - offset_ - rounding_, dot(n, x_rate) + dot(n_rate, x), T(0)};
  }
  /// (n·x)'' = n''·x + 2 n'·x' + n·x'', with x from A's pivot to a point of B; the terms in which both turn are bounded
  /// relative to n, see Mover::curvature_against.
  T curvature(const Direction<T>& d, T end) const {
    const T between = max(norm(between_ + velocity_ * d.from), norm(between_ + velocity_ * end));
    const T k = spin_a_ > T(0) ? spin_a_ * (spin_a_ * between + T(2) * norm(velocity_)) +
                                     b_.curvature_against(motion_a_.angular_velocity)
                               : b_.curvature(d.n);
    return k * (T(1) + T(16) * unit_roundoff<T>);
  }

 private:
  const Motion<T>& motion_a_;
  Mover<B, T> b_;
  T spin_a_;
  Vec3<T> normal_, between_, velocity_;
  T offset_, rounding_, tolerance_;  // offset: of the plane from A's pivot, minus the ball of B
};

/// Half-spaces that face each other keep a gap only while they stay parallel: the least turn makes them meet, far away.
template <Scalar T>
Impact<T> half_spaces_impact(const Shape<T>& a, const Motion<T>& motion_a, const Shape<T>& b, const Motion<T>& motion_b,
                             const Options<T>& options) {
  const auto contact_at = [&](T t) {
    const Pose<T> pose_a = motion_a.at(t);
    return detail::placed(narrow::contact(a, b, relative(pose_a, motion_b.at(t)), options), pose_a, T(0));
  };
  Impact<T> r;
  r.contact = contact_at(T(0));
  const T closing = -dot(r.contact.normal, motion_b.velocity - motion_a.velocity);
  const T time = r.contact.distance / closing;
  r.time = r.lower = r.upper = T(0);
  if (!(r.contact.distance >= T(0))) {
    r.status = MotionStatus::initial_overlap;
  } else if (motion_a.angular_velocity != motion_b.angular_velocity) {
    r.status = MotionStatus::hit;
  } else if (closing > T(0) && time <= T(1)) {
    r = {MotionStatus::hit, time, time, time, contact_at(time)};
  } else {
    r = {MotionStatus::none, T(1), T(1)};
  }
  return r;
}

template <Scalar T>
Impact<T> half_space_impact(const Shape<T>& a, const Motion<T>& motion_a, const Shape<T>& b, const Motion<T>& motion_b,
                            const Options<T>& options) {
  if (!a.bounded() && !b.bounded()) return half_spaces_impact(a, motion_a, b, motion_b, options);
  if (a.bounded()) return mirrored(half_space_impact(b, motion_b, a, motion_a, options));
  const MovingHalfSpace<Shape<T>, T> course(*a.template get_if<HalfSpace<T>>(), motion_a, b, motion_b, options);
  if (!course.finite()) return {};
  const NarrowPhase<Shape<T>, Shape<T>> pair{a, b};
  return Advancement(course, pair, motion_a, options, static_cast<PairCache<T>*>(nullptr)).run(NoTrace{});
}

}  // namespace tactus::sweep
