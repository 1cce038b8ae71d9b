// SPDX-License-Identifier: MIT
/// The points of a manifold: on both surfaces, over the whole overlap, with distinct ids.
#include <tactus/contact/manifold/box_silhouette.h>
#include <tactus/core/contact_type.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

namespace tactus {
namespace {

using testing::Family;
using testing::Random;
using testing::test_size;
using testing::to_oracle;
using D = double;
using Real = oracle::Real;

Options<D> within(D max_distance) { return {.max_distance = max_distance}; }

D size_of(const Shape<D>& a, const Shape<D>& b) { return 2 * std::min(a.bounding_radius(), b.bounding_radius()); }

/// Quarter turns about random axes, then a small tilt: faces, edges and axes are aligned or nearly so.
Pose<D> near_square(Random& random, D tilt) {
  Pose<D> x;
  for (int axis = 0; axis < 3; ++axis) x.rotation = x.rotation * axis_rotation(axis, pi<D> / 2 * random.below(4));
  return x * random.turn(0, tilt);
}

/// Moves B along a direction until the pair overlaps by `depth` (to rounding).
Pose<D> brought_to(const Shape<D>& a, const Shape<D>& b, Pose<D> x_ab, D depth) {
  x_ab.translation = x_ab.translation * ((a.bounding_radius() + b.bounding_radius() + 1) / norm(x_ab.translation));
  const Contact<D> far = narrow::distance(a, b, x_ab);
  const Vec3<D> back = -unit_or_up(x_ab.translation);
  // Conservative advancement: never passes through, and the step ends where they touch.
  D gap = far.distance;
  for (int i = 0; i < 200 && gap > 1e-9; ++i) {
    x_ab.translation += back * gap;
    gap = narrow::distance(a, b, x_ab).distance;
  }
  const Contact<D> touch = narrow::contact(a, b, x_ab);
  x_ab.translation += touch.normal * (-depth - touch.distance);
  return x_ab;
}

struct Solid {
  oracle::Body body;
  oracle::Pose pose;
  /// Distance of a point from the solid, within `to`.
  bool near(const Vec3<D>& p, Real to) const { return oracle::point_gap(body, pose, to_oracle(p), to).lower <= to; }
};

/// The two points of a contact point must lie on their surfaces: not outside by more than `tolerance`, and a step of
/// three tolerances along the outward normal must leave the solid.
::testing::AssertionResult on_surface(const Solid& solid, const Vec3<D>& p, const Vec3<D>& outward, D tolerance) {
  if (!solid.near(p, tolerance)) return ::testing::AssertionFailure() << p << " is outside";
  if (solid.near(p + outward * (3 * tolerance), 0)) return ::testing::AssertionFailure() << p << " is inside";
  return ::testing::AssertionSuccess();
}

/// Every pair of families: points on both surfaces within 2⁻¹² of the pair's size (the resolution of curved contacts),
/// the deepest as deep as the contact, ids all different, never more than 16.
TEST(Manifold, PointsLieOnBothSurfaces) {
  Random random(3);
  int cases = 0, many = 0, speculative = 0;
  for (int fa = 0; fa < static_cast<int>(Family::mixed); ++fa) {
    for (int fb = 0; fb < static_cast<int>(Family::mixed); ++fb) {
      for (int k = 0; k < test_size(6); ++k) {
        const Shape<D> a = testing::random_shape(random, static_cast<Family>(fa));
        const Shape<D> b = testing::random_shape(random, static_cast<Family>(fb));
        const D size = size_of(a, b), limit = 1e-3 * size;
        Pose<D> x_ab = k % 3 == 0 ? random.pose(1) : near_square(random, k % 3 == 1 ? 1e-3 : 0.05);
        x_ab.translation = k % 4 == 0 ? random.direction() : near_square(random, 0.2).rotation.column(0);
        x_ab = brought_to(a, b, x_ab, random.uniform(-0.5, 2) * limit);
        const Contact<D> c = narrow::contact(a, b, x_ab, within(limit));
        const Manifold<D> m = contact_manifold(a, b, x_ab, within(limit));
        ASSERT_LE(m.count, 16);
        if (c.distance > limit) {
          EXPECT_EQ(m.count, 0);
          continue;
        }
        ASSERT_GE(m.count, 1) << a << '\n' << b << '\n' << x_ab;
        const Solid solid_a{to_oracle(a), {}}, solid_b{to_oracle(b), to_oracle(x_ab)};
        const bool exact = a.polytope() && b.polytope() && a.radius() == 0 && b.radius() == 0;
        const D tolerance = exact ? 0x1p-15 * size : 1e-3 * size + square(0.125) / 2 * (a.radius() + b.radius());
        D least = infinity<D>;
        std::set<ContactId> ids;
        for (const ContactPoint<D>& p : m) {
          const Vec3<D> half = m.normal * (p.distance / 2);
          EXPECT_TRUE(on_surface(solid_a, p.position - half, m.normal, tolerance))
              << "A of point " << p.position << ", " << p.distance << ' ' << p.id << " of\n"
              << a << '\n'
              << b << '\n'
              << x_ab << "\n normal " << m.normal << ", " << c;
          EXPECT_TRUE(on_surface(solid_b, p.position + half, -m.normal, tolerance))
              << "B of point " << p.position << ", " << p.distance << ' ' << p.id << " of\n"
              << a << '\n'
              << b << '\n'
              << x_ab << "\n normal " << m.normal << ", " << c;
          least = std::min(least, p.distance);
          ids.insert(p.id);
          EXPECT_LE(p.distance, limit + 1e-12);
        }
        EXPECT_NEAR(least, c.distance, (exact ? 1e-12 : 0x1p-12) * size) << a << '\n'
                                                                         << b << '\n'
                                                                         << x_ab << '\n'
                                                                         << c << ' ' << m.count;
        EXPECT_EQ(ids.size(), static_cast<std::size_t>(m.count));
        ++cases, many += m.count > 1, speculative += c.distance > 0;
      }
    }
  }
  EXPECT_GE(cases, 900);
  EXPECT_GE(many, cases / 12);  // most families are curved
  EXPECT_GE(speculative, cases / 10);
}

/// A half-space against every family: as many points as the feature has corners, all at the height of the plane.
TEST(Manifold, HalfSpaceAgainstEverything) {
  const Shape<D> ground = HalfSpace<D>{{0, 0, 2}, 1};  // z ≤ 0.5
  Random random(5);
  for (int f = 0; f <= static_cast<int>(Family::mixed); ++f) {
    for (int k = 0; k < 20; ++k) {
      const Shape<D> b = testing::random_shape(random, static_cast<Family>(f));
      Pose<D> x = near_square(random, k % 2 ? 1e-3 : 0);
      const Vec3<D> up{0, 0, 1};
      const D low = dot(up, x.rotation * b.support(-transposed_times(x.rotation, up))) - b.radius();
      x.translation = {random.uniform(-3, 3), random.uniform(-3, 3), 0.5 - low - 1e-4};
      const Manifold<D> m = contact_manifold(ground, b, x, within(1e-4));
      ASSERT_GE(m.count, 1);
      EXPECT_EQ(m.normal, up);
      D least = infinity<D>;
      for (const auto& p : m) {
        EXPECT_NEAR(p.position.z - p.distance / 2, 0.5, 1e-5);  // a curved one's resolution
        EXPECT_TRUE(on_surface({to_oracle(b), to_oracle(x)}, p.position + up * (p.distance / 2), -up, 1e-3)) << b;
        least = std::min(least, p.distance);
      }
      // A face tilted by less than 2⁻¹⁰ is given by its rim points, which may be above its deepest point: by up to 3.4 %
      // of the tilt times the radius. All else is exact.
      const bool exact = b.polytope() || k % 2 == 0;
      EXPECT_NEAR(least, -1e-4, exact ? 1e-12 : 0x1p-15 * b.bounding_radius()) << b;
      const Manifold<D> from_b = contact_manifold(b, ground, inverse(x), within(1e-4));
      EXPECT_EQ(from_b.count, m.count) << b;
    }
  }
}

/// A sum that lies on a face of its box, to which the disc adds the lowest point of its rim: features of sums are sampled.
TEST(Manifold, ASampledFaceIsAsDeepAsTheContact) {
  const Shape<D> ground = HalfSpace<D>{};
  for (const D radius : {0.2, 0.3, 0.4, 0.5}) {
    const Shape<D> b = minkowski_sum(Box<D>{{0.3, 0.35, 0.25}}, Disc<D>{radius});
    const Pose<D> x = translation(0.0, 0.0, 0.35 + radius - 1e-4) * rotation_x(pi<D> / 2);
    const Manifold<D> m = contact_manifold(ground, b, x, within(1e-4));
    ASSERT_EQ(m.count, 4);
    D least = infinity<D>;
    for (const auto& p : m) least = std::min(least, p.distance);
    EXPECT_NEAR(least, -1e-4, 1e-12) << radius;
  }
}

TEST(Manifold, CountsOfSimpleContacts) {
  const Shape<D> ground = HalfSpace<D>{}, slab = Box<D>{{3, 3, 0.5}};
  const Pose<D> lying = rotation_x(pi<D> / 2);
  struct Row {
    Shape<D> shape;
    Pose<D> pose;  // its lowest point at height 0
    int count;
  };
  const D lean = std::atan2(0.5, 2.0);
  const std::vector<Row> rows = {
      {Sphere<D>{0.5}, translation(0., 0., .5), 1},
      {Ellipsoid<D>{{1, 2, .5}}, translation(0., 0., .5), 1},
      {Capsule<D>{0.5, 1}, translation(0., 0., .5) * lying, 2},
      {Capsule<D>{0.5, 1}, translation(0., 0., 1.5), 1},
      {Box<D>{{1, 1, 1}}, translation(0., 0., 1.), 4},
      {Box<D>{{1, 1, 1}}, translation(0., 0., std::sqrt(2.)) * rotation_x(pi<D> / 4), 2},
      {RoundBox<D>{{1, 1, 1}, 0.25}, translation(0., 0., 1.25), 4},
      {RoundBox<D>{{1, 1, 1}, 0.25}, translation(0., 0., std::sqrt(2.) + .25) * rotation_x(pi<D> / 4), 2},
      {Lozenge<D>{{1, 1}, 0.25}, translation(0., 0., .25), 4},
      {Rectangle<D>{{1, 1}}, Pose<D>{}, 4},
      {Triangle<D>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Pose<D>{}, 3},
      {Segment<D>{1}, lying, 2},
      {Point<D>{}, Pose<D>{}, 1},
      {Cylinder<D>{0.5, 1}, translation(0., 0., 1.), 12},
      {Cylinder<D>{0.5, 1}, translation(0., 0., .5) * lying, 2},
      {Cone<D>{0.5, 1}, translation(0., 0., 1.), 12},
      {Cone<D>{0.5, 1}, translation(0., 0., std::sin(lean)) * rotation_x(pi<D> / 2 + lean), 2},
      {Cone<D>{0.5, 1}, translation(0., 0., 1.) * rotation_x(pi<D>), 1},
      {Disc<D>{0.5}, Pose<D>{}, 12},
      {Disc<D>{0.5}, translation(0., 0., .5) * lying, 1},
      {Disc<D>{0}, Pose<D>{}, 1},
      {Ellipse<D>{{0.5, 0}}, Pose<D>{}, 2},
      {Ellipse<D>{{0, 0.5}}, Pose<D>{}, 2},
      {Cylinder<D>{0.5, 0}, Pose<D>{}, 12},
      {Cylinder<D>{0, 1}, lying, 2},
      {Box<D>{{1, 1, 0}}, Pose<D>{}, 4},
      {Wheel<D>{0.5, 0.1}, translation(0., 0., .1), 12},
      {Frustum<D>{{1, 1}, {.5, .5}, 1}, translation(0., 0., 1.), 4},
      {Superquadric<D>{{1, 1, 1}, 2, 2},
       translation(0., 0., 1 / std::sqrt(3.)) * rotation(Vec3<D>{1, -1, 0}, -std::acos(-1 / std::sqrt(3.))), 3},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(contact_manifold(ground, row.shape, row.pose, within(1e-6)).count, row.count) << row.shape;
    const Pose<D> on_slab = translation(0.2, 0.1, 0.5) * row.pose;
    EXPECT_EQ(contact_manifold(slab, row.shape, on_slab, within(1e-6)).count, row.count) << row.shape << " on a box";
    EXPECT_EQ(contact_manifold(row.shape, slab, inverse(on_slab), within(1e-6)).count, row.count) << row.shape;
  }
}

TEST(Manifold, NothingBeyondMaxDistanceAndNothingInvalid) {
  const Shape<D> box = Box<D>{{1, 1, 1}};
  EXPECT_EQ(contact_manifold(box, box, translation(0., 0., 2.1)).status, Status::beyond_max);
  EXPECT_EQ(contact_manifold(box, box, translation(0., 0., 2.1)).count, 0);
  const Manifold<D> near = contact_manifold(box, box, translation(0.5, 0., 2.1), within(0.2));
  EXPECT_EQ(near.status, Status::separated);
  ASSERT_EQ(near.count, 4);
  for (const auto& p : near) EXPECT_NEAR(p.distance, 0.1, 1e-12);
  const D nan = std::numeric_limits<D>::quiet_NaN();
  EXPECT_EQ(contact_manifold(box, box, translation(nan, 0., 0.)).status, Status::invalid);
  EXPECT_EQ(contact_manifold(box, box, translation(nan, 0., 0.)).count, 0);
  const Shape<D> ground = HalfSpace<D>{};
  EXPECT_EQ(contact_manifold(ground, ground, Pose<D>{}).count, 0) << "two half-spaces overlap without corners";
}

/// The path for boxes gives the same result as the general path; a known contact gives the same manifold.
TEST(Manifold, BoxesAndKnownContactsAgreeWithTheGeneralPath) {
  Random random(9);
  const auto as_frustum = [](const Shape<D>& shape) -> Shape<D> {  // the same body, but with outlines
    const Vec3<D>& half = shape.get_if<Box<D>>()->half;
    return Frustum<D>{{half.x, half.y}, {half.x, half.y}, half.z};
  };
  for (int k = 0; k < test_size(2000); ++k) {
    const Shape<D> a = testing::random_shape(random, Family::box), b = testing::random_shape(random, Family::box);
    Pose<D> x = k % 2 ? random.pose(1) : near_square(random, 0.1);
    x.translation = random.direction();
    x = brought_to(a, b, x, random.uniform(0.001, 0.05));
    const Contact<D> c = narrow::contact(a, b, x, within(0));
    const Manifold<D> direct = contact_manifold(a, b, x), known = contact_manifold(a, b, x, c);
    const Manifold<D> general = contact_manifold(as_frustum(a), as_frustum(b), x, c);
    ASSERT_GE(direct.count, 1);
    ASSERT_EQ(direct.count, known.count);
    ASSERT_EQ(direct.count, general.count);
    for (int i = 0; i < direct.count; ++i) {
      EXPECT_EQ(direct.points[i].id, known.points[i].id);
      EXPECT_LE(distance(direct.points[i].position, known.points[i].position), 1e-9);
      EXPECT_NEAR(direct.points[i].distance, known.points[i].distance, 1e-9);
      const auto there = [&](const ContactPoint<D>& p) {  // its features have other numbers
        return distance(p.position, direct.points[i].position) <= 1e-9 &&
               std::abs(p.distance - direct.points[i].distance) <= 1e-9;
      };
      EXPECT_EQ(std::count_if(general.begin(), general.end(), there), 1);
    }
  }
}

TEST(Manifold, FloatAgreesWithDouble) {
  Random random(13);
  const Shape<D> slab = Box<D>{{2, 2, 0.5}};
  for (int f = 0; f < static_cast<int>(Family::composite); ++f) {
    const Shape<D> b = testing::random_shape(random, static_cast<Family>(f));
    const Pose<D> x = brought_to(slab, b, translation(0.1, 0.2, 1.0), 1e-3);
    const Manifold<D> m = contact_manifold(slab, b, x, within(1e-3));
    const Manifold<float> n =
        contact_manifold(slab.cast<float>(), b.cast<float>(), x.cast<float>(), {.max_distance = 1e-3f});
    ASSERT_EQ(m.count, n.count) << b;
    for (int i = 0; i < m.count; ++i) {
      EXPECT_NEAR(m.points[i].distance, n.points[i].distance, 1e-5) << b;
      EXPECT_LE(distance(m.points[i].position, n.points[i].position.cast<D>()), 5e-3) << b;
    }
  }
}

TEST(Manifold, IdsPackAndUnpack) {
  const Feature face{FeatureKind::face, 5}, edge{FeatureKind::edge, 7};
  const ContactId id = ContactId::of(face, OutlinePart::corner(3), edge, OutlinePart::side(16'000));
  EXPECT_EQ(id.feature_a(), face);
  EXPECT_EQ(id.feature_b(), edge);
  EXPECT_EQ(id.part_a(), OutlinePart::corner(3));
  EXPECT_EQ(id.part_b(), OutlinePart::side(16'000));
  EXPECT_EQ(contact_type(id.feature_a(), id.feature_b()), ContactType::edge_face);
  EXPECT_EQ(ContactId::of(face, {}, edge, {}).clip, 0u);

  // The slides' id: corner 3 of A is a vertex there, a side of B an edge. Different points, different ids.
  const CollisionId view = collision_id(id, 10, 20);
  EXPECT_EQ(view.first.body, 10u);
  EXPECT_EQ(view.first.type, FeatureKind::vertex);
  EXPECT_EQ(view.second.type, FeatureKind::edge);
  const Shape<D> box = Box<D>{{1, 1, 1}};
  const Manifold<D> m = contact_manifold(box, box, translation(0.5, 0.3, 1.9) * rotation_z(0.5));
  std::unordered_set<CollisionId> views;
  std::unordered_set<ContactId> ids;
  for (const auto& p : m) views.insert(collision_id(p.id, 1, 2)), ids.insert(p.id);
  EXPECT_EQ(views.size(), static_cast<std::size_t>(m.count));
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(m.count));
  EXPECT_EQ(contact_type(m.points[0].id.feature_a(), m.points[0].id.feature_b()), ContactType::face_face);

  const Manifold<D> back = mirrored(m);
  EXPECT_EQ(back.normal, -m.normal);
  EXPECT_EQ(back.points[0].id.part_a(), m.points[0].id.part_b());
  EXPECT_EQ(mirrored(back).points[0].id, m.points[0].id);
  const Pose<D> pose = translation(1., 2., 3.) * rotation_x(0.5);
  EXPECT_EQ(moved(m, pose).points[0].position, pose * m.points[0].position);
}

}  // namespace
}  // namespace tactus
