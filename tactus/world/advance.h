// SPDX-License-Identifier: MIT
#pragma once
/// A frame of motion without tunnelling: all bodies advance to the earliest impact, repeatedly; and the simple fixed
/// sub-step as an alternative.  [Chmelík & Trtík, PA199, adaptive time step]
///
/// Use advance() where impacts are few and must not be missed: bullets, thrown objects, robots among obstacles. For
/// heaps, use update() and a solver with margins: resting bodies meet again and again within a frame (500 resting boxes
/// had 65 257 impacts in one simulated second).
#include <tactus/core/options.h>
#include <tactus/math/export.h>
#include <tactus/sweep/impact.h>
#include <tactus/world/bodies.h>

#include <functional>

namespace tactus {

/// How a frame ended.
enum class AdvanceStatus : std::uint8_t {
  done,  // the whole frame has passed
  stopped,  // max_impacts were handled before the end; `time` says how far it got
};
inline std::ostream& operator<<(std::ostream& os, AdvanceStatus s) {
  return os << (s == AdvanceStatus::done ? "done" : "stopped");
}

/// What happened in a frame.
template <Scalar T> struct Advance {
  AdvanceStatus status = AdvanceStatus::done;  // whether the whole frame has passed
  T time{};  // how much of the duration has passed, in its units
  int impacts = 0;  // how many there were
  int questions = 0;  // times of impact computed

  friend std::ostream& operator<<(std::ostream& os, const Advance& a) {
    return os << a.status << " after " << a.time << ", " << a.impacts << " impacts, " << a.questions
              << " times of impact";
  }
};

/// An overlap of at most this many resolutions of the query counts as touch: a body may have sunk in by that much.
template <Scalar T> inline constexpr T shallow_overlap = T(16);

namespace detail {

template <Scalar T> using ImpactOf = std::function<void(BodyId a, BodyId b, const Impact<T>&)>;
template <Scalar T>
TACTUS_API Advance<T> advance_bodies(Bodies<T>& bodies, T duration, const ImpactOf<T>& on_impact, int max_impacts,
                                     const Options<T>& options);
template <Scalar T>
TACTUS_API void advance_bodies_in_substeps(Bodies<T>& bodies, T duration, int substeps,
                                           const std::function<void()>& on_step, int threads);

}  // namespace detail

/// Moves every body that is not static and not asleep by its velocities for `duration`, certified: no two bodies that
/// may meet (filters, predicate, no sensor) pass through each other, however fast and however thin. Pairs that overlap
/// at the start by more than `shallow_overlap` are left to update(): they are not impacts. All impacts at the same time
/// are handled before the motion continues.
///
/// on_impact(world, a, b, impact) is called for each impact, with a.slot < b.slot and all bodies at their poses of that
/// time. It changes velocities (bounce, stop) or anything else; otherwise the same impact occurs again at once. It may
/// be left out: then the motion ends at the first impact. A pair whose impact repeats at once counts against
/// max_impacts, which ends the call with the bodies where they are: it neither loops forever nor lets a body pass.
///
/// A time of impact that stalls at its cap (options.max_iterations) says how far the motion is free. The motion
/// continues up to there, and the pair is computed again; if that is less than a sixteenth of the remaining time, it is
/// an impact with status `stalled`.
///
/// After an impact, only pairs with a changed body are computed again; the times of the others are kept. Throws
/// std::invalid_argument, and moves nothing, if the duration is negative or not finite, max_impacts is negative or the
/// options are not valid. W: a World of any kind.
template <class W, class F = std::nullptr_t, class T = typename W::scalar>
Advance<T> advance(W& world, std::type_identity_t<T> duration, F&& on_impact = {}, int max_impacts = 1000,
                   const Options<T>& options = {}) {
  detail::ImpactOf<T> tell;
  if constexpr (!std::same_as<std::remove_cvref_t<F>, std::nullptr_t>)
    tell = [&](BodyId a, BodyId b, const Impact<T>& impact) { on_impact(world, a, b, impact); };
  return detail::advance_bodies<T>(world, duration, tell, max_impacts, options);
}

/// Moves every body by its velocities in `substeps` equal steps and calls on_step(world) (if any) after each: the
/// simple alternative in [Chmelík & Trtík, PA199]. It may miss bodies that are thinner than the motion of a sub-step.
/// Throws like advance, and if there is not at least one sub-step. threads: as for World::set_poses.
template <class W, class F = std::nullptr_t, class T = typename W::scalar>
void advance_in_substeps(W& world, std::type_identity_t<T> duration, int substeps, F&& on_step = {}, int threads = 0) {
  std::function<void()> tell;
  if constexpr (!std::same_as<std::remove_cvref_t<F>, std::nullptr_t>) tell = [&] { on_step(world); };
  detail::advance_bodies_in_substeps<T>(world, duration, substeps, tell, threads);
}

}  // namespace tactus
