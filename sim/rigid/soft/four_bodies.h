// SPDX-License-Identifier: MIT
#pragma once
/// Loads and stores vectors of four numbers: from arrays of lanes, and from four bodies at once.
#include <sim/rigid/soft/lanes.h>

namespace tactus::sim::rigid {

namespace {  // every file that is compiled for another processor has its own copy

template <Scalar T> using Vector = Four<T, vector_register>;
template <Scalar T> using Vector3 = Vec3<Vector<T>>;

template <Scalar T> Vector<T> load(const Lanes<T>& l) { return Vector<T>::load(l.v); }
template <Scalar T> Vector3<T> load(const Lanes3<T>& l) { return {load(l.x), load(l.y), load(l.z)}; }
template <Scalar T> void store(Lanes<T>& l, const Vector<T>& v) { v.store(l.v); }
template <Scalar T> void store(Lanes3<T>& l, const Vector3<T>& v) { store(l.x, v.x), store(l.y, v.y), store(l.z, v.z); }

/// Transposes a 4 x 4 matrix given by its rows.
template <Scalar T> void transpose(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<T>& d) {
  if constexpr (4 * sizeof(T) <= vector_register) {
    const auto ab_02 = __builtin_shufflevector(a.v, b.v, 0, 4, 2, 6),
               ab_13 = __builtin_shufflevector(a.v, b.v, 1, 5, 3, 7);
    const auto cd_02 = __builtin_shufflevector(c.v, d.v, 0, 4, 2, 6),
               cd_13 = __builtin_shufflevector(c.v, d.v, 1, 5, 3, 7);
    a.v = __builtin_shufflevector(ab_02, cd_02, 0, 1, 4, 5), b.v = __builtin_shufflevector(ab_13, cd_13, 0, 1, 4, 5);
    c.v = __builtin_shufflevector(ab_02, cd_02, 2, 3, 6, 7), d.v = __builtin_shufflevector(ab_13, cd_13, 2, 3, 6, 7);
  } else {
    const Vector<T> p = a, q = b, r = c, s = d;
    a.low = __builtin_shufflevector(p.low, q.low, 0, 2), a.high = __builtin_shufflevector(r.low, s.low, 0, 2);
    b.low = __builtin_shufflevector(p.low, q.low, 1, 3), b.high = __builtin_shufflevector(r.low, s.low, 1, 3);
    c.low = __builtin_shufflevector(p.high, q.high, 0, 2), c.high = __builtin_shufflevector(r.high, s.high, 0, 2);
    d.low = __builtin_shufflevector(p.high, q.high, 1, 3), d.high = __builtin_shufflevector(r.high, s.high, 1, 3);
  }
}

/// The first eight numbers of each of four bodies, one body per lane: a vector, a number, a vector, a number.
template <Scalar T> struct FourBodies {
  Vector3<T> linear;
  Vector<T> mass;
  Vector3<T> angular;
  Vector<T> rest;

  template <class Body> static FourBodies gather(const std::vector<Body>& bodies, const std::uint32_t (&indices)[4]) {
    // Not by way of an array: g++ would fill it in two halves, and the processor cannot load a whole that was just
    // stored in halves until both are in the cache.
    const auto row = [&](std::size_t lane, std::size_t half) {
      return Vector<T>::load(reinterpret_cast<const T*>(&bodies[indices[lane]]) + 4 * half);
    };
    Vector<T> x = row(0, 0), y = row(1, 0), z = row(2, 0), m = row(3, 0);
    Vector<T> p = row(0, 1), q = row(1, 1), r = row(2, 1), s = row(3, 1);
    transpose<T>(x, y, z, m), transpose<T>(p, q, r, s);
    return {{x, y, z}, m, {p, q, r}, s};
  }
  /// Writes back only the bodies whose bit in `lanes` is set.
  template <class Body>
  void scatter(std::vector<Body>& bodies, const std::uint32_t (&indices)[4], std::uint32_t lanes) const {
    Vector<T> rows[2][4] = {{linear.x, linear.y, linear.z, mass}, {angular.x, angular.y, angular.z, rest}};
    for (auto& r : rows) transpose<T>(r[0], r[1], r[2], r[3]);
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (!(lanes >> lane & 1u)) continue;
      char* to = reinterpret_cast<char*>(&bodies[indices[lane]]);
      rows[0][lane].store(to), rows[1][lane].store(to + 4 * sizeof(T));
    }
  }
};

template <Scalar T> Vector3<T> operator*(const SymmetricLanes<T>& m, const Vector3<T>& v) {
  const Vector<T> xy = load(m.xy), yz = load(m.yz), zx = load(m.zx);
  return {load(m.xx) * v.x + xy * v.y + zx * v.z, xy * v.x + load(m.yy) * v.y + yz * v.z,
          zx * v.x + yz * v.y + load(m.zz) * v.z};
}

/// f(lane) in each lane that holds a pair, `otherwise` in the others.
template <Scalar T, class F> Vector<T> each(const PairGroup& group, F&& f, T otherwise = T(0)) {
  const auto at = [&](std::uint32_t lane) { return lane < group.size ? f(lane) : otherwise; };
  return {at(0), at(1), at(2), at(3)};
}
template <Scalar T, class F> Vector3<T> each3(const PairGroup& group, F&& f) {
  return {each<T>(group, [&](auto lane) { return f(lane).x; }), each<T>(group, [&](auto lane) { return f(lane).y; }),
          each<T>(group, [&](auto lane) { return f(lane).z; })};
}

/// 1 / response, and 0 where the response is 0.
template <Scalar T> Vector<T> mass_of(const Vector<T>& response) {
  const Vector<T> zero(T(0)), one(T(1));
  return where_greater(response, zero, one / where_greater(response, zero, response, one), zero);
}

}  // namespace

}  // namespace tactus::sim::rigid
