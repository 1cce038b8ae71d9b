#pragma once
/// The default contact manifold: where the two features most along the contact normal overlap, point by point.
///
/// 1. The contact (normal, depth) comes from narrow/default.h, or from the caller, who may have it already. Where parts
///    of a round shape may lie level it is worked out more sharply, within its resolution.
/// 2. Each shape names its face, edge or vertex within an angle of sine `feature_sine` of the normal (Faceted); a custom
///    shape that cannot is asked by perturbed sampling.
/// 3. Both are seen along the normal as flat regions with a height (silhouette.h), and the regions are intersected
///    (clip.h). A and B play the same part: there is no reference face to flicker.
/// 4. Every corner of the overlap is a contact point: midway between the two surfaces above and below it, with their
///    distance along the normal and an id that says which corner or side of which feature made it.
/// Where the overlap is one point, it is the contact's own.
///
/// Accuracy: polygons to `snap` of the smaller feature (nearer corners are one, which keeps ids still); round faces by
/// their exact crossings and 12 points of the rim fixed in the body, so that the polygon lacks at most 3.5 % of a
/// radius between two of them. docs/algorithms/manifold.md derives it.
#include <tactus/contact/reduce.h>
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>
#include <tactus/core/options.h>
#include <tactus/core/pair_cache.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// Touching shapes only. With a positive max_distance, shapes that are nearer than that have speculative points too.
template <Scalar T> inline constexpr Options<T> manifold_options = {.max_distance = T(0)};

/// All contact points within options.max_distance of each other along the normal, in A's frame.
template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                             const Options<T>& options = manifold_options<T>,
                             std::type_identity_t<PairCache<T>>* cache = nullptr);

/// The same for a contact of this pair at this pose that is already known (in A's frame). The cache of the query that
/// found it may be handed on: ids of bodies at rest are then as steady as with the other.
template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                             std::type_identity_t<T> max_distance = T(0),
                             std::type_identity_t<PairCache<T>>* cache = nullptr);

}  // namespace tactus
