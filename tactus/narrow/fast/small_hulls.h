// SPDX-License-Identifier: MIT
#pragma once
/// Distance of two hulls with few vertices and no remembered features: GJK over numbered vertices in vector lanes.
#include <tactus/lookup/few_points.h>
#include <tactus/narrow/balls.h>
#include <tactus/narrow/fast/small_simplex.h>
#include <tactus/narrow/gjk.h>
#include <tactus/narrow/vclip/still_closest.h>
#include <tactus/shape/hull.h>

#include <algorithm>

namespace tactus::small_hulls {

/// The limit is the same for all widths of vectors, so that the answers are the same bit by bit. (With vectors of two
/// doubles, the walk would be faster from 33 vertices on.)
template <Scalar T> bool is_small(const Hull<T>& hull) { return hull.vertex_count() <= lookup::few_points; }
template <Scalar T> lookup::FewPoints<T> points_of(const Hull<T>& hull) {
  return {hull.xs().data(), hull.xs().size(), hull.vertex_count()};
}

/// Both hulls in A's frame. All of B's vertices are transformed at the start: otherwise every step would turn the
/// direction to B's frame and the point back, and wait for both.
template <Scalar T> struct Vertices {
  lookup::FewPoints<T> a, b;

  /// A vertex at or near the farthest along d on A, and against d on B.
  [[gnu::always_inline]] Corner<T> corner_along(const Vec3<T>& d) const {
    const std::uint32_t i = a.about_farthest(d), j = b.about_farthest(-d);
    return {one_by_one(b[j] - a[i]), i, j};
  }
  /// Signed, in units of the length of d.
  [[gnu::always_inline]] T separation(const Vec3<T>& d) const { return -(a.reach(d) + b.reach(-d)); }
};

/// The vertex numbers of a simplex on one of the hulls, each once.
struct Numbers {
  std::uint32_t v[3];
  int count = 0;
  constexpr void add(std::uint32_t i) {
    const bool known = (count > 0 && v[0] == i) || (count > 1 && v[1] == i);
    v[count] = i;
    count += known ? 0 : 1;
  }
};

/// The face at the first vertex that also contains the others, on the side of the direction; no face if there is none.
template <Scalar T>
[[gnu::noinline]] Feature face_with(const Hull<T>& hull, const Numbers& n, const Vec3<T>& direction) {
  for (const std::uint32_t h : hull.outgoing(n.v[0])) {
    const std::uint32_t f = hull.half_edge(h).face;
    if (f == no_face || !(dot(hull.plane(f).normal, direction) > T(0))) continue;
    const auto loop = hull.face_loop(f);
    const auto has = [&](std::uint32_t v) { return std::find(loop.begin(), loop.end(), v) != loop.end(); };
    if (has(n.v[1]) && (n.count == 2 || has(n.v[2]))) return {FeatureKind::face, f};
  }
  return {};
}

/// The smallest feature with these corners. Most faces are triangles: two consecutive neighbours in the first vertex's
/// ring. The ring is counter-clockwise, so the face is on the left of the edge to the first of the two.
template <Scalar T> Feature feature_with(const Hull<T>& hull, const Numbers& n, const Vec3<T>& direction) {
  if (n.count == 1) return {FeatureKind::vertex, n.v[0]};
  const auto ring = hull.neighbours(n.v[0]), outgoing = hull.outgoing(n.v[0]);
  const std::size_t none = ring.size();
  std::size_t second = none, third = none;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    second = ring[i] == n.v[1] ? i : second;
    third = n.count == 3 && ring[i] == n.v[2] ? i : third;
  }
  if (n.count == 2 && second != none) return {FeatureKind::edge, hull.half_edge(outgoing[second]).edge};
  if (second != none && third != none && hull.rank() == 3) {
    const auto next = [&](std::size_t i) { return i + 1 == ring.size() ? 0 : i + 1; };
    if (next(second) == third) return {FeatureKind::face, hull.half_edge(outgoing[second]).face};
    if (next(third) == second) return {FeatureKind::face, hull.half_edge(outgoing[third]).face};
  }
  return face_with(hull, n, direction);
}

/// The nearest points of a simplex, or the common point of both hulls, as points of both.
template <Scalar T> struct Witnesses {
  Vec3<T> a{}, b{};

  [[gnu::always_inline]] Witnesses(const Vertices<T>& vertices, const NumberedSimplex<T>& s) {
    const std::array<T, 4> weights = s.weights();
    for (int i = 0; i < s.size(); ++i) {
      const T weight = weights[static_cast<std::size_t>(i)];
      a += weight * vertices.a[s[i].a], b += weight * vertices.b[s[i].b];
    }
  }
};

/// Can V-Clip end with these features? If not, they belong to parallel faces and edges.
constexpr bool is_plain(const Feature& x, const Feature& y) {
  using enum FeatureKind;
  return x.kind != curved && y.kind != curved &&
         (x.kind == vertex || y.kind == vertex || (x.kind == edge && y.kind == edge));
}

/// The answer if the bounds meet and the features are plain; otherwise a walk starts from them. (If a face and a
/// feature are parallel, a corner is usually over the face, so the walk is short.)
template <class Pair, class T, class G>
[[gnu::always_inline]] inline Contact<T> apart(const Pair& pair, const Vertices<T>& vertices,
                                               const NumberedSimplex<T>& s, const Options<T>& options,
                                               const G& walk_from) {
  Numbers on_a, on_b;
  for (int i = 0; i < s.size(); ++i) on_a.add(s[i].a), on_b.add(s[i].b);
  const Vec3<T> in_b = -transposed_times(pair.x_ab().rotation, s.toward());
  const Feature x = feature_with(pair.shape_a(), on_a, s.toward()), y = feature_with(pair.shape_b(), on_b, in_b);
  if (!is_plain(x, y)) {
    const Feature u{FeatureKind::vertex, on_a.v[0]}, v{FeatureKind::vertex, on_b.v[0]};
    return x.kind == FeatureKind::face ? walk_from(x, v) : walk_from(u, y.kind == FeatureKind::face ? y : v);
  }
  const Witnesses<T> w(vertices, s);
  const Vec3<T> between = w.b - w.a;
  const T length2 = norm_squared(s.toward());
  const FeatureGap<T> gap{w.a,           w.b,           s.toward(),
                          sqrt(length2), norm(between), beside_squared(between, s.toward(), T(1) / length2)};
  return detail::proof_by(pair, gap, vertices.separation(s.toward()), x, y, options, [&] { return walk_from(x, y); });
}

/// The answer if the hulls have a common point to rounding, as in simplex::Incremental.
template <class Pair, class T, class G>
[[gnu::always_inline]] inline Contact<T> overlap(const Pair& pair, const Vertices<T>& vertices,
                                                 const NumberedSimplex<T>& s, const Options<T>& options,
                                                 const G& by_gjk) {
  T size_squared = T(0), least = T(1);
  for (const T weight : s.weights()) least = min(least, weight);
  for (int i = 0; i < 4; ++i) size_squared += norm_squared(s[i].at);
  const Witnesses<T> w(vertices, s);
  const T miss = distance(w.a, w.b);
  if (!(least > T(0)) || !(square(miss) <= square(T(16) * unit_roundoff<T>) * size_squared)) return by_gjk();
  const Vec3<T> normal = unit_or_up(-pair.center());
  return gjk::overlap(pair, (w.a + w.b) * T(0.5), miss, normal, vertices.separation(normal), 0, options);
}

/// The answer if the hulls are farther apart than max_distance. Takes copies, so that the search need not keep its
/// variables in memory.
template <class Pair, class T, class G>
[[gnu::noinline]] Contact<T> beyond(const Pair& pair, Vertices<T> vertices, NumberedSimplex<T> s, Vec3<T> d,
                                    const Options<T>& options, const G& by_gjk) {
  const Vec3<T> normal = unit_or_up(d);
  const T lower = vertices.separation(normal);
  if (!(lower > options.max_distance)) return by_gjk();
  const Witnesses<T> w(vertices, s);
  const T upper = distance(w.a, w.b);
  return finish(pair, Status::beyond_max, upper, lower, upper, normal, w.a, w.b, 0, options);
}

/// The answer if the balls about the centres meet.
template <class Pair, class T> [[gnu::noinline]] Contact<T> within_balls(const Pair& pair, const Options<T>& options) {
  const Vec3<T> normal = unit_or_up(-pair.center()), against = -transposed_times(pair.x_ab().rotation, normal);
  const T separation = dot(normal, pair.x_ab().translation) - points_of(pair.shape_a()).reach(normal) -
                       points_of(pair.shape_b()).reach(against);
  return gjk::overlap(pair, balls::common_point(pair), balls::core_upper(pair), normal, separation, 0, options);
}

/// The second corner. The first one, w, was found along the line of centres and may be far off to one side. A direction
/// halfway back to the line finds a better corner than the direction of w itself, and saves one step in three queries.
/// (The line and w are weighted as 1 to the cosine between them.) If the corner is no nearer, it is not used.
template <Scalar T>
[[gnu::always_inline]] inline void add_second(const Vertices<T>& vertices, const Vec3<T>& line, const Vec3<T>& w,
                                              NumberedSimplex<T>& s) {
  const T along = dot(line, w), w2 = norm_squared(w);
  if (!(along > T(0))) return;
  const Corner<T> second = vertices.corner_along(one_by_one(line * w2 + w * along));
  if (dot(w, second.at) < w2) s.add(second);
}

/// walk_from(feature, feature) and by_gjk() answer if the search cannot prove its answer.
///
/// Invariant: p, the point of the simplex nearest to the origin of B ⊖ A, comes nearer with every step, so in exact
/// arithmetic no simplex occurs twice. The search ends when no vertex is nearer along p than those of the simplex.
/// Correctness does not depend on that: the result is used only if its bounds meet. A step has no division and no loop
/// whose length depends on the pose: waiting for those dominates queries of small hulls.
template <Scalar T, class F, class G>
[[gnu::flatten]] Contact<T> distance(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                                     const F& walk_from, const G& by_gjk) {
  const MinkowskiPair<Hull<T>, Hull<T>, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  if (balls::inner_meet(pair)) return within_balls(pair, options);
  const lookup::MovedPoints<T> moved(points_of(b), x_ab);
  const Vertices<T> vertices{points_of(a), moved.view()};
  const T max_squared = square(max(options.max_distance, T(0)));
  const auto is_far = [&](const Vec3<T>& d, const Vec3<T>& w) {
    if (max_squared == infinity<T>) return false;
    const T along = dot(d, w);
    return along > T(0) && square(along) > max_squared * norm_squared(d);
  };
  Vec3<T> d = -pair.center();
  Corner<T> w = vertices.corner_along(d);
  NumberedSimplex<T> s(w);
  bool far = is_far(d, w.at), lowest = false;
  if (!far) add_second(vertices, d, w.at, s);
  int iterations = 0;
  for (; !far && iterations < options.max_iterations; ++iterations) {
    d = one_by_one(s.toward());
    w = vertices.corner_along(d);
    far = is_far(d, w.at), lowest = s.has(w) || !(dot(d, w.at) < dot(d, s[0].at));
    if (far || lowest) break;
    s.add(w);
    if (s.around_origin()) break;
  }
  Contact<T> c = far                 ? beyond(pair, vertices, s, d, options, by_gjk)
                 : lowest            ? apart(pair, vertices, s, options, walk_from)
                 : s.around_origin() ? overlap(pair, vertices, s, options, by_gjk)
                                     : by_gjk();
  c.iterations += iterations, c.support_calls += iterations + 2;
  return c;
}

}  // namespace tactus::small_hulls
