// SPDX-License-Identifier: MIT
#include <tactus/contact/center/center_of_pressure.h>
#include <tactus/contact/center/contact_center.h>
#include <tactus/core/pair_scale.h>
#include <tactus/narrow/default.h>

namespace tactus {
namespace {

/// Is this normal of a face the one along which the shapes separate? Then the deepest point along it is over the face.
template <Scalar T> bool proves_face(const Sight<T>& sight, T separation, T rounding) {
  const auto& [frame, on_a, on_b] = sight;
  T least = infinity<T>;
  if (Vec2<T> p; find_deepest_of_round(p, on_a, on_b, on_b.slope - on_a.slope)) {
    least = on_b.height(p) - on_a.height(p);
  } else {
    least = Corners<T>(sight, PointsOver<T>(frame, on_a, on_b)).least;
  }
  return least <= separation + rounding;
}

/// May both shapes have a part that is level along the normal? Edges that cross (in a point) do not count.
template <Scalar T>
bool may_lie_level(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Vec3<T>& normal) {
  constexpr T sine = T(4) * soft_sine<T>;  // with room for the error of the normal
  const auto is_point = [](const Outline<T>& o) { return !o.is_ellipse() && o.size() == 1; };
  const auto is_edge = [](const Outline<T>& o) { return !o.is_ellipse() && o.size() == 2; };
  const Outline<T> on_a = a.feature_along(normal, sine);
  if (is_point(on_a)) return false;
  const Outline<T> on_b = b.feature_along(-transposed_times(x_ab.rotation, normal), sine);
  if (is_point(on_b) || !is_edge(on_a) || !is_edge(on_b)) return !is_point(on_b);
  const Vec3<T> e = on_a[1] - on_a[0], f = x_ab.rotation * (on_b[1] - on_b[0]);
  return norm_squared(cross(e, f)) <= square(sine) * norm_squared(e) * norm_squared(f);
}

/// With this tolerance the normal of a round shape is off by at most a millionth.
template <Scalar T> inline constexpr T sharp_tolerance = T(0x1p-20L) * default_tolerance<T>;

/// At the tolerance of a query, the normal against a curved shape is known to the square root of the tolerance, a
/// thousandth: a large part of the angle over which level parts lose their weight (soft_sine). Does that matter here?
/// Not for polytopes, whose contact is exact, for normals that are proved, or for contacts in a point. A second query
/// would not help for floats, or if the first one already took more than half of the default iteration cap.
template <Scalar T>
bool is_blurred(const Sight<T>& sight, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  if constexpr (std::numeric_limits<T>::digits <= 24) return false;
  if ((a.polytope() && b.polytope()) || !a.bounded() || !b.bounded()) return false;
  const T size = pair_size(a.bounding_radius(), b.bounding_radius());
  if (c.resolution <= T(16) * sharp_tolerance<T> * size || c.iterations > Options<T>{}.max_iterations / 2) return false;
  const Vec3<T>& n = sight.frame.normal;
  if (n == c.normal) return may_lie_level(a, b, x_ab, n);
  const T rounding = T(16) * unit_roundoff<T> * (a.bounding_radius() + b.bounding_radius() + norm(x_ab.translation));
  return !proves_face(sight, detail::gap_along(a, b, x_ab, n), rounding);
}

/// The same contact, computed more precisely; unchanged if the result is another contact of equal depth.
template <Scalar T>
Contact<T> sharpened(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  Contact<T> sharp = narrow::contact(a, b, x_ab, Options<T>{.tolerance = sharp_tolerance<T>});
  const bool same = (sharp.status == Status::overlapping || sharp.status == Status::separated) &&
                    abs(sharp.distance - c.distance) <= c.resolution &&
                    norm(sharp.normal - c.normal) <= T(4) * soft_sine<T>;
  if (!same) return c;
  sharp.status = c.status;
  return sharp;
}

template <Scalar T>
Vec3<T> center_of(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Sight<T>& sight,
                  const Contact<T>& contact) {
  using Kind = typename Silhouette<T>::Kind;
  if (sight.on_a.kind == Kind::everything && sight.on_b.kind == Kind::everything) return contact.point();
  const BodyFrame<T> frame_a(sight.frame), frame_b(sight.frame, x_ab);
  return center_of_pressure<T>({a, frame_a, sight.on_a, false}, {b, frame_b, sight.on_b, true}, sight, contact);
}

}  // namespace

template <Scalar T>
Vec3<T> contact_center(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact) {
  const Sight<T> sight(a, b, x_ab, contact);
  if (!is_blurred(sight, a, b, x_ab, contact)) return center_of(a, b, x_ab, sight, contact);
  const Contact<T> sharp = sharpened(a, b, x_ab, contact);
  return center_of(a, b, x_ab, Sight<T>(a, b, x_ab, sharp), sharp);
}

template Vec3<float> contact_center(const Shape<float>&, const Shape<float>&, const Pose<float>&,
                                    const Contact<float>&);
template Vec3<double> contact_center(const Shape<double>&, const Shape<double>&, const Pose<double>&,
                                     const Contact<double>&);

}  // namespace tactus
