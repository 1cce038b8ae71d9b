#pragma once
/// One contact point for all of a contact, on request: the centre of pressure of two slightly soft bodies. It is
/// continuous in the pose, also where faces begin to tilt and where the deepest feature changes, and of level faces it is
/// the centroid of their overlap ([Feng & Tan 2019, §4.3]). docs/algorithms/manifold.md derives it.
///
/// It is worked out from the contact, not from the manifold's points. Curved pairs, whose contact is known to the
/// tolerance only, are asked a second time, more sharply.
#include <tactus/core/contact.h>
#include <tactus/math/export.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// Of a contact of this pair at this pose, `overlapping` or `separated`; in A's frame, as the contact is.
template <Scalar T>
TACTUS_API Vec3<T> contact_center(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact);

}  // namespace tactus
