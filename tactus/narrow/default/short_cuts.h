// SPDX-License-Identifier: MIT
#pragma once
/// One switch for the short cuts of single queries and manifolds (narrow/fast/, the table in contact/manifold/clip.h):
/// -DTACTUS_SHORT_CUTS=0 leaves them out, and the general algorithms answer everything. `./test --all` also runs all
/// tests that way. (The switch does not affect the lanes of batches, which single queries do not use.)
#include <tactus/math/scalar.h>

#include <concepts>

#if !defined(TACTUS_SHORT_CUTS)
#define TACTUS_SHORT_CUTS 1
#endif

namespace tactus::narrow {

/// Only for these scalars: the code is large, and the other scalars do not need speed.
template <Scalar T>
inline constexpr bool short_cuts = TACTUS_SHORT_CUTS != 0 && (std::same_as<T, float> || std::same_as<T, double>);

}  // namespace tactus::narrow
