// SPDX-License-Identifier: MIT
/// Distances from a grid lie within what it states, judged by brute force.
#include <tactus/nonconvex/distance_grid.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/test_size.h>
#include <tests/nonconvex/brute_force_solid.h>
#include <tests/nonconvex/decompose_solids.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>

namespace tactus::testing {
namespace {

template <class T> class DistanceGrid : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DistanceGrid, Scalars);

/// Points in the grid, near the surface, and far outside.
template <class T> std::vector<Vec3<T>> points_around(const SignedDistanceGrid<T>& grid, const Triangles& list) {
  generate::Random random(3);
  std::vector<Vec3<T>> points;
  const Vec3<double> middle = grid.box().center().template cast<double>();
  const double reach = static_cast<double>(norm(grid.box().half()));
  for (int i = 0; i < test_size(1500); ++i) {
    Vec3<double> p = middle + random.in_ball() * reach * (i % 10 == 0 ? 3.0 : 1.0);
    if (i % 3 == 0)
      p = random.in_ball() * static_cast<double>(grid.cell()),
      p = list.vertices[random.bits() % list.vertices.size()] + p;
    points.push_back(p.cast<T>());
  }
  return points;
}

TYPED_TEST(DistanceGrid, StaysWithinItsBounds) {
  using T = TypeParam;
  for (const Triangles& list : {bracket(), torus(1, 0.3, 20, 10), mug(16, 6)}) {
    const Solid solid(list);
    const SignedDistanceGrid<T> grid(solid, {.cell = 0.03 * solid.size()});
    const BruteForceSolid truth(list);
    int sharp = 0, sides[2] = {};
    for (const Vec3<T>& p : points_around(grid, list)) {
      const GridDistance<T> d = grid(p);
      const double real = truth.signed_distance(p.template cast<double>());
      EXPECT_LE(d.lower, real) << p;
      EXPECT_GE(d.upper, real) << p;
      EXPECT_TRUE(d.lower <= d.value && d.value <= d.upper);
      if (contains(grid.box(), p)) {
        EXPECT_LE(std::abs(static_cast<double>(d.value) - real), grid.error()) << p;
        sharp += std::abs(static_cast<double>(d.value) - real) < 0.1 * static_cast<double>(grid.cell());
      }
      ++sides[real < 0];
    }
    if (test_size(1500) >= 1500) {
      EXPECT_GT(sharp, 300);  // usually it is far better than it must be
      EXPECT_GT(sides[0], 100);
      EXPECT_GT(sides[1], 50);
    }
  }
}

TYPED_TEST(DistanceGrid, TheGradientIsThatOfTheValue) {
  using T = TypeParam;
  const Triangles list = torus(1, 0.3, 20, 10);
  const SignedDistanceGrid<T> grid(Solid(list), {.cell = 0.05});
  generate::Random random(4);
  int outward = 0, count = 0;
  for (int i = 0; i < test_size(500); ++i) {
    const Vec3<T> p = (grid.box().center().template cast<double>() + random.in_ball() * 0.9).template cast<T>();
    const T h = grid.cell() * T(1e-2);
    const GridDistance<T> d = grid(p);
    if (!contains(grid.box(), p) || d.value <= d.lower || d.value >= d.upper) continue;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3<T> q = p;
      q[axis] += h;
      const auto cell_of = [&](const Vec3<T>& x) { return std::floor((x[axis] - grid.box().min[axis]) / grid.cell()); };
      const GridDistance<T> e = grid(q);
      if (cell_of(p) != cell_of(q) || e.value <= e.lower || e.value >= e.upper) continue;
      EXPECT_NEAR((e.value - d.value) / h, d.gradient[axis], 2e-2);
    }
    ++count, outward += std::abs(norm(d.gradient) - T(1)) < T(0.2);
  }
  EXPECT_GT(outward, count / 2);
}

/// Whatever the numbers of its nodes: in it and outside, the bounds are in order and the value lies between them.
template <class T> void expect_a_grid_of_distances(const SignedDistanceGrid<T>& grid) {
  generate::Random random(5);
  const Vec3<T> low = grid.box().min, side = grid.box().max - grid.box().min;
  ASSERT_TRUE(grid.error() > T(0) && grid.cell() > T(0));
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> share{random.uniform(), random.uniform(), random.uniform()};
    const T reach = T(i % 5 == 0 ? 3 : 1);  // some points lie outside
    const Vec3<T> p = low + hadamard(side, share.template cast<T>()) * reach;
    const GridDistance<T> d = grid(p);
    ASSERT_TRUE(is_finite(d.value) && is_finite(d.gradient)) << p;
    ASSERT_TRUE(d.lower <= d.value && d.value <= d.upper) << p << ' ' << d.lower << ' ' << d.value << ' ' << d.upper;
  }
}

TYPED_TEST(DistanceGrid, IsSavedAndLoaded) {
  using T = TypeParam;
  const Triangles list = bracket();
  const SignedDistanceGrid<T> grid(Solid(list), {.cell = 0.2});
  std::stringstream file;
  grid.save(file);
  const std::string bytes = file.str();
  const auto again = SignedDistanceGrid<T>::load(file);
  for (const Vec3<T>& p : points_around(grid, list)) {
    EXPECT_EQ(grid(p).value, again(p).value);
    EXPECT_EQ(grid(p).upper, again(p).upper);
  }
  // Truncated anywhere: refused. With a byte changed: refused, or still a grid of distances.
  int loaded = 0, refused = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / static_cast<std::size_t>(test_size(400))) {
    std::istringstream cut(bytes.substr(0, i));
    EXPECT_THROW(SignedDistanceGrid<T>::load(cut), std::invalid_argument) << i;
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    std::istringstream in(damaged);
    try {
      expect_a_grid_of_distances(SignedDistanceGrid<T>::load(in, 100'000));
      ++loaded;
    } catch (const std::invalid_argument&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(loaded, 0);
}

/// Beside each neighbour along an axis such a node is possible, but not beside those across the cell: there the bounds
/// of the nodes would contradict each other.
TYPED_TEST(DistanceGrid, RefusesNodesThatContradictEachOther) {
  using T = TypeParam;
  const Triangles list = bracket();
  const SignedDistanceGrid<T> grid(Solid(list), {.cell = 0.2});
  std::stringstream file;
  grid.save(file);
  const std::string bytes = file.str();
  const auto counts = grid.nodes();
  const std::size_t first = bytes.size() - grid.bytes();
  const auto at = [&](int x, int y, int z) {
    return first + sizeof(T) * static_cast<std::size_t>(x + counts[0] * (y + counts[1] * z));
  };
  const auto value = [&](std::size_t place) {
    T v;
    std::memcpy(&v, bytes.data() + place, sizeof v);
    return v;
  };
  // The corner of the grid, as high as its three neighbours allow.
  const T highest = std::min({value(at(1, 0, 0)), value(at(0, 1, 0)), value(at(0, 0, 1))}) + grid.cell();
  ASSERT_GT(highest, value(at(1, 1, 1)) + T(1.8) * grid.cell());  // across a cell it is at most √3 cells
  std::string damaged = bytes;
  std::memcpy(damaged.data() + at(0, 0, 0), &highest, sizeof highest);
  std::istringstream in(damaged);
  EXPECT_THROW(SignedDistanceGrid<T>::load(in), std::invalid_argument);
}

TEST(DistanceGridInput, RefusesWhatMakesNoSense) {
  const Solid solid(bracket());
  const auto refuses = [](const Solid& s, const DistanceGridOptions& options) {
    EXPECT_THROW((SignedDistanceGrid<double>(s, options)), std::invalid_argument);
  };
  refuses(solid, {.cell = -1});
  refuses(solid, {.cell = 1e-9});  // too many nodes
  refuses(solid, {.cell = std::numeric_limits<double>::quiet_NaN()});
  refuses(solid, {.margin = 1e300});
  Triangles open = bracket();
  open.triangles.pop_back();
  refuses(Solid(open), {});
  const SignedDistanceGrid<double> grid(solid, {.cell = 0.2});
  EXPECT_THROW(grid({std::numeric_limits<double>::quiet_NaN(), 0, 0}), std::invalid_argument);
  EXPECT_TRUE(is_finite(grid({1e60, -1e60, 0}).value));
}

TEST(DistanceGridInput, TheSameForAnyNumberOfThreads) {
  const Solid solid(torus(1, 0.3, 20, 10));
  std::ostringstream one, three;
  SignedDistanceGrid<float>(solid, {.cell = 0.05, .threads = 1}).save(one);
  SignedDistanceGrid<float>(solid, {.cell = 0.05, .threads = 3}).save(three);
  EXPECT_EQ(one.str(), three.str());
}

}  // namespace
}  // namespace tactus::testing
