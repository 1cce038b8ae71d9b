// SPDX-License-Identifier: MIT
#pragma once
/// A ray against the boxes of a node: four children at a time, in lanes of float.
///
/// Boxes only guide the search, so single precision is enough if it errs to the safe side: every bound is moved outward
/// by more than its rounding error, and a bound that left the range of float (NaN) excludes nothing. [Ize 2013] The bytes
/// of a node's grid are used as they are: along an axis, a place on the grid is a place along the ray after one product
/// and one sum.
#include <tactus/math/four.h>
#include <tactus/nonconvex/wide_tree.h>

#include <bit>

namespace tactus::pieces {

template <Scalar T> class RayBoxes {
 public:
  using Lanes = Four<float>;

  /// Lengths along the ray are measured in a unit with which all of them are about 1, so that they fit in a float.
  RayBoxes(const Vec3<T>& origin, const Vec3<T>& direction, const Aabb<T>& bounds) : origin_(origin) {
    const Vec3<T> size = bounds.max - bounds.min, farthest = max(abs(bounds.min - origin), abs(bounds.max - origin));
    const T reach = max_abs(farthest), unit = reach > T(0) && is_finite(reach) ? reach / max_abs(direction) : T(1);
    per_unit_ = T(1) / unit;
    const T steepest = T(1e30L) / (unit * max_abs(direction));  // parallel to the planes: a very long way between them
    for (int k = 0; k < 3; ++k) {
      const T inverse = T(1) / (direction[k] * unit);
      const bool parallel = !(abs(inverse) < steepest);
      inverse_[k] = parallel ? (direction[k] < T(0) ? -steepest : steepest) : inverse;
      const auto axis = static_cast<std::size_t>(k);
      near_[axis] = direction[k] < T(0) ? 12 + 4 * axis : 4 * axis, far_[axis] = 12 + 8 * axis - near_[axis];
      error_[axis] =
          static_cast<float>(T(8) * unit_roundoff<float> * abs(inverse_[k]) * (farthest[k] + T(4) * size[k]));
    }
  }

  /// A place along the ray as the boxes measure it, rounded up.
  float in_units(T t) const { return static_cast<float>(t * per_unit_) * (1 + 4 * unit_roundoff<float>); }

  /// Where the ray enters each box, no earlier than 0; `hit`: a bit for each box that it enters before `most`.
  struct Entries {
    std::array<float, 4> at;
    unsigned hit;
  };
  Entries entries(const typename WideTree<T>::Node& node, float most) const {
    Lanes enter(0.0f), leave(most);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const T inverse = inverse_[static_cast<int>(axis)];
      const float at = static_cast<float>((node.base[axis] - origin_[static_cast<int>(axis)]) * inverse);
      const Lanes step(static_cast<float>(two_to_the<T>(node.step[axis]) * inverse));
      narrow(enter, leave, step * from_bytes(&node.grid[near_[axis]]) + Lanes(at - error_[axis]),
             step * from_bytes(&node.grid[far_[axis]]) + Lanes(at + error_[axis]));
    }
    return found(enter, leave, node.count);
  }

  Entries entries(const FourBoxes<T>& boxes, float most) const {
    Lanes enter(0.0f), leave(most);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<int>(axis);
      std::array<float, 4> near{}, far{};
      for (std::size_t i = 0; i < static_cast<std::size_t>(boxes.count); ++i) {
        const auto along = [&](const auto& bounds) {
          return static_cast<float>((bounds[axis][i] - origin_[k]) * inverse_[k]);
        };
        const float p = along(boxes.min), q = along(boxes.max);
        near[i] = (inverse_[k] < T(0) ? q : p) - error_[axis], far[i] = (inverse_[k] < T(0) ? p : q) + error_[axis];
      }
      narrow(enter, leave, Lanes::load(near.data()), Lanes::load(far.data()));
    }
    return found(enter, leave, boxes.count);
  }

 private:
  static void narrow(Lanes& enter, Lanes& leave, const Lanes& near, const Lanes& far) {
    enter = where_greater(near, enter, near, enter), leave = where_greater(leave, far, far, leave);
  }
  static Entries found(const Lanes& enter, const Lanes& leave, int count) {
    Entries all;
    enter.store(all.at.data());
    all.hit = ~greater_bits(enter, leave) & ((1u << count) - 1);
    return all;
  }
  /// Zeros are put beside each byte, and then beside each pair. (Left alone, g++ 12 converts byte by byte.)
  static Lanes from_bytes(const std::uint8_t* from) {
    typedef std::uint8_t Bytes __attribute__((vector_size(16)));
    typedef std::uint16_t Pairs __attribute__((vector_size(16)));
    typedef std::int32_t Words __attribute__((vector_size(16)));
    static_assert(std::endian::native == std::endian::little);  // a byte comes before its zeros
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    const Bytes bytes = (Bytes)Words{four, 0, 0, 0};
    const Pairs pairs =
        (Pairs)__builtin_shufflevector(bytes, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const Words words = (Words)__builtin_shufflevector(pairs, Pairs{}, 0, 8, 1, 9, 2, 10, 3, 11);
    return Lanes(__builtin_convertvector(words, Lanes::Values));
  }

  Vec3<T> origin_, inverse_{};  // inverse_: of the direction, per unit
  T per_unit_{};
  std::array<float, 3> error_{};
  std::array<std::size_t, 3> near_{}, far_{};  // where the near and the far planes' bytes begin
};

}  // namespace tactus::pieces
