// SPDX-License-Identifier: MIT
#pragma once
/// Merges the facets of a numerical hull into the intended polygons: coplanar neighbours become one face.
#include <tactus/shape/hull_data.h>

namespace tactus {

/// Groups of neighbouring faces of a closed convex surface that are coplanar: all vertices of a group lie within
/// `tolerance` of the plane of its largest face, from which the group grows.
///
/// Merging also removes vertices: those inside a group, those along the straight border of two groups, and one of two
/// that nearly coincide. Removing a vertex from the surface may fold it, so nothing is removed here: `redundant()`
/// names the vertices, the caller computes the hull of the others again, and when none are left `merged()` returns the
/// faces.
class FaceMerging {
 public:
  /// Throws std::invalid_argument if the faces do not form a closed surface.
  FaceMerging(std::span<const Vec3<double>> vertices, const FaceLoops& faces, double tolerance);

  /// Vertices whose removal moves the surface by at most about the tolerance, ascending.
  std::vector<std::uint32_t> redundant() const;

  /// The groups as faces. A group that would not be a convex polygon with at least three faces at each corner (possible
  /// if a finely curved surface looks flat) stays unmerged.
  FaceLoops merged() const;

 private:
  struct Patch {  // the plane of a face
    Vec3<double> normal;
    double offset, area, height;
  };

  Patch patch_of(std::size_t face) const;
  void grow_groups();
  bool fits(std::uint32_t face, const Patch& seed) const;
  void count_creases();
  bool is_crease(std::uint32_t half_edge) const {
    return group_[face_of_[half_edge]] != group_[face_of_[twin_[half_edge]]];
  }
  std::uint32_t target(std::uint32_t half_edge) const { return faces_.corners[next_[half_edge]]; }
  std::uint32_t next_crease(std::uint32_t half_edge) const;
  void mark_straight_creases(std::vector<bool>& redundant) const;
  std::vector<std::uint32_t> outline(std::uint32_t start) const;
  std::vector<std::vector<std::uint32_t>> group_outlines() const;
  bool is_convex(std::span<const std::uint32_t> loop, const Vec3<double>& normal) const;

  std::span<const Vec3<double>> vertices_;
  const FaceLoops& faces_;
  double tolerance_;
  std::vector<std::uint32_t> twin_, next_, face_of_;  // per half-edge
  std::vector<Patch> patches_;  // per face
  std::vector<std::uint32_t> group_;  // per face: the face it grew from
  std::vector<std::uint32_t> creases_;  // per vertex: borders between groups that meet there
};

}  // namespace tactus
