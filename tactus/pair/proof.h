// SPDX-License-Identifier: MIT
#pragma once
/// What is still known about a separated pair after its bodies have moved a little.
#include <tactus/core/pair_cache.h>
#include <tactus/narrow/pair_motion.h>

namespace tactus {

/// At this pose the signed distance is at least `lower`.
template <Scalar T> void remember_apart(PairProof& proof, const Pose<T>& x_ab, T lower) {
  proof = {};
  proof.x_ab = x_ab.template cast<float>();
  proof.apart = static_cast<float>(lower) * (lower > T(0) ? 1 - 0x1p-22f : 1 + 0x1p-22f);  // rounded down
}

/// Is the signed distance still above `distance`? The distance of sets is 1-Lipschitz in the motion of each, relative to
/// any frame, including A's.
template <Scalar T>
bool still_apart(const PairProof& proof, const Pose<T>& x_ab, const Vec3<T>& center_b, T bounding_radius_b,
                 T distance) {
  if (!(T(proof.apart) > distance)) return false;
  const PairMotion<T> moved = moved_since(proof.x_ab, x_ab, center_b, bounding_radius_b);
  return T(proof.apart) - moved.by > distance;
}

}  // namespace tactus
