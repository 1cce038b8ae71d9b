// SPDX-License-Identifier: MIT
// EPA: every kind of start, flat differences, how it ends, and its final mesh.
#include <tactus/math/counted.h>
#include <tactus/narrow/epa.h>
#include <tests/narrow/method_cases.h>

#include <iostream>
#include <map>

namespace tactus::testing {
namespace {

/// A hand-made simplex that contains the origin: points of A ⊖ B, not necessarily on its surface.
struct Given {
  std::vector<Vec3<double>> points;

  template <class F> void for_each(F&& f) const {
    for (const Vec3<double>& w : points) f(MinkowskiVertex<double>{w, w * 0.5, w * -0.5}, w);
  }
  Vec3<double> witness_a() const { return {}; }
  Vec3<double> witness_b() const { return {}; }
};

/// The surface at the last expansion, copied while it is closed.
template <class T> struct Mesh {
  struct Face {
    std::array<int, 3> vertex;
    Vec3<T> normal;
    T distance;
    friend bool operator==(const Face&, const Face&) = default;
  };
  std::vector<Vec3<T>> vertices;
  std::vector<Face> faces;
  T depth_lower{}, depth_upper{};
  int expansions = 0;

  bool bounds_close = true;  // lower never falls, upper never rises
};

template <class T> struct KeepMesh {
  Mesh<T>& mesh;
  template <class Event> void operator()(const Event&) const {}
  void operator()(const epa::Expansion<T>& e) const {
    if (mesh.expansions++ > 0)
      mesh.bounds_close &= e.depth_lower >= mesh.depth_lower && e.depth_upper <= mesh.depth_upper;
    mesh.depth_lower = e.depth_lower, mesh.depth_upper = e.depth_upper;
    mesh.vertices.clear(), mesh.faces.clear();
    for (int i = 0; i < e.polytope.vertex_count(); ++i) mesh.vertices.push_back(e.polytope.vertex(i).w);
    e.polytope.for_each_face([&](const auto& f) {
      mesh.faces.push_back({{f.vertex[0], f.vertex[1], f.vertex[2]}, f.normal, f.distance});
    });
  }
};

/// Closed: every directed edge once, and its reverse. A sphere by Euler's count.
template <class T> void expect_closed(const Mesh<T>& mesh, const std::string& name) {
  std::map<std::pair<int, int>, int> edges;
  std::vector<bool> used(mesh.vertices.size());
  for (const auto& f : mesh.faces)
    for (std::size_t i = 0; i < 3; ++i) {
      ++edges[{f.vertex[i], f.vertex[(i + 1) % 3]}];
      used[static_cast<std::size_t>(f.vertex[i])] = true;
    }
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1) << name;
    ASSERT_EQ(edges.count({edge.second, edge.first}), 1u) << name;
  }
  const auto v = std::count(used.begin(), used.end(), true);
  ASSERT_EQ(v + static_cast<long>(mesh.faces.size()) - static_cast<long>(edges.size()) / 2, 2) << name;
}

/// How far a vertex sticks out of a face's plane at most; the planes of slivers are rounding noise and do not count.
template <class T> T bulge(const Mesh<T>& mesh) {
  T most{};
  for (const auto& f : mesh.faces) {
    const auto corner = [&](std::size_t i) { return mesh.vertices[static_cast<std::size_t>(f.vertex[i])]; };
    const Vec3<T> e = corner(1) - corner(0), g = corner(2) - corner(0), h = corner(2) - corner(1);
    const T longest = max(norm_squared(e), max(norm_squared(g), norm_squared(h)));
    if (norm(cross(e, g)) < T(0.05) * longest) continue;
    for (const auto& other : mesh.faces)
      for (const int i : other.vertex)
        most = max(most, dot(f.normal, mesh.vertices[static_cast<std::size_t>(i)] -
                                           mesh.vertices[static_cast<std::size_t>(f.vertex[0])]));
  }
  return most;
}
template <class T> T least_distance(const Mesh<T>& mesh) {
  T least = infinity<T>;
  for (const auto& f : mesh.faces) least = min(least, f.distance);
  return least;
}

TEST(Epa, StartsFromAnySimplexAroundTheOrigin) {
  const Box<double> a{{1, 2, 3}}, b{{0.5, 0.25, 1}};
  const Pose<double> x_ab = translation(0.25, -0.5, 0.125);  // difference: ±(1.5, 2.25, 4) about the centre -t
  const MinkowskiPair<Box<double>, Box<double>> pair(a, b, x_ab);
  const double depth = 1.25;  // along -x: 1.5 - 0.25
  const std::map<std::string, Given> starts{
      {"the origin", {{{0, 0, 0}}}},
      {"a segment", {{{1, 1, 1}, {-1, -1, -1}}}},
      {"a segment along an axis", {{{1, 0, 0}, {-1, 0, 0}}}},
      {"a segment with an end at the origin", {{{0, 0, 0}, {-1, 0, 0}}}},
      {"a triangle", {{{1, 0, 0}, {-0.5, 1, 0}, {-0.5, -1, 0}}}},
      {"a slanted triangle", {{{1, 0.5, 0.25}, {-0.5, 1, -1}, {-0.5, -1.5, 0.75}}}},
      {"a triangle with the origin on an edge", {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}}}},
      {"a tetrahedron", {{{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}}},
      {"a tetrahedron, turned over", {{{1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, -1}}}},
      {"a tetrahedron with the origin on a face", {{{1, 0, 0}, {-0.5, 1, 0}, {-0.5, -1, 0}, {0, 0, 1}}}},
      {"a tetrahedron with the origin on an edge", {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
  };
  for (const auto& [name, given] : starts) {
    Mesh<double> mesh;
    const auto r = epa::core_depth(pair, given, Options<double>{}, KeepMesh<double>{mesh});
    EXPECT_TRUE(r.converged) << name;
    EXPECT_NEAR(r.depth_upper, depth, 1e-14) << name;
    EXPECT_NEAR(r.depth_lower, depth, 1e-14) << name;
    EXPECT_NEAR(norm(r.normal - Vec3<double>{1, 0, 0}), 0, 1e-14) << name << r.normal;
    expect_closed(mesh, name);
    EXPECT_LE(bulge(mesh), 4 * pair.rounding()) << name;
  }
}

/// Shapes that touch in a point, along an edge, in a face: GJK ends with 1, 2, 3 or 4 points on the origin's face.
TEST(Epa, StartsWhereShapesJustTouch) {
  const Shape<double> cube = Box<double>{{1, 1, 1}}, ball = Ellipsoid<double>{{1, 1, 1}}, can = Cylinder<double>{1, 1};
  const Shape<double> cone = Cone<double>{1, 1};
  const Vec3<double> touching[] = {{2, 2, 2}, {2, 2, 0.3}, {2, 2, 0}, {2, 0.3, -0.6}, {2, 0, 0}, {0, 0, 2}};
  for (const Vec3<double>& t : touching) {
    const auto c = epa::contact(cube, cube, translation(t));
    EXPECT_NEAR(c.distance, 0, 1e-14) << t << '\n' << c;
    EXPECT_LE(c.lower, 0);
    EXPECT_GE(c.upper, 0);
    EXPECT_NEAR(norm(c.normal), 1, 1e-15);
  }
  for (const Shape<double>* s : {&cube, &ball, &can, &cone})
    for (const Shape<double>* r : {&cube, &ball, &can}) {
      const auto c = epa::contact(*s, *r, translation(0.0, 0.0, 2.0));
      EXPECT_NEAR(c.distance, 0, 2e-6) << c;
      EXPECT_LE(c.lower, 0);
      EXPECT_GE(c.upper, 0);
      EXPECT_TRUE(abs(c.distance) <= 1e-14 || c.normal.z > 0.99) << c;
    }
}

template <class T> struct EpaTyped : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(EpaTyped, Scalars);

TYPED_TEST(EpaTyped, BoundsHold) {
  using T = TypeParam;
  expect_certified_everywhere<T>(
      [](const auto& a, const auto& b, const auto& x_ab) { return epa::contact(a, b, x_ab); });
}

TYPED_TEST(EpaTyped, FindsTheLeastDepth) {
  using T = TypeParam;
  int hits = 0;
  for (const auto* cases : {&random_cases<T>(), &kissing_cases<T>()})
    for (const MethodCase<T>& q : *cases) {
      const Contact<T> c = epa::contact(q.a, q.b, q.x_ab);
      ASSERT_NE(c.status, Status::stalled) << q.name << '\n' << c;
      const double truth = double(q.truth.distance), scale = std::max(q.size, std::abs(truth));
      const double allowed = (std::same_as<T, float> ? 2 : 1) * double(default_tolerance<T>) * scale;
      ASSERT_NEAR(double(c.distance), truth, allowed + 1e-9 * scale) << q.name << '\n' << c;
      hits += q.hit();
    }
  EXPECT_GT(hits, 1000);
  for (const SpecialCase<T>& q : special_cases<T>())
    EXPECT_NEAR(double(epa::contact(q.a, q.b, q.x_ab).distance), q.distance,
                2 * double(default_tolerance<T>) * std::max({1.0, std::abs(q.distance), 8192e-2 * (q.name[0] == 'f')}))
        << q.name;
}

TYPED_TEST(EpaTyped, PolytopesAreExactWhateverTheTolerance) {
  using T = TypeParam;
  int hits = 0;
  for (const MethodCase<T>& q : random_cases<T>()) {
    if (!q.a.polytope() || !q.b.polytope() || !q.hit()) continue;
    ++hits;
    const Contact<T> c = epa::contact(q.a, q.b, q.x_ab, {.tolerance = T(0.1)});
    const MinkowskiPair<Shape<T>, Shape<T>, T> pair(q.a, q.b, q.x_ab);
    const double own = double(q.truth.upper - q.truth.lower);
    ASSERT_NEAR(double(c.distance), double(q.truth.distance), 2 * double(pair.rounding()) + own) << q.name << '\n' << c;
  }
  EXPECT_GT(hits, 500);
}

TYPED_TEST(EpaTyped, EndsWithAClosedConvexMesh) {
  using T = TypeParam;
  int meshes = 0;
  PairCache<T>* no_cache = nullptr;
  double worst_bulge = 0;  // in units of 8 u S
  for (const MethodCase<T>& q : random_cases<T>()) {
    Mesh<T> mesh;
    const Contact<T> c = epa::contact(q.a, q.b, q.x_ab, Options<T>{}, no_cache, KeepMesh<T>{mesh});
    if (mesh.expansions == 0) continue;
    ++meshes;
    const MinkowskiPair<Shape<T>, Shape<T>, T> pair(q.a, q.b, q.x_ab);
    expect_closed(mesh, q.name);
    if (this->HasFatalFailure()) return;
    ASSERT_TRUE(mesh.bounds_close) << q.name;
    // The nearest face is the lower bound of the depth; c.upper is that, minus the radii, moved outward by rounding.
    ASSERT_NEAR(double(least_distance(mesh)), double(mesh.depth_lower), double(pair.rounding())) << q.name;
    ASSERT_GE(c.upper, -mesh.depth_lower - pair.radius()) << q.name;
    ASSERT_NEAR(double(c.lower), double(-mesh.depth_upper - pair.radius() - pair.rounding()), double(pair.rounding()))
        << q.name;
    worst_bulge = std::max(worst_bulge, double(bulge(mesh) / pair.rounding()));
  }
  EXPECT_GT(meshes, 1000);
  EXPECT_LE(worst_bulge, 16) << "of 8 u S";
  std::cout << meshes << " meshes, a vertex sticks out of a face by at most " << worst_bulge << " · 8 u S\n";
}

TEST(Epa, FlatDifferencesHaveDepthZero) {
  const Shape<double> square = Rectangle<double>{{1, 1}}, disc = Disc<double>{1}, rod = Segment<double>{1};
  const Shape<double> triangle = Triangle<double>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, dot = Point<double>{};
  const auto expect_flat = [](const Shape<double>& a, const Shape<double>& b, const Pose<double>& x_ab) {
    const auto c = epa::contact(a, b, x_ab);
    EXPECT_EQ(c.status, Status::overlapping) << c;
    EXPECT_NEAR(c.distance, 0, 1e-14) << c;
    EXPECT_LE(c.lower, 0) << c;
    EXPECT_GE(c.upper, 0) << c;
    EXPECT_LE(c.upper - c.lower, 1e-13) << c;
    const MinkowskiPair<Shape<double>, Shape<double>, double> pair(a, b, x_ab);
    EXPECT_NEAR(pair.separation(c.normal), 0, 1e-14) << "the normal is across the plane: " << c;
  };
  for (const double angle : {0.0, 0.3, 1.0}) {
    const Pose<double> in_plane = translation(0.3, -0.2, 0.0) * rotation_z(angle);
    for (const auto* a : {&square, &disc, &triangle, &dot})
      for (const auto* b : {&square, &disc, &triangle, &dot}) {
        if (a == &dot && b == &dot) continue;  // those are apart
        expect_flat(*a, *b, in_plane);
      }
    const Pose<double> tilt = rotation_x(0.7) * rotation_y(angle + 0.1);
    expect_flat(rod, rod, tilt);  // crossing
    expect_flat(rod, rod, translation(0.0, 0.0, 0.5));  // collinear
    expect_flat(dot, rod, translation(0.0, 0.0, 0.5));
    expect_flat(dot, dot, Pose<double>{});
  }
}

TEST(Epa, TheCapEndsInBoundsThatHold) {
  for (const int cap : {0, 1, 2, 4}) {
    int stalled = 0;
    for (const MethodCase<double>& q : random_cases<double>()) {
      if (!q.hit()) continue;
      const MinkowskiPair<Shape<double>, Shape<double>, double> pair(q.a, q.b, q.x_ab);
      PairCache<double>* no_cache = nullptr;
      const auto g = gjk::core_distance(pair, infinity<double>, Options<double>{}, no_cache);
      if (g.status != Status::overlapping) continue;
      const auto r = epa::core_depth(pair, g.simplex, Options<double>{.max_iterations = cap});
      const long double slack = static_cast<long double>(pair.rounding());
      const long double low = -r.depth_upper - pair.radius() - slack, high = -r.depth_lower - pair.radius() + slack;
      ASSERT_LE(low, q.truth.upper) << q.name;
      ASSERT_GE(high, q.truth.lower) << q.name;
      ASSERT_LE(r.iterations, 4 * cap) << q.name;
      ASSERT_NEAR(norm(r.normal), 1, 1e-15) << q.name;
      stalled += !r.converged;
    }
    EXPECT_GT(stalled, cap < 4 ? 20 : 0) << cap;
  }
}

/// The paper's heap and the default list expand the same faces, except for ties.
TEST(Epa, BothQueuesLeadToTheSameDepth) {
  int compared = 0, same_steps = 0;
  for (const MethodCase<double>& q : random_cases<double>()) {
    const MinkowskiPair<Shape<double>, Shape<double>, double> pair(q.a, q.b, q.x_ab);
    PairCache<double>* no_cache = nullptr;
    const auto g = gjk::core_distance(pair, infinity<double>, Options<double>{}, no_cache);
    if (g.status != Status::overlapping) continue;
    const auto heap = epa::core_depth<epa::MinHeap>(pair, g.simplex, Options<double>{});
    const auto list = epa::core_depth<epa::ShortList>(pair, g.simplex, Options<double>{});
    const double resolution = pair.resolution({}, list.depth_upper);
    ASSERT_EQ(heap.converged, list.converged) << q.name;
    ASSERT_NEAR(heap.depth_upper, list.depth_upper, resolution) << q.name;
    ASSERT_NEAR(heap.depth_lower, list.depth_lower, resolution) << q.name;
    same_steps += heap.iterations == list.iterations;
    ++compared;
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(same_steps, 0.9 * compared);
}

struct ByTrianglesInALargeWorkspace : epa::ByTriangles {
  static constexpr int room = epa::large_room;
};

/// When the small workspace is full, the same expansion continues in the large one: step by step as if it had started
/// there, to the last bit.
TEST(Epa, GoesOnInALargerWorkspace) {
  int outgrown = 0;
  const auto compare = [&](const Shape<double>& a, const Shape<double>& b, const Pose<double>& x_ab) {
    const MinkowskiPair<Shape<double>, Shape<double>, double> pair(a, b, x_ab);
    PairCache<double>* no_cache = nullptr;
    const auto g = gjk::core_distance(pair, infinity<double>, Options<double>{}, no_cache);
    Mesh<double> mesh, large_mesh;
    const Options<double> options{.tolerance = 1e-9};
    const auto r = epa::core_depth(pair, g.simplex, options, KeepMesh<double>{mesh});
    const auto large =
        epa::core_depth(pair, g.simplex, options, KeepMesh<double>{large_mesh}, ByTrianglesInALargeWorkspace{});
    outgrown += r.iterations > epa::small_room;
    ASSERT_EQ(r.converged, large.converged);
    ASSERT_EQ(r.iterations, large.iterations);
    ASSERT_EQ(r.depth_lower, large.depth_lower);
    ASSERT_EQ(r.depth_upper, large.depth_upper);
    ASSERT_EQ(r.normal, large.normal);
    ASSERT_EQ(r.witness_a, large.witness_a);
    ASSERT_EQ(r.witness_b, large.witness_b);
    ASSERT_EQ(mesh.expansions, large_mesh.expansions);
    ASSERT_EQ(mesh.vertices, large_mesh.vertices);
    ASSERT_EQ(mesh.faces, large_mesh.faces);
    ASSERT_TRUE(mesh.bounds_close);
    expect_closed(mesh, "the surface with more room");
  };
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Shape<double> egg = random_shape(random, Family::ellipsoid), can = random_shape(random, Family::cylinder);
    const Shape<double> quadric = random_shape(random, Family::superquadric);
    const Pose<double> x_ab = random.pose(0.01);
    for (const auto& [a, b] :
         {std::pair{egg, egg}, std::pair{can, can}, std::pair{egg, can}, std::pair{quadric, egg}}) {
      compare(a, b, x_ab);
      compare(a, b, translation(x_ab.translation));  // hard: nearly the same depth all around
      ASSERT_FALSE(HasFatalFailure()) << a << b << x_ab;
    }
  }
  EXPECT_GT(outgrown, 10);
}

TEST(Epa, AFullWorkspaceEndsInBoundsThatHold) {
  const Superquadric<double> ball{{1, 1, 1}}, nearly{{1, 1 + 1e-5, 1 - 1e-5}};  // unlike ellipsoids, all core
  const Cylinder<double> can{1, 4};
  const auto expect = [](const auto& a, const auto& b, const Pose<double>& x_ab, double truth) {
    const auto c = epa::contact(a, b, x_ab, {.tolerance = 1e-15, .max_iterations = 100000});
    EXPECT_EQ(c.status, Status::stalled) << c;
    EXPECT_LE(c.lower, truth) << c;
    EXPECT_GE(c.upper, truth) << c;
    EXPECT_LE(c.upper - c.lower, 0.05) << c;
    EXPECT_NEAR(c.distance, truth, 1e-3) << c;
    EXPECT_LE(c.support_calls, 2 * 512 + 100) << c;  // of two workspaces and one sector's
  };
  expect(ball, ball, {}, -2);
  expect(ball, nearly, {}, -2 + 1e-5);
  expect(ball, nearly, {rotation_y(0.5).rotation, {}}, -2 + 1e-5);
  // two cylinders have a closed form; this one hides that it is a cylinder
  expect(transformed(can, Pose<double>{}), can, {}, -2);
  expect(can, ball, {}, -2);
}

TEST(Epa, CoaxialCylinders) {
  const Cylinder<double> can{1, 1};
  for (const double z : {0.0, 0.5, 1.0, 1.5, 1.999, 2.0}) {
    const auto c = epa::contact(can, can, translation(0.0, 0.0, z));
    EXPECT_TRUE(c.status == Status::overlapping || z == 0) << c;  // at 0 a whole circle of normals is equally good
    EXPECT_NEAR(c.distance, z - 2, 4e-6) << c;
    EXPECT_TRUE(z <= 0.5 || z == 2 || c.normal.z > 1 - 1e-5) << c;
  }
  for (const double x : {1.0, 1.5, 1.999}) {
    const auto c = epa::contact(can, can, translation(x, 0.0, 0.0));
    EXPECT_NEAR(c.distance, x - 2, 4e-6) << c;
    EXPECT_NEAR(c.normal.x, 1, 1e-3) << c;
  }
}

TEST(Epa, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Tally before = tally();
  EXPECT_EQ(epa::contact(box, box, translation(C(2.25), C(0), C(0))).distance, C(0.25));
  EXPECT_EQ(epa::contact(box, box, translation(C(1.75), C(0), C(0))).distance, C(-0.25));
  EXPECT_GT((tally() - before).total(), 0u);
  EXPECT_EQ(epa::contact(box, box, translation(C(infinity<double>), C(0), C(0))).status, Status::invalid);
}

}  // namespace
}  // namespace tactus::testing
