#pragma once
/// The contact of two boxes from the best of their 15 axes. [Gottschalk et al. 1996]
#include <tactus/narrow/box_distance.h>
#include <tactus/narrow/default.h>

namespace tactus::narrow {

/// Boxes that overlap, or are apart by more than the query cares for, by their axis; the others by their closest
/// features, and where those are not proved by GJK, which starts along the axis if the caller has no better start.
template <Scalar T>
Contact<T> box_contact(const MinkowskiPair<Box<T>, Box<T>, T>& pair, const closed_form::BoxAxis<T>& axis,
                       const Options<T>& options, PairCache<T>* cache) {
  const bool far = axis.separation > options.max_distance && pair.separation(axis.normal) > options.max_distance;
  if (!(axis.separation > T(0)) || far) return closed_form::box_contact(pair, axis, options);
  const Box<T>&a = pair.shape_a(), &b = pair.shape_b();
  const auto by_gjk = [&] {
    PairCache<T> own;
    PairCache<T>& start = cache ? *cache : own;
    if (start.count == 0) start.directions[0] = axis.normal, start.count = 1;
    return by_support::contact(a, b, pair.x_ab(), options, &start);
  };
  if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
    Contact<T> c = box_distance(a, b, pair.x_ab(), options, by_gjk);
    if (c.status == Status::overlapping && c.distance == T(0)) return by_gjk();  // a touch, to rounding
    name_features(c, a, b, pair.x_ab());
    return c;
  } else {
    return by_gjk();
  }
}

}  // namespace tactus::narrow
