// SPDX-License-Identifier: MIT
/// How far the centre of a contact moves when bodies move: random shapes placed on each other by a face or an edge, and
/// moved a little. contact_center_test.cpp tests its position.
#include <tactus/contact/manifold/silhouette.h>
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

Shape<D> some_polytope(Random& r) {
  const D noise = r.below(2) ? std::pow(10, r.uniform(-13, -1.5)) : 0;
  const Vec3<D> half{r.uniform(.3, 1), r.uniform(.3, 1), r.uniform(.3, 1)};
  switch (r.below(8)) {
    case 0: return Box<D>{half};
    case 1: return block(half, noise, r);
    case 2: {
      const D half_length = r.uniform(.1, 1);
      return roller(3 + r.below(60), half_length, noise, r);
    }
    case 3: return RoundBox<D>{half, r.uniform(.05, .3)};
    case 4: return Frustum<D>{{half.x, half.y}, {r.uniform(.3, 1), r.uniform(.3, 1)}, half.z};
    case 5: return Rectangle<D>{{half.x, half.y}};
    case 6: return Triangle<D>{{half.x, -half.y, 0}, {0, half.y, 0}, {-half.x, -half.y, 0}};
    default: return testing::random_hull(r, 6 + r.below(60));
  }
}
Shape<D> some_round_shape(Random& r) {
  const D radius = r.uniform(.3, 1), half_height = r.uniform(.3, 1);
  switch (r.below(6)) {
    case 0: return Cylinder<D>{radius, half_height};
    case 1: return Cone<D>{radius, half_height};
    case 2: return ConicalFrustum<D>{radius, r.uniform(.3, 1), half_height};
    case 3: return Capsule<D>{radius / 2, half_height};
    case 4: return Wheel<D>{radius, r.uniform(.1, .3)};
    default: return Disc<D>{radius};
  }
}
/// The normal of a face or an edge of the shape.
Vec3<D> some_normal(Random& r, const Shape<D>& shape) {
  const D sine = r.below(2) ? .9 : .3;
  const Outline<D> o = shape.feature_along(r.direction(), sine);
  if (o.size() != 2) return o.normal;
  const Vec3<D> e = o[1] - o[0], n = o.normal - e * (dot(o.normal, e) / norm_squared(e));
  return n / norm(n);
}

/// B on A with a face or an edge each, more or less level.
Pose<D> laid_on(const Shape<D>& a, const Shape<D>& b, Random& r) {
  const Vec3<D> on_a = a.bounded() ? some_normal(r, a) : Vec3<D>{0, 0, 1}, on_b = some_normal(r, b);
  const auto frame = [](const Vec3<D>& n) {
    const ContactFrame<D> f(n);
    return Mat3<D>::from_columns(f.u, f.v, f.normal);
  };
  const D yaw = r.below(3) ? r.uniform(0, 6) : pi<D> / 2 * r.below(4);
  const Mat3<D> turn = frame(on_a) * rotation_z(yaw).rotation * rotation_x(pi<D>).rotation * transpose(frame(on_b));
  const Vec3<D> aside = r.vector(0, .4);
  const D height =
      (a.bounded() ? dot(on_a, a.support(on_a)) + a.radius() : 0) + dot(on_b, b.support(on_b)) + b.radius();
  return Pose<D>{turn, aside - on_a * dot(on_a, aside) + on_a * (height - 1e-3)} *
         r.turn(r.below(2) ? 0 : std::pow(10, r.uniform(-7, -1.2)));
}

/// Polytopes of size 1, round boxes among them.
TEST(ContactCenter, MovesAtMostSoManyTimesAsFar) {
  Random r(3);
  D fastest = 0;
  int counted = 0;
  const int pairs = test_size(2000);
  for (int i = 0; i < pairs; ++i) {
    const Shape<D> a = r.below(4) ? some_polytope(r) : HalfSpace<D>{}, b = some_polytope(r);
    const Pose<D> x = laid_on(a, b, r);
    const Options<D> options{.max_distance = i % 2 ? 0.1 : 0};
    const CenteredManifold<D> first = centered_manifold<D>(a, b, x, options);
    for (int k = 0; k < 4; ++k) {
      const D far = std::pow(10, r.uniform(-8, -4));
      const Pose<D> moved = r.moved(x, far, far);
      const CenteredManifold<D> m = centered_manifold<D>(a, b, moved, options);
      if (first.count == 0 || m.count == 0 || distance(m.normal, first.normal) > 4 * far) continue;
      ++counted;
      fastest = std::max(fastest, (distance(m.center, first.center) - 1e-12) / far);
    }
  }
  EXPECT_GE(counted, 2 * pairs);
  EXPECT_LE(fastest, 1024) << "from one kind of parts to another within 2^-10 of the size";
  EXPECT_GE(fastest, 16) << "some are moved fast";
}

/// The largest step of the centre of a contact on a short path, searched where it moves far: between the two ends of a
/// hundredth of the path, which is then halved until the bodies move by 1e-12. Changes of the normal do not count.
/// between: how often the centre is not one of the manifold's points, because parts are level.
D largest_step(const Shape<D>& a, const Shape<D>& b, const Pose<D>& x, const Options<D>& options, Random& r,
               int& between) {
  const D far = std::pow(10, r.uniform(-6, -1));
  const Vec3<D> along = r.vector(far * r.uniform(0, 1)), about = r.direction();
  const auto at = [&](D t) {
    return centered_manifold<D>(a, b, translation(along * t) * x * rotation(about, far * t), options);
  };
  D most = 0;
  CenteredManifold<D> last = at(0);
  const int steps = 20;
  for (int k = 1; k <= steps; ++k) {
    const CenteredManifold<D> next = at(D(k) / steps);
    between += next.count > 0 && std::none_of(next.begin(), next.end(), [&](const ContactPoint<D>& p) {
                 return distance(p.position, next.center) < 1. / 256;
               });
    CenteredManifold<D> low = last, high = next;
    last = next;
    D from = D(k - 1) / steps, to = D(k) / steps;
    const auto step = [&] { return distance(low.center, high.center); };
    while (low.count > 0 && high.count > 0 && step() > std::max(most, 1e-3) && (to - from) * far > 1e-12) {
      const D middle = (from + to) / 2;
      const CenteredManifold<D> m = at(middle);
      const bool first = distance(m.center, low.center) > step() / 2;
      first ? (high = m, to = middle) : (low = m, from = middle);
    }
    if (low.count > 0 && high.count > 0 && distance(low.normal, high.normal) < 1. / 256) most = std::max(most, step());
  }
  return most;
}

/// For round shapes the contact is only known to the tolerance of the query. So the point fluctuates, by at most this
/// share of the size: level, tilted, or beyond the tilt at which level parts count.
TEST(ContactCenter, TremblesOnRoundShapesByAHundredthAtMost) {
  Random r(4);
  D most = 0;
  int between = 0;
  const int pairs = test_size(1200);
  for (int i = 0; i < pairs; ++i) {
    const Shape<D> a = r.below(4) == 0 ? HalfSpace<D>{} : r.below(3) ? some_polytope(r) : some_round_shape(r);
    const Shape<D> b = some_round_shape(r);
    const Pose<D> x = laid_on(a, b, r);
    most = std::max(most, largest_step(a, b, x, Options<D>{.max_distance = i % 2 ? 0.1 : 0}, r, between));
  }
  EXPECT_GE(between, pairs / 2) << "level parts";
  EXPECT_LE(most, 1. / 100);
}

}  // namespace
}  // namespace tactus
