// SPDX-License-Identifier: MIT
#pragma once
/// How the queries of default.h choose for two Shapes. Each .cpp beside compiles these for its scalars: float and
/// double are separate files, so that two cores share the longest compilations; the study scalars are a third file.
#include <tactus/narrow/default.h>
#include <tactus/narrow/default/box_contact.h>
#include <tactus/narrow/default/closed_forms.h>
#include <tactus/narrow/default/polyhedra.h>
#include <tactus/narrow/default/short_cuts.h>
#include <tactus/narrow/default/wide.h>
#include <tactus/narrow/sat.h>

namespace tactus::narrow {

namespace {

/// Hulls by exact axes. A gap is measured by remembered features, which a walk brings up to date. GJK is used only if
/// these say that the hulls touch (to rounding).
template <Scalar T>
Contact<T> hull_contact(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                        PairCache<T>* cache, sat::Points points) {
  if constexpr (short_cuts<T>) {
    if (const auto* wide = wide_kernels<T>()) return wide->hulls(a, b, x_ab, options, cache, points);
    const auto by_features = [&](const auto& pair, const auto& axis, T separation, const auto&, auto*) {
      Contact<T> c = polyhedron_distance(a, b, x_ab, options, cache);
      if (c.touching() || c.status == Status::stalled) return sat::GapByGjk{}(pair, axis, separation, options, cache);
      name_features(c, a, b, x_ab);
      return c;
    };
    return sat::contact(a, b, x_ab, options, cache, by_features, points);
  } else {
    return sat::contact(a, b, x_ab, options, cache);
  }
}

/// Calls f(a, b) with the concrete shapes for the pairs that have their own code path, and with Shapes for all others.
template <Scalar T, class F> auto with_hot_pairs(const Shape<T>& a, const Shape<T>& b, F&& f) {
  if (a.kind() == ShapeKind::box && b.kind() == ShapeKind::box)
    return f(*a.template get_if<Box<T>>(), *b.template get_if<Box<T>>());
  if constexpr (std::floating_point<T>) {  // it would not help the counting scalar
    if (a.kind() == ShapeKind::hull && b.kind() == ShapeKind::hull)
      return f(*a.template get_if<Hull<T>>(), *b.template get_if<Hull<T>>());
  }
  return f(a, b);
}

// ---- pairs without a closed form, in A's frame ----------------------------------------------------------------------

template <Scalar T>
Contact<T> iterated_distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                             PairCache<T>* cache) {
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(a, b, x_ab);
  if (balls::outer_beyond(pair, options)) return balls::far_apart(pair, options);
  if constexpr (short_cuts<T>) {
    if (a.kind() == ShapeKind::round_box || b.kind() == ShapeKind::round_box) {
      const auto core_a = core_box(a), core_b = core_box(b);
      if (core_a && core_b) return round_box_distance(a, *core_a, b, *core_b, x_ab, options, cache);
    }
  }
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (short_cuts<T> && !std::same_as<decltype(s), const Shape<T>&>) {
      return polyhedron_distance(s, t, x_ab, options, cache);
    } else {
      return by_support::distance(s, t, x_ab, options, cache);
    }
  });
}

/// Within rounding of touching, `distance` at its highest precision decides.
template <Scalar T>
[[gnu::noinline, gnu::cold]] bool touch_by_distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                                                    const Options<T>& options, PairCache<T>* cache) {
  return iterated_distance(a, b, x_ab, sharpest(options), cache).touching();
}

template <Scalar T>
bool iterated_intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                         PairCache<T>* cache) {
  const auto settle = [&] { return touch_by_distance(a, b, x_ab, options, cache); };
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Box<T>&>) {
      const T inner = s.inscribed_radius() + t.inscribed_radius() * (T(1) - balls::stretch<T>);
      const T outer = a.bounding_radius() + b.bounding_radius() * (T(1) + balls::stretch<T>);
      const T apart = norm_squared(x_ab.translation);
      if (apart <= square(inner)) return true;
      const T rounding = rounding_of(a.origin_radius() + b.origin_radius() + norm(x_ab.translation));
      if (apart > square(outer + rounding)) return false;
      const T separation = narrow::box_axis(s, t, x_ab, rounding).separation;
      return abs(separation) <= rounding ? settle() : separation < T(0);
    } else {
      const MinkowskiPair<std::remove_cvref_t<decltype(s)>, std::remove_cvref_t<decltype(t)>, T> pair(s, t, x_ab);
      return by_support::pair_intersects(pair, options, cache, settle);
    }
  });
}

template <Scalar T>
Contact<T> iterated_contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                            PairCache<T>* cache) {
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(a, b, x_ab);
  if (balls::outer_beyond(pair, options)) return balls::far_apart(pair, options);
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Box<T>&>) {
      if (!MinkowskiPair<Box<T>, Box<T>, T>(s, t, x_ab).finite()) return invalid_contact<T>();
      return box_contact(s, t, x_ab, narrow::box_axis(s, t, x_ab, options.max_distance), options, cache);
    } else if constexpr (std::same_as<decltype(s), const Hull<T>&>) {
      return hull_contact(s, t, x_ab, options, cache, sat::Points::exact);
    } else {
      return sat::accepts(s, t) ? sat::contact(s, t, x_ab, options, cache)
                                : by_support::contact(s, t, x_ab, options, cache);
    }
  });
}

/// For poses whose rotations have drifted, or that are not rigid motions.
template <auto query, Scalar T>
[[gnu::noinline, gnu::cold]] Contact<T> by_nearest_rotations(const Shape<T>& a, const Pose<T>& pose_a,
                                                             const Shape<T>& b, const Pose<T>& pose_b,
                                                             const Options<T>& options, PairCache<T>* cache) {
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T rotation_error) {
    Contact<T> c = query(a, b, relative(at_a, at_b), options, cache);
    move_to_world(c, at_a, at_b, b.origin_radius(), rotation_error);
    return c;
  });
}
template <auto query, Scalar T>
[[gnu::always_inline]] inline Contact<T> iterated_in_world(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                                           const Pose<T>& pose_b, const Options<T>& options,
                                                           PairCache<T>* cache, T faults) {
  Contact<T> c = query(a, b, relative(pose_a, pose_b), options, cache);
  move_to_world(c, pose_a, pose_b, b.origin_radius(), rotation_error(faults));
  return c;
}
/// A separate function: gcc would copy the answer of iterated_in_world if this function returned another answer too.
template <auto query, Scalar T>
[[gnu::noinline]] Contact<T> checked_and_iterated(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                                  const Pose<T>& pose_b, const Options<T>& options,
                                                  PairCache<T>* cache) {
  const T faults = pose_faults(pose_a, pose_b);
  if (!(faults <= rounding_faults<T>)) return by_nearest_rotations<query>(a, pose_a, b, pose_b, options, cache);
  return iterated_in_world<query>(a, pose_a, b, pose_b, options, cache, faults);
}

template <Scalar T> inline constexpr Pose<T> at_origin{};

}  // namespace

template <Scalar T>
bool intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return meet_in_closed_form(form, a, at_origin<T>, b, x_ab, options);
  return iterated_intersects(a, b, x_ab, options, cache);
}
template <Scalar T>
bool intersects(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return meet_in_closed_form(form, a, pose_a, b, pose_b, options);
  return iterated_intersects(a, b, relative(pose_a, pose_b), options, cache);
}

template <Scalar T>
Contact<T> distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                    std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return quickly_in_closed_form<Report::gap, Poses::checked>(form, a, at_origin<T>, b, x_ab, options);
  return iterated_distance(a, b, x_ab, options, cache);
}
template <Scalar T>
Contact<T> distance(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                    const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return quickly_in_closed_form<Report::gap, Poses::unchecked>(form, a, pose_a, b, pose_b, options);
  return checked_and_iterated<iterated_distance<T>>(a, pose_a, b, pose_b, options, cache);
}

template <Scalar T>
Contact<T> contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                   std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return quickly_in_closed_form<Report::signed_distance, Poses::checked>(form, a, at_origin<T>, b, x_ab, options);
  return iterated_contact(a, b, x_ab, options, cache);
}
template <Scalar T>
Contact<T> contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                   const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return quickly_in_closed_form<Report::signed_distance, Poses::unchecked>(form, a, pose_a, b, pose_b, options);
  return checked_and_iterated<iterated_contact<T>>(a, pose_a, b, pose_b, options, cache);
}

template <Scalar T>
Contact<T> contact_but_for_points(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                                  std::type_identity_t<PairCache<T>>* cache) {
  return hull_contact(a, b, x_ab, options, cache, sat::Points::some);
}

/// The definitions above, compiled for one scalar. Inside namespace tactus::narrow.
#define TACTUS_DEFAULT_QUERIES(T)                                                                                   \
  template bool intersects(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);     \
  template Contact<T> distance(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*); \
  template Contact<T> contact(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);  \
  template bool intersects(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&,     \
                           PairCache<T>*);                                                                          \
  template Contact<T> distance(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, \
                               PairCache<T>*);                                                                      \
  template Contact<T> contact(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&,  \
                              PairCache<T>*);                                                                       \
  template closed_form::BoxAxis<T> box_axis(const Box<T>&, const Box<T>&, const Pose<T>&, T);                       \
  template Contact<T> box_contact(const Box<T>&, const Box<T>&, const Pose<T>&, const closed_form::BoxAxis<T>&,     \
                                  const Options<T>&, PairCache<T>*);                                                \
  template Contact<T> contact_but_for_points(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&,     \
                                             PairCache<T>*);

}  // namespace tactus::narrow
