// SPDX-License-Identifier: MIT
#pragma once
/// Vectors for the loops over a group of contacts: loads and stores, from lanes and from the bodies of the contacts.
#include <sim/rigid/soft/lanes.h>

namespace tactus::sim::rigid {

namespace {  // every file that is compiled for another processor has its own copy

template <Scalar T> using Vector = std::conditional_t<width<T> == 8, Eight<T>, Four<T, vector_register>>;
template <Scalar T> using Vector3 = Vec3<Vector<T>>;
template <Scalar T> using Quarter = Four<T, vector_register>;  // four numbers of one body or contact

template <Scalar T> Vector<T> load(const Lanes<T>& l) { return Vector<T>::load(l.v); }
template <Scalar T> Vector3<T> load(const Lanes3<T>& l) { return {load(l.x), load(l.y), load(l.z)}; }
template <Scalar T> void store(Lanes<T>& l, const Vector<T>& v) { v.store(l.v); }
template <Scalar T> void store(Lanes3<T>& l, const Vector3<T>& v) { store(l.x, v.x), store(l.y, v.y), store(l.z, v.z); }

template <Scalar T> Vector3<T> operator*(const SymmetricLanes<T>& m, const Vector3<T>& v) {
  const Vector<T> xy = load(m.xy), yz = load(m.yz), zx = load(m.zx);
  return {load(m.xx) * v.x + xy * v.y + zx * v.z, xy * v.x + load(m.yy) * v.y + yz * v.z,
          zx * v.x + yz * v.y + load(m.zz) * v.z};
}

/// Transposes a 4 x 4 matrix given by its rows.
template <Scalar T> void transpose(Quarter<T>& a, Quarter<T>& b, Quarter<T>& c, Quarter<T>& d) {
  if constexpr (4 * sizeof(T) <= vector_register) {
    const auto ab_02 = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6),
               ab_13 = __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const auto cd_02 = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6),
               cd_13 = __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    a.v = __builtin_shufflevector(ab_02, cd_02, 0, 1, 4, 5), b.v = __builtin_shufflevector(ab_13, cd_13, 0, 1, 4, 5);
    c.v = __builtin_shufflevector(ab_02, cd_02, 2, 3, 6, 7), d.v = __builtin_shufflevector(ab_13, cd_13, 2, 3, 6, 7);
  } else {
    const Quarter<T> p = a, q = b, r = c, s = d;
    a.low = __builtin_shufflevector(p.low, q.low, 0, 2), a.high = __builtin_shufflevector(r.low, s.low, 0, 2);
    b.low = __builtin_shufflevector(p.low, q.low, 1, 3), b.high = __builtin_shufflevector(r.low, s.low, 1, 3);
    c.low = __builtin_shufflevector(p.high, q.high, 0, 2), c.high = __builtin_shufflevector(r.high, s.high, 0, 2);
    d.low = __builtin_shufflevector(p.high, q.high, 1, 3), d.high = __builtin_shufflevector(r.high, s.high, 1, 3);
  }
}

/// Four numbers of each body or contact: in memory they follow each other, here each has its vector.
template <Scalar T> struct Numbers {
  Vector<T> x, y, z, w;
  Vector3<T> xyz() const { return {x, y, z}; }

  /// from(lane) points to the four numbers. They are loaded directly: g++ fills an array in between by halves, and the
  /// processor cannot load a whole that was just stored by halves until both are in the cache.
  template <class F> static Numbers gather(F&& from) {
    const auto four = [&](std::uint32_t lane) {
      std::array<Quarter<T>, 4> q{Quarter<T>::load(from(lane)), Quarter<T>::load(from(lane + 1)),
                                  Quarter<T>::load(from(lane + 2)), Quarter<T>::load(from(lane + 3))};
      transpose<T>(q[0], q[1], q[2], q[3]);
      return q;
    };
    if constexpr (width<T> == 4) {
      const auto q = four(0);
      return {q[0], q[1], q[2], q[3]};
    } else {
      const auto q = four(0), p = four(4);
      return {{q[0], p[0]}, {q[1], p[1]}, {q[2], p[2]}, {q[3], p[3]}};
    }
  }
  /// Writes them to to(lane), which may be null.
  template <class F> void scatter(F&& to) const {
    const auto four = [&](std::uint32_t lane, Quarter<T> a, Quarter<T> b, Quarter<T> c, Quarter<T> d) {
      transpose<T>(a, b, c, d);
      if (T* p = to(lane)) a.store(p);
      if (T* p = to(lane + 1)) b.store(p);
      if (T* p = to(lane + 2)) c.store(p);
      if (T* p = to(lane + 3)) d.store(p);
    };
    if constexpr (width<T> == 4) {
      four(0, x, y, z, w);
    } else {
      four(0, x.low(), y.low(), z.low(), w.low()), four(4, x.high(), y.high(), z.high(), w.high());
    }
  }
};

/// The first eight numbers of each body: a vector, a number, a vector, a number.
template <Scalar T> struct BodyVectors {
  Vector3<T> linear;
  Vector<T> mass;
  Vector3<T> angular;
  Vector<T> rest;

  /// Of bodies[indices[0]], bodies[indices[1]], …
  template <class Body> static BodyVectors gather(const std::vector<Body>& bodies, const std::uint32_t* indices) {
    const auto half = [&](std::size_t at) {
      return Numbers<T>::gather([&](auto lane) { return reinterpret_cast<const T*>(&bodies[indices[lane]]) + at; });
    };
    const Numbers<T> first = half(0), second = half(4);
    return {first.xyz(), first.w, second.xyz(), second.w};
  }
  /// Writes back only the bodies whose bit in `lanes` is set.
  template <class Body>
  void scatter(std::vector<Body>& bodies, const std::uint32_t* indices, std::uint32_t lanes) const {
    const auto half = [&](const Numbers<T>& numbers, std::size_t at) {
      numbers.scatter(
          [&](auto lane) { return lanes >> lane & 1u ? reinterpret_cast<T*>(&bodies[indices[lane]]) + at : nullptr; });
    };
    half({linear.x, linear.y, linear.z, mass}, 0), half({angular.x, angular.y, angular.z, rest}, 4);
  }
};

/// 1 / response, and 0 where the response is 0.
template <Scalar T> Vector<T> mass_of(const Vector<T>& response) {
  const Vector<T> zero(T(0)), one(T(1));
  return where_greater(response, zero, one / where_greater(response, zero, response, one), zero);
}

}  // namespace

}  // namespace tactus::sim::rigid
