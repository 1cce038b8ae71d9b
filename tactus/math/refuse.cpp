// SPDX-License-Identifier: MIT
#include <tactus/math/refuse.h>

#include <atomic>
#include <stdexcept>

namespace tactus {
namespace {

std::atomic<RefusalHandler> refusal_handler = nullptr;

}  // namespace

void refuse(const std::string& message) {
  if (const RefusalHandler handler = refusal_handler) handler(message.c_str());
  throw std::invalid_argument(message);
}

RefusalHandler set_refusal_handler(RefusalHandler handler) { return refusal_handler.exchange(handler); }

}  // namespace tactus
