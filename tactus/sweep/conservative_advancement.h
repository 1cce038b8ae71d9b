// SPDX-License-Identifier: MIT
#pragma once
/// Time of impact of two moving, rotating convex shapes: never late, never missed. [Mirtich 1996; Zhang et al. 2006]
/// The bound is derived in docs/algorithms/time_of_impact.md.
#include <tactus/core/pair_cache.h>
#include <tactus/narrow/default.h>
#include <tactus/sweep/certified_step.h>
#include <tactus/sweep/impact.h>

namespace tactus::sweep {

/// Sent to the trace when bounding balls about the pivots prove a stretch of time free.
template <Scalar T> struct BallsApart { T from, to; };

/// A course in the world: the functions that the loop below needs, and those that need the narrow phase.
/// Course: at, nearest, separation, curvature, turns, window, tolerance, rounding (MovingPair, MovingHalfSpace).
/// Signed: contact(x_ab, options, cache) and intersects(x_ab, options, cache) of the pair in A's frame.
template <class Course, class Signed, class MotionA, class T = typename MotionA::Scalar> class Advancement {
 public:
  Advancement(const Course& course, const Signed& pair, const MotionA& motion_a, const Options<T>& options,
              PairCache<T>* cache)
      : course_(course), signed_(pair), motion_a_(motion_a), options_(options), cache_(cache) {
    options_.max_distance = infinity<T>;  // an impact is described at any distance that the tolerance leaves
  }

  /// Advances from one certified time to the next until the shapes are within the tolerance and closing, or the motion
  /// is over.
  /// Invariant: the motion up to `here` is free. The direction in which the shapes are currently nearest gives a
  /// separation that stays positive up to a later time, certified by its curvature (certified_step.h). This separation
  /// is a lower bound of the distance and equals it at `here`, so each advance is a step of Newton's method on the
  /// distance, from the safe side: the gap falls quadratically. A cap on the steps ends in `stalled`; everything
  /// certified before holds.
  template <class Trace> Impact<T> run(Trace&& trace) {
    const T tolerance = course_.tolerance();
    result_.resolution = tolerance;
    const auto [begin, end] = course_.window();
    if (begin > end) return trace(BallsApart<T>{T(0), T(1)}), none();
    if (begin > T(0)) trace(BallsApart<T>{T(0), begin});
    Placement<T> here = course_.at(begin);
    Nearest<T> near = course_.nearest(here, cache_);
    if (here.time == T(0) && near.upper <= tolerance) return from_touch(here, end, trace);
    return from_gap(here, near, end, trace);
  }

 private:
  /// Within the tolerance it is a hit if the pair is closing, or if it has not opened since the last step: a step must
  /// either shrink the rest of the gap to the tolerance, or open it again, so that this ends.
  template <class Trace> Impact<T> from_gap(Placement<T> here, Nearest<T> near, T end, Trace&& trace) {
    const T tolerance = course_.tolerance();
    for (T last_touch = T(0);;) {
      const Direction<T> d{near.direction, near.turn, here.time};
      const Slope<T> s = course_.separation(d, here);
      const bool at_touch = near.upper <= tolerance;
      if (at_touch && (s.rate < T(0) || near.upper <= last_touch)) return hit(here, s);
      if (result_.steps >= options_.max_iterations) return stalled(here);
      const auto next = step(here, d, s, end, trace);
      if (!next) return at_touch ? hit(here, s) : stalled(here);
      ++result_.steps;
      if (next->time >= end) return tail(end, trace);
      here = *next;
      last_touch = at_touch ? near.upper : T(0);
      near = course_.nearest(here, cache_);
    }
  }

  /// The nearest direction itself may turn: with a leading face, or with two edges. A fixed direction is limited by the
  /// face's far corner; a direction that turns with the face is not. If the turning direction is not certain for a
  /// worthwhile step, a fixed one is used. Any direction would be safe.
  template <class Trace>
  std::optional<Placement<T>> step(const Placement<T>& here, const Direction<T>& d, const Slope<T>& s, T end,
                                   Trace&& trace) {
    const T target = course_.tolerance() / T(4);
    if (d.turns()) {
      const T limit = min(end, d.from + T(1) / norm(d.turn));  // the rounding bound is for less than a radian
      if (const auto next = farthest(course_, d, here, s, T(0), target, limit, 4, trace)) return next;
    }
    const Direction<T> fixed{d.n, {}, d.from};
    return farthest(course_, fixed, here, d.turns() ? course_.separation(fixed, here) : s, T(0), target, end, 64,
                    trace);
  }

  /// In touch there is no simplex that shows how the normal turns. So three turns are tried: with A, with B and none at
  /// all; the one that advances farthest is used.
  template <class Trace>
  std::optional<Placement<T>> longest_step(const Placement<T>& here, const Vec3<T>& n, T floor, T target, T end,
                                           Trace&& trace) {
    const auto try_turn = [&](const Vec3<T>& turn, auto&& observer) {
      const Direction<T> d{n, turn, here.time};
      const T limit = d.turns() ? min(end, here.time + T(1) / norm(turn)) : end;
      return farthest(course_, d, here, course_.separation(d, here), floor, target, limit, 64, observer);
    };
    Vec3<T> best{};
    T farthest_time = here.time;
    for (const Vec3<T>& turn : course_.turns(n)) {
      const auto next = try_turn(turn, NoTrace{});
      if (next && next->time > farthest_time) best = turn, farthest_time = next->time;
    }
    return farthest_time > here.time ? try_turn(best, trace) : std::nullopt;
  }

  /// A start within the tolerance of touch. It is a hit at the last time before the pair gets deeper than at the start,
  /// by a quarter of the tolerance, before it has come apart; resting, sliding and rolling are not hits. The certified
  /// floor is a tolerance below the start.
  template <class Trace> Impact<T> from_touch(Placement<T> here, T end, Trace&& trace) {
    const T tolerance = course_.tolerance();
    Options<T> fine = options_;  // separations are compared to a quarter of the tolerance: normals must be better
    fine.tolerance /= T(16);
    const Contact<T> first = contact_at(here, fine);
    if (first.distance < -tolerance) return initial_overlap(first);
    Direction<T> d{first.normal, {}, here.time};
    Slope<T> s = course_.separation(d, here);
    const T start = s.gap;
    T previous = start;
    Placement<T> safe = here;
    Slope<T> at_safe = s;
    for (;;) {
      if (s.gap > tolerance) return from_gap(here, course_.nearest(here, cache_), end, trace);
      if (s.gap < start - tolerance / T(4)) return hit(safe, at_safe);
      if (s.gap >= previous) safe = here, at_safe = s;
      previous = s.gap;
      if (result_.steps >= options_.max_iterations) return stalled(here);
      const auto next = longest_step(here, d.n, start - tolerance, start - tolerance / T(2), end, trace);
      if (!next) return hit(safe, at_safe);
      ++result_.steps;
      if (next->time >= end) return tail(end, trace);
      here = *next;
      d = {contact_at(here, fine).normal, {}, here.time};
      s = course_.separation(d, here);
    }
  }

  Contact<T> contact_at(const Placement<T>& p, const Options<T>& options) const {
    return detail::placed(signed_.contact(course_.x_ab(p), options, cache_), motion_a_.at(p.time), course_.rounding());
  }

  Impact<T> ended(MotionStatus status, T time) {
    result_.status = status;
    result_.time = result_.lower = time;
    return result_;
  }
  Impact<T> none() { return ended(MotionStatus::none, T(1)); }
  template <class Trace> Impact<T> tail(T end, Trace&& trace) {
    if (end < T(1)) trace(BallsApart<T>{end, T(1)});
    return none();
  }
  Impact<T> stalled(const Placement<T>& p) { return ended(MotionStatus::stalled, p.time); }
  Impact<T> initial_overlap(const Contact<T>& c) {
    result_.contact = c;
    result_.upper = T(0);
    return ended(MotionStatus::initial_overlap, T(0));
  }
  /// The time of certain contact is searched where Newton's method expects it, a tolerance deep.
  Impact<T> hit(const Placement<T>& p, const Slope<T>& s) {
    result_.contact = contact_at(p, options_);
    const T later = p.time + (max(s.gap, T(0)) + course_.tolerance()) / -s.rate;
    if (result_.contact.upper <= T(0)) {
      result_.upper = p.time;
    } else if (later >= p.time && later <= T(1) &&
               signed_.intersects(course_.x_ab(course_.at(later)), options_, cache_)) {
      result_.upper = later;
    }
    return ended(MotionStatus::hit, p.time);
  }

  const Course& course_;
  const Signed& signed_;
  const MotionA& motion_a_;
  Options<T> options_;
  PairCache<T>* cache_;
  Impact<T> result_{};
};

/// The narrow phase's answers for one pair.
template <class A, class B> struct NarrowPhase {
  const A& a;
  const B& b;
  template <Scalar T> Contact<T> contact(const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) const {
    return narrow::contact(a, b, x_ab, options, cache);
  }
  template <Scalar T> bool intersects(const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) const {
    return narrow::intersects(a, b, x_ab, options, cache);
  }
};

}  // namespace tactus::sweep

namespace tactus::conservative_advancement {

/// When two convex shapes first meet on their motions; Impact and docs/algorithms/time_of_impact.md state what is
/// promised. The tolerance is relative to the size of the pair, as everywhere: at a hit the shapes are that near.
template <class Trace = NoTrace, Convex A, Convex B, class T = scalar_t<A>>
Impact<T> time_of_impact(const A& a, const Motion<T>& given_a, const B& b, const Motion<T>& given_b,
                         const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr,
                         Trace&& trace = {}) {
  if (!is_valid(given_a) || !is_valid(given_b) || !is_valid(options)) return {};
  const Motion<T> motion_a = rigid(given_a), motion_b = rigid(given_b);
  const sweep::MovingPair<A, B, T> course(a, motion_a, b, motion_b, options);
  if (!course.finite()) return {};
  const sweep::NarrowPhase<A, B> pair{a, b};
  PairCache<T> own;
  return sweep::Advancement(course, pair, motion_a, options, cache ? cache : &own).run(trace);
}

}  // namespace tactus::conservative_advancement
