// SPDX-License-Identifier: MIT
#pragma once
/// Two moving convex shapes: their poses at a time, their separation along a direction, and how fast it can change.
#include <tactus/core/pair_scale.h>
#include <tactus/sweep/motion.h>
#include <tactus/sweep/nearest_direction.h>
#include <tactus/sweep/revolution.h>

namespace tactus::sweep {

/// The relative placement of the bodies at a time. In world axes; only differences of positions, so that a common
/// offset of both bodies costs no digits.
template <Scalar T> struct Placement {
  T time;
  Mat3<T> rotation_a, rotation_b;
  Vec3<T> between;  // from the pivot of A to that of B

  /// B's frame relative to A's.
  constexpr Pose<T> x_ab(const Vec3<T>& pivot_a, const Vec3<T>& pivot_b) const {
    return {transpose(rotation_a) * rotation_b, transposed_times(rotation_a, between - rotation_b * pivot_b) + pivot_a};
  }
};

/// A unit direction that turns steadily: n at time `from`, with the angular velocity `turn`, perpendicular to n. Mostly
/// it does not turn; if a face leads, it turns with the face.
template <Scalar T> struct Direction {
  Vec3<T> n, turn;
  T from;

  bool turns() const { return turn != Vec3<T>{}; }
  Vec3<T> at(T t) const {
    if (!turns()) return n;
    const T rate = norm(turn), angle = rate * (t - from);
    return n * cos(angle) + cross(turn, n) * (sin(angle) / rate);
  }
};

/// The separation along a direction at one time, as a function of time: a lower bound of its value (minus rounding),
/// and the first two derivatives for the points that are farthest at that time.
template <Scalar T> struct Slope { T gap, rate, bend; };

/// One body of a moving pair: the values that do not change during the motion.
template <Convex S, class T = scalar_t<S>> struct Mover {
  const S& shape;
  const Motion<T>& motion;
  T spin;  // |angular velocity|
  Vec3<T> axis;  // of the rotation, unit
  T core_reach;  // no point of the core is farther from the pivot
  T reach;  // ball included
  T own_curvature = infinity<T>;  // see curvature
  T rounding_scale;  // the rounding error of a separation, in units of 16 u

  Mover(const S& s, const Motion<T>& m) : shape(s), motion(m), spin(norm(m.angular_velocity)) {
    if (spin > T(0)) axis = m.angular_velocity / spin;
    const T stretch = orthonormality_error(m.start.rotation);  // the matrix may not be an exact rotation
    reach = (norm(s.center() - m.pivot) + bounding_radius(s)) * (T(1) + stretch);
    core_reach = reach - ball_radius(s);
    // Positions carry a few roundings each, the direction's turn at most 8 u, a rotation by θ (3 θ + 24) u.
    rounding_scale = norm(m.start.translation) + norm(m.velocity) + norm(m.pivot) + (T(2) + spin) * reach;
    if (m.pivot.x == T(0) && m.pivot.y == T(0) && spin > T(0) && is_of_revolution(s)) {
      const Vec3<T>& u = m.start.rotation.column(2);
      const T across = norm(cross(m.angular_velocity, u)), along = abs(dot(m.angular_velocity, u));
      own_curvature = across * (across + along);
      rounding_scale += stretch * reach / (T(16) * unit_roundoff<T>);
    }
  }
  Mat3<T> rotation_at(T t) const {
    if (!(spin > T(0))) return motion.start.rotation;
    const T half = spin * t / T(2);
    const Vec3<T> v = axis * sin(half);
    return to_matrix(Quat<T>{cos(half), v.x, v.y, v.z}) * motion.start.rotation;
  }
  /// A bound of |n·r''| for every point r of the core relative to the pivot: it moves on a circle about the axis. A
  /// solid of revolution can also be treated as turning with its own axis u only, at ω - (ω·u) u, which moves its
  /// points less: |r''| ≤ |ω × u| (|ω × u| + |ω·u|) ρ, and not at all if it rolls about u.
  T curvature(const Vec3<T>& n) const {
    return min(spin * norm(cross(n, motion.angular_velocity)), own_curvature) * core_reach;
  }
  /// The same for an n that turns at a steady angular velocity: relative to n, the body turns with the difference of
  /// the angular velocities, and the axis of that turns too.
  T curvature_against(const Vec3<T>& turn) const {
    const Vec3<T>& w = motion.angular_velocity;
    return (norm(cross(turn, w)) + norm_squared(w - turn)) * core_reach;
  }
};

template <Convex A, Convex B, class T = scalar_t<A>> class MovingPair {
 public:
  MovingPair(const A& a, const Motion<T>& motion_a, const B& b, const Motion<T>& motion_b, const Options<T>& options)
      : MovingPair(a, motion_a, b, motion_b, options, pair_size(bounding_radius(a), bounding_radius(b))) {}
  /// With the size that the tolerance is relative to: the point of a ray has no size.
  MovingPair(const A& a, const Motion<T>& motion_a, const B& b, const Motion<T>& motion_b, const Options<T>& options,
             T size)
      : a_(a, motion_a), b_(b, motion_b), options_(options), radius_(ball_radius(a) + ball_radius(b)) {
    between_ = motion_b.start * motion_b.pivot - motion_a.start * motion_a.pivot;
    velocity_ = motion_b.velocity - motion_a.velocity;
    rounding_ = T(16) * unit_roundoff<T> * (a_.rounding_scale + b_.rounding_scale);
    tolerance_ = tolerated_in_motion(options, size, rounding_);
  }

  bool finite() const { return is_finite(tolerance_); }
  T tolerance() const { return tolerance_; }  // as a distance
  T rounding() const { return rounding_; }

  Placement<T> at(T t) const { return {t, a_.rotation_at(t), b_.rotation_at(t), between_ + velocity_ * t}; }
  Pose<T> x_ab(const Placement<T>& p) const { return p.x_ab(a_.motion.pivot, b_.motion.pivot); }

  Nearest<T> nearest(const Placement<T>& p, PairCache<T>* cache) const {
    const Pose<T> x = x_ab(p);
    const MinkowskiPair<A, B, T> pair(a_.shape, b_.shape, x);
    Nearest<T> r =
        nearest_direction(pair, transposed_times(p.rotation_a, a_.motion.angular_velocity),
                          transposed_times(p.rotation_a, b_.motion.angular_velocity), tolerance_, options_, cache);
    r.direction = unit_or_up(p.rotation_a * r.direction);
    // Only slivers turn faster than that, and they are not worth following (nor is a NaN).
    r.turn = norm(r.turn) <= T(20) * (a_.spin + b_.spin) ? p.rotation_a * r.turn : Vec3<T>{};
    r.upper += rounding_;
    return r;
  }

  Slope<T> separation(const Direction<T>& d, const Placement<T>& p) const {
    const Vec3<T> n = d.at(p.time);
    const Part on_a = farthest(a_, p.rotation_a, n, T(1)), on_b = farthest(b_, p.rotation_b, n, T(-1));
    Slope<T> s{dot(n, p.between) + on_b.along - on_a.along - radius_ - rounding_,
               dot(n, velocity_) + on_b.rate - on_a.rate, on_b.bend - on_a.bend};
    if (d.turns()) s.rate += dot(cross(d.turn, n), p.between + on_b.r - on_a.r);
    return s;
  }

  /// K: up to time `end`, no pair of points of the cores has a separation along the direction whose second derivative
  /// exceeds it. The points of the balls keep their distance from the core along n, whatever turns.
  T curvature(const Direction<T>& d, T end) const {
    T k = a_.curvature(d.n) + b_.curvature(d.n);
    if (d.turns()) {
      const T turn = norm(d.turn);
      const T between = max(norm(between_ + velocity_ * d.from), norm(between_ + velocity_ * end));
      k = turn * (turn * between + T(2) * norm(velocity_)) + a_.curvature_against(d.turn) +
          b_.curvature_against(d.turn);
    }
    return k * (T(1) + T(16) * unit_roundoff<T>);
  }

  /// How the nearest direction may turn: not at all, with A, with B.
  std::array<Vec3<T>, 3> turns(const Vec3<T>& n) const {
    const auto across = [&](const Vec3<T>& w) { return w - n * dot(n, w); };
    return {Vec3<T>{}, across(a_.motion.angular_velocity), across(b_.motion.angular_velocity)};
  }

  /// The times between which balls about the pivots touch: outside of them there is no contact, whatever the rotation.
  /// begin > end if the balls never touch. The balls are enlarged by the tolerance, many times the rounding error of
  /// the two times.
  struct Window {
    T begin, end;
  };
  Window window() const {
    const T reach = a_.reach + b_.reach + tolerance_;
    const T speed2 = norm_squared(velocity_);
    const T nearest = speed2 > T(0) ? -dot(between_, velocity_) / speed2 : T(0);
    const T clear2 = square(reach) - norm_squared(between_ + velocity_ * nearest);
    if (clear2 < T(0)) return {T(1), T(0)};
    if (!(speed2 > T(0))) return {T(0), T(1)};
    const T half = sqrt(clear2 / speed2);
    if (!(half < infinity<T>) || !(abs(nearest) < infinity<T>)) return {T(0), T(1)};  // out of the scalar's range
    if (nearest - half > T(1) || nearest + half < T(0)) return {T(1), T(0)};
    return {max(nearest - half, T(0)), min(nearest + half, T(1))};
  }

 private:
  struct Part {
    T along, rate, bend;
    Vec3<T> r;
  };
  /// For the core's point r farthest along sign·n, relative to the pivot: its coordinate along n and the derivatives of
  /// this coordinate for a fixed n.
  template <class M> static Part farthest(const M& m, const Mat3<T>& rotation, const Vec3<T>& n, T sign) {
    const Vec3<T> d = transposed_times(rotation, n);
    const Vec3<T> local = m.shape.support(d * sign) - m.motion.pivot;
    const Vec3<T> r = rotation * local;
    Part part{dot(d, local), T(0), T(0), r};
    if (!(m.spin > T(0))) return part;
    const Vec3<T>& w = m.motion.angular_velocity;
    part.rate = dot(cross(n, w), r);
    part.bend = dot(n, w) * dot(w, r) - square(m.spin) * part.along;
    return part;
  }

  Mover<A, T> a_;
  Mover<B, T> b_;
  Options<T> options_;
  Vec3<T> between_, velocity_;
  T radius_, rounding_, tolerance_;
};

}  // namespace tactus::sweep
