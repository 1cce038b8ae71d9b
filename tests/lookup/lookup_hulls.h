// SPDX-License-Identifier: MIT
#pragma once
/// The hulls and directions on which every search is tested.
#include <tactus/shape/generators.h>

#include <cmath>
#include <string>
#include <vector>

namespace tactus::testing {

template <class T> struct NamedHull {
  std::string name;
  Hull<T> hull;
};

template <class T, class Point> Hull<T> hull_of_points(int count, Point&& point) {
  std::vector<Vec3<T>> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec3<double>(point(i)).template cast<T>());
  return Hull<T>::from_points(points);
}

inline Vec3<double> on_circle(int i, int count, double radius = 1, double z = 0) {
  const double angle = 2 * pi<double> * i / count;
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// The hull of many points on the surface of a box; all points except the corners are redundant.
template <class T> Hull<T> box_of_points(int per_edge) {
  return hull_of_points<T>(per_edge * per_edge * per_edge, [=](int i) {
    const int x = i % per_edge, y = i / per_edge % per_edge, z = i / per_edge / per_edge;
    return Vec3<double>{double(x), 2.0 * y, 0.5 * z};
  });
}

/// Small balls of points around the corners of a cube: many vertices share few directions.
template <class T> Hull<T> clusters(int count, double radius) {
  generate::Random random(3);
  return hull_of_points<T>(count, [&](int) {
    Vec3<double> p = random.on_sphere() * radius;
    for (int k = 0; k < 3; ++k) p[k] += p[k] > 0 ? 1 : -1;
    return p;
  });
}

/// A ball stretched and sheared.
template <class T> Hull<T> sheared_ball(int count, double thinnest) {
  generate::Random random(4);
  return hull_of_points<T>(count, [&](int) {
    const Vec3<double> p = random.on_sphere();
    return Vec3<double>{p.x, thinnest * p.y + 0.3 * p.x, 0.2 * p.z - p.y};
  });
}

template <class T> Hull<T> polygon(int count) {
  return hull_of_points<T>(count, [=](int i) {
    const Vec3<double> p = on_circle(i, count);
    return Vec3<double>{p.x, p.y, 0.25 * p.x - 0.5 * p.y};
  });
}

/// A circle and two points on its axis, which are joined to all of it.
template <class T> Hull<T> bipyramid(int sides) {
  return hull_of_points<T>(sides + 2, [=](int i) {
    return i < sides ? on_circle(i, sides) : Vec3<double>{0, 0, i == sides ? 1.0 : -0.5};
  });
}

template <class T> Hull<T> random_in_ball(int count) {
  generate::Random random(5);
  return hull_of_points<T>(count, [&](int) { return random.in_ball() + Vec3<double>{10, -5, 3}; });
}

/// Every kind of hull, with up to `most` vertices.
template <class T> std::vector<NamedHull<T>> lookup_hulls(int most) {
  std::vector<NamedHull<T>> hulls{{"point", hull_of_points<T>(1,
                                                              [](int) {
                                                                return Vec3<double>{1, 2, 3};
                                                              })},
                                  {"segment", hull_of_points<T>(9,
                                                                [](int i) {
                                                                  return Vec3<double>{1.0 * i, 2.0, 0};
                                                                })},
                                  {"triangle", polygon<T>(3)},
                                  {"tetrahedron", generate::random_on_sphere<T>(4)},
                                  {"cube", generate::cube<T>()},
                                  {"octagonal prism", generate::octagonal_prism<T>()},
                                  {"box of 6³ points", box_of_points<T>(6)},
                                  {"disk of 60", generate::disk<T>(60)},
                                  {"642 on a sphere", generate::tessellated_sphere<T>()}};
  for (int n = 10; n <= most; n *= 10) {
    const std::string count = std::to_string(n);
    hulls.push_back({count + " on a sphere", generate::random_on_sphere<T>(n)});
    hulls.push_back({count + " in a ball, far off", random_in_ball<T>(n)});
    if (n > 1000) continue;  // to save time
    hulls.push_back({"disk, " + count, generate::disk<T>(n / 2)});
    hulls.push_back({"polygon, " + count, polygon<T>(n)});
    hulls.push_back({"bipyramid, " + count, bipyramid<T>(n - 2)});
    hulls.push_back({"clusters, " + count, clusters<T>(n, 1e-3)});
    hulls.push_back({"sheared ball, " + count, sheared_ball<T>(n, 0.01)});
  }
  return hulls;
}

/// Random directions, and directions along which vertices tie or nearly tie: axes, diagonals, normals of faces and
/// edges, and these turned a little. Their lengths are near 1; other lengths are tested separately.
template <class T> std::vector<Vec3<T>> lookup_directions(const Hull<T>& hull, int count) {
  std::vector<Vec3<T>> directions;
  for (int i = 0; i < 27; ++i) directions.push_back({T(i % 3 - 1), T(i / 3 % 3 - 1), T(i / 9 - 1)});
  generate::Random random(1);
  const auto any = [&] { return random.on_sphere().cast<T>(); };
  const auto pick = [&](std::size_t n) { return static_cast<std::uint32_t>(random.bits() % n); };
  for (int i = 0; i < count; ++i) directions.push_back(any());
  for (int i = 0; i < count && hull.face_count() > 0; ++i) {
    const Vec3<T> normal = hull.plane(pick(hull.face_count())).normal;
    directions.push_back(normal);
    const T off = T(std::pow(10.0, random.uniform(-16, -3)));
    directions.push_back(normal + any() * off);
  }
  for (int i = 0; i < count && hull.edge_count() > 0; ++i) {
    const HullEdge& e = hull.edge(pick(hull.edge_count()));
    directions.push_back(unit_or_up(cross(hull.vertex(e.b) - hull.vertex(e.a), any())));
  }
  return directions;
}

/// By the definition: the highest value, the lowest of equals.
template <class T> std::uint32_t farthest(const Hull<T>& hull, const Vec3<T>& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t v = 1; v < hull.vertex_count(); ++v) {
    if (dot(hull.vertex(v), direction) > dot(hull.vertex(best), direction)) best = v;
  }
  return best;
}

}  // namespace tactus::testing
