#pragma once
/// Coarse stand-ins for a shape, asked before the shape itself: its ball, then its box.  [Kenwright 2015, §5]
#include <tactus/narrow/closed_form.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// The box around a shape in its own frame, as a Box at a pose.
template <Scalar T> struct LocalBox {
  Box<T> box{};
  Vec3<T> center{};
};
template <Scalar T> LocalBox<T> local_box(const Shape<T>& s) {
  const Aabb<T> bounds = s.aabb();
  return {{(bounds.max - bounds.min) * T(0.5) * (T(1) + T(4) * unit_roundoff<T>)}, (bounds.min + bounds.max) * T(0.5)};
}

/// A lower bound of the signed distance of two shapes from the balls around them: never more than the truth. rounding:
/// what the coordinates may be off by, relative to the reach.
template <Scalar T>
T ball_separation(const Vec3<T>& center_a, T radius_a, const Vec3<T>& center_b, T radius_b, const Pose<T>& x_ab,
                  T reach, T rounding) {
  return norm(x_ab * center_b - center_a) - radius_a - radius_b - rounding * reach;
}

/// The same from the boxes around both: the largest separation along their 15 axes.
template <Scalar T> T box_separation(const LocalBox<T>& a, const LocalBox<T>& b, const Pose<T>& x_ab) {
  const Pose<T> x{x_ab.rotation, x_ab * b.center - a.center};
  const T reach = norm(a.box.half) + norm(a.center) + norm(b.box.half) + norm(b.center) + norm(x_ab.translation);
  const T slack = (orthonormality_error(x.rotation) + T(16) * unit_roundoff<T>)*reach;
  return closed_form::box_axis(a.box, b.box, x, T(0)).separation - slack;
}

/// Is the exact query so much dearer than two boxes' that the boxes are worth asking?
template <Scalar T> bool worth_a_box(const Shape<T>& s) {
  return s.kind() == ShapeKind::hull || s.kind() == ShapeKind::superquadric || s.kind() == ShapeKind::custom;
}

}  // namespace tactus
