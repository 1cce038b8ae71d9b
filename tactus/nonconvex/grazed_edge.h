// SPDX-License-Identifier: MIT
#pragma once
/// Two moving pieces of surfaces meet, but along a normal that no surface has: at an inner edge, or from behind.
#include <tactus/nonconvex/piece_source.h>
#include <tactus/nonconvex/surface_normal.h>
#include <tactus/sweep/conservative_advancement.h>

#include <optional>

namespace tactus::pieces {

/// A body's motion, and that of one of its pieces.
template <Scalar T> struct MovingPiece {
  const PieceSource<T>& body;
  const Motion<T>& motion;
  std::uint32_t number;
  const Shape<T>& shape;
  Motion<T> own;
};

/// May a hit be passed over, and until when?
template <Scalar T> struct Passing {
  bool free = false;
  T until{};  // 1: for the rest of the motion
  bool meet = false;  // they meet then, with this contact; else the search for a hit goes on from there
  Contact<T> contact{};
};

/// A hit counts if the bodies approach along a normal that the surfaces have. If they do not, other points of a body
/// that turns may come down later. So a hit is passed over only as long as that normal, turning with its surface, proves
/// the two pieces apart, to a quarter of the tolerance.
template <Scalar T> class GrazedEdge {
 public:
  GrazedEdge(const MovingPiece<T>& a, const MovingPiece<T>& b, const Options<T>& options)
      : a_(a), b_(b), options_(options) {}

  /// The normal of the impact becomes the surface's, if it is another one.
  Passing<T> pass(Impact<T>& impact) const {
    if (!a_.body.is_surface() && !b_.body.is_surface()) return {};
    const Vec3<T> met = impact.contact.normal;
    const Normal r = surface_normal(impact, met, false), other = surface_normal(impact, met, true);
    const bool straight = a_.motion.angular_velocity == Vec3<T>{} && b_.motion.angular_velocity == Vec3<T>{};
    if (r.n == met && (straight || other.n == met)) return {};
    const bool nearly_equal = norm_squared(r.n - met) <= square(SurfaceNormal<T>::sine);
    if (!nearly_equal) impact.contact.normal = r.n;
    const auto velocity = [&](const Motion<T>& m) {
      return m.velocity + cross(m.angular_velocity, impact.contact.point() - m.pivot_at(impact.time));
    };
    const Vec3<T> closing = velocity(a_.motion) - velocity(b_.motion);
    const T along = dot(closing, r.n), noticeable = SurfaceNormal<T>::sine * norm(closing);
    if (straight && along > noticeable) return {};
    if (a_.shape.bounded() && b_.shape.bounded()) {
      const Course course(a_.shape, a_.own, b_.shape, b_.own, options_);
      for (const Normal& proof : {r, other}) {
        if (proof.n == met) continue;
        if (const auto until = apart_until(course, proof, impact.time))
          return pass_until(*until, course, proof, impact);
      }
    }
    // The normal separates only parts of the pieces: one reaches below the plane of a triangle, beside it or from behind.
    if (r.n == met || along > noticeable) return {};
    const bool from_behind = r.one_sided && (dot(met, r.n) <= T(0) || along < -noticeable);
    const bool free = nearly_equal ? straight && along <= T(0) : straight || from_behind;
    return {.free = free, .until = T(1)};
  }

 private:
  using Course = sweep::MovingPair<Shape<T>, Shape<T>, T>;
  /// The nearest normal that the surfaces have.
  struct Normal {
    Vec3<T> n, turning{};  // turning: how fast its surface turns
    bool one_sided = false;  // does its surface let pass what comes from behind?
    Vec3<T> after(T time) const { return from_axis_angle(turning, norm(turning) * time) * n; }
  };

  /// On which side of a sheet the other piece is, the normal of the impact says. `by_middle`: its middle says so, since at
  /// an edge between level triangles that normal may point slightly to the wrong side; and the face comes first on ground
  /// so flat that an outer edge, too, may seem to allow the normal (see SurfaceNormal::possible).
  Normal surface_normal(const Impact<T>& impact, const Vec3<T>& met, bool by_middle) const {
    Normal r{met};
    for (const bool of_a : {true, false}) {
      const MovingPiece<T>&piece = of_a ? a_ : b_, &other = of_a ? b_ : a_;
      if (!piece.body.is_surface()) continue;
      const SurfaceNormal<T> normals(piece.body, piece.number);
      const Pose<T> pose = piece.motion.at(impact.time);
      const Vec3<T> n = transposed_times(pose.rotation, of_a ? r.n : -r.n);
      Vec3<T> toward = n;
      if (by_middle && !other.body.is_surface() && other.shape.bounded())
        toward = inverse(pose) * (other.own.at(impact.time) * other.shape.center()) - normals.triangle().a;
      const bool flat = by_middle && normals.face() != Vec3<T>{} &&
                        norm_squared(cross(n, normals.face())) <= square(T(2) * SurfaceNormal<T>::sine);
      const Vec3<T> possible = flat ? normals.own(toward) : normals.possible(n, toward);
      if (possible == n) continue;
      r.n = pose.rotation * (of_a ? possible : -possible), r.turning = piece.motion.angular_velocity;
      r.one_sided |= !piece.body.is_solid() && piece.body.sides() != Sides::both;
    }
    return r;
  }

  /// Up to when the separation along a normal stays as it is, less a quarter of the tolerance. None if the normal does not
  /// separate the pieces. Each step is certified as in Advancement; it ends where the separation has nearly fallen that
  /// far, or after the last step.
  std::optional<T> apart_until(const Course& course, const Normal& r, T from) const {
    constexpr int most_steps = 64;
    const T tolerance = course.tolerance();
    sweep::Placement<T> here = course.at(from);
    T floor{};
    for (int steps = 0;; ++steps) {
      const Vec3<T> n = r.after(here.time - from);
      const sweep::Direction<T> d{n, r.turning - n * dot(n, r.turning), here.time};
      const sweep::Slope<T> s = course.separation(d, here);
      if (steps == 0) floor = s.gap - tolerance / T(4);
      if (steps == 0 && !(s.gap >= -tolerance)) return std::nullopt;
      if (steps == most_steps || (s.rate < T(0) && s.gap - floor < tolerance / T(8))) return here.time;
      const T end = d.turns() ? min(T(1), here.time + T(1) / norm(d.turn)) : T(1);
      const auto next = sweep::farthest(course, d, here, s, floor, floor + tolerance / T(16), end, 64, NoTrace{});
      if (!next) return here.time;
      if (next->time >= T(1)) return T(1);
      here = *next;
    }
  }

  Passing<T> pass_until(T until, const Course& course, const Normal& r, const Impact<T>& impact) const {
    if (until >= T(1)) return {.free = true, .until = T(1)};
    if (!(until > impact.time)) return {};
    const Pose<T> x_ab = course.x_ab(course.at(until));
    Contact<T> c = detail::placed(narrow::contact(a_.shape, b_.shape, x_ab, options_, nullptr), a_.own.at(until),
                                  course.rounding());
    const Vec3<T> n = r.after(until - impact.time);
    if (norm_squared(n - c.normal) > square(SurfaceNormal<T>::sine)) c.normal = n;
    return {.free = true, .until = until, .meet = !(c.distance > course.tolerance()), .contact = c};
  }

  const MovingPiece<T>&a_, &b_;
  const Options<T>& options_;
};

}  // namespace tactus::pieces
