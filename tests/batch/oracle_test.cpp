// SPDX-License-Identifier: MIT
// Batches against the oracle in long double, for every pair of kinds that has lanes.
#include <tests/batch/batch_scene.h>
#include <tests/helpers/oracle_truth.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

namespace tactus::testing {
namespace {

struct Tally {
  int pairs = 0, hits = 0, wrong = 0, broken = 0;
};

template <class T> void judge(BatchKind kind_a, BatchKind kind_b, std::uint64_t seed, std::size_t pairs, Tally& tally) {
  const BatchScene<T> s(7000 + 100 * std::uint64_t(kind_a) + std::uint64_t(kind_b) + 10 * seed, {kind_a}, {kind_b},
                        pairs);
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

/// Scene after scene, so that a long run sees many shapes.
template <class T> Tally judge_all(int kind, std::size_t pairs) {
  constexpr std::size_t scene = 1000;
  Tally tally;
  for (int b = kind; b < batch_kinds; ++b)
    for (std::size_t done = 0; done < pairs; done += scene)
      if (kind != int(BatchKind::half_space) || kind != b)
        judge<T>(BatchKind(kind), BatchKind(b), done, std::min(scene, pairs - done), tally);
  return tally;
}

/// By the kind of one side, so that a long run can be made in pieces. Ten thousand of each: TACTUS_TEST_SIZE=200.
class BatchOracle : public ::testing::TestWithParam<int> {};

TEST_P(BatchOracle, BoundsHoldAndNoAnswerIsWrong) {
  const auto pairs = static_cast<std::size_t>(test_size(50));
  for (const Tally& t : {judge_all<float>(GetParam(), pairs), judge_all<double>(GetParam(), pairs)}) {
    EXPECT_EQ(t.broken, 0);
    EXPECT_EQ(t.wrong, 0);
    EXPECT_GT(t.hits, t.pairs / 4);
    std::cout << t.pairs << " pairs, " << t.hits << " hits\n";
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, BatchOracle, ::testing::Range(0, batch_kinds), kind_name);

}  // namespace
}  // namespace tactus::testing
