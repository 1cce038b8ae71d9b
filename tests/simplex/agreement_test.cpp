// SPDX-License-Identifier: MIT
// Every method against the oracle, on every kind of simplex.
#include "methods.h"
#include "oracle.h"
#include "sets.h"

namespace tactus {
namespace {

using testing::Generator;
using testing::Kind;
using testing::OracleDistance;
using testing::Real;
using testing::Set;

template <class W> class Agreement : public ::testing::Test {
 public:
  /// Distance, weights and combination, in units of u S.
  template <class T> void judge(const Set<T>& set, const simplex::Nearest<T>& r) {
    oracle::Vec3 points[4], combination{}, v{r.point.x, r.point.y, r.point.z};
    int n = 0;
    Real sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_GE(r.weights[i], T(0));
      if (!(set.occupied >> i & 1)) {
        ASSERT_EQ(r.weights[i], T(0)) << "a point that is not there";
        continue;
      }
      points[n] = {set.y[i].x, set.y[i].y, set.y[i].z};
      combination += Real(r.weights[i]) * points[n++];
      sum += r.weights[i];
    }
    const Real unit = Real(unit_roundoff<T>) * set.size;
    ASSERT_LE(std::abs(oracle::norm(v) - OracleDistance::of(points, n)), 32 * unit);
    ASSERT_LE(oracle::norm(v - combination), 48 * unit);
    ASSERT_LE(std::abs(sum - 1), 8 * Real(unit_roundoff<T>));
    ++carriers_[std::popcount(r.support())];
  }

 protected:
  int carriers_[5] = {};  // answers by how many points carry them
};
TYPED_TEST_SUITE(Agreement, testing::Methods, testing::MethodNames);

/// The least share of the answers that `carriers` points carry, for four points of a kind: from the purpose of the
/// sets, so that the test keeps covering them.
struct Expected {
  Kind kind;
  int carriers;
  double share;
};
constexpr Expected regions[] = {
    {Kind::plain, 2, 0.2},    {Kind::plain, 3, 0.5},   {Kind::plain, 4, 0.1},       {Kind::far, 1, 0.9},
    {Kind::flat, 2, 0.3},     {Kind::flat, 3, 0.4},    {Kind::line, 2, 0.8},        {Kind::repeated, 1, 0.2},
    {Kind::repeated, 2, 0.4}, {Kind::sliver, 3, 0.4},  {Kind::sliver, 4, 0.01},     {Kind::needle, 2, 0.5},
    {Kind::needle, 3, 0.1},   {Kind::needle, 4, 0.01}, {Kind::on_feature, 1, 0.15}, {Kind::on_feature, 4, 0.3}};

TYPED_TEST(Agreement, WithTheOracleOnEveryKindOfSimplex) {
  using T = typename TypeParam::Scalar;
  constexpr int sets = 7000;  // of each kind and count: 224 000
  Generator random(11);
  typename TypeParam::template Method<T> method;
  for (int k = 0; k < static_cast<int>(Kind::count); ++k) {
    for (int count = 1; count <= 4; ++count) {
      std::fill(std::begin(this->carriers_), std::end(this->carriers_), 0);
      for (int i = 0; i < sets; ++i) {
        const Set<T> set = random.set<T>(static_cast<Kind>(k), count);
        ASSERT_NO_FATAL_FAILURE(this->judge(set, method.nearest(set.y, set.occupied, set.newest)))
            << name(static_cast<Kind>(k)) << ", " << count << " points, set " << i;
      }
      for (const Expected& e : regions)
        if (count == 4 && static_cast<int>(e.kind) == k) {
          EXPECT_GE(this->carriers_[e.carriers], e.share * sets) << name(e.kind) << ", carriers: " << e.carriers;
        }
    }
  }
}

TYPED_TEST(Agreement, AtEveryScaleWhoseSquaresAreInRange) {
  using T = typename TypeParam::Scalar;
  Generator random(12);
  const int reach = std::same_as<T, float> ? 12 : 100;  // times the 1e-3 to 1e3 of the sets themselves
  for (int exponent = -reach; exponent <= reach; exponent += reach / 6) {
    const T scale = static_cast<T>(std::pow(10.0, exponent));
    for (int i = 0; i < 500; ++i) {
      Set<T> set = random.set<T>(static_cast<Kind>(i % 8), 2 + i % 3);
      for (Vec3<T>& p : set.y) p *= scale;
      set.size *= static_cast<double>(scale);
      typename TypeParam::template Method<T> method;
      ASSERT_NO_FATAL_FAILURE(this->judge(set, method.nearest(set.y, set.occupied, set.newest))) << exponent;
    }
  }
}

/// Near the origin the direction of v matters more than its length: GJK searches along it next.
TYPED_TEST(Agreement, ThreePointsCarryAPointAlongTheirNormal) {
  using T = typename TypeParam::Scalar;
  Generator random(13);
  typename TypeParam::template Method<T> method;
  int seen = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> a = random.vector(), b = random.vector(), n = unit_or_up(cross(a, b));
    const double height = std::pow(10.0, random.uniform(-6, 0)) * (std::same_as<T, float> ? 0.1 : 1e-6);
    simplex::Points<T> y{};
    for (std::size_t j = 0; j < 3; ++j) {
      const double t = random.uniform(-1, 1), s = random.uniform(-1, 1);
      y[j] = (a * s + b * t + n * height).template cast<T>();
    }
    const Vec3<T> e = y[1] - y[0], f = y[2] - y[0];
    if (norm(cross(e, f)) < T(0.25) * norm(e) * norm(f)) continue;
    const simplex::Nearest<T> r = method.nearest(y, 7, 2);
    if (r.support() != 7 || !(norm(r.point) > T(0))) continue;
    ++seen;
    for (const Vec3<T>& edge : {e, f})
      ASSERT_LE(abs(dot(r.point, edge)), T(32) * unit_roundoff<T> * norm(r.point) * norm(edge)) << height;
  }
  EXPECT_GT(seen, 2000);
}

}  // namespace
}  // namespace tactus
