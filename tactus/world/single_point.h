// SPDX-License-Identifier: MIT
#pragma once
/// The one point that a world reports where there is no manifold.
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>

namespace tactus::detail {

/// The report of a sensor: one point, where the shapes meet.
template <Scalar T> void make_single_point(Manifold<T>& m, const Contact<T>& c) {
  m.status = c.status, m.normal = c.normal;
  m.count = 1;
  m.points[0] = {c.point(), c.distance, {}};
}

}  // namespace tactus::detail
