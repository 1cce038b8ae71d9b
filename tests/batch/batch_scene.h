// SPDX-License-Identifier: MIT
#pragma once
/// Pairs of given kinds for the tests of batches, and how an answer is judged.
#include <tactus/batch/batch.h>
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tactus::testing {

/// All kinds of shapes that lanes handle, and one that they do not: the frustum.
enum class BatchKind { sphere, capsule, box, cylinder, cone, ellipsoid, hull_8, hull_32, hull_64, half_space, frustum };
inline constexpr int batch_kinds = 11;
inline const char* name(BatchKind k) {
  constexpr const char* names[] = {"sphere", "capsule", "box",     "cylinder",   "cone",   "ellipsoid",
                                   "hull_8", "hull_32", "hull_64", "half_space", "frustum"};
  return names[static_cast<int>(k)];
}

/// For tests that run kind by kind.
inline std::string kind_name(const ::testing::TestParamInfo<int>& info) { return name(BatchKind(info.param)); }

inline Shape<double> random_of(Random& random, BatchKind kind) {
  const auto length = [&](double low = 0.2, double high = 1.0) {
    return std::floor(random.uniform(low, high) * 0x1p20) * 0x1p-20;
  };
  const auto lengths = [&] { return Vec3<double>{length(), length(), length()}; };
  const auto few_digits = [&] {
    const Vec3<double> d = random.direction();
    const auto f = [](double x) { return std::floor(x * 0x1p20) * 0x1p-20; };
    return Vec3<double>{f(d.x), f(d.y), f(d.z)};
  };
  const auto hull = [&](int points) {
    std::vector<Vec3<double>> cloud;
    for (int i = 0; i < points; ++i) cloud.push_back(few_digits());
    return Hull<double>::from_points(cloud);
  };
  switch (kind) {
    case BatchKind::sphere: return Sphere<double>{length()};
    case BatchKind::capsule: return Capsule<double>{length(0.2, 0.5), length()};
    case BatchKind::box: return Box<double>{lengths()};
    case BatchKind::cylinder: return Cylinder<double>{length(), length()};
    case BatchKind::cone: return Cone<double>{length(), length()};
    case BatchKind::ellipsoid: return Ellipsoid<double>{lengths()};
    case BatchKind::hull_8: return hull(8);
    case BatchKind::hull_32: return hull(32);
    case BatchKind::hull_64: return hull(64);
    case BatchKind::half_space: return HalfSpace<double>{few_digits(), length(-0.5, 0.5)};
    default: return Frustum<double>{{length(), length()}, {length(0, 1), length(0, 1)}, length()};
  }
}

/// Pairs of bodies, some far from the origin: pair k is body k of a with body k of b.
template <class T> struct BatchScene {
  std::vector<Shape<T>> shapes_a, shapes_b;
  std::vector<std::uint32_t> shape_of_a, shape_of_b;
  std::vector<Pose<T>> poses_a, poses_b;

  /// Of kinds drawn from those given.
  BatchScene(std::uint64_t seed, const std::vector<BatchKind>& kinds_a, const std::vector<BatchKind>& kinds_b,
             std::size_t pairs, double spread = 2.4) {
    Random random(seed);
    constexpr std::size_t of_each = 24;
    const auto fill = [&](auto& shapes, const auto& kinds) {
      for (std::size_t i = 0; i < of_each * kinds.size(); ++i)
        shapes.push_back(random_of(random, kinds[i % kinds.size()]).template cast<T>());
    };
    fill(shapes_a, kinds_a), fill(shapes_b, kinds_b);
    for (std::size_t k = 0; k < pairs; ++k) {
      shape_of_a.push_back(static_cast<std::uint32_t>(random.below(static_cast<int>(shapes_a.size()))));
      shape_of_b.push_back(static_cast<std::uint32_t>(random.below(static_cast<int>(shapes_b.size()))));
      const double far = random.below(4) ? 1.0 : std::pow(10, random.uniform(0, 2));
      const Pose<double> a = random.pose(far), b = random.pose(spread);
      poses_a.push_back(a.cast<T>());
      Pose<T> at_b = b.cast<T>();
      at_b.translation += poses_a.back().translation;
      poses_b.push_back(at_b);
    }
  }
  std::size_t size() const { return poses_a.size(); }
  batch::Placed<T> a() const { return {shapes_a, shape_of_a, batch::Poses<T>(std::span(poses_a))}; }
  batch::Placed<T> b() const { return {shapes_b, shape_of_b, batch::Poses<T>(std::span(poses_b))}; }
  const Shape<T>& shape_a(std::size_t k) const { return shapes_a[shape_of_a[k]]; }
  const Shape<T>& shape_b(std::size_t k) const { return shapes_b[shape_of_b[k]]; }
  std::string reproduced(std::size_t k) const { return reproducer(shape_a(k), poses_a[k], shape_b(k), poses_b[k]); }
};

/// What rounding may add to the bounds of a pair of the scene, once.
template <class T> T rounding_in(const BatchScene<T>& s, std::size_t k) {
  const auto reach = [](const Shape<T>& shape) {
    const auto* plane = shape.template get_if<HalfSpace<T>>();
    return plane ? abs(normalized(*plane).offset) : shape.origin_radius();
  };
  const T apart = norm(s.poses_b[k].translation - s.poses_a[k].translation);
  const T far = norm(s.poses_a[k].translation) + norm(s.poses_b[k].translation);
  return unit_roundoff<T> * (T(8) * (reach(s.shape_a(k)) + reach(s.shape_b(k)) + apart) + T(4) * far +
                             T(48) * (reach(s.shape_b(k)) + T(2) * apart));
}

/// Empty, or what is wrong with the answer c where the single query says d.
template <class T>
std::string fault(const BatchScene<T>& s, std::size_t k, const Contact<T>& c, const Contact<T>& d, bool signed_depth) {
  if (!s.shape_a(k).bounded() && !s.shape_b(k).bounded())  // they overlap without bound: the single query's answer
    return c.status == d.status && c.distance == d.distance && c.lower == d.lower && c.upper == d.upper ? ""
                                                                                                        : "differs";
  const T rounding = rounding_in(s, k);
  if ((c.status == Status::invalid) != (d.status == Status::invalid)) return "only one of the two is invalid";
  if (c.status == Status::invalid) return "";
  if (d.status == Status::stalled) return c.lower <= c.upper ? "" : "bounds in the wrong order";
  if (!(c.lower <= d.upper && d.lower <= c.upper)) return "bounds that exclude each other";
  if (!(abs(norm(c.normal) - T(1)) <= T(8) * unit_roundoff<T>)) return "the normal is not unit";
  if (d.lower > T(0) && c.touching()) return "reported as touching, but apart";
  if (d.upper < T(0) && !c.touching()) return "reported as apart, but touching";
  if ((c.status == Status::beyond_max) != (d.status == Status::beyond_max) &&
      abs(d.distance - c.distance) > c.resolution + d.resolution + T(4) * rounding)
    return "only one of the two is beyond_max";
  if (c.status == Status::beyond_max) return "";
  if (!(c.status == Status::separated ? c.distance > T(0) : c.distance <= T(0))) return "status against the sign";
  if (c.distance > T(0) || signed_depth) {
    if (!(c.lower <= c.distance && c.distance <= c.upper)) return "distance beyond its bounds";
    if (c.status != Status::stalled && !(c.upper - c.lower <= c.resolution + T(4) * rounding)) return "open bounds";
  }
  if (!(norm(c.point_b - c.point_a - c.distance * c.normal) <= T(4) * rounding)) return "points off the normal";
  return "";
}

}  // namespace tactus::testing
