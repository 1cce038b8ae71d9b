// SPDX-License-Identifier: MIT
#include <lab/mirtich/objects.h>
#include <tactus/math/counted.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>

#include <stdexcept>

namespace tactus::lab::mirtich {

namespace {

template <Scalar T>
constexpr Contestant<T> list[] = {
    {"V-Clip", [](auto& a, auto& b, auto& x, auto* c) { return vclip::distance(a, b, x, Options<T>{}, c); }},
    {"Lin-Canny", [](auto& a, auto& b, auto& x, auto* c) { return lin_canny::distance(a, b, x, Options<T>{}, c); }},
    {"Enhanced GJK",
     [](auto& a, auto& b, auto& x, auto* c) { return enhanced_gjk::distance(a, b, x, Options<T>{}, c); }},
    {"GJK, warm", [](auto& a, auto& b, auto& x, auto* c) { return gjk::distance(a, b, x, Options<T>{}, c); }},
    {"GJK, cold", [](auto& a, auto& b, auto& x,
                     auto*) { return gjk::distance(a, b, x, Options<T>{}, static_cast<PairCache<T>*>(nullptr)); }},
};

}  // namespace

template <Scalar T> std::span<const Contestant<T>> contestants() { return list<T>; }
template std::span<const Contestant<double>> contestants();
template std::span<const Contestant<Counted<double>>> contestants();

Truth true_distance(const Hull<long double>& a, const Hull<long double>& b, const Pose<double>& x) {
  const Contact<long double> c = gjk::distance(a, b, x.cast<long double>());
  if (!(c.upper - c.lower <= 1e-8L * std::max(1.0L, c.upper)))
    throw std::runtime_error("the reference did not converge");
  return {static_cast<double>(c.distance), static_cast<double>(c.lower), static_cast<double>(c.upper)};
}

}  // namespace tactus::lab::mirtich
