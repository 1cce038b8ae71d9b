// SPDX-License-Identifier: MIT
#pragma once
/// The planar queries (tactus/planar.h) with shapes, poses and options from bytes: the certificate is the oracle, as in
/// space (check.h).
#include <tactus/planar.h>
#include <tests/fuzz/targets.h>

#include <variant>

namespace tactus::fuzz {

template <Scalar T>
using PlanarShape =
    std::variant<planar::Circle<T>, planar::Ellipse<T>, planar::Capsule<T>, planar::Box<T>, planar::Polygon<T>>;

template <Scalar T> Vec2<T> vector_2d(Bytes& bytes) {
  const T x = number<T>(bytes);
  return {x, number<T>(bytes)};
}

template <Scalar T> Vec2<T> sizes_2d(Bytes& bytes) {
  const T x = size<T>(bytes);
  return {x, size<T>(bytes)};
}

/// Sizes are not checked here: that is the queries' work. Throws std::invalid_argument if there is no such polygon.
template <Scalar T> PlanarShape<T> planar_shape(Bytes& bytes) {
  const int choice = bytes.below(6);
  if (choice == 0) return planar::Circle<T>{size<T>(bytes)};
  if (choice == 1) return planar::Ellipse<T>{sizes_2d<T>(bytes)};
  if (choice == 2) {
    const T radius = size<T>(bytes);
    return planar::Capsule<T>{radius, size<T>(bytes)};
  }
  if (choice == 3) return planar::Box<T>{sizes_2d<T>(bytes)};
  std::vector<Vec2<T>> points;
  for (int n = bytes.below(10); n > 0; --n) points.push_back(vector_2d<T>(bytes));
  if (choice == 4) return planar::Polygon<T>::from_points(points);
  return planar::Polygon<T>::from_vertices(points);
}

/// Rigid, drifted, or any numbers.
template <Scalar T> planar::Pose2<T> planar_pose(Bytes& bytes) {
  const T c = T(bytes.below(9) - 4), s = T(bytes.below(9) - 4);
  planar::Pose2<T> x{{}, vector_2d<T>(bytes)};
  if (const T length = std::hypot(c, s); length > T(0)) x.rotation = {c / length, s / length};
  if (!bytes.hostile()) return x;
  constexpr T drifts[] = {T(1e-12), T(1e-8), T(4e-7), T(4e-5), T(1e-3)};
  if (bytes.below(2) == 0) return x.rotation.c += drifts[bytes.below(5)], x;
  const Vec2<T> any = vector_2d<T>(bytes);
  x.rotation = {any.x, any.y};
  return x;
}

template <Scalar T> bool planar_fits(const Vec2<T>& v) {
  constexpr T least = std::numeric_limits<T>::digits <= 24 ? T(1e-6L) : T(1e-60L);
  const auto fits = [&](T x) { return x == T(0) || (abs(x) >= least && abs(x) <= T(1) / least); };
  return fits(v.x) && fits(v.y);
}
template <Scalar T> bool planar_fits(const planar::Circle<T>& s) { return planar_fits(Vec2<T>{s.radius, T(0)}); }
template <Scalar T> bool planar_fits(const planar::Ellipse<T>& s) { return planar_fits(s.radii); }
template <Scalar T> bool planar_fits(const planar::Capsule<T>& s) {
  return planar_fits(Vec2<T>{s.radius, s.half_length});
}
template <Scalar T> bool planar_fits(const planar::Box<T>& s) { return planar_fits(s.half); }
template <Scalar T> bool planar_fits(const planar::Polygon<T>& s) {
  return std::all_of(s.vertices().begin(), s.vertices().end(), [](const Vec2<T>& v) { return planar_fits(v); });
}

/// A question about a pair of the plane, and the checks of its answers.
template <Scalar T, class A, class B> struct PlanarQuestion {
  const A& a;
  const B& b;
  planar::Pose2<T> pose_a, pose_b;
  Options<T> options;

  bool is_valid() const { return planar::is_valid(pose_a) && planar::is_valid(pose_b) && tactus::is_valid(options); }
  bool in_range() const {
    return planar_fits(a) && planar_fits(b) && planar_fits(pose_a.translation) && planar_fits(pose_b.translation);
  }
  void expect(bool holds, const char* what, const auto&... values) const {
    if (holds) return;
    std::ostringstream text;
    text.precision(17);
    text << "planar: " << what;
    ((text << ' ' << values), ...);
    text << "\n  " << a << ' ' << pose_a << "\n  " << b << ' ' << pose_b << "\n  " << options;
    throw Violation(text.str());
  }
  /// How far apart two computations of one separation may be: rounding.
  long double slack() const {
    const auto length = [](const Vec2<T>& v) {
      return std::hypot(static_cast<long double>(v.x), static_cast<long double>(v.y));
    };
    const long double reach = static_cast<long double>(planar::origin_radius(a)) + planar::origin_radius(b);
    return 32 * static_cast<long double>(unit_roundoff<T>) *
           (reach + length(pose_a.translation) + length(pose_b.translation));
  }
  /// Along a unit normal from A to B, in long double except for the support calls.
  long double separation(const Vec2<T>& normal) const {
    using Long = Vec2<long double>;
    const Long n = normal.template cast<long double>();
    const auto farthest = [](const auto& shape, const planar::Pose2<T>& x, const Long& d) {
      planar::Pose2<long double> wide = planar::orthonormalized(x.template cast<long double>());
      const Long local = inverse(wide.rotation) * d;
      const Long p = shape.support(local.template cast<T>()).template cast<long double>();
      return dot(d, wide * p) + static_cast<long double>(planar::disc_radius(shape));
    };
    return -(farthest(b, pose_b, -n) + farthest(a, pose_a, n));
  }
  void check(const planar::Contact2<T>& c, const char* query, bool measures_depth) const {
    expect(static_cast<int>(c.status) <= static_cast<int>(Status::invalid), query, "has no status");
    expect(is_valid() || c.status == Status::invalid, query, "accepts bad input:", c);
    if (c.status == Status::invalid) expect(!c.touching(), query, "touches, though nothing is known:", c);
    if (!is_valid() || !in_range()) return;
    expect(c.status != Status::invalid, query, "calls a good question invalid:", c);
    expect(std::abs(norm(c.normal.template cast<long double>()) - 1) <= 16 * static_cast<long double>(unit_roundoff<T>),
           query, "has no unit normal:", c);
    expect(c.lower <= c.upper, query, "has its bounds in disorder:", c);
    if (c.status == Status::separated) expect(c.distance > T(0), query, "is separated at", c);
    if (c.status == Status::overlapping) expect(c.distance <= T(0), query, "is overlapping at", c);
    if (c.status == Status::beyond_max) return expect(c.lower > options.max_distance, query, "is beyond_max with", c);
    expect(is_finite(c.point_a) && is_finite(c.point_b) && is_finite(c.point()), query, "has no points:", c);
    if (c.touching() && !measures_depth) return;
    expect(c.lower <= c.distance && c.distance <= c.upper, query, "leaves its bounds:", c);
    expect(static_cast<long double>(c.lower) <= separation(c.normal) + slack(), query,
           "claims more than its normal shows, which is", separation(c.normal), "in", c);
  }
};

template <Scalar T, class A, class B> void ask_planar(Bytes& bytes, const PlanarQuestion<T, A, B>& q) {
  const T sine = bytes.hostile() ? number<T>(bytes) : planar::default_parallel_sine<T>;
  const Vec2<T> v = vector_2d<T>(bytes);
  bool meet = false, answers = false;
  refusable([&] { meet = planar::intersects(q.a, q.pose_a, q.b, q.pose_b, q.options), answers = true; });
  q.expect(answers == q.is_valid(), "intersects accepts or rejects what it should not");
  const planar::Contact2<T> c = planar::contact(q.a, q.pose_a, q.b, q.pose_b, q.options);
  const planar::Contact2<T> d = planar::distance(q.a, q.pose_a, q.b, q.pose_b, q.options);
  q.check(c, "contact", true), q.check(d, "distance", false);
  const planar::Contact2<T> named = planar::contact(q.a, q.pose_a, q.b, q.pose_b, q.options, sine);
  if (sine >= T(0) && sine <= T(1)) q.check(named, "contact with a sine", true);
  if (q.is_valid() && q.in_range()) {
    const T band = T(2) * max(c.resolution, T(q.slack()));
    const auto known = [](const planar::Contact2<T>& x) {
      return x.status == Status::separated || x.status == Status::overlapping;
    };
    if (known(c) && c.lower > band) q.expect(!meet, "intersects, but contact says", c);
    if (known(c) && c.upper < -band) q.expect(meet, "does not intersect, but contact says", c);
    if (known(c) && known(d) && c.lower > band) q.expect(!d.touching(), "distance says", d, "but contact", c);
    if (known(c) && known(d) && c.upper < -band) q.expect(d.touching(), "distance says", d, "but contact", c);
  }
  if constexpr (planar::detail::Polygonal<A> && planar::detail::Polygonal<B>) {
    const auto common = planar::overlap_area(q.a, q.pose_a, q.b, q.pose_b);
    const bool valid_poses = planar::is_valid(q.pose_a) && planar::is_valid(q.pose_b);
    q.expect(valid_poses == (common.status != Status::invalid), "overlap_area says", common);
    if (valid_poses && q.in_range()) q.expect(common.area >= T(0) && common.error >= T(0), "overlap_area says", common);
  }
  if constexpr (std::same_as<A, planar::Polygon<T>> && std::same_as<B, A>) {
    refusable([&] {
      const auto block = planar::entrance_block(q.a, q.pose_a, q.b, q.pose_b, v);
      (void)planar::nearest_boundary_point(block, v);
    });
  }
}

template <Scalar T> void planar_target(Bytes& bytes) {
  bytes.draw_hostility();
  refusable([&] {  // a size that is rejected ends the case, in whatever query it is noticed
    const PlanarShape<T> first = planar_shape<T>(bytes), second = planar_shape<T>(bytes);
    bytes.draw_hostility();
    const planar::Pose2<T> pose_a = planar_pose<T>(bytes), pose_b = planar_pose<T>(bytes);
    bytes.draw_hostility();
    const Options<T> given = options<T>(bytes);
    std::visit(
        [&](const auto& a, const auto& b) {
          planar::check(a), planar::check(b);
          using A = std::remove_cvref_t<decltype(a)>;
          using B = std::remove_cvref_t<decltype(b)>;
          ask_planar(bytes, PlanarQuestion<T, A, B>{a, b, pose_a, pose_b, given});
        },
        first, second);
  });
}

}  // namespace tactus::fuzz
