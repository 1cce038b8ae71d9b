// SPDX-License-Identifier: MIT
#pragma once
/// Contact points of two surfaces of triangles: corners of one on the faces of the other, and edges that cross.
#include <tactus/nonconvex/piece_pair.h>
#include <tactus/nonconvex/piece_queries.h>

namespace tactus::pieces {

/// Two triangles that cross say little about the bodies behind them: the least way to part the two may be sideways. So a
/// point counts only if both surfaces have its normal there:
/// - a corner of one surface over a face of the other, if the corner is the highest point of its surface against the
///   face's normal, and if no other triangle is nearer to the corner;
/// - two convex edges that cross, if the normal of both lies between the normals of the triangles at each edge, and if the
///   edges are at most twice as deep as their two triangles, or as the deepest corner.
/// A visitor of traverse(): it is called with the pairs of triangles that may be within max_distance.
template <Scalar T> class SurfaceContacts {
 public:
  SurfaceContacts(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, const Options<T>& options);

  T limit() const { return options_.max_distance; }
  void pair(std::uint32_t i, std::uint32_t j);
  /// The contacts found, in the frame of A. If no feature has a point although triangles touch, the deepest pair of
  /// triangles has one, at its depth.
  std::vector<PieceManifold<T>> take();
  /// Is there a contact that is not a gap? Known after take().
  bool touched() const { return touched_; }

 private:
  struct Touch {
    std::uint32_t i, j;
    Vec3<T> normal, position;  // unit, from A to B; halfway between the surfaces
    T distance;
    ContactId id;
    T parted;  // of edges: the least depth of their two triangles; infinite for corners
  };
  /// One of the two surfaces, and how the other lies to it.
  struct Side {
    const PieceSource<T>& surface;
    Pose<T> other;  // maps the other's frame to this one
    Vec3<T> middle;  // of the other's box, in this frame: a thin sheet pushes toward it
    Pose<T> to_a;
    bool is_a;

    bool pushes_along(const SurfaceNormal<T>& normals, const Vec3<T>& n) const {
      return normals.front_only() || dot(n, middle - normals.triangle().a) >= T(0);
    }
    Vec3<T> normal_of(const SurfaceNormal<T>& triangle) const {
      return pushes_along(triangle, triangle.face()) ? triangle.face() : -triangle.face();
    }
  };

  bool may_touch(const Side& faces, const SurfaceNormal<T>& on, const SurfaceNormal<T>& of, int k,
                 const Vec3<T>& corner) const;
  void add_corners(const Side& faces, const SurfaceNormal<T>& met, const SurfaceNormal<T>& of);
  void add_edges(const SurfaceNormal<T>& in_a, const SurfaceNormal<T>& in_b);
  PieceManifold<T> joined(const Touch* first, const Touch* last) const;
  void drop_sideways_edges();
  T along_faces(std::uint32_t i, std::uint32_t j) const;
  void add_deepest_pair(std::vector<PieceManifold<T>>& list);

  Side a_, b_;
  Options<T> options_;
  PiecePairs<T> pairs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> near_;
  std::vector<Touch> touches_;
  bool touched_ = false;
};

}  // namespace tactus::pieces
