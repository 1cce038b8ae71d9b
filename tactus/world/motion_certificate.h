#pragma once
/// What is still known of a pair after its bodies have moved a little.
#include <tactus/shape/convex.h>

namespace tactus {

/// The farthest that any point of a shape can have moved between two poses. A point at distance ≤ r from the center c
/// moves by |Δc + ΔR (p - c)| ≤ |Δc| + r ‖ΔR‖, and the Frobenius norm of ΔR is no less than its spectral one.
template <Scalar T>
constexpr T largest_motion(const Pose<T>& from, const Pose<T>& to, const Vec3<T>& center, T bounding_radius) {
  const Mat3<T>&r = from.rotation, &s = to.rotation;
  const T turned = sqrt(norm_squared(s.column(0) - r.column(0)) + norm_squared(s.column(1) - r.column(1)) +
                        norm_squared(s.column(2) - r.column(2)));
  return norm(to * center - from * center) + bounding_radius * turned;
}

/// A lower bound of the signed distance of a pair, and the poses it was found at. A body that moves by μ takes at most
/// μ off any distance (the distance of sets is 1-Lipschitz in the Hausdorff distance of each), so while lower - μ_A -
/// μ_B exceeds the margin the answer is still 'apart', and no query is needed.  [techniques.md, T6]
template <Scalar T> struct MotionCertificate {
  bool known = false;
  T lower = -infinity<T>;
  Pose<T> pose_a{}, pose_b{};

  constexpr bool unchanged(const Pose<T>& a, const Pose<T>& b) const { return known && a == pose_a && b == pose_b; }

  template <class A, class B>
  constexpr bool still_apart(const A& a, const Pose<T>& at_a, const B& b, const Pose<T>& at_b, T margin) const {
    if (!known || !(lower > margin)) return false;
    const T radius_a = bounding_radius(a), radius_b = bounding_radius(b);
    const T moved =
        largest_motion(pose_a, at_a, a.center(), radius_a) + largest_motion(pose_b, at_b, b.center(), radius_b);
    // The comparison itself rounds: coordinates are sums and differences of what stands here.
    const T reach =
        norm(at_a.translation) + norm(at_b.translation) + radius_a + radius_b + norm(a.center()) + norm(b.center());
    return lower - moved - T(32) * unit_roundoff<T> * reach > margin;
  }
};

}  // namespace tactus
