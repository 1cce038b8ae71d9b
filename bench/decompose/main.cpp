// SPDX-License-Identifier: MIT
/// Convex decompositions of a torus, a bracket, a gear and a mug beside HACD's: pieces, how far they stand out of the
/// solid, what of it they leave uncovered, volume, seconds. Prints Markdown.
#include <bench/decompose/hacd.h>
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/decompose/overshoot.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tests/nonconvex/decompose_solids.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tactus;
using Pieces = std::vector<Hull<double>>;

struct Figures {
  double overshoot = 0;  // upper bound, measured alike for both
  double uncovered = 0;  // largest distance of a point of the solid from all pieces, sampled
  double excess = 0;  // volume of the union over that of the solid, less 1, sampled
  double difference = 0;  // of distances to solid and pieces, the largest of the samples outside
};

double distance_to(const Pieces& pieces, const Vec3<double>& p) {
  double least = infinity<double>;
  for (const auto& hull : pieces) {
    if (norm(p - hull.center()) - hull.bounding_radius() > least) continue;
    least = min(least, distance(hull, Pose<double>{}, Point<double>{p}, Pose<double>{}).distance);
  }
  return least;
}

Figures figures(const Solid& solid, const Pieces& pieces, int samples) {
  Figures f;
  for (const auto& hull : pieces)
    f.overshoot =
        max(f.overshoot,
            decomposition::overshoot(solid, hull, {.tolerance = 2e-4 * solid.size(), .start = f.overshoot}).upper);
  generate::Random random(1);
  int in_solid = 0, in_pieces = 0;
  const Aabb<double> box = expanded(solid.box(), 0.1 * solid.size());
  for (int i = 0; i < samples; ++i) {
    const Vec3<double> p{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y),
                         random.uniform(box.min.z, box.max.z)};
    const double to_pieces = distance_to(pieces, p), to_solid = max(solid.signed_distance(p), 0.0);
    in_solid += to_solid == 0, in_pieces += to_pieces == 0;
    if (to_solid == 0) f.uncovered = max(f.uncovered, to_pieces);
    f.difference = max(f.difference, to_solid - to_pieces);
  }
  f.excess = static_cast<double>(in_pieces) / in_solid - 1;
  return f;
}

template <class F> double seconds_of(F&& f) {
  const auto begun = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void row(const char* solid, const char* who, const Pieces& pieces, double stated, const Figures& f, double size,
         double seconds) {
  std::size_t vertices = 0;
  for (const auto& hull : pieces) vertices += hull.vertex_count();
  char text[32] = "none";
  if (stated >= 0) std::snprintf(text, sizeof text, "%.3f %%", 100 * stated / size);
  std::printf("| %s | %s | %zu | %zu | %s | %.3f %% | %.3f %% | %.3f %% | %+.1f %% | %.2f |\n", solid, who,
              pieces.size(), vertices, text, 100 * f.overshoot / size, 100 * f.difference / size,
              100 * f.uncovered / size, 100 * f.excess, seconds);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int samples = argc > 1 ? std::atoi(argv[1]) : 100'000;
  const struct {
    const char* name;
    testing::Triangles mesh;
  } solids[] = {{"torus", testing::torus(1, 0.3, 32, 16)},
                {"bracket", testing::bracket()},
                {"gear", testing::gear()},
                {"mug", testing::mug()}};
  std::printf(
      "# Convex decomposition beside HACD\n\n"
      "Convex pieces that cover a solid. Made by `bench_decompose > bench/results/decompose.md`; %d random points "
      "each. "
      "Lengths are in\npercent of the solid's diagonal, at most 64 vertices a hull.\n\n"
      "*stated*: the concavity that comes with the answer. *overshoot*: how far any point of the pieces is from the "
      "solid, an\n"
      "upper bound by the same code for both. *difference*: the largest by which a sampled point is nearer to the "
      "pieces than to\n"
      "the solid. *uncovered*: the largest distance of a sampled point of the solid from all pieces. *volume*: that of "
      "the\n"
      "pieces' union, sampled. HACD is asked for as many pieces as tactus has, with its default concavity.\n\n"
      "| solid | | pieces | vertices | stated | overshoot | difference | uncovered | volume | seconds "
      "|\n|---|---|---|---|---|---|---|---|---|---|\n",
      samples);
  for (const auto& [name, mesh] : solids) {
    const Solid solid(mesh);
    for (const double share : {0.02, 0.01}) {
      Decomposition d;
      const double seconds = seconds_of([&] { d = decompose(mesh, {.concavity = share * solid.size()}); });
      row(name, share == 0.02 ? "tactus, 2 %" : "tactus, 1 %", d.pieces, d.concavity, figures(solid, d.pieces, samples),
          solid.size(), seconds);
      Pieces theirs;
      const double their_seconds =
          seconds_of([&] { theirs = bench::hacd_pieces(mesh, static_cast<int>(d.pieces.size()), 64); });
      row(name, "HACD", theirs, -1, figures(solid, theirs, samples), solid.size(), their_seconds);
    }
  }
}
