// SPDX-License-Identifier: MIT
#include <tactus/math/instantiate.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/generators.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tactus::generate {
namespace {

using Points = std::vector<Vec3<double>>;

template <Scalar T> Hull<T> hull_of(const Points& points) {
  std::vector<Vec3<T>> rounded;
  for (const Vec3<double>& p : points) rounded.push_back(p.cast<T>());
  return Hull<T>::from_points(rounded);
}

/// A regular polygon about the z axis; a point if its radius is 0.
void add_ring(Points& points, int sides, double radius, double z) {
  for (int i = 0; i < (radius == 0 ? 1 : sides); ++i) {
    const double angle = 2 * pi<double> * i / sides;
    points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
}

/// Prisms, pyramids, frusta, disks: two rings.
template <Scalar T> Hull<T> two_rings(int sides, T bottom_radius, T top_radius, T height) {
  if (sides < 3) refuse("generate: sides = " + std::to_string(sides) + ", fewer than 3");
  const double half_height = static_cast<double>(height) / 2;
  Points points;
  add_ring(points, sides, static_cast<double>(bottom_radius), -half_height);
  add_ring(points, sides, static_cast<double>(top_radius), half_height);
  return hull_of<T>(points);
}

struct Triangles {
  Points vertices;
  std::vector<std::array<std::uint32_t, 3>> corners;
};

/// On the unit sphere: cyclic permutations of (0, ±1, ±golden ratio), and all triples with edge-length distances.
Triangles unit_icosahedron() {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  Triangles t;
  for (int axis = 0; axis < 3; ++axis) {
    for (double one : {-1.0, 1.0}) {
      for (double long_side : {-golden, golden}) {
        Vec3<double> p;
        p[(axis + 1) % 3] = one, p[(axis + 2) % 3] = long_side;
        t.vertices.push_back(unit_or_zero(p));
      }
    }
  }
  const double edge = 2 / std::sqrt(1 + golden * golden);
  const auto joined = [&](std::uint32_t i, std::uint32_t j) {
    return distance(t.vertices[i], t.vertices[j]) < 1.5 * edge;
  };
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t j = i + 1; j < 12; ++j) {
      for (std::uint32_t k = j + 1; k < 12; ++k) {
        if (joined(i, j) && joined(j, k) && joined(k, i)) t.corners.push_back({i, j, k});
      }
    }
  }
  return t;
}

Triangles subdivided(const Triangles& coarse) {
  Triangles fine{coarse.vertices, {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t i, std::uint32_t j) {
    const auto [entry, is_new] =
        middles.try_emplace(std::minmax(i, j), static_cast<std::uint32_t>(fine.vertices.size()));
    if (is_new) fine.vertices.push_back(unit_or_zero(coarse.vertices[i] + coarse.vertices[j]));
    return entry->second;
  };
  for (const auto& [a, b, c] : coarse.corners) {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    fine.corners.insert(fine.corners.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  return fine;
}

}  // namespace

template <Scalar T> Hull<T> cube(T half) {
  const auto h = static_cast<double>(half);
  Points points;
  for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h});
  return hull_of<T>(points);
}

template <Scalar T> Hull<T> icosahedron(T radius) { return tessellated_sphere<T>(0, radius); }

template <Scalar T> Hull<T> disk(int sides, T radius, T thickness) {
  return two_rings<T>(sides, radius, radius, thickness);
}

template <Scalar T> Hull<T> tessellated_sphere(int subdivisions, T radius) {
  Triangles sphere = unit_icosahedron();
  for (int i = 0; i < subdivisions; ++i) sphere = subdivided(sphere);
  for (Vec3<double>& v : sphere.vertices) v *= static_cast<double>(radius);
  return hull_of<T>(sphere.vertices);
}

template <Scalar T> Hull<T> square_pyramid(T half_base, T height) {
  const double h = static_cast<double>(half_base), z = static_cast<double>(height) / 2;
  return hull_of<T>({{-h, -h, -z}, {h, -h, -z}, {h, h, -z}, {-h, h, -z}, {0, 0, z}});
}

template <Scalar T> Hull<T> octagonal_prism(T radius, T height) { return two_rings<T>(8, radius, radius, height); }

template <Scalar T> Hull<T> octagonal_frustum(T bottom_radius, T top_radius, T height) {
  return two_rings<T>(8, bottom_radius, top_radius, height);
}

template <Scalar T> Hull<T> random_on_sphere(int points, std::uint64_t seed, T radius) {
  Random random(seed);
  Points sphere;
  for (int i = 0; i < points; ++i) sphere.push_back(random.on_sphere() * static_cast<double>(radius));
  return hull_of<T>(sphere);
}

#define TACTUS_INSTANTIATE(T)                  \
  template Hull<T> cube(T);                    \
  template Hull<T> icosahedron(T);             \
  template Hull<T> disk(int, T, T);            \
  template Hull<T> tessellated_sphere(int, T); \
  template Hull<T> square_pyramid(T, T);       \
  template Hull<T> octagonal_prism(T, T);      \
  template Hull<T> octagonal_frustum(T, T, T); \
  template Hull<T> random_on_sphere(int, std::uint64_t, T);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::generate
