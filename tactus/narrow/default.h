// SPDX-License-Identifier: MIT
#pragma once
/// The library's choice of algorithm for each pair, called by query.h. Poses: that of B in A's frame, or both in the
/// world.
///
/// | pair                                       | intersects    | distance                | contact             |
/// |--------------------------------------------|---------------|-------------------------|---------------------|
/// | half-space, any convex shape               | closed form   | closed form             | closed form         |
/// | sphere or point, any with a point distance | closed form   | closed form             | closed form         |
/// | capsules, segments                         | closed form   | closed form             | closed form         |
/// | box, box                                   | balls, axes   | remembered features,    | 15 axes; a gap by   |
/// |                                            |               | corners, edges, GJK     | corners, edges, GJK |
/// | hull, hull                                 | balls, SA-GJK | balls, V-Clip or GJK;   | exact axes (sat);   |
/// |                                            |               | remembered features:    | a gap as `distance` |
/// |                                            |               | proof, V-Clip           |                     |
/// | round box, round box or box                | balls, SA-GJK | as boxes, then GJK      | exact axes (sat)    |
/// | other polytopes, rounded ones too          | balls, SA-GJK | balls, GJK              | exact axes (sat)    |
/// | all others                                 | balls, SA-GJK | balls, GJK              | GJK, EPA, a search  |
///
/// Balls: the balls inside the shapes meet, or the balls around them are apart; this settles half of all random pairs.
/// If there is a max_distance, distance and contact test the outer balls first.
#include <tactus/math/export.h>
#include <tactus/math/rigid.h>
#include <tactus/narrow/balls.h>
#include <tactus/narrow/closed_form.h>
#include <tactus/narrow/closed_form/balls_and_segments.h>
#include <tactus/narrow/epa.h>
#include <tactus/narrow/in_world.h>
#include <tactus/narrow/mpr.h>
#include <tactus/narrow/sa_gjk.h>
#include <tactus/shape/shape.h>

#include <algorithm>

namespace tactus::narrow {

/// The same query with bounds as close as rounding permits. A yes-or-no answer cannot report that the search gave up,
/// so the iteration cap is at least the default one.
template <Scalar T> Options<T> sharpest(Options<T> options) {
  options.tolerance = T(0);
  options.max_iterations = std::max(options.max_iterations, Options<T>{}.max_iterations);
  return options;
}

// ---- any two convex shapes, by their support mappings ---------------------------------------------------------------

namespace by_support {

/// An overlap has no closest features; contact() names the features that touch.
template <class Pair, class T>
Contact<T> distance_by_gjk(const Pair& pair, const Options<T>& options, PairCache<T>* cache) {
  Contact<T> c = gjk::pair_distance(pair, options, cache);
  if (!c.touching()) name_features(c, pair.shape_a(), pair.shape_b(), pair.x_ab());
  return c;
}
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  if (balls::inner_meet(pair))
    return gjk::overlap(pair, balls::common_point(pair), balls::core_upper(pair), 0, options);
  return distance_by_gjk(pair, options, cache);
}

/// Half of all random pairs are settled by the balls inside and around the shapes. Pairs within rounding of touching
/// are decided by settle(): by the distance, as precisely as possible.
template <class Pair, class T, class Settle>
bool pair_intersects(const Pair& pair, const Options<T>& options, PairCache<T>* cache, Settle&& settle) {
  if (!pair.finite() || balls::outer_apart(pair, pair.rounding())) return false;
  if (balls::inner_meet(pair)) return true;
  const sa_gjk::Verdict verdict = sa_gjk::pair_verdict(pair, options, cache);
  return verdict.clear ? verdict.hit : settle();
}
template <Convex A, Convex B, class T = scalar_t<A>>
bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  return pair_intersects(pair, options, cache,
                         [&] { return distance(a, b, x_ab, sharpest(options), cache).touching(); });
}

/// EPA gives up where its polytope breaks or is full. Bounds that have met by then, as the contract says (Status), are a
/// proof all the same. The witness points are found again: EPA looks for exact ones only if it ends by itself.
template <class Pair, class T>
[[gnu::noinline, gnu::cold]] void accept_if_met(Contact<T>& c, const Pair& pair, const Options<T>& options) {
  if (!(c.upper - c.lower <= c.resolution + T(4) * pair.rounding())) return;
  const T depth = -(c.distance + pair.radius());  // of the cores
  const TouchingPoints<T> touching = touching_points(pair, c.normal, depth, options);
  if (!(norm(touching.a - touching.b - depth * c.normal) <= c.resolution)) return;
  const T lower = c.lower + pair.radius() + pair.rounding(), upper = c.upper + pair.radius() - pair.rounding();
  const int calls = c.support_calls;
  c = finish(pair, Status::overlapping, -depth, lower, upper, c.normal, touching.a, touching.b, c.iterations, options);
  c.support_calls = calls;
}

/// EPA's bounds are a certificate once they have met. If they stay open, a local search for the least depth over
/// directions starts at EPA's best normal. The answer is never worse than EPA's.
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options, PairCache<T>* cache) {
  Contact<T> c = epa::contact(a, b, x_ab, options, cache);
  if (c.status == Status::stalled && c.distance < T(0)) {
    const MinkowskiPair<A, B, T> pair(a, b, x_ab);
    const auto d = mpr::descend(pair, c.normal, -(c.distance + pair.radius()), options);
    if (d.improved) {
      const T upper = c.upper + pair.radius() - pair.rounding();  // for the cores
      const int calls = c.support_calls;
      c = finish(pair, Status::stalled, -d.depth_upper, -d.depth_upper, upper, d.normal, d.witness_a, d.witness_b,
                 c.iterations + d.iterations, options);
      c.support_calls += calls;
    }
    accept_if_met(c, pair, options);
  }
  name_features(c, a, b, x_ab);
  return c;
}

}  // namespace by_support

template <Convex A, Convex B, class T = scalar_t<A>>
bool intersects(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                std::type_identity_t<PairCache<T>>* cache = nullptr) {
  return by_support::intersects(a, b, x_ab, options, cache);
}
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> distance(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                    std::type_identity_t<PairCache<T>>* cache = nullptr) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (balls::outer_beyond(pair, options)) return balls::far_apart(pair, options);
  return by_support::distance(a, b, x_ab, options, cache);
}
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (balls::outer_beyond(pair, options)) return balls::far_apart(pair, options);
  return by_support::contact(a, b, x_ab, options, cache);
}

// In the world. intersects expects poses that are rigid motions; the other functions check their poses.
template <Convex A, Convex B, class T = scalar_t<A>>
bool intersects(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b, const Options<T>& options = {},
                std::type_identity_t<PairCache<T>>* cache = nullptr) {
  return by_support::intersects(a, b, relative(pose_a, pose_b), options, cache);
}
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> distance(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
                    const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr) {
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T rotation_error) {
    Contact<T> c = narrow::distance(a, b, relative(at_a, at_b), options, cache);
    move_to_world(c, at_a, at_b, origin_radius(b), rotation_error);
    return c;
  });
}
template <Convex A, Convex B, class T = scalar_t<A>>
Contact<T> contact(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr) {
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T rotation_error) {
    Contact<T> c = narrow::contact(a, b, relative(at_a, at_b), options, cache);
    move_to_world(c, at_a, at_b, origin_radius(b), rotation_error);
    return c;
  });
}

// ---- shapes: the same, with closed forms where they exist ----------------------------------------------------------

template <Scalar T>
TACTUS_API bool intersects(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options = {},
                           std::type_identity_t<PairCache<T>>* cache = nullptr);
template <Scalar T>
TACTUS_API Contact<T> distance(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                               const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr);
template <Scalar T>
TACTUS_API Contact<T> contact(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options = {},
                              std::type_identity_t<PairCache<T>>* cache = nullptr);

// In the world: closed forms there need no relative pose. Poses: as above.
template <Scalar T>
TACTUS_API bool intersects(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                           const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr);
template <Scalar T>
TACTUS_API Contact<T> distance(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                               const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr);
template <Scalar T>
TACTUS_API Contact<T> contact(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                              const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr);

/// The best axis of two boxes (closed_form/box_axis.h), and contact()'s answer if it is known.
template <Scalar T>
closed_form::BoxAxis<T> box_axis(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T stop_above);
template <Scalar T>
TACTUS_API Contact<T> box_contact(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                  const closed_form::BoxAxis<T>& axis, const Options<T>& options,
                                  std::type_identity_t<PairCache<T>>* cache);

/// For callers that compute the points of an overlap themselves (a manifold does): contact()'s answer for two hulls
/// without the points of an overlap, which take longer than the rest if faces are parallel.
template <Scalar T>
TACTUS_API Contact<T> contact_but_for_points(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab,
                                             const Options<T>& options, std::type_identity_t<PairCache<T>>* cache);

}  // namespace tactus::narrow
