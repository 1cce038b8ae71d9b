// SPDX-License-Identifier: MIT
#pragma once
/// Support vertex by scanning all vertices: the fastest method on small hulls.
#include <tactus/math/export.h>
#include <tactus/math/vec3.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace tactus::lookup {

/// The vertices of a hull are padded to a multiple of this, with copies of vertex 0.
inline constexpr std::size_t lanes = 16;

/// Index of the vertex farthest along the direction, one after the other; the lowest of equals.
template <Scalar T>
constexpr std::uint32_t linear_one_by_one(std::span<const T> xs, std::span<const T> ys, std::span<const T> zs,
                                          const Vec3<T>& direction) {
  std::uint32_t best = 0;
  T best_value = xs[0] * direction.x + ys[0] * direction.y + zs[0] * direction.z;
  for (std::size_t i = 1; i < xs.size(); ++i) {
    const T value = xs[i] * direction.x + ys[i] * direction.y + zs[i] * direction.z;
    if (value > best_value) best_value = value, best = static_cast<std::uint32_t>(i);
  }
  return best;
}

/// Values side by side, as the compilers' vectors: as wide as the target is known to have, no wider (emulated vectors
/// are slower than none).
#if defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif
template <class T> struct Vector;
template <> struct Vector<float> {
  typedef float Values __attribute__((vector_size(vector_bytes)));
  typedef std::int32_t Indices __attribute__((vector_size(vector_bytes)));
};
template <> struct Vector<double> {
  typedef double Values __attribute__((vector_size(vector_bytes)));
  typedef std::int64_t Indices __attribute__((vector_size(vector_bytes)));
};

/// The farthest vertex so far in each lane, and its index.
template <class T> struct LaneMaxima {
  using Values = typename Vector<T>::Values;
  using Indices = typename Vector<T>::Indices;
  static constexpr std::size_t width = vector_bytes / sizeof(T);
  Values value;
  Indices index;

  /// Later vertices: they count only if they are farther.
  void take(const Values& later, const Indices& where) {
    const Indices farther = later > value;
    value = farther ? later : value;
    index = farther ? where : index;
  }
  /// Vertices in any order: the lower index wins a tie.
  void merge(const LaneMaxima& other) {
    const Indices better = (other.value > value) | ((other.value == value) & (other.index < index));
    value = better ? other.value : value;
    index = better ? other.index : index;
  }
  /// The best of all lanes: the highest value, then the lowest index that has it. Branch-free, because the winning lane
  /// is unpredictable. (Index 0 if all values are NaN.)
  std::uint32_t best() const {
    T highest = value[0];
    for (std::size_t lane = 1; lane < width; ++lane) highest = max(highest, value[lane]);
    constexpr std::int32_t none = 0x7fffffff;
    const Indices hits = value == Values{} + highest ? index : Indices{} + none;
    auto lowest = hits[0];
    for (std::size_t lane = 1; lane < width; ++lane) lowest = hits[lane] < lowest ? hits[lane] : lowest;
    return lowest == none ? 0 : static_cast<std::uint32_t>(lowest);
  }
};

/// The same answer, bit for bit, with a running maximum in each lane of two vectors (two, because each comparison waits
/// for the previous one) and no branch that depends on the direction. The lengths of xs, ys, zs are a multiple of
/// `lanes`.
template <class T>
std::uint32_t linear_by_lanes(std::span<const T> xs, std::span<const T> ys, std::span<const T> zs,
                              const Vec3<T>& direction) {
  using Maxima = LaneMaxima<T>;
  constexpr std::size_t width = Maxima::width;
  const auto load = [](const T* from) {
    typename Maxima::Values v;
    std::memcpy(&v, from, sizeof v);
    return v;
  };
  const auto values = [&](std::size_t i) {
    return load(&xs[i]) * direction.x + load(&ys[i]) * direction.y + load(&zs[i]) * direction.z;
  };
  Maxima even{values(0), {}}, odd{values(width), {}};
  for (std::size_t lane = 0; lane < width; ++lane) {
    even.index[lane] = static_cast<int>(lane);
    odd.index[lane] = static_cast<int>(lane + width);
  }
  auto at_even = even.index, at_odd = odd.index;
  for (std::size_t i = 2 * width; i < xs.size(); i += 2 * width) {
    at_even += static_cast<int>(2 * width), at_odd += static_cast<int>(2 * width);
    even.take(values(i), at_even);
    odd.take(values(i + width), at_odd);
  }
  even.merge(odd);
  return even.best();
}

/// The same again, with the best instructions of the machine, detected at run time (linear_dispatch.cpp). A library
/// built without Highway falls back on linear_by_lanes.
TACTUS_API std::uint32_t linear_dispatched(std::span<const float> xs, std::span<const float> ys,
                                           std::span<const float> zs, const Vec3<float>& direction);
TACTUS_API std::uint32_t linear_dispatched(std::span<const double> xs, std::span<const double> ys,
                                           std::span<const double> zs, const Vec3<double>& direction);
/// The instruction set it uses on this machine.
TACTUS_API const char* linear_target();

/// Index of the vertex farthest along the direction; the lowest of equals, 0 for the zero direction.
template <Scalar T>
constexpr std::uint32_t linear(std::span<const T> xs, std::span<const T> ys, std::span<const T> zs,
                               const Vec3<T>& direction) {
  if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
    if (!std::is_constant_evaluated() && xs.size() % lanes == 0) {
      return linear_dispatched(xs, ys, zs, direction);
    }
  }
  return linear_one_by_one(xs, ys, zs, direction);
}

}  // namespace tactus::lookup
