// SPDX-License-Identifier: MIT
#pragma once
/// Options of a simulation. Speeds and lengths are relative to a body's size or to gravity: nothing here is in metres.
#include <tactus/broad/automatic.h>
#include <tactus/contact/history/contact_history.h>
#include <tactus/narrow/algorithms.h>

#include <array>
#include <optional>
#include <string_view>

namespace tactus::sim::rigid {

/// The solvers; SoftOptions, PgsOptions and ThesisOptions say what each does.
enum class SolverKind : std::uint8_t { soft, pgs, thesis };
/// Their names, by SolverKind.
inline constexpr std::array<std::string_view, 3> solver_names = {"soft", "pgs", "thesis"};
/// The name of a solver.
constexpr std::string_view name_of(SolverKind kind) { return solver_names[static_cast<std::size_t>(kind)]; }
/// The solver of that name, if there is one.
constexpr std::optional<SolverKind> find_solver(std::string_view name) {
  for (std::size_t i = 0; i < solver_names.size(); ++i)
    if (solver_names[i] == name) return static_cast<SolverKind>(i);
  return std::nullopt;
}

/// Soft contacts with sub-steps (soft_solver.cpp).
template <Scalar T> struct SoftOptions {
  int sub_steps = 4;  // of a step
  int relaxations = 2;  // passes without springs at the end of each sub-step
  int rounds = 2;  // over the points of a contact with more than two points, in each pass
  T frequency = T(60);  // of a contact's spring, in hertz; never more than a quarter of the sub-steps per second
  T damping_ratio = T(10);  // of that spring; 1: critical
  T push_out = T(3);  // an overlap is removed no faster than this many sizes of the pair per second
};

/// Projected Gauss-Seidel (pgs_solver.cpp).
template <Scalar T> struct PgsOptions {
  int iterations = 20;  // passes over all contacts in a step
  T correction = T(0.2L);  // the part of an overlap that is removed in a step
  T slop = T(0.002L);  // an overlap of this part of the pair's size is allowed: so resting points stay in touch
  T push_out = T(3);  // an overlap is removed no faster than this many sizes of the pair per second
  bool warm_start = true;  // from the impulses of the last step; if false, from zero
};

/// The thesis' solver (thesis_solver.cpp).
template <Scalar T> struct ThesisOptions {
  int iterations = 60;  // passes over all contacts in a step
  T projection = T(0.2L);  // the part of an overlap that is projected away in a step
  T damping = T(0.2L);  // of all velocities, per second
};

/// An island sleeps when each of its bodies has been slower than `slowness` · sqrt(|gravity| · radius) for `seconds`:
/// the speed after a fall through a small part of its own radius. Without gravity nothing sleeps.
template <Scalar T> struct SleepOptions {
  bool allowed = true;  // if false, no body falls asleep
  T slowness = T(0.0156250L);
  T seconds = T(0.5L);
};

/// How a simulation runs; set on construction.
template <Scalar T> struct SimulationOptions {
  Vec3<T> gravity{T(0), T(0), T(-9.81L)};  // for a simulation without a scene
  T time_step = T(1) / T(60);  // for a simulation without a scene, too
  SolverKind solver = SolverKind::soft;  // turns contacts into velocities
  narrow::Algorithm<T> method{};  // finds the contacts of all pairs it accepts; if empty, the library chooses
  // The next three: how contacts are found (tactus/world/world.h), for a simulation without a scene.
  Options<T> narrow{};  // of the query that each pair is given
  broad::MethodName broad = broad::MethodName::automatic;  // which bodies are near each other
  CacheOptions<T> points{};  // how contact points are matched with those of the last step
  int threads = 0;  // 0: one per core. The result does not depend on it
  SoftOptions<T> soft{};  // used by SolverKind::soft
  PgsOptions<T> pgs{};  // used by SolverKind::pgs
  ThesisOptions<T> thesis{};  // used by SolverKind::thesis
  SleepOptions<T> sleep{};  // when bodies fall asleep
  /// A contact does not bounce if it closes slower than this many times the speed that gravity adds in a step.
  T bounce_threshold = T(2);
  /// Contacts are found before they touch: at a gap of this part of each body's bounding radius plus its motion in a
  /// step, up to half its radius (margins.h).
  T margin = T(0.015625L);
};

}  // namespace tactus::sim::rigid
