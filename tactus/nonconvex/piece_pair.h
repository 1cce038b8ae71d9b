#pragma once
/// Two pieces of two bodies: the narrow phase's answers in the frame of body A.
#include <tactus/contact/manifold.h>
#include <tactus/core/options.h>
#include <tactus/narrow/default.h>
#include <tactus/nonconvex/surface_normal.h>

namespace tactus::pieces {

/// Which pieces push, and how.
enum class Push : std::uint8_t {
  none,  // they are apart
  outward,  // as the contact says
  elsewhere,  // they overlap, but the deepest of it lies over a neighbour of the triangle, which has the better contact
  from_behind,  // they touch, but one is behind the other's surface, which does not push it
};

template <Scalar T> class PiecePairs {
 public:
  PiecePairs(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab);

  /// At least so far apart, by the planes of triangles; minus infinity if these say nothing.
  T quick_gap(std::uint32_t i, std::uint32_t j);
  bool intersects(std::uint32_t i, std::uint32_t j, const Options<T>& options);
  Contact<T> distance(std::uint32_t i, std::uint32_t j, const Options<T>& options);
  Contact<T> contact(std::uint32_t i, std::uint32_t j, const Options<T>& options);

  /// A contact of two pieces, with a normal that their surfaces have: its distance is along that.
  struct Pushing {
    Push push = Push::none;
    Contact<T> contact;
    Manifold<T> manifold;
  };
  /// The contact and the points within options.max_distance, along a normal of the surfaces' own.
  void settle(std::uint32_t i, std::uint32_t j, const Options<T>& options, Pushing& out);

 private:
  /// Both pieces, and the pose of the one of B seen from that of A.
  void take(std::uint32_t i, std::uint32_t j);
  void to_body(Contact<T>& c) const;
  Vec3<T> surface_normal(std::uint32_t i, std::uint32_t j, const Contact<T>& c) const;
  bool behind(std::uint32_t i, std::uint32_t j) const;
  void settle_along(const Vec3<T>& normal, const Contact<T>& raw, T max_distance, Pushing& out) const;

  const PieceSource<T>&a_, &b_;
  Pose<T> x_ab_;
  Piece<T> in_a_, in_b_;
  Pose<T> x_;  // of B's piece, seen from A's
  std::uint32_t i_ = nothing, j_ = nothing;
  bool surface_a_, surface_b_;
  T slack_;  // what rounding can add to a gap
};

}  // namespace tactus::pieces
