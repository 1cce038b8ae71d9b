// SPDX-License-Identifier: MIT
/// Support calls per second of every shape: directly on the aggregate, as generic code calls it, and through Shape, as
/// the compiled library does. Random directions, so that branches on their signs are mispredicted as in real queries.
#include <benchmark/benchmark.h>
#include <tactus/tactus.h>

#include <array>
#include <string>

namespace {

using tactus::Vec3;

template <class T> const std::array<Vec3<T>, 4096>& random_directions() {
  static const auto directions = [] {
    std::array<Vec3<T>, 4096> result;
    tactus::generate::Random random(1);
    for (Vec3<T>& d : result) d = random.on_sphere().template cast<T>();
    return result;
  }();
  return directions;
}

template <tactus::Convex S> void call_support(benchmark::State& state, const S& shape) {
  const auto& directions = random_directions<tactus::scalar_t<S>>();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(shape.support(directions[i++ % directions.size()]));
  state.SetItemsProcessed(state.iterations());
}

template <tactus::Convex S> void register_shape(const std::string& name, const S& shape) {
  using T = tactus::scalar_t<S>;
  const std::string scalar = std::is_same_v<T, float> ? "float" : "double";
  const tactus::Shape<T> erased = shape;
  constexpr double seconds = 0.02;  // enough for two digits, and the whole list takes seconds
  benchmark::RegisterBenchmark(("support/" + name + "/" + scalar).c_str(), [=](auto& state) {
    call_support(state, shape);
  })->MinTime(seconds);
  benchmark::RegisterBenchmark(("support/" + name + "/" + scalar + "/Shape").c_str(), [=](auto& state) {
    call_support(state, erased);
  })->MinTime(seconds);
}

template <class T> void register_shapes() {
  using namespace tactus;
  const auto add = [](const auto& shape) { register_shape(std::string(shape.name), shape); };
  add(Point<T>{});
  add(Segment<T>{T(1)});
  add(Triangle<T>{{T(0), T(0), T(0)}, {T(2), T(0), T(1)}, {T(0), T(3), T(0)}});
  add(Rectangle<T>{{T(1), T(2)}});
  add(Disc<T>{T(1)});
  add(Ellipse<T>{{T(1), T(2)}});
  add(Box<T>{{T(1), T(2), T(3)}});
  add(Ellipsoid<T>{{T(1), T(2), T(3)}});
  add(Cylinder<T>{T(1), T(2)});
  add(Cone<T>{T(1), T(2)});
  add(Frustum<T>{{T(2), T(1)}, {T(1), T(0.5)}, T(1)});
  add(ConicalFrustum<T>{T(2), T(1), T(1)});
  add(Superquadric<T>{{T(1), T(2), T(3)}, T(0.5), T(1.5)});
  add(Sphere<T>{T(1)});
  add(Capsule<T>{T(1), T(2)});
  add(Lozenge<T>{{T(1), T(2)}, T(0.5)});
  add(RoundBox<T>{{T(1), T(2), T(3)}, T(0.5)});
  add(Wheel<T>{T(1), T(0.5)});
  for (const int vertices : {8, 50, 200, 1000, 10000})
    register_shape("Hull" + std::to_string(vertices), generate::random_on_sphere<T>(vertices));
  register_shape("PointCloud50", PointCloud<T>(generate::random_on_sphere<T>(50).vertices()));
  register_shape("minkowski_sum(Box, Cone)", minkowski_sum(Box<T>{{T(1), T(2), T(3)}}, Cone<T>{T(1), T(2)}));
  register_shape("convex_hull(Box, Cone)", convex_hull(Box<T>{{T(1), T(2), T(3)}}, Cone<T>{T(4), T(4)}));
  register_shape("transformed(Box)", transformed(Box<T>{{T(1), T(2), T(3)}}, rotation_x(T(0.3))));
}

[[maybe_unused]] const bool registered = (register_shapes<float>(), register_shapes<double>(), true);

}  // namespace
