// SPDX-License-Identifier: MIT
#include <lab/clock.h>
#include <lab/support/lookup.h>
#include <tactus/math/counted.h>
#include <tactus/narrow/gjk.h>
#include <tactus/shape/generators.h>

#include <algorithm>
#include <cmath>

namespace tactus::lab::support {

namespace {

using V = Vec3<double>;

/// Median time of one call over a few rounds of all inputs, each call waiting for the one before it.
template <class Inputs, class F> double nanoseconds(const Inputs& inputs, F&& f) {
  std::vector<double> rounds;
  const double start = now_ns();
  double carry = 0;
  for (int i = 0; i < 9 && (i < 3 || now_ns() - start < 2e8); ++i) {
    const double t = now_ns();
    for (const auto& input : inputs) carry = f(input, carry);
    rounds.push_back((now_ns() - t) / static_cast<double>(inputs.size()));
  }
  if (carry > 1e300) throw std::logic_error("no call can be left out");
  return median(rounds);
}

/// generate::disk from its faces: from its points Qhull takes time quadratic in the corners of a face.
Hull<double> disk(int sides) {
  std::vector<V> vertices;
  std::vector<std::vector<std::uint32_t>> faces(2);
  const auto count = static_cast<std::uint32_t>(sides);
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    const double angle = 2 * pi<double> * (i % count) / sides;
    vertices.push_back({std::cos(angle), std::sin(angle), i < count ? -0.05 : 0.05});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    faces[0].push_back(count - 1 - i), faces[1].push_back(count + i);
    faces.push_back({i, next, count + next, count + i});
  }
  return Hull<double>::from_faces(vertices, faces);
}

std::vector<V> random_directions(std::size_t count) {
  generate::Random random(1);
  std::vector<V> directions(count);
  for (V& d : directions) d = random.on_sphere();
  return directions;
}

/// A direction that turns by one degree per step, about an axis that turns slowly.
std::vector<V> coherent_directions(std::size_t count) {
  std::vector<V> directions{{1, 0, 0}};
  while (directions.size() < count) {
    const double t = 0.01 * static_cast<double>(directions.size());
    const V axis = unit_or_up(V{std::cos(t), std::sin(0.7 * t), std::sin(t)}), d = directions.back();
    directions.push_back(unit_or_up(d + pi<double> / 180 * cross(axis, d)));
  }
  return directions;
}

/// B circles A at a small distance and turns, a degree per step.
std::vector<Pose<double>> coherent_poses(std::size_t count) {
  std::vector<Pose<double>> poses;
  for (const V& d : coherent_directions(count)) {
    const double angle = pi<double> / 180 * static_cast<double>(poses.size());
    poses.push_back({rotation_z(angle).rotation * rotation_x(0.7 * angle).rotation, 2.05 * d});
  }
  return poses;
}

double build_milliseconds(const Hull<double>& hull, Lookup kind) {
  std::vector<std::uint32_t> first{0}, corners;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    corners.insert(corners.end(), hull.face_loop(f).begin(), hull.face_loop(f).end());
    first.push_back(static_cast<std::uint32_t>(corners.size()));
  }
  double least = infinity<double>;
  const double start = now_ns();
  for (int i = 0; i < 5 && (i == 0 || now_ns() - start < 2e8); ++i) {
    const double t = now_ns();
    const auto tables = build_lookup(kind, hull.surface(), first, corners);
    least = std::min(least, now_ns() - t + (tables.kind == kind ? 0 : 1e9));
  }
  return 1e-6 * least;
}

/// The most dot products of a vertex with the direction in one look-up, over random directions and face normals.
/// Counted as multiplications of the counting scalar, three per product.
double worst_products(const Hull<double>& hull, Lookup kind) {
  const Hull<Counted<double>> counted = hull.cast<Counted<double>>().with_lookup(kind);
  std::vector<V> directions = random_directions(2000);
  for (std::size_t f = 0; f < hull.face_count(); f += hull.face_count() / 500 + 1) {
    directions.push_back(hull.plane(static_cast<std::uint32_t>(f)).normal);
  }
  std::uint64_t most = 0;
  for (const V& d : directions) {
    const Tally before = tally();
    counted.support_index(d.cast<Counted<double>>());
    most = std::max(most, (tally() - before).multiplications);
  }
  return std::ceil(static_cast<double>(most) / 3);
}

}  // namespace

Hull<double> make_hull(const std::string& shape, int n, std::uint64_t seed) {
  if (shape == "disk") return disk(n / 2);
  if (shape == "sphere") return generate::random_on_sphere<double>(n, seed);
  generate::Random random(seed);  // flat ellipsoid: a ball squeezed to a twentieth, and tilted
  std::vector<V> points;
  for (int i = 0; i < n; ++i) {
    const V p = random.on_sphere();
    points.push_back({p.x, 0.04 * p.y - 0.6 * p.z, 0.03 * p.y + 0.8 * p.z});
  }
  return Hull<double>::from_points(points);
}

LookupRow measure_lookup(const Hull<double>& plain_a, const Hull<double>& plain_b, const Search& search,
                         const Pulse& pulse) {
  const Hull<double> a = plain_a.with_lookup(search.kind), b = plain_b.with_lookup(search.kind);
  const std::size_t n = a.vertex_count();
  const bool slow = search.kind == Lookup::linear && n > 10000;
  const std::size_t count = slow ? 200 : n > 1000 ? 5000 : 20000;
  std::uint32_t hint = 0;
  const auto look_up = [&](const V& d, double carry) {
    hint = a.support_index({d.x + 1e-30 * carry, d.y, d.z}, hint);
    return a.vertex(hint).x;
  };
  const auto test = [&](const Pose<double>& pose, double carry) { return carry + gjk::distance(a, b, pose).distance; };
  LookupRow row{};
  row.vertices = static_cast<double>(n);
  row.random_ns = nanoseconds(random_directions(count), look_up);
  pulse.check(0.2);
  row.coherent_ns = nanoseconds(coherent_directions(count), look_up);
  pulse.check(0.4);
  row.worst_products = worst_products(plain_a, search.kind);
  pulse.check(0.6);
  row.tests_per_second = 1e9 / nanoseconds(coherent_poses(count / 10), test);
  pulse.check(0.8);
  row.build_ms = build_milliseconds(a, search.kind);
  row.bytes_per_vertex = static_cast<double>(a.lookup_memory()) / static_cast<double>(n);
  return row;
}

}  // namespace tactus::lab::support
