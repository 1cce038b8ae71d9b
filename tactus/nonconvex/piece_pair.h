// SPDX-License-Identifier: MIT
#pragma once
/// Two pieces of two bodies: the narrow phase's answers in the frame of body A.
#include <tactus/contact/manifold.h>
#include <tactus/core/options.h>
#include <tactus/narrow/default.h>
#include <tactus/nonconvex/surface_normal.h>
#include <tactus/nonconvex/triangle_gap.h>

namespace tactus {
template <Scalar T> struct Sight;
}

namespace tactus::pieces {

/// Whether and how two pieces push each other.
enum class Push : std::uint8_t {
  none,  // they are apart
  outward,  // along the contact's normal
  elsewhere,  // they overlap, but the deepest point lies over a neighbouring triangle, which has the better contact
  from_behind,  // they touch, but one is behind the other's surface, which does not push it
};

template <Scalar T> class PiecePairs {
 public:
  PiecePairs(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab);

  /// Bounds of the gap from triangles, at a fraction of the cost of the queries below; infinite if triangles give none.
  /// The caller needs nothing more if the lower bound is above `enough`.
  Gap<T> quick_gap(std::uint32_t i, std::uint32_t j, T enough);
  /// The gap that rounding may leave between the two bounds of quick_gap.
  T quick_resolution() const { return T(4) * slack_; }
  bool intersects(std::uint32_t i, std::uint32_t j, const Options<T>& options);
  Contact<T> distance(std::uint32_t i, std::uint32_t j, const Options<T>& options);
  Contact<T> contact(std::uint32_t i, std::uint32_t j, const Options<T>& options);

  /// A contact of two pieces, with a normal that their surfaces have: its distance is along that.
  struct Pushing {
    Push push = Push::none;
    Contact<T> contact;
    Manifold<T> manifold;
  };
  /// The contact and the points within options.max_distance, along a normal that the surfaces have.
  void settle(std::uint32_t i, std::uint32_t j, const Options<T>& options, Pushing& out);

 private:
  /// Both pieces, and the pose of the one of B seen from that of A.
  void take(std::uint32_t i, std::uint32_t j);
  T off_plane(const Triangle<T>& t, const Pose<T>& to, const Shape<T>& other) const;
  void to_body(Contact<T>& c) const;
  Vec3<T> toward_b(const SurfaceNormal<T>& normals, const Vec3<T>& n) const;
  Vec3<T> toward_a(const SurfaceNormal<T>& normals, const Vec3<T>& n) const;
  Vec3<T> surface_normal(std::uint32_t i, std::uint32_t j, const Contact<T>& c) const;
  Vec3<T> own_normal(std::uint32_t i, std::uint32_t j, const Vec3<T>& n) const;
  bool behind(std::uint32_t i, std::uint32_t j) const;
  bool find_deepest(const Sight<T>& sight, Contact<T>& c) const;
  void settle_along(const Vec3<T>& normal, const Contact<T>& raw, T max_distance, Pushing& out) const;
  void settle_along_own(std::uint32_t i, std::uint32_t j, const Contact<T>& raw, T max_distance, Pushing& out) const;

  const PieceSource<T>&a_, &b_;
  Pose<T> x_ab_;
  Piece<T> in_a_, in_b_;
  Pose<T> x_;  // of B's piece, seen from A's
  std::uint32_t i_ = nothing, j_ = nothing;
  bool surface_a_, surface_b_;
  Triangle<T> triangle_b_;  // triangle number triangle_j_ of a surface B, in A's frame
  std::uint32_t triangle_j_ = nothing;
  T slack_;  // the largest rounding error of a gap
};

}  // namespace tactus::pieces
