// SPDX-License-Identifier: MIT
#pragma once
/// Penetration depth by two passes of Minkowski portal refinement.  [Olvång 2010, §2.4.1]
///
/// First pass: the portal goes from the centroids' difference through the origin to the surface; its normal n there is
/// the estimate of the contact normal. Second pass: a portal around the ray from the origin along n goes to the surface;
/// the point of it nearest the origin is the answer.
///
/// Known errors, kept on purpose:
/// - n is the normal where the ray through the centres leaves the surface, not where the surface is nearest. In deep
///   overlaps of long shapes and at corners another face may be nearer, and the method does not notice. (mpr::contact
///   repeats the second pass until it gains nothing, and keeps bounds.)
/// - Line 3 of Algorithm 8 does not normalize the portal's normal. The gap between the portal and its support plane is
///   therefore measured in units of twice the portal's area: small and slender portals stop early.
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

/// Moves the portal outward until it is eps from its support plane, or until the new point is a corner of the portal
/// "within a numerical tolerance" (§4.1.2). `unit` normalizes the normal, which the thesis does not.
template <class Pair, class T> mpr::Walk<T> advanced(const Pair& whole, mpr::Walk<T> walk, T eps, bool unit) {
  for (int k = 0; k < very_high_cap && !walk.at_surface; ++k) {
    const Vec3<T> a = walk.portal.corner(0).w;
    Vec3<T> n = cross(walk.portal.corner(2).w - a, walk.portal.corner(1).w - a);
    if (unit) n = unit_or_zero(n);
    const MinkowskiVertex<T> p = whole.support(n);
    walk.at_surface = !(dot(p.w - a, n) > eps);
    for (int i = 0; i < 3; ++i) walk.at_surface |= norm(p.w - walk.portal.corner(i).w) <= eps;
    if (!walk.at_surface) walk.portal.split(p, n);
  }
  return walk;
}

template <class Pair, class T = decltype(std::declval<Pair>().size())>
Answer<T> mpr_depth(const Pair& whole, std::type_identity_t<T> eps, bool unit = false) {
  const Options<T> options{.max_iterations = very_high_cap};
  auto first = mpr::walk_to_origin(whole, true, options, static_cast<const PairCache<T>*>(nullptr));
  if (first.finding == mpr::Finding::miss) return {Ending::miss, {}};
  if (first.finding != mpr::Finding::hit) return {};
  first = advanced(whole, first, eps, unit);
  const Vec3<T> n = first.portal.normal();
  if (!first.at_surface || n == Vec3<T>{}) return {};
  const MinkowskiVertex<T> origin{};
  auto second = mpr::phase_two(whole, mpr::phase_one(whole, origin, n, false), options);
  if (second.finding != mpr::Finding::open) return {};
  second = advanced(whole, second, eps, unit);
  if (!second.at_surface) return {};
  return {Ending::hit, -second.portal.foot().w};
}

}  // namespace tactus::lab::published
