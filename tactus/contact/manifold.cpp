#include <tactus/contact/box_silhouette.h>
#include <tactus/contact/counted_points.h>
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

/// The corners of an overlap with the gap at each.
template <Scalar T> struct Corners {
  Overlap<T> overlap;
  union {
    T gaps[Overlap<T>::capacity];
  };
  int deepest = 0;
  T largest = -infinity<T>;
  Corners() {}

  /// The gaps, the deepest corner (the first of them) and the largest gap.
  void find_gaps(const PointsOver<T>& point_over, const Vec2<T>& base, const Contact<T>& contact) {
    T least = infinity<T>;
    deepest = 0, largest = -infinity<T>;
    for (int i = 0; i < overlap.count; ++i) {
      const ClipPoint<T>& p = overlap.points[i];
      const T gap = gaps[i] = p.clip == 0 ? contact.distance : point_over.gap(p.at - base);
      deepest = gap < least ? i : deepest, least = min(least, gap), largest = max(largest, gap);
    }
  }
  void remove(int i) {
    std::copy(overlap.points + i + 1, overlap.points + overlap.count, overlap.points + i);
    std::copy(gaps + i + 1, gaps + overlap.count, gaps + i);
    --overlap.count;
    deepest -= deepest > i;
  }
  /// At most `capacity` points: the corner that takes the least area with it goes first, the deepest never.
  void thin(int capacity) {
    while (overlap.count > capacity) {
      const int n = overlap.count;
      int least = -1;
      T least_area = infinity<T>;
      for (int i = 0; i < n; ++i) {
        const Vec2<T>&p = overlap.points[(i + n - 1) % n].at, &q = overlap.points[(i + 1) % n].at;
        const T area = cross(overlap.points[i].at - p, q - p);
        if (i != deepest && area < least_area) least_area = area, least = i;
      }
      remove(least);
    }
  }
};

/// The one point of a contact at a vertex or a curved place: the vertex itself (or the surface point along the normal, if
/// the other surface lies there as far away as the contact says), which is truer than an iteration's witness.
template <Scalar T>
void add_single_point(Manifold<T>& m, const Silhouette<T>& a, const Silhouette<T>& b, const ContactFrame<T>& frame,
                      const Contact<T>& contact) {
  using Kind = typename Silhouette<T>::Kind;
  const auto serves = [&](const Silhouette<T>& own, const Silhouette<T>& other) {
    if (own.kind != Kind::point) return false;
    if (own.feature.kind == FeatureKind::vertex) return true;
    if (other.kind == Kind::point || other.inside(own.corners[0]) < T(0)) return false;
    const T gap = abs(other.height(own.corners[0]) - own.base_height);
    return abs(gap - abs(contact.distance)) <= contact.resolution;
  };
  m.representative = serves(a, b)   ? frame.at(a.corners[0], a.base_height + contact.distance / T(2))
                     : serves(b, a) ? frame.at(b.corners[0], b.base_height - contact.distance / T(2))
                                    : contact.point();
  m.points[0] = {m.representative, contact.distance, ContactId::of(a.feature, {}, b.feature, {})};
  m.count = 1;
}

/// The points of the overlap, counter-clockwise from the lowest id: an order that lasts as long as the ids.
template <Scalar T>
void add_points(Manifold<T>& m, const Corners<T>& corners, const Silhouette<T>& a, const Silhouette<T>& b,
                const PointsOver<T>& point_over, const Contact<T>& contact) {
  const int n = corners.overlap.count;
  const std::uint32_t feature_a = a.feature.id(), feature_b = b.feature.id();
  int first = 0;
  for (int i = 1; i < n; ++i) first = corners.overlap.points[i].clip < corners.overlap.points[first].clip ? i : first;
  for (int k = 0; k < n; ++k) {
    const int i = first + k < n ? first + k : first + k - n;
    const ClipPoint<T>& p = corners.overlap.points[i];
    const Four<T> four = point_over(p.at - a.base);
    ContactPoint<T>& point = m.points[k];  // field by field: a copy of what was just written would wait for it
    point.position = {four[0], four[1], four[2]}, point.distance = four[3];
    if (p.clip == 0) point.position = contact.point(), point.distance = contact.distance;
    point.id.a = feature_a, point.id.b = feature_b, point.id.clip = p.clip;
  }
  m.count = n;
}

/// See representative.h.
template <Scalar T> T band_of(const Silhouette<T>& s, const Shape<T>& shape, const Vec3<T>& direction) {
  const auto* hull = shape.template get_if<Hull<T>>();
  return hull ? band_left(s, *hull, direction) : band_left(s, shape, direction);
}

/// From both silhouettes; the contact stands in where they have no corner in common, and where none is as deep. band():
/// how much of the pressure band the features leave, asked for only where it matters. find_corners(overlap, snap) finds
/// the corners of the overlap, and says whether they are in order.
template <Scalar T, class Band, class FindCorners>
void add_overlap(Manifold<T>& m, const Silhouette<T>& a, const Silhouette<T>& b, const ContactFrame<T>& frame,
                 const Contact<T>& contact, T limit, Band&& band, FindCorners&& find_corners) {
  using Kind = typename Silhouette<T>::Kind;
  if (a.kind == Kind::everything && b.kind == Kind::everything) return;  // no finite overlap
  Corners<T> corners;
  Overlap<T>& overlap = corners.overlap;
  const T extent = min(a.extent, b.extent);
  // Coordinates carry the rounding of the poses: corners are not told apart below it either.
  const T snap = max(snap_share<T> * extent, T(16) * unit_roundoff<T> * (max_abs(contact.point_a) + extent));
  if (!find_corners(overlap, snap)) overlap.order();
  if (overlap.count == 0) return add_single_point(m, a, b, frame, contact);
  const PointsOver<T> point_over(frame, a, b);
  corners.find_gaps(point_over, a.base, contact);
  const Vec2<T> center =
      overlap.count == 1 ? overlap.points[0].at
                         : center_of_pressure(overlap, corners.gaps, corners.deepest, corners.largest, extent, band());
  const Four<T> middle = point_over(center - a.base);
  m.representative = {middle[0], middle[1], middle[2]};
  if (corners.gaps[corners.deepest] > contact.distance + depth_share<T> * extent) {
    if (overlap.count == 1) return add_single_point(m, a, b, frame, contact);
    overlap.add(frame.flat(contact.point()), {}, {});
    overlap.order();
    corners.find_gaps(point_over, a.base, contact);
  }
  for (int i = corners.largest <= limit ? -1 : overlap.count - 1; i >= 0; --i)
    if (!(corners.gaps[i] <= limit)) corners.remove(i);
  if (overlap.count == 0) return add_single_point(m, a, b, frame, contact);
  corners.thin(Manifold<T>::capacity);
  add_points(m, corners, a, b, point_over, contact);
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
  const BodyFrame<T> frame_b(frame, x_ab);
  Silhouette<T> on_a, on_b;
  if (!see_known(on_a, a, Feature::from_id(memory.feature_a), BodyFrame<T>(frame), false) ||
      !see_known(on_b, b, Feature::from_id(memory.feature_b), frame_b, true))
    return false;
  const T depth = proved_depth(memory, on_a, on_b);
  if (!(depth >= max(T(0), -max_distance))) return false;
  const Contact<T> c = overlapping(depth, frame.normal, x_ab.translation);
  m.status = c.status, m.normal = c.normal;
  add_overlap(
      m, on_a, on_b, frame, c, farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&] { return band_left(on_a, a, frame.normal) * band_left(on_b, b, -frame_b.normal); },
      [&](Overlap<T>& overlap, T) { return remembered_overlap(overlap, memory, on_a, on_b), true; });
  if (!made_of_features(m)) return false;  // the contact's own point is not known here
  memory.used = true;
  return true;
}

/// Overlapping boxes need no witness points: their axis says the depth, and the overlap of their features the rest.
/// False where that does not do: boxes apart by less than max_distance, and features that miss each other by rounding.
template <Scalar T>
bool add_boxes(Manifold<T>& m, const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T max_distance,
               PairCache<T>* cache) {
  const auto axis = closed_form::box_axis(a, b, x_ab, max(max_distance, T(0)));
  if (axis.separation > max_distance) {
    m.status = Status::beyond_max, m.normal = axis.normal;
    return true;
  }
  if (!(axis.separation <= T(0)) || !is_finite(axis.separation)) return false;
  const ContactFrame<T> frame(axis.normal);
  Silhouette<T> on_a, on_b;
  see_box(on_a, a, axis.normal, BodyFrame<T>(frame), false);
  const BodyFrame<T> frame_b(frame, x_ab);
  const Vec3<T> normal_b = -frame_b.normal;
  see_box(on_b, b, normal_b, frame_b, true);
  const Contact<T> c = overlapping(-axis.separation, axis.normal, x_ab.translation);
  m.status = c.status, m.normal = c.normal;
  add_overlap(
      m, on_a, on_b, frame, c, farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&] { return band_left(on_a, a, axis.normal) * band_left(on_b, b, normal_b); },
      [&](Overlap<T>& overlap, T snap) {
        const bool in_order = clip(overlap, on_a, on_b, snap);
        if (!cache || overlap.count < 3) return in_order;  // only faces on faces prove their own normal
        if (!in_order) overlap.order();
        remember(cache->manifold, a, b, x_ab, {frame, on_a, on_b, overlap, snap}, cache->overlap);
        return true;
      });
  return made_of_features(m);
}

/// All others, from their contact; hulls are remembered.
template <Scalar T>
void add_manifold(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                  T max_distance, PairCache<T>* cache) {
  m.status = contact.status, m.normal = contact.normal, m.count = 0;
  if (contact.status == Status::invalid || contact.status == Status::beyond_max) return;
  if (contact.distance > max_distance) {
    m.status = Status::beyond_max;
    return;
  }
  m.normal = steadied(a, b, x_ab, contact);
  const ContactFrame<T> frame(m.normal);
  Silhouette<T> on_a, on_b;
  const bool own_normal = m.normal == contact.normal;  // else what the contact found is not what is along it
  look(on_a, a, own_normal ? contact.feature_a : Feature{}, frame.normal, static_cast<const Pose<T>*>(nullptr), frame);
  const Vec3<T> normal_b = -transposed_times(x_ab.rotation, frame.normal);
  look(on_b, b, own_normal ? contact.feature_b : Feature{}, normal_b, &x_ab, frame);
  const Hull<T>*hull_a = a.template get_if<Hull<T>>(), *hull_b = b.template get_if<Hull<T>>();
  add_overlap(
      m, on_a, on_b, frame, contact, farthest_counted(max_distance, x_ab, on_a, on_b, min(on_a.extent, on_b.extent)),
      [&] { return band_of(on_a, a, frame.normal) * band_of(on_b, b, normal_b); },
      [&](Overlap<T>& overlap, T snap) {
        const bool in_order = clip(overlap, on_a, on_b, snap);
        if (!cache || !hull_a || !hull_b || contact.status != Status::overlapping) return in_order;
        if (!in_order) overlap.order();
        remember(cache->manifold, *hull_a, *hull_b, x_ab, {frame, on_a, on_b, overlap, snap}, cache->overlap);
        return true;
      });
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
