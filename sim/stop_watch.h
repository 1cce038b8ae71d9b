// SPDX-License-Identifier: MIT
#pragma once
/// How long the phases of a step take.
#include <chrono>

namespace tactus::sim {

/// Adds the time from one lap to the next to a phase.
class StopWatch {
 public:
  void lap(double& milliseconds) {
    const auto now = std::chrono::steady_clock::now();
    milliseconds += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
  }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace tactus::sim
