// SPDX-License-Identifier: MIT
#pragma once
/// Triangles that move as one: a closed surface with its inside, or an open one.
#include <tactus/nonconvex/piece_source.h>
#include <tactus/shape/mass_properties.h>
#include <tactus/shape/triangle_list.h>

#include <memory>

namespace tactus {

/// How the triangles are to be understood.
struct MeshOptions {
  /// Which sides push; `automatic`: a closed surface is solid, an open one has two sides.
  Sides sides = Sides::automatic;
  std::vector<std::uint32_t> user_data{};  // one per triangle, or none
};

/// A body of triangles. Immutable and shared: a copy costs nothing. Triangles keep the numbers of the list. Triangles
/// without area are left out, because their neighbours touch the same points (dropped() counts them).
template <Scalar T> class TACTUS_API Mesh {
 public:
  using Scalar = T;

  /// Throws std::invalid_argument, and names the triangle: indices out of range, coordinates that are not finite, no
  /// triangle at all; `solid` requested for a surface that is open, or whose triangles face inward.
  explicit Mesh(const TriangleList<T>& list, const MeshOptions& options = {});

  std::size_t size() const;  // number of triangles in the list it was made from
  /// How many triangles without area were left out.
  std::size_t dropped() const;
  Triangle<T> triangle(std::size_t i) const;  // as the user numbered them
  std::uint32_t user_data(std::size_t i) const;  // 0 if there is none
  /// The list it was made from.
  TriangleList<T> list() const;
  /// The options it was made with; `automatic` is replaced by what was found.
  MeshOptions options() const;
  template <class U> Mesh<U> cast() const {
    const TriangleList<T> exact = list();
    TriangleList<U> rounded{.vertices = {}, .triangles = exact.triangles};
    for (const Vec3<T>& v : exact.vertices) rounded.vertices.push_back(v.template cast<U>());
    return Mesh<U>(rounded, options());
  }
  /// The box around all vertices, in the mesh's own frame.
  Aabb<T> aabb() const { return data_->bounds(); }
  /// Is every edge shared by two triangles that agree on what is outside?
  bool closed() const;
  /// Which sides push; never `automatic`.
  Sides sides() const { return data_->sides(); }
  /// The mass properties of the inside; a surface that is not closed has no volume.
  MassProperties<T> mass_properties() const;
  /// The point of the surface nearest to a point, both in the mesh's frame. The distance is negative inside a solid. If
  /// the nearest edge or corner is as sharp as a knife, the sign comes from all triangles: time grows with size().
  SurfacePoint<T> nearest(const Vec3<T>& point) const;
  /// The memory per triangle, not counting vertices and user data.
  double bytes_per_triangle() const;
  const pieces::PieceSource<T>& source() const { return *data_; }
  std::shared_ptr<const pieces::PieceSource<T>> shared() const { return data_; }

 private:
  std::shared_ptr<const pieces::PieceSource<T>> data_;
};

extern template class Mesh<float>;
extern template class Mesh<double>;

}  // namespace tactus
