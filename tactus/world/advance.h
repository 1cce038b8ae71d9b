#pragma once
/// A frame of motion without tunnelling: all bodies go on to the earliest impact, again and again; and the plain fixed
/// sub-step beside it.  [Chmelík & Trtík, PA199, adaptive time step]
#include <tactus/sweep/impact.h>
#include <tactus/world/world.h>

#include <functional>

namespace tactus {

/// Told of each impact, with both bodies at the time of impact: change their velocities (bounce, stop), or the same
/// impact comes again at once. a.slot < b.slot.
template <Scalar T> using ImpactHandler = std::function<void(World<T>&, BodyId a, BodyId b, const Impact<T>&)>;

enum class AdvanceStatus : std::uint8_t {
  done,  // the whole frame has passed
  stopped,  // max_impacts were handled before its end; `time` says how far it got
};

template <Scalar T> struct Advance {
  AdvanceStatus status = AdvanceStatus::done;
  T time{};  // of the duration, in its units
  int impacts = 0;
};

/// An overlap of at most this many resolutions of the query counts as touch: what a body may have sunk in by.
template <Scalar T> inline constexpr T shallow_overlap = T(16);

/// Moves every body that is not static by its velocities for `duration`, certified: no pair that may meet (filters,
/// predicate, no sensor) passes through each other, however fast and however thin. Pairs that overlap at the start by
/// more than `shallow_overlap` are left to update(): they are no impacts. All impacts at the same time are handled
/// before the motion goes on.
/// A pair whose impact repeats at once (the handler left it approaching) counts against max_impacts, which ends the
/// call with the bodies where they are: it neither loops for ever nor lets anything through.
/// Throws std::invalid_argument, and moves nobody, where the duration is negative or not finite, max_impacts is negative
/// or the options are not valid.
template <Scalar T>
Advance<T> advance(World<T>& world, std::type_identity_t<T> duration, const ImpactHandler<T>& on_impact = {},
                   int max_impacts = 1000, const Options<T>& options = {});

/// Moves every body by its velocities in `substeps` equal steps and calls on_step (if any) after each: the simple
/// alternative of the slides. What is thinner than the way of a sub-step may be missed. Throws as advance does, and where
/// there is not at least one sub-step.
template <Scalar T>
void advance_in_substeps(World<T>& world, std::type_identity_t<T> duration, int substeps,
                         const std::function<void(World<T>&)>& on_step = {});

}  // namespace tactus
