// SPDX-License-Identifier: MIT
#pragma once
/// The certificate as an oracle: the claims of an answer are compared with two support calls and with the other
/// queries.
#include <tests/fuzz/bytes.h>

#include <iostream>
#include <sstream>

namespace tactus::fuzz {

/// Thrown with the problem and how to reproduce it.
struct Violation : std::logic_error {
  using std::logic_error::logic_error;
};

/// A question about a pair.
template <Scalar T> struct Question {
  Shape<T> a, b;
  Pose<T> pose_a, pose_b;
  Options<T> options;

  /// Invalid options and poses are rejected or end `invalid`.
  bool is_valid() const { return tactus::is_valid(options) && tactus::is_valid(pose_a) && tactus::is_valid(pose_b); }
  /// For lengths out of range only a return is promised (docs/contract.md).
  bool in_range() const {
    constexpr T least = std::numeric_limits<T>::digits <= 24 ? T(1e-6L) : T(1e-60L);
    const auto fits = [&](T x) { return x == T(0) || (abs(x) >= least && abs(x) <= T(1) / least); };
    const auto all_fit = [&](const Vec3<T>& v) { return fits(v.x) && fits(v.y) && fits(v.z); };
    const auto shape_fits = [&](const Shape<T>& s) {
      return s.visit([&](const auto& shape) {
        using S = std::remove_cvref_t<decltype(shape)>;
        if constexpr (PlainShape<S>) {
          bool all = true;
          for_each_field(shape, [&](const auto& field, const auto& value) {
            if (field.name == "normal") return;  // the normal of a half-space: not a length
            if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, T>) {
              all = all && fits(value);
            } else if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, Vec2<T>>) {
              all = all && fits(value.x) && fits(value.y);
            } else {
              all = all && all_fit(value);
            }
          });
          return all;
        } else if constexpr (std::same_as<S, Hull<T>>) {
          return std::all_of(shape.vertices().begin(), shape.vertices().end(), all_fit);
        } else {
          const Aabb<T> box = s.aabb();
          return all_fit(box.min) && all_fit(box.max);
        }
      });
    };
    return shape_fits(a) && shape_fits(b) && all_fit(pose_a.translation) && all_fit(pose_b.translation);
  }

  [[noreturn]] void fail(const std::string& what) const {
    std::ostringstream text;
    text << what << "\n  with Options{.tolerance = " << std::hexfloat << options.tolerance
         << ", .max_distance = " << options.max_distance << std::defaultfloat
         << ", .max_iterations = " << options.max_iterations << "}\n  " << reproducer(a, pose_a, b, pose_b);
    throw Violation(text.str());
  }
  void expect(bool holds, const char* what, const auto&... values) const {
    if (holds) return;
    std::ostringstream text;
    text.precision(17);
    text << what;
    ((text << ' ' << values), ...);
    fail(text.str());
  }
};

/// How far a rotation is from an exact one, as the largest entry of |RᵀR - 1|.
template <Scalar T> long double drift(const Mat3<T>& rotation) {
  const Mat3<long double> r = rotation.template cast<long double>();
  const Mat3<long double> product = transpose(r) * r;
  long double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) most = std::max(most, std::abs(product(i, j) - (i == j ? 1.0L : 0.0L)));
  return most;
}

/// How far apart two computations of one separation may be: the rounding of the contract, and the error of drifted
/// rotations.
template <Scalar T> long double slack(const Question<T>& q) {
  const long double u = unit_roundoff<T>;
  const auto reach = [](const Shape<T>& s) { return s.bounded() ? static_cast<long double>(s.origin_radius()) : 0.0L; };
  const auto length = [](const Pose<T>& x) { return norm(x.translation.template cast<long double>()); };
  const long double scale = reach(q.a) + reach(q.b) + length(q.pose_a) + length(q.pose_b);
  return (16 * u + 4 * (drift(q.pose_a.rotation) + drift(q.pose_b.rotation))) * scale;
}

/// Along the normal, from A to B, in long double except for the support calls.
template <Scalar T, Scalar N> long double separation(const Question<T>& q, const Vec3<N>& normal) {
  using Long = Vec3<long double>;
  const Long n = normal.template cast<long double>();
  const auto farthest = [](const Shape<T>& s, const Pose<T>& x, const Long& d) {
    const Long local = transposed_times(x.rotation.template cast<long double>(), d);
    const Pose<long double> wide = x.template cast<long double>();
    const Long p = s.support(local.template cast<T>()).template cast<long double>();
    return dot(d, wide * p) + static_cast<long double>(s.radius()) * norm(local);
  };
  return -(farthest(q.b, q.pose_b, -n) + farthest(q.a, q.pose_a, n));
}

inline constexpr const char* distance_query = "distance";

/// Checks that hold for every answer, whatever the input.
template <Scalar T> void check_any(const Question<T>& q, const Contact<T>& c, const char* query) {
  q.expect(static_cast<int>(c.status) <= static_cast<int>(Status::invalid), query, "has no status");
  if (c.status != Status::invalid && !q.in_range()) return;
  const long double length = norm(c.normal.template cast<long double>());
  q.expect(std::abs(length - 1) <= 8 * static_cast<long double>(unit_roundoff<T>), query,
           "has no unit normal:", c.normal, c);
  if (c.status != Status::invalid) q.expect(c.lower <= c.upper, query, "has its bounds in disorder:", c);
  if (c.status == Status::separated) q.expect(c.distance > T(0), query, "is separated at", c);
  if (c.status == Status::overlapping) q.expect(c.distance <= T(0), query, "is overlapping at", c);
}

/// Checks for an answer to a valid question in range.
template <Scalar T> void check_certificate(const Question<T>& q, const Contact<T>& c, const char* query) {
  q.expect(c.status != Status::invalid, query, "calls a good question invalid:", c);
  if (c.status == Status::beyond_max) {
    q.expect(c.lower > q.options.max_distance, query, "is beyond_max with", c);
    return;
  }
  q.expect(is_finite(c.point_a) && is_finite(c.point_b), query, "has no points:", c);
  const bool measured = !c.touching() || query != distance_query;  // it reports 0 for an overlap, however deep
  q.expect(!measured || (c.lower <= c.distance && c.distance <= c.upper), query, "leaves its bounds:", c);
  if (!q.a.bounded() || !q.b.bounded()) return;
  const long double along = separation(q, c.normal);
  q.expect(static_cast<long double>(c.lower) <= along + slack(q), query, "claims more than its normal shows, which is",
           along, "in", c);
}

/// intersects, distance and contact agree, outside the band that the queries cannot resolve.
template <Scalar T>
void check_agreement(const Question<T>& q, bool meet, const Contact<T>& gap, const Contact<T>& signed_gap) {
  const auto is_known = [](const Contact<T>& c) {
    return c.status == Status::separated || c.status == Status::overlapping;
  };
  if (!is_known(signed_gap)) return;
  const T band = max(signed_gap.resolution, T(slack(q)));
  if (signed_gap.lower > band) q.expect(!meet, "intersects, but contact says", signed_gap);
  if (signed_gap.upper < -band) q.expect(meet, "does not intersect, but contact says", signed_gap);
  if (!is_known(gap)) return;
  if (signed_gap.lower > band) q.expect(!gap.touching(), "distance says", gap, "but contact", signed_gap);
  if (signed_gap.upper < -band) q.expect(gap.touching(), "distance says", gap, "but contact", signed_gap);
  q.expect(gap.touching() || (gap.lower <= signed_gap.upper + band && signed_gap.lower <= gap.upper + band),
           "distance says", gap, "but contact", signed_gap);
}

template <Scalar T> void check_manifold(const Question<T>& q, const Manifold<T>& m) {
  q.expect(m.count >= 0 && m.count <= Manifold<T>::capacity, "a manifold of", m.count, "points");
  if (m.status != Status::invalid && !q.in_range()) return;
  const long double length = norm(m.normal.template cast<long double>());
  // Turned to the world by a matrix that is a rotation to rounding.
  q.expect(std::abs(length - 1) <= 32 * static_cast<long double>(unit_roundoff<T>),
           "manifold has no unit normal:", m.normal);
  for (const ContactPoint<T>& p : m) q.expect(is_finite(p.position) && is_finite(p.distance), "a point", p.position);
}

}  // namespace tactus::fuzz
