// SPDX-License-Identifier: MIT
/// Triangles against triangles: the quick bounds of two, the planes about many, and whole meshes, all against the
/// oracle.
#include <tactus/nonconvex/triangle_gap.h>
#include <tests/helpers/brute_force_pieces.h>

namespace tactus::testing {
namespace {

using Tri = Triangle<double>;

oracle::Polytope polytope(const Tri& t) {
  return oracle::Polytope::from_points({to_oracle(t.a), to_oracle(t.b), to_oracle(t.c)});
}

/// A triangle of the given kind: random, a needle, one with little or no area, or one that shares a corner with
/// `other`.
Tri random_triangle(Random& random, const Tri& other, int kind) {
  const double size = std::pow(10.0, random.uniform(-3, 0));
  const Vec at = random.vector(0, 1);
  Tri t{at + random.direction() * size, at + random.direction() * size, at + random.direction() * size};
  if (kind == 1) {
    const Vec off = random.vector(1e-9 * size);
    t.c = t.a + (t.b - t.a) * random.uniform(0, 1) + off;
  }
  if (kind == 2) t.c = t.a + (t.b - t.a) * 0.25;
  if (kind == 3) t.c = other.b;
  if (kind == 4) t = {other.a + (t.a - at) * 1e-7, other.b + (t.b - at) * 1e-7, other.c + (t.c - at) * 1e-7};
  return t;
}

TEST(TriangleGap, HoldsTheDistanceAndMostlyMeets) {
  Random random(11);
  const int pairs = test_size(20000);
  int met = 0, ordinary = 0, touching = 0;
  for (int k = 0; k < pairs; ++k) {
    // The oracle is not exact for needles that nearly coincide: kind 4 comes with ordinary ones.
    const Tri s = random_triangle(random, {}, k % 5 == 4 ? 0 : random.below(3)), t = random_triangle(random, s, k % 5);
    const auto truth = oracle::polytope_distance(polytope(s), polytope(t), to_oracle(Pose{}));
    const pieces::Gap<double> gap = pieces::gap(s, t, infinity<double>);
    const double slack = 2e-15;  // of coordinates up to 2; the visitors take four times as much off
    EXPECT_LE(gap.lower, static_cast<double>(truth.upper) + slack) << k;
    EXPECT_GE(gap.upper, static_cast<double>(truth.lower) - slack) << k;
    touching += truth.upper <= 0;
    if (truth.lower < 1e-3) continue;
    ++ordinary, met += gap.upper - gap.lower <= 1e-14;
    const double enough = static_cast<double>(truth.lower) * random.uniform(0, 2);
    EXPECT_LE(pieces::gap(s, t, enough).lower, static_cast<double>(truth.upper) + slack);
  }
  if (pairs < 10000) return;  // too few to tell a rate
  EXPECT_GT(touching, pairs / 50);
  EXPECT_GT(ordinary, pairs / 2);
  EXPECT_GT(met, ordinary * 99 / 100) << ordinary;
}

TEST(WideTree, PlanesHoldWhatIsBetweenThem) {
  Random random(12);
  List soup = random_triangles(random, 300, 0.2), torus = torus_mesh(1, 0.3, 40, 20);
  List far = torus;
  for (Vec& v : far.vertices) v = v * 1e-3 + Vec{700, -300, 200};
  for (const List& list : {soup, torus, far}) {
    const Mesh<double> mesh(list, {.sides = Sides::both});
    const auto& tree = mesh.source();
    double thin = 0, leaves = 0;
    std::vector<std::pair<pieces::Cuboid<double>, pieces::Planes<double>>> around;  // from the root to this node
    const auto visit = [&](const auto& self, pieces::Ref ref) -> void {
      if (ref.is_leaf()) {
        for (std::uint32_t k = 0; k < ref.count(); ++k) {
          const Tri t = mesh.triangle(tree.at(ref.index() + k));
          for (const auto& [box, planes] : around)
            for (int c = 0; c < 3; ++c)
              EXPECT_LE(std::abs(dot(planes.normal, t.vertex(c) - planes.middle)), planes.half * (1 + 1e-12) + 1e-13);
        }
        if (around.empty()) return;
        ++leaves, thin += around.back().second.half <= 0.3 * norm(around.back().first.half);
        return;
      }
      pieces::FourBoxes<double> boxes;
      tree.open(ref, boxes);
      for (int k = 0; k < boxes.count; ++k) {
        const auto box = pieces::Cuboid<double>::of(boxes.box(k));
        around.push_back({box, pieces::Planes<double>::of(boxes.slabs[static_cast<std::size_t>(k)], box)});
        self(self, boxes.refs[static_cast<std::size_t>(k)]);
        around.pop_back();
      }
    };
    visit(visit, tree.root());
    if (list.vertices.size() != soup.vertices.size()) {
      EXPECT_GT(thin, 0.9 * leaves);
    }
  }
}

int duel_of_meshes(Random& random, const List& a, const List& b, int poses, double reach) {
  return duel(random, Mesh<double>(a, {.sides = Sides::both}), Mesh<double>(b, {.sides = Sides::both}), poses, reach);
}

TEST(Triangles, MeshesOfAFewAgreeWithBruteForce) {  // TACTUS_TEST_SIZE=200: a hundred thousand pairs
  Random random(13);
  const int rounds = test_size(100), poses = 5;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    const double size = std::pow(10.0, random.uniform(-1.5, -0.2));
    const auto b = random_triangles(random, 1 + random.below(32), size);
    const auto a = random_triangles(random, 1 + random.below(32), size);
    hits += duel_of_meshes(random, a, b, poses, 1.2);
  }
  EXPECT_GT(hits, rounds * poses * 2 / 10);
  EXPECT_LT(hits, rounds * poses * 8 / 10);
}

/// Ten of 6000 random pairs: those whose nearest triangles are in a child that comes after one beyond the limit.
TEST(Triangles, AChildBeyondTheLimitMayComeBeforeTheNearest) {
  for (const unsigned seed : {22u, 575u, 858u, 1058u, 1258u, 2048u, 3224u, 3307u, 3605u, 4471u}) {
    Random random(seed);
    const auto large_and_small = [&] {
      List l = random_triangles(random, 12, 0.05);
      for (std::size_t k = 0; k < 9; ++k) l.vertices[k] = random.vector(0, 1);
      return l;
    };
    const List a = large_and_small(), b = large_and_small();
    duel_of_meshes(random, a, b, 1, 2.5);
  }
}

TEST(Triangles, MeshesOfAThousandAgreeWithBruteForce) {  // TACTUS_TEST_SIZE=200: a thousand pairs
  Random random(14);
  const int rounds = test_size(1), poses = 5;
  int hits = 0;
  for (int round = 0; round < rounds; ++round) {
    List torus = torus_mesh(1, 0.3, 33, 16);
    for (Vec& v : torus.vertices) v += random.direction() * 0.01;
    const List soup = random_triangles(random, 1000, 0.03);
    hits += duel_of_meshes(random, torus, round % 2 ? torus : soup, poses, round % 2 ? 2.6 : 2.2);
  }
  if (rounds < 10) return;  // too few to tell a rate
  EXPECT_GT(hits, rounds * poses * 2 / 10);
  EXPECT_LT(hits, rounds * poses * 8 / 10);
}

}  // namespace
}  // namespace tactus::testing
