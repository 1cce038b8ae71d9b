// SPDX-License-Identifier: MIT
/// The centre of a contact is the centroid of level faces, and never moves faster than the bodies by more than a stated
/// factor: not even where the last digit decides the features (a level edge has two farthest vertices, with different
/// faces around each), or where one facet replaces another.
#include <tactus/contact/center/level_parts.h>
#include <tactus/contact/center/pressure.h>
#include <tactus/narrow/default.h>
#include <tests/contact/center/centered_manifold.h>
#include <tests/contact/noisy_hulls.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus {
namespace {

using testing::block;
using testing::centered_manifold;
using testing::CenteredManifold;
using testing::Random;
using testing::roller;
using testing::test_size;
using D = double;

/// How much farther than the bodies the point may move: from one kind of parts to another within 2^-10 of the size.
constexpr D factor = 1024;
/// The centroids of slivers move faster the thinner they are, and count in full from an area of 2^-20 on.
constexpr D sliver_factor = 0x1p20;
constexpr D motion = 1e-13, rounding = 1e-12;

/// Finely faceted hulls, whose faces are within the angle that counts as flat, and prisms.
const Hull<D>& some_hull(Random& r) {
  static const std::vector<Hull<D>> pool = [] {
    Random own(5);
    std::vector<Hull<D>> hulls;
    for (int i = 0; i < 24; ++i) hulls.push_back(testing::random_hull(own, 6 + 4 * i));
    for (int n = 3; n <= 32; n += 4) {
      std::vector<Vec3<D>> corners;
      for (int k = 0; k < n; ++k)
        for (const D z : {-.5, .5}) corners.push_back({std::cos(2 * pi<D> * k / n), std::sin(2 * pi<D> * k / n), z});
      hulls.push_back(Hull<D>::from_points(corners));
    }
    return hulls;
  }();
  return pool[std::size_t(r.below(static_cast<int>(pool.size())))];
}

/// A part of a hull that another body will touch: it faces along `out`, which is perpendicular to `along`.
struct Part {
  Vec3<D> out, along, middle;
  Mat3<D> frame() const { return Mat3<D>::from_columns(along, cross(out, along), out); }
};
Part some_face(Random& r, const Hull<D>& hull) {
  const auto face = static_cast<std::uint32_t>(r.below(static_cast<int>(hull.face_count())));
  const auto loop = hull.face_loop(face);
  Vec3<D> sum{};
  for (const std::uint32_t v : loop) sum += hull.vertex(v);
  const Vec3<D> side = hull.vertex(loop[1]) - hull.vertex(loop[0]);
  return {hull.plane(face).normal, side / norm(side), sum / D(loop.size())};
}
Part some_edge(Random& r, const Hull<D>& hull) {
  const HullEdge edge = hull.edge(static_cast<std::uint32_t>(r.below(static_cast<int>(hull.edge_count()))));
  const HalfEdge there = hull.half_edge(edge.half_edge), back = hull.half_edge(there.twin);
  const D share = r.uniform(.1, .9);
  const Vec3<D> out = hull.plane(there.face).normal * share + hull.plane(back.face).normal * (1 - share),
                along = hull.vertex(edge.b) - hull.vertex(edge.a);
  return {out / norm(out), along / norm(along), (hull.vertex(edge.a) + hull.vertex(edge.b)) / 2.};
}

enum class Meeting { edge_on_face, edge_across_edge, edge_along_edge, side_on_side, face_on_face };

/// The largest step of the centre of a contact when the bodies move by 1e-13, over many pairs whose parts meet in this
/// way. Pairs with several equally good normals are left out.
D largest_jump(Meeting meeting) {
  Random r(17);
  D most = 0;
  int counted = 0;
  const int pairs = test_size(4000);
  for (int i = 0; i < pairs; ++i) {
    const Hull<D>&a = some_hull(r), &b = some_hull(r);
    const bool edge_a = meeting == Meeting::edge_across_edge || meeting == Meeting::edge_along_edge,
               edge_b = edge_a || meeting == Meeting::edge_on_face;
    const Part on_a = edge_a ? some_edge(r, a) : some_face(r, a), on_b = edge_b ? some_edge(r, b) : some_face(r, b);
    const bool parallel = meeting == Meeting::edge_along_edge || meeting == Meeting::side_on_side;
    const D angle = parallel ? pi<D> * r.below(2) : r.uniform(.2, 2.9);
    const Mat3<D> turn =
        on_a.frame() * rotation_z(angle).rotation * rotation_x(pi<D>).rotation * transpose(on_b.frame());
    const Vec3<D> middle = on_a.middle + on_a.along * r.uniform(-.05, .05);
    const Pose<D> x{turn, middle - turn * on_b.middle - on_a.out * std::pow(10, r.uniform(-5, -2))};
    const Options<D> options{.max_distance = i % 2 ? 0.1 : 0};
    const CenteredManifold<D> first = centered_manifold<D>(a, b, x, options);
    for (int k = 0; k < 4; ++k) {
      const Pose<D> moved = r.moved(x, motion, motion);
      const CenteredManifold<D> m = centered_manifold<D>(a, b, moved, options);
      if (first.count == 0 || m.count == 0 || distance(m.normal, first.normal) > 1e-9) continue;
      ++counted;
      most = std::max(most, distance(m.center, first.center));
    }
  }
  EXPECT_GE(counted, 3 * pairs);
  return most;
}

TEST(ContactCenter, StaysWhereAnEdgeLiesOnAFace) {
  EXPECT_LE(largest_jump(Meeting::edge_on_face), factor * motion + rounding);
}
TEST(ContactCenter, StaysWhereEdgesCross) {
  EXPECT_LE(largest_jump(Meeting::edge_across_edge), factor * motion + rounding);
}
TEST(ContactCenter, StaysWhereEdgesAreParallel) {
  EXPECT_LE(largest_jump(Meeting::edge_along_edge), sliver_factor * motion);
}
TEST(ContactCenter, StaysWhereFacesLieOnEachOther) {
  EXPECT_LE(largest_jump(Meeting::face_on_face), factor * motion + rounding);
  EXPECT_LE(largest_jump(Meeting::side_on_side), factor * motion + rounding);
}

/// Separated bodies, nearest at an edge each: along the normal these project onto one line, and rounding decides on
/// which side.
TEST(ContactCenter, StaysWhereEdgesApartAreParallel) {
  std::vector<Vec3<D>> corners, roof{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {0, -1, -1}, {0, 1, -1}};
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  const Shape<D> box = Box<D>{{1, 1, 1}}, cube = Hull<D>::from_points(corners), ridge = Hull<D>::from_points(roof);
  struct Case {
    const Shape<D>&a, &b;
    Vec3<D> at;
  };
  Random r(4);
  for (const auto& [a, b, at] : {Case{box, box, {2.0003, .3, 2.1}}, Case{box, box, {2.000003, .3, 2.001}},
                                 Case{cube, cube, {2.0003, .3, 2.1}}, Case{box, ridge, {1.0003, .3, 2.1}},
                                 Case{cube, box, {2.0001, .3, 2.1}}, Case{cube, ridge, {1.0006, .3, 2.1}}}) {
    const Options<D> options{.max_distance = 0.2};
    const Vec3<D> first = centered_manifold<D>(a, b, translation(at), options).center;
    EXPECT_NEAR(first.y, .15, 1e-9);  // the middle of the stretch
    for (int i = 0; i < 500; ++i) {
      const Pose<D> x{r.turn(motion).rotation, at + r.direction() * motion};
      const Vec3<D> c = centered_manifold<D>(a, b, x, options).center;
      ASSERT_LE(distance(c, first), sliver_factor * motion) << a << b << at;
    }
  }
}

/// A small face on a large body, tilted through the angle at which it no longer counts in full.
TEST(ContactCenter, GlidesOverSmallFaces) {
  for (const D half : {1e-4, 5e-4, 2e-3, 0.1}) {
    std::vector<Vec3<D>> corners;
    for (const auto& [h, z] : {std::pair{half, 0.}, std::pair{1., 1.}})
      for (int i = 0; i < 4; ++i) corners.push_back({i & 1 ? h : -h, i & 2 ? h : -h, z});
    const Shape<D> ground = HalfSpace<D>{}, frustum = Hull<D>::from_points(corners);
    const auto at = [&](D tilt) {
      const Pose<D> x = translation(0., 0., -1e-5) * rotation(Vec3<D>{1, 1, 0} / std::sqrt(2.), tilt);
      return centered_manifold<D>(ground, frustum, x).center;
    };
    D fastest = 0;
    const D step = 1e-7;
    for (int k = 0; k < 4000; ++k)
      fastest = std::max(fastest, distance(at(2e-2 * k / 4000), at(2e-2 * k / 4000 + step)) / step);
    EXPECT_LE(fastest, factor) << half;
    EXPECT_LE(distance(at(0), {0, 0, -.5e-5}), 1e-12);
    EXPECT_NEAR(distance(at(2e-2), {}), std::sqrt(2.) * half, 1e-2 * half + 1e-5);  // the corner
  }
}

/// A faceted roller on the ground: from the middle of one facet over the edge to the middle of the next.
TEST(ContactCenter, GlidesOverTheEdgesOfARoller) {
  Random r(1);
  for (const Shape<D>& ground : {Shape<D>(HalfSpace<D>{}), Shape<D>(Box<D>{{9, 9, 1}})})
    for (const int n : {5, 16, 64, 200}) {
      const Shape<D> wheel = roller(n, 1, 0, r);
      const D top = ground.bounded() ? 1 : 0, step = 1e-6;
      const auto at = [&](D angle) {
        const Mat3<D> turned = rotation_y(angle).rotation;
        const D low = (turned * wheel.support(transposed_times(turned, Vec3<D>{0, 0, -1}))).z;
        return centered_manifold<D>(ground, wheel, Pose<D>{turned, {0, 0, top - low - 1e-4}}).center;
      };
      for (const int facet : {0, 1}) {  // level: the middle of the facet
        const Vec3<D> middle = at((2 * facet - 1) * pi<D> / n);
        EXPECT_NEAR(middle.x, 0, 1e-9) << n;
        EXPECT_NEAR(middle.y, 0, 1e-9) << n;
      }
      D fastest = 0, farthest = 0;
      for (int k = 0; k < 4000; ++k) {
        const D angle = 2.2 * pi<D> / n * (k / 4000. - .5);
        const Vec3<D> here = at(angle);
        fastest = std::max(fastest, distance(here, at(angle + step)) / step);
        farthest = std::max(farthest, std::abs(here.x));
        ASSERT_NEAR(here.y, 0, 1e-9);
      }
      EXPECT_LE(fastest, 1 / (4 * pressure_band<D>)) << n << " sides";
      EXPECT_LE(farthest, std::sin(pi<D> / n) / 2 + 1e-9);
      if (n < 64) {
        EXPECT_GE(farthest, std::sin(pi<D> / n) / 8) << "it does travel";
      }
    }
}

/// A dome with more facets within the angle that counts than there is room for.
TEST(ContactCenter, GlidesOverADomeOfManyFacets) {
  const int side = 21;
  std::vector<Vec3<D>> corners{{-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const D x = 2. * i / (side - 1) - 1, y = 2. * j / (side - 1) - 1;
      corners.push_back({x, y, .0012 * (x * x + y * y)});
    }
  const Hull<D> dome = Hull<D>::from_points(corners);
  ASSERT_GT(dome.face_count(), std::size_t(LevelParts<D>::capacity));
  const auto at = [&](D tilt) {
    const Mat3<D> turn = rotation(Vec3<D>{.6, .8, 0}, tilt).rotation;
    const D low = (turn * dome.support(transposed_times(turn, Vec3<D>{0, 0, -1}))).z;
    return centered_manifold<D>(HalfSpace<D>{}, dome, {turn, {0, 0, -low - 1e-5}}).center;
  };
  EXPECT_LE(norm(at(0) - Vec3<D>{0, 0, at(0).z}), 1e-9) << "the middle";
  const int steps = test_size(2000);
  const D angle = .004 / steps;
  for (int k = 1; k <= steps; ++k) ASSERT_LE(distance(at(k * angle), at((k - 1) * angle)), factor * angle) << k;
  EXPECT_GE(distance(at(.004), at(0)), .5) << "to the rim";
}

/// Faces whose neighbours rise at any angle beyond two degrees: exactly the centroid.
TEST(ContactCenter, IsTheCentroidOfALevelFace) {
  const Shape<D> ground = HalfSpace<D>{}, slab = Box<D>{{4, 4, 1}};
  for (const D rise : {0.1, 0.5, 3.}) {
    const Shape<D> tent = Hull<D>::from_points(
        std::vector<Vec3<D>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, -1, rise}, {2, -1, rise}, {-1, 2, rise}});
    const Vec3<D> on_ground = centered_manifold<D>(ground, tent, translation(.2, .3, -1e-3)).center,
                  on_slab = centered_manifold<D>(slab, tent, translation(.2, .3, 1 - 1e-3)).center,
                  across = centered_manifold<D>(slab, tent, translation(3.5, 0., 1 - 1e-3)).center;
    EXPECT_LE(distance(on_ground, {.2 + 1 / 3., .3 + 1 / 3., -5e-4}), 1e-12) << rise;
    EXPECT_LE(distance(on_slab, {.2 + 1 / 3., .3 + 1 / 3., 1 - 5e-4}), 1e-12) << rise;
    // Cut at half: a trapezoid of heights 1 and 1/2.
    EXPECT_LE(distance(across, {3.5 + 2 / 9., 7 / 18., 1 - 5e-4}), 1e-12) << rise;
  }
}

/// A face that is split in two by noise in its corners acts as one. But a strip counts in full from a width of 2^-10 of
/// the size on, and its halves from twice that: by that much, the centre then differs from that of the edge that counts
/// instead.
TEST(ContactCenter, DoesNotSeeNoiseInTheCorners) {
  Random r(2);
  const Hull<D> plain = block({.5, .4, .3}, 0, r);
  const Shape<D> slab = Box<D>{{4, 4, 1}}, below = block({.6, .5, .4}, 0, r);
  int split = 0, counted = 0, off = 0;
  const int trials = test_size(300);
  for (int i = 0; i < trials; ++i) {
    const D noise = std::pow(10, r.uniform(-12, -4));
    const Hull<D> noisy = block({.5, .4, .3}, noise, r);
    split += noisy.face_count() > 6;
    const Mat3<D> tilt = r.turn(0, .02).rotation;
    for (const auto& [ground, top] : {std::pair{slab, 1.}, std::pair{below, .4}}) {
      const Pose<D> x{tilt, {.2, .1, top + .3 - 1e-2}};
      const CenteredManifold<D> m = centered_manifold<D>(ground, plain, x), n = centered_manifold<D>(ground, noisy, x);
      if (distance(m.normal, n.normal) > 16 * noise) continue;  // two normals as good
      ++counted;
      const D apart = distance(m.center, n.center);
      ASSERT_LE(apart, factor * noise + 0x1p-9) << i << ' ' << noise;
      off += apart > factor * noise + snap_share<D>;
    }
  }
  EXPECT_GE(split, trials / 2);
  EXPECT_GE(counted, trials);
  EXPECT_LE(off, counted / 100);
}

/// Faces without area, such as the sides of a sheet, must not count: the part of them that rounding leaves over a large
/// face is a line all across it.
template <class T> T farthest_from_the_middle_of_a_sheet() {
  Random r(6);
  T most = 0;
  for (int i = 0; i < 1500; ++i) {
    const T ground = T(std::pow(10, r.uniform(0.3, 2)));
    const Shape<T> sheets[] = {Rectangle<T>{{T(.5), T(.3)}}, Lozenge<T>{{T(.5), T(.3)}, T(.02)},
                               Box<T>{{T(.5), T(.3), 0}}};
    const Shape<T>& sheet = sheets[i % 3];
    const Vec3<T> at{ground * T(r.uniform(-.7, .7)), ground * T(r.uniform(-.7, .7)), T(1.299) + sheet.radius()};
    const Pose<T> x = translation(at) * rotation_z(T(r.uniform(0, 6))) * rotation_x(pi<T> / 2);
    const CenteredManifold<T> m = centered_manifold<T>(Box<T>{{ground, ground, 1}}, sheet, x);
    EXPECT_GE(m.count, 1) << i;
    most = std::max(most, norm(m.center - Vec3<T>{at.x, at.y, m.center.z}));
  }
  return most;
}
TEST(ContactCenter, IsOnTheEdgeOfASheetThatStands) {
  EXPECT_LE(farthest_from_the_middle_of_a_sheet<double>(), 1e-9);
  EXPECT_LE(farthest_from_the_middle_of_a_sheet<float>(), 1e-3f);
}

/// An edge of a triangle counts the same on both sides of its face's normal: here the normal of the contact equals it,
/// to rounding.
TEST(ContactCenter, StaysWhereATrianglesFaceIsLevel) {
  const Shape<D> a = Frustum<D>{
      {0.57206894952300014, 0.60053234042480863}, {0.37647882227161533, 0.70546168462355796}, 0.43066637402951236};
  const Shape<D> b = Triangle<D>{{-0.44467684253428258, -0.033297979695654976, 0.89507192463060115},
                                 {-0.65758971580096026, 0.064710551544319525, 0.75059197317293636},
                                 {0.26061724435383526, -0.15625045952828417, -0.95271425193633652}};
  const Pose<D> x{Mat3<D>::from_rows({0.3212848362451506, -0.209073315470815, 0.9236148562885765},
                                     {-0.8733387099573776, 0.3116771920794081, 0.37434853496104314},
                                     {-0.3661359743167971, -0.9269011148421051, -0.08245466400121257}),
                  {-0.23947988768763553, 0.4897225979981126, 0.3064300844200335}};
  const Options<D> options{.max_distance = .1};
  const CenteredManifold<D> first = centered_manifold<D>(a, b, x, options);
  ASSERT_GE(first.count, 1);
  Random r(8);
  for (int i = 0; i < 200; ++i) {
    const Pose<D> moved = r.moved(x, motion, motion);
    EXPECT_LE(distance(centered_manifold<D>(a, b, moved, options).center, first.center), factor * motion + rounding);
  }
}

/// The caller's contact is sharpened, not replaced by another equally good one: concentric shapes separate both ways.
TEST(ContactCenter, GoesByTheContactThatIsGiven) {
  const Shape<D> a = Box<D>{{.96, .86, .34}}, b = Cylinder<D>{.53, .98};
  const Pose<D> x = rotation_x(1e-3);
  Contact<D> up = narrow::contact<D>(a, b, x);
  ASSERT_EQ(up.status, Status::overlapping);
  if (up.normal.z < 0) up.normal = -up.normal, std::swap(up.point_a, up.point_b);
  Contact<D> down = up;
  down.normal = -up.normal, down.point_a = -up.point_a, down.point_b = -up.point_b;  // both shapes are symmetric
  for (const Contact<D>& c : {up, down}) {
    EXPECT_NEAR(dot(contact_center<D>(a, b, x, c), c.normal), (.34 - .98) / 2, .01);
  }
}

}  // namespace
}  // namespace tactus
