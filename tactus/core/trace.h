// SPDX-License-Identifier: MIT
#pragma once
/// Observers: an algorithm takes `Trace = NoTrace` and reports its steps to it. Tests use a trace to count, the docs'
/// pictures and the viewer to draw. There is no other debugging hook.

namespace tactus {

/// Ignores everything, at no cost. Any type with an `operator()(const auto& event)` can be used instead; the events are
/// small structs declared beside the algorithm that sends them.
struct NoTrace {
  template <class Event> constexpr void operator()(const Event&) const {}
};

}  // namespace tactus
