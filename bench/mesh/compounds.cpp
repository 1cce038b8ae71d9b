// SPDX-License-Identifier: MIT
/// Which bounds should a compound have: a tree of boxes (tactus' own), or a tree of the convex hulls of subsets of its
/// pieces (paper 001, section 1.4)? Both search the same pieces with the same narrow phase, in one process and
/// interleaved. Prints a table in Markdown.
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>

namespace tactus::compound_bench {
namespace {

using testing::Random;
using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;

/// Pieces as hulls in the body's frame, and a binary tree over them. A node's hull wraps all pieces below it; a leaf is
/// one piece.
class HullTree {
 public:
  explicit HullTree(const std::vector<Hull<double>>& pieces) {
    std::vector<int> all(pieces.size());
    std::iota(all.begin(), all.end(), 0);
    build(pieces, all);
  }

  struct Node {
    Shape<double> hull;
    double size;
    int left = -1, right = -1;  // no children: a piece
  };
  const Node& operator[](int i) const { return nodes_[static_cast<std::size_t>(i)]; }

 private:
  /// Halves the pieces along the longest side of the box around their middles.
  int build(const std::vector<Hull<double>>& pieces, std::vector<int> of) {
    std::vector<Vec> points;
    Aabb<double> middles;
    for (const int i : of) {
      const Hull<double>& piece = pieces[static_cast<std::size_t>(i)];
      for (const Vec& v : piece.vertices()) points.push_back(v);
      middles = merged(middles, piece.center());
    }
    const int self = static_cast<int>(nodes_.size());
    const Hull<double> hull =
        of.size() == 1 ? pieces[static_cast<std::size_t>(of[0])] : Hull<double>::from_points(points);
    nodes_.push_back({Shape<double>(hull), Shape<double>(hull).bounding_radius()});
    if (of.size() == 1) return self;
    const Vec side = middles.half();
    const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
    const auto half = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::nth_element(of.begin(), half, of.end(), [&](int i, int j) {
      const double x = pieces[static_cast<std::size_t>(i)].center()[axis];
      const double y = pieces[static_cast<std::size_t>(j)].center()[axis];
      return std::tie(x, i) < std::tie(y, j);
    });
    const int left = build(pieces, {of.begin(), half}), right = build(pieces, {half, of.end()});
    nodes_[static_cast<std::size_t>(self)].left = left, nodes_[static_cast<std::size_t>(self)].right = right;
    return self;
  }

  std::vector<Node> nodes_;
};

/// The two nodes to look at next: the children of the larger one, each with the other.
template <class F> void unwrap(const HullTree& a, int i, const HullTree& b, int j, F&& visit) {
  const bool open_a = a[i].left >= 0 && (b[j].left < 0 || a[i].size >= b[j].size);
  if (open_a) {
    visit(a[i].left, j), visit(a[i].right, j);
  } else {
    visit(i, b[j].left), visit(i, b[j].right);
  }
}

bool touch(const HullTree& a, int i, const HullTree& b, int j, const Pose& pose) {
  if (!intersects(a[i].hull, Pose{}, b[j].hull, pose)) return false;
  if (a[i].left < 0 && b[j].left < 0) return true;
  bool found = false;
  unwrap(a, i, b, j, [&](int k, int l) { found = found || touch(a, k, b, l, pose); });
  return found;
}

/// Nearer children first; what is farther than the nearest pair so far is skipped.
void nearest(const HullTree& a, int i, const HullTree& b, int j, const Pose& pose, double bound, double& best) {
  if (!(bound < best)) return;
  if (a[i].left < 0 && b[j].left < 0) {
    best = bound;
    return;
  }
  std::vector<std::tuple<double, int, int>> next;
  unwrap(a, i, b, j, [&](int k, int l) {
    const auto c = distance(a[k].hull, Pose{}, b[l].hull, pose, {.max_distance = best});
    if (c.status != Status::beyond_max) next.emplace_back(c.distance, k, l);
  });
  std::sort(next.begin(), next.end());
  for (const auto& [gap, k, l] : next) nearest(a, k, b, l, pose, gap, best);
}

struct Body {
  Compound<double> boxes;
  HullTree hulls;
};

/// n hulls of ten vertices, scattered in a ball, or along a ring, so that neighbours overlap a little.
Body body(Random& random, int n, bool ring) {
  std::vector<Hull<double>> pieces;
  std::vector<CompoundPiece<double>> list;
  const double size = ring ? 5.0 / n : 0.6 / std::cbrt(n);
  for (int i = 0; i < n; ++i) {
    const double turn = 2 * pi<double> * i / n;
    const Vec at = ring ? Vec{std::cos(turn), std::sin(turn), 0} : random.vector(0, 1);
    std::vector<Vec> points;
    for (int k = 0; k < 10; ++k) points.push_back(at + random.direction() * size);
    pieces.push_back(Hull<double>::from_points(points));
    list.push_back({pieces.back(), Pose{}});
  }
  return {Compound<double>(list), HullTree(pieces)};
}

/// Microseconds of processor time per pose of both, the median of eleven rounds in turns: other programs on the machine
/// disturb that least.
template <class F, class G> std::pair<double, double> race(const std::vector<Pose>& poses, F&& f, G&& g) {
  std::vector<double> one, other;
  const auto time = [&](auto&& ask, std::vector<double>& times) {
    const std::clock_t start = std::clock();
    for (const Pose& pose : poses) ask(pose);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    times.push_back(seconds * 1e6 / static_cast<double>(poses.size()));
  };
  for (int round = 0; round < 11; ++round) time(f, one), time(g, other);
  std::sort(one.begin(), one.end()), std::sort(other.begin(), other.end());
  return {one[5], other[5]};
}

void run(int pieces, bool ring) {
  Random random(static_cast<std::uint64_t>(pieces));
  const Body a = body(random, pieces, ring), b = body(random, pieces, ring);
  std::vector<Pose> poses;
  for (int i = 0; i < 100; ++i) {
    const double reach = random.uniform(ring ? 0.5 : 1.5, 2.6);
    const Mat3<double> turned = from_quaternion(random.rotation()).rotation;
    poses.push_back({turned, random.direction() * reach});
  }
  int touching = 0, differ = 0;
  double worst = 0;
  for (const Pose& pose : poses) {
    const bool hit = intersects(a.boxes, Pose{}, b.boxes, pose);
    touching += hit, differ += hit != touch(a.hulls, 0, b.hulls, 0, pose);
    double gap = infinity<double>;
    nearest(a.hulls, 0, b.hulls, 0, pose, 0, gap);
    worst = std::max(worst, std::abs(gap - distance(a.boxes, Pose{}, b.boxes, pose).distance));
  }
  volatile double sink = 0;  // so that no question is left out
  const auto hits = race(
      poses, [&](const Pose& p) { sink = sink + intersects(a.boxes, Pose{}, b.boxes, p); },
      [&](const Pose& p) { sink = sink + touch(a.hulls, 0, b.hulls, 0, p); });
  const auto gaps = race(
      poses, [&](const Pose& p) { sink = sink + distance(a.boxes, Pose{}, b.boxes, p).distance; },
      [&](const Pose& p) {
        double gap = infinity<double>;
        nearest(a.hulls, 0, b.hulls, 0, p, 0, gap);
        sink = sink + gap;
      });
  std::printf("| %d in a %s, %d of 100 touch | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f | %d, %.0e |\n", pieces,
              ring ? "ring" : "ball", touching, hits.first, hits.second, hits.first / hits.second, gaps.first,
              gaps.second, gaps.first / gaps.second, differ, worst);
}

}  // namespace
}  // namespace tactus::compound_bench

int main() {
  std::printf("# Compounds: boxes against hulls of subsets\n\n");
  std::printf("Made by `bench_compounds`, compiled with %s.\n", TACTUS_BENCH_FLAGS);
  std::printf(
      "Microseconds of processor time per pair of compounds, medians of eleven rounds in turns; ratio: boxes over "
      "hulls.\n"
      "Last column: how many answers of intersects differ, and by how much distances differ at most.\n\n");
  std::printf(
      "| pieces of each | intersects: boxes | hulls | ratio | distance: boxes | hulls | ratio | differ |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const bool ring : {false, true})
    for (const int pieces : {50, 150, 500}) tactus::compound_bench::run(pieces, ring);
}
