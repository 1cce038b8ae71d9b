// SPDX-License-Identifier: MIT
#pragma once
/// Meshes, compounds and height fields from bytes, hostile numbers and indices among them, and all that can be asked.
#include <tests/fuzz/targets.h>
#include <tests/helpers/meshes.h>

namespace tactus::fuzz {

/// A box or a tetrahedron, anywhere and of any size: closed, so that its inside counts. Triangles of random corners
/// hardly ever close a surface.
template <Scalar T> TriangleList<T> closed_surface(Bytes& bytes) {
  TriangleList<T> list;
  if (bytes.below(2) == 0) {
    for (int i = 0; i < 4; ++i) list.vertices.push_back(vector<T>(bytes));
    auto& v = list.vertices;
    if (dot(cross(v[1] - v[0], v[2] - v[0]), v[3] - v[0]) < T(0)) std::swap(v[0], v[1]);
    list.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  } else {
    const testing::List box = testing::box_mesh({1, 1, 1});
    const Vec3<T> half = sizes<T>(bytes), middle = vector<T>(bytes);
    for (const Vec3<double>& v : box.vertices) list.vertices.push_back(middle + hadamard(half, v.cast<T>()));
    list.triangles = box.triangles;
  }
  return list;
}

template <Scalar T> Nonconvex<T> nonconvex_or_none(Bytes& bytes) {
  Nonconvex<T> body;
  bytes.draw_hostility();
  const int choice = bytes.below(4);
  if (choice == 3) {
    const TriangleList<T> list = closed_surface<T>(bytes);
    const auto sides = bytes.below(4) == 0 ? Sides::front : Sides::automatic;
    refusable([&] { body = Mesh<T>(list, {.sides = sides}); });
  } else if (choice == 0) {
    TriangleList<T> list;
    const int vertices = 3 + bytes.below(10), triangles = 1 + bytes.below(12);
    for (int i = 0; i < vertices; ++i) list.vertices.push_back(vector<T>(bytes));
    const auto corner = [&] { return bytes.hostile() ? bytes.raw<int>() : bytes.below(vertices); };
    for (int i = 0; i < triangles; ++i) list.triangles.push_back({corner(), corner(), corner()});
    const auto sides = static_cast<Sides>(bytes.below(4));
    refusable([&] { body = Mesh<T>(list, {.sides = sides}); });
  } else if (choice == 1) {
    std::vector<CompoundPiece<T>> pieces;
    for (int i = bytes.below(5); i >= 0; --i)
      if (const auto s = shape_or_none<T>(bytes)) pieces.push_back({*s, pose<T>(bytes)});
    refusable([&] { body = Compound<T>(pieces); });
  } else {
    HeightGrid<T> grid{.columns = 1 + bytes.below(5), .rows = 1 + bytes.below(5)};
    if (bytes.hostile()) grid.columns = bytes.raw<int>();
    grid.spacing = {number<T>(bytes), number<T>(bytes)}, grid.base = number<T>(bytes), grid.step = number<T>(bytes);
    for (int i = bytes.below(26); i >= 0; --i) grid.heights.push_back(bytes.raw<std::uint16_t>());
    if (!bytes.hostile() && grid.columns > 0 && grid.columns < 10)
      grid.heights.resize(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows));
    refusable([&] { body = HeightField<T>(grid); });
  }
  return body;
}

template <Scalar T> void expect_sound(const PieceContact<T>& c, const char* query) {
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) throw Violation(std::string(query) + ": " + what);
  };
  expect(static_cast<int>(c.status) <= static_cast<int>(Status::invalid), "no status");
  if (c.status == Status::invalid) return;
  expect(!(c.lower > c.upper), "bounds in disorder");
  expect(is_finite(c.normal), "a normal that is not finite");
}

template <Scalar T> void nonconvex_target(Bytes& bytes) {
  const Nonconvex<T> a = nonconvex_or_none<T>(bytes), b = nonconvex_or_none<T>(bytes);
  const auto shape = shape_or_none<T>(bytes);
  bytes.draw_hostility();
  const Pose<T> pose_a = pose<T>(bytes), pose_b = pose<T>(bytes);
  const Options<T> given = options<T>(bytes);
  const Vec3<T> p = vector<T>(bytes), d = vector<T>(bytes);
  const auto ask = [&](const auto& x, const auto& y) {
    refusable([&] { (void)intersects(x, pose_a, y, pose_b, given); });
    expect_sound(distance(x, pose_a, y, pose_b, given), "distance");
    expect_sound(contact(x, pose_a, y, pose_b, given), "contact");
    refusable([&] { (void)manifolds(x, pose_a, y, pose_b, given); });
    (void)shape_cast(x, pose_a, d, y, pose_b, with_low_cap(given));
    (void)time_of_impact(x, Motion<T>{pose_a, d, p, p}, y, Motion<T>{pose_b, p, d, d}, with_low_cap(given));
  };
  if (!a) return;
  (void)ray_cast(a, pose_a, p, d);
  (void)a.mass_properties();
  if (const auto* mesh = a.template get_if<Mesh<T>>()) (void)mesh->nearest(p);
  if (b) ask(a, b);
  if (shape) ask(a, *shape), ask(*shape, a);
  World<T> world;
  refusable([&] {
    world.add({.pose = pose_a, .nonconvex = a});
    if (shape) world.add({.shape = *shape, .pose = pose_b});
    if (b) world.add({.pose = pose_b, .is_static = true, .nonconvex = b});
    world.update();
    ask_world(bytes, world);
  });
}

}  // namespace tactus::fuzz
