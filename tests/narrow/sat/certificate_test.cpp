// SPDX-License-Identifier: MIT
/// The proof that remembered features are still the deepest: right for any motion, and available while pairs rest.
#include <tactus/narrow/sat.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <functional>

namespace tactus::testing {
namespace {

template <class T> struct SatCertificate : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SatCertificate, Scalars);

template <Scalar T> Hull<T> hull_of(Random& random, int points) {
  return random_hull(random, points).template cast<T>();
}

/// Solids, round ones, a blade (its edges are sharp: their normals span more than 120 degrees).
template <Scalar T> std::vector<Shape<T>> solids() {
  Random random(1);
  std::vector<Vec3<T>> blade;
  for (int i = 0; i < 12; ++i) {
    const Vec3<double> p = random.direction();
    blade.push_back(Vec3<double>{p.x, p.y, 0.1 * p.z}.cast<T>());
  }
  return {Hull<T>::from_points(blade),
          hull_of<T>(random, 32),
          hull_of<T>(random, 12),
          hull_of<T>(random, 100),
          Box<T>{{T(0.5), T(0.75), T(0.25)}},
          Box<T>{{T(1), T(1), T(0.25)}},
          RoundBox<T>{{T(0.5), T(0.25), T(0.5)}, T(0.25)}};
}
/// Also flat shapes: a proof needs one solid.
template <Scalar T> std::vector<Shape<T>> others() {
  std::vector<Shape<T>> all = solids<T>();
  std::vector<Vec3<T>> polygon;
  for (int i = 0; i < 7; ++i) polygon.push_back({T(std::cos(i)), T(std::sin(i)), T(0.25)});
  all.push_back(Hull<T>::from_points(polygon));
  all.push_back(Hull<T>::from_points(std::vector<Vec3<T>>{{T(-0.5), T(0), T(0.25)}, {T(0.5), T(0.25), T(0)}}));
  all.push_back(Triangle<T>{{T(-0.5), T(-0.5), T(0.25)}, {T(0.75), T(-0.25), T(0)}, {T(0), T(1), T(0)}});
  all.push_back(Rectangle<T>{{T(0.75), T(0.5)}});
  all.push_back(Capsule<T>{T(0.25), T(0.75)});
  return all;
}

template <Scalar T> struct Ask {
  Contact<T> cold, cached;
  bool hit = false;  // no search was made
  bool cores_overlap = false;
  T rounding{};
};

/// With and without the cache: the same status and distance, and bounds that hold for both.
template <Scalar T>
Ask<T> ask(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, PairCache<T>& cache, const std::string& name) {
  const bool proved = cache.proof.tried && cache.proof.elsewhere > -infinity<float>;
  cache.proof.used = false;
  Ask<T> r;
  r.cold = sat::contact(a, b, x_ab), r.cached = sat::contact(a, b, x_ab, {}, &cache);
  r.hit = proved && cache.proof.used;
  r.rounding = MinkowskiPair<Shape<T>, Shape<T>, T>(a, b, x_ab).rounding();
  r.cores_overlap = r.cold.distance + a.radius() + b.radius() < T(0);
  if (abs(r.cold.distance) > r.rounding) {  // nearer counts as a touch
    EXPECT_EQ(r.cold.status, r.cached.status) << name;
  }
  // A gap between the cores is measured by GJK, whose bounds may be wider than rounding.
  const double width = r.cores_overlap ? 0 : double(r.cold.upper - r.cold.lower + r.cached.upper - r.cached.lower);
  EXPECT_NEAR(double(r.cold.distance), double(r.cached.distance), double(r.rounding) + width) << name;
  EXPECT_LE(r.cached.lower, r.cold.upper) << name;
  EXPECT_GE(r.cached.upper, r.cold.lower) << name;
  if (r.cores_overlap) {
    EXPECT_LE(r.cached.upper - r.cached.lower, r.cold.upper - r.cold.lower + T(2) * r.rounding) << name;
  }
  const MinkowskiPair<Shape<T>, Shape<T>, T> pair(a, b, x_ab);
  if (r.cached.touching()) {
    EXPECT_GE(pair.separation(r.cached.normal) - pair.radius(), r.cached.lower - r.rounding) << name;
  }
  return r;
}

/// B on the middle of one of A's faces, `depth` deep: with a corner, or (`flush`) with one of its own faces, tilted by
/// 1e-3.
template <Scalar T>
Pose<double> resting(Random& random, const Shape<T>& a, const Shape<T>& b, double depth, bool flush) {
  const auto face_of = [&](const Shape<T>& s) { return s.feature_along(random.direction().template cast<T>(), T(1)); };
  const auto middle_of = [](const Outline<T>& o) {
    Vec3<double> sum{};
    for (int i = 0; i < o.size(); ++i) sum += o[i].template cast<double>();
    return sum / double(o.size());
  };
  const Outline<T> on_a = face_of(a), on_b = face_of(b);
  const Vec3<double> n = on_a.normal.template cast<double>(), m = on_b.normal.template cast<double>();
  Pose<double> x = from_quaternion(random.rotation());
  if (flush) {
    const Pose<double> tilt = random.turn(1e-3);
    x = rotation(n, random.uniform(0, 6)) * tilt *
        rotation(unit_or(cross(m, -n), any_perpendicular(m)), std::atan2(norm(cross(m, -n)), dot(m, -n)));
  }
  const Vec3<double> low = b.support(-transposed_times(x.rotation, n).template cast<T>()).template cast<double>();
  const Vec3<double> under = flush ? middle_of(on_b) : low;
  x.translation = middle_of(on_a) - x.rotation * under;
  x.translation += n * (double(a.radius() + b.radius()) - depth + dot(n, x.rotation * (under - low)));
  return x;
}

/// Resting (with jitter), sliding, spinning about the normal, rolling: all pairs, frame after frame. The bounds of
/// every tenth frame are also compared with the oracle, which tests all pairs of features.
TYPED_TEST(SatCertificate, AMovingPairHasTheAnswersOfAColdOne) {
  using T = TypeParam;
  Random random(2);
  const char* names[] = {"resting", "sliding", "spinning", "rolling"};
  const double least_hits[] = {0.9, 0.7, 0.7, 0.7};
  const auto first = solids<T>(), second = others<T>();
  for (int motion = 0; motion < 4; ++motion) {
    int hits = 0, overlaps = 0;
    for (const Shape<T>& a : first)
      for (const Shape<T>& b : second) {
        // The corners of a flat box coincide, so little can be proved.
        const bool can_be_proved = b.kind() != ShapeKind::rectangle && b.kind() != ShapeKind::capsule;
        const Pose<double> start = resting(random, a, b, 0.02 + double(a.radius() + b.radius()), random.below(2) == 1);
        const Vec3<double> n = sat::contact(a, b, start.cast<T>()).normal.template cast<double>();
        const Vec3<double> aside = any_perpendicular(n);
        const oracle::Body body_a = to_oracle(a), body_b = to_oracle(b);
        const auto features_a = oracle::Polytope::from_points(body_a.vertices),
                   features_b = oracle::Polytope::from_points(body_b.vertices);
        PairCache<T> cache;
        for (int k = 0; k < 40; ++k) {
          const double t = motion == 0 ? 0 : 1e-4 * k;
          Pose<double> x = start;
          if (motion == 0) x = random.moved(x, 1e-6, 1e-6);
          if (motion == 1) x = translation(aside * t) * x;
          if (motion > 1) x = x * rotation(transposed_times(start.rotation, motion == 2 ? n : aside), t);
          const auto r = ask(a, b, x.cast<T>(), cache, names[motion]);
          overlaps += r.cores_overlap && can_be_proved, hits += r.hit && can_be_proved;
          if (k % 10 == 9) {
            const auto truth = oracle::polytope_distance(features_a, features_b, to_oracle(x.cast<T>()));
            const auto radii = body_a.radius + body_b.radius;
            ASSERT_LE(static_cast<long double>(r.cached.lower), truth.upper - radii) << names[motion];
            ASSERT_GE(static_cast<long double>(r.cached.upper), truth.lower - radii) << names[motion];
          }
          if (this->HasFailure()) return;
        }
      }
    std::cout << names[motion] << ": " << hits << " of " << overlaps << " without a search\n";
    EXPECT_GE(hits, least_hits[motion] * overlaps) << names[motion];
  }
}

/// From one proof, motions of all sizes in all directions: an answer without a search is still the least.
TYPED_TEST(SatCertificate, NoJumpIsMistakenForRest) {
  using T = TypeParam;
  Random random(3);
  int hits = 0, overlaps = 0, far = 0;
  const auto first = solids<T>(), second = others<T>();
  for (const Shape<T>& a : first)
    for (const Shape<T>& b : second)
      for (int deep = 0; deep < 4; ++deep) {
        const Pose<double> start = resting(random, a, b, 0.1 * deep + 1e-3, deep % 2 == 0);
        PairCache<T> proved;
        for (int k = 0; k < 3; ++k) ask(a, b, start.cast<T>(), proved, "at rest");
        for (int k = 0; k < 40; ++k) {
          const double step = std::pow(10, -random.uniform(0, 6));
          const Pose<double> turned = start * random.turn(0, step), x = translation(random.vector(0, step)) * turned;
          PairCache<T> cache = proved;
          const auto r = ask(a, b, x.cast<T>(), cache, "jump of " + std::to_string(step));
          overlaps += r.cores_overlap, hits += r.hit, far += r.hit && step > 1e-2;
          if (this->HasFailure()) return;
        }
      }
  std::cout << hits << " of " << overlaps << " without a search, " << far << " of them after jumps over 1e-2\n";
  EXPECT_GT(hits, 0.3 * overlaps);
  EXPECT_LT(hits, 0.9 * overlaps);
  EXPECT_GT(far, 50);
}

/// Teleports with one cache for all: new places, earlier places, and rests of a few frames in between. A depth of zero
/// to rounding, and tied directions: a pair moved to touch exactly, and coinciding bodies. The cached data must not
/// hide that another direction is equally good.
TYPED_TEST(SatCertificate, TouchingAndTiedPairsProveNothingWrong) {
  using T = TypeParam;
  Random random(9);
  int hits = 0, asked = 0;
  for (int round = 0; round < test_size(300); ++round) {
    const Hull<T> hull = hull_of<T>(random, 4 + random.below(8));
    const Shape<T> cube = Box<T>{{T(0.5), T(0.5), T(0.5)}};
    const Shape<T> a = round % 3 == 0 ? cube : Shape<T>(hull);
    const Shape<T> b = round % 3 == 1 ? Shape<T>(hull_of<T>(random, 4 + random.below(8))) : a;
    Pose<T> x = round % 3 == 1 ? random.pose(0.5).template cast<T>() : Pose<T>{};
    if (round % 3 == 1)
      for (int i = 0; i < 4; ++i) {  // to rounding
        const Contact<T> c = sat::contact(a, b, x);
        x.translation -= c.distance * c.normal;
      }
    PairCache<T> cache;
    for (int i = 0; i < 3; ++i) ask(a, b, x, cache, "at rest " + std::to_string(round));
    for (int i = 0; i < 20; ++i) {
      const double step = std::pow(10.0, random.uniform(-6, -2));
      Pose<T> moved = x;
      moved.translation += (random.direction() * step).template cast<T>();
      moved.rotation = (random.turn(step).rotation * x.rotation.template cast<double>()).template cast<T>();
      PairCache<T> used = cache;
      hits += ask(a, b, moved, used, "moved " + std::to_string(round)).hit;
      ++asked;
    }
    if (this->HasFailure()) return;
  }
  EXPECT_GT(hits, 0.02 * asked);
}

TYPED_TEST(SatCertificate, TeleportsAndReturns) {
  using T = TypeParam;
  Random random(4);
  const auto shapes = solids<T>();
  int hits = 0, apart = 0;
  for (const Shape<T>& a : shapes)
    for (const Shape<T>& b : shapes) {
      const Pose<T> home = resting(random, a, b, 0.05, true).template cast<T>();
      PairCache<T> cache;
      for (int k = 0; k < 60; ++k) {
        const Pose<T> x = k % 6 < 3 ? home : random.pose(2.5).template cast<T>();
        const auto r = ask(a, b, x, cache, "frame " + std::to_string(k));
        hits += r.hit, apart += !r.cold.touching();
        if (this->HasFailure()) return;
      }
    }
  EXPECT_GT(hits, 100);
  EXPECT_GT(apart, 100);
}

/// A proof belongs to two shapes. The next shape is nearly the same: all features keep their numbers, but one vertex or
/// size differs, and so does the least overlap.
TYPED_TEST(SatCertificate, AnotherShapeIsNotTakenForTheSame) {
  using T = TypeParam;
  Random random(5);
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec3<T>> points, changed;
    for (int k = 0; k < 20; ++k) points.push_back(random.direction().template cast<T>());
    changed = points;
    changed[std::size_t(random.below(20))] *= T(1.25);
    const Shape<T> hull = Hull<T>::from_points(points), taller = Hull<T>::from_points(changed);
    const Shape<T> box = Box<T>{{T(0.5), T(0.75), T(0.25)}}, wider = Box<T>{{T(0.5), T(0.75), T(0.5)}};
    const Shape<T>&a = i % 2 ? hull : box, &b = i % 2 ? taller : wider;
    const Pose<T> x = random.pose(0.8).template cast<T>();
    PairCache<T> cache;
    for (int k = 0; k < 3; ++k) ask(a, hull, x, cache, "before");
    const Contact<T> before = sat::contact(a, hull, x);
    different += abs(ask(b, hull, x, cache, "after").cold.distance - before.distance) > T(1e-3);
    for (int k = 0; k < 3; ++k) ask(hull, b, x, cache, "swapped");
    if (this->HasFailure()) return;
  }
  EXPECT_GT(different, 50) << "the change must matter for this to test anything";
}

/// A rotation that is off by 1e-7: the bounds are wider, and hold.
TEST(SatProof, ABadRotationWidensTheBounds) {
  Random random(6);
  const auto shapes = solids<double>();
  int hits = 0;
  for (const Shape<double>& a : shapes)
    for (const Shape<double>& b : shapes) {
      Pose<double> x = resting(random, a, b, 0.05, true);
      x.rotation.columns[0] *= 1 + 1e-7;
      PairCache<double> cache;
      for (int k = 0; k < 10; ++k) {
        const Pose<double> moved = translation(random.direction() * 1e-5) * x;
        const Contact<double> cold = sat::contact(a, b, moved);
        const auto proof = cache.proof;
        cache.proof.used = false;
        const Contact<double> cached = sat::contact(a, b, moved, {}, &cache);
        hits += proof.tried && cache.proof.used;
        ASSERT_LE(cached.lower, cold.upper);
        ASSERT_GE(cached.upper, cold.lower);
      }
    }
  EXPECT_GT(hits, 100);
}

}  // namespace
}  // namespace tactus::testing
