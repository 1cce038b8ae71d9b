#pragma once
/// Two hulls that have hardly moved: are the features that were closest last time still the closest?
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny_cases.h>

namespace tactus {

/// Closest points of the two features, and the direction from A to B that would prove them closest.
template <Scalar T> struct FeatureGap {
  Vec3<T> p, q, normal;  // normal: of any length
};

/// Nothing for pairs of features that are not worth it: parallel ones, and faces that the other feature is not over.
template <Scalar T>
constexpr std::optional<FeatureGap<T>> gap_between(const lin_canny::Side<T>& x, Feature fx, const lin_canny::Side<T>& y,
                                                   Feature fy) {
  using enum FeatureKind;
  if (fx.kind > fy.kind) {
    const auto g = gap_between(y, fy, x, fx);
    return g ? std::optional(FeatureGap<T>{g->q, g->p, -g->normal}) : std::nullopt;
  }
  if (fx.kind == vertex) {
    const Vec3<T> p = x.vertex(fx.index);
    if (fy.kind == vertex) {
      const Vec3<T> q = y.vertex(fy.index);
      return FeatureGap<T>{p, q, q - p};
    }
    const Vec3<T> own = y.in(p);
    if (fy.kind == face) {
      if (lin_canny::beyond_face(y.hull, fy.index, own, T(0))) return {};
      const Vec3<T> n = y.turned_out(y.hull.plane(fy.index).normal);
      return FeatureGap<T>{p, p - lin_canny::height_over(y.hull.plane(fy.index), own) * n, -n};
    }
    const Vec3<T> a = y.hull.vertex(y.hull.edge(fy.index).a), u = y.hull.vertex(y.hull.edge(fy.index).b) - a;
    const Vec3<T> q = y.out(a + clamp(dot(own - a, u) / norm_squared(u), T(0), T(1)) * u);
    return FeatureGap<T>{p, q, q - p};
  }
  if (fx.kind != edge || fy.kind != edge) return {};
  const auto at = lin_canny::nearest_points(x, fx.index, y, fy.index);
  const HullEdge &e = x.hull.edge(fx.index), &f = y.hull.edge(fy.index);
  const Vec3<T> n = cross(x.turned_out(x.hull.vertex(e.b) - x.hull.vertex(e.a)),
                          y.turned_out(y.hull.vertex(f.b) - y.hull.vertex(f.a)));
  return FeatureGap<T>{at.p, at.q, dot(n, at.q - at.p) < T(0) ? -n : n};
}

/// The distance, if the remembered features are still the closest: nothing is searched for, only proved. The closest
/// points of the features bound the distance from above; the separation along the direction between them, by two climbs
/// that begin at the features, from below. If these bounds meet to rounding, no walk could have found better; if not, the
/// features have changed or overlap, and the caller's own algorithm goes on from them.
template <Scalar T>
constexpr std::optional<Contact<T>> still_closest(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab,
                                                  const Options<T>& options, const PairCache<T>& cache) {
  if (!lin_canny::exists(a, cache.feature_a) || !lin_canny::exists(b, cache.feature_b)) return {};
  const MinkowskiPair<Hull<T>, Hull<T>, T> pair(a, b, x_ab);
  if (!pair.finite()) return {};
  const auto gap =
      gap_between(lin_canny::Side<T>{a, nullptr}, cache.feature_a, lin_canny::Side<T>{b, &x_ab}, cache.feature_b);
  if (!gap) return {};
  const Vec3<T> n = unit_or_zero(gap->normal), n_b = -transposed_times(x_ab.rotation, n);
  const Vec3<T> on_a = a.vertex(enhanced_gjk::climb(a, n, lin_canny::some_vertex(a, cache.feature_a)));
  const Vec3<T> on_b = b.vertex(enhanced_gjk::climb(b, n_b, lin_canny::some_vertex(b, cache.feature_b)));
  const T lower = dot(n, x_ab.translation) - dot(n_b, on_b) - dot(n, on_a), upper = norm(gap->q - gap->p);
  if (!(lower > T(0)) || !(upper - lower <= pair.rounding())) return {};
  const Status status = lower > options.max_distance ? Status::beyond_max : Status::separated;
  Contact<T> c = finish(pair, status, upper, lower, upper, n, gap->p, gap->q, 0, options);
  c.feature_a = cache.feature_a, c.feature_b = cache.feature_b;
  c.support_calls = 1;
  return c;
}

}  // namespace tactus
