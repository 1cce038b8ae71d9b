// SPDX-License-Identifier: MIT
#pragma once
/// Bytes become numbers, shapes, poses, options and caches, including hostile ones. Every string of bytes is a case:
/// libFuzzer generates them, and so does test_fuzz from a seed.
#include <tactus/query.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace tactus::fuzz {

/// Bytes past the end are zero.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> data) : data_(data) {}
  std::uint8_t byte() { return at_ < data_.size() ? data_[at_++] : std::uint8_t{0}; }
  int below(int n) { return byte() % n; }
  template <class V> V raw() {
    std::uint8_t bytes[sizeof(V)];
    for (std::uint8_t& b : bytes) b = byte();
    V value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  bool left() const { return at_ < data_.size(); }
  /// Draws how many of the following numbers are hostile: none, one in sixteen, one in two.
  void draw_hostility() {
    const int choice = below(4);
    hostile_of_256_ = choice < 2 ? 0 : choice == 2 ? 16 : 128;
  }
  bool hostile() { return hostile_of_256_ > 0 && byte() < hostile_of_256_; }

 private:
  std::span<const std::uint8_t> data_;
  std::size_t at_ = 0;
  int hostile_of_256_ = 0;
};

// ---- numbers --------------------------------------------------------------------------------------------------------

template <Scalar T> T hostile_number(Bytes& bytes) {
  using Limits = std::numeric_limits<T>;
  constexpr bool wide = Limits::max_exponent > 128;  // double, not float
  const T table[] = {T(0),
                     -T(0),
                     Limits::denorm_min(),
                     Limits::min(),
                     T(wide ? 1e-300 : 1e-37),
                     T(wide ? 1e-155 : 1e-19),
                     T(1e-10),
                     Limits::epsilon(),
                     T(1),
                     T(1e10),
                     T(wide ? 1e155 : 1e19),
                     T(wide ? 1e300 : 1e38),
                     Limits::max(),
                     Limits::infinity(),
                     Limits::quiet_NaN()};
  const int choice = bytes.below(32);
  if (choice >= 30) return bytes.raw<T>();
  return choice < 15 ? table[choice] : -table[choice - 15];
}

/// In [-2, 2] with few digits, so that numbers agree and shapes align; or hostile.
template <Scalar T> T number(Bytes& bytes) {
  if (bytes.hostile()) return hostile_number<T>(bytes);
  const int coarse = bytes.below(33) - 16;
  return bytes.byte() < 128 ? T(coarse) / T(8) : T(coarse) / T(8) + T(static_cast<int>(bytes.byte()) - 128) / T(4096);
}
template <Scalar T> T size(Bytes& bytes) {
  if (bytes.hostile()) return hostile_number<T>(bytes);
  return abs(number<T>(bytes));
}
template <Scalar T> Vec3<T> vector(Bytes& bytes) {
  const T x = number<T>(bytes), y = number<T>(bytes);
  return {x, y, number<T>(bytes)};
}
template <Scalar T> Vec3<T> sizes(Bytes& bytes) {
  const T x = size<T>(bytes), y = size<T>(bytes);
  return {x, y, size<T>(bytes)};
}

/// A count, possibly one that was computed wrongly.
inline int count(Bytes& bytes) {
  constexpr int table[] = {128, 64, 16, 4, 1, 0, -1, INT_MIN, INT_MAX / 4 + 1, INT_MAX};
  return bytes.hostile() ? table[bytes.below(10)] : 128;
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

/// The hull of a few points; of a box now and then, so that faces have four corners.
template <Scalar T> Hull<T> hull(Bytes& bytes) {
  std::vector<Vec3<T>> points;
  const int n = bytes.below(14);
  if (n == 13) {
    const Vec3<T> h = sizes<T>(bytes);
    for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  }
  for (int i = 0; i < n && n < 13; ++i) points.push_back(vector<T>(bytes));
  return Hull<T>::from_points(points);
}

template <Scalar T> Shape<T> composite(Bytes& bytes) {
  // One after the other: compilers may evaluate the arguments of a call in any order.
  const Vec3<T> first = sizes<T>(bytes), second = vector<T>(bytes);
  switch (bytes.below(3)) {
    case 0: return minkowski_sum(Box<T>{first}, Disc<T>{second.x});
    case 1: return rounded(Cone<T>{first.x, first.y}, first.z);
    default: return transformed(Cylinder<T>{first.x, first.y}, translation(second));
  }
}

template <Scalar T> void read_value(Bytes& bytes, FieldRule rule, T& x) {
  x = rule == FieldRule::position ? number<T>(bytes) : size<T>(bytes);
}
template <Scalar T> void read_value(Bytes& bytes, FieldRule rule, Vec2<T>& v) {
  read_value(bytes, rule, v.x), read_value(bytes, rule, v.y);
}
template <Scalar T> void read_value(Bytes& bytes, FieldRule rule, Vec3<T>& v) {
  read_value(bytes, rule, v.x), read_value(bytes, rule, v.y), read_value(bytes, rule, v.z);
}

template <class S, Scalar T> Shape<T> shape_of_type(Bytes& bytes) {
  if constexpr (PlainShape<S>) {
    S s{};
    for_each_field(s, [&](const auto& field, const auto&) { read_value(bytes, field.rule, s.*field.member); });
    return s;
  } else if constexpr (std::same_as<S, Hull<T>>) {
    return hull<T>(bytes);
  } else {
    static_assert(std::same_as<S, Custom<T>>, "a shape that is not made of named numbers: how is it drawn?");
    return composite<T>(bytes);
  }
}

/// Throws std::invalid_argument if the bytes make no shape.
template <Scalar T> Shape<T> shape(Bytes& bytes) {
  constexpr auto kinds = std::variant_size_v<typename Shape<T>::Value>;
  switch (static_cast<ShapeKind>(bytes.below(static_cast<int>(kinds)))) {
#define TACTUS_CASE(Type, kind) \
  case ShapeKind::kind: return shape_of_type<Type<T>, T>(bytes);
    TACTUS_FOR_EACH_SHAPE(TACTUS_CASE)
#undef TACTUS_CASE
  }
  return composite<T>(bytes);  // never reached
}

// ---- poses ----------------------------------------------------------------------------------------------------------

template <Scalar T> Mat3<T> rotation(Bytes& bytes) {
  const auto small = [&] { return T(bytes.below(9) - 4); };
  const Quat<T> q{small(), small(), small(), small()};
  if (q.w == T(0) && q.vector() == Vec3<T>{}) return {};
  return to_matrix(normalized(q));
}

/// Rigid, nearly rigid (drifted), or not rigid: mirrored, or with arbitrary numbers.
template <Scalar T> Pose<T> pose(Bytes& bytes) {
  const int kind = bytes.below(16);
  Pose<T> x{kind < 4 ? Mat3<T>{} : rotation<T>(bytes), vector<T>(bytes)};
  if (!bytes.hostile()) return x;
  constexpr T drifts[] = {T(1e-12), T(1e-8), T(4e-7), T(1e-6), T(3e-5), T(1e-3)};
  switch (kind % 4) {
    case 0:
    case 1: {
      const int row = bytes.below(3), column = bytes.below(3);
      x.rotation(row, column) += drifts[bytes.below(6)];
      break;
    }
    case 2: x.rotation.columns[bytes.below(3)] *= T(-1); break;
    default:
      for (Vec3<T>& column : x.rotation.columns) column = vector<T>(bytes);
  }
  return x;
}

// ---- options and caches ---------------------------------------------------------------------------------------------

template <Scalar T> Options<T> options(Bytes& bytes) {
  Options<T> o;
  if (bytes.hostile()) o.tolerance = hostile_number<T>(bytes);
  if (bytes.hostile()) o.max_distance = hostile_number<T>(bytes);
  o.max_iterations = count(bytes);
  return o;
}

/// For calls that take as many steps as the cap allows: motions of a billion turns, and algorithms whose steps may be
/// tiny. The queries of bodies at rest end by themselves, whatever the cap.
template <Scalar T> Options<T> with_low_cap(Options<T> o) {
  o.max_iterations = std::min(o.max_iterations, 256);
  return o;
}

/// Arbitrary numbers. Only the limits of the language are kept: a bool is a bool, and so is an enumerator.
template <Scalar T> PairCache<T> garbage_cache(Bytes& bytes) {
  static_assert(std::is_trivially_copyable_v<PairCache<T>>);
  const auto feature = [&] {
    const auto kind = static_cast<FeatureKind>(bytes.below(4));
    return Feature{kind, bytes.byte() < 128 ? bytes.byte() : bytes.raw<std::uint32_t>()};
  };
  std::array<std::uint8_t, sizeof(PairCache<T>)> raw;
  for (std::uint8_t& b : raw) b = bytes.byte();
  PairCache<T> cache;
  std::memcpy(static_cast<void*>(&cache), raw.data(), raw.size());
  for (bool* flag : {&cache.proof.tried, &cache.proof.used}) *flag = bytes.byte() % 2 == 1;
  cache.feature_a = feature(), cache.feature_b = feature();
  if (bytes.byte() < 64) return cache;
  cache.count = bytes.below(6) - 1, cache.vertex_count = bytes.below(6) - 1;  // other values are hardly ever used
  for (std::size_t i = 0; i < 4; ++i) {
    if (bytes.byte() < 192) cache.directions[i] = vector<T>(bytes);
    cache.vertices_a[i] = bytes.byte(), cache.vertices_b[i] = bytes.byte();
  }
  return cache;
}

}  // namespace tactus::fuzz
