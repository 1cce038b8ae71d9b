// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/core/feature.h>

#include <sstream>

namespace tactus {
namespace {

static_assert(Feature{}.kind == FeatureKind::curved && Feature{} == Feature{FeatureKind::curved, 0});

TEST(Feature, IdsRoundTripAndAreDistinct) {
  std::uint32_t previous = 0;
  for (const FeatureKind kind : {FeatureKind::vertex, FeatureKind::edge, FeatureKind::face, FeatureKind::curved}) {
    for (const std::uint32_t index : {0u, 1u, 12345u, (1u << 30) - 1}) {
      const Feature f{kind, index};
      EXPECT_EQ(Feature::from_id(f.id()), f);
      EXPECT_TRUE(f == (Feature{FeatureKind::vertex, 0}) || f.id() > previous);
      previous = f.id();
    }
  }
}

TEST(Feature, Prints) {
  std::ostringstream os;
  os << Feature{FeatureKind::face, 3} << ", " << Feature{FeatureKind::vertex, 0} << ", "
     << Feature{FeatureKind::edge, 7} << ", " << Feature{};
  EXPECT_EQ(os.str(), "face 3, vertex 0, edge 7, curved 0");
}

TEST(Feature, PrintsWhatABallRounds) {
  const auto printed = [](std::uint32_t index) {
    std::ostringstream os;
    os << Feature{FeatureKind::curved, index};
    return os.str();
  };
  EXPECT_EQ(printed(Feature::rounds_vertex), "curved vertex 0");
  EXPECT_EQ(printed(Feature::rounds_edge | 7), "curved edge 7");
  EXPECT_EQ(printed(Feature::rounds_vertex | Feature::rounds_edge),
            "curved 805306368");  // no shape of the library has it
}

}  // namespace
}  // namespace tactus
