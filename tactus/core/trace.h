#pragma once
/// Observers: an algorithm takes `Trace = NoTrace` and tells it what it does. Tests count with one, the docs' pictures
/// and the viewer are drawn with one. There is no other debugging hook.

namespace tactus {

/// Ignores everything, at no cost. Any type with an `operator()(const auto& event)` may stand in its place; the events
/// are small structs declared beside the algorithm that sends them.
struct NoTrace {
  template <class Event> constexpr void operator()(const Event&) const {}
};

}  // namespace tactus
