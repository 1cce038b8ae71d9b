// SPDX-License-Identifier: MIT
#pragma once
/// A few points by coordinate: finds the farthest along a direction by testing all of them, without a branch.
#include <tactus/lookup/lanes.h>
#include <tactus/math/pose.h>

namespace tactus::lookup {

/// Few enough that testing all points is faster than any search, and that a point's number fits into a few bits.
inline constexpr std::size_t few_points = 64;

/// At most `few_points` points: all x, then all y, then all z, each padded to a multiple of `lanes` with copies of
/// point 0. For float and double. Owns nothing.
template <class T> struct FewPoints {
  using V = Lanes<T>;
  using Word = typename V::Word;
  const T* xs;
  std::size_t padded, count;

  Vec3<T> operator[](std::uint32_t i) const { return {xs[i], xs[padded + i], xs[2 * padded + i]}; }

  /// A point farthest along the direction, up to 2·few_points units in the last place of its product: each product
  /// carries the point's number in its last bits, so the maximum also gives the number. Comparisons and a search for
  /// the winner would take half as long again, and the caller waits for the result.
  [[gnu::always_inline]] std::uint32_t about_farthest(const Vec3<T>& d) const {
    constexpr Word number = static_cast<Word>(few_points - 1);
    auto best = best_of_block(0, d);
    for (std::size_t block = lanes; block < padded; block += lanes) best = V::greater(best, best_of_block(block, d));
    const Word farthest = std::bit_cast<Word>(V::greatest(best)) & number;
    return farthest < static_cast<Word>(count) ? static_cast<std::uint32_t>(farthest) : 0;
  }

  /// The largest direction·x of all points, to rounding.
  [[gnu::always_inline]] T reach(const Vec3<T>& d) const {
    auto most = products(0, d);
    for (std::size_t i = V::width; i < padded; i += V::width) most = V::greater(most, products(i, d));
    return V::greatest(most);
  }

 private:
  /// The best of `lanes` products with their numbers. The block's number is a multiple of `lanes` and uses other bits.
  [[gnu::always_inline]] auto best_of_block(std::size_t block, const Vec3<T>& d) const {
    using Words = typename V::Masks;
    Words lane;
    for (std::size_t i = 0; i < V::width; ++i) lane[i] = static_cast<Word>(i);
    const auto signed_by = [&](std::size_t i) __attribute__((always_inline)) {
      const Words bits = std::bit_cast<Words>(products(block + i, d)) & ~static_cast<Word>(few_points - 1);
      return std::bit_cast<typename V::Values>(bits | (lane + static_cast<Word>(i)));
    };
    auto even = signed_by(0), odd = signed_by(V::width);
    for (std::size_t i = 2 * V::width; i < lanes; i += 2 * V::width) {
      even = V::greater(even, signed_by(i));
      odd = V::greater(odd, signed_by(i + V::width));
    }
    return std::bit_cast<typename V::Values>(std::bit_cast<Words>(V::greater(even, odd)) | static_cast<Word>(block));
  }
  auto products(std::size_t i, const Vec3<T>& d) const {
    return V::load(xs + i) * d.x + V::load(xs + padded + i) * d.y + V::load(xs + 2 * padded + i) * d.z;
  }
};

/// The same points in another frame.
template <class T> class MovedPoints {
 public:
  MovedPoints(const FewPoints<T>& points, const Pose<T>& pose) : padded_(points.padded), count_(points.count) {
    using V = Lanes<T>;
    const auto& [c0, c1, c2] = pose.rotation.columns;
    const Vec3<T>& t = pose.translation;
    for (std::size_t i = 0; i < padded_; i += V::width) {
      const auto x = V::load(points.xs + i), y = V::load(points.xs + padded_ + i),
                 z = V::load(points.xs + 2 * padded_ + i);
      V::store(values_ + i, x * c0.x + y * c1.x + z * c2.x + t.x);
      V::store(values_ + padded_ + i, x * c0.y + y * c1.y + z * c2.y + t.y);
      V::store(values_ + 2 * padded_ + i, x * c0.z + y * c1.z + z * c2.z + t.z);
    }
  }
  FewPoints<T> view() const { return {values_, padded_, count_}; }

 private:
  std::size_t padded_, count_;
  union {  // written before they are read, and not zeroed first
    alignas(64) T values_[3 * few_points];
  };
};

}  // namespace tactus::lookup
