// SPDX-License-Identifier: MIT
#pragma once
/// Small discrete-element simulations that several tests start from.
#include <scenes/random.h>
#include <sim/dem/simulation.h>
#include <sim/dem/sizes.h>
#include <sim/dem/state_fields.h>
#include <tests/helpers/test_size.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tactus::testing {

namespace dem = sim::dem;
using Dem = dem::Simulation<double>;
using Vector = Vec3<double>;

/// Under the sanitizers a step takes fifty times as long: runs are short there, and what needs a long one is left out.
inline bool small_run() { return test_size(100) < 100; }

/// Throws std::invalid_argument whose text has all the words.
template <class F> void expect_refused(F&& f, std::initializer_list<const char*> words) {
  try {
    f();
    ADD_FAILURE() << "not refused; expected: " << *words.begin();
  } catch (const std::invalid_argument& error) {
    for (const char* word : words) EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

inline dem::SimulationOptions<double> weightless(const dem::Law<double>& law) {
  dem::SimulationOptions<double> options;
  options.gravity = {}, options.law = law, options.threads = 1;
  return options;
}

/// Adds a kind of particle of one size, and returns its grain.
inline std::uint32_t add_shape(Dem& sim, const Shape<double>& shape, double density = 1000) {
  return sim.first_grain(sim.add_kind({.name = "all", .sizes = {{shape}}, .density = density}));
}

/// Every number of the state, as a string of bytes.
inline std::string bytes_of(const Dem& sim) {
  std::string bytes;
  const dem::State<double> state = sim.state();
  for_each_number(state, [&](const auto& x) { bytes.append(reinterpret_cast<const char*>(&x), sizeof x); });
  return bytes;
}

/// What rounding may leave of the energies' balance: each step adds a dozen numbers, each at most as large as all the energy
/// that has come and gone, each wrong by half an ulp; and every position is rounded once a step, under gravity.
inline double rounding_of_balance(const Dem& sim) {
  const auto& e = sim.statistics().energies;
  const double all = e.translation + e.rotation + std::abs(e.gravity) + e.elastic + e.tangential + std::abs(e.damped) +
                     std::abs(e.rubbed) + std::abs(e.rolled) + std::abs(e.features) + std::abs(e.walls) +
                     std::abs(e.injected);
  return 12 * std::numeric_limits<double>::epsilon() / 2 * static_cast<double>(sim.steps()) * all;
}

inline Vector total_momentum(const Dem& sim) {
  Vector sum{};
  for (std::uint32_t i = 0; i < sim.size(); ++i) sum += sim.velocity(i) * sim.grain_of(i).mass;
  return sum;
}
inline Vector total_angular_momentum(const Dem& sim) {
  Vector sum{};
  for (std::uint32_t i = 0; i < sim.size(); ++i) {
    const auto& p = sim.particle(i);
    sum += p.momentum + cross(p.center, p.velocity * sim.grain_of(i).mass);
  }
  return sum;
}

}  // namespace tactus::testing
