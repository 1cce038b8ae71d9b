// SPDX-License-Identifier: MIT
#pragma once
/// The solid inside a surface of triangles: distances, and inside or outside. For decompositions and distance grids.
#include <tactus/math/aabb.h>
#include <tactus/math/export.h>
#include <tactus/shape/triangle_list.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

/// The inside of a surface of triangles: all points around which the surface winds at least once; components may
/// overlap, and cavities are surfaces that are oriented the other way. For a surface that is not closed, `inside` is a
/// guess: the vote of a few rays.
///
/// Immutable; may be used by several threads.
class TACTUS_API Solid {
 public:
  /// If a surface is closed but inside out, all of its triangles are turned. Throws std::invalid_argument, naming the
  /// vertex or triangle, for coordinates that are not finite, indices out of range, and if no triangle has an area.
  explicit Solid(TriangleList<double> list);

  /// A point of the surface.
  struct Nearest {
    double distance;  // from the given point; never negative
    Vec3<double> point;  // on the surface
    int triangle;  // index into list().triangles
  };
  /// The point of the surface nearest to p. If it is known to be at most `within` away, the search is faster.
  Nearest nearest(const Vec3<double>& p, double within = infinity<double>) const;
  /// Is the point inside? Exact for a closed surface.
  bool inside(const Vec3<double>& p) const;
  /// The signed distance from the surface: negative if p is inside.
  double signed_distance(const Vec3<double>& p) const;

  /// A triangle's plane: normal·x = offset. The normal is zero if the triangle has no area.
  struct Plane {
    Vec3<double> normal;
    double offset;
  };
  /// The plane of a triangle of list().
  const Plane& plane(int triangle) const { return planes_[static_cast<std::size_t>(triangle)]; }
  /// The triangles whose boxes meet the box; at most `limit` of them are put into `found`. False: there are more.
  bool touching(const Aabb<double>& box, std::size_t limit, std::vector<int>& found) const;

  /// The triangles, turned outwards if they were inside out.
  const TriangleList<double>& list() const { return list_; }
  /// Corner k of a triangle, k from 0 to 2.
  const Vec3<double>& corner(int triangle, int k) const {
    return list_.vertices[static_cast<std::size_t>(
        list_.triangles[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(k)])];
  }
  /// Does every edge belong to as many triangles in one sense as in the other?
  bool closed() const { return closed_; }
  /// Was the surface inside out, so that its triangles were turned?
  bool turned() const { return turned_; }
  /// The volume of the inside, if the surface is closed.
  double volume() const { return volume_; }
  /// The box around all vertices that triangles use.
  const Aabb<double>& box() const { return box_; }
  double size() const { return norm(box_.max - box_.min); }
  /// The largest rounding error of the values above: a few units in the last place of the largest coordinate.
  double rounding() const { return rounding_; }

 private:
  struct Node {
    Aabb<double> box;
    std::uint32_t first;  // leaf: of order_; else: the second child, the first one follows the node
    std::uint32_t count;  // of triangles; 0: not a leaf
  };
  void check() const;
  void measure();
  std::uint32_t build(std::span<int> part);
  Aabb<double> box_of(int triangle) const;
  int crossings(const Vec3<double>& p, const Vec3<double>& along, bool& doubtful) const;
  double winding(const Vec3<double>& p) const;

  TriangleList<double> list_;
  std::vector<Plane> planes_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
  Aabb<double> box_;
  bool closed_ = false, turned_ = false;
  double volume_ = 0, rounding_ = 0;
};

/// Does every edge belong to as many triangles in one sense as in the other? Then the triangles bound something.
TACTUS_API bool is_closed(const TriangleList<double>& list);

}  // namespace tactus
