// SPDX-License-Identifier: MIT
#pragma once
/// A manifold and the centre of its contact, for callers that need both.
#include <tactus/contact/center/contact_center.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>

namespace tactus::testing {

template <Scalar T> struct CenteredManifold : Manifold<T> { Vec3<T> center{}; };

template <Scalar T>
CenteredManifold<T> centered_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                                      const Options<T>& options = manifold_options<T>) {
  CenteredManifold<T> m{contact_manifold(a, b, x_ab, options), {}};
  if (m.count > 0) m.center = contact_center(a, b, x_ab, narrow::contact(a, b, x_ab, options));
  return m;
}

}  // namespace tactus::testing
