// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/shape.h>

#include <stdexcept>

namespace tactus {
namespace {

std::string seen;

TEST(Refuse, ThrowsWithItsText) {
  try {
    refuse("no good");
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no good");
    return;
  }
  FAIL();
}

TEST(Refuse, TellsTheHandlerFirst) {
  EXPECT_EQ(set_refusal_handler([](const char* message) { seen = message; }), nullptr);
  EXPECT_THROW(Shape<double>(Sphere<double>{.radius = -1}), std::invalid_argument);
  EXPECT_NE(set_refusal_handler(nullptr), nullptr);
  EXPECT_NE(seen.find("radius is -1"), std::string::npos) << seen;
  seen.clear();
  EXPECT_THROW(Shape<double>(Sphere<double>{.radius = -1}), std::invalid_argument);
  EXPECT_EQ(seen, "");
}

}  // namespace
}  // namespace tactus
