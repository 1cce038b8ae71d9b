// SPDX-License-Identifier: MIT
#pragma once
/// The same work for many items, on several threads if oneTBB is available.
#include <tactus/math/export.h>

#include <cstddef>
#include <functional>

namespace tactus::detail {

/// Calls f(i) for 0 ≤ i < count, in any order and on up to `threads` threads (0: one per core). f must not throw, and
/// must not write to anything that another i reads: then the result does not depend on the threads. `grain` calls at a
/// time go to a thread; the default suits calls of about a microsecond.
TACTUS_API void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& f,
                             std::size_t grain = 32);

/// Can parallel_for use more than one thread in this build?
TACTUS_API bool has_threads();

}  // namespace tactus::detail
