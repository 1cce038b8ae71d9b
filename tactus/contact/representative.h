#pragma once
/// The representative point of a manifold (soft_center.h), by the shortest way: where one vertex touches it is that, and
/// where a pair of level faces has no other level part beside it the manifold's own overlap tells.
#include <tactus/contact/overlap_points.h>
#include <tactus/contact/soft_center.h>
#include <tactus/core/contact.h>
#include <tactus/core/pair_cache.h>

namespace tactus {

namespace detail {

/// Of the part of an overlap where the gap is less than a limit; gaps[i] is that at corner i.
template <Scalar T>
[[gnu::noinline]] Pressure<Vec2<T>> pressure_below(const Overlap<T>& overlap, const T* gaps, T limit) {
  PressedRegion<Vec2<T>, Overlap<T>::capacity + 2> region(false);
  for (int i = 0; i < overlap.count; ++i) region.add(overlap.points[i].at, limit - gaps[i]);
  region.cut_unpressed();
  return region.pressure();
}

}  // namespace detail

/// The centre of pressure of two faces without other level parts beside them, tilted so much; false where it is not
/// theirs alone, or where the overlap is so thin that its snapped corners would move it. gaps[i]: at corner i; largest:
/// of these; size: of the smaller body; extent: of the smaller face.
template <Scalar T>
bool center_of_lone_faces(Vec2<T>& center, const Overlap<T>& overlap, const T* gaps, int deepest, T largest, T size,
                          T extent, T tilt_a, T tilt_b) {
  const T share = level_share(tilt_a) * level_share(tilt_b), band = pressure_band<T> * size * share;
  if (!(share >= full_share<T>) || overlap.count < 3) return false;
  const T limit = gaps[deepest] + band;
  const auto pressed = [&](int i) { return Pressed<Vec2<T>>{overlap.points[i].at, limit - gaps[i]}; };
  const Pressure<Vec2<T>> pressure = largest <= limit  // all over, as faces at rest are
                                         ? pressure_of_polygon<Vec2<T>>(overlap.count, pressed)
                                         : detail::pressure_below(overlap, gaps, limit);
  center = pressure.center();
  return pressure.mass >= T(0x1p-5L) * band * square(extent);
}

/// The long way.
template <Scalar T>
Vec3<T> center_of_all_parts(SoftContact<T>& soft, const ContactFrame<T>& frame, const Vec3<T>& deepest) {
  soft.find_parts(soft_sine<T>);
  if (soft.pointlike()) return deepest;
  return frame.at(soft.center(frame.seen(deepest)));
}

/// corners, point_over: of the overlap of what is seen of both; deepest(): where the gap is least, half-way across it;
/// known: what is remembered of it.
template <Scalar T, class Deepest>
Vec3<T> representative_point(const SoftBody<T>& a, const SoftBody<T>& b, const ContactFrame<T>& frame,
                             const Contact<T>& contact, const detail::Corners<T>& corners,
                             const PointsOver<T>& point_over, Deepest&& deepest,
                             ManifoldMemory::Center known = ManifoldMemory::Center::unknown) {
  using Center = ManifoldMemory::Center;
  if (known == Center::deepest || a.surely_pointlike() || b.surely_pointlike()) return deepest();
  const Silhouette<T>&on_a = a.seen(), &on_b = b.seen();
  SoftContact<T> soft(a, b, contact.distance);
  const auto settled_by = [&](Center kind, auto&& lone) {
    return known == kind || (known == Center::unknown && lone());
  };
  if (a.shows_face() && b.shows_face() && level_share(on_a.tilt) * level_share(on_b.tilt) >= full_share<T>) {
    Vec2<T> middle;
    if (settled_by(Center::faces, [&] { return a.lone_face() && b.lone_face(); }) &&
        center_of_lone_faces(middle, corners.overlap, corners.gaps, corners.deepest, corners.largest,
                             min(a.size(), b.size()), min(on_a.extent, on_b.extent), on_a.tilt, on_b.tilt)) {
      const Four<T> at = point_over(middle - on_a.base);
      return {at[0], at[1], at[2]};
    }
  } else if (a.shows_level_face() ? b.shows_edge() : a.shows_edge() && b.shows_level_face()) {
    const auto lone = [&] { return a.shows_face() ? a.lone_face() && b.lone_edge() : a.lone_edge() && b.lone_face(); };
    if (Vec3<T> center;
        settled_by(Center::edge_on_face, lone) && soft.find_center_of_edge_on_face(center, frame.seen(deepest())))
      return frame.at(center);
  } else if (known == Center::unknown) {
    const Vec2<T> e = a.lone_edge_along(contact.feature_a);
    const Vec2<T> f = e != Vec2<T>{} ? b.lone_edge_along(contact.feature_b) : Vec2<T>{};
    if (f != Vec2<T>{} && cross_each_other(e, f, soft_sine<T>)) return deepest();
  }
  return center_of_all_parts(soft, frame, deepest());
}

}  // namespace tactus
