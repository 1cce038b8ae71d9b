// SPDX-License-Identifier: MIT
#pragma once
/// The proof of vclip/still_closest.h for two boxes, whose features need no topology and whose supports need no search.
#include <tactus/narrow/vclip/still_closest.h>

namespace tactus {

namespace detail {

/// A feature of a box is itself a box: along each axis it lies on one side or spans the whole width. In units of the
/// half extents: either `side` is -1 or 1 and `span` is 0, or `side` is 0 and `span` is 1.
template <Scalar T> struct BoxFeature {
  Vec3<T> side, span;

  constexpr BoxFeature of(const Box<T>& box) const { return {hadamard(side, box.half), hadamard(span, box.half)}; }
  constexpr Vec3<T> nearest(const Vec3<T>& p) const { return side + max(-span, min(p, span)); }
};

/// All 26, numbered as in hexahedron.h: vertices, edges, faces.
template <Scalar T>
inline constexpr std::array<BoxFeature<T>, 26> box_features = [] {
  std::array<BoxFeature<T>, 26> all{};
  for (std::uint32_t i = 0; i < 8; ++i) all[i].side = BoxPolyhedron<T>::signs[i];
  for (int axis = 0; axis < 3; ++axis)
    for (std::uint32_t i = 0; i < 8; ++i) {
      auto& edge = all[8 + hexahedron_edge(axis, i)];
      edge.side = BoxPolyhedron<T>::signs[i], edge.side[axis] = T(0);
      edge.span[axis] = T(1);
      auto& face = all[20 + 2 * static_cast<std::uint32_t>(axis) + (i >> axis & 1)];
      face.span = {T(1), T(1), T(1)}, face.span[axis] = T(0);
      face.side[axis] = BoxPolyhedron<T>::signs[i][axis];
    }
  return all;
}();

inline constexpr std::uint32_t first_box_feature[] = {0, 8, 20}, box_feature_count[] = {8, 12, 6, 0};  // by kind

template <Scalar T> constexpr BoxFeature<T> feature_of_box(const Box<T>& box, const Feature& f) {
  return box_features<T>[first_box_feature[static_cast<int>(f.kind)] + f.index].of(box);
}
constexpr bool is_box_feature(const Feature& f) { return f.index < box_feature_count[static_cast<int>(f.kind)]; }

/// Handles a vertex and any feature, and two edges: features of higher dimension are equally close at their rims.
template <Scalar T, class F, class G>
constexpr Contact<T> with_gap(const Box<T>& a, const Feature& x, const Box<T>& b, const Feature& y, const Pose<T>& x_ab,
                              const Attempt<F, G>& attempt) {
  const BoxFeature<T> on_a = feature_of_box(a, x), on_b = feature_of_box(b, y);
  if (y.kind == vertex) {
    const Vec3<T> p = x_ab * on_b.side;
    return attempt.prove(between_points(on_a.nearest(p), p));
  }
  if (x.kind == vertex) {
    const Vec3<T> p = transposed_times(x_ab.rotation, on_a.side - x_ab.translation);
    const Vec3<T> q = on_b.nearest(p), foot = x_ab * q;
    const Vec3<T> across = x_ab.rotation * (q - p);
    return attempt.prove({on_a.side, foot, across, norm(across), distance(on_a.side, foot)});
  }
  if (x.kind != edge || y.kind != edge) return attempt.otherwise();
  const Vec3<T> span_b = x_ab.rotation * on_b.span;
  return between_edges(on_a.side - on_a.span, T(2) * on_a.span, x_ab * on_b.side - span_b, T(2) * span_b, attempt);
}

}  // namespace detail

/// As for polyhedra; the lower bound is the separation along the direction perpendicular to the features.
template <Scalar T, class G>
constexpr Contact<T> closest_if(const Box<T>& a, const Feature& x, const Box<T>& b, const Feature& y,
                                const Pose<T>& x_ab, const Options<T>& options, const G& otherwise) {
  const auto prove = [&](const FeatureGap<T>& gap) {
    const Vec3<T> across_b = transposed_times(x_ab.rotation, gap.across);
    const T reach = dot(abs(across_b), b.half) + dot(abs(gap.across), a.half);
    const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
    return detail::proof_by(pair, gap, dot(gap.across, x_ab.translation) - reach, x, y, options, otherwise);
  };
  return detail::with_gap(a, x, b, y, x_ab, detail::Attempt{prove, otherwise});
}
template <Scalar T, class G>
[[gnu::flatten]] constexpr Contact<T> still_closest(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                                    const Options<T>& options, const PairCache<T>& cache,
                                                    const G& otherwise) {
  const Feature x = cache.feature_a, y = cache.feature_b;
  if (!detail::is_box_feature(x) || !detail::is_box_feature(y)) return otherwise();
  return closest_if(a, x, b, y, x_ab, options, otherwise);
}
template <Scalar T>
constexpr Contact<T> still_closest(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                                   const PairCache<T>& cache) {
  return still_closest(a, b, x_ab, options, cache, detail::no_proof<T>);
}

}  // namespace tactus
