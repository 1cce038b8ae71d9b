// SPDX-License-Identifier: MIT
#pragma once
/// Overlaps with several least normals: the derivative for one of them says nothing about the others.
#include <tactus/core/contact.h>
#include <tactus/narrow/sat/search.h>
#include <tactus/shape/shape.h>

namespace tactus::ties {

/// An overlap, and which other normals count: those farther than `chord` from the contact's, along which the bodies
/// overlap by no more than `most`, and that are not in the same valley: half-way between them the overlap is more.
///
/// How deep B is in A along a vector (not along its unit vector) is a convex function of it: the support function of
/// A ⊖ B. So half-way between two unit normals at an angle θ it is at most their mean divided by cos(θ/2). It rises where
/// the unit vectors bulge out between the two, and it does not where a curved shape follows the sphere of that depth.
template <Scalar T> struct Overlap {
  const Contact<T>& contact;
  const Shape<T>& a;
  const Pose<T>& pose_a;
  const Shape<T>& b;
  const Pose<T>& pose_b;
  T chord, most;

  /// How deep B is in A along a unit direction from A to B.
  T along(const Vec3<T>& n) const { return reach(a, pose_a, n) + reach(b, pose_b, -n); }
  bool is_as_deep(const Vec3<T>& n) const { return norm(n - contact.normal) > chord && along(n) <= most; }
  /// The opposite normal has no direction half-way; is_as_deep() is enough there.
  bool is_another(const Vec3<T>& n) const { return is_as_deep(n) && along(unit_or_up(n + contact.normal)) > most; }

 private:
  static T reach(const Shape<T>& s, const Pose<T>& pose, const Vec3<T>& direction) {
    const Vec3<T> point = pose * s.support(transposed_times(pose.rotation, direction));
    return dot(point, direction) + s.radius();
  }
};

/// Two polytopes, or balls about them: the least overlaps are at the nodes and crossings of their Gauss maps, all of
/// which are searched. (If the cores do not overlap, the normal is that of their gap.)
template <Scalar T> bool of_polytopes(const Overlap<T>& o, const PolytopeView<T>& a, const PolytopeView<T>& b) {
  const Pose<T> x_ab = relative(o.pose_a, o.pose_b);
  sat::Search<T> search(a, b, x_ab);
  const sat::Axis<T> least = search.minimum();
  if (!(least.depth > T(0))) return false;
  const T more = o.most - o.a.radius() - o.b.radius() - least.depth;
  // What was ruled out counts as the slack, which is therefore larger than the rise that is looked for.
  return search.rise_beyond(o.chord, T(2) * abs(more)).least <= more;
}

/// A polytope and anything else: the normals of its faces, and of a flat one those of its view, which need not be minima.
/// `side`: +1 if the polytope is A. Most faces are too far from the other body's centre, which is in that body.
template <Scalar T>
bool at_faces(const Overlap<T>& o, const PolytopeView<T>& v, const Shape<T>& s, const Pose<T>& pose,
              const Vec3<T>& other_center, T side) {
  const Vec3<T> center = transposed_times(pose.rotation, other_center - pose.translation);
  for (std::size_t i = 0; i < v.face_count; ++i)
    if (v.offset(i) + s.radius() - dot(v.normal(i), center) <= o.most &&
        o.is_another(pose.rotation * v.normal(i) * side))
      return true;
  return false;
}

/// Is there another least normal? Opposite normals are found for all shapes (axes of capsules that meet; a ball in the
/// middle of a box), others if a polytope takes part: all of them for two polytopes, those at its faces for a polytope
/// in a curved shape.
template <Scalar T> bool several(const Overlap<T>& o) {
  if (!(o.contact.distance < T(0)) || !o.a.bounded() || !o.b.bounded()) return false;
  if (o.is_as_deep(-o.contact.normal)) return true;
  const PolytopeOf<T> a(o.a), b(o.b);
  if (!a.empty() && !b.empty()) return of_polytopes(o, a.view(), b.view());
  if (!a.empty()) return at_faces(o, a.view(), o.a, o.pose_a, o.pose_b * o.b.center(), T(1));
  if (!b.empty()) return at_faces(o, b.view(), o.b, o.pose_b, o.pose_a * o.a.center(), T(-1));
  return false;
}

}  // namespace tactus::ties
