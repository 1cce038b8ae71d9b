// SPDX-License-Identifier: MIT
#include <sim/dem/laws.h>
#include <tactus/core/reject.h>

#include <cmath>

namespace tactus::sim::dem {

namespace {

template <Scalar T> void require_positive(const char* law, const char* name, T x) {
  if (!(x > T(0)) || !is_finite(x)) reject(law, ".", name, " = ", x, ": it must be positive and finite");
}
template <Scalar T> void require_zero_or_more(const char* law, const char* name, T x) {
  if (!(x >= T(0)) || !is_finite(x))
    reject(law, ".", name, " = ", x, ": it must be finite and not negative; 0 for none");
}
template <Scalar T> void require_restitution(const char* law, T e) {
  if (!(e >= T(0) && e <= T(1))) reject(law, ".restitution = ", e, ": 0 (no bounce) to 1 (no damping) is required");
}
template <Scalar T> void check_rolling(const char* law, const RollingResistance<T>& rolling) {
  require_zero_or_more(law, "rolling.friction", rolling.friction);
  require_positive(law, "rolling.stiffness", rolling.stiffness);
}

template <Scalar T> void check_law(const LinearLaw<T>& law) {
  require_positive("LinearLaw", "stiffness", law.stiffness);
  require_positive("LinearLaw", "tangential", law.tangential);
  require_restitution("LinearLaw", law.restitution);
  require_zero_or_more("LinearLaw", "friction", law.friction);
  check_rolling("LinearLaw", law.rolling);
}
template <Scalar T> void check_law(const HertzMindlinLaw<T>& law) {
  require_positive("HertzMindlinLaw", "young", law.young);
  if (!(law.poisson >= T(0) && law.poisson <= T(0.5)))
    reject("HertzMindlinLaw.poisson = ", law.poisson, ": 0 to 0.5 is required");
  require_restitution("HertzMindlinLaw", law.restitution);
  require_zero_or_more("HertzMindlinLaw", "friction", law.friction);
  check_rolling("HertzMindlinLaw", law.rolling);
}
template <Scalar T> void check_law(const VolumeLaw<T>& law) {
  require_positive("VolumeLaw", "modulus", law.modulus);
  if (!(law.exponent >= T(1)) || !is_finite(law.exponent))
    reject("VolumeLaw.exponent = ", law.exponent, ": 1 (constant pressure) or more is required");
  require_zero_or_more("VolumeLaw", "damping", law.damping);
  require_zero_or_more("VolumeLaw", "friction", law.friction);
  require_positive("VolumeLaw", "tangential", law.tangential);
}

template <Scalar T> Springs<T> springs_of_law(const LinearLaw<T>& law, T mass, T radius) {
  const LinearForce<T> force(law, T(0));
  return force.springs(force.of_pair(mass, radius), T(0));
}
template <Scalar T> Springs<T> springs_of_law(const HertzMindlinLaw<T>& law, T mass, T radius) {
  const HertzMindlinForce<T> force(law, T(0));
  return force.springs(force.of_pair(mass, radius), radius * T(0.01L));
}
/// The second derivative of E(V) by the depth, for a face as large as the ball's cross-section and for a cap of the
/// ball.
template <Scalar T> Springs<T> springs_of_law(const VolumeLaw<T>& law, T, T radius) {
  const T area = pi<T> * square(radius), volume = area * radius * T(0.01L), p = law.exponent;
  const T face = p * (p - T(1)) * std::pow(volume, p - T(2)) * square(area);
  const T cap = p * std::pow(volume, p - T(1)) * T(2) * pi<T> * radius;
  Springs<T> s{law.modulus * (face + cap), law.damping * square(area)};
  if (law.friction > T(0)) s.across = law.tangential;
  return s;
}

}  // namespace

template <Scalar T> T damping_ratio(T restitution) {
  if (!(restitution > T(0))) return T(1);
  const T ln = std::log(restitution);
  return -ln / sqrt(square(ln) + square(pi<T>));
}

template <Scalar T> void check(const Law<T>& law) {
  std::visit([](const auto& l) { check_law(l); }, law);
}

template <Scalar T> Springs<T> springs_of(const Law<T>& law, T mass, T radius) {
  return std::visit([&](const auto& l) { return springs_of_law(l, mass, radius); }, law);
}

template float damping_ratio(float);
template double damping_ratio(double);
template void check(const Law<float>&);
template void check(const Law<double>&);
template Springs<float> springs_of(const Law<float>&, float, float);
template Springs<double> springs_of(const Law<double>&, double, double);

}  // namespace tactus::sim::dem
