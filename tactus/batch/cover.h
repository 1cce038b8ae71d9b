// SPDX-License-Identifier: MIT
#pragma once
/// Balls that cover a shape: cheap to place, and tight enough to settle most questions.
#include <tactus/batch/lanes/locate.h>
#include <tactus/shape/shape.h>

#include <vector>

namespace tactus::batch::detail {

/// Appends the balls of shape `number` on `link`, at `local` there. Spheres: one; capsules: along the axis; others: along
/// the longest edge of the box around them, at most eight.
template <Scalar T>
void cover(const Shape<T>& shape, const Pose<T>& local, std::uint32_t link, std::uint32_t number,
           std::vector<LinkBall<T>>& balls);

}  // namespace tactus::batch::detail
