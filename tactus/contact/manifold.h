// SPDX-License-Identifier: MIT
#pragma once
/// The contact manifold of a known contact: the points where the two features farthest along its normal overlap.
///
/// 1. Each shape names its face, edge or vertex within an angle of sine `feature_sine` of the normal (Faceted); for a
///    custom shape that cannot, perturbed sampling finds the feature.
/// 2. Both are projected along the normal as flat regions with a height (manifold/silhouette.h), and the regions are
///    intersected (manifold/clip.h). A and B are treated alike: there is no reference face that could alternate.
/// 3. Every corner of the overlap is a contact point: midway between the two surfaces above and below it, with their
///    distance along the normal and an id that says which corner or side of which feature made it.
/// If the overlap is one point, the contact's own point is used.
///
/// Accuracy: polygons to `snap` of the smaller feature (corners nearer than that are merged, which keeps ids stable);
/// round faces by their exact crossings and 12 points of the rim fixed in the body, so that the polygon misses at most
/// 3.5 % of a radius between two of them. docs/algorithms/manifold.md derives it.
///
/// The default query, which finds contact and manifold in one pass, is settle() (pair/settle.h).
#include <tactus/contact/manifold/reduce.h>
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>
#include <tactus/math/export.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// All points within max_distance of each other along the normal, for a contact of this pair at this pose that any
/// method found; all in A's frame.
template <Scalar T>
TACTUS_API Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                                        const Contact<T>& contact, std::type_identity_t<T> max_distance = T(0));

/// The same, in place.
template <Scalar T>
TACTUS_API void make_manifold(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                              const Contact<T>& contact, std::type_identity_t<T> max_distance);

}  // namespace tactus
