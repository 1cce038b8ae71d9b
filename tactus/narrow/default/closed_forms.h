// SPDX-License-Identifier: MIT
#pragma once
/// Which pairs of Shapes have a closed form, and their answers in the world. A part of default/shapes.h.
#include <tactus/narrow/closed_form.h>
#include <tactus/narrow/closed_form/balls_and_segments.h>
#include <tactus/narrow/default/short_cuts.h>
#include <tactus/narrow/default/wide.h>
#include <tactus/narrow/fast/capsules.h>
#include <tactus/narrow/fast/sphere_box.h>
#include <tactus/narrow/in_world.h>
#include <tactus/shape/shape.h>

namespace tactus::narrow {

using closed_form::Report;

/// A point of both half-spaces, whose normals are not opposite. `excess`: how far the point of A's plane nearest to the
/// origin is above B's plane. The answer lies straight below that point if the normals are within 60 degrees, else on
/// A's plane.
template <Scalar T> Vec3<T> common_point(const HalfSpace<T>& a, const Vec3<T>& normal_b, T excess) {
  const Vec3<T> start = a.normal * a.offset;
  if (!(excess > T(0))) return start;
  const T cosine = dot(a.normal, normal_b);
  if (cosine > T(0.5)) return start - a.normal * (excess / cosine);
  const Vec3<T> along = normal_b - a.normal * cosine;
  return start - along * (excess / norm_squared(along));
}

/// Two half-spaces have an infinite overlap, unless their normals are opposite.
template <Scalar T> Contact<T> half_spaces(const HalfSpace<T>& a, const HalfSpace<T>& b, const Pose<T>& x_ab) {
  Contact<T> c;
  const HalfSpace<T> on_a = normalized(a), in_b = normalized(b);
  const Vec3<T> normal_b = x_ab.rotation * in_b.normal;
  const T offset_b = in_b.offset + dot(normal_b, x_ab.translation);
  const bool parallel = norm(cross(on_a.normal, normal_b)) <= T(8) * unit_roundoff<T>;
  c.normal = on_a.normal;
  if (!(parallel && dot(on_a.normal, normal_b) < T(0))) {
    c.distance = c.lower = c.upper = -infinity<T>, c.status = Status::overlapping;
    c.point_a = c.point_b = common_point(on_a, normal_b, on_a.offset * dot(on_a.normal, normal_b) - offset_b);
    return c;
  }
  c.distance = dot(c.normal, x_ab.translation) - in_b.offset - on_a.offset;
  c.status = c.distance > T(0) ? Status::separated : Status::overlapping;
  const T rounding = rounding_of(norm(x_ab.translation) + abs(on_a.offset) + abs(in_b.offset));
  c.lower = c.distance - rounding, c.upper = c.distance + rounding;
  c.point_a = c.normal * on_a.offset;
  c.point_b = c.point_a + c.distance * c.normal;
  return c;
}

/// The pairs of the table in default.h that need no iteration; the last three also have a short cut.
enum class ClosedForm : std::uint8_t {
  none,
  half_space,
  ball_first,
  ball_second,
  segments,
  sphere_box,
  box_sphere,
  capsules
};

constexpr unsigned kind_bit(ShapeKind kind) { return 1u << static_cast<unsigned>(kind); }

/// One bit for each kind of shape with a closed-form point distance.
template <Scalar T, std::size_t... I> constexpr unsigned kinds_with_point_distance(std::index_sequence<I...>) {
  return ((requires(const std::variant_alternative_t<I, typename Shape<T>::Value>& s) {
            closed_form::point_distance(s, Vec3<T>{});
          }
               ? 1u << I
               : 0u) |
          ...);
}

/// The closed form for each pair of kinds, as a table: one look-up in place of a chain of tests.
template <Scalar T>
inline constexpr auto closed_forms = [] {
  constexpr std::size_t kinds = std::variant_size_v<typename Shape<T>::Value>;
  constexpr unsigned sphere = kind_bit(ShapeKind::sphere), balls = sphere | kind_bit(ShapeKind::point);
  constexpr unsigned capsule = kind_bit(ShapeKind::capsule), segments = capsule | kind_bit(ShapeKind::segment);
  constexpr unsigned box = kind_bit(ShapeKind::box), half_space = kind_bit(ShapeKind::half_space);
  constexpr unsigned simple = kinds_with_point_distance<T>(std::make_index_sequence<kinds>());
  std::array<std::array<ClosedForm, kinds>, kinds> table{};
  for (std::size_t a = 0; a < kinds; ++a)
    for (std::size_t b = 0; b < kinds; ++b) {
      const unsigned kind_a = 1u << a, kind_b = 1u << b;
      const bool half_spaces = (kind_a | kind_b) & half_space, capsules = kind_a & kind_b & capsule;
      table[a][b] = half_spaces                                  ? ClosedForm::half_space
                    : (kind_a & sphere) && (kind_b & box)        ? ClosedForm::sphere_box
                    : (kind_a & box) && (kind_b & sphere)        ? ClosedForm::box_sphere
                    : (kind_a & balls) && (kind_b & simple)      ? ClosedForm::ball_first
                    : (kind_b & balls) && (kind_a & simple)      ? ClosedForm::ball_second
                    : capsules                                   ? ClosedForm::capsules
                    : (kind_a & segments) && (kind_b & segments) ? ClosedForm::segments
                                                                 : ClosedForm::none;
    }
  return table;
}();
template <Scalar T> ClosedForm closed_form_of(const Shape<T>& a, const Shape<T>& b) {
  return closed_forms<T>[static_cast<std::size_t>(a.kind())][static_cast<std::size_t>(b.kind())];
}

/// The shape must be a sphere or a point.
template <Scalar T> closed_form::Ball<T> ball_at(const Shape<T>& s, const Pose<T>& pose) {
  if (const auto* sphere = s.template get_if<Sphere<T>>()) return closed_form::placed(*sphere, pose);
  return closed_form::placed(*s.template get_if<Point<T>>(), pose);
}
/// The shape must be a capsule or a segment.
template <Scalar T> closed_form::RoundSegment<T> segment_at(const Shape<T>& s, const Pose<T>& pose) {
  if (const auto* capsule = s.template get_if<Capsule<T>>()) return closed_form::placed(*capsule, pose);
  return closed_form::placed(*s.template get_if<Segment<T>>(), pose);
}

/// The shape must have a point distance.
template <Scalar T>
Contact<T> ball_against(const closed_form::Ball<T>& ball, const Shape<T>& other, const Pose<T>& pose,
                        const Options<T>& options, Report report) {
  const closed_form::Extent<T> extent{other.bounding_radius(), other.origin_radius()};
  if (const auto* box = other.template get_if<Box<T>>())
    return closed_form::ball_contact(ball, *box, extent, pose, options, report);
  return other.visit([&](const auto& s) {
    if constexpr (requires { closed_form::point_distance(s, Vec3<T>{}); }) {
      return closed_form::ball_contact(ball, s, extent, pose, options, report);
    } else {
      return invalid_contact<T>();
    }
  });
}
template <Scalar T>
Contact<T> against_ball(const Shape<T>& other, const Pose<T>& pose, const closed_form::Ball<T>& ball,
                        const Options<T>& options, Report report) {
  Contact<T> c = ball_against(ball, other, pose, options, report);
  mirror(c);
  return c;
}
/// Is the distance that ball_against() finds 0 or less?
template <Scalar T> bool ball_meets(const closed_form::Ball<T>& ball, const Shape<T>& other, const Pose<T>& pose) {
  const Vec3<T> from_origin = ball.center - pose.translation;
  const Vec3<T> center = transposed_times(pose.rotation, from_origin);
  if (!is_finite(center)) return false;
  return other.visit([&](const auto& s) {
    if constexpr (requires { closed_form::point_distance(s, Vec3<T>{}); }) {
      return closed_form::is_within(s, center, ball.radius);
    } else {
      return false;
    }
  });
}

template <Scalar T>
Contact<T> half_space_contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options) {
  const auto *on_a = a.template get_if<HalfSpace<T>>(), *on_b = b.template get_if<HalfSpace<T>>();
  if (on_a && on_b) return half_spaces(*on_a, *on_b, x_ab);
  if (on_a) return with_features(closed_form::half_space_contact(*on_a, b, x_ab, options), a, b, x_ab);
  Contact<T> c = mirrored(closed_form::half_space_contact(*on_b, a, inverse(x_ab), options));
  c.normal = unit_or_up(x_ab.rotation * c.normal);
  c.point_a = x_ab * c.point_a, c.point_b = x_ab * c.point_b;
  return with_features(c, a, b, x_ab);
}

/// In the half-space's frame: only the other shape has to be rotated.
template <Scalar T>
Contact<T> half_space_contact_in_world(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                       const Pose<T>& pose_b, const Options<T>& options, T rotation_error) {
  if (a.bounded()) return mirrored(half_space_contact_in_world(b, pose_b, a, pose_a, options, rotation_error));
  Contact<T> c = half_space_contact(a, b, relative(pose_a, pose_b), options);
  if (c.distance == -infinity<T>) {  // two half-spaces; move_to_world would give infinite or NaN points
    c.normal = renormalized(pose_a.rotation * c.normal);
    c.point_a = c.point_b = pose_a * c.point_a;
    return c;
  }
  move_to_world(c, pose_a, pose_b, b.bounded() ? b.origin_radius() : T(0), rotation_error);
  return c;
}

template <Scalar T> [[gnu::always_inline]] inline void widen(Contact<T>& c, T by) { c.lower -= by, c.upper += by; }

/// The pair must have a closed form; the answer is in the world. `rotation_error`: the total error of both rotations
/// (math/rigid.h). A ball's own rotation does not matter, unless the ball is a point away from the origin.
template <Report report, Scalar T>
Contact<T> in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                          const Pose<T>& pose_b, const Options<T>& options, T rotation_error) {
  Contact<T> c;
  if (form == ClosedForm::ball_first || form == ClosedForm::sphere_box) {
    c = ball_against(ball_at(a, pose_a), b, pose_b, options, report);
    if (a.kind() == ShapeKind::point) widen(c, rotation_error * a.origin_radius());
  } else if (form == ClosedForm::ball_second || form == ClosedForm::box_sphere) {
    c = against_ball(a, pose_a, ball_at(b, pose_b), options, report);
    if (b.kind() == ShapeKind::point) widen(c, rotation_error * b.origin_radius());
  } else if (form == ClosedForm::segments || form == ClosedForm::capsules) {
    const auto on_a = segment_at(a, pose_a), on_b = segment_at(b, pose_b);
    c = closed_form::segment_contact(on_a, on_b, options, report);
    widen(c, rotation_error * (on_a.half_height + on_b.half_height));
  } else {
    c = half_space_contact_in_world(a, pose_a, b, pose_b, options, rotation_error);
    if (report == Report::gap) clamp_to_gap(c);
  }
  return c;
}

/// Has the caller already checked that the poses are rigid motions?
enum class Poses { checked, unchecked };

/// Not inlined, and writes into `c`: rarely used code must not slow down the common path.
template <Report report, Poses poses, Scalar T>
[[gnu::noinline]] void fill_in_closed_form(Contact<T>& c, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                           const Pose<T>& pose_b, const Options<T>& options) {
  const auto fill = [&](const Pose<T>& at_a, const Pose<T>& at_b, T rotation_error) {
    return in_closed_form<report>(closed_form_of(a, b), a, at_a, b, at_b, options, rotation_error);
  };
  c = poses == Poses::checked ? fill(pose_a, pose_b, T(0)) : rigidly(pose_a, pose_b, fill);
}

/// The shape as S; it must hold an S.
template <class S, Scalar T> const S& held(const Shape<T>& s) {
  const S* value = s.template get_if<S>();
  if (!value) __builtin_unreachable();
  return *value;
}

template <Report report, Poses poses, Scalar T>
[[gnu::always_inline]] inline Contact<T> sphere_box_contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                                            const Pose<T>& pose_b, const Options<T>& options) {
  const auto fill = [&](Contact<T>& c) { fill_in_closed_form<report, poses>(c, a, pose_a, b, pose_b, options); };
  if constexpr (short_cuts<T>) {
    const auto& ball = held<Sphere<T>>(a);
    return closed_form::quick_sphere_box<report>(ball, pose_a, held<Box<T>>(b), b.bounding_radius(),
                                                 min(ball.radius, b.inscribed_radius()), pose_b, options, fill);
  } else {
    Contact<T> c;
    fill(c);
    return c;
  }
}

template <Report report, Poses poses, Scalar T>
[[gnu::noinline]] Contact<T> box_sphere_contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                                const Pose<T>& pose_b, const Options<T>& options) {
  Contact<T> c = sphere_box_contact<report, poses>(b, pose_b, a, pose_a, options);
  mirror(c);
  return c;
}

template <Report report, Poses poses, Scalar T>
[[gnu::always_inline]] inline Contact<T> capsule_contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                                         const Pose<T>& pose_b, const Options<T>& options) {
  const auto fill = [&](Contact<T>& c) { fill_in_closed_form<report, poses>(c, a, pose_a, b, pose_b, options); };
  if constexpr (short_cuts<T>) {
    return closed_form::quick_capsules<report, poses == Poses::checked>(held<Capsule<T>>(a), pose_a,
                                                                        held<Capsule<T>>(b), pose_b, options, fill);
  } else {
    Contact<T> c;
    fill(c);
    return c;
  }
}

/// The forms that have a short cut.
template <Report report, Poses poses, Scalar T>
Contact<T> by_shorter_way(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                          const Pose<T>& pose_b, const Options<T>& options) {
  if (form == ClosedForm::sphere_box) return sphere_box_contact<report, poses>(a, pose_a, b, pose_b, options);
  if (form == ClosedForm::capsules) return capsule_contact<report, poses>(a, pose_a, b, pose_b, options);
  return box_sphere_contact<report, poses>(a, pose_a, b, pose_b, options);
}

/// Same as in_closed_form, by the short cut if there is one.
template <Report report, Poses poses, Scalar T>
[[gnu::always_inline]] inline Contact<T> quickly_in_closed_form(ClosedForm form, const Shape<T>& a,
                                                                const Pose<T>& pose_a, const Shape<T>& b,
                                                                const Pose<T>& pose_b, const Options<T>& options) {
  if (form >= ClosedForm::sphere_box) {
    if (const auto* wide = wide_kernels<T>(); wide && short_cuts<T>)
      return wide->closed_forms[static_cast<int>(report)][static_cast<int>(poses)](form, a, pose_a, b, pose_b, options);
    return by_shorter_way<report, poses>(form, a, pose_a, b, pose_b, options);
  }
  Contact<T> c;
  fill_in_closed_form<report, poses>(c, a, pose_a, b, pose_b, options);
  return c;
}

template <Scalar T>
bool meet_in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                         const Pose<T>& pose_b, const Options<T>& options) {
  if (form == ClosedForm::ball_first || form == ClosedForm::sphere_box)
    return ball_meets(ball_at(a, pose_a), b, pose_b);
  if (form == ClosedForm::ball_second || form == ClosedForm::box_sphere)
    return ball_meets(ball_at(b, pose_b), a, pose_a);
  if (form == ClosedForm::segments || form == ClosedForm::capsules)
    return closed_form::segments_meet(segment_at(a, pose_a), segment_at(b, pose_b));
  return half_space_contact(a, b, relative(pose_a, pose_b), options).touching();
}

}  // namespace tactus::narrow
