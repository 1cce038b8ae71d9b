// SPDX-License-Identifier: MIT
#pragma once
/// The size of a random test. This is the only place that reads TACTUS_TEST_SIZE.
#include <cstdlib>
#include <string_view>

namespace tactus::testing {

/// The number of random cases: as given; ten times that with TACTUS_TEST_SIZE=nightly; a twentieth, rounded up, with
/// `small`, which is for the sanitizers; k times that with a whole number k.
inline int test_size(int normal) {
  const char* set = std::getenv("TACTUS_TEST_SIZE");
  const std::string_view size = set ? set : "";
  if (size == "nightly") return 10 * normal;
  if (size == "small") return (normal + 19) / 20;
  const int times = set ? std::atoi(set) : 1;
  return times > 1 ? times * normal : normal;
}

}  // namespace tactus::testing
