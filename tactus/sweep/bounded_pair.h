// SPDX-License-Identifier: MIT
#pragma once
/// Two convex shapes on user-defined motions with known speed bounds only: conservative advancement as in the papers.
/// [Mirtich 1996]
#include <tactus/core/pair_scale.h>
#include <tactus/sweep/conservative_advancement.h>

namespace tactus::sweep {

/// Sent to the trace: from a separation of at least gap_from along n, closing at most at `speed`.
template <Scalar T> struct SlowAdvance {
  T from, to;
  Vec3<T> n;
  T gap_from, speed;
};

/// The same interface as MovingPair. Poses are used as `at` returns them.
template <Convex A, BoundedMotion MotionA, Convex B, BoundedMotion MotionB, class T = scalar_t<A>> class BoundedPair {
 public:
  BoundedPair(const A& a, const MotionA& motion_a, const B& b, const MotionB& motion_b, const Options<T>& options)
      : a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b), options_(options) {
    reach_a_ = norm(a.center() - motion_a.pivot) + bounding_radius(a) - ball_radius(a);
    reach_b_ = norm(b.center() - motion_b.pivot) + bounding_radius(b) - ball_radius(b);
    const auto farthest = [](const auto& m) { return max(norm(m.at(T(0)).translation), norm(m.at(T(1)).translation)); };
    rounding_ = T(16) * unit_roundoff<T> *
                (farthest(motion_a) + farthest(motion_b) + norm(Vec3<T>(motion_a.pivot)) +
                 norm(Vec3<T>(motion_b.pivot)) + T(2) * (reach_a_ + reach_b_ + ball_radius(a) + ball_radius(b)));
    tolerance_ = tolerated_in_motion(options, pair_size(bounding_radius(a), bounding_radius(b)), rounding_);
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

  Nearest<T> nearest(const Placement<T>& p, PairCache<T>* cache) const {
    const Pose<T> x = x_ab(p);
    const MinkowskiPair<A, B, T> pair(a_, b_, x);
    Nearest<T> r = nearest_direction(pair, Vec3<T>{}, Vec3<T>{}, tolerance_, options_, cache);
    return {unit_or_up(p.rotation_a * r.direction), r.upper + rounding_, {}};
  }
  /// The rate is the worst that the bounds allow for the rest of the motion.
  Slope<T> separation(const Direction<T>& d, const Placement<T>& p) const {
    const Vec3<T> n_a = transposed_times(p.rotation_a, d.n), n_b = transposed_times(p.rotation_b, d.n);
    const T on_a = dot(n_a, a_.support(n_a) - motion_a_.pivot), on_b = dot(n_b, b_.support(-n_b) - motion_b_.pivot);
    return {dot(d.n, p.between) + on_b - on_a - ball_radius(a_) - ball_radius(b_) - rounding_,
            -closing_speed(d.n, p.time, T(1)), T(0)};
  }
  /// μ: how fast the separation along n can fall between two times.
  T closing_speed(const Vec3<T>& n, T from, T to) const {
    const SpeedBound<T> a = motion_a_.speed(n, from, to), b = motion_b_.speed(-n, from, to);
    return a.along + a.turning * reach_a_ + b.along + b.turning * reach_b_;
  }

 private:
  const A& a_;
  const B& b_;
  const MotionA& motion_a_;
  const MotionB& motion_b_;
  Options<T> options_;
  T reach_a_, reach_b_, rounding_, tolerance_;
};

/// A course of which only a closing speed is known, not a curvature.
template <class C>
concept SpeedBounded = requires(const C& course, const Vec3<decltype(course.tolerance())>& n) {
  course.closing_speed(n, course.tolerance(), course.tolerance());
};

/// gap(t + Δ) ≥ gap(t) - μ Δ. A first step is as long as the gap lasts at the greatest speed of the whole rest; the
/// second uses the greatest speed within twice that stretch, which is often less. A gap that is at the target already
/// may fall half the way to the floor.
template <SpeedBounded Course, class T, class Trace>
std::optional<Placement<T>> farthest(const Course& course, const Direction<T>& d, const Placement<T>& from, Slope<T> s,
                                     T floor, T target, T end, int, Trace&& trace) {
  const T room = s.gap > target ? s.gap - target : (s.gap - floor) / T(2);
  if (!(room > T(0))) return std::nullopt;
  T step = end - from.time, speed = course.closing_speed(d.n, from.time, end);
  if (speed * step > room) {
    const T longer = min(T(2) * room / speed, step);
    speed = course.closing_speed(d.n, from.time, from.time + longer);
    step = speed * longer > room ? room / speed : longer;
  }
  const T time = min(from.time + step, end);
  if (!(time > from.time)) return std::nullopt;
  trace(SlowAdvance<T>{from.time, time, d.n, s.gap, speed});
  return course.at(time);
}

}  // namespace tactus::sweep

namespace tactus::conservative_advancement {

/// For motions of which at least one only states its speed: certified by those bounds alone. It takes more and shorter
/// steps than for two Motions.
template <class Trace = NoTrace, Convex A, BoundedMotion MotionA, Convex B, BoundedMotion MotionB,
          class T = scalar_t<A>>
  requires(!std::same_as<MotionA, Motion<T>> || !std::same_as<MotionB, Motion<T>>)
Impact<T> time_of_impact(const A& a, const MotionA& motion_a, const B& b, const MotionB& motion_b,
                         const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr,
                         Trace&& trace = {}) {
  if (!is_valid(options)) return {};
  const sweep::BoundedPair<A, MotionA, B, MotionB, T> course(a, motion_a, b, motion_b, options);
  if (!course.finite()) return {};
  const sweep::NarrowPhase<A, B> pair{a, b};
  PairCache<T> own;
  return sweep::Advancement(course, pair, motion_a, options, cache ? cache : &own).run(trace);
}

}  // namespace tactus::conservative_advancement
