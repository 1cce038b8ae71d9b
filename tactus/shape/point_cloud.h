// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/refuse.h>
#include <tactus/shape/support_derivative.h>

#include <memory>
#include <span>
#include <sstream>
#include <vector>

namespace tactus {

/// The convex hull of points, without its topology: no build time, but every support call visits all points, and its
/// contacts have no features. Hull::from_points is the better choice for points that are used often.
template <Scalar T> class PointCloud {
 public:
  using Scalar = T;

  /// Copies the points. Throws std::invalid_argument if there is none, or if one is not finite.
  explicit PointCloud(std::span<const Vec3<T>> points)
      : points_(std::make_shared<const std::vector<Vec3<T>>>(points.begin(), points.end())) {
    if (points.empty()) refuse("PointCloud of no points: at least one is needed");
    Vec3<T> sum{};
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_finite(points[i])) {
        std::ostringstream text;
        text << "PointCloud: point " << i << " is " << points[i] << "; coordinates must be finite";
        refuse(text.str());
      }
      sum += points[i] / T(static_cast<double>(points.size()));
    }
    center_ = sum;
    for (const Vec3<T>& p : points) bounding_radius_ = max(bounding_radius_, distance(center_, p));
  }

  /// The points as given.
  std::span<const Vec3<T>> points() const { return *points_; }
  /// Point i, from 0.
  Vec3<T> vertex(std::uint32_t i) const { return (*points_)[i]; }
  /// The number of the point farthest along a direction; the lowest among equals.
  std::uint32_t support_index(const Vec3<T>& direction, std::uint32_t /*hint*/ = 0) const {
    const Vec3<T> d = scaled_into_range(direction);
    std::uint32_t best = 0;
    T reach = dot(d, (*points_)[0]);
    for (std::uint32_t i = 1; i < points_->size(); ++i) {
      const T h = dot(d, (*points_)[i]);
      if (h > reach) best = i, reach = h;
    }
    return best;
  }
  Vec3<T> support(const Vec3<T>& d) const { return vertex(support_index(d)); }
  T radius() const { return T(0); }
  Vec3<T> center() const { return center_; }
  T bounding_radius() const { return bounding_radius_; }
  constexpr bool polytope() const { return true; }
  bool curved_along(const Vec3<T>&) const { return false; }
  /// By differences: only a slightly turned direction shows whether another point is equally far.
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>&) const {
    return support_derivative_by_differences(*this, d);
  }
  /// Without edges and faces, every feature is a vertex: the number of the point.
  Outline<T> feature_along(const Vec3<T>& d, T) const {
    const Vec3<T> u = unit_or_up(d);
    const std::uint32_t i = support_index(u);
    return Outline<T>::vertex({FeatureKind::vertex, i}, u, vertex(i));
  }
  friend std::ostream& operator<<(std::ostream& os, const PointCloud& s) {
    return os << "PointCloud{" << s.points_->size() << " points}";
  }

 private:
  std::shared_ptr<const std::vector<Vec3<T>>> points_;
  Vec3<T> center_{};
  T bounding_radius_{};
};

}  // namespace tactus
