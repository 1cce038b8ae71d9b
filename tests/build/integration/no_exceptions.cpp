// SPDX-License-Identifier: MIT
// Compiled with -fno-exceptions, which no header with a throw or a try would be: invalid arguments end in the handler.
#include <public_headers.h>  // all of docs/public_headers.txt; integration.sh writes it
#include <tactus/tactus.h>

#include <cstdlib>
#include <cstring>

using namespace tactus::f64;

int main() {
  const Shape box = Box{.half = {0.5, 0.5, 0.5}};
  if (contact(box, Pose{}, box, translation(3.0, 0.0, 0.0)).distance != 2) return 1;
  tactus::set_refusal_handler([](const char* message) { std::exit(std::strstr(message, "radius") ? 0 : 1); });
  const Shape wrong = Sphere{.radius = -1};
  return 1;
}
