#pragma once
/// New particles on a schedule: every `period` some are put into a region, where nothing is.
#include <sim/dem/particle.h>
#include <tactus/math/aabb.h>

namespace tactus::sim::dem {

/// Kinds are drawn by their weights, sizes by those of the kind, rotations evenly. Those that find no room in `attempts`
/// tries wait for the next time.
template <Scalar T> struct Injection {
  Aabb<T> region{};  // the whole particle lies in it
  std::vector<T> kind_weights{};  // by kind
  int per_period = 1;
  T period = T(0.1L), begin{}, end = infinity<T>;
  std::uint64_t most = ~std::uint64_t{0};  // in all
  Vec3<T> velocity{};
  T spread{};  // and up to so much in any direction
  T spin{};  // radians per second, up to so much about any axis
  int attempts = 100;
  std::uint64_t seed = 1;
};

/// How far it has come.
struct InjectionState {
  std::uint64_t random = 0;  // seed of the next draw
  std::uint64_t periods = 0;  // that have begun
  std::uint64_t injected = 0, waiting = 0;
};

}  // namespace tactus::sim::dem
