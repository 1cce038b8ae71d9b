// SPDX-License-Identifier: MIT
#pragma once
/// The data that copies of a Mesh share. Included by the source files of meshes and of searches that know them.
#include <tactus/nonconvex/mesh.h>
#include <tactus/nonconvex/triangle_point.h>
#include <tactus/nonconvex/wide_tree.h>

namespace tactus::pieces {

template <Scalar T> class MeshData final : public PieceSource<T> {
 public:
  MeshData(const TriangleList<T>& list, const MeshOptions& options);

  Ref root() const override { return tree_.root(); }
  Aabb<T> bounds() const override { return tree_.bounds(); }
  void open(Ref node, FourBoxes<T>& out) const override { tree_.open(node, out); }
  std::uint32_t at(std::uint32_t place) const override { return tree_.order()[place]; }
  std::uint32_t count() const override { return static_cast<std::uint32_t>(corners_.size()); }
  void piece(std::uint32_t i, Piece<T>& out) const override {
    out.made.emplace(triangle(i));
    out.shape = &*out.made, out.pose = nullptr;
  }
  const MeshData* as_mesh() const override { return this; }
  const WideTree<T>& tree() const { return tree_; }
  bool is_surface() const override { return true; }
  Triangle<T> triangle(std::uint32_t i) const override {
    const auto& [a, b, c] = corners_[i];
    return {vertices_[a], vertices_[b], vertices_[c]};
  }
  std::uint32_t neighbour(std::uint32_t i, int e) const override { return neighbours_[i][static_cast<std::size_t>(e)]; }
  Sides sides() const override { return sides_; }
  bool is_solid() const override { return sides_ == Sides::solid; }
  SurfacePoint<T> nearest(const Vec3<T>& p) const override;
  std::span<const Vec3<T>> representatives() const override { return representatives_; }

  bool closed() const { return closed_; }
  std::size_t dropped() const { return dropped_; }
  std::uint32_t user_data(std::size_t i) const { return user_data_.empty() ? 0 : user_data_[i]; }
  TriangleList<T> list() const;
  MeshOptions options() const { return {sides_, user_data_}; }
  MassProperties<T> mass() const;
  std::size_t bytes() const;

 private:
  void check(const TriangleList<T>& list, const MeshOptions& options) const;
  void link();
  void find_representatives();
  void choose_sides(Sides asked);
  void find_vertex_normals();
  void build_tree();
  T signed_volume() const;

  Vec3<T> area_vector(std::uint32_t i) const {
    const Triangle<T> t = triangle(i);
    return cross(t.b - t.a, t.c - t.a);
  }
  void search(Ref node, const Vec3<T>& p, TrianglePoint<T>& best, std::uint32_t& of) const;
  Vec3<T> outward(std::uint32_t i, const Vec3<T>& q, T same) const;
  T winding(const Vec3<T>& p) const;

  std::vector<Vec3<T>> vertices_;
  std::vector<std::array<std::uint32_t, 3>> corners_, neighbours_;
  std::vector<Vec3<float>> vertex_normals_;  // of a solid: weighted by angles
  std::vector<std::uint32_t> user_data_;
  std::vector<Vec3<T>> representatives_;
  WideTree<T> tree_;
  Sides sides_ = Sides::both;
  bool closed_ = false;
  std::size_t dropped_ = 0;
};

}  // namespace tactus::pieces
