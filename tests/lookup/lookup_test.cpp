/// The searches agree with each other and with the definition: the farthest vertex, the lowest of equals.
#include <tactus/lookup/hill_climb.h>
#include <tactus/lookup/linear.h>
#include <tactus/math/counted.h>
#include <tactus/shape/generators.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

template <class T> class LookupTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LookupTest, Scalars);

/// Random directions, and those in which vertices tie: axes, diagonals, normals of the faces.
template <class T> std::vector<Vec3<T>> directions_for(const Hull<T>& hull, int random_ones) {
  std::vector<Vec3<T>> directions;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) directions.push_back({T(x), T(y), T(z)});
    }
  }
  for (const auto& plane : hull.planes()) directions.push_back(plane.normal);
  generate::Random random(1);
  for (int i = 0; i < random_ones; ++i) directions.push_back(random.in_ball().cast<T>());
  return directions;
}

template <class T> std::uint32_t by_definition(const Hull<T>& hull, const Vec3<T>& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t v = 1; v < hull.vertex_count(); ++v) {
    if (dot(hull.vertex(v), direction) > dot(hull.vertex(best), direction)) best = v;
  }
  return best;
}

template <class T> std::vector<Hull<T>> hulls() {
  return {generate::cube<T>(),   generate::random_on_sphere<T>(17), generate::random_on_sphere<T>(100),
          generate::disk<T>(60), generate::tessellated_sphere<T>(), generate::octagonal_prism<T>()};
}

TYPED_TEST(LookupTest, LinearFindsTheFarthestAndLowest) {
  using T = TypeParam;
  for (const Hull<T>& hull : hulls<T>()) {
    const std::size_t n = hull.vertex_count();
    int ties = 0;
    for (const Vec3<T>& d : directions_for(hull, 300)) {
      const std::uint32_t expected = by_definition(hull, d);
      EXPECT_EQ(lookup::linear(hull.xs(), hull.ys(), hull.zs(), d), expected);
      EXPECT_EQ(lookup::linear_by_lanes(hull.xs(), hull.ys(), hull.zs(), d), expected);
      EXPECT_EQ(lookup::linear_one_by_one(hull.xs().first(n), hull.ys().first(n), hull.zs().first(n), d), expected);
      for (std::uint32_t v = expected + 1; v < n; ++v) ties += dot(hull.vertex(v), d) == dot(hull.vertex(expected), d);
    }
    EXPECT_GT(ties, 5) << "ties are not tested";
  }
}

/// From any start: the same vertex as the linear scan, ties included. A flat-topped hull is the hard case: there the
/// top is a whole face.
TYPED_TEST(LookupTest, HillClimbFindsTheSameFromAnyStart) {
  using T = TypeParam;
  for (const Hull<T>& hull : hulls<T>()) {
    std::vector<std::uint32_t> first{0}, neighbours;
    for (std::uint32_t v = 0; v < hull.vertex_count(); ++v) {
      neighbours.insert(neighbours.end(), hull.neighbours(v).begin(), hull.neighbours(v).end());
      first.push_back(static_cast<std::uint32_t>(neighbours.size()));
    }
    const lookup::Rings rings{first, neighbours};
    generate::Random random(2);
    for (const Vec3<T>& d : directions_for(hull, 300)) {
      if (d == Vec3<T>{}) continue;
      const std::uint32_t expected = by_definition(hull, d);
      const T highest = dot(hull.vertex(expected), d);
      for (int k = 0; k < 5; ++k) {
        const auto start = static_cast<std::uint32_t>(random.bits() % hull.vertex_count());
        const std::uint32_t found = lookup::hill_climb(hull.vertices(), rings, d, start);
        // Along a face's normal the face's vertices differ by rounding: a bump that small can stop the climb.
        const T rounding = T(4) * std::numeric_limits<T>::epsilon() * norm(d) * hull.bounding_radius();
        EXPECT_GE(dot(hull.vertex(found), d), highest - rounding);
        if (dot(hull.vertex(found), d) == highest) {
          EXPECT_EQ(found, expected);
        }
      }
    }
  }
}

TYPED_TEST(LookupTest, OneVertex) {
  using T = TypeParam;
  const std::vector<T> x(16, T(1)), y(16, T(2)), z(16, T(3));
  EXPECT_EQ(lookup::linear<T>(x, y, z, {T(1), T(-1), T(0)}), 0u);
  EXPECT_EQ(lookup::linear<T>(x, y, z, {}), 0u);
}

TYPED_TEST(LookupTest, NotANumberIsSomeVertex) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (const Hull<T>& hull : hulls<T>()) EXPECT_LT(hull.support_index({nan, nan, nan}), hull.vertex_count());
}

/// Three multiplications and two additions per vertex, none for the padding.
TEST(Lookup, LinearCountsItsOperations) {
  using C = Counted<double>;
  const Hull<C> hull = generate::random_on_sphere<C>(20);
  const Tally before = tally();
  hull.support_index({C(1), C(2), C(3)});
  const Tally spent = tally() - before;
  EXPECT_EQ(spent.multiplications, 60u);
  EXPECT_EQ(spent.additions, 40u);
  EXPECT_EQ(spent.total(), 100u);
}

}  // namespace
}  // namespace tactus
