#pragma once
/// Which pairs of Shapes have a closed form, and their answers in the world. A part of default.cpp.
#include <tactus/narrow/balls_and_segments.h>
#include <tactus/narrow/closed_form.h>
#include <tactus/narrow/in_world.h>
#include <tactus/shape/shape.h>

namespace tactus::narrow {

using closed_form::Report;

/// Two half-spaces overlap without end, unless they look away from each other.
template <Scalar T> Contact<T> half_spaces(const HalfSpace<T>& a, const HalfSpace<T>& b, const Pose<T>& x_ab) {
  Contact<T> c;
  c.normal = unit_or_up(a.normal);
  const Vec3<T> normal_b = x_ab.rotation * unit_or_up(b.normal);
  const bool opposite = dot(c.normal, normal_b) < T(0) && norm(cross(c.normal, normal_b)) <= T(8) * unit_roundoff<T>;
  const T on_a = a.offset / norm(a.normal), on_b = b.offset / norm(b.normal);
  c.distance = opposite ? dot(c.normal, x_ab.translation) - on_b - on_a : -infinity<T>;
  c.status = c.distance > T(0) ? Status::separated : Status::overlapping;
  const T rounding = T(8) * unit_roundoff<T> * (norm(x_ab.translation) + abs(on_a) + abs(on_b));
  c.lower = c.distance - rounding, c.upper = c.distance + rounding;
  c.point_a = c.normal * on_a;
  c.point_b = opposite ? c.point_a + c.distance * c.normal : c.point_a;
  return c;
}

/// The pairs of the table in default.h that need no iteration.
enum class ClosedForm { none, half_space, ball_first, ball_second, segments };

constexpr unsigned kind_bit(ShapeKind kind) { return 1u << static_cast<unsigned>(kind); }

/// A bit for each kind of shape that the distance of a point from has a closed form.
template <Scalar T, std::size_t... I> constexpr unsigned kinds_with_point_distance(std::index_sequence<I...>) {
  return ((requires(const std::variant_alternative_t<I, typename Shape<T>::Value>& s) {
            closed_form::point_distance(s, Vec3<T>{});
          }
               ? 1u << I
               : 0u) |
          ...);
}

template <Scalar T> ClosedForm closed_form_of(const Shape<T>& a, const Shape<T>& b) {
  constexpr unsigned balls = kind_bit(ShapeKind::sphere) | kind_bit(ShapeKind::point);
  constexpr unsigned segments = kind_bit(ShapeKind::capsule) | kind_bit(ShapeKind::segment);
  constexpr unsigned half_spaces = kind_bit(ShapeKind::half_space);
  constexpr unsigned simple =
      kinds_with_point_distance<T>(std::make_index_sequence<std::variant_size_v<typename Shape<T>::Value>>());
  const unsigned kind_a = kind_bit(a.kind()), kind_b = kind_bit(b.kind());
  if (((kind_a | kind_b) & (balls | segments | half_spaces)) == 0) return ClosedForm::none;  // most pairs
  if ((kind_a | kind_b) & half_spaces) return ClosedForm::half_space;
  if ((kind_a & balls) && (kind_b & simple)) return ClosedForm::ball_first;
  if ((kind_b & balls) && (kind_a & simple)) return ClosedForm::ball_second;
  return (kind_a & segments) && (kind_b & segments) ? ClosedForm::segments : ClosedForm::none;
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
template <Scalar T> bool ball_meets(const closed_form::Ball<T>& ball, const Shape<T>& other, const Pose<T>& pose) {
  const Vec3<T> from_origin = ball.center - pose.translation;
  const T reach = ball.radius + ball.reach + other.origin_radius() + norm(from_origin);
  if (!is_finite(reach)) return false;
  const T rounding = T(8) * unit_roundoff<T> * reach;
  const Vec3<T> center = transposed_times(pose.rotation, from_origin);
  return other.visit([&](const auto& s) {
    if constexpr (requires { closed_form::point_distance(s, Vec3<T>{}); }) {
      return closed_form::is_within(s, center, ball.radius + rounding);
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

template <Scalar T>
Contact<T> half_space_contact_in_world(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                       const Pose<T>& pose_b, const Options<T>& options) {
  Contact<T> c = half_space_contact(a, b, relative(pose_a, pose_b), options);
  move_to_world(c, pose_a, pose_b);
  return c;
}

/// The pair must have a closed form; its answer is in the world. Half-spaces go by A's frame, and always report
/// the signed distance.
template <Scalar T>
Contact<T> in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                          const Pose<T>& pose_b, const Options<T>& options, Report report = Report::signed_distance) {
  if (form == ClosedForm::ball_first) return ball_against(ball_at(a, pose_a), b, pose_b, options, report);
  if (form == ClosedForm::ball_second) return against_ball(a, pose_a, ball_at(b, pose_b), options, report);
  if (form == ClosedForm::segments)
    return closed_form::segment_contact(segment_at(a, pose_a), segment_at(b, pose_b), options, report);
  return half_space_contact_in_world(a, pose_a, b, pose_b, options);
}
template <Scalar T>
Contact<T> gap_in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                              const Pose<T>& pose_b, const Options<T>& options) {
  Contact<T> c = in_closed_form(form, a, pose_a, b, pose_b, options, Report::gap);
  if (form == ClosedForm::half_space) clamp_to_gap(c);
  return c;
}
template <Scalar T>
bool meet_in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                         const Pose<T>& pose_b, const Options<T>& options) {
  if (form == ClosedForm::ball_first) return ball_meets(ball_at(a, pose_a), b, pose_b);
  if (form == ClosedForm::ball_second) return ball_meets(ball_at(b, pose_b), a, pose_a);
  if (form == ClosedForm::segments) return closed_form::segments_meet(segment_at(a, pose_a), segment_at(b, pose_b));
  return half_space_contact(a, b, relative(pose_a, pose_b), options).touching();
}

}  // namespace tactus::narrow
