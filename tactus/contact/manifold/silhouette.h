// SPDX-License-Identifier: MIT
#pragma once
/// A feature projected along the contact normal: a flat convex region with a height above each of its points.
#include <tactus/core/manifold.h>
#include <tactus/core/outline.h>
#include <tactus/math/vec2.h>

#include <type_traits>

namespace tactus {

/// Features within this sine of the contact normal count as flat against the other shape.
template <Scalar T> inline constexpr T feature_sine = T(0.125L);

/// The plane perpendicular to the contact normal: coordinates (x, y) and the height along the normal.
template <Scalar T> struct ContactFrame {
  Vec3<T> u, v, normal;

  /// u and v without a square root: [Duff et al. 2017]. n is unit.
  explicit constexpr ContactFrame(const Vec3<T>& n) : normal(n) {
    const T s = sign(n.z), a = T(-1) / (s + n.z), b = n.x * n.y * a;
    u = {T(1) + s * n.x * n.x * a, s * b, -s * n.x};
    v = {b, s + n.y * n.y * a, -n.y};
  }
  constexpr Vec2<T> flat(const Vec3<T>& p) const { return {dot(u, p), dot(v, p)}; }
  constexpr T height(const Vec3<T>& p) const { return dot(normal, p); }
  constexpr Vec3<T> at(const Vec2<T>& p, T h) const { return u * p.x + v * p.y + normal * h; }
  /// Both at once, and the inverse.
  constexpr Vec3<T> seen(const Vec3<T>& p) const { return {dot(u, p), dot(v, p), dot(normal, p)}; }
  constexpr Vec3<T> at(const Vec3<T>& p) const { return u * p.x + v * p.y + normal * p.z; }
};

/// The same frame in the coordinates of a body, so that only three directions are rotated, not the body's points.
template <Scalar T> struct BodyFrame {
  Vec3<T> u, v, normal;
  Vec2<T> origin{};  // of the body
  T base{};

  constexpr BodyFrame(const ContactFrame<T>& f) : u(f.u), v(f.v), normal(f.normal) {}
  /// x maps the body's frame to that of f.
  constexpr BodyFrame(const ContactFrame<T>& f, const Pose<T>& x)
      : u(transposed_times(x.rotation, f.u)),
        v(transposed_times(x.rotation, f.v)),
        normal(transposed_times(x.rotation, f.normal)),
        origin(f.flat(x.translation)),
        base(f.height(x.translation)) {}
  // for a direction or a difference
  constexpr Vec2<T> across(const Vec3<T>& d) const { return {dot(u, d), dot(v, d)}; }
  constexpr T along(const Vec3<T>& d) const { return dot(normal, d); }
  constexpr Vec2<T> flat(const Vec3<T>& p) const { return origin + across(p); }  // for a point
  constexpr T height(const Vec3<T>& p) const { return base + along(p); }
};

/// The line that carries a side: left of it is inside.
template <Scalar T> struct SideLine {
  Vec2<T> inward;  // unit
  T offset;
  constexpr T distance(const Vec2<T>& p) const { return dot(inward, p) - offset; }
};

/// everything: a half-space's plane. point: a vertex. The corners of a polygon run counter-clockwise about the normal;
/// those of an ellipse are `rim_points` points of its rim, fixed in the body.
template <Scalar T> struct Silhouette {
  enum class Kind : std::uint8_t { everything, point, segment, polygon, ellipse };
  static constexpr int capacity = 128;  // of a face with more corners only every second, third, … is used
  static constexpr int rim_points = 12;

  Feature feature;
  Kind kind = Kind::point;
  int count = 0;
  int stride = 1;  // corner i is corner i·stride of the outline
  bool reversed = false;  // corner i is the i-th from the end: B's outlines run clockwise about the normal
  union {
    Vec2<T> corners[capacity + 1];
  };  // a union is not zeroed: only `count` elements are read, and in a closed outline one more, a copy of the first
  union {
    SideLine<T> sides[capacity];
  };  // of a segment or a polygon; side i leaves corner i
  Vec2<T> center{}, u{}, v{};  // of an ellipse
  Vec2<T> base{}, slope{};  // height(p) = base_height + slope·(p - base)
  T base_height{};
  T extent{};  // no two points are farther apart than twice this
  T tilt{};  // sine of the angle between the feature and the plane perpendicular to the normal

  Silhouette() {}

  constexpr T height(const Vec2<T>& p) const { return base_height + dot(slope, p - base); }
  constexpr int side_count() const { return kind == Kind::segment ? 1 : kind == Kind::polygon ? count : 0; }
  constexpr OutlinePart corner_part(int i) const {
    return OutlinePart::corner(static_cast<std::uint32_t>((reversed ? count - 1 - i : i) * stride));
  }
  constexpr OutlinePart side_part(int i) const {
    return OutlinePart::side(static_cast<std::uint32_t>((reversed ? (2 * count - 2 - i) % count : i) * stride));
  }
  /// The rim point at an angle given by its cosine and sine.
  constexpr Vec2<T> rim(T cosine, T sine) const { return center + u * cosine + v * sine; }
  /// A point in the coordinates in which the ellipse is the unit circle.
  constexpr Vec2<T> on_unit_circle(const Vec2<T>& p) const {
    const T area = cross(u, v);
    return {cross(p - center, v) / area, cross(u, p - center) / area};
  }

  /// How far inside the region a point lies; negative outside. For an ellipse, measured along the ray from its center,
  /// which is never less than the distance from the rim.
  constexpr T inside(const Vec2<T>& p) const {
    switch (kind) {
      case Kind::everything: return infinity<T>;
      case Kind::point: return -norm(p - corners[0]);
      case Kind::segment: return inside_segment(p);
      case Kind::polygon: {
        T least = infinity<T>;
        for (int i = 0; i < count; ++i) least = min(least, sides[i].distance(p));
        return least;
      }
      case Kind::ellipse: break;
    }
    const T radius = norm(on_unit_circle(p));
    return radius > T(0) ? (T(1) - radius) * norm(p - center) / radius : min(norm(u), norm(v));
  }

  /// The same for a segment: minus the distance.
  constexpr T inside_segment(const Vec2<T>& p) const {
    const Vec2<T> along = corners[1] - corners[0];
    const T t = clamp(dot(p - corners[0], along) / norm_squared(along), T(0), T(1));
    return -norm(p - (corners[0] + along * t));
  }

  /// The nearest point inside, for a point just outside a polygon or ellipse; exact to the square of the distance
  /// outside.
  constexpr Vec2<T> moved_inside(Vec2<T> p) const {
    if (kind == Kind::ellipse) return center + (p - center) / max(norm(on_unit_circle(p)), T(1));
    for (int i = 0; kind == Kind::polygon && i < count; ++i) p += sides[i].inward * max(-sides[i].distance(p), T(0));
    return p;
  }

  /// Computes sides and extent, once the corners are set.
  constexpr void close() {
    for (int i = 0; i < side_count(); ++i) {
      const Vec2<T>& p = corners[i];
      const Vec2<T> inward = unit_or_zero(perpendicular(corners[i + 1 == count ? 0 : i + 1] - p));
      sides[i] = {inward, dot(inward, p)};
    }
    measure();
  }
  /// Computes the extent alone, from one of the corners.
  constexpr void measure(int from = 0) {
    corners[count] = corners[0];
    if (kind == Kind::ellipse) {
      extent = max(norm(u), norm(v));
    } else if (count > 0) {
      T most{};
      for (int i = 0; i < count; ++i) most = max(most, norm_squared(corners[i] - corners[from]));
      extent = sqrt(most);
    }
  }
};

/// cos and sin of 2π k / 12.
template <Scalar T> constexpr Vec2<T> rim_direction(int k) {
  constexpr T half = T(0.5L), root = T(0.86602540378443864676L);
  constexpr T cosines[] = {T(1), root, half, T(0), -half, -root, T(-1), -root, -half, T(0), half, root};
  return {cosines[k], cosines[(k + 9) % 12]};
}

namespace detail {

/// The plane of a face with this normal through p.
template <Scalar T>
constexpr void lay_plane(Silhouette<T>& s, const BodyFrame<T>& frame, const Vec3<T>& face_normal, const Vec3<T>& p) {
  const T along = frame.along(face_normal);
  const Vec2<T> across = frame.across(face_normal);
  s.base = frame.flat(p);
  s.base_height = frame.height(p);
  s.slope = across * (T(-1) / along);
  s.tilt = norm(across);
}

/// A vertex.
template <Scalar T> constexpr void lay_point(Silhouette<T>& s, const BodyFrame<T>& frame, const Vec3<T>& p) {
  s.kind = Silhouette<T>::Kind::point, s.count = 1;
  s.corners[0] = s.base = frame.flat(p), s.base_height = frame.height(p);
  s.slope = {}, s.tilt = T(0);
}

/// An edge from p to q; s.reversed is already set. Inlined: a call costs a box some 30 instructions more.
template <Scalar T>
[[gnu::always_inline]] constexpr void lay_segment(Silhouette<T>& s, const BodyFrame<T>& frame, const Vec3<T>& p,
                                                  const Vec3<T>& q) {
  s.kind = Silhouette<T>::Kind::segment, s.count = 2;
  s.base = frame.flat(p), s.base_height = frame.height(p);
  const Vec2<T> along = frame.across(q - p);  // not the difference of projected points, which may vanish far away
  s.corners[s.reversed ? 1 : 0] = s.base, s.corners[s.reversed ? 0 : 1] = s.base + along;
  const T rise = frame.along(q - p), run2 = norm_squared(along), length2 = square(rise) + run2;
  s.slope = run2 > T(0) ? along * (rise / run2) : Vec2<T>{};
  s.tilt = length2 > T(0) ? abs(rise) / sqrt(length2) : T(0);
}

}  // namespace detail

/// An outline (in the coordinates of `frame`) with a ball of `radius` around it. `reversed` for B's outlines, which
/// face the other way.
/// The ball lifts every point by its radius along the contact normal. This is exact where the feature is level and
/// where it is deepest; the high side of a feature tilted by the sine τ ends up at most τ²/2 radii below the surface.
template <Scalar T>
constexpr void see(Silhouette<T>& s, const Outline<T>& o, T radius, const std::type_identity_t<BodyFrame<T>>& frame,
                   bool reversed) {
  using Kind = typename Silhouette<T>::Kind;
  if (o.is_ellipse()) {  // an ellipse without width is a segment, without length a point
    const T length = max(norm(o.u()), norm(o.v())), width = min(norm(o.u()), norm(o.v()));
    const Vec3<T> half = norm(o.u()) >= norm(o.v()) ? o.u() : o.v(), c = o.center();
    if (!(length > T(0))) return see(s, Outline<T>::vertex(o.feature, o.normal, c), radius, frame, reversed);
    if (width <= T(0x1p-16L) * length)
      return see(s, Outline<T>::edge(o.feature, o.normal, c - half, c + half), radius, frame, reversed);
  }
  s.feature = o.feature;
  s.reversed = reversed;
  s.stride = 1;
  const T lift = reversed ? -radius : radius;
  if (o.is_ellipse()) {
    s.kind = Kind::ellipse;
    s.reversed = false;  // rim points are named by their angle
    s.center = frame.flat(o.center()), s.u = frame.across(o.u()), s.v = frame.across(o.v());
    s.count = Silhouette<T>::rim_points;
    for (int k = 0; k < s.count; ++k) {
      const Vec2<T> d = rim_direction<T>(k);
      s.corners[k] = s.rim(d.x, d.y);
    }
    detail::lay_plane(s, frame, o.normal, o.center());
  } else if (o.size() == 1) {
    detail::lay_point(s, frame, o[0]);
  } else if (o.size() == 2) {
    detail::lay_segment(s, frame, o[0], o[1]);
  } else {
    s.kind = Kind::polygon;
    s.stride = (o.size() + Silhouette<T>::capacity - 1) / Silhouette<T>::capacity;
    s.count = (o.size() + s.stride - 1) / s.stride;
    for (int i = 0; i < s.count; ++i) s.corners[reversed ? s.count - 1 - i : i] = frame.flat(o[i * s.stride]);
    detail::lay_plane(s, frame, o.normal, o[0]);
  }
  s.base_height += lift;
  s.close();
}

}  // namespace tactus
