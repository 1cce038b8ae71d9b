// SPDX-License-Identifier: MIT
#pragma once
/// How a witness point slides over its surface when the normal turns, in the tangent plane of the contact.
///
/// On a curved surface the slide is H times the turn, with H the support derivative: on a ball of radius r it is r, at
/// a vertex 0. A face lets the point slide with no turn at all. Both are cases of  turning · slide = sliding · turn,
/// two equations: an edge has one of each kind. Turns are those of the outward normal. Lengths are divided by a length
/// of the pair (`unit` in surface_law), so that lengths and angles have comparable sizes.
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// How uncertain the contact is: the sine of the normal's error, and the distance by which witness points may be off.
template <Scalar T> struct Blur { T sine, length; };

/// What a law is worth. kink: the point is so near the rim of its feature that another feature may take over; unknown:
/// the surface has no derivative that could be computed.
enum class Certainty : std::uint8_t { certain, kink, unknown };

template <Scalar T> struct SurfaceLaw {
  Vec2<T> turning[2] = {}, sliding[2] = {};  // rows
  T offset[2] = {};  // turning · slide = sliding · turn + offset; 0 if the contact's normal is exactly the surface's
  Vec3<T> base{};  // the point of the surface from which it slides, in the shape's frame
  Certainty certainty = Certainty::certain;
};

namespace detail {

/// Is the point in the feature, farther than a margin from its rim? Seen along the feature's normal.
template <Scalar T> bool well_inside(const Outline<T>& o, const Vec3<T>& p, T margin) {
  if (o.is_ellipse()) {
    const Vec3<T> u = o.u(), v = o.v(), x = p - o.center();
    const T least = sqrt(min(norm_squared(u), norm_squared(v)));
    return norm(Vec2<T>{dot(x, u) / norm_squared(u), dot(x, v) / norm_squared(v)}) <= T(1) - margin / least;
  }
  if (o.size() == 2) {
    const Vec3<T> way = o[1] - o[0];
    const T length = norm(way), along = dot(p - o[0], way) / length;
    return along >= margin && length - along >= margin;
  }
  for (int i = 0; i < o.size(); ++i) {
    const Vec3<T> start = o[i], way = o[(i + 1) % o.size()] - start;
    if (!(triple(o.normal, way, p - start) >= margin * norm(way))) return false;
  }
  return true;
}

/// The normal of a face can only turn to the face's own.
template <Scalar T>
SurfaceLaw<T> face_law(const Outline<T>& o, const Vec2<T>& to_normal, const Vec3<T>& witness, T ball,
                       Certainty certainty) {
  const Vec3<T> on_face = witness + o.normal * dot(o.normal, (o.is_ellipse() ? o.center() : o[0]) - witness);
  return {{}, {{T(1), T(0)}, {T(0), T(1)}}, {-to_normal.x, -to_normal.y}, on_face + o.normal * ball, certainty};
}

/// Scales an equation slide·turning = turn·sliding so that its coefficients are at most 1.
template <Scalar T> void add_row(SurfaceLaw<T>& law, int row, const Vec2<T>& turning, const Vec2<T>& sliding) {
  const T scale = max(max_abs(turning), max_abs(sliding));
  law.turning[row] = turning / scale, law.sliding[row] = sliding / scale;
}

}  // namespace detail

/// The law of a shape at a witness point of its core. `frame` and `outward`, the surface's normal, are in the shape's
/// own frame; `unit` is the length that counts as 1.
template <Scalar T>
SurfaceLaw<T> surface_law(const Shape<T>& shape, const BodyFrame<T>& frame, const Vec3<T>& outward,
                          const Vec3<T>& witness, const Blur<T>& blur, T unit) {
  const Outline<T> o = shape.feature_along(outward, blur.sine);
  const bool is_point = shape.bounded() && !o.is_ellipse() && o.size() == 1;
  const bool inside = is_point || !shape.bounded() || detail::well_inside(o, witness, blur.length);
  const Certainty certainty = inside ? Certainty::certain : Certainty::kink;
  const T ball = shape.radius();
  if (!is_point && o.size() != 2) return detail::face_law(o, frame.across(o.normal), witness, ball, certainty);

  const Vec3<T> e = is_point ? Vec3<T>{} : unit_or_zero(o[1] - o[0]);
  const Vec3<T> on_core = o[0] + e * dot(e, witness - o[0]);
  SurfaceLaw<T> law;
  law.certainty = certainty;
  law.base = on_core + outward * ball;
  const std::optional<Mat3<T>> core = shape.visit([&](const auto& s) -> std::optional<Mat3<T>> {
    if constexpr (Convex<std::remove_cvref_t<decltype(s)>>) {
      return support_derivative(s, outward, on_core);
    } else {
      return std::nullopt;
    }
  });
  if (!core) return law.certainty = Certainty::unknown, law;
  const auto slide = [&](const Vec3<T>& turn) { return frame.across(*core * turn + turn * ball) / unit; };
  if (is_point) {
    detail::add_row(law, 0, {T(1), T(0)}, slide(frame.u));  // symmetric: a column is a row
    detail::add_row(law, 1, {T(0), T(1)}, slide(frame.v));
  } else {  // the normal stays perpendicular to the edge
    const Vec2<T> flat = frame.across(e), along = unit_or_zero(flat), across = perpendicular(along);
    law.sliding[0] = along, law.offset[0] = dot(outward, e) / norm(flat);
    detail::add_row(law, 1, across, across * dot(across, slide(frame.u * across.x + frame.v * across.y)));
  }
  return law;
}

}  // namespace tactus
