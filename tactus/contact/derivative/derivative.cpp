// SPDX-License-Identifier: MIT
#include <tactus/contact/derivative.h>
#include <tactus/contact/derivative/opposed_surfaces.h>
#include <tactus/contact/derivative/ties.h>
#include <tactus/math/refuse.h>
#include <tactus/math/rigid.h>

#include <sstream>

namespace tactus {
namespace {

/// The response to a twist about an origin that lies `arm` from B's witness point: the point shifts by v + ω × arm, and
/// the normal of B's surface turns by ω × n.
template <Scalar T> Jacobian<T> by_twist(const Response<T>& r, const Vec3<T>& arm, const Vec3<T>& normal) {
  return {r.shift, (r.shift * skew(arm) + r.turn * skew(normal)) * T(-1)};
}
template <Scalar T> Jacobian<T> operator+(const Jacobian<T>& a, const Jacobian<T>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
template <Scalar T> Jacobian<T> operator-(const Jacobian<T>& a, const Jacobian<T>& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
/// The derivatives of a point and of a direction that are fixed to a body.
template <Scalar T> Jacobian<T> carried_point(const Vec3<T>& arm) { return {{}, skew(arm) * T(-1)}; }
template <Scalar T> Jacobian<T> carried_direction(const Vec3<T>& n) { return {Mat3<T>::zero(), skew(n) * T(-1)}; }

/// A motion of A equals a motion of the whole world, plus the opposite motion of B.
template <Scalar T>
void fill(Derivative<T>& d, const Responses<T>& r, const Contact<T>& c, const Vec3<T>& origin_a,
          const Vec3<T>& origin_b) {
  const Vec3<T>& n = c.normal;
  const Vec3<T> arm_b = c.point_b - origin_b, arm_a = c.point_b - origin_a;
  d.normal = {carried_direction(n) - by_twist(r.normal, arm_a, n), by_twist(r.normal, arm_b, n)};
  d.point_a = {carried_point(c.point_a - origin_a) - by_twist(r.slide_a, arm_a, n), by_twist(r.slide_a, arm_b, n)};
  d.point_b = {Jacobian<T>{} - by_twist(r.slide_b, arm_a, n), carried_point(arm_b) + by_twist(r.slide_b, arm_b, n)};
}

/// Polytopes have exact normals. For other shapes two steps usually leave only rounding, and a third step confirms it.
/// More steps are needed only where the curvature changes fast, as at the blunt edge of a superquadric.
template <Scalar T>
Contact<T> sharpened(const Contact<T>& given, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                     const Pose<T>& pose_b) {
  const bool exact = (a.polytope() || !a.bounded()) && (b.polytope() || !b.bounded());
  constexpr int max_steps = 8;
  Contact<T> c = given;
  T turn = infinity<T>;
  for (int step = 0; step < max_steps && !exact && turn > T(64) * unit_roundoff<T>; ++step) {
    const OpposedSurfaces<T> here(c, a, pose_a, b, pose_b);
    const auto next = here.status() == DerivativeStatus::smooth ? here.sharpened() : std::nullopt;
    if (!next) break;
    turn = norm(next->normal - c.normal);
    c = *next;
  }
  return abs(c.distance - given.distance) <= T(2) * given.resolution ? c : given;
}

}  // namespace

template <Scalar T>
Derivative<T> contact_derivative(const Contact<T>& contact, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                 const Pose<T>& pose_b) {
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T) -> Derivative<T> {
    Derivative<T> d;
    if (contact.status == Status::invalid || contact.status == Status::beyond_max) return d;
    const Contact<T> c = sharpened(contact, a, at_a, b, at_b);
    d.distance = distance_derivative(c, at_a, at_b);
    const OpposedSurfaces<T> pair(c, a, at_a, b, at_b);
    d.status = pair.status();
    if (d.status == DerivativeStatus::unknown) return d;
    if (ties::several<T>({c, a, at_a, b, at_b, pair.normal_blur(), T(2) * c.resolution - c.distance})) {
      d.status = DerivativeStatus::several;
      return d;
    }
    if (const std::optional<Responses<T>> responses = pair.responses()) {
      fill(d, *responses, c, at_a.translation, at_b.translation);
    } else {
      d.status = DerivativeStatus::several;
    }
    return d;
  });
}

template <Scalar T>
void distance_derivatives(std::span<const Contact<T>> contacts, std::span<const Pose<T>> poses_a,
                          std::span<const Pose<T>> poses_b, std::span<ByPoses<Gradient<T>>> results) {
  const std::size_t count = contacts.size();
  if (poses_a.size() != count || poses_b.size() != count || results.size() != count) {
    std::ostringstream text;
    text << "distance_derivatives: " << count << " contacts, " << poses_a.size() << " and " << poses_b.size()
         << " poses, " << results.size() << " results: all spans must have one size";
    refuse(text.str());
  }
  for (std::size_t i = 0; i < count; ++i) results[i] = distance_derivative(contacts[i], poses_a[i], poses_b[i]);
}

std::ostream& operator<<(std::ostream& os, DerivativeStatus status) {
  constexpr const char* names[] = {"smooth", "kink", "several", "unknown", "invalid"};
  return os << names[static_cast<std::size_t>(status)];
}

#define TACTUS_INSTANTIATE(T)                                                                                         \
  template Derivative<T> contact_derivative(const Contact<T>&, const Shape<T>&, const Pose<T>&, const Shape<T>&,      \
                                            const Pose<T>&);                                                          \
  template void distance_derivatives(std::span<const Contact<T>>, std::span<const Pose<T>>, std::span<const Pose<T>>, \
                                     std::span<ByPoses<Gradient<T>>>);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
