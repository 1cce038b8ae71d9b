#pragma once
/// A manifold that is made of the same parts as the last one: which features, which corners of theirs inside each
/// other, which sides across each other is remembered and proved, and only the points are worked out anew.
/// [docs/algorithms/manifold.md derives it]
///
/// Let no point of B have gone farther than μ since the memory was made, as seen from A, and no direction of B's have
/// turned by more than θ; by k θ for the normal, where k is 0 for a face of A, 1 for a face of B, and 1 over the sine
/// of their angle for two edges. h(n) is the overlap along n, as in sat_search.h.
/// - The normal n, h(n) = D. Near it: where the vertex of one body lies over the other's face, or two edges cross, by m
///   from the nearest end or side, h is at least D cos ψ + m sin ψ at the angle ψ from n, hence not less than D as long
///   as tan ψ/2 ≤ m / D. Outside of a cone about n: h was not less than `elsewhere`, and has lost at most μ.
/// - The features: they face each other until (k + 1) θ is their turn_margin().
/// - The corners: seen along n they go by at most μ + 1.1 (k + 1) θ E against each other's sides, E being no less than
///   the distance of any two of them in space (seen along n, if k is 0). Until this is their clip_margin() the points
///   are made of the same parts.
/// `clear` is the least of what these allow, and μ is bounded by the shift of B's center and θ times its radius.
/// A corner is let go `snap` farther than one that is seen for the first time: so that it does not come and go where it
/// trembles about the limit. Positions are exact all the same; the polygon is, to 3·snap.
#include <tactus/contact/memory_margins.h>
#include <tactus/core/pair_cache.h>
#include <tactus/narrow/box_polyhedron.h>

namespace tactus {

inline constexpr double rotation_slack = 0x1p-18;  // a matrix farther from a rotation is nothing to remember

namespace detail {

/// The same for copies, another for all others (boxes: with a chance of 2^-63).
template <Scalar T> std::uint64_t identity_of(const Hull<T>& hull) { return hull.serial(); }
template <Scalar T> std::uint64_t identity_of(const Box<T>& box) {
  const auto mixed = [](T x, std::uint64_t factor) {
    const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x + T(0)));
    return (bits ^ bits >> 32) * factor;
  };
  const std::uint64_t h = mixed(box.half.x, 0xbf58476d1ce4e5b9u) ^
                          std::rotl(mixed(box.half.y, 0x94d049bb133111ebu), 21) ^
                          std::rotl(mixed(box.half.z, 0xd6e8feb86659fd93u), 42);
  return (h ^ h >> 31) | std::uint64_t{1} << 63;
}

/// Eight bits of an OutlinePart of a feature of less than 127 corners.
constexpr std::uint32_t short_code(std::uint32_t code) { return (code & 0x7fu) | (code >> 8 & 0x80u); }
constexpr std::uint32_t long_code(std::uint32_t code) { return (code & 0x7fu) | (code & 0x80u) << 8; }

/// How far B has gone since the memory was made, squared: its center, and a bound on the chord of any direction.
template <Scalar T> struct Gone { T shift2, turned2; };
template <class S, class T = scalar_t<S>>
Gone<T> gone_since(const ManifoldMemory& memory, const S& b, const Pose<T>& x_ab) {
  const Pose<T> then = memory.x_ab.cast<T>();
  const Mat3<T> change = x_ab.rotation - then.rotation;
  Vec3<T> shift = x_ab.translation - then.translation;  // of the center
  if constexpr (!std::same_as<S, Box<T>>) shift += change * b.center();
  return {norm_squared(shift), norm_squared(change.column(0)) + norm_squared(change.column(1)) +
                                   norm_squared(change.column(2))};  // Frobenius' norm: no vector changes by more
}

/// h along the normal, and the corners that are farthest; all supports are corners of the features.
template <Scalar T> struct Deepest {
  T depth;
  int corner_a, corner_b;
};
template <Scalar T> Deepest<T> deepest_corners(const Silhouette<T>& a, const Silhouette<T>& b) {
  int highest = 0, lowest = 0;
  T high = a.height(a.corners[0]), low = b.height(b.corners[0]);
  for (int i = 1; i < a.count; ++i) {
    const T h = a.height(a.corners[i]);
    highest = h > high ? i : highest, high = max(high, h);
  }
  for (int j = 1; j < b.count; ++j) {
    const T h = b.height(b.corners[j]);
    lowest = h < low ? j : lowest, low = min(low, h);
  }
  return {high - low, highest, lowest};
}

/// The side of an outline, by its number there, among a silhouette's.
template <Scalar T> constexpr int side_index(const Silhouette<T>& s, int number) {
  const int back = 2 * s.count - 2 - number;
  return !s.reversed ? number : back < s.count ? back : back - s.count;
}
/// tan ψ/2 or more, up to 1.1.
template <Scalar T> constexpr T half_angle_tangent(T angle) { return T(0.56L) * angle; }

/// Does the origin lie within the facet of A ⊖ B across the normal, by this distance (m above) from its sides? Without
/// roots: a product c = |side| · distance is compared by its square.
template <Scalar T>
bool within_facet(const ManifoldMemory& memory, const Silhouette<T>& a, const Silhouette<T>& b,
                  const Deepest<T>& deepest, T by) {
  const auto clear = [&](T c, const Vec2<T>& side) { return c > T(0) && square(c) >= square(by) * norm_squared(side); };
  if (memory.axis != ManifoldMemory::Axis::edges) {
    const bool on_a = memory.axis == ManifoldMemory::Axis::face_a;
    const Silhouette<T>& face = on_a ? a : b;
    const Vec2<T> corner = on_a ? b.corners[deepest.corner_b] : a.corners[deepest.corner_a];
    const T sense = on_a || b.reversed ? T(1) : T(-1);  // B's outlines run clockwise about the normal
    bool inside = true;
    for (int i = 0; i < face.count; ++i) {
      const Vec2<T> side = face.corners[i + 1] - face.corners[i];
      inside &= clear(sense * cross(side, corner - face.corners[i]), side);
    }
    return inside;
  }
  const int i = side_index(a, memory.side_a), j = side_index(b, memory.side_b);
  const Vec2<T>&p = a.corners[i], &q = b.corners[j];
  const T rounding = T(64) * unit_roundoff<T> * (max_abs(p) + max_abs(q) + abs(a.base_height) + deepest.depth);
  const bool deepest_edges = deepest.depth - (a.height(p) - b.height(q)) <= rounding;
  const Vec2<T> e = a.corners[i + 1] - p, f = b.corners[j + 1] - q, between = q - p;
  const T area = cross(e, f), s = with_sign(T(1), area) * cross(between, f),
          t = with_sign(T(1), area) * cross(between, e);
  return deepest_edges && clear(min(s, abs(area) - s), f) && clear(min(t, abs(area) - t), e);
}

/// The cross product of the edges, towards B if `mirrored` was set to suit.
template <class P, class T = scalar_t<P>>
Vec3<T> edge_normal(const ManifoldMemory& memory, const P& p, const P& q, Feature f, Feature g, const Mat3<T>& r) {
  const FeatureVertices<P> on_a(p, f), on_b(q, g);
  const Vec3<T> e = p.vertex(on_a[memory.side_a + 1u]) - p.vertex(on_a[memory.side_a]);
  const Vec3<T> d = q.vertex(on_b[memory.side_b + 1u]) - q.vertex(on_b[memory.side_b]);
  const Vec3<T> n = cross(e, r * d);
  return n * ((memory.mirrored ? T(-1) : T(1)) / norm(n));
}

}  // namespace detail

/// The corners of the overlap, made of the same parts as they were. Both silhouettes run as their outlines do: not
/// reversed.
template <Scalar T>
void remembered_overlap(Overlap<T>& overlap, const ManifoldMemory& memory, const Silhouette<T>& a,
                        const Silhouette<T>& b) {
  for (int k = 0; k < memory.count; ++k) {
    const std::uint32_t parts = memory.parts[static_cast<std::size_t>(k)], part_a = parts >> 8, part_b = parts & 0xffu;
    // Which of the four it is cannot be predicted: all are crossings, those of corners at their own start.
    const int i = static_cast<int>(part_a & 0x7fu) - (part_a != 0),
              j = static_cast<int>(part_b & 0x7fu) - (part_b != 0);
    const bool crossing = part_a & part_b & 0x80u;
    const Vec2<T>&p = a.corners[i], &q = b.corners[j], &start = part_a != 0 ? p : q, &end = part_b != 0 ? q : p;
    const Vec2<T> along = a.corners[i + 1] - p, side = b.corners[j + 1] - q;
    const T share = cross(q - p, side) / cross(along, side);
    const Vec2<T> at = crossing ? p + along * share : (start + end) * T(0.5);
    overlap.points[k] = {at, detail::long_code(part_a) << 16 | detail::long_code(part_b)};
  }
  overlap.count = memory.count;
}

/// Is it about these shapes, near enough to where they were? The rest of the proof needs the silhouettes. Squares are
/// compared: (x + y)² ≤ 2 (x² + y²).
template <class S, class T = scalar_t<S>>
bool may_hold(const ManifoldMemory& memory, const S& a, const S& b, const Pose<T>& x_ab) {
  if (memory.axis == ManifoldMemory::Axis::none) return false;
  const detail::Gone<T> gone = detail::gone_since(memory, b, x_ab);
  return gone.turned2 <= square(T(memory.turn)) &&
         T(2) * (gone.shift2 + square(T(memory.lever)) * gone.turned2) <= square(T(memory.clear)) &&
         memory.shape_a == detail::identity_of(a) && memory.shape_b == detail::identity_of(b) &&
         orthonormality_error(x_ab.rotation) <= T(rotation_slack);
}

/// The normal at this pose.
template <Scalar T>
Vec3<T> remembered_normal(const ManifoldMemory& memory, const Hull<T>& a, const Hull<T>& b, const Mat3<T>& rotation) {
  using Axis = ManifoldMemory::Axis;
  const Feature f = Feature::from_id(memory.feature_a), g = Feature::from_id(memory.feature_b);
  if (memory.axis == Axis::face_a) return a.plane(f.index).normal;
  if (memory.axis == Axis::face_b) return -unit_or_up(rotation * b.plane(g.index).normal);
  return detail::edge_normal(memory, a, b, f, g, rotation);
}

/// Is h least along the normal? The depth there, or a negative number.
template <Scalar T> T proved_depth(const ManifoldMemory& memory, const Silhouette<T>& a, const Silhouette<T>& b) {
  const detail::Deepest<T> deepest = detail::deepest_corners(a, b);
  const T by = deepest.depth * detail::half_angle_tangent(T(memory.cone));
  const bool least_nearby = detail::within_facet(memory, a, b, deepest, by);
  return least_nearby && deepest.depth <= T(memory.elsewhere) ? deepest.depth : T(-1);
}

}  // namespace tactus
