// SPDX-License-Identifier: MIT
#pragma once
/// The features of two shapes that face each other along the normal of their contact, as silhouettes.
#include <tactus/contact/manifold/box_silhouette.h>
#include <tactus/contact/manifold/hull_silhouette.h>
#include <tactus/contact/perturbed_sampling.h>
#include <tactus/core/contact.h>
#include <tactus/shape/shape.h>

namespace tactus {

namespace detail {

/// See rounded_feature: an edge of the core, rounded by a ball.
constexpr bool rounded_edge(Feature f) {
  return f.kind == FeatureKind::curved && (f.index & Feature::rounds_edge) != 0;
}

/// An edge, stored from its lower end; see points_down().
template <Scalar T> Outline<T> from_lower_end(const Outline<T>& o) {
  const bool edge = o.feature.kind == FeatureKind::edge || rounded_edge(o.feature);
  if (o.size() != 2 || !edge) return o;
  return points_down(o[1] - o[0]) ? Outline<T>::edge(o.feature, o.normal, o[1], o[0]) : o;
}

/// A shape's feature along a direction of its own frame, in A's frame: `x` maps there. `known`: the feature that the
/// contact found.
template <Scalar T>
TACTUS_API void look(Silhouette<T>& s, const Shape<T>& shape, Feature known, const Vec3<T>& local_direction,
                     const Pose<T>* x, const ContactFrame<T>& frame) {
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
    lay_plane(s, own, outline.normal, outline[0]);
  }
}
// Compiled once, in manifold.cpp, because four files use it.
extern template void look(Silhouette<float>&, const Shape<float>&, Feature, const Vec3<float>&, const Pose<float>*,
                          const ContactFrame<float>&);
extern template void look(Silhouette<double>&, const Shape<double>&, Feature, const Vec3<double>&, const Pose<double>*,
                          const ContactFrame<double>&);

/// The gap between the two support planes perpendicular to n, a unit direction from A to B.
template <Scalar T> T gap_along(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Vec3<T>& n) {
  const Vec3<T> on_b = x_ab * b.support(-transposed_times(x_ab.rotation, n));
  return dot(n, on_b - a.support(n)) - a.radius() - b.radius();
}

}  // namespace detail

/// Against a curved shape the normal is known only to the tolerance, and fluctuates within it. If the normal of a
/// nearby flat face separates as well (to the query's resolution), it is better: A's first, then B's.
template <Scalar T>
Vec3<T> steadied_normal(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  if ((a.polytope() && b.polytope()) || !a.bounded() || !b.bounded()) return c.normal;
  const auto as_good = [&](const Vec3<T>& n) { return detail::gap_along(a, b, x_ab, n) >= c.distance - c.resolution; };
  const Outline<T> on_a = a.feature_along(c.normal, feature_sine<T>);
  if (on_a.feature.kind == FeatureKind::face && as_good(on_a.normal)) return on_a.normal;
  const Outline<T> on_b = b.feature_along(-transposed_times(x_ab.rotation, c.normal), feature_sine<T>);
  const Vec3<T> normal_b = -(x_ab.rotation * on_b.normal);
  if (on_b.feature.kind == FeatureKind::face && as_good(normal_b)) return normal_b;
  return c.normal;
}

/// Both silhouettes. The object is large, and is constructed where it is used.
template <Scalar T> struct Sight {
  ContactFrame<T> frame;
  Silhouette<T> on_a, on_b;

  Sight(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c)
      : frame(steadied_normal(a, b, x_ab, c)) {
    const bool own_normal = frame.normal == c.normal;  // if not, the contact's features do not belong to this normal
    detail::look(on_a, a, own_normal ? c.feature_a : Feature{}, frame.normal, static_cast<const Pose<T>*>(nullptr),
                 frame);
    const Vec3<T> normal_b = -transposed_times(x_ab.rotation, frame.normal);
    detail::look(on_b, b, own_normal ? c.feature_b : Feature{}, normal_b, &x_ab, frame);
  }
  /// Two boxes and a known normal: no contact is needed.
  Sight(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, const Vec3<T>& normal) : frame(normal) {
    const BodyFrame<T> frame_a(frame), frame_b(frame, x_ab);
    see_box(on_a, a, normal, frame_a, false);
    see_box(on_b, b, -frame_b.normal, frame_b, true);
  }

  T extent() const { return min(on_a.extent, on_b.extent); }
};

}  // namespace tactus
