// SPDX-License-Identifier: MIT
#pragma once
/// Runs a test with each instruction set that the lanes are compiled for and that this machine has.
#include <tactus/batch/batch.h>

#if __has_include(<hwy/targets.h>) && defined(TACTUS_TEST_HIGHWAY)
#define TACTUS_HAVE_TARGETS 1
#define TACTUS_HAVE_HIGHWAY  // for the list of sets that are left out
#include <tactus/batch/lanes/targets.h>

#include <hwy/targets.h>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tactus::testing {

/// Calls f() with each set. A set that lanes are not compiled for would silently be answered by another, so the name of
/// each is checked. (Highway counts its emulation among the sets: there the answers are those of no lanes at all.)
template <class F> void for_each_instruction_set(F&& f) {
  const std::int64_t there = hwy::SupportedTargets() & ~HWY_DISABLED_TARGETS;
  const std::string best = batch::target();
  std::set<std::string> names;
  for (std::int64_t left = there; left != 0; left &= left - 1) {
    const std::int64_t one = left & -left;
    hwy::SetSupportedTargetsForTest(one);
    hwy::GetChosenTarget().Update(one);
    if (!(one & (HWY_EMU128 | HWY_SCALAR))) {
      EXPECT_EQ(std::string(batch::target()), hwy::TargetName(one));
      names.insert(batch::target());
    }
    f();
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().DeInit();
  EXPECT_TRUE(names.count(best)) << best;
  EXPECT_EQ(batch::target(), best);
  std::string all;
  for (const std::string& name : names) all += name + ' ';
  ::testing::Test::RecordProperty("sets", all);
#if defined(__x86_64__)
  EXPECT_GE(names.size(), 2u) << all;  // SSE4 and AVX2, on any machine of the last ten years
#endif
}

}  // namespace tactus::testing
#endif
