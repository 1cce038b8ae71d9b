// SPDX-License-Identifier: MIT
/// Decompositions cover their solid and stand out of it by no more than they say, judged by brute force.
#include <tactus/nonconvex/decompose.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/test_size.h>
#include <tests/nonconvex/brute_force_solid.h>
#include <tests/nonconvex/decompose_solids.h>

#include <gtest/gtest.h>

#include <limits>

namespace tactus::testing {
namespace {

struct Case {
  const char* name;
  Triangles list;
};
/// The sanitizers, which ask for small samples, get solids of few triangles.
bool small() { return test_size(20) < 20; }
std::vector<Case> cases() {
  if (small()) return {{"bracket", bracket()}, {"gear", gear(3)}, {"torus", torus(1, 0.3, 8, 6)}, {"mug", mug(8, 4)}};
  return {{"bracket", bracket()}, {"gear", gear(8)}, {"torus", torus(1, 0.3, 20, 10)}, {"mug", mug(16, 6)}};
}

Vec3<double> random_point(generate::Random& random, const Aabb<double>& box) {
  return {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y),
          random.uniform(box.min.z, box.max.z)};
}
double distance_to(const Hull<double>& hull, const Vec3<double>& p) {
  return distance(hull, Pose<double>{}, Point<double>{p}, Pose<double>{}).distance;
}
double distance_to_pieces(const Decomposition& d, const Vec3<double>& p) {
  double least = infinity<double>;
  for (const Hull<double>& hull : d.pieces) least = min(least, distance_to(hull, p));
  return least;
}
/// A point of the hull: random weights for its vertices, few of them, so that points near the surface are drawn, too.
Vec3<double> random_in_hull(generate::Random& random, const Hull<double>& hull) {
  Vec3<double> sum{};
  double weights = 0;
  for (int i = 0; i < 4; ++i) {
    const double w = -std::log(1 - random.uniform());
    sum += hull.vertex(static_cast<std::uint32_t>(random.bits() % hull.vertex_count())) * w;
    weights += w;
  }
  return sum / weights;
}

/// The mug's handle ends inside the wall, and `solid_volume` is that of both surfaces together. The handle is a tube of radius
/// 0.06 that bends with 0.3 about an axis at x = 0.45, so its points are 0.24 or more from that axis. At each end it leaves the
/// cup's radius of 0.5 within an angle of asin(0.05/0.24), or, as its bend has straight pieces, within the share 0.05/(0.24
/// sin(step)) of the first, which is 2·0.3 sin(step/2) long. Its volume up to there is that way times its section [Pappus].
double mug_volume_counted_twice() {
  const double step = pi<double> / (small() ? 4 : 8), section = pi<double> * square(0.06);
  const double chord = 2 * 0.3 * std::sin(step / 2) * 0.05 / (0.24 * std::sin(step));
  return 2 * section * std::max(chord, 0.3 * std::asin(0.05 / 0.24));
}

TEST(Decompose, CoversTheSolidAndKeepsItsBound) {
  for (const auto& [name, list] : cases()) {
    SCOPED_TRACE(name);
    const Solid solid(list);
    ASSERT_TRUE(solid.closed());
    const double target = (small() ? 0.06 : 0.03) * solid.size();
    const Decomposition d = decompose(solid, {.concavity = target});
    EXPECT_TRUE(d.solid && d.reached && !d.stopped);
    EXPECT_LE(d.concavity, target);
    EXPECT_LE(d.concavity_lower, d.concavity);
    EXPECT_LE(d.cover, 1e-6 * solid.size());
    const double twice = name == std::string("mug") ? mug_volume_counted_twice() : 0;
    EXPECT_GE(d.pieces_volume, d.solid_volume * (1 - 1e-9) - twice);
    const BruteForceSolid truth(list);
    generate::Random random(1);
    int inside = 0;
    for (const Vec3<double>& v : list.vertices) EXPECT_LE(distance_to_pieces(d, v), d.cover);
    for (int i = 0; i < test_size(600); ++i) {
      const Vec3<double> p = random_point(random, expanded(solid.box(), 0.1 * solid.size()));
      const double to_pieces = distance_to_pieces(d, p), to_solid = truth.solid_distance(p);
      inside += to_solid == 0;
      EXPECT_LE(to_pieces, to_solid + d.cover) << p;
      EXPECT_LE(to_solid - to_pieces, d.concavity) << p;
    }
    if (test_size(600) >= 600) {
      EXPECT_GT(inside, 20);  // enough to test the cover
    }
    const int of_each = 1 + test_size(600) / static_cast<int>(d.pieces.size());
    for (const Hull<double>& hull : d.pieces)
      for (int i = 0; i < of_each; ++i) {
        const Vec3<double> p = random_in_hull(random, hull);
        EXPECT_LE(truth.solid_distance(p), d.concavity + solid.rounding()) << p;
      }
  }
}

TEST(Decompose, OneHullHasTheConcavityThatCanBeWorkedOut) {
  // An L's hull: the point of its slope above the inner corner is as far from both walls.
  const Decomposition d = decompose(bracket(2, 0.4), {.concavity = 0.01, .max_pieces = 1});
  EXPECT_EQ(d.pieces.size(), 1u);
  EXPECT_FALSE(d.reached);
  EXPECT_NEAR(d.concavity_lower, 0.8, 2e-4);
  EXPECT_GE(d.concavity, 0.8);
  EXPECT_LE(d.concavity, 0.8 + 2e-4);
  // A torus' hull: the middle of its flat top is the farthest.
  const Triangles ring = small() ? torus(1, 0.25, 8, 4) : torus(1, 0.25, 24, 12);
  const Decomposition e = decompose(ring, {.concavity = 0.01, .max_pieces = 1, .max_vertices = 1000});
  const double middle = BruteForceSolid(ring).solid_distance({0, 0, 0.25});
  EXPECT_NEAR(e.concavity_lower, middle, 2e-4);
  EXPECT_GE(e.concavity, middle);
  EXPECT_LE(e.concavity, middle + 2e-4);
}

TEST(Decompose, PolyhedraComeApartExactly) {
  const Decomposition l = decompose(bracket(), {.concavity = 1e-3});
  EXPECT_EQ(l.pieces.size(), 2u);
  EXPECT_LE(l.concavity, 1e-12);
  EXPECT_NEAR(l.pieces_volume, l.solid_volume, 1e-12);
  // Convex: one piece, the hull itself, at once.
  const Decomposition cube = decompose(turned({{0, -1}, {1, -1}, {1, 1}, {0, 1}}, 4), {.concavity = 1e-3});
  EXPECT_EQ(cube.pieces.size(), 1u);
  EXPECT_LE(cube.concavity, 1e-12);
}

TEST(Decompose, TheSameForAnyNumberOfThreads) {
  const Triangles list = gear(small() ? 2 : 6);
  const Decomposition alone = decompose(list, {.threads = 1});
  for (const int threads : {2, 5}) {
    const Decomposition d = decompose(list, {.threads = threads});
    ASSERT_EQ(d.pieces.size(), alone.pieces.size());
    for (std::size_t i = 0; i < d.pieces.size(); ++i) EXPECT_EQ(d.pieces[i], alone.pieces[i]);
    EXPECT_EQ(d.concavity, alone.concavity);
  }
}

TEST(Decompose, KeepsToLimitsAndTellsWhatTheyCost) {
  const Triangles list = small() ? torus(1, 0.3, 8, 6) : torus(1, 0.3, 20, 10);
  const Decomposition few = decompose(list, {.concavity = 0.02, .max_pieces = 4, .max_vertices = 12});
  EXPECT_LE(few.pieces.size(), 4u);
  for (const Hull<double>& hull : few.pieces) EXPECT_LE(hull.vertex_count(), 12u);
  EXPECT_FALSE(few.reached);
  EXPECT_GT(few.concavity, 0.02);
  for (const Vec3<double>& v : list.vertices) EXPECT_LE(distance_to_pieces(few, v), few.cover);
}

TEST(Decompose, TellsWhatIsLeftAndStopsWhenAsked) {
  double last = 1;
  int told = 0;
  const auto remaining = [&](double share) {
    EXPECT_LE(share, last);
    last = share, ++told;
  };
  const Triangles list = small() ? torus(1, 0.3, 8, 6) : torus(1, 0.3, 16, 8);
  decompose(list, {.concavity = 0.05, .remaining = remaining});
  EXPECT_EQ(last, 0);
  EXPECT_GT(told, 3);
  std::stop_source stop;
  stop.request_stop();
  const Decomposition d = decompose(list, {.concavity = 0.05, .stop = stop.get_token()});
  EXPECT_TRUE(d.stopped);
  EXPECT_FALSE(d.reached);
  EXPECT_EQ(d.pieces.size(), 1u);
  EXPECT_GE(d.concavity, BruteForceSolid(list).solid_distance({}));
}

TEST(Decompose, BrokenSurfacesAreLabelled) {
  Triangles open = bracket();
  open.triangles.pop_back();
  const Decomposition d = decompose(open, {});
  EXPECT_FALSE(d.solid);
  EXPECT_GE(d.pieces.size(), 1u);
  for (const Vec3<double>& v : open.vertices) EXPECT_LE(distance_to_pieces(d, v), 1e-6);
  Triangles inside_out = bracket();
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  const Decomposition turned_back = decompose(inside_out, {});
  EXPECT_TRUE(turned_back.solid);
  EXPECT_EQ(turned_back.pieces.size(), 2u);
  Triangles sheet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {2, 1, 3}}};
  EXPECT_FALSE(decompose(sheet, {}).solid);
}

TEST(Decompose, RefusesWhatMakesNoSense) {
  const Triangles good = bracket();
  const auto refuses = [](const Triangles& list, const DecomposeOptions& options) {
    EXPECT_THROW(decompose(list, options), std::invalid_argument);
  };
  refuses(good, {.concavity = -1});
  refuses(good, {.concavity = std::numeric_limits<double>::quiet_NaN()});
  refuses(good, {.max_pieces = 0});
  refuses(good, {.max_vertices = 7});
  refuses({}, {});
  Triangles bad = good;
  bad.triangles[3][1] = 12;
  refuses(bad, {});
  bad = good;
  for (const double wrong : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(), 1e80}) {
    bad.vertices[2].y = wrong;
    refuses(bad, {});
  }
  refuses({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}, {});  // no area
}

TEST(Solid, AgreesWithBruteForce) {
  for (const auto& [name, list] : cases()) {
    SCOPED_TRACE(name);
    const Solid solid(list);
    const BruteForceSolid truth(list);
    generate::Random random(2);
    for (int i = 0; i < test_size(1000); ++i) {
      const Vec3<double> p = random_point(random, expanded(solid.box(), 0.05 * solid.size()));
      const Solid::Nearest near = solid.nearest(p);
      EXPECT_NEAR(near.distance, truth.surface_distance(p), 1e-12);
      EXPECT_NEAR(distance(near.point, p), near.distance, 1e-12);
      EXPECT_EQ(solid.inside(p), truth.inside(p)) << p;
    }
    for (const Vec3<double>& v : list.vertices) EXPECT_LE(solid.nearest(v).distance, 1e-15);
  }
}

}  // namespace
}  // namespace tactus::testing
