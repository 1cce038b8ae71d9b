// SPDX-License-Identifier: MIT
// A shape of your own: to take part in every query, it only needs to know its farthest point in a direction.
#include <tactus/tactus.h>

#include <cmath>
#include <iomanip>
#include <iostream>

using tactus::f64::Vec3;

struct Lens {  // two balls of radius 2 whose centres are 2 apart: what lies in both
  using Scalar = double;
  Vec3 support(const Vec3& d) const {  // the point farthest along d, which may have any length
    const double across = std::hypot(d.x, d.y), rim = std::sqrt(3.0);
    if (std::abs(d.z) * rim <= across) return across > 0 ? Vec3{rim * d.x / across, rim * d.y / across, 0.0} : Vec3{};
    const double k = 2.0 / tactus::norm(d);
    return {k * d.x, k * d.y, k * d.z - (d.z > 0 ? 1.0 : -1.0)};
  }
  double radius() const { return 0; }  // of a ball that is added around it; none here
  Vec3 center() const { return {}; }  // some point inside
};

int main() {
  using namespace tactus::f64;
  const Shape lens = Lens{};  // or give a Lens to a query as it is
  const Shape ball = Sphere{.radius = 0.5};
  std::cout << std::fixed << std::setprecision(3);
  for (const double x : {0.0, 1.0, 2.0}) {
    const Contact c = contact(lens, Pose{}, ball, translation(x, 0.0, 1.2));
    std::cout << "ball at x = " << x << ": " << c.status << ", signed distance " << c.distance << '\n';
  }
  const auto mass = mass_properties(lens);  // by quadrature, because Lens has no mass_properties of its own
  std::cout << std::setprecision(1) << "volume " << mass.volume << '\n';
}

// Output:
// ball at x = 0.000: overlapping, signed distance -0.300
// ball at x = 1.000: overlapping, signed distance -0.083
// ball at x = 2.000: separated, signed distance 0.473
// volume 10.5
