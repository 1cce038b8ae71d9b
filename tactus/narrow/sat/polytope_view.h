// SPDX-License-Identifier: MIT
#pragma once
/// A polytope of any type as its Gauss map and its vertex graph, on which separating axes are found.
#include <tactus/lookup/lanes.h>
#include <tactus/shape/rounded.h>
#include <tactus/shape/shape.h>

#include <bit>
#include <initializer_list>

namespace tactus {

/// Owns nothing: the hull, or the PolytopeOf, must outlive the view.
/// Nodes and arcs: see GaussMap. For a rounded shape, this is the core.
template <Scalar T> struct PolytopeView {
  const Hull<T>* hull = nullptr;  // finds support vertices; without a hull all vertices are scanned
  std::span<const Vec3<T>> vertices;
  std::span<const T> xs, ys, zs;  // the vertices by coordinate, padded
  lookup::Rings rings;
  std::size_t node_count = 0, padded = 0, face_count = 0;  // the first face_count nodes are faces
  const T* nodes = nullptr;
  const std::uint32_t* arc_first = nullptr;
  const GaussArc* arcs = nullptr;
  Vec3<T> center{};
  T inscribed_radius{}, slack{};
  /// Two views with the same identity show the same polytope; 0 is no identity. It is a hull's serial number, or the
  /// parameters mixed into 64 bits (two sets of parameters collide with a probability of 2^-64).
  std::uint64_t identity = 0;

  Vec3<T> normal(std::size_t i) const { return {nodes[i], nodes[padded + i], nodes[2 * padded + i]}; }
  T offset(std::size_t i) const { return nodes[3 * padded + i]; }
  T cosine(std::size_t i) const { return nodes[4 * padded + i]; }  // of half the longest arc there
  std::span<const GaussArc> arcs_from(std::size_t i) const { return {arcs + arc_first[i], arcs + arc_first[i + 1]}; }
  /// The vertex farthest along a unit direction; `hint` is one near it.
  std::uint32_t support_index(const Vec3<T>& direction, std::uint32_t hint) const {
    // A counting scalar must count the vertices, not the padding: the hull takes care of that.
    const bool ask_hull = hull && (!std::floating_point<T> || xs.size() > scan_up_to);
    return ask_hull ? hull->support_index(direction, hint) : lookup::linear(xs, ys, zs, direction);
  }
  /// The largest direction·x for a unit direction; `hint` is a vertex near that support vertex, and becomes it. For
  /// small polytopes in float and double, `hint` is neither used nor changed.
  T support_value(const Vec3<T>& direction, std::uint32_t& hint) const {
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      if (xs.size() <= scan_up_to) return scanned_support_value(direction);
    }
    hint = support_index(direction, hint);
    return dot(direction, vertices[hint]);
  }

 private:
  static constexpr std::size_t scan_up_to = 64;  // vertices

  T scanned_support_value(const Vec3<T>& d) const {
    using V = lookup::Lanes<T>;
    typename V::Values best = V::all(-infinity<T>);
    for (std::size_t i = 0; i < xs.size(); i += V::width) {
      const auto value = V::load(&xs[i]) * d.x + V::load(&ys[i]) * d.y + V::load(&zs[i]) * d.z;
      best = value > best ? value : best;
    }
    return -V::least(-best);
  }
};

template <Scalar T> PolytopeView<T> polytope_view(const Hull<T>& hull) {
  const GaussMap<T>& map = hull.gauss_map();
  PolytopeView<T> v;
  v.hull = &hull;
  v.vertices = hull.vertices();
  v.xs = hull.xs(), v.ys = hull.ys(), v.zs = hull.zs();
  v.rings = hull.rings();
  v.node_count = map.count, v.padded = map.padded, v.face_count = hull.face_count();
  v.nodes = map.nodes.data(), v.arc_first = map.arc_first.data(), v.arcs = map.arcs.data();
  v.center = map.center;
  v.inscribed_radius = map.radius, v.slack = map.slack;
  v.identity = hull.serial();
  return v;
}

/// The view of a shape, with room for the features of shapes that do not store them. Boxes may be flat in any number of
/// axes, which makes them rectangles, segments and points: they keep six nodes and twelve arcs, all valid. For a
/// rounded shape the view is that of the core; for a Shape that is not such a polytope it is empty.
template <Scalar T> class PolytopeOf {
  template <class S>
  static constexpr bool is_core =
      detail::is_one_of<S, std::variant<Hull<T>, Box<T>, Rectangle<T>, Segment<T>, Point<T>, Triangle<T>>>;
  template <class S> static constexpr bool find_known() {
    if constexpr (requires(const S& s) { s.core(), s.ball(); }) {
      return is_core<std::remove_cvref_t<decltype(std::declval<S>().core())>>;
    } else {
      return is_core<S>;
    }
  }

 public:
  /// Does this type have a view?
  template <class S> static constexpr bool known = find_known<S>();

  PolytopeOf(const PolytopeOf&) = delete;
  PolytopeOf& operator=(const PolytopeOf&) = delete;

  template <class S>
    requires(known<S> || std::same_as<S, Shape<T>>)
  explicit PolytopeOf(const S& s) {
    if constexpr (known<S>) {
      set(s);
    } else {
      s.visit([this](const auto& shape) {
        if constexpr (known<std::remove_cvref_t<decltype(shape)>>) this->set(shape);
        static_cast<void>(this);
      });
    }
  }

  const PolytopeView<T>& view() const { return view_; }
  bool empty() const { return view_.vertices.empty(); }

 private:
  void set(const Hull<T>& hull) { view_ = polytope_view(hull); }
  void set(const Box<T>& box) { set_box(box.half, {}); }
  void set(const Rectangle<T>& rectangle) { set_box(rectangle.box().half, {}); }
  void set(const Segment<T>& segment) { set_box({T(0), T(0), segment.half_height}, {}); }
  void set(const Point<T>& point) { set_box({}, point.position); }
  void set(const Triangle<T>& triangle) { set_triangle(triangle); }
  template <class S>
    requires requires(const S& s) { s.ball(); }
  void set(const S& s) { set(s.core()); }

  /// Corners and faces are numbered as in hexahedron.h.
  void set_box(const Vec3<T>& half, const Vec3<T>& center) {
    constexpr auto topology = [] {
      struct {
        std::uint32_t arc_first[7]{}, ring_first[9]{}, neighbours[24]{};
        GaussArc arcs[24]{};
      } t;
      for (std::uint32_t v = 0; v < 8; ++v) {
        t.ring_first[v + 1] = 3 * (v + 1);
        for (std::uint32_t axis = 0; axis < 3; ++axis) t.neighbours[3 * v + axis] = v ^ 1u << axis;
      }
      for (std::uint32_t face = 0; face < 6; ++face) {
        t.arc_first[face + 1] = 4 * (face + 1);
        const std::uint32_t axis = face / 2, side = face % 2;
        for (std::uint32_t k = 0; k < 4; ++k) {
          const std::uint32_t other = (axis + 1 + k / 2) % 3, along = (axis + 2 - k / 2) % 3;
          const std::uint32_t from = side << axis | (k % 2) << other;
          t.arcs[4 * face + k] = {2 * other + k % 2, from, from | 1u << along};
        }
      }
      return t;
    }();
    static constexpr auto kept = topology;
    for (std::uint32_t i = 0; i < 8; ++i)
      vertices_[i] = center + Vec3<T>{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
    for (std::uint32_t face = 0; face < 6; ++face) {
      const int axis = static_cast<int>(face / 2);
      Vec3<T> n{};
      n[axis] = face % 2 ? T(1) : T(-1);
      set_node(face, n, half[axis] + n[axis] * center[axis], half_right_angle);
    }
    finish(8, 6, 6, kept.ring_first, kept.neighbours, kept.arc_first, kept.arcs);
    view_.center = center;
    view_.inscribed_radius = min(half.x, min(half.y, half.z));
    identify({half, center});
  }

  /// Nodes: the two faces and three rims. If the triangle is a needle or degenerate, its face normals are arbitrary
  /// perpendiculars.
  void set_triangle(const Triangle<T>& t) {
    static constexpr std::uint32_t ring_first[] = {0, 2, 4, 6}, neighbours[] = {1, 2, 2, 0, 0, 1};
    static constexpr std::uint32_t arc_first[] = {0, 3, 6, 8, 10, 12};
    static constexpr GaussArc arcs[] = {{2, 0, 1}, {3, 1, 2}, {4, 2, 0}, {2, 0, 1}, {3, 1, 2}, {4, 2, 0},
                                        {0, 0, 1}, {1, 0, 1}, {0, 1, 2}, {1, 1, 2}, {0, 2, 0}, {1, 2, 0}};
    vertices_[0] = t.a, vertices_[1] = t.b, vertices_[2] = t.c;
    const auto highest = [&](const Vec3<T>& n) { return max(dot(n, t.a), max(dot(n, t.b), dot(n, t.c))); };
    const Vec3<T> ab = t.b - t.a, bc = t.c - t.b, ca = t.a - t.c;
    const T ab2 = norm_squared(ab), bc2 = norm_squared(bc), ca2 = norm_squared(ca);
    const bool ab_longest = ab2 >= bc2 && ab2 >= ca2, bc_longest = !ab_longest && bc2 >= ca2;
    const Vec3<T> longest = ab_longest ? ab : bc_longest ? bc : ca;
    // From the two shorter sides: for slivers, the longest would lose most digits.
    const Vec3<T> area = ab_longest ? cross(bc, ca) : bc_longest ? cross(ca, ab) : cross(ab, bc);
    const Vec3<T> n = unit_or(area, any_perpendicular(longest));
    set_node(0, n, highest(n), half_right_angle);
    set_node(1, -n, highest(-n), half_right_angle);
    for (std::uint32_t e = 0; e < 3; ++e) {
      const Vec3<T> rim = unit_or(cross(e == 0 ? ab : e == 1 ? bc : ca, n), any_perpendicular(n));
      set_node(2 + e, rim, highest(rim), half_right_angle);
    }
    finish(3, 5, 2, ring_first, neighbours, arc_first, arcs);
    view_.center = t.center();
    view_.inscribed_radius = T(0);
    identify({t.a, t.b, t.c});
  }

  /// The identity: a hash of the parameters' bits, with splitmix64's constants. The top bit distinguishes it from a
  /// serial number. Scalars of more than 64 bits, and counting scalars, get no identity.
  void identify(std::initializer_list<Vec3<T>> parameters) {
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      std::uint64_t h = parameters.size();
      for (const Vec3<T>& p : parameters)
        for (const T x : {p.x, p.y, p.z}) {
          h = (h ^ std::bit_cast<std::uint64_t>(static_cast<double>(x + T(0)))) * 0xbf58476d1ce4e5b9u;
          h = (h ^ h >> 31) * 0x94d049bb133111ebu;
        }
      view_.identity = (h ^ h >> 29) | std::uint64_t{1} << 63;
    }
  }

  void set_node(std::uint32_t i, const Vec3<T>& n, T offset, T cosine) {
    const T values[] = {n.x, n.y, n.z, offset, cosine};
    for (std::size_t k = 0; k < 5; ++k) nodes_[k * lookup::lanes + i] = values[k];
  }

  void finish(std::uint32_t vertex_count, std::uint32_t node_count, std::uint32_t face_count,
              std::span<const std::uint32_t> ring_first, std::span<const std::uint32_t> neighbours,
              const std::uint32_t* arc_first, const GaussArc* arcs) {
    for (std::uint32_t i = node_count; i < lookup::lanes; ++i) set_node(i, {}, infinity<T>, T(1));
    for (std::size_t i = 0; i < lookup::lanes; ++i)
      for (int axis = 0; axis < 3; ++axis)
        coordinates_[static_cast<std::size_t>(axis) * lookup::lanes + i] = vertices_[i < vertex_count ? i : 0][axis];
    // A counting scalar must count the vertices, not the padding.
    const std::size_t n = std::floating_point<T> ? lookup::lanes : vertex_count;
    view_.vertices = std::span<const Vec3<T>>(vertices_, vertex_count);
    view_.xs = {coordinates_, n};
    view_.ys = {coordinates_ + lookup::lanes, n};
    view_.zs = {coordinates_ + 2 * lookup::lanes, n};
    view_.rings = {ring_first, neighbours};
    view_.node_count = node_count, view_.padded = lookup::lanes, view_.face_count = face_count;
    view_.nodes = nodes_, view_.arc_first = arc_first, view_.arcs = arcs;
  }

  static constexpr T half_right_angle = T(0.70710678118654752440L);  // the cosine of 45 degrees
  union {  // written before they are read, and not zeroed first
    Vec3<T> vertices_[8];
  };
  union {
    T coordinates_[3 * lookup::lanes];
  };
  union {
    T nodes_[5 * lookup::lanes];
  };
  PolytopeView<T> view_;
};

/// The types that may have a view.
template <class S>
concept PolytopeShape = Convex<S> && requires(const S& s) {
  PolytopeOf<scalar_t<S>>(s);
};

/// Does the shape have a view? A Shape has one if its content has.
template <class S, class T = scalar_t<S>> bool is_polytope(const S& s) {
  if constexpr (std::same_as<S, Shape<T>>) {
    return s.visit(
        [](const auto& shape) { return PolytopeOf<T>::template known<std::remove_cvref_t<decltype(shape)>>; });
  } else {
    return PolytopeOf<T>::template known<S>;
  }
}

}  // namespace tactus
