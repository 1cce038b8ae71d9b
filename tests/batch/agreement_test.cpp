// SPDX-License-Identifier: MIT
// Every batch answer against the single query, for every pair of kinds, in float and double.
#include <tests/batch/batch_scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace tactus::testing {
namespace {

/// The arrays that a batch writes to, filled with values that no answer has.
template <class T> struct Poisoned {
  std::vector<std::uint8_t> touching;
  std::vector<Contact<T>> contact;
  explicit Poisoned(std::size_t n) : touching(n, 0xee), contact(n) {
    for (auto& c : contact) c.status = static_cast<Status>(0xee);
  }
};

struct Tally {
  std::size_t pairs = 0, hits = 0, faults = 0, gave_up[3] = {};
};

template <class T>
void compare(BatchKind kind_a, BatchKind kind_b, std::uint64_t seed, std::size_t pairs, Tally& tally) {
  const BatchScene<T> s(seed, {kind_a}, {kind_b}, pairs);
  const batch::Pairs all = batch::one_by_one(pairs);
  const auto report = [&](const char* query, std::size_t k, const std::string& what) {
    if (what.empty() || ++tally.faults > 3) return;
    ADD_FAILURE() << query << " of " << name(kind_a) << " and " << name(kind_b) << ", seed " << seed << ", pair " << k
                  << ": " << what << "\n"
                  << s.reproduced(k);
  };
  Poisoned<T> yes(pairs), apart(pairs), deep(pairs);
  tally.gave_up[0] += batch::intersects(s.a(), s.b(), all, batch::Answers<T>{.touching = yes.touching}).gave_up;
  tally.gave_up[1] += batch::distance(s.a(), s.b(), all, batch::Answers<T>{.contact = apart.contact}).gave_up;
  tally.gave_up[2] += batch::contact(s.a(), s.b(), all, batch::Answers<T>{.contact = deep.contact}).gave_up;
  for (std::size_t k = 0; k < pairs; ++k) {
    const Contact<T> d = distance(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    const Contact<T> c = contact(s.shape_a(k), s.poses_a[k], s.shape_b(k), s.poses_b[k]);
    report("distance", k, fault(s, k, apart.contact[k], d, false));
    report("contact", k, fault(s, k, deep.contact[k], c, true));
    const bool clear = abs(c.distance) > T(2) * rounding_in(s, k) + (c.upper - c.lower);
    if (yes.touching[k] > 1) report("intersects", k, "not written");
    if (clear && (yes.touching[k] == 1) != c.touching()) report("intersects", k, "wrong");
    tally.hits += c.touching();
  }
  tally.pairs += pairs;
}

/// Scene after scene, so that a long run sees many shapes and needs little memory.
template <class T> void compare(BatchKind kind_a, BatchKind kind_b, std::size_t pairs) {
  constexpr std::size_t scene = 10'000;
  Tally tally;
  for (std::size_t done = 0, round = 0; done < pairs; done += scene, ++round)
    compare<T>(kind_a, kind_b, std::uint64_t(100 * int(kind_a) + int(kind_b)) + 10'000 * round,
               std::min(scene, pairs - done), tally);
  EXPECT_EQ(tally.faults, 0u);
  std::cout << std::setw(10) << name(kind_a) << std::setw(11) << name(kind_b)
            << (sizeof(T) == 4 ? " float " : " double ") << tally.pairs << " pairs, " << 100 * tally.hits / tally.pairs
            << " % hit, lanes gave up on " << tally.gave_up[0] << ", " << tally.gave_up[1] << ", " << tally.gave_up[2]
            << '\n';
}

/// By the kind of one side, so that a long run can be made in pieces. A million of each: TACTUS_TEST_SIZE=1000.
class BatchAgreement : public ::testing::TestWithParam<int> {};

TEST_P(BatchAgreement, WithTheSingleQuery) {
  const auto pairs = static_cast<std::size_t>(test_size(1000));
  for (int a = GetParam(), b = a; b < batch_kinds; ++b) {
    if (a == int(BatchKind::half_space) && b == a) continue;
    compare<float>(BatchKind(a), BatchKind(b), pairs);
    compare<double>(BatchKind(b), BatchKind(a), pairs);
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, BatchAgreement, ::testing::Range(0, batch_kinds), kind_name);

}  // namespace
}  // namespace tactus::testing
