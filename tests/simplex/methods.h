// SPDX-License-Identifier: MIT
// The methods as types, for tests that run over all of them and over the scalars.
#pragma once
#include <gtest/gtest.h>
#include <tactus/simplex/johnson.h>
#include <tactus/simplex/signed_volumes.h>
#include <tactus/simplex/voronoi.h>

namespace tactus::testing {

template <class T, template <class> class M> struct With {
  using Scalar = T;
  template <class U> using Method = M<U>;
  static_assert(simplex::Method<M, T>);
};

using Methods = ::testing::Types<With<float, simplex::SignedVolumes>, With<double, simplex::SignedVolumes>,
                                 With<float, simplex::Johnson>, With<double, simplex::Johnson>,
                                 With<float, simplex::Voronoi>, With<double, simplex::Voronoi>,
                                 With<float, simplex::Exhaustive>, With<double, simplex::Exhaustive>>;

struct MethodNames {
  template <class W> static std::string GetName(int i) {
    constexpr const char* names[] = {"SignedVolumes", "Johnson", "Voronoi", "Exhaustive"};
    return std::string(names[i / 2]) + (i % 2 ? "_double" : "_float");
  }
};

}  // namespace tactus::testing
