// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <cstdio>

int main(int, char** argv) {
  void* plugin = dlopen(argv[1], RTLD_NOW);
  if (!plugin) return std::puts(dlerror()), 1;
  using Function = double(double);
  auto* distance = reinterpret_cast<Function*>(dlsym(plugin, "distance_of_boxes"));
  return distance && distance(3.0) == 2.0 ? 0 : 1;
}
