// SPDX-License-Identifier: MIT
#pragma once
/// The Minkowski difference A ⊖ B of two cores for GJK and EPA: given by its support points, in A's frame.
///
/// The signed distance of A and B is that of the origin from ∂(A ⊖ B), positive outside [Feng and Tan 2019, §2.2]. It
/// is the largest separation -h(n) over all directions n, where h(n) is the support value of A ⊖ B along n: every n
/// gives a lower bound, every polygon of support points (it lies inside A ⊖ B) an upper one.
/// differs from [Feng and Tan 2019, §2.2]: the table of contact states and eq. 5 print A ⊕ B for A ⊖ B, and its
/// 'overlap' should read 'in the interior of', because touching points lie in A ⊖ B as well.
#include <tactus/core/options.h>
#include <tactus/core/pair_scale.h>
#include <tactus/planar/pose2.h>
#include <tactus/planar/result.h>
#include <tactus/planar/shapes.h>

namespace tactus::planar {

/// A point w of A ⊖ B with the points of A and B it comes from: w = a - b.
template <Scalar T> struct Vertex2 { Vec2<T> w{}, a{}, b{}; };

/// The result of GJK and of EPA for the cores, before radii and rounding: bounds along a normal, and the point or edge
/// of A ⊖ B nearest to the origin with the weights of the nearest point.
template <Scalar T> struct CoreAnswer {
  Status status = Status::stalled;
  T distance{}, lower{}, upper{};
  Vec2<T> normal{};
  Vertex2<T> p{}, q{};  // equal for a point
  T weight_q{};  // the nearest point is p + weight_q (q - p)
  int iterations = 0;
};

template <Convex2 A, Convex2 B, class T = scalar_t<A>> class Difference2 {
 public:
  constexpr Difference2(const A& a, const B& b, const Pose2<T>& x_ab)
      : a_(a),
        b_(b),
        x_ab_(x_ab),
        radius_(disc_radius(a) + disc_radius(b)),
        size_(pair_size(planar::bounding_radius(a), planar::bounding_radius(b))),
        floor_(rounding_of(origin_radius(a) + origin_radius(b) + norm(x_ab.translation))) {}

  /// p_s(A ⊖ B, n) = p_s(A, n) - p_s(B, -n).  [Feng and Tan 2019, eq. 11]
  constexpr Vertex2<T> support(const Vec2<T>& n) const {
    const Vec2<T> a = a_.support(n), b = x_ab_ * b_.support(-(inverse(x_ab_.rotation) * n));
    return {a - b, a, b};
  }
  /// From A's center to B's, as the start of a search; any direction if they coincide.
  constexpr Vec2<T> from_a_to_b() const {
    const Vec2<T> d = x_ab_ * b_.center() - a_.center();
    return d == Vec2<T>{} ? Vec2<T>{T(1), T(0)} : d;
  }

  constexpr T radius() const { return radius_; }  // the sum of the two radii
  constexpr T floor() const { return floor_; }  // 8 u S: no computed distance is more precise than this
  constexpr bool valid() const { return is_finite(floor_); }  // no overflow in any size or offset

  /// The gap between the bounds at which an iteration may end. Polygon cores end when the support vertex repeats.
  constexpr T resolution(T distance, const Options<T>& options) const {
    if constexpr (has_polygon_core<A> && has_polygon_core<B>) return floor_;
    return max(tolerated(options, size_, distance - radius_), floor_);
  }

  /// The answer for the shapes themselves: radii added, bounds moved outward by the rounding floor, and the points set
  /// half the distance to either side of their middle, so that point_b - point_a = distance·normal holds as stored.
  constexpr Contact2<T> answer(const CoreAnswer<T>& core, const Options<T>& options) const {
    Contact2<T> c;
    c.distance = core.distance - radius_;
    c.lower = core.lower - radius_ - floor_;
    c.upper = core.upper - radius_ + floor_;
    const bool ended = core.status == Status::separated || core.status == Status::overlapping;
    c.status = !ended ? core.status : c.distance > T(0) ? Status::separated : Status::overlapping;
    c.normal = core.normal;
    const Vec2<T> on_a = core.p.a + (core.q.a - core.p.a) * core.weight_q;
    const Vec2<T> on_b = core.p.b + (core.q.b - core.p.b) * core.weight_q;
    const Vec2<T> middle = (on_a + on_b) * T(0.5);
    c.point_a = middle + c.normal * (disc_radius(a_) - core.distance * T(0.5));
    c.point_b = middle - c.normal * (disc_radius(b_) - core.distance * T(0.5));
    c.position = c.segment[0] = c.segment[1] = (c.point_a + c.point_b) * T(0.5);
    c.iterations = core.iterations;
    c.resolution = resolution(core.distance, options);
    return c;
  }

 private:
  const A& a_;
  const B& b_;
  Pose2<T> x_ab_;
  T radius_, size_, floor_;
};

}  // namespace tactus::planar
