// SPDX-License-Identifier: MIT
// Two and three dimensions in one file: names that both have must not be ambiguous.
#include <tactus/tactus.h>
// (after it, so that its templates are instantiated with all names of 3D known)
#include <tactus/planar.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(BothDimensions, ContactsInOneFile) {
  const planar::Box<double> square{{1, 1}};
  const auto flat = planar::contact(square, planar::Pose2<double>{}, square, planar::Pose2<double>{{}, {1.5, 0.25}});
  EXPECT_NEAR(flat.distance, -0.5, 1e-12);
  const Box<double> box{{1, 1, 1}};
  EXPECT_NEAR(contact(box, Pose<double>{}, box, translation(1.5, 0.25, 0.0)).distance, -0.5, 1e-12);
}

}  // namespace
}  // namespace tactus
