// SPDX-License-Identifier: MIT
/// Casts into surfaces: over inner edges, from behind, and where on a triangle they end.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tests/helpers/grounds.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {
namespace {

using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;

/// The same triangles without neighbours: every edge is a border, so no hit is corrected.
List taken_apart(const List& list) {
  List apart;
  for (const auto& t : list.triangles) {
    const int first = static_cast<int>(apart.vertices.size());
    for (const int v : t) apart.vertices.push_back(list.vertices[static_cast<std::size_t>(v)]);
    apart.triangles.push_back({first, first + 1, first + 2});
  }
  return apart;
}

List bumps() {
  return height_mesh(16, 2, [](double x, double y) { return 0.3 * std::sin(3 * x) * std::cos(2.5 * y); });
}

/// Straight down on corners, edges and faces of a flat grid whose cells are 1/8 wide.
TEST(Casts, DownOnInnerEdgesOfFlatGround) {
  const List list = height_mesh(16, 1, [](double, double) { return 0.0; });
  const HeightGrid<double> grid{
      .columns = 17, .rows = 17, .spacing = {0.125, 0.125}, .heights = std::vector<std::uint16_t>(17 * 17)};
  const Mesh<double> front(list, {.sides = Sides::front}), both(list, {.sides = Sides::both});
  const HeightField<double> field(grid);
  for (const Shape<double>& body : sliders()) {
    const double down = -body.aabb({}).min.z;
    for (const double x : {0.0, 0.0625, 0.125, 0.03}) {
      for (const double y : {0.0, 0.0625, 0.01}) {
        const Vec way{0.05, -0.02, -2};
        const double time = (1.5 - down) / 2;
        const Vec from{x, y, 1.5};
        for (const auto& i : {shape_cast(body, translation(from), way, front, Pose{}),
                              shape_cast(body, translation(from), way, both, Pose{}),
                              shape_cast(body, translation(from + Vec{1, 1, 0}), way, field, Pose{})}) {
          ASSERT_TRUE(i.hit()) << body << ' ' << x << ' ' << y;
          EXPECT_NEAR(i.time, time, 1e-6) << body << ' ' << x << ' ' << y;
          EXPECT_NEAR(i.contact.normal.z, -1, 1e-6) << body << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

/// A body that glides over flat ground, a hair above it or touching it, meets no edge.
TEST(Casts, AlongFlatGroundNothingIsMet) {
  const List list = height_mesh(16, 1, [](double, double) { return 0.0; });
  const Mesh<double> front(list, {.sides = Sides::front}), both(list, {.sides = Sides::both});
  for (const Shape<double>& body : sliders()) {
    for (const double lift : {0.0, 1e-9, 1e-6, 1e-3}) {
      const Pose from = translation(-0.6, 0.03, lift - body.aabb({}).min.z);
      for (const Mesh<double>* mesh : {&front, &both}) {
        const auto i = shape_cast(body, from, {1.1, 0.07, 0}, *mesh, Pose{});
        EXPECT_EQ(i.status, MotionStatus::none) << body << ' ' << lift << ' ' << i;
      }
    }
  }
}

HeightField<double> flat_field() {
  return HeightField<double>(HeightGrid<double>{
      .columns = 17, .rows = 17, .spacing = {0.125, 0.125}, .heights = std::vector<std::uint16_t>(17 * 17)});
}

/// Flat ground at z = 0 in four ways, and the box that fills it.
struct FlatGround {
  Mesh<double> front{height_mesh(16, 1, [](double, double) { return 0.0; }), {.sides = Sides::front}};
  Mesh<double> both{height_mesh(16, 1, [](double, double) { return 0.0; }), {.sides = Sides::both}};
  Mesh<double> solid{moved(box_mesh({1, 1, 0.5}), translation(0.0, 0, -0.5))};
  HeightField<double> field = flat_field();
  Shape<double> box = Box<double>{{1, 1, 0.5}};

  /// Impacts of a motion with the four.
  template <class S> std::array<Impact<double>, 4> impacts(const S& body, const Motion<double>& m) const {
    const Motion<double> rest = at_rest(Pose{});
    return {time_of_impact(body, m, front, rest), time_of_impact(body, m, both, rest),
            time_of_impact(body, m, solid, rest), time_of_impact(body, m, field, at_rest(translation(-1.0, -1, 0)))};
  }
  Contact<double> with_box(const Shape<double>& body, const Pose& at) const {
    return contact(body, at, box, translation(0.0, 0, -0.5));
  }
};

/// A box that stands on one lower edge and turns about it, while the edge slides or rises: the rest of it comes down. The
/// point that touches first does not approach, so nothing but the whole motion shows that there is a hit.
TEST(Casts, ABodyThatTurnsComesDownOnItsOtherSide) {
  const FlatGround ground;
  const Shape<double> body = Box<double>{{0.3, 0.2, 0.15}};
  Random random(7);
  int down = 0;
  for (const double rise : {0.0, 0.001, 0.01}) {
    for (int k = 0; k < test_size(100); ++k) {
      Motion<double> m;
      m.start = rotation_x(random.uniform(0.05, 0.6));
      const double x = random.uniform(-0.4, 0.4), y = random.uniform(-0.4, 0.4);
      m.start.translation = {x, y, 1e-8 - body.aabb(m.start).min.z};
      const double turn = random.uniform(1, 4), wobble = random.uniform(-0.05, 0.05), slide = random.uniform(0, 0.2);
      m.angular_velocity = {-turn, wobble, 0};
      const Vec edge = m.start * Vec{0, -0.2, -0.15};
      m.velocity = cross(m.angular_velocity, m.start.translation - edge) + Vec{0, slide, rise};
      const double truth = time_of_impact(body, m, ground.box, at_rest(translation(0.0, 0, -0.5))).time;
      down += truth < 1;
      for (const Impact<double>& i : ground.impacts(body, m)) {
        ASSERT_EQ(i.status == MotionStatus::hit, truth < 1) << i << ' ' << m;
        for (int q = 0; q <= 20; ++q)
          ASSERT_GE(ground.with_box(body, m.at(i.lower * q / 20)).distance, -2 * i.resolution) << i << ' ' << m;
        if (!i.hit()) continue;
        ASSERT_LE(ground.with_box(body, m.at(i.time)).distance, 2 * i.resolution) << i << ' ' << m;
      }
    }
  }
  EXPECT_GE(down, 3 * test_size(100) * 9 / 10);
}

/// Balls that roll, and boxes and cans that turn on their undersides while they glide, meet no edge either.
TEST(Casts, WhatRollsOrTurnsOnFlatGroundMeetsNothing) {
  const FlatGround ground;
  Random random(8);
  const Shape<double> bodies[] = {Sphere<double>{0.1}, Box<double>{{0.1, 0.07, 0.05}}, Cylinder<double>{0.1, 0.05}};
  for (const Shape<double>& body : bodies) {
    for (const double lift : {-2e-8, 0.0, 1e-8, 1e-7, 1e-6, 1e-4}) {
      for (int k = 0; k < test_size(20); ++k) {
        const double angle = random.uniform(-pi<double>, pi<double>), length = random.uniform(0.3, 1.1);
        const Vec way{length * std::cos(angle), length * std::sin(angle), 0};
        Motion<double> m{.velocity = way};
        const double spin = random.uniform(-5, 5), share = random.uniform(0, 1);
        m.angular_velocity = {0, 0, spin};
        if (body.kind() == ShapeKind::sphere) m.angular_velocity += cross(Vec{0, 0, 1}, way) * (share / 0.1);
        const double x = random.uniform(-0.1, 0.1), y = random.uniform(-0.1, 0.1);
        m.start = rotation_z(spin);
        m.start.translation = Vec{x, y, lift - body.aabb({}).min.z} - way / 2;
        for (const Impact<double>& i : ground.impacts(body, m))
          EXPECT_EQ(i.status, MotionStatus::none) << body << ' ' << lift << ' ' << i << ' ' << m;
      }
    }
  }
}

/// Over hills and valleys a cast meets the connected surface when it meets the first triangle.
TEST(Casts, ConnectedSurfacesAreMetWhenTheirTrianglesAre) {
  Random random(51);
  const List list = bumps();
  const Mesh<double> apart(taken_apart(list), {.sides = Sides::both}), front(list, {.sides = Sides::front}),
      both(list, {.sides = Sides::both});
  const int casts = test_size(100);
  int hits = 0;
  for (int k = 0; k < casts; ++k) {
    const Shape<double> body = sliders()[static_cast<std::size_t>(k % 3)];
    const Mat3<double> turned = from_quaternion(random.rotation()).rotation;
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    const Vec sideways = random.vector(0, 1);
    const Pose from{turned, {x, y, 1}};
    const Vec way{sideways.x, sideways.y, -1.5};
    const auto truth = shape_cast(body, from, way, apart, Pose{});
    ASSERT_TRUE(truth.status == MotionStatus::hit || truth.status == MotionStatus::none) << k;
    hits += truth.hit();
    for (const Mesh<double>* mesh : {&front, &both}) {
      const auto impact = shape_cast(body, from, way, *mesh, Pose{});
      EXPECT_EQ(impact.status, truth.status) << k << ' ' << body;
      if (truth.hit()) {
        EXPECT_NEAR(impact.time, truth.time, 1e-5) << k << ' ' << body;
        EXPECT_LT(impact.contact.normal.z, 0) << k << ' ' << body;
      }
    }
  }
  EXPECT_GT(hits, casts * 3 / 4);
}

/// A one-sided surface lets through what comes from behind, as it does with rays.
TEST(Casts, FromBehindOneSidedSurfacesLetPass) {
  const List list = bumps();
  const Mesh<double> front(list, {.sides = Sides::front}), both(list, {.sides = Sides::both});
  const HeightField<double> field = grounds[2].field();
  Random random(52);
  for (int k = 0; k < test_size(60); ++k) {
    const Shape<double> body = sliders()[static_cast<std::size_t>(k % 3)];
    const Mat3<double> turned = from_quaternion(random.rotation()).rotation;
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    const Pose from{turned, {x, y, -1}};
    const Vec up{0.1, 0.2, 2};
    EXPECT_EQ(shape_cast(body, from, up, front, Pose{}).status, MotionStatus::none) << k << ' ' << body;
    EXPECT_TRUE(shape_cast(body, from, up, both, Pose{}).hit()) << k << ' ' << body;
    EXPECT_EQ(shape_cast(body, translation(2.0, 2, 0) * from, up, field, Pose{}).status, MotionStatus::none) << k;
    EXPECT_FALSE(ray_cast(front, Pose{}, from.translation, up).hit()) << k;
    // The same way back is from the front.
    const Pose above{turned, from.translation + up};
    EXPECT_TRUE(shape_cast(body, above, -up, front, Pose{}).hit()) << k << ' ' << body;
    EXPECT_TRUE(shape_cast(body, translation(2.0, 2, 0) * above, -up, field, Pose{}).hit()) << k << ' ' << body;
  }
}

/// The pieces and barycentrics of an impact lead to its points, whichever body moves, and also if they turn.
TEST(Casts, ImpactsSayWhereOnTheirTriangles) {
  Random random(53);
  const Mesh<double> ring(torus_mesh(1, 0.3, 12, 8)), ground(bumps(), {.sides = Sides::front});
  int hits = 0;
  for (int k = 0; k < test_size(60); ++k) {
    const Pose start{from_quaternion(random.rotation()).rotation, {0.1, 0.2, 2}};
    Motion<double> falling{.start = start, .velocity = {0.2, 0.1, -3}};
    if (k % 2) falling.angular_velocity = random.direction();
    const Motion<double> lift{.start = translation(0.0, 0, -0.2), .velocity = {0, 0, 0.1}};
    const auto place = [](const Mesh<double>& mesh, const Pose& pose, std::uint32_t i, const Vec& shares) {
      const Triangle<double> t = mesh.triangle(i);
      EXPECT_NEAR(shares.x + shares.y + shares.z, 1, 1e-12);
      return pose * (t.a * shares.x + t.b * shares.y + t.c * shares.z);
    };
    for (const bool swapped : {false, true}) {
      const auto impact =
          swapped ? time_of_impact(ground, lift, ring, falling) : time_of_impact(ring, falling, ground, lift);
      if (!impact.hit()) continue;
      ++hits;
      const Pose at_ring = falling.at(impact.time), at_ground = lift.at(impact.time);
      const Vec on_ring = swapped ? place(ring, at_ring, impact.piece_b, impact.barycentrics_b)
                                  : place(ring, at_ring, impact.piece_a, impact.barycentrics_a);
      const Vec on_ground = swapped ? place(ground, at_ground, impact.piece_a, impact.barycentrics_a)
                                    : place(ground, at_ground, impact.piece_b, impact.barycentrics_b);
      EXPECT_NEAR(norm(on_ring - (swapped ? impact.contact.point_b : impact.contact.point_a)), 0, 1e-5) << k;
      EXPECT_NEAR(norm(on_ground - (swapped ? impact.contact.point_a : impact.contact.point_b)), 0, 1e-5) << k;
    }
  }
  EXPECT_GT(hits, test_size(60));
}

}  // namespace
}  // namespace tactus::testing
