// SPDX-License-Identifier: MIT
#pragma once
/// Feeds the fuzzing targets with bytes from a seed: the same cases on every machine. A case that throws, or that takes
/// too long, is a failure.
#include <gtest/gtest.h>
#include <tests/fuzz/bytes.h>
#include <tests/helpers/random_pairs.h>

#include <sys/time.h>
#include <unistd.h>
#include <csignal>

namespace tactus::fuzz {

using testing::Random;
using testing::test_size;

inline std::vector<std::uint8_t> random_bytes(Random& random, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t i = 0; i < count; i += 8) {
    const std::uint64_t bits = random.bits();
    std::memcpy(bytes.data() + i, &bits, std::min<std::size_t>(8, count - i));
  }
  return bytes;
}

/// An endless loop is a violation too. The limit is processor time, so that a busy machine causes no false alarm. A
/// signal handler can only report the number of the case.
inline constexpr int limit_in_seconds = 20;
inline void limit_time(int seconds) {
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}
inline volatile std::sig_atomic_t current_case = 0;
inline void on_alarm(int) {
  char text[] = "a call did not return in time: case            \n";
  char* digit = text + sizeof text - 3;
  for (int n = current_case; n > 0; n /= 10) *digit-- = static_cast<char>('0' + n % 10);
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(1);
}

/// Calls f(random) with a separate random source for each case, so that a case can be run alone.
template <class F> void for_each_case(std::uint64_t seed, int cases, F&& f) {
  std::signal(SIGPROF, on_alarm);
  int violations = 0;
  for (int i = 0; i < cases && violations < 5; ++i) {
    current_case = i;
    limit_time(limit_in_seconds);
    Random random((seed << 32) + static_cast<std::uint64_t>(i));
    try {
      f(random);
    } catch (const std::exception& e) {
      ++violations;
      ADD_FAILURE() << "case " << i << ": " << e.what();
    }
  }
  limit_time(0);
}

template <class F> void feed(std::uint64_t seed, int cases, std::size_t length, F&& target) {
  for_each_case(seed, cases, [&](Random& random) {
    const std::vector<std::uint8_t> data = random_bytes(random, length);
    Bytes bytes(data);
    target(bytes);
  });
}

}  // namespace tactus::fuzz
