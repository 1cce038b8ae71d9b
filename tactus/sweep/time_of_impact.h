// SPDX-License-Identifier: MIT
#pragma once
/// When do two moving shapes first meet? World in, world out.
#include <tactus/math/export.h>
#include <tactus/sweep/bounded_half_space.h>
#include <tactus/sweep/bounded_pair.h>
#include <tactus/sweep/erased.h>

namespace tactus {

namespace sweep {

/// Compiled once per scalar: boxes and hulls as their own types, half-spaces in closed form, all others as Shapes.
template <Scalar T>
TACTUS_API Impact<T> time_of_impact(const Shape<T>& a, const Motion<T>& motion_a, const Shape<T>& b,
                                    const Motion<T>& motion_b, const Options<T>& options, PairCache<T>* cache);

}  // namespace sweep

/// The first time in [0, 1] at which the shapes touch, certified: never late, never missed, and early only by the
/// tolerance, a distance (options.tolerance relative to the size of the pair, see Impact::resolution). Overlap at the
/// start is `initial_overlap`; a start in touch that does not go deeper is not a hit. options.max_iterations caps the
/// steps; options.max_distance is ignored.
/// Takes Shapes, built-in shapes (a HalfSpace too), or user types that model Convex.
template <class A, class B, class T = scalar_t<A>>
Impact<T> time_of_impact(const A& a, const Motion<T>& motion_a, const B& b, const Motion<T>& motion_b,
                         const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr) {
  if constexpr (sweep::is_erasable<A> && sweep::is_erasable<B>) {
    return sweep::time_of_impact<T>(sweep::erased(a), motion_a, sweep::erased(b), motion_b, options, cache);
  } else {
    return conservative_advancement::time_of_impact(a, motion_a, b, motion_b, options, cache);
  }
}

/// The same for user-defined motions with known speed bounds (BoundedMotion in motion.h). A half-space may be one of
/// the two.
template <class A, BoundedMotion MotionA, class B, BoundedMotion MotionB, class T = scalar_t<A>>
  requires(!std::same_as<MotionA, Motion<T>> || !std::same_as<MotionB, Motion<T>>)
Impact<T> time_of_impact(const A& a, const MotionA& motion_a, const B& b, const MotionB& motion_b,
                         const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr) {
  const auto& in_a = sweep::erased(a);
  const auto& in_b = sweep::erased(b);
  if (const auto plane = sweep::half_space_in(in_a))
    return sweep::bounded_half_space_impact(*plane, motion_a, in_b, motion_b, options);
  if (const auto plane = sweep::half_space_in(in_b))
    return sweep::mirrored(sweep::bounded_half_space_impact(*plane, motion_b, in_a, motion_a, options));
  return conservative_advancement::time_of_impact(in_a, motion_a, in_b, motion_b, options, cache);
}

}  // namespace tactus
