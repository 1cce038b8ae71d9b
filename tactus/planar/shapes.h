// SPDX-License-Identifier: MIT
#pragma once
/// Convex shapes of the plane.
///
/// As in 3D (tactus/shape/convex.h), a shape is a *core*, given by its support mapping, swept by a disc: a circle is a
/// point with a radius, a capsule is a segment with a radius, a box is its own core without one. Iterations run on the
/// cores; the radii are added at the end, exactly. A type models Convex2 if it has
///
///     using Scalar = double;
///     Vec2<double> support(const Vec2<double>& direction) const;   // a point of the core farthest along direction
///     double       radius() const;                                 // of the disc (or a friend function radius(shape))
///     Vec2<double> center() const;                                 // some interior point
///
/// `support` must be pure, accept directions of any length and return some point of the core for the zero direction.
/// Optional: `bounding_radius()` (about the center, disc included); `static constexpr bool polygon_core = true` when
/// the core is a point, segment or polygon; `side_along(direction, sine)`; a friend `validate(shape)`.
#include <tactus/core/feature.h>
#include <tactus/math/refuse.h>
#include <tactus/math/vec2.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace tactus::planar {

/// The scalar type of a shape.
template <class S> using scalar_t = typename std::remove_cvref_t<S>::Scalar;

/// The radius of the disc: the member function, or the friend of a shape that has a field called `radius`.
template <class S> constexpr auto disc_radius(const S& s) {
  if constexpr (requires { s.radius(); }) {
    return s.radius();
  } else {
    return radius(s);
  }
}

template <class S>
concept Convex2 = Scalar<scalar_t<S>> && requires(const S& s, const Vec2<scalar_t<S>>& d) {
  { s.support(d) } -> std::convertible_to<Vec2<scalar_t<S>>>;
  { disc_radius(s) } -> std::convertible_to<scalar_t<S>>;
  { s.center() } -> std::convertible_to<Vec2<scalar_t<S>>>;
};

/// Is the core a point, a segment or a polygon? Then iterations go on until the support vertex repeats.
template <Convex2 S> inline constexpr bool has_polygon_core = requires { requires S::polygon_core; };

/// The edge, vertex or smooth patch of a shape that is farthest along a direction, as points of the core.
template <Scalar T> struct Side {
  Feature feature;  // of the whole: edge, or the same as at_p
  Vec2<T> p{}, q{};  // an edge runs counter-clockwise from p to q; otherwise p = q
  Feature at_p{}, at_q{};  // of the ends

  /// Is it an edge, and not a single point?
  constexpr bool is_edge() const { return feature.kind == FeatureKind::edge; }
};

/// The side of a polygon along d: of the two edges that meet at the support vertex, the one whose outward normal is
/// nearer to d and within an angle of the given sine of it; otherwise the vertex itself. Edge i runs from vertex i to i
/// + 1. `vertex(i)` for 0 ≤ i < count gives the core's points counter-clockwise; two of them make a segment with two
/// edges. Coinciding points make edges of zero length, which are skipped.
template <Scalar T, class VertexAt>
constexpr Side<T> polygon_side(int count, int support_index, const VertexAt& vertex, FeatureKind vertex_kind,
                               const Vec2<T>& d, T sine) {
  const auto named = [](FeatureKind kind, int i) { return Feature{kind, static_cast<std::uint32_t>(i)}; };
  const Feature corner = named(vertex_kind, support_index);
  Side<T> side{corner, vertex(support_index), vertex(support_index), corner, corner};
  T smallest = sine;
  for (const int i : {support_index, (support_index + count - 1) % count}) {
    const int next = (i + 1) % count;
    const Vec2<T> edge = vertex(next) - vertex(i);
    if (!(cross(d, edge) > T(0))) continue;  // the outward normal points away from d
    const T tilt = abs(dot(d, edge)) / (norm(d) * norm(edge));
    if (!(tilt <= smallest)) continue;
    smallest = tilt;
    side = {named(FeatureKind::edge, i), vertex(i), vertex(next), named(vertex_kind, i), named(vertex_kind, next)};
  }
  return side;
}

/// The side of any shape along a direction; the support point if the shape has no sides.
template <class S, class T = scalar_t<S>> constexpr Side<T> side_along(const S& s, const Vec2<T>& direction, T sine) {
  if constexpr (requires { s.side_along(direction, sine); }) {
    return s.side_along(direction, sine);
  } else {
    const Vec2<T> p = s.support(direction);
    return {Feature{}, p, p};
  }
}

/// Throws std::invalid_argument with the shape, the rule and the value.
template <class S> [[noreturn]] void throw_invalid(const char* shape, const char* what, const S& value) {
  std::ostringstream text;
  text << "tactus::planar::" << shape << ": " << what << ", got " << value;
  refuse(text.str());
}
/// Throws std::invalid_argument unless the value is finite and not negative.
template <Scalar T> void require_size(const char* shape, const char* what, T value) {
  if (!(value >= T(0) && is_finite(value))) throw_invalid(shape, what, value);
}

/// A disc about the origin of its frame.
template <Scalar T> struct Circle {
  using Scalar = T;
  /// The core is a polygon, a segment or a point.
  static constexpr bool polygon_core = true;
  T radius{};  // finite, not negative

  constexpr Vec2<T> support(const Vec2<T>&) const { return {}; }
  constexpr Vec2<T> center() const { return {}; }
  constexpr T bounding_radius() const { return radius; }
  friend constexpr T radius(const Circle& s) { return s.radius; }
  friend void validate(const Circle& s) { require_size("Circle", "radius must be finite and not negative", s.radius); }
  friend std::ostream& operator<<(std::ostream& os, const Circle& s) {
    return os << "Circle{.radius = " << s.radius << '}';
  }
};

/// An ellipse with its half-axes along x and y.
template <Scalar T> struct Ellipse {
  using Scalar = T;
  Vec2<T> radii{};  // finite, not negative

  /// radii ∘ u with u along radii ∘ d; if a zero radius leaves no u, every point is farthest and the center is
  /// returned.
  constexpr Vec2<T> support(const Vec2<T>& d) const {
    const Vec2<T> u = unit_or_zero(Vec2<T>{radii.x * d.x, radii.y * d.y});
    return {radii.x * u.x, radii.y * u.y};
  }
  constexpr Vec2<T> center() const { return {}; }
  constexpr T bounding_radius() const { return max(radii.x, radii.y); }
  friend constexpr T radius(const Ellipse&) { return T(0); }
  friend void validate(const Ellipse& s) {
    for (const T r : {s.radii.x, s.radii.y}) require_size("Ellipse", "radii must be finite and not negative", r);
  }
  friend std::ostream& operator<<(std::ostream& os, const Ellipse& s) {
    return os << "Ellipse{.radii = " << s.radii << '}';
  }
};

/// A capsule along x, of length 2 (half_length + radius). Edge 0 is its lower side, edge 1 its upper; curved 0 its left
/// end.
template <Scalar T> struct Capsule {
  using Scalar = T;
  /// The core is a polygon, a segment or a point.
  static constexpr bool polygon_core = true;
  T radius{}, half_length{};

  constexpr Vec2<T> support(const Vec2<T>& d) const { return {half_length * sign(d.x), T(0)}; }
  constexpr Vec2<T> center() const { return {}; }
  constexpr T bounding_radius() const { return half_length + radius; }
  /// The side along a direction; edges within `sine` of it count.
  constexpr Side<T> side_along(const Vec2<T>& d, T sine) const {
    const auto vertex = [&](int i) { return Vec2<T>{i == 0 ? -half_length : half_length, T(0)}; };
    return polygon_side<T>(2, d.x < T(0) ? 0 : 1, vertex, FeatureKind::curved, d, sine);
  }
  friend constexpr T radius(const Capsule& s) { return s.radius; }
  friend void validate(const Capsule& s) {
    require_size("Capsule", "radius must be finite and not negative", s.radius);
    require_size("Capsule", "half_length must be finite and not negative", s.half_length);
  }
  friend std::ostream& operator<<(std::ostream& os, const Capsule& s) {
    return os << "Capsule{.radius = " << s.radius << ", .half_length = " << s.half_length << '}';
  }
};

/// A box. Its vertices run counter-clockwise from the lower left; edge 0 is the lower side.
template <Scalar T> struct Box {
  using Scalar = T;
  /// The core is a polygon, a segment or a point.
  static constexpr bool polygon_core = true;
  Vec2<T> half{};  // half its sides: finite, not negative

  /// Corner i of four, counter-clockwise from the lower left.
  constexpr Vec2<T> vertex(int i) const { return {i == 1 || i == 2 ? half.x : -half.x, i >= 2 ? half.y : -half.y}; }
  /// The number of the corner farthest along d.
  constexpr int support_index(const Vec2<T>& d) const {
    return d.y < T(0) ? (d.x < T(0) ? 0 : 1) : (d.x < T(0) ? 3 : 2);
  }
  constexpr Vec2<T> support(const Vec2<T>& d) const { return {half.x * sign(d.x), half.y * sign(d.y)}; }
  constexpr Vec2<T> center() const { return {}; }
  constexpr T bounding_radius() const { return norm(half); }
  /// The side along a direction; edges within `sine` of it count.
  constexpr Side<T> side_along(const Vec2<T>& d, T sine) const {
    return polygon_side<T>(
        4, support_index(d), [&](int i) { return vertex(i); }, FeatureKind::vertex, d, sine);
  }
  friend constexpr T radius(const Box&) { return T(0); }
  friend void validate(const Box& s) {
    for (const T h : {s.half.x, s.half.y}) require_size("Box", "half must be finite and not negative", h);
  }
  friend std::ostream& operator<<(std::ostream& os, const Box& s) { return os << "Box{.half = " << s.half << '}'; }
};

/// Convex polygon that owns its vertices: strictly convex, counter-clockwise; edge i runs from vertex i to vertex i +
/// 1. One point and a segment are valid polygons. Checked on construction, so nothing needs to be checked later.
template <Scalar T> class Polygon {
 public:
  using Scalar = T;
  /// The core is a polygon, a segment or a point.
  static constexpr bool polygon_core = true;

  /// The convex hull of any points.
  static Polygon from_points(std::span<const Vec2<T>> points) {
    check_points(points);
    return Polygon(convex_hull({points.begin(), points.end()}));
  }
  static Polygon from_points(std::initializer_list<Vec2<T>> points) {
    return from_points(std::span<const Vec2<T>>(points.begin(), points.size()));
  }
  /// The vertices in the given order and numbering; they must be strictly convex and counter-clockwise.
  static Polygon from_vertices(std::span<const Vec2<T>> vertices) {
    check_points(vertices);
    check_convex(vertices);
    return Polygon({vertices.begin(), vertices.end()});
  }
  static Polygon from_vertices(std::initializer_list<Vec2<T>> vertices) {
    return from_vertices(std::span<const Vec2<T>>(vertices.begin(), vertices.size()));
  }

  int size() const { return static_cast<int>(vertices_.size()); }
  /// Vertex i, counter-clockwise.
  const Vec2<T>& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }
  /// All vertices, counter-clockwise.
  std::span<const Vec2<T>> vertices() const { return vertices_; }

  /// The number of the vertex farthest along d; the lowest among equals.
  int support_index(const Vec2<T>& d) const {
    int best = 0;
    T farthest = dot(d, vertices_[0]);
    for (int i = 1; i < size(); ++i) {
      const T along = dot(d, vertex(i));
      if (along > farthest) farthest = along, best = i;  // ties to the lowest index
    }
    return best;
  }
  Vec2<T> support(const Vec2<T>& d) const { return vertex(support_index(d)); }
  T radius() const { return T(0); }
  Vec2<T> center() const { return center_; }
  T bounding_radius() const { return bounding_radius_; }
  /// The side along a direction; edges within `sine` of it count.
  Side<T> side_along(const Vec2<T>& d, T sine) const {
    return polygon_side<T>(
        size(), support_index(d), [&](int i) { return vertex(i); }, FeatureKind::vertex, d, sine);
  }
  friend void validate(const Polygon&) {}
  friend std::ostream& operator<<(std::ostream& os, const Polygon& s) {
    os << "Polygon{";
    for (int i = 0; i < s.size(); ++i) os << (i ? ", " : "") << s.vertex(i);
    return os << '}';
  }

 private:
  explicit Polygon(std::vector<Vec2<T>> vertices) : vertices_(std::move(vertices)) {
    for (const Vec2<T>& v : vertices_) center_ += v / T(size());  // the mean of the vertices is an interior point
    for (const Vec2<T>& v : vertices_) bounding_radius_ = max(bounding_radius_, norm(v - center_));
  }

  static void check_points(std::span<const Vec2<T>> points) {
    if (points.empty()) refuse("tactus::planar::Polygon: needs at least one point, got none");
    for (const Vec2<T>& p : points) {
      if (!is_finite(p)) throw_invalid("Polygon", "points must be finite", p);
    }
  }

  /// A polygon is convex and simple if it turns left at every vertex and, seen from vertex 0, sweeps left with every
  /// edge.
  static void check_convex(std::span<const Vec2<T>> v) {
    if (v.size() == 2 && v[0] == v[1]) throw_invalid("Polygon", "the two vertices must differ", v[0]);
    for (std::size_t n = v.size(), i = 0; n >= 3 && i < n; ++i) {
      const Vec2<T>&before = v[(i + n - 1) % n], &here = v[i], &after = v[(i + 1) % n];
      const bool sweeps = i == 0 || i + 1 == n || cross(here - v[0], after - v[0]) > T(0);
      if (!(cross(here - before, after - here) > T(0)) || !sweeps) {
        throw_invalid("Polygon", "vertices must be strictly convex and counter-clockwise, which fails at vertex",
                      std::to_string(i));
      }
    }
  }

  /// Andrew's monotone chain: the lower hull from left to right, then the upper hull back. A point is removed from the
  /// chain if the turn at it is not to the left by a sine of more than 8u, the rounding of the turn itself: the rest is
  /// strictly convex, and no edge's direction is noise.  [Andrew 1979]
  static std::vector<Vec2<T>> convex_hull(std::vector<Vec2<T>> points) {
    std::sort(points.begin(), points.end(),
              [](const Vec2<T>& p, const Vec2<T>& q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    const auto turns_left = [](const Vec2<T>& p, const Vec2<T>& q, const Vec2<T>& r) {
      return cross(q - p, r - q) > T(8) * unit_roundoff<T> * norm(q - p) * norm(r - q);
    };
    std::vector<Vec2<T>> hull;
    const auto run_over = [&](auto first, auto last) {
      const std::size_t fixed = hull.size() + 1;  // the first point of this chain stays
      for (auto p = first; p != last; ++p) {
        while (hull.size() > fixed && !turns_left(hull[hull.size() - 2], hull.back(), *p)) hull.pop_back();
        hull.push_back(*p);
      }
      hull.pop_back();  // the first of the next chain
    };
    run_over(points.begin(), points.end());
    run_over(points.rbegin(), points.rend());
    return hull;
  }

  std::vector<Vec2<T>> vertices_;
  Vec2<T> center_{};
  T bounding_radius_{};
};

/// Radius of a circle about center() that contains the whole shape: the shape's own value, or the farthest corner of
/// its box.
template <Convex2 S, class T = scalar_t<S>> constexpr T bounding_radius(const S& s) {
  if constexpr (requires { s.bounding_radius(); }) {
    return s.bounding_radius();
  } else {
    Vec2<T> reach;
    for (const T e : {T(1), T(-1)}) {
      reach.x = max(reach.x, abs(s.support({e, T(0)}).x - s.center().x));
      reach.y = max(reach.y, abs(s.support({T(0), e}).y - s.center().y));
    }
    return norm(reach) + disc_radius(s);
  }
}

/// ρ of the contract: radius of a circle about the local origin that contains the shape.
template <Convex2 S, class T = scalar_t<S>> constexpr T origin_radius(const S& s) {
  return norm(s.center()) + bounding_radius(s);
}

/// Throws std::invalid_argument with the value if a size is negative or not finite. Types without a check pass.
template <Convex2 S> void check(const S& s) {
  if constexpr (requires { validate(s); }) validate(s);
}

}  // namespace tactus::planar
