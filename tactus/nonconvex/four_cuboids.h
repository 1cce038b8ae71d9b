// SPDX-License-Identifier: MIT
#pragma once
/// The four children of a node against one box, one child per lane.
#include <tactus/math/four.h>
#include <tactus/nonconvex/mesh_data.h>

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

  Cuboid<T> one(int i) const { return {{center.x[i], center.y[i], center.z[i]}, {half.x[i], half.y[i], half.z[i]}}; }
  FourCuboids seen_from(const Pose<T>& x) const {
    const Mat3<T>& r = x.rotation;
    const Vec3<T>&t = x.translation, r0 = r.row(0), r1 = r.row(1), r2 = r.row(2);
    return {{along(r0, center) + Four<T>(t.x), along(r1, center) + Four<T>(t.y), along(r2, center) + Four<T>(t.z)},
            {along(abs(r0), half), along(abs(r1), half), along(abs(r2), half)}};
  }

  /// How far each child is from what lies between two planes, along their normal, less the slack; squared where it is
  /// positive.
  Four<T> gaps(const Planes<T>& to, T slack) const {
    const Four<T> zero(T(0)), middle(dot(to.normal, to.middle));
    const Four<T> gap = abs(middle - along(to.normal, center)) - along(abs(to.normal), half) - Four<T>(to.half + slack);
    return where_greater(gap, zero, gap * gap, gap);
  }

  /// The signed_gap (traverse.h) of each child, squared where it is positive.
  Four<T> gaps(const Cuboid<T>& to) const {
    const Four<T> zero(T(0));
    const auto larger = [](const Four<T>& a, const Four<T>& b) { return where_greater(a, b, a, b); };
    const auto gap = [](const Four<T>& c, const Four<T>& h, T to_center, T to_half) {
      return abs(Four<T>(to_center) - c) - (h + Four<T>(to_half));
    };
    const Four<T> x = gap(center.x, half.x, to.center.x, to.half.x), y = gap(center.y, half.y, to.center.y, to.half.y),
                  z = gap(center.z, half.z, to.center.z, to.half.z);
    const Four<T> most = larger(x, larger(y, z));
    const Four<T> p = larger(x, zero), q = larger(y, zero), r = larger(z, zero);
    return where_greater(most, zero, p * p + q * q + r * r, most);
  }

 private:
  static Four<T> along(const Vec3<T>& n, const Rows& v) {
    return Four<T>(n.x) * v.x + Four<T>(n.y) * v.y + Four<T>(n.z) * v.z;
  }
  static Four<T> low(const FourBoxes<T>& b, std::size_t k) { return Four<T>::load(b.min[k].data()); }
  static Four<T> high(const FourBoxes<T>& b, std::size_t k) { return Four<T>::load(b.max[k].data()); }
};

/// What a search needs of a node's children.
template <Scalar T> struct Children {
  FourCuboids<T> boxes;
  std::array<Ref, 4> refs;
  std::array<Slab, 4> slabs;
  int count;
};

template <Scalar T> Children<T> children_of(const PieceSource<T>& body, Ref ref) {
  FourBoxes<T> boxes;
  body.open(ref, boxes);
  return {FourCuboids<T>::of(boxes), boxes.refs, boxes.slabs, boxes.count};
}

/// Directly from the bytes of the grid, without computing the boxes' ends first.
template <Scalar T> Children<T> children_of(const MeshData<T>& body, Ref ref) {
  const typename WideTree<T>::Node& node = body.tree().node(ref);
  const std::array<T, 24> grid = node.steps();
  const auto rows = [&](auto&& of_axis) {
    return typename FourCuboids<T>::Rows{of_axis(std::size_t{0}), of_axis(std::size_t{1}), of_axis(std::size_t{2})};
  };
  const auto low = [&](std::size_t axis) { return Four<T>::load(&grid[4 * axis]); };
  const auto high = [&](std::size_t axis) { return Four<T>::load(&grid[12 + 4 * axis]); };
  const auto half_step = [&](std::size_t axis) { return Four<T>(two_to_the<T>(node.step[axis]) * T(0.5)); };
  return {{rows([&](std::size_t k) { return Four<T>(node.base[k]) + half_step(k) * (low(k) + high(k)); }),
           rows([&](std::size_t k) { return half_step(k) * (high(k) - low(k)); })},
          node.refs,
          node.slabs,
          node.count};
}

}  // namespace tactus::pieces
