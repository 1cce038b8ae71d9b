// SPDX-License-Identifier: MIT
/// The tree of boxes hides no triangle from a ray: compared with each triangle alone, as a mesh without boxes.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>

namespace tactus::testing {
namespace {

template <class T> struct Alone {
  Mesh<T> mesh;
  std::vector<Mesh<T>> triangles;

  explicit Alone(const TriangleList<T>& list) : mesh(list, {.sides = Sides::both}) {
    for (const auto& t : list.triangles)
      triangles.push_back(Mesh<T>(TriangleList<T>{.vertices = list.vertices, .triangles = {t}}));
  }
  T nearest(const Vec3<T>& origin, const Vec3<T>& direction, T max_t) const {
    T least = infinity<T>;
    for (const auto& one : triangles)
      if (const auto hit = ray_cast(one, Pose<T>{}, origin, direction, max_t); hit.hit()) least = min(least, hit.t);
    return least;
  }
};

template <class T> void meet_what_triangles_meet(double scale) {
  Random random(41);
  List list = torus_mesh(1, 0.4, 16, 8);
  for (Vec3<double>& v : list.vertices) v = (v + Vec3<double>{0.1 * std::round(3 * v.z), 0.2, 0.5}) * scale;
  TriangleList<T> rounded{.vertices = {}, .triangles = list.triangles};
  for (const auto& v : list.vertices) rounded.vertices.push_back(v.template cast<T>());
  const Alone<T> both(rounded);
  int hits = 0, told = 0;
  const int rays = test_size(600);
  for (int k = 0; k < rays; ++k) {
    const auto corner = [&] { return list.vertices[static_cast<std::size_t>(random.below(128))]; };
    const double away = std::pow(10.0, random.uniform(-3, k % 3 == 0 ? 6 : 1));
    Vec3<double> origin = k % 4 == 0 ? corner() : random.direction() * (away * scale);
    Vec3<double> direction = (k % 2 ? corner() : random.direction() * scale) - origin;
    const double tiny[] = {0, 1e-18, 1e-9, 1};
    const int axis = random.below(3);
    direction[axis] *= tiny[random.below(4)];
    if (k % 5 == 0) direction[(axis + 1) % 3] = 0;
    direction = direction * std::pow(10.0, random.uniform(-3, 3));
    const Vec3<T> o = origin.template cast<T>(), d = direction.template cast<T>();
    const T max_t = k % 7 == 0 ? T(norm(origin) / norm(direction)) : infinity<T>;
    const auto hit = ray_cast(both.mesh, Pose<T>{}, o, d, max_t);
    const T truth = both.nearest(o, d, max_t);
    if (hit.status == MotionStatus::invalid) continue;
    ++told, hits += hit.hit();
    EXPECT_EQ(hit.hit(), truth < infinity<T>) << scale << ' ' << k << ' ' << o << ' ' << d;
    if (hit.hit()) {
      EXPECT_EQ(hit.t, truth) << scale << ' ' << k;
    }
  }
  EXPECT_GT(told, rays / 2) << scale;
  EXPECT_GT(hits, rays / 5) << scale;
}

TEST(Rays, MeetWhatTrianglesAloneMeet) {
  for (const double scale : {1e-60, 1e-6, 1.0, 1e6, 1e60}) meet_what_triangles_meet<double>(scale);
  for (const double scale : {1e-9, 1.0, 1e9}) meet_what_triangles_meet<float>(scale);
}

}  // namespace
}  // namespace tactus::testing
