// SPDX-License-Identifier: MIT
#include <tactus/narrow/epa.h>

namespace tactus::epa {

#define TACTUS_INSTANTIATE(T)                                                                                      \
  template CoreDepth<T> depth_with_more_room(const Polytope<T, ShortList, small_room>&, const Progress<T>&,        \
                                             const AnyPair<T>&, const Options<T>&, const AnyTrace<Expansion<T>>&); \
  template CoreDepth<T> by_all_means(const AnyPair<T>&, const AnySimplex<T>&, const Options<T>&,                   \
                                     const AnyTrace<Expansion<T>>&);                                               \
  template bool prove_turned(CoreDepth<T>&, const AnyPair<T>&, const TurnedPair<T>&, const Options<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::epa
