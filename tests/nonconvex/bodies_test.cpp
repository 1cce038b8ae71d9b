// SPDX-License-Identifier: MIT
/// Compounds, meshes and height fields by themselves: what they hold, refuse, weigh, and where their surface is.
#include <gtest/gtest.h>
#include <tactus/nonconvex/nonconvex.h>
#include <tactus/shape/mass.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/random_pairs.h>

#include <limits>

namespace tactus::testing {
namespace {

using Body = Mesh<double>;

TEST(WideTree, BoxesHoldWhatIsInThem) {
  Random random(1);
  for (const int n : {1, 2, 4, 5, 17, 500}) {
    List l;
    for (int i = 0; i < n; ++i) {
      const Vec3<double> at = random.vector(0, 1e3);
      for (int k = 0; k < 3; ++k) l.vertices.push_back(at + random.vector(0, 10));
      l.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const Body mesh(l);
    const auto& tree = mesh.source();
    std::vector<int> seen(static_cast<std::size_t>(n));
    const auto visit = [&](const auto& self, pieces::Ref ref, const Aabb<double>& box) -> void {
      if (ref.is_leaf()) {
        for (std::uint32_t k = 0; k < ref.count(); ++k) {
          const std::uint32_t i = tree.at(ref.index() + k);
          ++seen[i];
          for (int c = 0; c < 3; ++c) EXPECT_TRUE(contains(box, mesh.triangle(i).vertex(c)));
        }
        return;
      }
      pieces::FourBoxes<double> boxes;
      tree.open(ref, boxes);
      for (int k = 0; k < boxes.count; ++k) self(self, boxes.refs[static_cast<std::size_t>(k)], boxes.box(k));
    };
    visit(visit, tree.root(), tree.bounds());
    for (const int times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(Mesh, RefusesWhatMakesNoSense) {
  const List box = box_mesh({1, 1, 1});
  const auto refused = [](List l, const MeshOptions& options = {}) {
    EXPECT_THROW(Body(l, options), std::invalid_argument);
  };
  refused({});
  List l = box;
  l.triangles[3][1] = 8;
  refused(l);
  l = box, l.triangles[0][0] = -1;
  refused(l);
  l = box, l.vertices[2].y = std::numeric_limits<double>::quiet_NaN();
  refused(l);
  l = box, l.vertices[2].y = 1e300;
  refused(l);
  l = box, l.triangles.pop_back();
  refused(l, {.sides = Sides::solid});
  EXPECT_EQ(Body(l).sides(), Sides::both);
  l = box;
  for (auto& t : l.triangles) std::swap(t[0], t[1]);
  refused(l);
  refused(box, {.user_data = {1, 2}});
  l = {{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 1, 2}, {0, 0, 1}}};
  refused(l);
}

TEST(Mesh, KnowsItsSidesMassAndData) {
  MeshOptions options;
  for (std::uint32_t i = 0; i < 12; ++i) options.user_data.push_back(100 + i);
  const Body mesh(box_mesh({1, 2, 3}), options);
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(mesh.sides(), Sides::solid);
  EXPECT_EQ(mesh.user_data(5), 105u);
  const auto mass = mesh.mass_properties(), wanted = mass_properties(Box<double>{{1, 2, 3}});
  EXPECT_NEAR(mass.volume, wanted.volume, 1e-12);
  EXPECT_NEAR(max_abs(mass.inertia - wanted.inertia), 0, 1e-11);
  EXPECT_NEAR(Body(hollow_box_mesh(2, 1)).mass_properties().volume, 64 - 8, 1e-11);
  EXPECT_EQ(Body(height_mesh(3, 1, [](double, double) { return 0.0; })).mass_properties().volume, 0);
}

TEST(Mesh, TrianglesWithoutAreaAreDroppedAndCounted) {
  List l = box_mesh({1, 1, 1});
  l.triangles.push_back({0, 1, 0});
  const Body mesh(l);
  EXPECT_EQ(mesh.dropped(), 1u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_EQ(mesh.sides(), Sides::solid);
}

TEST(Mesh, FewBytesPerTriangle) {
  const Body mesh(torus_mesh(2, 0.5, 200, 100));
  EXPECT_LE(mesh.bytes_per_triangle(), 48.0);
  EXPECT_LE(HeightField<double>({.columns = 200, .rows = 200, .heights = std::vector<std::uint16_t>(40000)})
                .bytes_per_triangle(),
            2.0);
}

/// By brute force in long double: the least distance to a triangle, and the winding number for the sign.
double signed_distance_by_hand(const List& l, const Vec3<double>& p) {
  using V = Vec3<long double>;
  const V q = p.cast<long double>();
  long double least = std::numeric_limits<long double>::infinity(), angle = 0;
  const auto to_segment = [&](const V& a, const V& b) {
    const V d = b - a;
    const long double t = std::clamp(dot(q - a, d) / dot(d, d), 0.0L, 1.0L);
    least = std::min(least, norm(q - (a + d * t)));
  };
  for (const auto& t : l.triangles) {
    const auto corner = [&](int k) {
      return l.vertices[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])].cast<long double>();
    };
    const V a = corner(0), b = corner(1), c = corner(2), n = cross(b - a, c - a);
    to_segment(a, b), to_segment(b, c), to_segment(c, a);
    const bool over =
        dot(cross(b - a, q - a), n) > 0 && dot(cross(c - b, q - b), n) > 0 && dot(cross(a - c, q - c), n) > 0;
    if (over) least = std::min(least, std::abs(dot(q - a, n)) / norm(n));
    const V x = a - q, y = b - q, z = c - q;
    angle += std::atan2(triple(x, y, z),
                        norm(x) * norm(y) * norm(z) + dot(x, y) * norm(z) + dot(y, z) * norm(x) + dot(z, x) * norm(y));
  }
  return static_cast<double>(angle > pi<long double> ? -least : least);
}

/// A coarse torus whose vertices are moved at random: the corners go in and out, with knife edges.
List star_mesh(Random& random) {
  List l = torus_mesh(2, 1, 7, 5);
  for (Vec3<double>& v : l.vertices) v = v + random.vector(0, 0.45);
  return l;
}
List knife_mesh() {  // a wedge of half a degree
  return prism_mesh({{0, 0}, {1, -0.004}, {1, 0.004}}, {{0, 1, 2}}, 1);
}

TEST(Mesh, SignedDistanceIsExactInSignAndValue) {
  Random random(2);
  std::vector<List> lists{box_mesh({1, 1, 1}), torus_mesh(1, 0.4, 16, 9), bracket_mesh(), hollow_box_mesh(2, 1),
                          knife_mesh()};
  for (int i = 0; i < 4; ++i) lists.push_back(star_mesh(random));
  int inside = 0, asked = 0;
  for (const List& l : lists) {
    const Body mesh(l);
    ASSERT_EQ(mesh.sides(), Sides::solid);
    const Aabb<double> box = mesh.aabb();
    for (int k = 0; k < test_size(800); ++k) {
      Vec3<double> p;
      if (k % 2) {
        for (int axis = 0; axis < 3; ++axis) p[axis] = random.uniform(box.min[axis] - 0.2, box.max[axis] + 0.2);
      } else {  // straight off a vertex or from the middle of an edge, where signs are hard
        const auto& t = l.triangles[static_cast<std::size_t>(random.below(static_cast<int>(l.triangles.size())))];
        const Vec3<double>&a = l.vertices[static_cast<std::size_t>(t[0])],
              &b = l.vertices[static_cast<std::size_t>(t[1])];
        p = (k % 4 ? a : (a + b) * 0.5) + random.vector(std::pow(10.0, random.uniform(-6, 0)));
      }
      const double truth = signed_distance_by_hand(l, p);
      const SurfacePoint<double> s = mesh.nearest(p);
      EXPECT_NEAR(s.distance, truth, 1e-12) << p;
      if (std::abs(truth) > 1e-13) {
        EXPECT_EQ(s.distance < 0, truth < 0) << p << ' ' << truth;
      }
      const Triangle<double> t = mesh.triangle(s.triangle);
      EXPECT_NEAR(norm(t.a * s.barycentrics.x + t.b * s.barycentrics.y + t.c * s.barycentrics.z - s.point), 0, 1e-12);
      ++asked, inside += truth < 0;
    }
  }
  EXPECT_GT(inside, asked / 8);
  EXPECT_LT(inside, asked * 7 / 8);
}

/// In float, against the same mesh in double. Its vertices are rounded, and so is every coordinate on the way: by u times
/// the largest number each, a dozen times. The sign is certain beyond that.
TEST(Mesh, SignedDistanceInFloatIsThatInDoubleToRounding) {
  Random random(3);
  int inside = 0, asked = 0;
  for (const List& l : {box_mesh({1, 1, 1}), torus_mesh(1, 0.4, 16, 9), bracket_mesh(), hollow_box_mesh(2, 1),
                        knife_mesh(), star_mesh(random)}) {
    const Body mesh(l);
    const Mesh<float> rounded = mesh.cast<float>();
    ASSERT_EQ(rounded.sides(), Sides::solid);
    const Aabb<double> box = mesh.aabb();
    const double largest = std::max(max_abs(box.min), max_abs(box.max)) + 0.2,
                 off = 12.0 * unit_roundoff<float> * largest;
    for (int k = 0; k < test_size(400); ++k) {
      Vec3<float> p;
      for (int axis = 0; axis < 3; ++axis)
        p[axis] = static_cast<float>(random.uniform(box.min[axis] - 0.2, box.max[axis] + 0.2));
      const double truth = mesh.nearest(p.cast<double>()).distance;
      const SurfacePoint<float> s = rounded.nearest(p);
      EXPECT_NEAR(std::abs(static_cast<double>(s.distance)), std::abs(truth), off) << p;
      if (std::abs(truth) > off) {
        EXPECT_EQ(s.distance < 0, truth < 0) << p << ' ' << truth;
      }
      const Triangle<float> t = rounded.triangle(s.triangle);
      const Vec3<float> there = t.a * s.barycentrics.x + t.b * s.barycentrics.y + t.c * s.barycentrics.z;
      EXPECT_LE(static_cast<double>(norm(there - s.point)), off) << p;
      EXPECT_NEAR(static_cast<double>(norm(p - s.point)), std::abs(static_cast<double>(s.distance)), off) << p;
      EXPECT_NEAR(norm(s.normal), 1.0f, 1e-6f) << p;
      ++asked, inside += truth < 0;
    }
  }
  EXPECT_GT(inside, asked / 8);
  EXPECT_LT(inside, asked * 7 / 8);
}

TEST(Compound, MassIsComposed) {
  // A box cut into two halves weighs what the whole box weighs.
  const Shape<double> half = Box<double>{{1, 1, 0.5}};
  const Compound<double> both({{half, translation(0.0, 0, 0.5)}, {half, translation(0.0, 0, -0.5)}});
  const auto mass = both.mass_properties(), wanted = mass_properties(Box<double>{{1, 1, 1}});
  EXPECT_NEAR(mass.volume, wanted.volume, 1e-12);
  EXPECT_NEAR(norm(mass.centroid), 0, 1e-12);
  EXPECT_NEAR(max_abs(mass.inertia - wanted.inertia), 0, 1e-12);
  const Compound<double> turned({{Box<double>{{1, 2, 3}}, rotation_z(pi<double> / 2)}});
  EXPECT_NEAR(max_abs(turned.mass_properties().inertia - mass_properties(Box<double>{{2, 1, 3}}).inertia), 0, 1e-11);
}

TEST(Compound, RefusesWhatMakesNoSense) {
  EXPECT_THROW(Compound<double>({}), std::invalid_argument);
  EXPECT_THROW(Compound<double>({{HalfSpace<double>{{0, 0, 1}, 0}}}), std::invalid_argument);
  Pose<double> bad;
  bad.rotation(0, 0) = 2;
  EXPECT_THROW(Compound<double>({{Box<double>{{1, 1, 1}}, bad}}), std::invalid_argument);
  bad = translation(std::numeric_limits<double>::infinity(), 0, 0);
  EXPECT_THROW(Compound<double>({{Box<double>{{1, 1, 1}}, bad}}), std::invalid_argument);
}

HeightGrid<double> small_grid() {
  return {.columns = 4,
          .rows = 3,
          .spacing = {0.5, 0.25},
          .base = -1,
          .step = 0.001,
          .heights = {0, 10, 20, 30, 500, 40, 50, 60, 70, 80, 90, 1000}};
}

TEST(HeightField, TrianglesAndNeighboursFit) {
  auto grid = small_grid();
  grid.holes.assign(6, false), grid.holes[1] = true;
  const HeightField<double> field(grid);
  const auto& source = field.source();
  EXPECT_EQ(field.size(), 12u);
  EXPECT_EQ(field.triangle(0).b, (Vec3<double>{0.5, 0, -1 + 0.001 * 10}));
  std::vector<int> seen(12);
  const auto visit = [&](const auto& self, pieces::Ref ref, const Aabb<double>& box) -> void {
    if (ref.is_leaf()) {
      for (std::uint32_t k = 0; k < ref.count(); ++k) {
        ++seen[ref.index() + k];
        for (int c = 0; c < 3; ++c) EXPECT_TRUE(contains(box, source.triangle(ref.index() + k).vertex(c)));
      }
      return;
    }
    pieces::FourBoxes<double> boxes;
    source.open(ref, boxes);
    for (int k = 0; k < boxes.count; ++k) self(self, boxes.refs[static_cast<std::size_t>(k)], boxes.box(k));
  };
  visit(visit, source.root(), source.bounds());
  for (std::uint32_t i = 0; i < 12; ++i) {
    EXPECT_EQ(seen[i], i / 2 == 1 ? 0 : 1);
    for (int e = 0; e < 3 && i / 2 != 1; ++e) {
      const std::uint32_t other = source.neighbour(i, e);
      if (other == pieces::nothing) continue;
      const Triangle<double> t = source.triangle(i), s = source.triangle(other);
      int shared = 0;
      for (int k = 0; k < 3; ++k)
        shared += source.neighbour(other, k) == i && s.vertex(k) == t.vertex((e + 1) % 3) &&
                  s.vertex((k + 1) % 3) == t.vertex(e);
      EXPECT_EQ(shared, 1) << i << ' ' << e;
    }
  }
}

TEST(HeightField, RefusesWhatMakesNoSense) {
  const auto refused = [](auto change) {
    auto grid = small_grid();
    change(grid);
    EXPECT_THROW(HeightField<double>{grid}, std::invalid_argument);
  };
  refused([](auto& g) { g.columns = 1; });
  refused([](auto& g) { g.rows = -3; });
  refused([](auto& g) { g.columns = 2000000000, g.rows = 2000000000; });
  refused([](auto& g) { g.heights.pop_back(); });
  refused([](auto& g) { g.holes.resize(5); });
  refused([](auto& g) { g.holes.assign(6, true); });
  refused([](auto& g) { g.spacing.x = 0; });
  refused([](auto& g) { g.step = std::numeric_limits<double>::quiet_NaN(); });
  refused([](auto& g) { g.base = std::numeric_limits<double>::infinity(); });
}

}  // namespace
}  // namespace tactus::testing
