// SPDX-License-Identifier: MIT
#pragma once
/// The Minkowski difference of two hulls as a hull: the "entrance block" of discontinuous deformation analysis. [Feng &
/// Tan 2019, §2.1, §2.3, §4.2.2; Shi 2015]
///
/// For small shapes: it takes the convex hull of all vertex differences. Used as a test oracle, for pictures, and by
/// callers who need the block.
#include <tactus/core/contact_type.h>
#include <tactus/math/pose.h>
#include <tactus/shape/hull.h>

#include <vector>

namespace tactus {

template <Scalar T> struct FeaturePair {
  Feature a, b;
  constexpr ContactType type() const { return contact_type(a, b); }
};

/// The distance of the origin (or of the reference point) to the block is the distance of the shapes; the nearest face
/// names the features that touch. Face f of the block comes from faces[f].a of A and faces[f].b of B.
template <Scalar T> struct EntranceBlock {
  Hull<T> hull;
  std::vector<FeaturePair<T>> faces;
};

namespace detail {

/// The features that span each face: those of A along its normal, those of B against it. `turn` is +1 for A ⊖ B and -1
/// for B ⊖ A, whose normals point the other way.
template <Scalar T>
EntranceBlock<T> with_feature_pairs(Hull<T> hull, const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, T turn) {
  EntranceBlock<T> block{std::move(hull), {}};
  // The normals of the block are as accurate as its coordinates: n differences, each rounded to u times its size.
  const T sine = T(64) * unit_roundoff<T> * (norm(block.hull.center()) + block.hull.bounding_radius()) /
                 min(a.bounding_radius(), b.bounding_radius());
  for (std::uint32_t f = 0; f < block.hull.face_count(); ++f) {
    const Vec3<T> n = block.hull.plane(f).normal * turn;
    block.faces.push_back({a.feature_along(n, max(sine, T(1e-6))).feature,
                           b.feature_along(-transposed_times(x_ab.rotation, n), max(sine, T(1e-6))).feature});
  }
  return block;
}

}  // namespace detail

/// A ⊖ B = { a - b } in A's frame: contains the origin exactly when A and B intersect.
template <Scalar T> EntranceBlock<T> minkowski_block(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
  std::vector<Vec3<T>> differences;
  differences.reserve(a.vertex_count() * b.vertex_count());
  for (const Vec3<T>& p : a.vertices())
    for (const Vec3<T>& q : b.vertices()) differences.push_back(p - x_ab * q);
  return detail::with_feature_pairs(Hull<T>::from_points(differences), a, b, x_ab, T(1));
}

/// E(A, B) = B ⊖ A + v, in the paper's order: the region that the reference point v of A must not enter. v is in A's
/// frame.
template <Scalar T>
EntranceBlock<T> entrance_block(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab, const Vec3<T>& reference) {
  std::vector<Vec3<T>> differences;
  differences.reserve(a.vertex_count() * b.vertex_count());
  for (const Vec3<T>& p : a.vertices())
    for (const Vec3<T>& q : b.vertices()) differences.push_back(x_ab * q - p + reference);
  return detail::with_feature_pairs(Hull<T>::from_points(differences), a, b, x_ab, T(-1));
}

}  // namespace tactus
