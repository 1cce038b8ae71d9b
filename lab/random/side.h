// SPDX-License-Identifier: MIT
#pragma once
/// How large the cube of the randomised benchmark is.
#include <lab/experiment.h>
#include <lab/random/pairing.h>
#include <tactus/narrow/algorithms.h>

#include <cmath>

namespace tactus::lab::random {

/// The side of the cube at which this share of the configurations intersects, found by bisection over a fixed sample.
template <Scalar T> double side_for(const Pairing<T>& pairing, double probability, const Pulse& pulse) {
  constexpr int sample = 3000;
  const auto* method = narrow::find_algorithm<T>("default");
  double low = 0.01, high = 40;
  for (int k = 0; k < 20; ++k) {
    pulse.check(0);
    const double side = std::sqrt(low * high);
    generate::Random random(77);
    int hits = 0;
    for (int i = 0; i < sample; ++i) {
      const Pose<T> x = random_configuration(random, side).template cast<T>();
      const auto n = static_cast<std::size_t>(i);
      hits += method->intersects(pairing.a.shapes[n % pairing.a.shapes.size()],
                                 pairing.b.shapes[n % pairing.b.shapes.size()], x, {}, nullptr);
    }
    (hits > probability * sample ? low : high) = side;
  }
  return std::sqrt(low * high);
}

}  // namespace tactus::lab::random
