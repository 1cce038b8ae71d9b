// SPDX-License-Identifier: MIT
#pragma once
/// Pairs whose faces, edges and corners meet exactly or nearly aligned: the last digits decide their manifolds.
#include <tactus/shape/shape.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {

enum class AlignedKind {
  lattice_box,
  box,
  box_hull,
  hull_50,
  prism,
  frustum,
  triangle,
  rectangle,
  segment,
  round_box,
  capsule,
  lozenge,
  cylinder,  // round from here on
  cone,
  disc,
  wheel,
  conical_frustum,
  ellipse,
  count
};

/// Sizes are quarters, so that shapes fit on each other, except for the box and the hull.
inline Shape<double> aligned_shape(Random& random, AlignedKind kind) {
  const auto size = [&] { return 0.25 * (1 + random.below(4)); };
  const auto sizes = [&] { return Vec3<double>{size(), size(), size()}; };
  switch (kind) {
    case AlignedKind::lattice_box: return Box<double>{sizes()};
    case AlignedKind::box: return random_shape(random, Family::box);
    case AlignedKind::box_hull: {
      const Box<double> box{sizes()};
      std::vector<Vec3<double>> corners;
      for (std::uint32_t i = 0; i < 8; ++i) corners.push_back(box.corner(i));
      return Hull<double>::from_points(corners);
    }
    case AlignedKind::hull_50: return pooled_hull(random);
    case AlignedKind::prism: {
      const int n = 3 + random.below(10);
      const double r = size(), h = size();
      std::vector<Vec3<double>> corners;
      for (int i = 0; i < n; ++i)
        for (const double z : {-h, h})
          corners.push_back({r * std::cos(2 * pi<double> * i / n), r * std::sin(2 * pi<double> * i / n), z});
      return Hull<double>::from_points(corners);
    }
    case AlignedKind::frustum: return Frustum<double>{{size(), size()}, {size() / 2, size() / 2}, size()};
    case AlignedKind::triangle: return Triangle<double>{{0, 0, 0}, {size(), 0, 0}, {0, size(), 0}};
    case AlignedKind::rectangle: return Rectangle<double>{{size(), size()}};
    case AlignedKind::segment: return Segment<double>{size()};
    case AlignedKind::round_box: return RoundBox<double>{sizes(), 0.1};
    case AlignedKind::capsule: return Capsule<double>{0.2, size()};
    case AlignedKind::lozenge: return Lozenge<double>{{size(), size()}, 0.1};
    case AlignedKind::cylinder: return Cylinder<double>{size(), size()};
    case AlignedKind::cone: return Cone<double>{size(), size()};
    case AlignedKind::disc: return Disc<double>{size()};
    case AlignedKind::wheel: return Wheel<double>{size(), 0.1};
    case AlignedKind::conical_frustum: return ConicalFrustum<double>{size(), size(), size()};
    default: return Ellipse<double>{{size(), size()}};
  }
}

/// One in four is random, the others are on a lattice of quarters, exactly or off it and tilted by 1e-9 to 0.1; moved
/// along an axis until they overlap by 1e-6 to 0.2, or are that far apart.
inline RandomPair aligned_pair(Random& random, AlignedKind kinds) {
  const auto kind = [&] { return static_cast<AlignedKind>(random.below(static_cast<int>(kinds))); };
  const auto little = [&](double most) { return std::pow(10.0, random.uniform(-9, most)); };
  RandomPair p{aligned_shape(random, kind()), aligned_shape(random, kind()), random.pose(1.5)};
  if (random.below(4) == 0) return p;
  p.x_ab.rotation = {};
  for (int i = 0; i < 3; ++i) p.x_ab.rotation = p.x_ab.rotation * axis_rotation(i, pi<double> / 2 * random.below(4));
  if (random.below(4)) p.x_ab.rotation = p.x_ab.rotation * random.turn(little(-1)).rotation;
  const auto place = [&] {
    const double on_lattice = 0.25 * (random.below(9) - 4);
    if (random.below(2)) return on_lattice;
    const double sign = random.below(2) ? 1 : -1;
    return on_lattice + sign * little(-1);
  };
  p.x_ab.translation = {place(), place(), place()};
  const Vec3<double> axis = Mat3<double>{}.column(random.below(3)), up = random.below(2) ? axis : -axis;
  const double top = dot(up, p.a.support(up)) + p.a.radius();
  const double bottom = dot(up, p.x_ab * p.b.support(-transposed_times(p.x_ab.rotation, up))) - p.b.radius();
  const double sign = random.below(4) ? 1 : -1, depth = sign * std::pow(10.0, random.uniform(-6, -0.7));
  p.x_ab.translation += up * (top - bottom - depth);
  return p;
}

}  // namespace tactus::testing
