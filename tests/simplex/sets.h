// SPDX-License-Identifier: MIT
// Random simplices of every kind that is hard for simplex methods.
#pragma once
#include <tactus/simplex/simplex.h>

#include <cmath>
#include <random>
#include <string>

namespace tactus::testing {

template <class T> struct Set {
  simplex::Points<T> y;
  unsigned occupied;
  int newest;
  double size;  // largest |y|: the unit of relative errors
};

enum class Kind { plain, far, flat, line, repeated, sliver, needle, on_feature, count };

inline const char* name(Kind k) {
  constexpr const char* names[] = {"plain", "far", "flat", "line", "repeated", "sliver", "needle", "on a feature"};
  return names[static_cast<int>(k)];
}

class Generator {
 public:
  explicit Generator(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Vec3<double> vector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }

  /// `count` points in random slots of four. The other slots are NaN: no method may read them.
  template <class T> Set<T> set(Kind kind, int count) {
    Vec3<double> p[4];
    for (Vec3<double>& q : p) q = vector();
    const Vec3<double> a = vector(), b = vector(), shift = vector() * std::pow(10.0, uniform(-8, 0));
    const double thin = std::pow(10.0, uniform(-12, -3)), thinner = std::pow(10.0, uniform(-12, -3));
    for (int i = 0; i < 4; ++i) {
      const double s = uniform(-1, 1), t = uniform(-1, 1);
      switch (kind) {
        case Kind::plain: break;
        case Kind::far: p[i] = a * 10.0 + p[i] * std::sqrt(thin); break;
        case Kind::flat: p[i] = shift + a * s + b * t; break;
        case Kind::line: p[i] = shift + a * s; break;
        case Kind::repeated: p[i] = i > 0 && uniform(0, 1) < 0.6 ? p[integer(0, i - 1)] : p[i]; break;
        case Kind::sliver: p[i] = shift + a * s + b * t + p[i] * thin; break;
        case Kind::needle: p[i] = shift + a * s + b * t * thinner + p[i] * thin; break;
        case Kind::on_feature: break;
        case Kind::count: break;
      }
    }
    if (kind == Kind::on_feature) {  // the origin in the hull of the first few, to rounding
      const int carriers = integer(1, count);
      double w[4], sum = 0;
      for (int i = 0; i < carriers; ++i) sum += w[i] = uniform(0, 1);
      Vec3<double> origin{};
      for (int i = 0; i < carriers; ++i) origin += p[i] * (w[i] / sum);
      for (Vec3<double>& q : p) q -= origin;
    }
    const double scale = std::pow(10.0, uniform(-3, 3));
    Set<T> set{{}, 0, 0, 0};
    set.y.fill(Vec3<T>{} * std::numeric_limits<T>::quiet_NaN());
    for (int i = 0; i < count; ++i) {
      int slot = integer(0, 3);
      while (set.occupied >> slot & 1) slot = (slot + 1) % 4;
      const Vec3<T> q = (p[i] * scale).cast<T>();
      set.y[static_cast<std::size_t>(slot)] = q;
      set.occupied |= 1u << slot;
      set.newest = slot;
      set.size = std::max(set.size, static_cast<double>(norm(q)));
    }
    return set;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tactus::testing
