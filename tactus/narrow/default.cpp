#include <tactus/math/counted.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/sat.h>
#include <tactus/narrow/still_closest.h>
#include <tactus/narrow/vclip.h>

namespace tactus::narrow {

namespace {

template <Scalar T> bool is_ball(const Shape<T>& s) {
  return s.kind() == ShapeKind::sphere || s.kind() == ShapeKind::point;
}

/// A capsule as one, a segment as a capsule without radius.
template <Scalar T> std::optional<Capsule<T>> as_capsule(const Shape<T>& s) {
  if (const auto* capsule = s.template get_if<Capsule<T>>()) return *capsule;
  if (const auto* segment = s.template get_if<Segment<T>>()) return Capsule<T>{T(0), segment->half_height};
  return std::nullopt;
}

/// Is there a closed form for the distance of a point from this shape?
template <Scalar T> bool has_point_distance(const Shape<T>& s) {
  return s.visit([](const auto& shape) {
    return requires { closed_form::point_distance(shape, Vec3<T>{}); };
  });
}

/// The shape must have a point distance.
template <Scalar T>
Contact<T> ball_against(const Shape<T>& ball, const Shape<T>& other, const Pose<T>& x_ab, const Options<T>& options) {
  return other.visit([&](const auto& s) {
    if constexpr (requires { closed_form::point_distance(s, Vec3<T>{}); }) {
      return closed_form::ball_contact(ball, s, x_ab, options);
    } else {
      return invalid_contact<T>();
    }
  });
}

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

template <Scalar T> bool is_segment(const Shape<T>& s) {
  return s.kind() == ShapeKind::capsule || s.kind() == ShapeKind::segment;
}

/// The pairs of the table in default.h that need no iteration.
template <Scalar T> bool has_closed_form(const Shape<T>& a, const Shape<T>& b) {
  return !a.bounded() || !b.bounded() || (is_ball(a) && has_point_distance(b)) ||
         (is_ball(b) && has_point_distance(a)) || (is_segment(a) && is_segment(b));
}

/// The pair must be one of those.
template <Scalar T>
Contact<T> in_closed_form(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options) {
  if (const auto* half_space = a.template get_if<HalfSpace<T>>()) {
    if (const auto* other = b.template get_if<HalfSpace<T>>()) return half_spaces(*half_space, *other, x_ab);
    return closed_form::half_space_contact(*half_space, b, x_ab, options);
  }
  const auto swapped = [&](const Contact<T>& in_b) {
    Contact<T> c = mirrored(in_b);
    c.normal = unit_or_up(x_ab.rotation * c.normal);
    c.point_a = x_ab * c.point_a, c.point_b = x_ab * c.point_b;
    return c;
  };
  if (const auto* half_space = b.template get_if<HalfSpace<T>>())
    return swapped(closed_form::half_space_contact(*half_space, a, inverse(x_ab), options));
  if (is_ball(a) && has_point_distance(b)) return ball_against(a, b, x_ab, options);
  if (is_ball(b) && has_point_distance(a)) return swapped(ball_against(b, a, inverse(x_ab), options));
  return closed_form::segment_contact(*as_capsule(a), *as_capsule(b), x_ab, options);
}

/// The signed distance alone, of the pairs above that have no half-space: all that a boolean needs.
template <Scalar T>
std::optional<T> distance_in_closed_form(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab) {
  const auto from_point = [](const Shape<T>& shape, const Vec3<T>& point) {
    return shape.visit([&](const auto& s) -> std::optional<T> {
      if constexpr (requires { closed_form::point_distance(s, point); }) {
        return closed_form::point_distance(s, point).distance;
      } else {
        return std::nullopt;
      }
    });
  };
  if (is_ball(a))
    if (const auto d = from_point(b, transposed_times(x_ab.rotation, a.center() - x_ab.translation)))
      return *d - a.radius();
  if (is_ball(b))
    if (const auto d = from_point(a, x_ab * b.center())) return *d - b.radius();
  const auto capsule_a = as_capsule(a), capsule_b = as_capsule(b);
  if (!capsule_a || !capsule_b) return std::nullopt;
  const Vec3<T> z{T(0), T(0), T(1)};
  const Vec3<T>& e = x_ab.rotation.column(2);
  const auto [s, t] =
      closed_form::nearest_on_segments(z, capsule_a->half_height, e, capsule_b->half_height, x_ab.translation);
  return norm(x_ab.translation + e * t - z * s) - a.radius() - b.radius();
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

/// Hulls whose closest features are remembered: proved to be still the closest if they are, else the start of a walk.
/// Others by GJK, which remembers the features it ends with.
template <Scalar T>
Contact<T> hull_distance(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                         PairCache<T>* cache) {
  if (!cache) return by_support::distance(a, b, x_ab, options, cache);
  if (cache->feature_a.kind != FeatureKind::curved) {
    if (const auto c = still_closest(a, b, x_ab, options, *cache)) return *c;
    return vclip::distance(a, b, x_ab, options, cache);
  }
  const Contact<T> c = by_support::distance(a, b, x_ab, options, cache);
  if (c.status == Status::separated) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  return c;
}

/// Most pairs have no closed form; two look-ups tell.
bool may_have_closed_form(ShapeKind a, ShapeKind b) {
  constexpr auto bit = [](ShapeKind k) { return 1u << static_cast<unsigned>(k); };
  constexpr unsigned simple = bit(ShapeKind::half_space) | bit(ShapeKind::sphere) | bit(ShapeKind::point) |
                              bit(ShapeKind::capsule) | bit(ShapeKind::segment);
  return ((bit(a) | bit(b)) & simple) != 0;
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

}  // namespace

template <Scalar T>
bool intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                std::type_identity_t<PairCache<T>>* cache) {
  if (!a.bounded() || !b.bounded()) return in_closed_form(a, b, x_ab, options).touching();
  const T rounding = T(8) * unit_roundoff<T> * (a.origin_radius() + b.origin_radius() + norm(x_ab.translation));
  if (may_have_closed_form(a.kind(), b.kind()))
    if (const auto d = distance_in_closed_form(a, b, x_ab)) return *d <= rounding;
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Box<T>&>) {
      const T inner = s.inscribed_radius() + t.inscribed_radius() * (T(1) - balls::stretch<T>);
      const T outer = a.bounding_radius() + b.bounding_radius() * (T(1) + balls::stretch<T>);
      const T apart = norm_squared(x_ab.translation);
      if (apart <= square(inner)) return true;
      if (apart > square(outer + rounding)) return false;
      return closed_form::box_axis(s, t, x_ab, rounding).separation <= rounding;
    } else {
      return by_support::intersects(s, t, x_ab, options, cache);
    }
  });
}

template <Scalar T>
Contact<T> distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                    std::type_identity_t<PairCache<T>>* cache) {
  if (may_have_closed_form(a.kind(), b.kind()) && has_closed_form(a, b))
    return clamped_to_gap(with_features(in_closed_form(a, b, x_ab, options), a, b, x_ab));
  return with_hot_pairs(a, b, [&](const auto& s, const auto& t) {
    if constexpr (std::same_as<decltype(s), const Hull<T>&>) {
      return hull_distance(s, t, x_ab, options, cache);
    } else {
      return by_support::distance(s, t, x_ab, options, cache);
    }
  });
}

template <Scalar T>
Contact<T> contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                   std::type_identity_t<PairCache<T>>* cache) {
  if (may_have_closed_form(a.kind(), b.kind()) && has_closed_form(a, b))
    return with_features(in_closed_form(a, b, x_ab, options), a, b, x_ab);
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

#define TACTUS_INSTANTIATE(T)                                                                                       \
  template bool intersects(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);     \
  template Contact<T> distance(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*); \
  template Contact<T> contact(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
TACTUS_INSTANTIATE(long double)
TACTUS_INSTANTIATE(Counted<float>)
TACTUS_INSTANTIATE(Counted<double>)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::narrow
