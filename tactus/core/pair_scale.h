// SPDX-License-Identifier: MIT
#pragma once
/// The scales of a pair as defined in docs/contract.md: the only place that states the rules for rounding and
/// tolerance.
#include <tactus/core/options.h>
#include <tactus/math/scalar.h>

namespace tactus {

/// The rounding error that a bound can have if no coordinate involved is larger than `reach`: 8·u·S.
template <Scalar T> constexpr T rounding_of(T reach) { return T(8) * unit_roundoff<T> * reach; }

/// The length that the tolerance is relative to, from the bounding radii of both bodies.
template <Scalar T> constexpr T pair_size(T radius_a, T radius_b) { return T(2) * min(radius_a, radius_b); }

/// How far apart the bounds of a signed distance may be for an iteration to end, not counting rounding.
template <Scalar T> constexpr T tolerated(const Options<T>& options, T size, std::type_identity_t<T> signed_distance) {
  return options.tolerance * max(size, abs(signed_distance));
}

/// The same for two bodies in motion, which are as near as that when they touch. It is never below eight times the
/// rounding of their distances: an iteration in time stops between two such distances.
template <Scalar T>
constexpr T tolerated_in_motion(const Options<T>& options, T size, std::type_identity_t<T> rounding) {
  return max(tolerated(options, size, T(0)), T(8) * rounding);
}

template <Scalar T> struct PairScale {
  T size;  // of the pair
  T reach;  // S: no coordinate involved is larger
  bool polytopes;  // both cores

  constexpr T rounding() const { return rounding_of(reach); }  // the possible rounding error of a bound
  /// How close the bounds must be for the query to end, at a signed distance of that magnitude. Polytopes iterate to
  /// the end, whatever the tolerance: their last step is exact.
  constexpr T resolution(const Options<T>& options, T signed_distance) const {
    return polytopes ? rounding() : max(rounding(), tolerated(options, size, signed_distance));
  }
};

/// How far a normal may be tilted before a query of that resolution notices: a tilt of resolution/size moves the
/// separation by no more than the resolution.
template <Scalar T> constexpr T unnoticed_tilt(T resolution, T size) {
  return size > T(0) ? min(T(0.01), resolution / size) : T(0);
}

}  // namespace tactus
