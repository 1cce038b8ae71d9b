// SPDX-License-Identifier: MIT
#pragma once
/// Penetration depth by two passes of Minkowski portal refinement.  [Olvång 2010, §2.4.1]
///
/// First pass: the portal goes from the centroids' difference through the origin to the surface; its normal n there is
/// the estimate of the contact normal. Second pass: a portal around the ray from the origin along n goes to the surface;
/// the point of it nearest the origin is the answer.
///
/// Known error: n is the normal where the ray through the centres leaves the surface, not where the surface is nearest.
/// In deep overlaps of long shapes and at corners another face may be nearer, and the method does not notice.
/// (mpr::contact repeats the second pass until it gains nothing, and keeps bounds.)
#include <lab/published/gjk.h>
#include <tactus/narrow/mpr.h>

namespace tactus::lab::published {

/// Algorithms 6 to 9, as implemented in mpr.h, with their errata fixed.
template <class Pair, class T> Ending mpr_intersects(const Pair& whole, const Options<T>& options) {
  const auto walk = mpr::walk_to_origin(whole, true, options, static_cast<const PairCache<T>*>(nullptr));
  return walk.finding == mpr::Finding::hit    ? Ending::hit
         : walk.finding == mpr::Finding::miss ? Ending::miss
                                              : Ending::none;
}

template <class Pair, class T> Answer<T> mpr_depth(const Pair& whole, const Options<T>& options) {
  auto first = mpr::walk_to_origin(whole, true, options, static_cast<const PairCache<T>*>(nullptr));
  if (first.finding == mpr::Finding::miss) return {Ending::miss, {}};
  if (first.finding != mpr::Finding::hit) return {};
  first = mpr::walk_to_surface(whole, first, options);
  const Vec3<T> n = first.portal.normal();
  if (!first.at_surface || n == Vec3<T>{}) return {};
  const MinkowskiVertex<T> origin{};
  auto second = mpr::phase_two(whole, mpr::phase_one(whole, origin, n, false), options);
  if (second.finding != mpr::Finding::open) return {};
  second = mpr::walk_to_surface(whole, second, options);
  if (!second.at_surface) return {};
  return {Ending::hit, -second.portal.foot().w};
}

}  // namespace tactus::lab::published
