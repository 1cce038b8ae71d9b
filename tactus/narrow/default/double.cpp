// SPDX-License-Identifier: MIT
#include <tactus/narrow/default/shapes.h>

#if defined(TACTUS_HAVE_WIDE) && !defined(__AVX2__)
extern "C" const tactus::narrow::WideKernels<double> tactus_wide_double;
#endif

namespace tactus {

using T = double;

namespace narrow {

TACTUS_DEFAULT_QUERIES(T)

#if defined(TACTUS_HAVE_WIDE) && !defined(__AVX2__)
namespace {
const WideKernels<T>* best_kernels() { return __builtin_cpu_supports("avx2") ? &tactus_wide_double : nullptr; }
}  // namespace

const WideKernels<T>* chosen_wide_kernels = best_kernels();

bool use_wide_kernels(bool on) {
  const bool used = chosen_wide_kernels != nullptr;
  chosen_wide_kernels = on ? best_kernels() : nullptr;
  return used;
}

// Declared in wide_double.cpp and compiled here.
template Contact<T> polyhedron_distance(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&,
                                        PairCache<T>*);
template Contact<T> walked_distance(const Feature&, const Feature&, const Hull<T>&, const Hull<T>&, const Pose<T>&,
                                    const Options<T>&, PairCache<T>*);
template Contact<T> distance_with_features(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&,
                                           PairCache<T>*);
#define TACTUS_FILL(report, poses)                                                                                \
  template void fill_in_closed_form<report, poses>(Contact<T>&, const Shape<T>&, const Pose<T>&, const Shape<T>&, \
                                                   const Pose<T>&, const Options<T>&);
TACTUS_FILL(Report::signed_distance, Poses::checked)
TACTUS_FILL(Report::signed_distance, Poses::unchecked)
TACTUS_FILL(Report::gap, Poses::checked)
TACTUS_FILL(Report::gap, Poses::unchecked)
#undef TACTUS_FILL
#else
bool use_wide_kernels(bool) { return false; }
#endif

}  // namespace narrow

#if defined(TACTUS_HAVE_WIDE) && !defined(__AVX2__)
template Contact<T> sat::by_vertices(const MinkowskiPair<Hull<T>, Hull<T>, T>&, Contact<T>, T, const Options<T>&);
#endif

}  // namespace tactus
