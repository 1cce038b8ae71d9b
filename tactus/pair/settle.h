// SPDX-License-Identifier: MIT
#pragma once
/// One pass per pair: its contact and, on request, its contact points, using the pair's cache.
///
/// manifold() of query.h and the world call this. A contact alone is narrow::contact, with the same cache. The choice
/// of algorithm is that of narrow/default.h; contact/manifold.h describes the manifold.
#include <tactus/contact/manifold.h>
#include <tactus/core/options.h>
#include <tactus/core/pair_cache.h>
#include <tactus/math/export.h>

namespace tactus {

/// Touching shapes only. With a positive max_distance, shapes that are nearer than that also get speculative points.
template <Scalar T> inline constexpr Options<T> manifold_options = {.max_distance = T(0)};

/// The contact of two shapes and, in `manifold` unless it is null, all contact points within options.max_distance of
/// each other; everything in A's frame, and both with the same normal. For two overlapping boxes or hulls, the points
/// of the contact are then those of the deepest contact point.
template <Scalar T>
TACTUS_API Contact<T> settle(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                             std::type_identity_t<PairCache<T>>* cache, std::type_identity_t<Manifold<T>>* manifold);

/// The manifold alone.
template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                             const Options<T>& options = manifold_options<T>,
                             std::type_identity_t<PairCache<T>>* cache = nullptr) {
  Manifold<T> m;
  settle(a, b, x_ab, options, cache, &m);
  return m;
}

}  // namespace tactus
