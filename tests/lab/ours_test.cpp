// SPDX-License-Identifier: MIT
/// The library's own answers in the randomised benchmark against the oracle of the tests, which shares no code with the
/// library. (The lab's judge is the library's EPA in long double.)
#include <lab/random/pairing.h>
#include <tactus/narrow/algorithms.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/helpers/test_size.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

namespace tactus::lab {
namespace {

struct Counts {
  long asked = 0, contradicted = 0, hits = 0;
};

/// The bounds of each answer and those of the oracle must have a number in common.
template <Scalar T> void ask(std::size_t pairing, int n, Counts& counts) {
  const auto p = random::make_pairing<T>(pairing);
  generate::Random random(41);
  for (int i = 0; i < n; ++i) {
    const std::size_t k = static_cast<std::size_t>(i) % p.a.shapes.size();
    const Pose<T> x = random::random_configuration(random, 2.5).template cast<T>();
    const oracle::Answer known =
        oracle::smooth_distance(testing::to_oracle(p.a.shapes[k]), testing::to_oracle(p.b.shapes[k]),
                                testing::to_oracle(x), {.depth_tolerance = 1e-7L});
    const auto look = [&](const char* name, const Contact<T>& c) {
      const bool wrong =
          static_cast<long double>(c.lower) > known.upper || static_cast<long double>(c.upper) < known.lower;
      EXPECT_FALSE(wrong) << random::pairing_names[pairing] << ' ' << i << ", " << name << ": " << c.lower << " to "
                          << c.upper << "; the oracle: " << static_cast<double>(known.lower) << " to "
                          << static_cast<double>(known.upper);
      ++counts.asked, counts.contradicted += wrong;
    };
    counts.hits += known.upper < 0;
    for (const char* name : {"epa", "mpr", "default"})
      look(name, narrow::find_algorithm<T>(name)->contact(p.a.shapes[k], p.b.shapes[k], x, {}, nullptr));
    if (known.lower > 0)  // GJK measures gaps only
      look("gjk", narrow::find_algorithm<T>("gjk")->distance(p.a.shapes[k], p.b.shapes[k], x, {}, nullptr));
  }
}

TEST(OurForms, BoundsHoldByTheOracle) {
  Counts counts;
  const int n = testing::test_size(250);
  for (std::size_t pairing = 0; pairing < random::pairing_names.size(); ++pairing)
    ask<double>(pairing, n, counts), ask<float>(pairing, n, counts);
  std::printf("%ld answers of our forms, %ld of them contradicted by the oracle\n", counts.asked, counts.contradicted);
  RecordProperty("answers", static_cast<int>(counts.asked));
  RecordProperty("contradicted", static_cast<int>(counts.contradicted));
  EXPECT_EQ(counts.contradicted, 0);
  if (n < 250) return;  // too few to tell a rate
  EXPECT_GT(counts.hits, 12 * n / 10);
  EXPECT_LT(counts.hits, 12 * n * 9 / 10);
}

}  // namespace
}  // namespace tactus::lab
