// SPDX-License-Identifier: MIT
// Time of impact against two oracles: every certified advance re-checked in long double, and dense sampling.
#include <tactus/sweep/time_of_impact.h>
#include <tests/oracle/smooth_distance.h>
#include <tests/sweep/oracle_sweep.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

const Family families[] = {Family::box,      Family::hull_50,   Family::capsule,
                           Family::cylinder, Family::ellipsoid, Family::mixed};

/// Checks the chain of advances and each claim in it.
template <Scalar T>
void expect_certified(const Recorder<T>& trace, const Impact<T>& impact, const oracle::MovingBodies& bodies) {
  ASSERT_GE(trace.reach(), impact.lower) << impact;  // more if a start in touch was followed further
  for (const oracle::Stretch& claim : trace.advances) ASSERT_EQ(oracle::fault(bodies, claim, 3), "") << impact;
  for (const auto& balls : trace.balls)
    for (const long double x : {0.0L, 0.4L, 1.0L}) {
      const long double t = static_cast<long double>(balls.from) + x * static_cast<long double>(balls.to - balls.from);
      const auto pivot = [&](const oracle::Motion& m) { return m.at(t) * m.pivot; };
      const oracle::Vec3 n = oracle::normalized(pivot(bodies.motion_b) - pivot(bodies.motion_a));
      ASSERT_GT(bodies.separation(n, t), 0) << impact;
    }
}

struct Tally {
  int hits = 0, stalled = 0, sweeps = 0, most_steps = 0;
};

Tally check_advances(Family family, double max_turn, double max_pivot, int count, std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Sweep s = random_sweep(random, family, max_turn, max_pivot);
    Recorder<double> trace;
    const Impact<double> impact =
        conservative_advancement::time_of_impact(s.a, s.motion_a, s.b, s.motion_b, Options<double>{}, nullptr, trace);
    expect_certified(trace, impact, to_oracle(s));
    if (::testing::Test::HasFatalFailure()) break;
    EXPECT_TRUE(impact.status == MotionStatus::hit || impact.status == MotionStatus::none ||
                impact.status == MotionStatus::stalled)
        << impact;
    tally.hits += impact.hit(), tally.stalled += impact.status == MotionStatus::stalled, ++tally.sweeps;
    tally.most_steps = std::max(tally.most_steps, impact.steps);
  }
  return tally;
}

/// 100 000 sweeps; a million with TACTUS_TEST_SIZE=nightly.
TEST(TimeOfImpactOracle, EveryAdvanceHoldsInLongDouble) {
  Tally all;
  std::uint64_t seed = 1;
  for (const Family family : families)
    for (const double max_turn : {0.0, pi<double>, 4 * pi<double>})
      for (const double max_pivot : {0.0, 1.0}) {
        const Tally t = check_advances(family, max_turn, max_pivot, test_size(100'000) / 36, seed++);
        if (HasFatalFailure()) return;
        EXPECT_GE(t.hits, 0.3 * t.sweeps) << name(family) << max_turn;
        EXPECT_LE(t.hits, 0.9 * t.sweeps) << name(family) << max_turn;
        EXPECT_EQ(t.stalled, 0) << name(family) << max_turn;
        all.sweeps += t.sweeps, all.stalled += t.stalled, all.most_steps = std::max(all.most_steps, t.most_steps);
      }
  RecordProperty("sweeps", all.sweeps);
  RecordProperty("stalled", all.stalled);
  RecordProperty("most_steps", all.most_steps);
}

struct Misses {
  int missed = 0, late = 0, early = 0, hits = 0, sweeps = 0, stalled = 0;
};

/// Compares one answer of the library with the oracle's samples.
void judge(const Sweep& s, Misses& m) {
  const oracle::MovingBodies bodies = to_oracle(s);
  const Impact<double> impact = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
  const oracle::Encounter truth = oracle::sampled_encounter(bodies, 0.01L);
  const long double tolerance = static_cast<long double>(impact.resolution);
  ++m.sweeps;
  m.hits += impact.hit();
  m.stalled += impact.status == MotionStatus::stalled;
  m.missed += impact.status == MotionStatus::none && truth.first <= 1;
  m.late += static_cast<long double>(impact.lower) > truth.first;
  m.early += impact.hit() && bodies.distance(static_cast<long double>(impact.time)) > tolerance;
  if (impact.hit()) {
    EXPECT_GE(impact.contact.distance, -impact.resolution);
    EXPECT_LE(static_cast<long double>(impact.contact.lower), tolerance);
    if (impact.upper <= 1) {
      EXPECT_LE(bodies.distance(static_cast<long double>(impact.upper)), 1e-12L) << impact;
    }
  }
}

TEST(TimeOfImpactOracle, DenseSamplingFindsNothingMissedLateOrEarly) {
  Misses m;
  Random random(77);
  for (int i = 0; i < test_size(1500); ++i)
    judge(random_sweep(random, families[i % 6], i % 4 == 0 ? 4 * pi<double> : pi<double>, i % 3 ? 0.0 : 0.7), m);
  EXPECT_EQ(m.missed, 0);
  EXPECT_EQ(m.late, 0);
  EXPECT_EQ(m.early, 0);
  EXPECT_EQ(m.stalled, 0);
  EXPECT_GE(m.hits, 0.3 * m.sweeps);
  EXPECT_LE(m.hits, 0.8 * m.sweeps);
}

/// A sweep moved sideways until its least distance is the requested one, to within a tenth of it.
std::optional<Sweep> grazing(Random& random, Family family, long double wanted) {
  Sweep s = random_sweep(random, family, pi<double>);
  for (int i = 0; i < 12; ++i) {
    const oracle::MovingBodies bodies = to_oracle(s);
    const oracle::Encounter e = oracle::sampled_encounter(bodies, 0.003L);
    const long double at = e.first <= 1 ? e.first : e.at;
    const oracle::Answer a =
        oracle::smooth_distance(bodies.a, bodies.motion_a.at(at), bodies.b, bodies.motion_b.at(at));
    // In contact: separate along the normal, a little at a time, because the deepest point of the pass is not known.
    const long double move = e.first <= 1 ? 0.05L : wanted - e.least;
    if (e.first > 1 && std::abs(move) <= std::abs(wanted) / 10) return s;
    for (int k = 0; k < 3; ++k)
      s.motion_b.start.translation[k] += double(move * (k == 0 ? a.normal.x : k == 1 ? a.normal.y : a.normal.z));
    if (narrow::intersects(s.a, s.b, relative(s.motion_a.start, s.motion_b.start))) return std::nullopt;
  }
  return std::nullopt;
}

/// Passes at a least distance of about +1e-4 are not hits; the same passes 2e-4 nearer are.
TEST(TimeOfImpactOracle, GrazingPassesAreToldApart) {
  Random random(99);
  int passes = 0, inside = 0;
  for (int i = 0; i < test_size(200); ++i) {
    auto s = grazing(random, families[i % 6], 1e-4L);
    if (!s) continue;
    const oracle::MovingBodies bodies = to_oracle(*s);
    const oracle::Encounter e = oracle::sampled_encounter(bodies, 0.003L);
    if (e.at <= 0.01L || e.at >= 0.99L) continue;  // a pass, not an end
    ++passes;
    const Impact<double> outside = time_of_impact(s->a, s->motion_a, s->b, s->motion_b);
    EXPECT_EQ(outside.status, MotionStatus::none) << outside << static_cast<double>(e.least);
    const oracle::Answer a =
        oracle::smooth_distance(bodies.a, bodies.motion_a.at(e.at), bodies.b, bodies.motion_b.at(e.at));
    for (int k = 0; k < 3; ++k)
      s->motion_b.start.translation[k] -= 2e-4 * double(k == 0 ? a.normal.x : k == 1 ? a.normal.y : a.normal.z);
    const Impact<double> hit = time_of_impact(s->a, s->motion_a, s->b, s->motion_b);
    const oracle::Encounter truth = oracle::sampled_encounter(to_oracle(*s), 0.003L);
    if (truth.first <= 1) {
      ++inside;
      EXPECT_EQ(hit.status, MotionStatus::hit) << hit;
      EXPECT_LE(static_cast<long double>(hit.time), truth.first) << hit;
    }
  }
  EXPECT_GE(passes, test_size(200) / 10);
  EXPECT_GE(inside, passes / 2);
}

/// Starts in touch: the pair is moved together until it is within 1e-9, then sent apart or together. Apart is not a hit
/// there, whatever comes later; together is a hit at once.
TEST(TimeOfImpactOracle, StartsInTouch) {
  Random random(123);
  int touching = 0, apart = 0, together = 0, later = 0;
  for (int i = 0; i < test_size(1200); ++i) {
    Sweep s = random_sweep(random, families[i % 6], 3.0, i % 2 ? 0.0 : 0.5);
    for (int k = 0; k < 3; ++k) {
      const Pose<double> pose_a = s.motion_a.start;
      const auto c = narrow::contact(s.a, s.b, relative(pose_a, s.motion_b.start), Options<double>{.tolerance = 1e-12});
      s.motion_b.start.translation -= pose_a.rotation * c.normal * c.distance;
    }
    const Pose<double>& pose_a = s.motion_a.start;
    const auto c = narrow::contact(s.a, s.b, relative(pose_a, s.motion_b.start), Options<double>{.tolerance = 1e-12});
    if (std::abs(c.distance) > 1e-9) continue;  // the narrow phase could not determine exactly where they touch
    ++touching;
    // Touching corners have many normals: only the distance a little later shows the direction of motion.
    const oracle::MovingBodies bodies = to_oracle(s);
    const long double soon[] = {bodies.distance(3e-5L), bodies.distance(1e-4L), bodies.distance(3e-4L)};
    Recorder<double> trace;
    const Impact<double> r =
        conservative_advancement::time_of_impact(s.a, s.motion_a, s.b, s.motion_b, Options<double>{}, nullptr, trace);
    expect_certified(trace, r, bodies);
    if (HasFatalFailure()) return;
    ASSERT_NE(r.status, MotionStatus::initial_overlap) << r;
    ASSERT_NE(r.status, MotionStatus::stalled) << i << ' ' << r;
    if (soon[0] < -2e-6L && soon[1] < soon[0] && soon[2] < soon[1]) {
      ++together;
      EXPECT_EQ(r.status, MotionStatus::hit) << r;
      EXPECT_LT(r.time, 3e-5) << r;
    } else if (soon[0] > 2e-6L && soon[1] > soon[0] && soon[2] > soon[1] && bodies.distance(1e-6L) > 0 &&
               bodies.distance(4e-6L) > 0) {
      ++apart;
      EXPECT_TRUE(!r.hit() || r.time > 3e-4) << r;
      later += r.hit();
    }
  }
  EXPECT_GT(touching, test_size(1200) * 9 / 10);
  EXPECT_GT(apart, test_size(1200) / 20);
  EXPECT_GT(together, test_size(1200) / 10);
  EXPECT_GT(later, 0);
}

/// Single precision: the same promise with its own rounding.
TEST(TimeOfImpactOracle, FloatAdvancesHoldToo) {
  Random random(5);
  for (int i = 0; i < test_size(5000); ++i) {
    const Sweep s = random_sweep(random, families[i % 6], 2 * pi<double>, i % 2 ? 0.5 : 0.0);
    const auto to_float = [](const Motion<double>& m) {
      return Motion<float>{m.start.cast<float>(), m.velocity.cast<float>(), m.angular_velocity.cast<float>(),
                           m.pivot.cast<float>()};
    };
    const Shape<float> a = s.a.cast<float>(), b = s.b.cast<float>();
    const Motion<float> motion_a = to_float(s.motion_a), motion_b = to_float(s.motion_b);
    Recorder<float> trace;
    const Impact<float> impact =
        conservative_advancement::time_of_impact(a, motion_a, b, motion_b, Options<float>{}, nullptr, trace);
    expect_certified(trace, impact, to_oracle(a, motion_a, b, motion_b));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tactus::testing
