// SPDX-License-Identifier: MIT
#pragma once
/// Seeded random shapes and poses, the same on every machine: tests and benchmarks draw their pairs here.
#include <tactus/shape/generators.h>
#include <tactus/shape/shape.h>
#include <tests/helpers/test_size.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tactus::testing {

/// The library's generator, and what tests draw. The compiler chooses the order in which the arguments of a call and the
/// operands of an operator are evaluated: a statement that draws more than once draws into named values first, or in
/// braces, whose order is defined. So every compiler draws the same.
class Random : public generate::Random {
 public:
  using generate::Random::Random;
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  /// Uniform on the unit sphere, by rejection.
  Vec3<double> direction() {
    for (;;) {
      const Vec3<double> v{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double n2 = norm_squared(v);
      if (n2 > 0.01 && n2 <= 1) return v / sqrt(n2);
    }
  }
  /// Uniform over all rotations [Shoemake 1992].
  Quat<double> rotation() {
    const double u = uniform(0, 1), a = uniform(0, 2 * pi<double>), b = uniform(0, 2 * pi<double>);
    const double s = sqrt(1 - u), t = sqrt(u);
    return {s * sin(a), s * cos(a), t * sin(b), t * cos(b)};
  }
  /// In any direction, of this length, or of one in [low, high).
  Vec3<double> vector(double length) { return direction() * length; }
  Vec3<double> vector(double low, double high) { return vector(uniform(low, high)); }
  /// About any axis, by this angle, or by one in [low, high).
  Pose<double> turn(double angle) { return tactus::rotation(direction(), angle); }
  Pose<double> turn(double low, double high) { return turn(uniform(low, high)); }
  /// The pose, turned by this angle and shifted by this length.
  Pose<double> moved(const Pose<double>& x, double shift, double angle) {
    const Pose<double> turned = x * turn(angle);
    return translation(vector(shift)) * turned;
  }
  Pose<double> pose(double max_distance) {
    const Quat<double> q = rotation();
    return from_quaternion(q, vector(0, max_distance));
  }
};

enum class Family {
  box,
  ellipsoid,
  round_box,
  hull_50,
  cone,
  capsule,
  cylinder,
  sphere,
  wheel,
  frustum,
  superquadric,
  flat,
  composite,
  mixed,
};
inline constexpr std::array<std::string_view, 14> family_names = {
    "box",    "ellipsoid", "round box", "hull of 50",   "cone", "capsule",   "cylinder",
    "sphere", "wheel",     "frustum",   "superquadric", "flat", "composite", "mixed"};
inline std::string_view name(Family f) { return family_names[static_cast<std::size_t>(f)]; }

inline Hull<double> random_hull(Random& random, int points) {
  std::vector<Vec3<double>> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(random.direction());
  return Hull<double>::from_points(cloud);
}

/// One of a thousand hulls of 50 points: building a new one for each pair would take longer than all queries.
inline const Hull<double>& pooled_hull(Random& random) {
  static const std::vector<Hull<double>> pool = [] {
    Random own(50);
    std::vector<Hull<double>> hulls;
    for (int i = 0; i < 1000; ++i) hulls.push_back(random_hull(own, 50));
    return hulls;
  }();
  return pool[static_cast<std::size_t>(random.below(1000))];
}

/// A shape about one unit large. Drawn in double, with few enough digits that float represents it exactly.
inline Shape<double> random_shape(Random& random, Family family) {
  const auto length = [&](double low = 0.2, double high = 1.0) {
    return std::floor(random.uniform(low, high) * 0x1p20) * 0x1p-20;
  };
  const auto lengths = [&] { return Vec3<double>{length(), length(), length()}; };
  const auto position = [&] { return Vec3<double>{length(-0.7, 0.7), length(-0.7, 0.7), length(-0.7, 0.7)}; };
  switch (family) {
    case Family::box: return Box<double>{lengths()};
    case Family::ellipsoid: return Ellipsoid<double>{lengths()};
    case Family::round_box: return RoundBox<double>{lengths(), length(0.1, 0.3)};
    case Family::hull_50: return pooled_hull(random);
    case Family::cone: return Cone<double>{length(), length()};
    case Family::capsule: return Capsule<double>{length(0.2, 0.5), length()};
    case Family::cylinder: return Cylinder<double>{length(), length()};
    case Family::sphere: return Sphere<double>{length()};
    case Family::wheel: return Wheel<double>{length(), length(0.1, 0.4)};
    case Family::frustum: return Frustum<double>{{length(), length()}, {length(0, 1), length(0, 1)}, length()};
    case Family::superquadric: return Superquadric<double>{lengths(), length(0.2, 1.9), length(0.2, 1.9)};
    case Family::flat:
      switch (random.below(4)) {
        case 0: return Disc<double>{length()};
        case 1: return Triangle<double>{position(), position(), position()};
        case 2: return Rectangle<double>{{length(), length()}};
        default: return Ellipse<double>{{length(), length()}};
      }
    case Family::composite:
      switch (random.below(4)) {
        case 0: {
          const Disc<double> disc{length() * 0.5};
          return minkowski_sum(Box<double>{lengths() * 0.5}, disc);
        }
        case 1: {
          const Vec3<double> aside = position();
          const Sphere<double> second{length(0.2, 0.4)}, first{length(0.2, 0.4)};
          return convex_hull(first, transformed(second, translation(aside)));
        }
        case 2: {
          const double rounding = length(0.05, 0.2);
          return rounded(Cone<double>{length(), length()}, rounding);
        }
        default: {
          const Vec3<double> aside = position() * 0.5;
          return transformed(Cylinder<double>{length(), length()}, translation(aside));
        }
      }
    case Family::mixed: break;
  }
  return random_shape(random, static_cast<Family>(random.below(static_cast<int>(Family::mixed))));
}

/// How far apart centres are drawn so that about half of the pairs intersect (each test asserts its own rate).
inline double spread(Family family) {
  constexpr std::array<double, 14> values = {2.6, 2.0, 3.2, 3.6, 1.9, 2.1, 2.4, 2.2, 2.2, 2.2, 2.0, 1.3, 2.0, 2.2};
  return values[static_cast<std::size_t>(family)];
}

struct RandomPair {
  Shape<double> a, b;
  Pose<double> x_ab;
};
inline RandomPair random_pair(Random& random, Family family) {
  return {random_shape(random, family), random_shape(random, family), random.pose(spread(family))};
}

}  // namespace tactus::testing
