// SPDX-License-Identifier: MIT
/// Every kind of body against every other, against brute force over their pieces with the oracle: compounds of many
/// pieces, height fields, one-sided surfaces, float, and a surface against itself.
#include <gtest/gtest.h>
#include <tests/helpers/brute_force_pieces.h>

namespace tactus::testing {
namespace {

void expect_rate(int hits, int asked) {
  if (asked < 100) return;  // too few to tell a rate
  EXPECT_GT(hits, asked * 2 / 10) << asked;
  EXPECT_LT(hits, asked * 8 / 10) << asked;
}

TEST(Duels, CompoundsOfUpTo32Pieces) {
  Random random(61);
  const int rounds = test_size(25), poses = 4;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    const double size = std::pow(10.0, random.uniform(-1.3, -0.5));
    const int m = 1 + random.below(32), n = 1 + random.below(32);
    const Compound<double> a = random_compound(random, m, size), b = random_compound(random, n, size);
    hits += duel(random, a, b, poses, 2.2);
  }
  expect_rate(hits, rounds * poses);
}

/// The field's corner is its origin: it is moved there by its middle.
TEST(Duels, HeightFieldsAgainstCompoundsAndMeshes) {
  Random random(62);
  const int rounds = test_size(20), poses = 5;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    const HeightField<double> field = random_field(random);
    const int n = 1 + random.below(8);
    const Compound<double> compound = random_compound(random, n, 0.2);
    const Mesh<double> mesh(random_triangles(random, 12, 0.4), {.sides = Sides::both});
    hits += duel(random, field, compound, poses, 2.0, true);
    hits += duel(random, compound, field, poses, 2.0, true);
    hits += duel(random, field, mesh, poses, 2.0, true);
    hits += duel(random, mesh, field, poses, 2.0, true);
  }
  expect_rate(hits, rounds * poses * 4);
}

/// intersects, distance and the depth of contact look at both sides of a one-sided surface.
TEST(Duels, OneSidedSurfaces) {
  Random random(63);
  const int rounds = test_size(20), poses = 5;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    List bumps = height_mesh(4, 0.8, [](double, double) { return 0.0; });
    for (Vec& v : bumps.vertices) v.z = random.uniform(-0.2, 0.2);
    const Mesh<double> front(bumps, {.sides = Sides::front}),
        torus(torus_mesh(0.5, 0.2, 8, 6), {.sides = Sides::front});
    const Compound<double> compound = random_compound(random, 5, 0.2);
    const Shape<double> hull = random_hull(random, 10, 0.4);
    hits += duel(random, front, hull, poses, 1.2, true);
    hits += duel(random, compound, front, poses, 1.6, true);
    hits += duel(random, front, torus, poses, 1.3, true);
  }
  expect_rate(hits, rounds * poses * 3);
}

/// In float the oracle is asked about the very same bodies and poses: what float has rounded is exact in double.
template <class A, class B> int duel_in_float(Random& random, const A& a, const B& b, int poses, double reach) {
  const pieces::Queried<A> in_a(a);
  const pieces::Queried<B> in_b(b);
  const auto exact_a = a.template cast<double>();
  const auto exact_b = b.template cast<double>();
  const auto pieces_a = oracle_pieces(exact_a.source()), pieces_b = oracle_pieces(exact_b.source());
  // The contract: bounds meet to within the resolution and four times the rounding of the pair's size.
  const float size = in_a.source().origin_radius() + in_b.source().origin_radius() + static_cast<float>(2 * reach);
  const double tolerance = 1e-5 * 1.2 + 4 * 8 * double{unit_roundoff<float>} * double{size};
  int hits = 0;
  for (int k = 0; k < poses; ++k) {
    const auto pose = random.pose(reach).cast<float>();
    const Truth truth = brute_force(pieces_a, pieces_b, orthonormalized(pose.cast<double>()));
    const auto d = distance(a, tactus::Pose<float>{}, b, pose);
    const auto c = contact(a, tactus::Pose<float>{}, b, pose);
    EXPECT_LE(double{d.lower}, truth.nearest > 0 ? truth.nearest : 0.0);
    EXPECT_GE(double{d.upper}, truth.lower);
    EXPECT_GE(double{c.upper}, truth.lower);
    if (truth.lower > tolerance) {
      EXPECT_FALSE(intersects(a, tactus::Pose<float>{}, b, pose));
      EXPECT_EQ(c.status, Status::separated);
      EXPECT_NEAR(double{d.distance}, truth.nearest, tolerance);
      EXPECT_NEAR(double{c.distance}, truth.nearest, tolerance);
      EXPECT_LE(double{c.lower}, truth.nearest);
    } else if (truth.nearest < -tolerance) {
      EXPECT_TRUE(intersects(a, tactus::Pose<float>{}, b, pose));
      EXPECT_EQ(c.status, Status::overlapping);
      EXPECT_NEAR(double{c.upper}, truth.nearest, tolerance);
      EXPECT_LE(double{c.distance}, double{c.upper} + tolerance);
    }
    hits += truth.nearest <= 0;
  }
  return hits;
}

TEST(Duels, InFloat) {
  Random random(64);
  const int rounds = test_size(20), poses = 4;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    const Mesh<double> mesh(random_triangles(random, 12, 0.4), {.sides = Sides::both});
    const Mesh<double> other(random_triangles(random, 8, 0.4), {.sides = Sides::both});
    const Compound<double> compound = random_compound(random, 4);
    const auto field = random_field(random).cast<float>();
    const auto mesh_f = mesh.cast<float>(), other_f = other.cast<float>();
    const auto compound_f = compound.cast<float>();
    hits += duel_in_float(random, mesh_f, other_f, poses, 1.8);
    hits += duel_in_float(random, compound_f, mesh_f, poses, 2.2);
    hits += duel_in_float(random, compound_f, compound_f, poses, 2.2);
    hits += duel_in_float(random, field, compound_f, poses, 2.0);
    hits += duel_in_float(random, mesh_f, field, poses, 2.0);
  }
  expect_rate(hits, rounds * poses * 5);
}

/// As a sheet, a torus is as deep in itself as the deepest pair of triangles; as a solid, at least as deep.
TEST(Duels, AMeshAgainstItselfMovedByALittle) {
  const List list = torus_mesh(1, 0.3, 24, 12);
  const Mesh<double> solid(list), sheet(list, {.sides = Sides::both});
  const auto pieces = oracle_pieces(solid.source());
  for (const double shift : {0.0, 1e-9, 1e-5}) {
    SCOPED_TRACE(shift);
    const Pose x = translation(shift, shift / 2, shift / 3);
    const Truth truth = brute_force(pieces, pieces, x);
    EXPECT_LE(truth.nearest, 1e-15);
    const auto thin = contact(sheet, Pose{}, sheet, x), thick = contact(solid, Pose{}, solid, x);
    EXPECT_NEAR(thin.upper, truth.nearest, 1e-11);
    EXPECT_LE(thin.distance, thin.upper + 1e-11);
    EXPECT_LE(thick.upper, truth.nearest + 1e-11);
    EXPECT_LE(thick.distance, thick.upper + 1e-11);
    EXPECT_GE(thick.distance, -2.6);  // it is no larger than that
    for (const Mesh<double>* torus : {&solid, &sheet}) {
      EXPECT_TRUE(intersects(*torus, Pose{}, *torus, x));
      EXPECT_EQ(distance(*torus, Pose{}, *torus, x).distance, 0);
      EXPECT_FALSE(manifolds(*torus, Pose{}, *torus, x).empty());
    }
    EXPECT_TRUE(thin.touching() && thick.touching());
    EXPECT_NEAR(norm(thin.normal), 1, 1e-12);
    EXPECT_NEAR(norm(thick.normal), 1, 1e-12);
  }
}

}  // namespace
}  // namespace tactus::testing
