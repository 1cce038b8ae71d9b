#pragma once
/// Support vertex by looking at every vertex: nothing beats it on small hulls.
#include <tactus/math/vec3.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

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

/// Values side by side, as the compilers' vectors: as wide as the target is known to have, no wider (emulated ones are
/// slower than none).
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

/// The same answer, bit for bit, with a running maximum in each lane and no branch that depends on the direction.
/// xs, ys, zs: a multiple of `lanes` long.
template <class T>
std::uint32_t linear_by_lanes(std::span<const T> xs, std::span<const T> ys, std::span<const T> zs,
                              const Vec3<T>& direction) {
  using Values = typename Vector<T>::Values;
  using Indices = typename Vector<T>::Indices;
  constexpr std::size_t width = vector_bytes / sizeof(T);
  const auto load = [](const T* from) {
    Values v;
    std::memcpy(&v, from, sizeof v);
    return v;
  };
  const auto values = [&](std::size_t i) {
    return load(&xs[i]) * direction.x + load(&ys[i]) * direction.y + load(&zs[i]) * direction.z;
  };
  Indices index{};
  for (std::size_t lane = 0; lane < width; ++lane) index[lane] = static_cast<int>(lane);
  Indices best = index;
  Values best_value = values(0);
  for (std::size_t i = width; i < xs.size(); i += width) {
    index += static_cast<int>(width);
    const Values value = values(i);
    const Indices larger = value > best_value;
    best_value = larger ? value : best_value;
    best = larger ? index : best;
  }
  std::size_t top = 0;
  for (std::size_t lane = 1; lane < width; ++lane) {
    const bool tie = best_value[lane] == best_value[top] && best[lane] < best[top];
    if (best_value[lane] > best_value[top] || tie) top = lane;
  }
  return static_cast<std::uint32_t>(best[top]);
}

/// Index of the vertex farthest along the direction; the lowest of equals, 0 for the zero direction.
template <Scalar T>
constexpr std::uint32_t linear(std::span<const T> xs, std::span<const T> ys, std::span<const T> zs,
                               const Vec3<T>& direction) {
  if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
    if (!std::is_constant_evaluated() && xs.size() % lanes == 0) return linear_by_lanes(xs, ys, zs, direction);
  }
  return linear_one_by_one(xs, ys, zs, direction);
}

}  // namespace tactus::lookup
