// SPDX-License-Identifier: MIT
#pragma once
/// A shape that is moved without rotation, until it meets another.
#include <tactus/sweep/time_of_impact.h>

namespace tactus {

/// How far A can go along `translation` before it touches B: Impact::time is the fraction of it. This is time_of_impact
/// without rotation, certified in the same way: the separation along a direction then falls at a constant speed, and
/// each step goes all the way to the support plane, as in a GJK ray cast on the Minkowski difference. [van den Bergen
/// 2004, Ray casting against general convex objects]
template <class A, class B, class T = scalar_t<A>>
Impact<T> shape_cast(const A& a, const Pose<T>& pose_a, const Vec3<std::type_identity_t<T>>& translation, const B& b,
                     const Pose<T>& pose_b, const Options<T>& options = {},
                     std::type_identity_t<PairCache<T>>* cache = nullptr) {
  return time_of_impact(a, Motion<T>{.start = pose_a, .velocity = translation}, b, at_rest(pose_b), options, cache);
}

}  // namespace tactus
