// SPDX-License-Identifier: MIT
#pragma once
/// A ray against the boxes of a node: four children at a time, in lanes of float.
///
/// Boxes only guide the search, so single precision is enough if it errs to the safe side. Every bound is moved outward
/// by more than its rounding error, and a bound that left the range of float (NaN) excludes nothing. [Ize 2013]
#include <tactus/math/four.h>
#include <tactus/nonconvex/wide_tree.h>

namespace tactus::pieces {

template <Scalar T> class RayBoxes {
 public:
  using Lanes = Four<float>;

  /// Lengths along the ray are measured in a unit with which all of them are about 1, so that they fit in a float.
  RayBoxes(const Vec3<T>& origin, const Vec3<T>& direction, const Aabb<T>& bounds) : origin_(origin) {
    const T reach = max_abs(bounds.max - bounds.min) + max_abs(bounds.center() - origin);
    const T unit = reach > T(0) && is_finite(reach) ? reach / max_abs(direction) : T(1);
    per_unit_ = T(1) / unit;
    for (int k = 0; k < 3; ++k) {
      forward_[static_cast<std::size_t>(k)] = !(direction[k] < T(0));
      // Parallel to the planes: as if it took very long from one plane to the other. A ray in a plane of a box is in the
      // box all the way, which is shorter than 4 units.
      const bool parallel = direction[k] == T(0);
      inverse_[k] = parallel ? T(1e30L) : T(1) / (direction[k] * unit);
      outward_[static_cast<std::size_t>(k)] = parallel ? 4.0f : 0.0f;
    }
  }

  /// A place along the ray as the boxes measure it, rounded up.
  float in_units(T t) const { return static_cast<float>(t * per_unit_) * (1 + 4 * unit_roundoff<float>); }

  /// Where the ray enters each box, no earlier than 0; infinity where it does not enter before `most`.
  std::array<float, 4> entries(const typename WideTree<T>::Node& node, float most) const {
    std::array<float, 24> steps;  // one long loop, as in WideTree::open
    for (std::size_t k = 0; k < 24; ++k) steps[k] = static_cast<float>(node.grid[k]);
    Lanes enter(0.0f), leave(most);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const T inverse = inverse_[static_cast<int>(axis)];
      const T start = (node.base[axis] - origin_[static_cast<int>(axis)]) * inverse;
      const float at = static_cast<float>(start), step = static_cast<float>(two_to_the<T>(node.step[axis]) * inverse);
      const float error = 8 * unit_roundoff<float> * (abs(at) + 256 * abs(step)) + outward_[axis];
      const float* low = &steps[4 * axis];
      const float* high = &steps[12 + 4 * axis];
      narrow(enter, leave, Lanes(step) * Lanes::load(forward_[axis] ? low : high) + Lanes(at - error),
             Lanes(step) * Lanes::load(forward_[axis] ? high : low) + Lanes(at + error));
    }
    return missed_is_infinite(enter, leave);
  }

  std::array<float, 4> entries(const FourBoxes<T>& boxes, float most) const {
    Lanes enter(0.0f), leave(most);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<int>(axis);
      std::array<float, 4> near{}, far{};
      for (std::size_t i = 0; i < static_cast<std::size_t>(boxes.count); ++i) {
        const auto bound = [&](const auto& from, float outward) {
          const float at = static_cast<float>((from[axis][i] - origin_[k]) * inverse_[k]);
          return at + outward * (8 * unit_roundoff<float> * abs(at) + outward_[axis]);
        };
        near[i] = bound(forward_[axis] ? boxes.min : boxes.max, -1.0f);
        far[i] = bound(forward_[axis] ? boxes.max : boxes.min, 1.0f);
      }
      narrow(enter, leave, Lanes::load(near.data()), Lanes::load(far.data()));
    }
    return missed_is_infinite(enter, leave);
  }

 private:
  static void narrow(Lanes& enter, Lanes& leave, const Lanes& near, const Lanes& far) {
    enter = where_greater(near, enter, near, enter), leave = where_greater(leave, far, far, leave);
  }
  static std::array<float, 4> missed_is_infinite(const Lanes& enter, const Lanes& leave) {
    std::array<float, 4> all;
    where_greater(enter, leave, Lanes(infinity<float>), enter).store(all.data());
    return all;
  }

  Vec3<T> origin_, inverse_{};  // inverse_: of the direction, per unit
  T per_unit_{};
  std::array<bool, 3> forward_{};
  std::array<float, 3> outward_{};
};

}  // namespace tactus::pieces
