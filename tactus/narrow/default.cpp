#include <tactus/math/counted.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/sat.h>
#include <tactus/narrow/still_closest_box.h>
#include <tactus/narrow/vclip.h>

namespace tactus::narrow {

namespace {

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

constexpr unsigned bit(ShapeKind kind) { return 1u << static_cast<unsigned>(kind); }

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
  constexpr unsigned balls = bit(ShapeKind::sphere) | bit(ShapeKind::point);
  constexpr unsigned segments = bit(ShapeKind::capsule) | bit(ShapeKind::segment);
  constexpr unsigned half_spaces = bit(ShapeKind::half_space);
  constexpr unsigned simple =
      kinds_with_point_distance<T>(std::make_index_sequence<std::variant_size_v<typename Shape<T>::Value>>());
  const unsigned kind_a = bit(a.kind()), kind_b = bit(b.kind());
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
                        const Options<T>& options) {
  return other.visit([&](const auto& s) {
    if constexpr (requires { closed_form::point_distance(s, Vec3<T>{}); }) {
      return closed_form::ball_contact(ball, s, pose, options);
    } else {
      return invalid_contact<T>();
    }
  });
}
template <Scalar T>
Contact<T> against_ball(const Shape<T>& other, const Pose<T>& pose, const closed_form::Ball<T>& ball,
                        const Options<T>& options) {
  Contact<T> c = ball_against(ball, other, pose, options);
  mirror(c);
  return c;
}
template <Scalar T> bool ball_meets(const closed_form::Ball<T>& ball, const Shape<T>& other, const Pose<T>& pose) {
  const Vec3<T> from_origin = ball.center - pose.translation;
  const T rounding = T(8) * unit_roundoff<T> * (ball.radius + other.origin_radius() + norm(from_origin));
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

/// The pair must have a closed form; its answer is in the world. Half-spaces go by A's frame.
template <Scalar T>
Contact<T> in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                          const Pose<T>& pose_b, const Options<T>& options) {
  if (form == ClosedForm::ball_first) return ball_against(ball_at(a, pose_a), b, pose_b, options);
  if (form == ClosedForm::ball_second) return against_ball(a, pose_a, ball_at(b, pose_b), options);
  if (form == ClosedForm::segments)
    return closed_form::segment_contact(segment_at(a, pose_a), segment_at(b, pose_b), options);
  return half_space_contact_in_world(a, pose_a, b, pose_b, options);
}
template <Scalar T>
Contact<T> gap_in_closed_form(ClosedForm form, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                              const Pose<T>& pose_b, const Options<T>& options) {
  Contact<T> c = in_closed_form(form, a, pose_a, b, pose_b, options);
  clamp_to_gap(c);
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

/// Boxes that overlap, or are apart by more than the query cares for, by their axes; the others by GJK, which starts
/// along the best axis if the caller has no better start.
template <Scalar T>
Contact<T> box_contact(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                       PairCache<T>* cache) {
  const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  const auto axis = closed_form::box_axis(a, b, x_ab, max(options.max_distance, T(0)));
  if (!(axis.separation > T(0)) || axis.separation > options.max_distance)
    return closed_form::box_contact(pair, axis, options);
  PairCache<T> own;
  if (!cache) cache = &own;
  if (cache->count == 0) cache->directions[0] = axis.normal, cache->count = 1;
  return by_support::contact(a, b, x_ab, options, cache);
}

/// Hulls or boxes, the closest features of the last query remembered: proved to be still the closest if they are, else the
/// start of a walk.
template <class S, class T = scalar_t<S>>
[[gnu::noinline]] Contact<T> walked_distance(const S& a, const S& b, const Pose<T>& x_ab, const Options<T>& options,
                                             PairCache<T>& cache) {
  return vclip::distance(a, b, x_ab, options, &cache);
}
template <class S, class T = scalar_t<S>>
Contact<T> distance_from_features(const S& a, const S& b, const Pose<T>& x_ab, const Options<T>& options,
                                  PairCache<T>& cache) {
  return still_closest(a, b, x_ab, options, cache, [&] { return walked_distance(a, b, x_ab, options, cache); });
}

/// By GJK, which remembers the features it ends with.
template <class S, class T = scalar_t<S>>
Contact<T> distance_with_features(const S& a, const S& b, const Pose<T>& x_ab, const Options<T>& options,
                                  PairCache<T>* cache) {
  Contact<T> c = by_support::distance(a, b, x_ab, options, cache);
  if (cache && c.status == Status::separated) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}

/// Polyhedra seen for the first time. V-Clip takes less than half of GJK's time on those that are apart, but the longer
/// way round on those that overlap or are very large. The vertices along the line of centres, at which it begins, tell:
/// if the line separates them, and not so far that GJK would end at once, the walk begins.
template <class S, class T = scalar_t<S>>
Contact<T> distance_anew(const S& a, const S& b, const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) {
  constexpr std::size_t long_way_round = 4096;  // vertices
  const auto& p = polyhedron(a);
  const auto& q = polyhedron(b);
  const Vec3<T> d = x_ab * q.center() - p.center();
  if (p.vertex_count() > long_way_round || q.vertex_count() > long_way_round ||
      norm_squared(d) <= square(p.inscribed_radius() + q.inscribed_radius()))
    return distance_with_features(a, b, x_ab, options, cache);
  PairCache<T> start;
  start.feature_a = {FeatureKind::vertex, p.support_index(d, no_neighbour)};
  start.feature_b = {FeatureKind::vertex, q.support_index(-transposed_times(x_ab.rotation, d), no_neighbour)};
  const T separation = dot(d, x_ab * q.vertex(start.feature_b.index) - p.vertex(start.feature_a.index));
  if (!(separation > T(0)) || separation > options.max_distance * norm(d))
    return distance_with_features(a, b, x_ab, options, cache);
  if (!cache) return vclip::distance(a, b, x_ab, options, &start);
  cache->feature_a = start.feature_a, cache->feature_b = start.feature_b;
  return vclip::distance(a, b, x_ab, options, cache);
}

template <Scalar T>
Contact<T> hull_distance(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                         PairCache<T>* cache) {
  const bool known = cache && cache->feature_a.kind != FeatureKind::curved;
  return known ? distance_from_features(a, b, x_ab, options, *cache) : distance_anew(a, b, x_ab, options, cache);
}
template <Scalar T>
Contact<T> box_distance(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                        PairCache<T>* cache) {
  const bool known = cache && cache->feature_a.kind != FeatureKind::curved;
  return known ? distance_from_features(a, b, x_ab, options, *cache) : distance_anew(a, b, x_ab, options, cache);
}

/// f(a, b) with the shapes themselves for the pairs worth a code path of their own, with Shapes for all others.
template <Scalar T, class F> auto with_hot_pairs(const Shape<T>& a, const Shape<T>& b, F&& f) {
  if (a.kind() == ShapeKind::box && b.kind() == ShapeKind::box)
    return f(*a.template get_if<Box<T>>(), *b.template get_if<Box<T>>());
  if constexpr (std::floating_point<T>) {  // the counting scalar gains nothing by it
    if (a.kind() == ShapeKind::hull && b.kind() == ShapeKind::hull)
      return f(*a.template get_if<Hull<T>>(), *b.template get_if<Hull<T>>());
  }
  return f(a, b);
}

// ---- pairs without a closed form, in A's frame -----------------------------------------------------------------------

template <Scalar T>
bool iterated_intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                         PairCache<T>* cache) {
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Box<T>&>) {
      const T inner = s.inscribed_radius() + t.inscribed_radius() * (T(1) - balls::stretch<T>);
      const T outer = a.bounding_radius() + b.bounding_radius() * (T(1) + balls::stretch<T>);
      const T apart = norm_squared(x_ab.translation);
      if (apart <= square(inner)) return true;
      const T rounding = T(8) * unit_roundoff<T> * (a.origin_radius() + b.origin_radius() + norm(x_ab.translation));
      if (apart > square(outer + rounding)) return false;
      return closed_form::box_axis(s, t, x_ab, rounding).separation <= rounding;
    } else {
      return by_support::intersects(s, t, x_ab, options, cache);
    }
  });
}

template <Scalar T>
Contact<T> iterated_distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                             PairCache<T>* cache) {
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Hull<T>&>) {
      return hull_distance(s, t, x_ab, options, cache);
    } else if constexpr (std::same_as<decltype(s), const Box<T>&> && std::floating_point<T>) {
      return box_distance(s, t, x_ab, options, cache);
    } else {
      return by_support::distance(s, t, x_ab, options, cache);
    }
  });
}

template <Scalar T>
Contact<T> iterated_contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                            PairCache<T>* cache) {
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Box<T>&>) {
      return box_contact(s, t, x_ab, options, cache);
    } else if constexpr (std::same_as<decltype(s), const Hull<T>&>) {
      return sat::contact(s, t, x_ab, options, cache);
    } else {
      return sat::accepts(s, t) ? sat::contact(s, t, x_ab, options, cache)
                                : by_support::contact(s, t, x_ab, options, cache);
    }
  });
}

template <auto query, Scalar T>
Contact<T> iterated_in_world(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                             const Options<T>& options, PairCache<T>* cache) {
  Contact<T> c = query(a, b, relative(pose_a, pose_b), options, cache);
  move_to_world(c, pose_a, pose_b);
  return c;
}

}  // namespace

template <Scalar T>
bool intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return meet_in_closed_form(form, a, Pose<T>{}, b, x_ab, options);
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
    return gap_in_closed_form(form, a, Pose<T>{}, b, x_ab, options);
  return iterated_distance(a, b, x_ab, options, cache);
}
template <Scalar T>
Contact<T> distance(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                    const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return gap_in_closed_form(form, a, pose_a, b, pose_b, options);
  return iterated_in_world<iterated_distance<T>>(a, pose_a, b, pose_b, options, cache);
}

template <Scalar T>
Contact<T> contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                   std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return in_closed_form(form, a, Pose<T>{}, b, x_ab, options);
  return iterated_contact(a, b, x_ab, options, cache);
}
template <Scalar T>
Contact<T> contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                   const Options<T>& options, std::type_identity_t<PairCache<T>>* cache) {
  if (const ClosedForm form = closed_form_of(a, b); form != ClosedForm::none)
    return in_closed_form(form, a, pose_a, b, pose_b, options);
  return iterated_in_world<iterated_contact<T>>(a, pose_a, b, pose_b, options, cache);
}

#define TACTUS_INSTANTIATE(T)                                                                                       \
  template bool intersects(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);     \
  template Contact<T> distance(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*); \
  template Contact<T> contact(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);  \
  template bool intersects(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&,     \
                           PairCache<T>*);                                                                          \
  template Contact<T> distance(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, \
                               PairCache<T>*);                                                                      \
  template Contact<T> contact(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&,  \
                              PairCache<T>*);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
TACTUS_INSTANTIATE(long double)
TACTUS_INSTANTIATE(Counted<float>)
TACTUS_INSTANTIATE(Counted<double>)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::narrow
