// SPDX-License-Identifier: MIT
// See wide.h. Code that is large and gains nothing is declared here and compiled in double.cpp.
#include <tactus/narrow/default/shapes.h>

namespace tactus {

using T = double;

namespace narrow {
extern template Contact<T> polyhedron_distance(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&,
                                               PairCache<T>*);
extern template Contact<T> walked_distance(const Feature&, const Feature&, const Hull<T>&, const Hull<T>&,
                                           const Pose<T>&, const Options<T>&, PairCache<T>*);
extern template Contact<T> distance_with_features(const Hull<T>&, const Hull<T>&, const Pose<T>&, const Options<T>&,
                                                  PairCache<T>*);
#define TACTUS_FILL(report, poses)                                                                      \
  extern template void fill_in_closed_form<report, poses>(Contact<T>&, const Shape<T>&, const Pose<T>&, \
                                                          const Shape<T>&, const Pose<T>&, const Options<T>&);
TACTUS_FILL(Report::signed_distance, Poses::checked)
TACTUS_FILL(Report::signed_distance, Poses::unchecked)
TACTUS_FILL(Report::gap, Poses::checked)
TACTUS_FILL(Report::gap, Poses::unchecked)
#undef TACTUS_FILL
}  // namespace narrow
namespace sat {
extern template Contact<T> by_vertices(const MinkowskiPair<Hull<T>, Hull<T>, T>&, Contact<T>, T, const Options<T>&);
}

extern "C" const narrow::WideKernels<T> tactus_wide_double = {
    {{narrow::by_shorter_way<narrow::Report::signed_distance, narrow::Poses::checked, T>,
      narrow::by_shorter_way<narrow::Report::signed_distance, narrow::Poses::unchecked, T>},
     {narrow::by_shorter_way<narrow::Report::gap, narrow::Poses::checked, T>,
      narrow::by_shorter_way<narrow::Report::gap, narrow::Poses::unchecked, T>}},
    narrow::small_distance_anew<T>,
    closed_form::box_axis<T>,
    narrow::hull_contact<T>};

}  // namespace tactus
