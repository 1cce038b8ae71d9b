// SPDX-License-Identifier: MIT
/// Would coarse hulls settle pairs of a world? [Kenwright 2015, §5] A hull K of few of a hull's vertices lies inside it,
/// and the hull lies inside K enlarged by ε: so two hulls are apart if their K are apart by more than both ε. This counts
/// how many pairs that would settle, of those that the motion since the last measurement and the balls leave over.
#include <bench/world/step_shares.h>
#include <tactus/broad/automatic.h>
#include <tactus/pair/proof.h>
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <cmath>
#include <cstdio>
#include <map>

namespace {

using namespace tactus;
using namespace tactus::testing;

struct Coarse {
  Shape<double> hull;
  double epsilon;  // no vertex of the whole hull is farther away from it
};

struct Crowd {
  std::vector<Shape<double>> shapes;
  std::vector<Pose<double>> poses;
  std::vector<Coarse> coarse;
};

/// Hulls of 1000 vertices, on ellipsoids with axes of 1.2 to 2.2; one in each cube of side 1.7.
Crowd crowd(int bodies, std::size_t coarse_vertices) {
  Random random(9);
  Crowd c;
  const double half = 0.85 * std::cbrt(bodies);
  for (int i = 0; i < bodies; ++i) {
    const Vec3<double> axes{random.uniform(.6, 1.1), random.uniform(.6, 1.1), random.uniform(.6, 1.1)};
    std::vector<Vec3<double>> points;
    for (int k = 0; k < 1000; ++k) points.push_back(hadamard(axes, random.direction()));
    const Hull<double> hull = Hull<double>::from_points(points), small = hull.simplified(coarse_vertices, 0);
    double epsilon = 0;
    for (const Vec3<double>& p : points)
      epsilon = std::max(epsilon, closest_point(Shape<double>(small), {}, p).distance);
    const Vec3<double> at{random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
    c.shapes.push_back(hull), c.coarse.push_back({small, epsilon});
    c.poses.push_back({random.pose(1).rotation, at});
  }
  return c;
}

struct Counts {
  std::size_t pairs = 0, certified = 0, by_balls = 0, coarse = 0, touching = 0, apart = 0;
  double coarse_ms = 0, exact_ms = 0, saved_ms = 0;  // of this thread; saved: exact, of the pairs that K settles
};

/// As a world settles a pair; in addition, what the coarse hulls could tell.
void settle(const Crowd& c, std::size_t i, std::size_t j, PairProof& proof, Counts& counts) {
  const Shape<double>&a = c.shapes[i], &b = c.shapes[j];
  const Pose<double> x_ab = relative(c.poses[i], c.poses[j]);
  ++counts.pairs;
  if (still_apart(proof, x_ab, b.center(), b.bounding_radius(), 0.)) return void(++counts.certified);
  const double gap = norm(x_ab * b.center() - a.center()) - a.bounding_radius() - b.bounding_radius();
  if (gap > 0) return remember_apart(proof, x_ab, gap), void(++counts.by_balls);
  Contact<double> coarse, exact;
  counts.coarse_ms += piles::thread_milliseconds_of(
      [&] { coarse = distance(c.coarse[i].hull, c.poses[i], c.coarse[j].hull, c.poses[j]); });
  const double exact_ms = piles::thread_milliseconds_of([&] { exact = contact(a, c.poses[i], b, c.poses[j]); });
  const bool apart = coarse.lower - c.coarse[i].epsilon - c.coarse[j].epsilon > 0;
  counts.coarse += apart, counts.exact_ms += exact_ms, counts.saved_ms += apart ? exact_ms : 0;
  exact.touching() ? ++counts.touching : ++counts.apart;
  remember_apart(proof, x_ab, exact.lower);  // as good as it can be: coarse bounds would need more measurements later
}

Counts run(Crowd c, double drift, int steps) {
  Random random(10);
  Automatic<double> broad;
  std::vector<BoxId> boxes;
  for (std::size_t i = 0; i < c.shapes.size(); ++i) boxes.push_back(broad.insert(c.shapes[i].aabb(c.poses[i])));
  std::map<std::pair<std::uint32_t, std::uint32_t>, PairProof> proofs;
  Counts counts;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < c.poses.size(); ++i) {
      c.poses[i] = orthonormalized(random.moved(c.poses[i], drift, drift));
      broad.update(boxes[i], c.shapes[i].aabb(c.poses[i]));
    }
    if (step == 1) counts = {};  // the first step has no proofs
    broad.for_each_pair([&](BoxId a, BoxId b) { settle(c, a.slot, b.slot, proofs[{a.slot, b.slot}], counts); });
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  const int bodies = argc > 1 ? std::atoi(argv[1]) : 500, steps = argc > 2 ? std::atoi(argv[2]) : 12;
  std::printf(
      "| %d hulls of 1000 vertices; drift a step | vertices of K | pairs | certified | balls | left over | of these "
      "apart by K | touch | ns a pair of K | exact | saved by K "
      "|\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
      bodies);
  for (const std::size_t vertices : {16u, 64u}) {
    const Crowd hulls = crowd(bodies, vertices);
    for (const double drift : {0.005, 0.05}) {
      const Counts n = run(hulls, drift, steps);
      const double left = double(std::max<std::size_t>(n.touching + n.apart, 1));
      std::printf("| %g | %zu | %zu | %zu | %zu | %.0f | %.1f %% | %.1f %% | %.0f | %.0f | %.0f |\n", drift, vertices,
                  n.pairs, n.certified, n.by_balls, left, 100 * double(n.coarse) / left,
                  100 * double(n.touching) / left, 1e6 * n.coarse_ms / left, 1e6 * n.exact_ms / left,
                  1e6 * n.saved_ms / left);
      std::fflush(stdout);
    }
  }
}
