// SPDX-License-Identifier: MIT
#pragma once
/// The four children of a node against one box, one child per lane.
#include <tactus/math/four.h>
#include <tactus/nonconvex/four_boxes.h>

namespace tactus::pieces {

template <Scalar T> struct FourCuboids {
  struct Rows {
    Four<T> x, y, z;
  };
  Rows center, half;

  static FourCuboids of(const FourBoxes<T>& b) {
    const auto middle = [&](std::size_t k) { return (low(b, k) + high(b, k)) * Four<T>(T(0.5)); };
    const auto size = [&](std::size_t k) { return (high(b, k) - low(b, k)) * Four<T>(T(0.5)); };
    return {{middle(0), middle(1), middle(2)}, {size(0), size(1), size(2)}};
  }

  FourCuboids seen_from(const Pose<T>& x) const {
    const auto along = [](const Vec3<T>& row, const Rows& v) {
      return Four<T>(row.x) * v.x + Four<T>(row.y) * v.y + Four<T>(row.z) * v.z;
    };
    const Mat3<T>& r = x.rotation;
    const Vec3<T>&t = x.translation, r0 = r.row(0), r1 = r.row(1), r2 = r.row(2);
    return {{along(r0, center) + Four<T>(t.x), along(r1, center) + Four<T>(t.y), along(r2, center) + Four<T>(t.z)},
            {along(abs(r0), half), along(abs(r1), half), along(abs(r2), half)}};
  }

  /// The signed_gap (traverse.h) of each child, squared where it is positive.
  std::array<T, 4> gaps(const Cuboid<T>& to) const {
    const Four<T> zero(T(0));
    const auto larger = [](const Four<T>& a, const Four<T>& b) { return where_greater(a, b, a, b); };
    const auto gap = [](const Four<T>& c, const Four<T>& h, T to_center, T to_half) {
      return abs(Four<T>(to_center) - c) - (h + Four<T>(to_half));
    };
    const Four<T> x = gap(center.x, half.x, to.center.x, to.half.x), y = gap(center.y, half.y, to.center.y, to.half.y),
                  z = gap(center.z, half.z, to.center.z, to.half.z);
    const Four<T> most = larger(x, larger(y, z));
    const Four<T> p = larger(x, zero), q = larger(y, zero), r = larger(z, zero);
    std::array<T, 4> all;
    where_greater(most, zero, p * p + q * q + r * r, most).store(all.data());
    return all;
  }

 private:
  static Four<T> low(const FourBoxes<T>& b, std::size_t k) { return Four<T>::load(b.min[k].data()); }
  static Four<T> high(const FourBoxes<T>& b, std::size_t k) { return Four<T>::load(b.max[k].data()); }
};

}  // namespace tactus::pieces
