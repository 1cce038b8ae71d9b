// SPDX-License-Identifier: MIT
#pragma once
/// The centre of pressure (soft_center.h) with short cuts: if one vertex touches, it is that vertex; if two level faces
/// have no other level part beside them, it comes from the overlap of their silhouettes.
#include <tactus/contact/center/least_gap.h>
#include <tactus/contact/center/soft_center.h>

namespace tactus {

namespace detail {

/// The pressure over the part of an overlap where the gap is below a limit; gaps[i] is the gap at corner i.
template <Scalar T>
[[gnu::noinline]] Pressure<Vec2<T>> pressure_below(const Overlap<T>& overlap, const T* gaps, T limit) {
  PressedRegion<Vec2<T>, Overlap<T>::capacity + 2> region(false);
  for (int i = 0; i < overlap.count; ++i) region.add(overlap.points[i].at, limit - gaps[i]);
  region.cut_unpressed();
  return region.pressure();
}

}  // namespace detail

/// The centre of pressure of two faces without other level parts beside them. False if other parts contribute, or if
/// the overlap is so thin that its snapped corners would move the centre. size: of the smaller body.
template <Scalar T>
bool find_center_of_lone_faces(Vec2<T>& center, const Corners<T>& corners, const Sight<T>& sight, T size) {
  const Overlap<T>& overlap = corners.overlap;
  const T share = level_share(sight.on_a.tilt) * level_share(sight.on_b.tilt);
  const T band = pressure_band<T> * size * share;
  if (!(share >= full_share<T>) || overlap.count < 3) return false;
  const T limit = corners.least + band;
  const auto pressed = [&](int i) { return Pressed<Vec2<T>>{overlap.points[i].at, limit - corners.gaps[i]}; };
  const Pressure<Vec2<T>> pressure = corners.largest <= limit  // the whole overlap, as for faces at rest
                                         ? pressure_of_polygon<Vec2<T>>(overlap.count, pressed)
                                         : detail::pressure_below(overlap, corners.gaps, limit);
  center = pressure.center();
  // Corners are off by up to 2·snap_share of the extent, so the mass by 2⁻¹³·band·extent² (four sides). If it is 2⁻⁵ or
  // more, the center is off by no more than 2⁻⁸ of the overlap's extent.
  return pressure.mass >= T(0x1p-5L) * band * square(sight.extent());
}

/// The centre of pressure of the contact of two bodies, given their silhouettes.
template <Scalar T>
Vec3<T> center_of_pressure(const SoftBody<T>& a, const SoftBody<T>& b, const Sight<T>& sight,
                           const Contact<T>& contact) {
  const PointsOver<T> point_over(sight.frame, sight.on_a, sight.on_b);
  const Corners<T> corners(sight, point_over);
  const auto deepest = [&] { return point_of_least_gap(corners, sight, contact, point_over); };
  if (a.surely_pointlike() || b.surely_pointlike()) return deepest();
  SoftContact<T> soft(a, b, contact.distance);
  if (a.shows_face() && b.shows_face() &&
      level_share(sight.on_a.tilt) * level_share(sight.on_b.tilt) >= full_share<T>) {
    Vec2<T> middle;
    if (a.lone_face() && b.lone_face() && find_center_of_lone_faces(middle, corners, sight, min(a.size(), b.size()))) {
      const Four<T> at = point_over(middle - sight.on_a.base);
      return {at[0], at[1], at[2]};
    }
  } else if (a.shows_level_face() ? b.shows_edge() : a.shows_edge() && b.shows_level_face()) {
    const bool lone = a.shows_face() ? a.lone_face() && b.lone_edge() : a.lone_edge() && b.lone_face();
    if (Vec3<T> center; lone && soft.find_center_of_edge_on_face(center, sight.frame.seen(deepest())))
      return sight.frame.at(center);
  } else {
    const Vec2<T> e = a.lone_edge_along(contact.feature_a);
    const Vec2<T> f = e != Vec2<T>{} ? b.lone_edge_along(contact.feature_b) : Vec2<T>{};
    if (f != Vec2<T>{} && cross_each_other(e, f, soft_sine<T>)) return deepest();
  }
  soft.find_parts(soft_sine<T>);
  if (soft.pointlike()) return deepest();
  return sight.frame.at(soft.center(sight.frame.seen(deepest())));
}

}  // namespace tactus
