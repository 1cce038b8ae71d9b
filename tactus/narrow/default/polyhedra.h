// SPDX-License-Identifier: MIT
#pragma once
/// The distance of hulls: remembered features, V-Clip, GJK. The distance of boxes: remembered features, all features,
/// GJK. A part of default/shapes.h.
#include <tactus/narrow/default.h>
#include <tactus/narrow/default/wide.h>
#include <tactus/narrow/fast/box_distance.h>
#include <tactus/narrow/fast/small_hulls.h>
#include <tactus/narrow/fast/still_closest_box.h>
#include <tactus/narrow/vclip.h>
#include <tactus/narrow/vclip/still_closest.h>

#include <optional>

namespace tactus::narrow {

/// A walk from these features; its last features are remembered.
template <Scalar T>
[[gnu::noinline]] Contact<T> walked_distance(const Feature& on_a, const Feature& on_b, const Hull<T>& a,
                                             const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                                             PairCache<T>* cache) {
  Contact<T> c = vclip::distance_from(on_a, on_b, a, b, x_ab, options);
  if (cache) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  if (c.touching()) c.feature_a = c.feature_b = {};  // an overlap has no closest features (docs/contract.md)
  return c;
}

/// Hulls with remembered closest features: first a proof that they are still the closest, otherwise a walk from them.
template <Scalar T>
Contact<T> distance_from_features(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                                  PairCache<T>& cache) {
  return still_closest(a, b, x_ab, options, cache,
                       [&] { return walked_distance(cache.feature_a, cache.feature_b, a, b, x_ab, options, &cache); });
}

/// By GJK; its final features are remembered.
template <class S, class T = scalar_t<S>>
[[gnu::noinline]] Contact<T> distance_with_features(const S& a, const S& b, const Pose<T>& x_ab,
                                                    const Options<T>& options, PairCache<T>* cache) {
  Contact<T> c = by_support::distance(a, b, x_ab, options, cache);
  if (cache && c.status == Status::separated) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}

/// Small hulls without remembered features.
template <Scalar T>
[[gnu::noinline]] Contact<T> small_distance_anew(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab,
                                                 const Options<T>& options, PairCache<T>* cache) {
  const auto walk_from = [&](const Feature& x, const Feature& y) {
    return walked_distance(x, y, a, b, x_ab, options, cache);
  };
  const auto by_gjk = [&] { return distance_with_features(a, b, x_ab, options, cache); };
  Contact<T> c = small_hulls::distance(a, b, x_ab, options, walk_from, by_gjk);
  if (cache && c.status == Status::separated) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}

/// Larger hulls without remembered features. V-Clip takes less than half of GJK's time if they are apart, but longer if
/// they overlap or are very large. The vertices along the line of centres, where the walk would begin, decide: it is
/// used if the line separates them, but not so far that GJK would end at once.
template <Scalar T>
Contact<T> distance_anew(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                         PairCache<T>* cache) {
  constexpr std::size_t long_way_round = 4096;  // vertices
  const Vec3<T> d = x_ab * b.center() - a.center();
  if (a.vertex_count() > long_way_round || b.vertex_count() > long_way_round ||
      norm_squared(d) <= square(a.inscribed_radius() + b.inscribed_radius()))
    return distance_with_features(a, b, x_ab, options, cache);
  const Feature on_a{FeatureKind::vertex, a.support_index(d, no_neighbour)};
  const Feature on_b{FeatureKind::vertex, b.support_index(-transposed_times(x_ab.rotation, d), no_neighbour)};
  const T separation = dot(d, x_ab * b.vertex(on_b.index) - a.vertex(on_a.index));
  if (!(separation > T(0)) || separation > options.max_distance * norm(d))
    return distance_with_features(a, b, x_ab, options, cache);
  return walked_distance(on_a, on_b, a, b, x_ab, options, cache);
}

/// Hulls, with or without remembered features.
template <Scalar T>
Contact<T> polyhedron_distance(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                               PairCache<T>* cache) {
  const bool known = cache && cache->feature_a.kind != FeatureKind::curved;
  if (known) return distance_from_features(a, b, x_ab, options, *cache);
  if (!small_hulls::is_small(a) || !small_hulls::is_small(b)) return distance_anew(a, b, x_ab, options, cache);
  if (const auto* wide = wide_kernels<T>()) return wide->small_hulls(a, b, x_ab, options, cache);
  return small_distance_anew(a, b, x_ab, options, cache);
}

/// Boxes by the general code: few pairs come here.
template <Scalar T>
[[gnu::noinline, gnu::cold]] Contact<T> box_distance_by_gjk(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                                            const Options<T>& options, PairCache<T>* cache) {
  return distance_with_features(Shape<T>(a), Shape<T>(b), x_ab, options, cache);
}

/// Boxes: the remembered features if they are still the closest; otherwise testing all features is faster than a walk.
template <Scalar T>
[[gnu::noinline]] Contact<T> box_distance_anew(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                               const Options<T>& options, PairCache<T>* cache) {
  Contact<T> c = box_distance(a, b, x_ab, options, [&] { return box_distance_by_gjk(a, b, x_ab, options, cache); });
  if (cache) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}
template <Scalar T>
Contact<T> polyhedron_distance(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                               PairCache<T>* cache) {
  const auto anew = [&] { return box_distance_anew(a, b, x_ab, options, cache); };
  const bool known = cache && cache->feature_a.kind != FeatureKind::curved;
  return known ? still_closest(a, b, x_ab, options, *cache, anew) : anew();
}

/// The box inside a round box, or a box itself; empty for other shapes.
template <Scalar T> std::optional<Box<T>> core_box(const Shape<T>& s) {
  if (const auto* round = s.template get_if<RoundBox<T>>()) return Box<T>{round->half};
  if (const auto* box = s.template get_if<Box<T>>()) return *box;
  return std::nullopt;
}

/// Round boxes whose cores are apart use the distance of the cores. Others use the general code.
template <Scalar T>
[[gnu::noinline]] Contact<T> round_box_distance(const Shape<T>& a, const Box<T>& core_a, const Shape<T>& b,
                                                const Box<T>& core_b, const Pose<T>& x_ab, const Options<T>& options,
                                                PairCache<T>* cache) {
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(a, b, x_ab);
  const Options<T> of_cores{options.tolerance, options.max_distance + pair.radius(), options.max_iterations};
  const Contact<T> core = polyhedron_distance(core_a, core_b, x_ab, of_cores, cache);
  if (core.status != Status::separated && core.status != Status::beyond_max)
    return by_support::distance(a, b, x_ab, options, cache);
  const T widened = MinkowskiPair<Box<T>, Box<T>, T>(core_a, core_b, x_ab).rounding();  // finish() widens again
  Contact<T> c = finish(pair, core.status, core.distance, core.lower + widened, core.upper - widened, core.normal,
                        core.point_a, core.point_b, core.iterations, options);
  c.support_calls = core.support_calls;
  if (!(c.distance > T(0))) {
    c.distance = T(0);
    c.point_a = c.point_b = gjk::common_point(pair, core.distance, core.point_a, core.point_b);
    return c;
  }
  c.feature_a = pair.radius_a() > T(0) ? rounded_feature(core.feature_a) : core.feature_a;
  c.feature_b = pair.radius_b() > T(0) ? rounded_feature(core.feature_b) : core.feature_b;
  return c;
}

}  // namespace tactus::narrow
