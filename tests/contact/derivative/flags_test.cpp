// SPDX-License-Identifier: MIT
// What derivatives say of pairs known by hand: values, and flags where there are none.
#include <tests/contact/derivative/differences.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

using V = Vec3<double>;
using P = Pose<double>;

template <class A, class B>
Derivative<double> derivative_at(const A& a, const P& pose_a, const B& b, const P& pose_b,
                                 const Options<double>& options = {.tolerance = 1e-13}) {
  return derivative(contact(a, pose_a, b, pose_b, options), a, pose_a, b, pose_b);
}
template <class A, class B>
DerivativeStatus status_at(const A& a, const P& pose_a, const B& b, const P& pose_b,
                           const Options<double>& options = {.tolerance = 1e-13}) {
  return derivative_at(a, pose_a, b, pose_b, options).status;
}
double off(const V& a, const V& b) { return norm(a - b); }

const Box<double> cube{{1, 1, 1}};
const Sphere<double> ball{0.5};

TEST(Derivative, OfTwoBalls) {
  const Sphere<double> a{1.0}, b{0.5};
  const auto d = derivative_at(a, P{}, b, translation(V{0, 0, 4}));
  ASSERT_EQ(d.status, DerivativeStatus::smooth);
  EXPECT_EQ(d.distance.by_b, (Gradient<double>{{0, 0, 1}, {0, 0, 0}}));
  EXPECT_EQ(d.distance.by_a, (Gradient<double>{{0, 0, -1}, {0, 0, 0}}));
  const Twist<double> aside{{1, 0, 0}, {}}, turn{{}, {0, 1, 0}};
  EXPECT_LE(off(d.normal.by_b(aside), {0.25, 0, 0}), 1e-15);  // a quarter: the centres are 4 apart
  EXPECT_LE(off(d.point_a.by_b(aside), {0.25, 0, 0}), 1e-15);
  EXPECT_LE(off(d.point_b.by_b(aside), {1 - 0.125, 0, 0}), 1e-15);
  for (const V& still : {d.normal.by_b(turn), d.point_a.by_b(turn), d.point_b.by_b(turn), d.normal.by_a(turn)})
    EXPECT_LE(norm(still), 1e-15);  // a ball looks the same from all sides
}

TEST(Derivative, OfABoxCornerOverAHalfSpace) {
  const HalfSpace<double> ground{{0, 0, 1}, 0};
  const P pose = P{from_axis_angle(V{1, 0.3, 0}, 0.6), {0, 0, 3}};
  const auto d = derivative_at(ground, P{}, cube, pose);
  ASSERT_EQ(d.status, DerivativeStatus::smooth);
  const Twist<double> any{{0.3, -0.2, 0.7}, {0.4, 0.5, -0.6}};
  const auto c = contact(ground, P{}, cube, pose);
  const V corner = any.linear + cross(any.angular, c.point_b - pose.translation);
  EXPECT_LE(off(d.point_b.by_b(any), corner), 1e-14);  // the same corner
  EXPECT_LE(off(d.point_a.by_b(any), {corner.x, corner.y, 0}), 1e-14);  // its shadow
  EXPECT_LE(norm(d.normal.by_b(any)), 1e-15);
  EXPECT_NEAR(d.distance.by_b(any), corner.z, 1e-14);
  EXPECT_LE(off(d.normal.by_a(any), cross(any.angular, V{0, 0, 1})), 1e-14);
}

TEST(Derivative, FlagsWhereSeveralPointsAreNearest) {
  const auto above = translation(V{0.1, 0.2, 3});
  EXPECT_EQ(status_at(cube, P{}, cube, above), DerivativeStatus::several);  // face on face
  EXPECT_EQ(status_at(cube, P{}, cube, above * rotation_x(pi<double> / 4)), DerivativeStatus::several);  // edge on face
  const Capsule<double> rod{0.2, 1.0};
  EXPECT_EQ(status_at(rod, P{}, rod, translation(V{2, 0, 0.3})), DerivativeStatus::several);  // parallel
  EXPECT_EQ(status_at(ball, P{}, ball, P{}), DerivativeStatus::several);  // all directions are alike
  const Cylinder<double> can{1.0, 1.0};
  EXPECT_EQ(status_at(can, P{}, can, translation(V{3, 0, 0.5})), DerivativeStatus::several);
  EXPECT_EQ(status_at(can, P{}, cube, translation(V{0, 0, 2.5})), DerivativeStatus::several);
  const auto d = derivative_at(cube, P{}, cube, above);
  EXPECT_EQ(d.distance.by_b.linear, (V{0, 0, 1}));  // that one holds all the same
  EXPECT_EQ(d.normal, ByPoses<Jacobian<double>>{});
}

/// The way out along the normal is as short as the way against it. A planar arm that is folded onto itself is such a case.
TEST(Derivative, FlagsWhereOppositeNormalsAreNearest) {
  const Capsule<double> rod{0.1, 1};
  const P across = rotation_x(1.);
  EXPECT_EQ(status_at(rod, P{}, rod, across), DerivativeStatus::several);  // axes that meet
  EXPECT_EQ(status_at(cube, P{}, ball, P{}), DerivativeStatus::several);
  EXPECT_EQ(status_at(rod, P{}, rod, translation(V{0.01, 0, 0}) * across), DerivativeStatus::smooth);
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{0.5, 0.1, 0.2})), DerivativeStatus::smooth);
}

/// Two of several faces, or a face and a crossing of edges, are equally deep.
TEST(Derivative, FlagsWhereOtherNormalsAreAsNear) {
  const auto several = DerivativeStatus::several, smooth = DerivativeStatus::smooth;
  // A ball inside a box, equally far from two faces, or from three; then a little nearer to one.
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{0.75, 0.75, 0.2})), several);
  EXPECT_EQ(status_at(ball, translation(V{0.75, 0.75, 0.2}), cube, P{}), several);
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{0.75, -0.75, -0.75})), several);
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{0.75, 0.7501, 0.2})), smooth);
  // The tip of a spike, which points into the box across an edge.
  const std::vector<V> spike_points{{0, 0, 0}, {1, 1.1, 0}, {1.1, 1, 0.1}, {1, 1, 0.4}};
  const auto spike = Hull<double>::from_points(spike_points);
  EXPECT_EQ(status_at(cube, P{}, spike, translation(V{0.9, 0.9, 0.3})), several);
  EXPECT_EQ(status_at(spike, translation(V{0.9, 0.9, 0.3}), cube, P{}), several);
  EXPECT_EQ(status_at(cube, P{}, spike, translation(V{0.9, 0.89, 0.3})), smooth);
  // The same box as a hull, in another pose; and a rounded one.
  std::vector<V> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  const auto hull = Hull<double>::from_points(corners);
  const P moved{from_axis_angle(V{1, 0.4, -0.3}, 1.1), {3, -2, 1}};
  EXPECT_EQ(status_at(hull, moved, ball, moved * translation(V{0.75, 0.75, 0.2})), several);
  EXPECT_EQ(status_at(hull, moved, ball, moved * translation(V{0.75, 0.74, 0.2})), smooth);
  EXPECT_EQ(status_at(hull, moved, spike, moved * translation(V{0.9, 0.9, 0.3})), several);
  EXPECT_EQ(status_at(RoundBox<double>{{1, 1, 1}, 0.1}, moved, spike, moved * translation(V{0.9, 0.9, 0.3})), several);
  // A curved shape near an edge.
  const Ellipsoid<double> egg{{0.2, 0.2, 0.3}};
  EXPECT_EQ(status_at(cube, P{}, egg, translation(V{0.75, 0.75, 0.1})), several);
  EXPECT_EQ(status_at(egg, translation(V{0.75, 0.75, 0.1}), hull, P{}), several);
  EXPECT_EQ(status_at(egg, translation(V{0.75, 0.7499, 0.1}), hull, P{}), smooth);
}

/// About a least normal the overlap rises slowly, and the slower the deeper a curved shape is in. Directions close to the
/// normal are nearly as deep; they are no other normals.
TEST(Derivative, FlagsNoOtherNormalWithinOneValley) {
  Random random(41);
  int deep = 0;
  for (int i = 0; i < test_size(20000); ++i) {
    const Shape<double> a = random_shape(random, i % 2 ? Family::box : Family::capsule);
    const Shape<double> egg = random_shape(random, Family::ellipsoid);
    const P pose_a = random.pose(1), pose_b = pose_a * random.pose(1);
    const Contact<double> c = contact(a, pose_a, egg, pose_b);
    if (c.distance > -0.1) continue;
    // Nearly concentric: the opposite normal is as deep, to the flag's two resolutions, the contact's own and rounding.
    if (separation_along(a, pose_a, egg, pose_b, -c.normal) > c.distance - 4 * c.resolution) continue;
    ++deep;
    if (status_at(a, pose_a, egg, pose_b, {}) != DerivativeStatus::several) continue;
    // Another normal stays one, however finely it is asked.
    const DerivativeStatus fine = status_at(a, pose_a, egg, pose_b);
    EXPECT_EQ(fine, DerivativeStatus::several) << i << '\n' << reproducer(a, pose_a, egg, pose_b);
  }
  EXPECT_GT(deep, test_size(20000) / 2);
}

/// A query finds the normal to its resolution. An edge or a face that is parallel to another one within that angle counts
/// as parallel, at a finer tolerance fewer do.
TEST(Derivative, FlagsWhatIsParallelToTheResolution) {
  const Cylinder<double> can{0.5, 0.5};
  const auto lying = [](double tilt) { return translation(V{0.1, 0.2, 1.6}) * rotation_x(pi<double> / 2 + tilt); };
  EXPECT_EQ(status_at(cube, P{}, can, lying(1e-3), {}), DerivativeStatus::several);
  EXPECT_EQ(status_at(cube, P{}, can, lying(0.05), {}), DerivativeStatus::smooth);
  EXPECT_EQ(status_at(cube, P{}, can, lying(1e-3)), DerivativeStatus::smooth);
  for (const Family family : {Family::capsule, Family::box, Family::hull_50})
    for (const Family round : {Family::cylinder, Family::cone}) {
      Random random(77);
      int overlaps = 0, parallel = 0, parallel_at_last = 0;
      for (int i = 0; i < test_size(2000); ++i) {
        const Shape<double> a = random_shape(random, family), b = random_shape(random, round);
        const P pose_a = random.pose(1), pose_b = pose_a * random.pose(1.5);
        if (!contact(a, pose_a, b, pose_b).touching()) continue;
        ++overlaps;
        if (status_at(a, pose_a, b, pose_b, {}) != DerivativeStatus::several) continue;
        ++parallel, parallel_at_last += status_at(a, pose_a, b, pose_b) == DerivativeStatus::several;
      }
      const std::string what = std::string(name(family)) + "_" + std::string(name(round));
      RecordProperty(what, std::to_string(parallel) + " of " + std::to_string(overlaps));
      EXPECT_LE(parallel, 0.025 * overlaps + 1) << what;  // docs/algorithms/derivatives.md
      EXPECT_LE(parallel_at_last, 0.001 * overlaps + 1) << what;
    }
}

/// Two bars of square section, edge across edge: as deep between these edges as below a face of the lower one.
TEST(Derivative, FlagsAFaceAndCrossedEdges) {
  const P below = rotation_x(pi<double> / 4);
  const auto above = [](double height) { return translation(V{0, 0.3, height}) * rotation_y(pi<double> / 4); };
  const auto rise = [&](double height) { return contact(cube, below, cube, above(height)).normal.z; };
  double low = 0.9, high = 1.4;
  ASSERT_NEAR(rise(low), std::sqrt(0.5), 1e-12);
  ASSERT_NEAR(rise(high), 1, 1e-12);
  while (high - low > 4e-16) (rise(0.5 * (low + high)) < 0.9 ? low : high) = 0.5 * (low + high);
  EXPECT_EQ(status_at(cube, below, cube, above(low)), DerivativeStatus::several);
  EXPECT_EQ(status_at(cube, below, cube, above(low - 0.01)), DerivativeStatus::smooth);
  EXPECT_EQ(status_at(cube, below, cube, above(low + 0.01)), DerivativeStatus::smooth);
}

TEST(Derivative, FlagsKinks) {
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{1, 0, 3})), DerivativeStatus::kink);  // above an edge
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{1, 1, 3})), DerivativeStatus::kink);  // above a corner
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{0.9, 0.9, 3})), DerivativeStatus::smooth);
  EXPECT_EQ(status_at(cube, P{}, ball, translation(V{1.1, 1.1, 3})), DerivativeStatus::smooth);
  EXPECT_EQ(status_at(Cylinder<double>{1.0, 1.0}, P{}, ball, translation(V{1, 0, 3})), DerivativeStatus::kink);
}

TEST(Derivative, FlagsWhatIsNotKnown) {
  const std::vector<V> corners{{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}, {0, 0, -1}};
  const PointCloud<double> cloud{std::span<const V>(corners)};
  EXPECT_EQ(status_at(cloud, P{}, ball, translation(V{0.1, 0.2, 3})), DerivativeStatus::unknown);  // it names no faces
  EXPECT_EQ(status_at(cloud, P{}, ball, translation(V{0.1, 0.2, -3})), DerivativeStatus::smooth);  // a vertex
  const Superquadric<double> brick{{1, 1, 1}, 0.2, 0.2};
  EXPECT_EQ(status_at(brick, P{}, ball, translation(V{0, 0, 3})), DerivativeStatus::unknown);  // flat up there
  Contact<double> stalled = contact(cube, P{}, ball, translation(V{0.1, 0.2, 3}));
  stalled.status = Status::stalled;
  EXPECT_EQ(derivative(stalled, cube, P{}, ball, translation(V{0.1, 0.2, 3})).status, DerivativeStatus::unknown);
}

TEST(Derivative, OfNoContactIsInvalid) {
  const Derivative<double> none = derivative(Contact<double>{}, cube, P{}, ball, P{});
  EXPECT_EQ(none.status, DerivativeStatus::invalid);
  EXPECT_EQ(none.distance, ByPoses<Gradient<double>>{});
  const P far = translation(V{0, 0, 9});
  const auto c = contact(cube, P{}, ball, far, {.max_distance = 1});
  ASSERT_EQ(c.status, Status::beyond_max);
  EXPECT_EQ(derivative(c, cube, P{}, ball, far).status, DerivativeStatus::invalid);
  EXPECT_EQ(distance_derivative(c, P{}, far), ByPoses<Gradient<double>>{});
  P broken;
  broken.rotation(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(derivative(contact(cube, P{}, ball, far), cube, broken, ball, far).status, DerivativeStatus::invalid);
}

/// A shape of the user's own, with no more than a support mapping.
struct Lens {
  using Scalar = double;
  V support(const V& d) const {
    const double across = std::hypot(d.x, d.y), rim = std::sqrt(3.0);
    if (std::abs(d.z) * rim <= across) return across > 0 ? V{rim * d.x / across, rim * d.y / across, 0} : V{};
    const double k = 2 / norm(d);
    return {k * d.x, k * d.y, k * d.z - (d.z > 0 ? 1.0 : -1.0)};
  }
  double radius() const { return 0; }
  V center() const { return {}; }
};

TEST(Derivative, DifferentiatesAShapeOfTheUsersOwn) {
  const P pose = translation(V{0.3, 0.2, 3}) * rotation_x(0.3);
  const auto lens = derivative_at(Lens{}, P{}, ball, pose);
  const auto sphere = derivative_at(Sphere<double>{2}, translation(V{0, 0, -1}), ball, pose);  // whose cap it is
  ASSERT_EQ(lens.status, DerivativeStatus::smooth);
  for (int k = 6; k < 12; ++k) {
    const Numbers error = combined(by_twist(lens, k), by_twist(sphere, k), [](auto x, auto y) { return x - y; });
    EXPECT_LE(largest(error, 0, 10), 1e-6) << k;
  }
  EXPECT_EQ(status_at(Lens{}, P{}, ball, translation(V{4, 0, 0})), DerivativeStatus::smooth);  // the rim
}

TEST(Derivative, FillsSpans) {
  Random random(5);
  std::vector<Contact<double>> contacts;
  std::vector<P> poses_a, poses_b;
  for (int i = 0; i < 20; ++i) {
    const auto pair = random_pair(random, Family::box);
    poses_a.push_back(random.pose(1)), poses_b.push_back(poses_a.back() * pair.x_ab);
    contacts.push_back(contact(pair.a, poses_a.back(), pair.b, poses_b.back()));
  }
  std::vector<ByPoses<Gradient<double>>> results(20, {{{9, 9, 9}, {9, 9, 9}}, {{9, 9, 9}, {9, 9, 9}}});
  distance_derivatives<double>(contacts, poses_a, poses_b, results);
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_EQ(results[i], distance_derivative(contacts[i], poses_a[i], poses_b[i])) << i;
  results.pop_back();
  EXPECT_THROW(distance_derivatives<double>(contacts, poses_a, poses_b, results), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::testing
