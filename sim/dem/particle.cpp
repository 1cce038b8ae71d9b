// SPDX-License-Identifier: MIT
#include <sim/dem/particle.h>
#include <tactus/core/reject.h>
#include <tactus/shape/mass.h>

#include <cmath>

namespace tactus::sim::dem {

namespace {

/// Principal axes by Jacobi's rotations: each makes one off-diagonal entry zero. The sum of squares of these entries
/// falls to rounding in a few rounds.
template <Scalar T> Mat3<T> principal_axes(Mat3<T>& inertia) {
  Mat3<T> axes;
  for (int round = 0; round < 32; ++round) {
    T off{};
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) off = max(off, abs(inertia(i, j)));
    if (!(off > T(8) * unit_roundoff<T> * max_abs(inertia))) break;
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      if (inertia(i, j) == T(0)) continue;
      const T theta = (inertia(j, j) - inertia(i, i)) / (T(2) * inertia(i, j));
      const T t = (theta < T(0) ? T(-1) : T(1)) / (abs(theta) + sqrt(theta * theta + T(1)));
      const T c = T(1) / sqrt(t * t + T(1)), s = t * c;
      Mat3<T> g;
      g(i, i) = g(j, j) = c, g(i, j) = s, g(j, i) = -s;
      inertia = transpose(g) * inertia * g;
      axes = axes * g;
    }
  }
  return orthonormalized(axes);
}

}  // namespace

template <Scalar T> Grain<T> make_grain(const Shape<T>& shape, T density, std::uint32_t kind, T weight) {
  if (!(density > T(0)) || !is_finite(density))
    reject("dem::Simulation: density = ", density, " of a particle; it must be positive and finite");
  if (!(weight >= T(0)) || !is_finite(weight))
    reject("dem::Simulation: weight = ", weight, " of ", shape, "; it must be finite and not negative");
  if (!shape.bounded()) reject("dem::Simulation: ", shape, " is unbounded, so it cannot be a particle; use add_wall");
  const MassProperties<T> solid = mass_properties(shape);
  if (!(solid.volume > T(0)))
    reject("dem::Simulation: ", shape, " is flat: volume ", solid.volume, " gives a particle no mass");
  Grain<T> g{.shape = shape, .kind = kind, .weight = weight, .density = density};
  g.mass = density * solid.volume, g.inverse_mass = T(1) / g.mass;
  g.center = solid.centroid;
  Mat3<T> inertia = solid.inertia * density;
  const T off = max(abs(inertia(0, 1)), max(abs(inertia(0, 2)), abs(inertia(1, 2))));
  g.axes_are_frame = off <= T(64) * unit_roundoff<T> * max_abs(inertia);
  if (!g.axes_are_frame) g.axes = principal_axes(inertia);
  g.inertia = {inertia(0, 0), inertia(1, 1), inertia(2, 2)};
  g.inverse_inertia = {T(1) / g.inertia.x, T(1) / g.inertia.y, T(1) / g.inertia.z};
  if (!(g.mass > T(0)) || !is_finite(g.mass) || !is_finite(g.inverse_mass) || !is_finite(g.inverse_inertia))
    reject("dem::Simulation: ", shape, " of density ", density, " has mass ", g.mass,
           ", which leaves the range of the scalar");
  const T spread = max_abs(g.inertia - Vec3<T>{g.inertia.x, g.inertia.x, g.inertia.x});
  g.isotropic = spread <= T(64) * unit_roundoff<T> * g.inertia.x;
  g.radius = std::cbrt(solid.volume * T(0.75L) / pi<T>);
  g.reach = shape.bounding_radius() + norm(shape.center() - g.center);
  g.turning = square(g.reach) * max(g.inverse_inertia.x, max(g.inverse_inertia.y, g.inverse_inertia.z));
  return g;
}

template <Scalar T> WallState<T> wall_at(const Wall<T>& wall, T time) {
  const WallMotion<T>& m = wall.motion;
  if (!m.moves()) return {wall.pose, {}, {}, {}};
  const T t = min(max(time, m.begin), m.end) - m.begin;
  const bool going = time >= m.begin && time < m.end;
  const T phase = T(2) * pi<T> * m.frequency * t;
  const Vec3<T> shift = m.velocity * t + m.amplitude * std::sin(phase);
  WallState<T> s{wall.pose, {}, {}, m.pivot + shift};
  if (const T rate = norm(m.angular_velocity); rate > T(0)) {
    const Mat3<T> turn = to_matrix(quaternion_from_axis_angle(m.angular_velocity, rate * t));
    s.pose.rotation = orthonormalized(turn * wall.pose.rotation);
    s.pose.translation = m.pivot + turn * (wall.pose.translation - m.pivot);
  }
  s.pose.translation += shift;
  if (!going) return s;
  s.velocity = m.velocity + m.amplitude * (T(2) * pi<T> * m.frequency * std::cos(phase));
  s.angular_velocity = m.angular_velocity;
  return s;
}

template Grain<float> make_grain(const Shape<float>&, float, std::uint32_t, float);
template Grain<double> make_grain(const Shape<double>&, double, std::uint32_t, double);
template WallState<float> wall_at(const Wall<float>&, float);
template WallState<double> wall_at(const Wall<double>&, double);

}  // namespace tactus::sim::dem
