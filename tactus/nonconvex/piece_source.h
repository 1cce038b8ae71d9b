// SPDX-License-Identifier: MIT
#pragma once
/// The view that queries have of every nonconvex body: convex pieces, and a tree of boxes that finds them.
///
/// A compound's pieces are Shapes at local poses; those of a mesh and of a height field are triangles, made when they
/// are needed. So one traversal (traverse.h) serves all pairs, and the narrow phase sees only shapes.
#include <tactus/math/export.h>
#include <tactus/nonconvex/four_boxes.h>
#include <tactus/shape/shape.h>

#include <optional>
#include <span>

namespace tactus {

/// The meaning of a surface of triangles.
enum class Sides : std::uint8_t {
  automatic,  // solid if the triangles close a volume, else both
  solid,  // a closed surface and its inside
  front,  // pushes only what is in front of it, where its triangles are seen counter-clockwise
  both,  // a thin sheet
};

/// A point of a surface, with its triangle and, as weights of the corners, its place on the triangle.
template <Scalar T> struct SurfacePoint {
  T distance{};  // signed for solids: negative inside
  Vec3<T> point{}, normal{};  // of the surface; unit, outward
  std::uint32_t triangle = 0;  // as the user numbered them
  Vec3<T> barycentrics{};  // of its three corners; their sum is 1
};

namespace pieces {

inline constexpr std::uint32_t nothing = ~std::uint32_t{0};

/// A convex piece in the frame of its body.
template <Scalar T> struct Piece {
  const Shape<T>* shape = nullptr;
  const Pose<T>* pose = nullptr;  // null: the identity
  std::optional<Shape<T>> made;  // set if the body does not keep the shape itself
};

template <Scalar T> class MeshData;

template <Scalar T> class PieceSource {
 public:
  virtual ~PieceSource() = default;

  virtual Ref root() const = 0;
  virtual Aabb<T> bounds() const = 0;  // in the body's frame; infinite for a half-space
  virtual void open(Ref node, FourBoxes<T>& out) const = 0;
  virtual void piece(std::uint32_t i, Piece<T>& out) const = 0;
  virtual std::uint32_t count() const = 0;
  /// The user's number of the piece at a place of the tree; leaves refer to places.
  virtual std::uint32_t at(std::uint32_t place) const { return place; }

  /// This body if it is a mesh, else null: a search can read a mesh's tree and triangles without virtual calls.
  virtual const MeshData<T>* as_mesh() const { return nullptr; }

  // ---- for surfaces, whose pieces are triangles
  virtual bool is_surface() const { return false; }
  virtual Triangle<T> triangle(std::uint32_t) const { return {}; }
  /// The triangle across edge e, which runs from corner e to the next; `nothing` at a border.
  virtual std::uint32_t neighbour(std::uint32_t, int) const { return nothing; }
  virtual Sides sides() const { return Sides::both; }

  // ---- for bodies that have an inside in addition to their pieces: solid meshes
  virtual bool is_solid() const { return false; }
  virtual SurfacePoint<T> nearest(const Vec3<T>&) const { return {}; }
  /// One point of each connected part. If no piece touches a solid's surface, these points decide between inside and
  /// outside.
  virtual std::span<const Vec3<T>> representatives() const = 0;

  T origin_radius() const {
    const Aabb<T> box = bounds();
    return norm(max(abs(box.min), abs(box.max)));
  }
};

/// One convex shape, as a body of one piece.
template <Scalar T> class OneShape final : public PieceSource<T> {
 public:
  explicit OneShape(const Shape<T>& shape) : shape_(shape), center_(shape.center()), bounds_(shape.aabb()) {}
  Ref root() const override { return Ref::leaf(0, 1); }
  Aabb<T> bounds() const override { return bounds_; }
  void open(Ref, FourBoxes<T>& out) const override { out.count = 0; }
  void piece(std::uint32_t, Piece<T>& out) const override { out.shape = &shape_, out.pose = nullptr; }
  std::uint32_t count() const override { return 1; }
  std::span<const Vec3<T>> representatives() const override { return {&center_, shape_.bounded() ? 1u : 0u}; }
  const Shape<T>& shape() const { return shape_; }

 private:
  const Shape<T>& shape_;
  Vec3<T> center_;
  Aabb<T> bounds_;
};

}  // namespace pieces

/// A body with pieces: Compound, Mesh, HeightField, Nonconvex.
template <class S>
concept Pieced = requires(const S& s) {
  { s.source() } -> std::convertible_to<const pieces::PieceSource<scalar_t<S>>&>;
};

}  // namespace tactus
