// SPDX-License-Identifier: MIT
#pragma once
/// The queries on bodies made of pieces, in the frame of A or, for rays, of the body. What users call: nonconvex.h.
#include <tactus/core/options.h>
#include <tactus/nonconvex/piece_answers.h>
#include <tactus/nonconvex/piece_source.h>
#include <tactus/sweep/motion.h>

#include <vector>

namespace tactus::pieces {

template <Scalar T>
TACTUS_API bool intersects(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                           const Options<T>& options);
template <Scalar T>
TACTUS_API PieceContact<T> distance(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                                    const Options<T>& options);
template <Scalar T>
TACTUS_API PieceContact<T> contact(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                                   const Options<T>& options);
/// One for each pair of pieces that push each other, sorted by pieces.
template <Scalar T>
TACTUS_API std::vector<PieceManifold<T>> manifolds(const PieceSource<T>& a, const PieceSource<T>& b,
                                                   const Pose<T>& x_ab, const Options<T>& options);
template <Scalar T>
TACTUS_API PieceRayHit<T> ray_cast(const PieceSource<T>& body, const Vec3<T>& origin, const Vec3<T>& direction,
                                   T max_t);
/// World in, world out. The motions must be valid, and their starts rigid.
template <Scalar T>
TACTUS_API PieceImpact<T> time_of_impact(const PieceSource<T>& a, const Motion<T>& motion_a, const PieceSource<T>& b,
                                         const Motion<T>& motion_b, const Options<T>& options);

}  // namespace tactus::pieces
