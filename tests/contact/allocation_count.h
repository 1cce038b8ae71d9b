// SPDX-License-Identifier: MIT
#pragma once
/// Counts the allocations of the whole test program: allocation_count.cpp replaces the global operator new.
#include <cstddef>

namespace tactus::testing {

/// Since the program began, in all threads.
std::size_t allocation_count();

}  // namespace tactus::testing
