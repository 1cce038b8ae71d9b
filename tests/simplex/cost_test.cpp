// SPDX-License-Identifier: MIT
// Counted floating-point operations of each method on the simplices from GJK. The table is in
// docs/algorithms/simplex_methods.md.
#include <tactus/math/counted.h>
#include <tactus/narrow/gjk.h>
#include <tactus/shape/box.h>
#include <tactus/shape/ellipsoid.h>

#include <cstdio>

#include "methods.h"
#include "sets.h"

namespace tactus {
namespace {

using C = Counted<double>;

struct Cost {
  std::uint64_t calls = 0, operations = 0;
};
Cost costs[5];  // by the number of points

/// A method that records its costs.
template <template <class> class M> struct Metered {
  template <class T> class Method {
   public:
    simplex::Nearest<T> nearest(const simplex::Points<T>& y, unsigned occupied, int newest) {
      const Tally before = tally();
      const simplex::Nearest<T> r = method_.nearest(y, occupied, newest);
      Cost& cost = costs[std::popcount(occupied)];
      ++cost.calls;
      cost.operations += (tally() - before).total();
      return r;
    }

   private:
    M<T> method_;
  };
};

template <template <class> class M> std::array<double, 5> operations_per_call(const char* name) {
  std::fill(std::begin(costs), std::end(costs), Cost{});
  testing::Generator random(41);
  const auto size = [&] { return Vec3<C>{random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)}; };
  for (int i = 0; i < 500; ++i) {
    const double angle = random.uniform(0, 3);
    const Mat3<double> turn = from_axis_angle(random.vector(), angle);
    const double far = random.uniform(0.8, 2.0);
    const Pose<C> x_ab{turn.cast<C>(), (unit_or_up(random.vector()) * far).cast<C>()};
    const Box<C> box_b{size()}, box_a{size()};
    const Ellipsoid<C> ellipsoid_b{size()}, ellipsoid_a{size()};
    (void)gjk::distance<Metered<M>::template Method>(box_a, box_b, x_ab);
    (void)gjk::distance<Metered<M>::template Method>(ellipsoid_a, ellipsoid_b, x_ab);
  }
  std::array<double, 5> mean{};
  std::printf("| %s |", name);
  for (std::size_t n = 2; n <= 4; ++n) {  // GJK does not use it for a single point
    EXPECT_GT(costs[n].calls, 500u) << n << " points";
    mean[n] = static_cast<double>(costs[n].operations) / static_cast<double>(costs[n].calls);
    std::printf(" %.0f |", mean[n]);
  }
  std::printf("\n");
  return mean;
}

TEST(SimplexCost, OperationsPerCallAreAsDocumented) {
  const auto incremental = operations_per_call<simplex::Incremental>("incremental");
  const auto volumes = operations_per_call<simplex::SignedVolumes>("signed volumes");
  const auto voronoi = operations_per_call<simplex::Voronoi>("Voronoi regions");
  const auto johnson = operations_per_call<simplex::Johnson>("Johnson");
  const auto exhaustive = operations_per_call<simplex::Exhaustive>("exhaustive");
  for (std::size_t n = 2; n <= 4; ++n) {
    if (n < 4) {  // with four it leaves an enclosed origin to them
      EXPECT_LT(incremental[n], volumes[n]) << n;
    }
    EXPECT_LE(volumes[n], voronoi[n]) << n;
    EXPECT_LE(volumes[n], johnson[n]) << n;
    EXPECT_LT(johnson[n], exhaustive[n]) << n;
  }
}

}  // namespace
}  // namespace tactus
