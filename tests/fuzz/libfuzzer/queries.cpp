// SPDX-License-Identifier: MIT
/// libFuzzer over bytes that become shapes, poses, options and caches.
#include <tests/fuzz/batch_target.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tactus::fuzz;
  Bytes bytes({data, size});
  switch (bytes.below(10)) {  // a Violation ends the process, as every uncaught exception does
    case 0:
    case 1: pair_target<double>(bytes); break;
    case 2: pair_target<float>(bytes); break;
    case 3: motion_target<double>(bytes); break;
    case 4: motion_target<float>(bytes); break;
    case 5: shape_target<double>(bytes); break;
    case 6: world_target<double>(bytes); break;
    case 7: algorithms_target<double>(bytes); break;
    case 8: batch_target<double>(bytes); break;
    default: hull_faces_target<double>(bytes);
  }
  return 0;
}
