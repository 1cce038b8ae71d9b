// SPDX-License-Identifier: MIT
/// A deliberate race in work that a world's threads share: the thread sanitizer must report it. If it does not, the
/// suppressions (suppressions.txt) hide too much.
#include <tactus/core/parallel.h>

int main() {
  std::size_t sum = 0;  // read and written by all threads at once
  tactus::detail::parallel_for(100'000, 4, [&](std::size_t i) { sum += i; });
  return sum == 0;
}
