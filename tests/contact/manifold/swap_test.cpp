// SPDX-License-Identifier: MIT
/// Swapping A and B mirrors the manifold: the same points, whose ids name the same parts of each body. And the deepest
/// point has the depth of the contact.
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/contact/aligned_pairs.h>

#include <gtest/gtest.h>

#include <iostream>
#include <set>

namespace tactus {
namespace {

using testing::aligned_pair;
using testing::AlignedKind;
using testing::Random;
using testing::RandomPair;
using testing::test_size;
using D = double;

std::set<ContactId> ids_of(const Manifold<D>& m) {
  std::set<ContactId> ids;
  for (const auto& p : m) ids.insert(p.id);
  return ids;
}

/// Corners of equal boxes flush on each other coincide, and are named by both.
TEST(ManifoldSwap, FlushCubes) {
  const Shape<D> cube = Box<D>{{0.5, 0.5, 0.5}};
  for (const D height : {1.0, 0.999}) {
    const Pose<D> x = translation(0.0, 0.0, height);
    const Manifold<D> m = contact_manifold(cube, cube, x), swapped = contact_manifold(cube, cube, inverse(x));
    ASSERT_EQ(m.count, 4);
    EXPECT_EQ(ids_of(m), ids_of(mirrored(swapped)));
    for (const auto& p : m) {
      EXPECT_EQ(p.id.part_a().kind, OutlinePart::Kind::corner);
      EXPECT_EQ(p.id.part_b().kind, OutlinePart::Kind::corner);
    }
  }
}

struct Swaps {
  int manifolds = 0, several = 0, other_normals = 0, other_ids = 0;
};

/// Skips cases that rounding decides: another equally good normal, and distances at the limit.
Swaps swap_pairs(int pairs, AlignedKind kinds) {
  Random random(7);
  Swaps r;
  for (int i = 0; i < pairs; ++i) {
    const auto [a, b, x_ab] = aligned_pair(random, kinds);
    const D limit = random.below(2) ? 0 : 0.2, size = 2 * std::min(a.bounding_radius(), b.bounding_radius());
    const Options<D> options{.max_distance = limit};
    const Manifold<D> m = contact_manifold(a, b, x_ab, options),
                      swapped = mirrored(contact_manifold(b, a, inverse(x_ab), options));
    const MinkowskiPair<Shape<D>, Shape<D>, D> pair(a, b, x_ab);
    if (m.count == 0 || std::abs(narrow::contact(a, b, x_ab).distance - limit) <= 2 * pair.rounding()) continue;
    ++r.manifolds, r.several += m.count > 1;
    if (norm(x_ab.rotation * swapped.normal - m.normal) > 1e-6) {
      ++r.other_normals;
      continue;
    }
    const bool same = ids_of(m) == ids_of(swapped);
    r.other_ids += !same;
    for (const auto& p : m)
      for (const auto& q : swapped)
        if (p.id == q.id) {
          EXPECT_LE(distance(p.position, x_ab * q.position), 0x1p-8 * size) << p.id << a << b << x_ab;
          EXPECT_NEAR(p.distance, q.distance, 0x1p-8 * size) << p.id << a << b << x_ab;
        }
  }
  std::cout << r.manifolds << " manifolds, " << r.several << " of several points; swapped " << r.other_normals
            << " have another normal, " << r.other_ids << " other ids\n";
  return r;
}

/// The rest are decided by a last digit: a corner at exactly the snapping distance.
TEST(ManifoldSwap, PolytopesMirrorTheirIds) {
  const Swaps r = swap_pairs(test_size(10000), AlignedKind::cylinder);
  EXPECT_GE(r.several, r.manifolds / 2);
  EXPECT_LE(r.other_normals, r.manifolds / 1000);
  EXPECT_LE(r.other_ids, r.manifolds / 2000);
}
TEST(ManifoldSwap, AllKindsMirrorTheirIds) {
  const Swaps r = swap_pairs(test_size(5000), AlignedKind::count);
  EXPECT_GE(r.several, r.manifolds / 3);
  // the normals of round shapes are known to the square root of the tolerance
  EXPECT_LE(r.other_normals, r.manifolds / 40);
  EXPECT_LE(r.other_ids, r.manifolds / 1000);
}

TEST(ManifoldSwap, TheDeepestPointOfPolytopesIsAsDeepAsTheyAre) {
  Random random(17);
  int manifolds = 0, tilted = 0;
  for (int i = 0; i < test_size(5000); ++i) {
    const auto [a, b, x_ab] = aligned_pair(random, AlignedKind::cylinder);
    const Options<D> options{.max_distance = random.below(2) ? 0.0 : 0.2};
    PairCache<D> cache;
    const Contact<D> c = narrow::contact(a, b, x_ab, options);
    const MinkowskiPair<Shape<D>, Shape<D>, D> pair(a, b, x_ab);
    for (int time = 0; time < 4; ++time) {  // the last from memory
      const Manifold<D> m = contact_manifold(a, b, x_ab, options, time > 0 ? &cache : nullptr);
      if (m.count == 0) break;
      D least = infinity<D>, most = -infinity<D>;
      for (const auto& p : m) least = std::min(least, p.distance), most = std::max(most, p.distance);
      ASSERT_NEAR(least, c.distance, pair.rounding()) << time << a << b << x_ab;
      manifolds += time == 0, tilted += time == 0 && most > least + 1e-9;
    }
  }
  EXPECT_GE(manifolds, test_size(5000) / 3);
  EXPECT_GE(tilted, manifolds / 4);
}

}  // namespace
}  // namespace tactus
