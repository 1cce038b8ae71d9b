// SPDX-License-Identifier: MIT
#pragma once
/// The contact of two boxes from the best of their 15 axes. [Gottschalk et al. 1996] A part of default/shapes.h.
#include <tactus/narrow/default.h>
#include <tactus/narrow/default/short_cuts.h>
#include <tactus/narrow/default/wide.h>
#include <tactus/narrow/fast/box_distance.h>

namespace tactus::narrow {

/// Like any two shapes, GJK first; it starts along the axis if the caller has no better start. Few pairs come here, so
/// they share the code of all other shapes.
template <Scalar T>
[[gnu::noinline, gnu::cold]] Contact<T> box_contact_by_support(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                                               const Vec3<T>& axis, const Options<T>& options,
                                                               PairCache<T>* cache) {
  PairCache<T> own;
  PairCache<T>& start = cache ? *cache : own;
  if (start.count == 0) start.directions[0] = axis, start.count = 1;
  return by_support::contact(Shape<T>(a), Shape<T>(b), x_ab, options, &start);
}

template <Scalar T>
closed_form::BoxAxis<T> box_axis(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T stop_above) {
  if (const auto* wide = wide_kernels<T>(); wide && short_cuts<T>) return wide->box_axis(a, b, x_ab, stop_above);
  return closed_form::box_axis(a, b, x_ab, stop_above);
}

/// Boxes that overlap, or are farther apart than max_distance, use their axis. The others use their closest features;
/// if those are not proved, the general code for any shapes.
template <Scalar T>
Contact<T> box_contact(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const closed_form::BoxAxis<T>& axis,
                       const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
  const bool far = axis.separation > options.max_distance && pair.separation(axis.normal) > options.max_distance;
  if (!(axis.separation > T(0)) || far) return closed_form::box_contact(pair, axis, options);
  const auto by_gjk = [&] { return box_contact_by_support(a, b, x_ab, axis.normal, options, cache); };
  if constexpr (short_cuts<T>) {
    Contact<T> c = box_distance(a, b, x_ab, options, by_gjk);
    if (c.status == Status::overlapping && c.distance == T(0)) return by_gjk();  // touching, up to rounding
    name_features(c, a, b, x_ab);
    return c;
  } else {
    return by_gjk();
  }
}

}  // namespace tactus::narrow
