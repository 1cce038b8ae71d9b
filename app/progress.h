// SPDX-License-Identifier: MIT
#pragma once
/// The progress of a long run and its remaining time, from the first step on: one updated line on a terminal, otherwise a
/// line every ten seconds.
#include <chrono>
#include <string>

namespace tactus::app {

class Progress {
 public:
  Progress();
  /// share: the finished part, from 0 to 1. words: further information.
  void tell(double share, const std::string& words);
  /// Clears the line.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  Clock::time_point begun_, next_;
  bool line_open_ = false;
};

/// Ctrl-C and SIGTERM end a run after its current step; the results are kept.
void stop_on_interrupt();
bool interrupted();

}  // namespace tactus::app
