#include <tactus/contact/box_silhouette.h>
#include <tactus/contact/hull_silhouette.h>
#include <tactus/contact/manifold.h>
#include <tactus/contact/manifold_remember.h>
#include <tactus/contact/perturbed_sampling.h>
#include <tactus/contact/representative.h>
#include <tactus/contact/resting_boxes.h>
#include <tactus/narrow/default.h>

#include <algorithm>

namespace tactus {
namespace {

/// See rounded_feature: an edge of the core, under a ball.
constexpr bool rounded_edge(Feature f) { return f.kind == FeatureKind::curved && f.index >> 29 & 1; }

/// An edge named from its lower end; see points_down().
template <Scalar T> Outline<T> from_lower_end(const Outline<T>& o) {
  const bool edge = o.feature.kind == FeatureKind::edge || rounded_edge(o.feature);
  if (o.size() != 2 || !edge) return o;
  return detail::points_down(o[1] - o[0]) ? Outline<T>::edge(o.feature, o.normal, o[1], o[0]) : o;
}

/// A shape's feature along a direction of its own frame, seen in A's: `x` maps there. `known`: what the contact found.
template <Scalar T>
void look(Silhouette<T>& s, const Shape<T>& shape, Feature known, const Vec3<T>& local_direction, const Pose<T>* x,
          const ContactFrame<T>& frame) {
  using Kind = typename Silhouette<T>::Kind;
  const bool reversed = x != nullptr;
  const BodyFrame<T> own = x ? BodyFrame<T>(frame, *x) : BodyFrame<T>(frame);
  if (const auto* box = shape.template get_if<Box<T>>()) return see_box(s, *box, local_direction, own, reversed);
  if (const auto* hull = shape.template get_if<Hull<T>>())
    return see_hull(s, *hull, known, local_direction, own, reversed);
  if (sampling_helps(shape)) return see_samples(s, shape, local_direction, x ? *x : Pose<T>{}, frame, reversed);
  const Outline<T> outline = from_lower_end(shape.feature_along(local_direction, feature_sine<T>));
  see(s, outline, shape.radius(), own, reversed);
  if (!shape.bounded()) {  // its outline is a point of the plane
    s.kind = Kind::everything, s.count = 0, s.extent = infinity<T>;
    detail::lay_plane(s, own, outline.normal, outline[0]);
  }
}

template <Scalar T> T separation_along(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Vec3<T>& n) {
  const Vec3<T> on_b = x_ab * b.support(-transposed_times(x_ab.rotation, n));
  return dot(n, on_b - a.support(n)) - a.radius() - b.radius();
}

/// Against a curved shape the normal is known to the tolerance only, and trembles within it. Where the normal of a flat
/// face nearby separates as well (to the query's resolution), that is the better one: A's first, then B's.
template <Scalar T> Vec3<T> steadied(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  if ((a.polytope() && b.polytope()) || !a.bounded() || !b.bounded()) return c.normal;
  const auto as_good = [&](const Vec3<T>& n) { return separation_along(a, b, x_ab, n) >= c.distance - c.resolution; };
  const Outline<T> on_a = a.feature_along(c.normal, feature_sine<T>);
  if (on_a.feature.kind == FeatureKind::face && as_good(on_a.normal)) return on_a.normal;
  const Outline<T> on_b = b.feature_along(-transposed_times(x_ab.rotation, c.normal), feature_sine<T>);
  const Vec3<T> normal_b = -(x_ab.rotation * on_b.normal);
  if (on_b.feature.kind == FeatureKind::face && as_good(normal_b)) return normal_b;
  return c.normal;
}

/// What is seen of two shapes along the normal of their contact.
template <Scalar T> struct Sight {
  ContactFrame<T> frame;
  Silhouette<T> on_a, on_b;

  Sight(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c)
      : frame(steadied(a, b, x_ab, c)) {
    const bool own_normal = frame.normal == c.normal;  // else what the contact found is not what is along it
    look(on_a, a, own_normal ? c.feature_a : Feature{}, frame.normal, static_cast<const Pose<T>*>(nullptr), frame);
    const Vec3<T> normal_b = -transposed_times(x_ab.rotation, frame.normal);
    look(on_b, b, own_normal ? c.feature_b : Feature{}, normal_b, &x_ab, frame);
  }

  /// Is the normal, a face's, the one along which the shapes come free? Then what lies deepest along it is over the face.
  bool proves_face(T separation, T rounding) const {
    Overlap<T> overlap;
    T least = infinity<T>;
    const auto look_at = [&](const Vec2<T>& p) { least = min(least, on_b.height(p) - on_a.height(p)); };
    if (Vec2<T> deepest; find_deepest_of_round(deepest, on_a, on_b, on_b.slope - on_a.slope)) {
      look_at(deepest);
    } else {
      clip(overlap, on_a, on_b, snap_share<T> * min(on_a.extent, on_b.extent));
      for (int i = 0; i < overlap.count; ++i) look_at(overlap.points[i].at);
    }
    return least <= separation + rounding;
  }
};

/// May both shapes have a part that lies level along the normal, other than edges that cross (in a point)?
template <Scalar T>
bool may_lie_level(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Vec3<T>& normal) {
  constexpr T sine = T(4) * soft_sine<T>;  // with room for the blur
  const auto is_point = [](const Outline<T>& o) { return !o.is_ellipse() && o.size() == 1; };
  const auto is_edge = [](const Outline<T>& o) { return !o.is_ellipse() && o.size() == 2; };
  const Outline<T> on_a = a.feature_along(normal, sine);
  if (is_point(on_a)) return false;
  const Outline<T> on_b = b.feature_along(-transposed_times(x_ab.rotation, normal), sine);
  if (is_point(on_b) || !is_edge(on_a) || !is_edge(on_b)) return !is_point(on_b);
  const Vec3<T> e = on_a[1] - on_a[0], f = x_ab.rotation * (on_b[1] - on_b[0]);
  return norm_squared(cross(e, f)) <= square(sine) * norm_squared(e) * norm_squared(f);
}

/// The tolerance to which the normal of a round shape is off by a millionth.
template <Scalar T> inline constexpr T sharp_tolerance = T(0x1p-20L) * default_tolerance<T>;

/// To the tolerance of a query the normal against a curved shape is known to the tolerance's root, a thousandth: a good
/// part of the angle over which level parts count less and less (soft_sine). Does that matter? Not for polytopes, whose
/// contact is exact, for normals that are proved, and for contacts in a point. Nor is there anything to be done with
/// floats, or where the iteration had trouble enough.
template <Scalar T>
bool is_blurred(const Sight<T>& sight, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  if constexpr (std::numeric_limits<T>::digits <= 24) return false;
  if ((a.polytope() && b.polytope()) || !a.bounded() || !b.bounded()) return false;
  const T size = T(2) * min(a.bounding_radius(), b.bounding_radius());
  if (c.resolution <= T(16) * sharp_tolerance<T> * size || c.iterations > Options<T>{}.max_iterations / 2) return false;
  const Vec3<T>& n = sight.frame.normal;
  if (n == c.normal) return may_lie_level(a, b, x_ab, n);
  const T rounding = T(16) * unit_roundoff<T> * (a.bounding_radius() + b.bounding_radius() + norm(x_ab.translation));
  return !sight.proves_face(separation_along(a, b, x_ab, n), rounding);
}

/// The same contact, worked out more sharply; as it is, if what comes out is another one, as good.
template <Scalar T>
Contact<T> sharpened(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c, T max_distance) {
  Contact<T> sharp =
      narrow::contact(a, b, x_ab, Options<T>{.tolerance = sharp_tolerance<T>, .max_distance = max_distance});
  const bool same = (sharp.status == Status::overlapping || sharp.status == Status::separated) &&
                    abs(sharp.distance - c.distance) <= c.resolution &&
                    norm(sharp.normal - c.normal) <= T(4) * soft_sine<T>;
  if (!same) return c;
  sharp.status = c.status;
  return sharp;
}

/// A contact as far as the overlap of two polytopes' features asks for it, known without a witness.
template <Scalar T> Contact<T> overlapping(T depth, const Vec3<T>& normal, const Vec3<T>& somewhere) {
  Contact<T> c;
  c.status = Status::overlapping, c.distance = -depth, c.normal = normal;
  c.point_a = c.point_b = somewhere;
  return c;
}

/// Is no point the contact's own? (It has no clip, and no vertex for it either.)
template <Scalar T> bool made_of_features(const Manifold<T>& m) {
  return std::all_of(m.begin(), m.end(), [](const ContactPoint<T>& p) {
    return p.id.clip != 0 || p.id.feature_a().kind == FeatureKind::vertex ||
           p.id.feature_b().kind == FeatureKind::vertex;
  });
}

/// Hulls that hardly moved since the last manifold: the same parts, proved to be (manifold_memory.h). False where that
/// is not proved.
template <Scalar T>
bool add_resting_hulls(Manifold<T>& m, const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, T max_distance,
                       ManifoldMemory& memory) {
  if (!may_hold(memory, a, b, x_ab)) return false;
  const ContactFrame<T> frame(remembered_normal(memory, a, b, x_ab.rotation));
  const BodyFrame<T> frame_a(frame), frame_b(frame, x_ab);
  Silhouette<T> on_a, on_b;
  if (!see_known(on_a, a, Feature::from_id(memory.feature_a), frame_a, false) ||
      !see_known(on_b, b, Feature::from_id(memory.feature_b), frame_b, true))
    return false;
  const T depth = proved_depth(memory, on_a, on_b);
  if (!(depth >= max(T(0), -max_distance))) return false;
  const Contact<T> c = overlapping(depth, frame.normal, x_ab.translation);
  const auto center = detail::gone_since(memory, b, x_ab).turned2 <= square(T(memory.center_turn))
                          ? memory.center
                          : ManifoldMemory::Center::unknown;
  m.status = c.status, m.normal = c.normal;
  add_overlap(
      m, on_a, on_b, frame, c, true, farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&](const auto& corners, const auto& point_over, auto&& deepest) {
        return representative_point<T>({a, frame_a, on_a, false}, {b, frame_b, on_b, true}, frame, c, corners,
                                       point_over, deepest, center);
      },
      [&](Overlap<T>& overlap, T) { return remembered_overlap(overlap, memory, on_a, on_b), true; });
  if (!made_of_features(m)) return false;  // the contact's own point is not known here
  memory.used = true;
  return true;
}

/// Overlapping boxes need no witness points: their axis says the depth, and the overlap of their features the rest.
/// False where that does not do: boxes apart by less than max_distance, or by no more than rounding beyond it (the
/// contact query may call that a touch), and features that miss each other by rounding.
template <Scalar T>
bool add_boxes(Manifold<T>& m, const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T max_distance,
               PairCache<T>* cache) {
  const auto axis = closed_form::box_axis(a, b, x_ab, max(max_distance, T(0)));
  if (axis.separation > max_distance) {
    const T reach = a.bounding_radius() + b.bounding_radius() + norm(x_ab.translation);
    if (!(axis.separation - max_distance > T(8) * unit_roundoff<T> * reach)) return false;
    m.status = Status::beyond_max, m.normal = axis.normal;
    return true;
  }
  if (!(axis.separation <= T(0)) || !is_finite(axis.separation)) return false;
  const ContactFrame<T> frame(axis.normal);
  Silhouette<T> on_a, on_b;
  const BodyFrame<T> frame_a(frame), frame_b(frame, x_ab);
  see_box(on_a, a, axis.normal, frame_a, false);
  see_box(on_b, b, -frame_b.normal, frame_b, true);
  const Contact<T> c = overlapping(-axis.separation, axis.normal, x_ab.translation);
  m.status = c.status, m.normal = c.normal;
  add_overlap(
      m, on_a, on_b, frame, c, true, farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&](const auto& corners, const auto& point_over, auto&& deepest) {
        return representative_point<T>({a, frame_a, on_a, false}, {b, frame_b, on_b, true}, frame, c, corners,
                                       point_over, deepest);
      },
      [&](Overlap<T>& overlap, T snap) {
        const bool in_order = clip(overlap, on_a, on_b, snap);
        if (!cache || overlap.count < 3) return in_order;  // only faces on faces prove their own normal
        if (!in_order) overlap.order();
        remember(cache->manifold, a, b, x_ab, {frame, on_a, on_b, overlap, snap}, cache->overlap);
        return true;
      });
  return made_of_features(m);
}

/// From what is seen along the contact's normal; hulls are remembered.
template <Scalar T>
void add_seen(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Sight<T>& sight,
              const Contact<T>& contact, T max_distance, PairCache<T>* cache) {
  const auto& [frame, on_a, on_b] = sight;
  m.status = contact.status, m.normal = frame.normal;
  const Hull<T>*hull_a = a.template get_if<Hull<T>>(), *hull_b = b.template get_if<Hull<T>>();
  const bool exact = (a.polytope() || !a.bounded()) && (b.polytope() || !b.bounded());
  add_overlap(
      m, on_a, on_b, frame, contact, exact,
      farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&](const auto& corners, const auto& point_over, auto&& deepest) {
        const BodyFrame<T> frame_a(sight.frame), frame_b(sight.frame, x_ab);
        return representative_point<T>({a, frame_a, sight.on_a, false}, {b, frame_b, sight.on_b, true}, sight.frame,
                                       contact, corners, point_over, deepest);
      },
      [&](Overlap<T>& overlap, T snap) {
        const bool in_order = clip(overlap, sight.on_a, sight.on_b, snap);
        if (!cache || !hull_a || !hull_b || contact.status != Status::overlapping) return in_order;
        if (!in_order) overlap.order();
        remember(cache->manifold, *hull_a, *hull_b, x_ab, {sight.frame, sight.on_a, sight.on_b, overlap, snap},
                 cache->overlap);
        return true;
      });
}

/// All others, from their contact.
template <Scalar T>
void add_manifold(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                  T max_distance, PairCache<T>* cache) {
  m.status = contact.status, m.normal = contact.normal, m.count = 0;
  if (contact.status == Status::invalid || contact.status == Status::beyond_max) return;
  if (contact.distance > max_distance) {
    m.status = Status::beyond_max;
    return;
  }
  const Sight<T> sight(a, b, x_ab, contact);
  if (!is_blurred(sight, a, b, x_ab, contact)) return add_seen(m, a, b, x_ab, sight, contact, max_distance, cache);
  const Contact<T> sharp = sharpened(a, b, x_ab, contact, max_distance);
  add_seen(m, a, b, x_ab, Sight<T>(a, b, x_ab, sharp), sharp, max_distance, cache);
}

/// Boxes and hulls whose last manifold still holds, and boxes that overlap: without a contact. False for all others.
template <Scalar T>
bool add_without_contact(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, T max_distance,
                         PairCache<T>* cache) {
  if (a.kind() == ShapeKind::box && b.kind() == ShapeKind::box) {
    const Box<T>&box_a = *a.template get_if<Box<T>>(), &box_b = *b.template get_if<Box<T>>();
    if (cache && add_resting_boxes(m, box_a, box_b, x_ab, max_distance, cache->manifold)) return true;
    return add_boxes(m, box_a, box_b, x_ab, max_distance, cache);
  }
  if (!cache || a.kind() != ShapeKind::hull || b.kind() != ShapeKind::hull) return false;
  const Hull<T>&hull_a = *a.template get_if<Hull<T>>(), &hull_b = *b.template get_if<Hull<T>>();
  return add_resting_hulls(m, hull_a, hull_b, x_ab, max_distance, cache->manifold);
}

}  // namespace

template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                             std::type_identity_t<T> max_distance, std::type_identity_t<PairCache<T>>* cache) {
  Manifold<T> m;
  if (cache && contact.status == Status::overlapping && add_without_contact(m, a, b, x_ab, max_distance, cache))
    return m;
  add_manifold(m, a, b, x_ab, contact, max_distance, cache);
  return m;
}

template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                             std::type_identity_t<PairCache<T>>* cache) {
  Manifold<T> m;  // the only one returned, so that it is never copied
  const T limit = options.max_distance;
  if (!add_without_contact(m, a, b, x_ab, limit, cache))
    add_manifold(m, a, b, x_ab, narrow::contact(a, b, x_ab, options, cache), limit, cache);
  return m;
}

#define TACTUS_INSTANTIATE(T)                                                                                   \
  template Manifold<T> contact_manifold(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Contact<T>&, T, \
                                        PairCache<T>*);                                                         \
  template Manifold<T> contact_manifold(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&,    \
                                        PairCache<T>*);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
