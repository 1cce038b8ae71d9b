// SPDX-License-Identifier: MIT
// Batches against the oracle in long double, for every pair of kinds that has lanes.
#include <tests/batch/batch_scene.h>
#include <tests/helpers/oracle_truth.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

struct Tally {
  int pairs = 0, hits = 0, wrong = 0, broken = 0;
};

template <class T> void judge(BatchKind kind_a, BatchKind kind_b, std::size_t pairs, Tally& tally) {
  const BatchScene<T> s(std::uint64_t(7000 + 100 * int(kind_a) + int(kind_b)), {kind_a}, {kind_b}, pairs);
  std::vector<Contact<T>> deep(pairs), apart(pairs);
  std::vector<std::uint8_t> touching(pairs);
  const batch::Pairs all = batch::one_by_one(pairs);
  batch::contact(s.a(), s.b(), all, batch::Answers<T>{.contact = deep});
  batch::distance(s.a(), s.b(), all, batch::Answers<T>{.contact = apart});
  batch::intersects(s.a(), s.b(), all, batch::Answers<T>{.touching = touching});
  for (std::size_t k = 0; k < pairs; ++k) {
    const oracle::Answer truth = truth_of(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    const Contact<T>&c = deep[k], &d = apart[k];
    const long double own = 1e-17L * (1 + std::abs(truth.distance));
    ++tally.pairs;
    tally.hits += truth.distance <= 0;
    const bool broken = !(c.lower <= truth.upper + own && c.upper >= truth.lower - own) ||
                        !(d.lower <= truth.upper + own) || (truth.lower > 0 && !(d.upper >= truth.lower - own)) ||
                        (truth.lower > 0 && !(d.distance > T(0)) && d.upper < truth.lower);
    tally.broken += broken;
    const bool is_apart = truth.distance > 0;
    const long double band = 4 * (c.resolution + rounding_in(s, k));
    const bool wrong = std::abs(truth.distance) > band &&
                       (c.touching() == is_apart || d.touching() == is_apart || (touching[k] == 1) == is_apart);
    tally.wrong += wrong;
    if (broken || wrong)
      ADD_FAILURE() << name(kind_a) << " and " << name(kind_b) << ": " << double(truth.distance) << ", but " << c
                    << "\n and " << d << '\n'
                    << s.reproduced(k);
  }
}

template <class T> Tally judge_all(int pairs) {
  Tally tally;
  for (int a = 0; a < batch_kinds; ++a)
    for (int b = a; b < batch_kinds; ++b)
      if (a != int(BatchKind::half_space) || a != b)
        judge<T>(BatchKind(a), BatchKind(b), static_cast<std::size_t>(pairs), tally);
  return tally;
}

TEST(BatchOracle, BoundsHoldAndNoAnswerIsWrongInFloat) {
  const Tally t = judge_all<float>(test_size(60));
  EXPECT_EQ(t.broken, 0);
  EXPECT_EQ(t.wrong, 0);
  EXPECT_GT(t.hits, t.pairs / 3);
}
TEST(BatchOracle, BoundsHoldAndNoAnswerIsWrongInDouble) {
  const Tally t = judge_all<double>(test_size(60));
  EXPECT_EQ(t.broken, 0);
  EXPECT_EQ(t.wrong, 0);
  EXPECT_GT(t.hits, t.pairs / 3);
}

}  // namespace
}  // namespace tactus::testing
