// SPDX-License-Identifier: MIT
#pragma once
/// One contact point for the whole contact, on request: the centre of pressure of two slightly soft bodies. It is
/// continuous in the pose, even where faces begin to tilt and where the deepest feature changes. For level faces it is
/// the centroid of their overlap ([Feng & Tan 2019, §4.3]). docs/algorithms/manifold.md derives it.
///
/// It is computed from the contact, not from the manifold's points. For curved pairs, whose contact is known only to
/// the tolerance, a second, more precise query is made.
#include <tactus/core/contact.h>
#include <tactus/math/export.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// For a contact of this pair at this pose, `overlapping` or `separated`. Contact and result are in A's frame.
template <Scalar T>
TACTUS_API Vec3<T> contact_center(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact);

}  // namespace tactus
