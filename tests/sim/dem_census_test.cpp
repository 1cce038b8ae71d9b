// SPDX-License-Identifier: MIT
/// The census of GJK updates and EPA iterations, on pairs whose steps can be followed by hand.
#include <sim/dem/census.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

/// Two octahedra with corners at distance 1 along the axes; the second is at -c. Their difference is the octahedron
/// around c with the corners c ± 2 e: one corner for each direction, and |w - c|₁ = 2 on its faces.
dem::Census census_of_octahedra(const Vector& c) {
  Dem sim(weightless(dem::LinearLaw<double>{}));
  std::vector<Vector> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1., 1.}) corners.emplace_back(), corners.back()[axis] = side;
  const auto grain = add_shape(sim, Hull<double>::from_points(corners));
  sim.add({.grain = grain}), sim.add({.grain = grain, .pose = translation(-c)});
  return dem::take_census(sim);
}

/// Apart, since |c|₁ = 3 > 2, with boxes that overlap. The first point faces the origin: c + 2x = (0.9, -1, -0.9).
/// Updates: c + 2y, after which v = (-0.05, -0.05, -0.9); c + 2z, after which v = -(1, 1, 1)/3, inside the triangle;
/// and the point that shows that the plane through the triangle separates. So three, the first point not counted.
TEST(DemCensus, CountsTheUpdatesOfAPairThatIsApart) {
  const dem::GroupCounts counts = census_of_octahedra({-1.1, -1, -0.9}).group(0, 0);
  EXPECT_EQ(counts.apart, 1u);
  EXPECT_EQ(counts.in_contact, 0u);
  EXPECT_EQ(counts.updates_apart, 3u);
  EXPECT_EQ(counts.updates_in_contact, 0u);
  EXPECT_EQ(counts.expansions, 0u);
}

/// In contact, |c|₁ = 1.2. First c + 2x; updates: c - 2x, after which v = (0, -0.4, -0.3); c + 2y, after which
/// v = (0, 0, -0.3); c + 2z, after which the origin is inside. EPA: the nearest face is z = -0.3, beyond which is c -
/// 2z; then y = -0.4 and c - 2y; then x + y + z = 0.8 at 0.46, which is a face of the difference: three iterations, the
/// last of which finds nothing beyond.
TEST(DemCensus, CountsTheUpdatesAndIterationsOfAPairInContact) {
  const dem::GroupCounts counts = census_of_octahedra({-0.5, -0.4, -0.3}).group(0, 0);
  EXPECT_EQ(counts.apart, 0u);
  EXPECT_EQ(counts.in_contact, 1u);
  EXPECT_EQ(counts.updates_apart, 0u);
  EXPECT_EQ(counts.updates_in_contact, 3u);
  EXPECT_EQ(counts.expansions, 3u);
  EXPECT_EQ(counts.mean_in_contact(), 3);
  EXPECT_EQ(counts.mean_expansions(), 3);
}

/// Boxes that do not overlap are no pair: GJK is not asked.
TEST(DemCensus, LeavesOutPairsWhoseBoxesAreApart) {
  const dem::GroupCounts counts = census_of_octahedra({-2.1, 0, 0}).group(0, 0);
  EXPECT_EQ(counts.apart + counts.in_contact, 0u);
}

}  // namespace
}  // namespace tactus::testing
