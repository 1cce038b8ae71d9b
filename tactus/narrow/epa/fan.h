// SPDX-License-Identifier: MIT
#pragma once
/// The planes of the triangles that EPA adds at once: a fan from a new vertex, the tip, to a ring around it. Computed
/// one after the other, each would wait for its own square root and division and for branches on which of its sides are
/// short. Here all go through the same steps side by side, without branches.
#include <tactus/math/four.h>
#include <tactus/math/vec3.h>
#include <tactus/narrow/epa/queue.h>

#include <cstring>

namespace tactus::epa {

/// Four scalars side by side if the compiler has vectors for them, otherwise one. Independent of compiler flags: a
/// user's flags may differ from the library's, and both must use the same fan.
template <Scalar T> struct SideBySide {
  static constexpr int width = has_vectors<T> ? 4 : 1;
  using Values = std::conditional_t<has_vectors<T>, Four<T>, T>;
};

/// Increases with x. For a length, it avoids a square root.
template <Scalar T> constexpr T signed_square(T x) { return x * abs(x); }

/// Triangle i has the corners i and i + 1 of the ring, and the tip: counter-clockwise seen from outside.
template <Scalar T, int capacity> class Fan {
 public:
  void set_corner(int i, const Vec3<T>& w) { ring_[i] = &w; }
  Vec3<T> normal(int i) const { return {x_[i], y_[i], z_[i]}; }  // unit, outward
  /// The distance of the plane from the origin: the least n·x of the three corners x. Up to the rounding of these
  /// products, it bounds the triangle's distance from below however the normal was rounded, since |x| ≥ n·x for every
  /// unit n.
  T distance(int i) const { return distance_[i]; }
  /// The signed square of the distance. The next face is chosen by it while the square roots are still being computed.
  T order(int i) const { return order_[i]; }

  /// Computes the planes of a fan around a ring of `count` corners. Returns false if a triangle is degenerate.
  bool find_planes(int count, const Vec3<T>& tip) {
    for (int i = 0; i <= width; ++i) ring_[count + i] = ring_[i];  // repeats the first corners, to fill the last vector
    return planes_of_open_ring(count, tip);
  }
  /// The plane of one triangle; it becomes number 0.
  bool find_plane(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
    for (int i = 0; i <= width; ++i) ring_[i] = i % 2 == 0 ? &a : &b;
    return planes_of_open_ring(1, c);
  }

 private:
  using Values = typename SideBySide<T>::Values;
  static constexpr int width = SideBySide<T>::width;

  /// A vector of each coordinate.
  struct Points {
    Values x, y, z;
    friend Points operator-(const Points& a, const Points& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Values dot(const Points& a, const Points& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend Points cross(const Points& a, const Points& b) {
      return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    /// a where p > q, b elsewhere.
    friend Points where_greater(const Values& p, const Values& q, const Points& a, const Points& b) {
      return {where_greater(p, q, a.x, b.x), where_greater(p, q, a.y, b.y), where_greater(p, q, a.z, b.z)};
    }
  };
  static Values greatest(const Values& a, const Values& b) { return where_greater(a, b, a, b); }
  static Values least(const Values& a, const Values& b) { return where_greater(b, a, a, b); }

  bool planes_of_open_ring(int count, const Vec3<T>& tip) {
    for (int i = 0; i < count; i += width) find_planes_from(i, tip);
    bool solid = true;
    for (int i = 0; i < count; ++i) solid &= norm_squared_[i] > least_square && norm_squared_[i] < infinity<T>;
    return solid || mend(count, tip);
  }

  /// For slivers, the cross product of the two shorter sides is more accurate: the longest would lose most digits. The
  /// square root and the division do not wait for each other.
  void find_planes_from(int i, const Vec3<T>& tip) {
    const Points a = corners(i), b = next_corners(i, a), t{Values(tip.x), Values(tip.y), Values(tip.z)};
    const Points at = a - t, bt = b - t, ab = b - a;
    const Values at2 = dot(at, at), bt2 = dot(bt, bt), ab2 = dot(ab, ab);
    const Points n = cross(where_greater(greatest(bt2, ab2), at2, at, bt),  // the longest is replaced by bt
                           where_greater(ab2, greatest(at2, bt2), bt, ab));
    const Values n2 = dot(n, n), per_n2 = Values(T(1)) / n2, by_n = least(dot(n, a), least(dot(n, b), dot(n, t)));
    store(order_, i, abs(by_n) * (by_n * per_n2));
    const Values scale = sqrt(n2) * per_n2;
    store(norm_squared_, i, n2), store(x_, i, n.x * scale), store(y_, i, n.y * scale), store(z_, i, n.z * scale);
    store(distance_, i, by_n * scale);
  }
  Points corners(int i) const {
    if constexpr (width == 1) {
      return {ring_[i]->x, ring_[i]->y, ring_[i]->z};
    } else {
      const Vec3<T>&a = *ring_[i], &b = *ring_[i + 1], &c = *ring_[i + 2], &d = *ring_[i + 3];
      return {{a.x, b.x, c.x, d.x}, {a.y, b.y, c.y, d.y}, {a.z, b.z, c.z, d.z}};
    }
  }

  /// The corners from i + 1 on; a: the corners from i on.
  Points next_corners(int i, const Points& a) const {
    if constexpr (width == 1) {
      return corners(i + 1);
    } else {
      const Vec3<T>& e = *ring_[i + 4];
      return {shifted(a.x, e.x), shifted(a.y, e.y), shifted(a.z, e.z)};
    }
  }

  /// Handles the case that squares of areas leave the range of T.
  [[gnu::noinline, gnu::cold]] bool mend(int count, const Vec3<T>& t) {
    for (int i = 0; i < count; ++i) {
      const Vec3<T>&a = *ring_[i], &b = *ring_[i + 1];
      const Vec3<T> n = sliver_normal(a, b, t);
      if (n == Vec3<T>{}) return false;
      x_[i] = n.x, y_[i] = n.y, z_[i] = n.z;
      distance_[i] = min(dot(n, a), min(dot(n, b), dot(n, t)));
      order_[i] = signed_square(distance_[i]);
    }
    return true;
  }
  static Vec3<T> sliver_normal(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
    const Vec3<T> ab = b - a, ac = c - a, bc = c - b;
    const T ab2 = norm_squared(ab), ac2 = norm_squared(ac), bc2 = norm_squared(bc);
    if (ab2 >= bc2 && ab2 >= ac2) return unit_or_zero(cross(ac, bc));
    return unit_or_zero(bc2 >= ac2 ? cross(ab, ac) : cross(ab, bc));
  }

  using Column = Uninitialized<T, capacity + width>;
  static void store(Column& column, int i, const Values& values) {
    if constexpr (width == 1) {
      column[i] = values;
    } else {
      values.store(&column[i]);
    }
  }

  static constexpr T least_square = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
  Uninitialized<const Vec3<T>*, capacity + width + 1> ring_;
  Column norm_squared_, x_, y_, z_, distance_, order_;
};

}  // namespace tactus::epa
