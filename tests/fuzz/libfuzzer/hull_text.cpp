// SPDX-License-Identifier: MIT
/// libFuzzer over the text that Hull::load reads.
#include <tests/fuzz/targets.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  tactus::fuzz::hull_text_target<double>(text);
  tactus::fuzz::hull_text_target<float>(text);
  return 0;
}
