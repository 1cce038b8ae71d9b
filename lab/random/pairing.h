// SPDX-License-Identifier: MIT
#pragma once
/// The six pairings of the thesis' randomised benchmark, and random configurations of them.  [Olvång 2010, §4.1]
#include <tactus/shape/generators.h>
#include <tactus/shape/shape.h>

#include <array>
#include <string_view>
#include <vector>

namespace tactus::lab::random {

inline constexpr std::array<std::string_view, 6> pairing_names = {"boxes",       "ellipsoids", "box-ellipsoid",
                                                                  "round-boxes", "polyhedra",  "cones"};

/// The shapes of one side of a pairing. There are 50 polyhedra, used in turn, because building a polyhedron takes
/// longer than its queries.
template <Scalar T> struct Side {
  std::vector<Shape<T>> shapes;
  std::vector<Shape<long double>> precise;  // the same numbers, for the judge
};

template <Scalar T> struct Pairing { Side<T> a, b; };

/// Dimensions are those of the thesis. The ellipsoid's "1 × 2 × 1.5" is read like the box's 2 × 2 × 2: as full lengths,
/// not half lengths.
template <Scalar T> Pairing<T> make_pairing(std::size_t which) {
  const auto side_of = [](const std::vector<Shape<double>>& shapes) {
    Side<T> side;
    for (const Shape<double>& s : shapes) {
      side.shapes.push_back(s.cast<T>());
      side.precise.push_back(side.shapes.back().template cast<long double>());
    }
    return side;
  };
  const Shape<double> box = Box<double>{{1, 1, 1}}, ellipsoid = Ellipsoid<double>{{0.5, 1, 0.75}};
  switch (which) {
    case 0: return {side_of({box}), side_of({box})};
    case 1: return {side_of({ellipsoid}), side_of({ellipsoid})};
    case 2: return {side_of({box}), side_of({ellipsoid})};
    case 3: {
      const Shape<double> round = RoundBox<double>{{1, 1, 1}, 0.5};
      return {side_of({round}), side_of({round})};
    }
    case 4: {
      std::vector<Shape<double>> first, second;
      for (std::uint64_t i = 0; i < 50; ++i) {
        first.push_back(generate::random_on_sphere<double>(50, 2 * i + 1).with_lookup(Lookup::linear));
        second.push_back(generate::random_on_sphere<double>(50, 2 * i + 2).with_lookup(Lookup::linear));
      }
      return {side_of(first), side_of(second)};
    }
    default: break;
  }
  const Shape<double> cone = Cone<double>{1, 1};
  return {side_of({cone}), side_of({cone})};
}

/// Puts both bodies at random places in a cube of this side, with random rotations. Returns the pose of the second in
/// the frame of the first.
inline Pose<double> random_configuration(generate::Random& random, double side) {
  const auto place = [&] {
    const auto coordinate = [&] { return side * (random.uniform() - 0.5); };
    const double x = coordinate(), y = coordinate(), z = coordinate();
    // Uniform over all rotations [Shoemake 1992].
    const double u = random.uniform(), s = random.uniform(0, 2 * pi<double>), t = random.uniform(0, 2 * pi<double>);
    const double p = std::sqrt(1 - u), q = std::sqrt(u);
    return from_quaternion(Quat<double>{p * std::sin(s), p * std::cos(s), q * std::sin(t), q * std::cos(t)},
                           Vec3<double>{x, y, z});
  };
  const Pose<double> a = place();
  return relative(a, place());
}

}  // namespace tactus::lab::random
