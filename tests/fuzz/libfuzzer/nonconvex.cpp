// SPDX-License-Identifier: MIT
/// libFuzzer over bytes that become compounds, meshes and height fields, and all that can be asked about them.
#include <tests/fuzz/nonconvex_target.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tactus::fuzz;
  Bytes bytes({data, size});
  switch (bytes.below(2)) {  // a Violation ends the process, as every uncaught exception does
    case 0: nonconvex_target<double>(bytes); break;
    default: nonconvex_target<float>(bytes);
  }
  return 0;
}
