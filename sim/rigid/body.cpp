// SPDX-License-Identifier: MIT
#include <sim/rigid/body.h>
#include <tactus/core/reject.h>
#include <tactus/shape/mass.h>

#include <vector>

namespace tactus::sim::rigid {

namespace {

template <Scalar T, class S> BodyMass<T> mass_of(const S& shape, const MassProperties<T>& solid, T density) {
  if (!(density > T(0)) || !is_finite(density))
    reject("Simulation: density = ", density, " of a dynamic body; it must be positive and finite");
  if (!is_finite(solid.volume)) reject("Simulation: ", shape, " is unbounded, so it cannot be dynamic; make it fixed");
  if (!(solid.volume > T(0)))
    reject("Simulation: ", shape, " is flat: volume ", solid.volume, " gives a dynamic body no mass");
  BodyMass<T> m{.mass = density * solid.volume, .center = solid.centroid};
  m.inverse_mass = T(1) / m.mass;
  m.inertia = solid.inertia * density;
  m.inverse_inertia = inverse(m.inertia);
  if (!(m.mass > T(0)) || !is_finite(m.mass) || !is_finite(m.inverse_mass) || !is_finite(m.inverse_inertia))
    reject("Simulation: ", shape, " of density ", density, " has mass ", m.mass,
           ", which leaves the range of the scalar");
  const T across = max_abs(m.inertia - Mat3<T>::identity() * m.inertia(0, 0));
  m.isotropic = across <= T(16) * unit_roundoff<T> * m.inertia(0, 0);
  return m;
}

/// A shape of the user's own, or a composite, need not know its inscribed radius: a ball inside the hull of some of its
/// points is inside the shape.
template <Scalar T> T half_thickness(const Shape<T>& shape) {
  const T known = shape.inscribed_radius();
  if (shape.kind() != ShapeKind::custom) return known;
  std::vector<Vec3<T>> points;
  for (const int x : {-1, 0, 1})
    for (const int y : {-1, 0, 1})
      for (const int z : {-1, 0, 1}) {
        const Vec3<T> d = unit_or_zero(Vec3<T>{T(x), T(y), T(z)});
        points.push_back(shape.support(d) + d * shape.radius());
      }
  return max(known, Hull<T>::from_points(points).inscribed_radius());
}
/// Of a body that is not convex: that of the box around it.
template <Scalar T> T half_thickness(const Nonconvex<T>& nonconvex) {
  const Vec3<T> half = nonconvex.aabb().half();
  return min(half.x, min(half.y, half.z));
}

}  // namespace

template <Scalar T> BodyMass<T> dynamic_mass(const Shape<T>& shape, T density) {
  return mass_of(shape, mass_properties(shape), density);
}
template <Scalar T> BodyMass<T> dynamic_mass(const Nonconvex<T>& nonconvex, T density) {
  return mass_of("a body that is not convex", nonconvex.mass_properties(), density);
}

template <Scalar T> RigidBody<T> make_body(const BodyInit<T>& init) {
  require_finite("Simulation", "velocity", init.velocity);
  require_finite("Simulation", "angular_velocity", init.angular_velocity);
  if (!(init.friction >= T(0)) || !is_finite(init.friction))
    reject("Simulation: friction = ", init.friction, " is negative or not finite");
  if (!(init.restitution >= T(0) && init.restitution <= T(1)))
    reject("Simulation: restitution = ", init.restitution, " is not in [0, 1]");
  if (!(init.rolling_resistance >= T(0) && init.rolling_resistance <= T(1)))
    reject("Simulation: rolling_resistance = ", init.rolling_resistance, " is not in [0, 1]");
  RigidBody<T> body{.motion = init.motion, .alive = true, .continuous = init.continuous, .sensor = init.sensor};
  body.surface = init.nonconvex && init.nonconvex.source().is_surface();
  body.friction = init.friction, body.restitution = init.restitution;
  body.rolling_resistance = init.rolling_resistance;
  body.radius = init.nonconvex         ? norm(init.nonconvex.aabb().half())
                : init.shape.bounded() ? init.shape.bounding_radius()
                                       : infinity<T>;
  if (init.continuous)
    body.half_thickness = init.nonconvex ? half_thickness(init.nonconvex) : half_thickness(init.shape);
  if (init.motion == MotionKind::dynamic)
    body.mass = init.nonconvex ? dynamic_mass(init.nonconvex, init.density) : dynamic_mass(init.shape, init.density);
  if (init.motion == MotionKind::kinematic && (init.nonconvex || init.shape.bounded()))
    body.mass.center = init.nonconvex ? init.nonconvex.aabb().center() : init.shape.center();
  if (init.motion == MotionKind::fixed) return body;
  body.velocity = init.velocity, body.angular_velocity = init.angular_velocity;
  return body;
}

template BodyMass<float> dynamic_mass(const Shape<float>&, float);
template BodyMass<double> dynamic_mass(const Shape<double>&, double);
template BodyMass<float> dynamic_mass(const Nonconvex<float>&, float);
template BodyMass<double> dynamic_mass(const Nonconvex<double>&, double);
template RigidBody<float> make_body(const BodyInit<float>&);
template RigidBody<double> make_body(const BodyInit<double>&);

}  // namespace tactus::sim::rigid
