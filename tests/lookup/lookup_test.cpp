// SPDX-License-Identifier: MIT
/// Every search returns what the definition says, on every kind of hull: the farthest vertex, the lowest number among
/// equals.
#include "lookup_hulls.h"

#include <tactus/math/counted.h>
#include <tests/helpers/test_size.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using testing::bipyramid;
using testing::farthest;
using testing::lookup_directions;
using testing::lookup_hulls;

constexpr Lookup all_lookups[] = {Lookup::linear, Lookup::hill_climb, Lookup::cube_map, Lookup::direction_tree,
                                  Lookup::dobkin_kirkpatrick};

template <class T> class LookupTest : public ::testing::Test {};
using Scalars = ::testing::Types<float, double, Counted<double>>;
TYPED_TEST_SUITE(LookupTest, Scalars);

template <class T> int most_vertices() { return std::floating_point<T> ? 10000 : 100; }

/// The two exceptions: Dobkin-Kirkpatrick tests at most 32 neighbours and at most 32 ties.
template <class T> bool ends_early(const Hull<T>& hull, const Vec3<T>& d, std::uint32_t found, std::uint32_t expected) {
  if (hull.lookup() != Lookup::dobkin_kirkpatrick) return false;
  const T near = dot(hull.vertex(expected), d) - hull.surface().slack(d);
  int ties = 0;
  for (const Vec3<T>& v : hull.vertices()) ties += dot(v, d) >= near;
  return (hull.neighbours(found).size() > 32 || ties > 32) && dot(hull.vertex(found), d) >= near;
}

TYPED_TEST(LookupTest, EverySearchFindsTheFarthestAndLowest) {
  using T = TypeParam;
  int ties = 0, checks = 0, early = 0;
  for (const auto& [name, plain] : lookup_hulls<T>(most_vertices<T>())) {
    const auto directions = lookup_directions(plain, 100);
    std::vector<std::uint32_t> expected;
    for (const Vec3<T>& d : directions) {
      expected.push_back(farthest(plain, d));
      for (std::uint32_t v : plain.neighbours(expected.back()))
        ties += dot(plain.vertex(v), d) == dot(plain.vertex(expected.back()), d);
    }
    for (Lookup kind : all_lookups) {
      const Hull<T> hull = plain.with_lookup(kind);
      ASSERT_EQ(hull.lookup(), kind);
      for (std::size_t i = 0; i < directions.size(); ++i, ++checks) {
        const Vec3<T>& d = directions[i];
        const std::uint32_t found = hull.support_index(d);
        if (found != expected[i] && ends_early(hull, d, found, expected[i])) {
          ++early;
          continue;
        }
        ASSERT_EQ(found, expected[i]) << name << ", search " << static_cast<int>(kind) << ", along " << d << ": "
                                      << dot(hull.vertex(found), d) << " < " << dot(hull.vertex(expected[i]), d);
      }
    }
  }
  EXPECT_GT(ties, 500) << "ties are not tested";
  EXPECT_LT(early * 20, checks) << "the exceptions have become the rule";
}

TYPED_TEST(LookupTest, TheHullChoosesBySizeAndAnswersTheSame) {
  using T = TypeParam;
  const int small = std::same_as<T, float> ? 128 : 64;
  EXPECT_EQ(generate::random_on_sphere<T>(small).lookup(), Lookup::linear);
  EXPECT_EQ(generate::random_on_sphere<T>(small + 1).lookup(), Lookup::cube_map);
  EXPECT_EQ(bipyramid<T>(1000).lookup(), Lookup::linear) << "an apex with 1000 neighbours: no table";
  const Hull<T> hull = generate::random_on_sphere<T>(small + 1);
  EXPECT_GT(hull.lookup_memory(), 0u);
  EXPECT_EQ(hull.with_lookup(Lookup::linear).lookup_memory(), 0u);
  EXPECT_EQ(hull.with_lookup(Lookup::linear), hull) << "the same vertices and faces";
}

/// For any start of a climb, even an invalid vertex number.
TYPED_TEST(LookupTest, AHintDoesNotChangeTheAnswer) {
  using T = TypeParam;
  generate::Random random(2);
  for (const auto& [name, plain] : lookup_hulls<T>(100)) {
    for (Lookup kind : {Lookup::hill_climb, Lookup::cube_map}) {
      const Hull<T> hull = plain.with_lookup(kind);
      for (const Vec3<T>& d : lookup_directions(hull, 30)) {
        const auto hint = static_cast<std::uint32_t>(random.bits() % (2 * hull.vertex_count()));
        ASSERT_EQ(hull.support_index(d, hint), farthest(hull, d)) << name << ", from " << hint;
      }
    }
  }
}

TYPED_TEST(LookupTest, TheLengthOfTheDirectionDoesNotMatter) {
  using T = TypeParam;
  using Limits = std::numeric_limits<builtin_t<T>>;
  generate::Random random(6);
  const Hull<T> plain = generate::random_on_sphere<T>(200);
  for (Lookup kind : all_lookups) {
    const Hull<T> hull = plain.with_lookup(kind);
    for (int i = 0; i < 200; ++i) {
      const Vec3<T> d = random.on_sphere().cast<T>();
      const std::uint32_t expected = hull.support_index(d);
      for (auto length : {Limits::min() * 16, Limits::max() / 16, builtin_t<T>(1e-6), builtin_t<T>(1e6)}) {
        EXPECT_EQ(hull.support_index(d * T(length)), expected);
      }
    }
  }
}

TYPED_TEST(LookupTest, ZeroIsVertexZeroAndNotANumberIsSomeVertex) {
  using T = TypeParam;
  const T nan = T(std::numeric_limits<builtin_t<T>>::quiet_NaN()), inf = infinity<T>, one = T(1);
  for (const auto& [name, plain] : lookup_hulls<T>(100)) {
    for (Lookup kind : all_lookups) {
      const Hull<T> hull = plain.with_lookup(kind);
      EXPECT_EQ(hull.support_index({}), 0u) << name;
      EXPECT_EQ(hull.support_index({T(-0.0), T(0), T(0)}), 0u) << name;
      for (const Vec3<T>& d : {Vec3<T>{nan, nan, nan}, Vec3<T>{one, nan, one}, Vec3<T>{nan, one, one},
                               Vec3<T>{one, one, nan}, Vec3<T>{inf, one, one}, Vec3<T>{one, -inf, inf}}) {
        EXPECT_LT(hull.support_index(d), hull.vertex_count()) << name << " along " << d;
      }
    }
  }
}

/// A vertex with many neighbours: no table, as building it would take too long.
TEST(Lookup, LongRingsGetNoTable) {
  const auto choice = [](std::uint32_t vertices, std::uint32_t longest_ring) {
    std::vector<std::uint32_t> first(vertices + 1, longest_ring);
    first[0] = 0;
    return default_lookup<double>({first, std::vector<std::uint32_t>(longest_ring, 1u)});
  };
  EXPECT_EQ(choice(9000, 256), Lookup::cube_map);
  EXPECT_EQ(choice(9000, 257), Lookup::dobkin_kirkpatrick);
  EXPECT_EQ(choice(8000, 257), Lookup::linear);
  EXPECT_EQ(choice(64, 60), Lookup::linear);
}

/// A thousand times flatter than the float test above, and thinner than the table stretches.
TEST(Lookup, VeryFlatHulls) {
  for (double thinnest : {1e-3, 1e-5, 1e-8}) {
    const Hull<double> plain = testing::sheared_ball<double>(3000, thinnest);
    for (Lookup kind : all_lookups) {
      const Hull<double> hull = plain.with_lookup(kind);
      for (const Vec3<double>& d : lookup_directions(hull, testing::test_size(1000))) {
        const std::uint32_t found = hull.support_index(d), expected = farthest(hull, d);
        ASSERT_EQ(found, expected) << static_cast<int>(kind) << " " << thinnest;
      }
    }
  }
}

/// The table answers almost always without a climb, even for thin and tilted hulls, for which its map was made.
TEST(Lookup, TheCubeMapSharesItsSquaresEvenly) {
  generate::Random random(7);
  for (const Hull<double>& hull :
       {generate::random_on_sphere<double>(1000), testing::sheared_ball<double>(1000, 0.01)}) {
    ASSERT_EQ(hull.lookup(), Lookup::cube_map);
    const lookup::Surface<double> surface = hull.surface();
    const auto map = lookup::build_cube_map(surface, lookup::cube_map_side(hull.vertex_count()));
    EXPECT_EQ(map.memory(), hull.lookup_memory());
    int found = 0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3<double> d = lookup::unstretched(map.stretch, random.on_sphere());
      found += lookup::candidates_along(map, d) != nullptr;
    }
    EXPECT_GT(found, 950);
  }
}

/// Three multiplications and two additions per vertex, none for the padding; building the tables does no arithmetic
/// that counts (points are compared as they come in).
TEST(Lookup, CountsItsOperations) {
  using C = Counted<double>;
  const Tally at_first = tally();
  const Hull<C> small = generate::random_on_sphere<C>(20), large = generate::random_on_sphere<C>(200);
  EXPECT_EQ(tally().total(), at_first.total());
  const auto spent = [](const Hull<C>& hull) {
    const Tally before = tally();
    hull.support_index({C(1), C(2), C(3)});
    return tally() - before;
  };
  EXPECT_EQ(spent(small).multiplications, 60u);
  EXPECT_EQ(spent(small).additions, 40u);
  EXPECT_EQ(spent(small).total(), 100u);
  EXPECT_LT(spent(large).total(), 50u) << "the table does not depend on the number of vertices";
  const Hull<C> disk =
      generate::disk<C>(1000).with_lookup(Lookup::dobkin_kirkpatrick);  // a thousand tie along its axis
  const Tally before = tally();
  disk.support_index({C(0), C(0), C(1)});
  EXPECT_LT((tally() - before).multiplications, 3 * 2000u / 3) << "a third of the scan's";
}

}  // namespace
}  // namespace tactus
