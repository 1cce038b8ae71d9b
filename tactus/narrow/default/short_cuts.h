#pragma once
/// One switch for all that is there for speed alone (narrow/fast/): -DTACTUS_SHORT_CUTS=0 leaves it out, and the
/// algorithms beneath answer everything. `./test --all` runs all tests that way, too.
#include <tactus/math/scalar.h>

#include <concepts>

#if !defined(TACTUS_SHORT_CUTS)
#define TACTUS_SHORT_CUTS 1
#endif

namespace tactus::narrow {

/// For these scalars: the code is large, and nobody is in a hurry with the others.
template <Scalar T>
inline constexpr bool short_cuts = TACTUS_SHORT_CUTS != 0 && (std::same_as<T, float> || std::same_as<T, double>);

}  // namespace tactus::narrow
