// SPDX-License-Identifier: MIT
#pragma once
/// Times of experiments: processor time of one thread, so that interruptions do not count, and medians.
#include <algorithm>
#include <ctime>
#include <vector>

namespace tactus::lab {

inline double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace tactus::lab
