// SPDX-License-Identifier: MIT
#pragma once
/// Time of impact by testing sub-steps and halving the first one that ends in contact. [course slides on collision
/// time]
#include <tactus/narrow/default.h>
#include <tactus/sweep/impact.h>
#include <tactus/sweep/motion.h>

namespace tactus::bisection {

/// The simple way: the pair is tested after each of `substeps` equal parts of the motion; at the first overlap, binary
/// search narrows the time down until the free end of the interval is within the tolerance.
/// Invariant: free at `before`, in contact at `after`. Each round halves the interval; the cap ends in `stalled`.
/// It misses every contact that begins and ends between two tests. A plate of thickness h crossed at v lengths per
/// motion needs at least v/h sub-steps, and no number is enough for a graze. Nothing is certified except the contact at
/// `upper`: `lower` stays 0. conservative_advancement.h has none of these flaws.
template <class A, class B, class MotionA, class MotionB, class T = scalar_t<A>>
Impact<T> time_of_impact(const A& a, const MotionA& motion_a, const B& b, const MotionB& motion_b, int substeps,
                         const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr) {
  if (substeps < 1 || !is_valid(options)) return {};
  if (!is_valid(motion_a.at(T(0))) || !is_valid(motion_b.at(T(0))) || !is_valid(motion_a.at(T(1))) ||
      !is_valid(motion_b.at(T(1))))
    return {};
  Impact<T> r;
  Options<T> signed_options = options;
  signed_options.max_distance = infinity<T>;
  const auto contact_at = [&](T t) {
    ++r.steps;
    const Pose<T> pose_a = rigid(motion_a.at(t));
    return detail::placed(narrow::contact(a, b, relative(pose_a, rigid(motion_b.at(t))), signed_options, cache), pose_a,
                          T(0));
  };
  const auto ended = [&](MotionStatus status, T time, T upper, const Contact<T>& contact) {
    r.status = status, r.time = time, r.upper = upper, r.contact = contact;
    return r;
  };
  r.resolution = tolerated(options, pair_size(bounding_radius(a), bounding_radius(b)), T(0));
  Contact<T> free = contact_at(T(0));
  if (free.touching()) return ended(MotionStatus::initial_overlap, T(0), T(0), free);
  T before = T(0), after = T(2);
  for (int k = 1; k <= substeps; ++k) {
    const T t = T(k) / T(substeps);
    const Contact<T> c = contact_at(t);
    if (c.touching()) {
      after = t;
      break;
    }
    free = c, before = t;
  }
  if (after > T(1)) return ended(MotionStatus::none, T(1), infinity<T>, {});
  for (int k = 0; free.distance > r.resolution; ++k) {
    if (k >= options.max_iterations) return ended(MotionStatus::stalled, before, after, free);
    const T middle = (before + after) / T(2);
    if (!(middle > before && middle < after)) break;  // adjacent numbers: nothing is left to halve
    const Contact<T> c = contact_at(middle);
    if (c.touching()) {
      after = middle;
    } else {
      free = c, before = middle;
    }
  }
  return ended(MotionStatus::hit, before, after, free);
}

}  // namespace tactus::bisection
