#include <tactus/narrow/epa.h>

namespace tactus::epa {

template CoreDepth<float> depth_with_more_room(const Polytope<float, ShortList, small_room>&, const Progress<float>&,
                                               const AnyPair<float>&, const Options<float>&,
                                               const AnyTrace<Expansion<float>>&);
template CoreDepth<double> depth_with_more_room(const Polytope<double, ShortList, small_room>&, const Progress<double>&,
                                                const AnyPair<double>&, const Options<double>&,
                                                const AnyTrace<Expansion<double>>&);
template CoreDepth<long double> depth_with_more_room(const Polytope<long double, ShortList, small_room>&,
                                                     const Progress<long double>&, const AnyPair<long double>&,
                                                     const Options<long double>&,
                                                     const AnyTrace<Expansion<long double>>&);

template CoreDepth<float> by_all_means(const AnyPair<float>&, const AnySimplex<float>&, const Options<float>&,
                                       const AnyTrace<Expansion<float>>&);
template CoreDepth<double> by_all_means(const AnyPair<double>&, const AnySimplex<double>&, const Options<double>&,
                                        const AnyTrace<Expansion<double>>&);
template CoreDepth<long double> by_all_means(const AnyPair<long double>&, const AnySimplex<long double>&,
                                             const Options<long double>&, const AnyTrace<Expansion<long double>>&);

template bool prove_turned(CoreDepth<float>&, const AnyPair<float>&, const TurnedPair<float>&, const Options<float>&);
template bool prove_turned(CoreDepth<double>&, const AnyPair<double>&, const TurnedPair<double>&,
                           const Options<double>&);
template bool prove_turned(CoreDepth<long double>&, const AnyPair<long double>&, const TurnedPair<long double>&,
                           const Options<long double>&);

}  // namespace tactus::epa
