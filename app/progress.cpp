// SPDX-License-Identifier: MIT
#include <app/progress.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace tactus::app {

namespace {

volatile std::sig_atomic_t stop_asked = 0;

std::string seconds_text(double seconds) {
  char text[32];
  if (seconds < 90) {
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  } else {
    std::snprintf(text, sizeof text, "%.1f min", seconds / 60);
  }
  return text;
}

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1), begun_(Clock::now()), next_(begun_) {}

void Progress::tell(double share, const std::string& words) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(terminal_ ? 200 : 10'000);
  const double spent = std::chrono::duration<double>(now - begun_).count();
  const std::string left = share > 0.01 ? ", " + seconds_text(spent * (1 - share) / share) + " left" : "";
  std::fprintf(stderr, terminal_ ? "\r\033[K%3.0f %%%s  %s" : "%3.0f %%%s  %s\n", 100 * share, left.c_str(),
               words.c_str());
  std::fflush(stderr);
  line_open_ = terminal_;
}

void Progress::end() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  line_open_ = false;
}

void stop_on_interrupt() {
  const auto handler = [](int) { stop_asked = 1; };
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
}
bool interrupted() { return stop_asked != 0; }

}  // namespace tactus::app
