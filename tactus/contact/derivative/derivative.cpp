#include <tactus/contact/derivative.h>
#include <tactus/contact/derivative/four_unknowns.h>
#include <tactus/contact/derivative/surface_law.h>
#include <tactus/core/pair_scale.h>
#include <tactus/math/refuse.h>
#include <tactus/math/rigid.h>

#include <sstream>

namespace tactus {
namespace {

/// A vector's derivative by a relative motion of B: by the shift of B's witness point and by the turn of B, φ × normal.
template <Scalar T> struct Response { Mat3<T> shift, turn; };

/// Of the normal, and of how far each witness point slides over its own body.
template <Scalar T> struct Responses { Response<T> normal, slide_a, slide_b; };

/// How far a contact may be off. Along the normal the separation is stationary, so a resolution ε leaves an angle of about
/// √(2 ε/r) open, where r, the distance plus the radii of curvature, is rarely below a 64th of the pair's size.
template <Scalar T> Blur<T> blur_of(const Contact<T>& c, T size) {
  const T turns_about = max(abs(c.distance), size / T(64));
  const T sine = turns_about > T(0) ? min(T(1) / T(32), T(2) * sqrt(c.resolution / turns_about)) : T(0);
  return {sine, T(2) * sqrt(c.resolution * size)};
}

/// The turn of the normal ν and the slide of A's witness u for each unit shift τ and turn β = φ × n of B. With the laws
/// of both surfaces, and w = u + d ν - τ for the slide on B:
///     turning_A u = sliding_A ν,    turning_B w = sliding_B (β - ν).
/// False where that leaves something open: several pairs of points are nearest.
template <Scalar T>
bool solve(Responses<T>& out, const SurfaceLaw<T>& a, const SurfaceLaw<T>& b, const ContactFrame<T>& frame, T distance,
           T unit, T least_pivot) {
  const T d = distance / unit;
  FourUnknowns<T> equations;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      equations.left(i, j) = -a.sliding[i][j];
      equations.left(i, 2 + j) = a.turning[i][j];
      equations.left(2 + i, j) = b.sliding[i][j] + d * b.turning[i][j];
      equations.left(2 + i, 2 + j) = b.turning[i][j];
      equations.right(2 + i, j) = b.turning[i][j];
      equations.right(2 + i, 2 + j) = b.sliding[i][j];
    }
  if (!equations.solve(least_pivot)) return false;
  const auto in_world = [&](const auto& entry) {
    const auto column = [&](int j) { return frame.u * entry(0, j) + frame.v * entry(1, j); };
    return Mat3<T>::outer(column(0), frame.u) + Mat3<T>::outer(column(1), frame.v);
  };
  const auto normal = [&](int i, int j) { return equations.solution(i, j); };
  const auto slide = [&](int i, int j) { return equations.solution(2 + i, j); };
  const Mat3<T> tangential = in_world([](int i, int j) { return T(i == j ? 1 : 0); });
  out.normal = {in_world(normal) * (T(1) / unit), in_world([&](int i, int j) { return normal(i, 2 + j); })};
  out.slide_a = {in_world(slide), in_world([&](int i, int j) { return slide(i, 2 + j); }) * unit};
  out.slide_b = {out.slide_a.shift + out.normal.shift * distance - tangential,
                 out.slide_a.turn + out.normal.turn * distance};
  return true;
}

/// The response to a twist about an origin that lies `arm` from B's witness point: it shifts by v + ω × arm, the normal of
/// B's surface turns by ω × n.
template <Scalar T> Jacobian<T> by_twist(const Response<T>& r, const Vec3<T>& arm, const Vec3<T>& normal) {
  return {r.shift, (r.shift * skew(arm) + r.turn * skew(normal)) * T(-1)};
}
template <Scalar T> Jacobian<T> operator+(const Jacobian<T>& a, const Jacobian<T>& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
template <Scalar T> Jacobian<T> operator-(const Jacobian<T>& a, const Jacobian<T>& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
/// Of a point, and of a direction, that a body carries along.
template <Scalar T> Jacobian<T> carried_point(const Vec3<T>& arm) { return {{}, skew(arm) * T(-1)}; }
template <Scalar T> Jacobian<T> carried_direction(const Vec3<T>& n) { return {Mat3<T>::zero(), skew(n) * T(-1)}; }

/// B moves as it does, and A as if the world moved with it, and B against it the other way.
template <Scalar T>
void fill(Derivative<T>& d, const Responses<T>& r, const Contact<T>& c, const Vec3<T>& origin_a,
          const Vec3<T>& origin_b) {
  const Vec3<T>& n = c.normal;
  const Vec3<T> arm_b = c.point_b - origin_b, arm_a = c.point_b - origin_a;
  d.normal = {carried_direction(n) - by_twist(r.normal, arm_a, n), by_twist(r.normal, arm_b, n)};
  d.point_a = {carried_point(c.point_a - origin_a) - by_twist(r.slide_a, arm_a, n), by_twist(r.slide_a, arm_b, n)};
  d.point_b = {Jacobian<T>{} - by_twist(r.slide_b, arm_a, n), carried_point(arm_b) + by_twist(r.slide_b, arm_b, n)};
}

template <Scalar T> DerivativeStatus status_of(const Contact<T>& c, const SurfaceLaw<T>& a, const SurfaceLaw<T>& b) {
  if (c.status == Status::stalled || a.certainty == Certainty::unknown || b.certainty == Certainty::unknown)
    return DerivativeStatus::unknown;
  return a.certainty == Certainty::kink || b.certainty == Certainty::kink ? DerivativeStatus::kink
                                                                          : DerivativeStatus::smooth;
}

}  // namespace

template <Scalar T>
Derivative<T> contact_derivative(const Contact<T>& c, const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b,
                                 const Pose<T>& pose_b) {
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T) -> Derivative<T> {
    Derivative<T> d;
    if (c.status == Status::invalid || c.status == Status::beyond_max) return d;
    d.distance = distance_derivative(c, at_a, at_b);
    const T size = pair_size(a.bounding_radius(), b.bounding_radius()), length = size + abs(c.distance);
    const T unit = length > T(0) && is_finite(length) ? length : T(1);
    const ContactFrame<T> frame(c.normal);
    const auto law = [&](const Shape<T>& s, const Pose<T>& pose, const Vec3<T>& point, T side) {
      const BodyFrame<T> local(frame, pose);
      const Vec3<T> outward = local.normal * side;
      const Vec3<T> on_core = transposed_times(pose.rotation, point - pose.translation) - outward * s.radius();
      return surface_law(s, local, outward, on_core, blur_of(c, unit), unit);
    };
    const SurfaceLaw<T> on_a = law(a, at_a, c.point_a, T(1)), on_b = law(b, at_b, c.point_b, T(-1));
    d.status = status_of(c, on_a, on_b);
    if (d.status == DerivativeStatus::unknown) return d;
    Responses<T> responses;
    if (solve(responses, on_a, on_b, frame, c.distance, unit,
              max(T(64) * unit_roundoff<T>, T(4) * c.resolution / unit))) {
      fill(d, responses, c, at_a.translation, at_b.translation);
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
