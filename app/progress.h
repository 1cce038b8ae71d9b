#pragma once
/// How far a long run is, and how long it will still take: one line that changes on a terminal, a line now and then
/// elsewhere.
#include <chrono>
#include <string>

namespace tactus::app {

class Progress {
 public:
  Progress();
  /// share: what is done, from 0 to 1. words: what is worth knowing besides.
  void tell(double share, const std::string& words);
  /// Clears the line.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  Clock::time_point begun_, told_;
  bool line_open_ = false;
};

/// Ctrl-C and a polite kill end a run after its step: what is done is kept.
void stop_on_interrupt();
bool interrupted();

}  // namespace tactus::app
