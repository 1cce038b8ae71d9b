// SPDX-License-Identifier: MIT
#pragma once
/// A proof of EPA's depth for two solids of revolution with nearly parallel axes: cylinders, cones, their frusta,
/// discs, wheels.
///
/// If the axes coincide, the depth is equal all around, and triangles would have to be as fine as the tolerance all
/// around. But the core of each shape is the hull of two discs, and a disc of radius r about c with the axis m reaches
/// n·c + r |n × m| along a unit vector n. So the depth along n has a closed form,
///
///     h(n) = max over i, j of  n·(c_i - c_j) + r_i |n × m_a| + r_j |n × m_b|
///
/// With A's axis as z, n = (e cos α, sin α) and e a unit vector in the plane, |n × m_a| = cos α. From the component
/// perpendicular to n and z alone, |n × m_b| ≥ m_z cos α - (m·e) sin α, which is too small by at most half the square
/// of the angle between the axes. So
///
///     h(n) ≥ max over i, j of  (r_i + r_j m_z + c·e) cos α + (c_z - r_j m·e) sin α
///
/// and the part that depends on e is tiny: one bound holds over whole quarters of longitude. Cells of latitude and
/// longitude are halved until the bound over each is as large as the depth to be proven.
#include <tactus/math/export.h>
#include <tactus/narrow/epa/erased.h>
#include <tactus/narrow/epa/proof.h>
#include <tactus/shape/cone.h>
#include <tactus/shape/rounded.h>

#include <cstdint>
#include <optional>

namespace tactus::epa {

/// A shape's core as a conical frustum about its z axis, if it is one.
template <class S, class T = scalar_t<S>> constexpr std::optional<ConicalFrustum<T>> frustum_of(const S& s) {
  if constexpr (std::same_as<S, ConicalFrustum<T>>) {
    return s;
  } else if constexpr (std::same_as<S, Disc<T>>) {
    return ConicalFrustum<T>{s.radius, s.radius, T(0)};
  } else if constexpr (std::same_as<S, Wheel<T>>) {
    return frustum_of(s.core());
  } else if constexpr (std::same_as<S, Cylinder<T>> || std::same_as<S, Cone<T>>) {
    return s.frustum();
  } else if constexpr (requires { s.visit([](const auto&) {}); }) {
    return s.visit([](const auto& held) { return frustum_of<std::remove_cvref_t<decltype(held)>, T>(held); });
  } else {
    return {};
  }
}

/// Directions between two latitudes and two longitudes about the z axis, all four given by cosine and sine. No cell
/// crosses the equator, or spans more than a quarter of longitude.
template <Scalar T> struct DirectionCell {
  Vec2<T> south, north, from, to;

  Vec2<T> middle_latitude() const { return unit_or_zero(south + north); }
  Vec2<T> middle_longitude() const { return unit_or_zero(from + to); }
  Vec3<T> middle() const {
    const Vec2<T> up = middle_latitude(), around = middle_longitude() * up.x;
    return {around.x, around.y, up.y};
  }
};

/// Two frusta with B's pose in A's frame.
template <Scalar T> class TurnedPair {
 public:
  TurnedPair(const ConicalFrustum<T>& a, const ConicalFrustum<T>& b, const Pose<T>& x_ab)
      : axis_b_(x_ab.rotation.column(2) * sign(x_ab.rotation.column(2).z)),
        skew_(T(8) * orthonormality_error(x_ab.rotation)) {
    for (std::size_t i = 0; i < 4; ++i) {
      const bool top_a = i & 1, top_b = i & 2;
      const Vec3<T> center_a{T(0), T(0), top_a ? a.half_height : -a.half_height};
      const Vec3<T> center_b = x_ab * Vec3<T>{T(0), T(0), top_b ? b.half_height : -b.half_height};
      sums_[i] = {center_a - center_b, top_a ? a.top_radius : a.bottom_radius, top_b ? b.top_radius : b.bottom_radius};
    }
  }

  /// By how much a bound may be below the depth along a single direction.
  T loss() const { return max(sums_[0].radius_b, sums_[3].radius_b) * (norm_squared(flat(axis_b_)) + skew_); }

  /// A lower bound of the depth along all directions of the cell, up to rounding.
  T least_depth(const DirectionCell<T>& cell) const {
    const Vec2<T> middle = cell.middle_longitude();
    const T width = norm(cell.from - middle);  // as a chord, to either side
    const bool southern = cell.south.y < T(0);
    const auto least_along = [&](const Vec2<T>& v) { return dot(middle, v) - norm(v) * width; };
    // The value that makes the sum smaller.
    const T tilt = southern ? least_along(flat(axis_b_)) : -least_along(-flat(axis_b_));
    T most = -infinity<T>;
    for (const DiscSum& d : sums_) {
      const Vec2<T> sum{d.radius_a + d.radius_b * axis_b_.z + least_along(flat(d.center)),
                        d.center.z - d.radius_b * tilt};
      const T least = min(dot(sum, cell.south), dot(sum, cell.north));  // if positive, also the least in between
      most = max(most, least - d.radius_b * skew_);
    }
    return most;
  }

  /// Halves a cell that must reach the depth `goal`: its longitudes if the middle ones reach it, otherwise its
  /// latitudes.
  std::array<DirectionCell<T>, 2> halves(const DirectionCell<T>& cell, T goal) const {
    std::array<DirectionCell<T>, 2> parts{cell, cell};
    DirectionCell<T> meridian = cell;
    meridian.from = meridian.to = cell.middle_longitude();
    if (least_depth(meridian) >= goal) {
      parts[0].to = parts[1].from = meridian.from;
    } else {
      parts[0].north = parts[1].south = cell.middle_latitude();
    }
    return parts;
  }

 private:
  /// A disc of A minus a disc of B, about the difference of their centers.
  struct DiscSum {
    Vec3<T> center;
    T radius_a, radius_b;
  };
  static constexpr Vec2<T> flat(const Vec3<T>& v) { return {v.x, v.y}; }

  std::array<DiscSum, 4> sums_;
  Vec3<T> axis_b_;
  T skew_;  // possible loss of B's disc if the rotation is not exact
};

/// Proves the depth, which may fall during the proof, to the resolution of the query. Returns false if that takes too
/// many cells, or the axes are not parallel enough.
/// Terminates: each cell is halved or finished, and their number is limited. Compiled once per scalar (epa.cpp).
template <Scalar T>
[[gnu::cold]] TACTUS_API bool prove_turned(CoreDepth<T>& depth, const AnyPair<T>& pair, const TurnedPair<T>& turned,
                                           const Options<T>& options) {
  const auto goal = [&] { return depth.depth_upper - pair.resolution(options, depth.depth_upper + pair.radius()); };
  if (!(goal() > T(0)) || !(turned.loss() < depth.depth_upper - goal())) return false;
  constexpr int capacity = 256;  // pending halves: one for each halving, and halving ends with the digits
  DirectionCell<T> waiting[capacity];
  int count = 0;
  const Vec2<T> quarters[] = {{T(1), T(0)}, {T(0), T(1)}, {T(-1), T(0)}, {T(0), T(-1)}};
  for (int i = 0; i < 4; ++i)
    for (const int pole : {1, 3})  // the sine of the pole's latitude is ±1
      waiting[count++] = {quarters[pole == 1 ? 0 : 3], quarters[pole == 1 ? 1 : 0], quarters[i], quarters[(i + 1) % 4]};
  for (std::int64_t left = std::int64_t{512} * options.max_iterations; count > 0; --left) {
    if (left <= 0 || count + 2 > capacity) return false;
    const DirectionCell<T> cell = waiting[--count];
    if (turned.least_depth(cell) >= goal()) continue;
    const Vec3<T> n = cell.middle();
    if (const T reach = dot(n, pair.support(n).w); reach < depth.depth_upper)
      depth.depth_upper = reach, depth.normal = n;
    for (const auto& half : turned.halves(cell, goal())) waiting[count++] = half;
    ++depth.iterations;
  }
  depth.depth_lower = goal();
  depth.converged = true;
  return true;
}
extern template bool prove_turned(CoreDepth<float>&, const AnyPair<float>&, const TurnedPair<float>&,
                                  const Options<float>&);
extern template bool prove_turned(CoreDepth<double>&, const AnyPair<double>&, const TurnedPair<double>&,
                                  const Options<double>&);

}  // namespace tactus::epa
