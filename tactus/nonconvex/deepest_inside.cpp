// SPDX-License-Identifier: MIT
#include <tactus/core/pair_scale.h>
#include <tactus/narrow/default.h>
#include <tactus/nonconvex/deepest_inside.h>
#include <tactus/nonconvex/piece_queries.h>

#include <algorithm>
#include <vector>

namespace tactus::pieces {

namespace {

/// A convex piece: its point nearest to a given one, and how far it extends along a direction.
template <Scalar T> struct ConvexPart {
  const Shape<T>& shape;

  Aabb<T> box() const { return shape.aabb(); }
  Vec3<T> nearest(const Vec3<T>& p) const {
    const Contact<T> c = narrow::distance(shape, Shape<T>(Point<T>{p}), Pose<T>{}, Options<T>{});
    return c.status == Status::separated ? c.point_a : p;
  }
  T extent(const Vec3<T>& u) const { return dot(shape.support(u), u) + shape.radius(); }
  Vec3<T> farthest(const Vec3<T>& u) const { return shape.support(u) + u * shape.radius(); }
};

/// The triangles of a surface, and what is inside them if it is a solid.
template <Scalar T> struct SurfacePart {
  const PieceSource<T>& body;

  Aabb<T> box() const { return body.bounds(); }
  Vec3<T> nearest(const Vec3<T>& p) const {
    const Shape<T> shape(Point<T>{p});
    const OneShape<T> point(shape);
    const PieceContact<T> c = pieces::distance<T>(body, point, Pose<T>{}, Options<T>{});
    return c.status == Status::separated ? c.point_a : p;
  }
  T extent(const Vec3<T>&) const { return infinity<T>; }
};

/// Branch and bound: a box around the body is halved again and again, the half that may be deepest first. In each half
/// the point of the body nearest to the half's middle is tried. If q is the point of the surface nearest to that one,
/// no point x of the half is deeper than |x - q|. The search ends when no half can be deeper than the best point by
/// more than the tolerance, or after the last try.
template <Scalar T, class Part> class DeepestSearch {
 public:
  DeepestSearch(const PieceSource<T>& solid, const Part& part, const Pose<T>& to_solid, const Inside<T>& known)
      : solid_(solid), part_(part), to_solid_(to_solid), to_part_(inverse(to_solid)), best_(known) {}

  Inside<T> run() {
    const Aabb<T> box = part_.box();
    look({infinity<T>, box.center(), box.half(), 0});
    while (!open_.empty() && tries_ < most_depth_tries) {
      std::pop_heap(open_.begin(), open_.end());
      Cell cell = open_.back();
      open_.pop_back();
      if (!(cell.bound > enough())) break;
      const T half = cell.half[cell.axis] / T(2), middle = cell.center[cell.axis];
      cell.half[cell.axis] = half;
      for (const T side : {-half, half}) {
        cell.center[cell.axis] = middle + side;
        look(cell);
      }
    }
    return best_;
  }

 private:
  struct Cell {  // in the part's frame
    T bound;  // nothing in it is deeper
    Vec3<T> center, half;
    int axis;  // along which it is to be halved

    friend bool operator<(const Cell& a, const Cell& b) { return a.bound < b.bound; }
  };

  T enough() const { return max(T(0), -best_.way_out.distance) * (T(1) + depth_tolerance<T>); }

  void look(Cell cell) {
    ++tries_;
    const Vec3<T> p = part_.nearest(cell.center);
    const T radius = norm(cell.half), away = norm(p - cell.center);
    if (away > radius * (T(1) + depth_tolerance<T>)) return;  // nothing of the part is in the cell
    const SurfacePoint<T> s = offer(p);
    const Vec3<T> q = to_part_ * s.point, u = unit_or_up(p - q);
    cell.bound = min(cell.bound, s.distance > T(0) ? radius + away - s.distance : farthest_from(q, u, cell));
    cell.axis = longest(cell.half, u, abs(s.distance));
    if (!(cell.bound > enough())) return;
    open_.push_back(cell);
    std::push_heap(open_.begin(), open_.end());
  }

  /// Tries a point, and if it is the best one so far, the point of a convex part that lies farthest from its way out.
  SurfacePoint<T> offer(const Vec3<T>& p) {
    const SurfacePoint<T> s = solid_.nearest(to_solid_ * p);
    if (!(s.distance < best_.way_out.distance)) return s;
    best_ = {true, to_solid_ * p, s};
    if constexpr (requires { part_.farthest(p); }) {
      const Vec3<T> beyond = to_solid_ * part_.farthest(unit_or_up(p - to_part_ * s.point));
      const SurfacePoint<T> t = solid_.nearest(beyond);
      if (t.distance < best_.way_out.distance) best_ = {true, beyond, t};
    }
    return s;
  }

  /// The largest distance from q to a point of the part in a cell: along u, and across it.
  T farthest_from(const Vec3<T>& q, const Vec3<T>& u, const Cell& cell) const {
    const Vec3<T> to = cell.center - q;
    const T middle = dot(to, u), wide = dot(abs(u), cell.half);
    const T along = max(abs(min(middle + wide, part_.extent(u) - dot(q, u))), abs(middle - wide));
    T across{};
    for (const T y : {T(-1), T(1)}) {
      for (const T z : {T(-1), T(1)}) {
        const Vec3<T> corner{cell.half.x, y * cell.half.y, z * cell.half.z};
        across = max(across, norm_squared(corner - u * dot(corner, u)));
      }
    }
    return sqrt(square(along) + square(norm(to - u * middle) + sqrt(across)));
  }

  /// Where halving lowers the bound most: along u by the width, across it by the square of the width.
  static int longest(const Vec3<T>& half, const Vec3<T>& u, T depth) {
    const auto gain = [&](int k) {
      return half[k] * abs(u[k]) + min(half[k], square(half[k]) / (depth + half[k])) * (T(1) - square(u[k]));
    };
    int best = 0;
    for (int k = 1; k < 3; ++k)
      if (gain(k) > gain(best)) best = k;
    return best;
  }

  const PieceSource<T>& solid_;
  const Part& part_;
  Pose<T> to_solid_, to_part_;
  Inside<T> best_;
  std::vector<Cell> open_;  // a heap
  int tries_ = 0;
};

}  // namespace

template <Scalar T>
Inside<T> deepest_inside(const PieceSource<T>& solid, const Shape<T>& piece, const Pose<T>& to_solid,
                         const Inside<T>& known) {
  return DeepestSearch<T, ConvexPart<T>>(solid, {piece}, to_solid, known).run();
}

template <Scalar T>
Inside<T> deepest_inside(const PieceSource<T>& solid, const PieceSource<T>& body, const Pose<T>& to_solid,
                         const Inside<T>& known) {
  if (body.is_surface()) return DeepestSearch<T, SurfacePart<T>>(solid, {body}, to_solid, known).run();
  Inside<T> best = known;
  for (std::uint32_t i = 0; i < body.count(); ++i) {
    Piece<T> piece;
    body.piece(i, piece);
    if (piece.shape->bounded())
      best = deepest_inside(solid, *piece.shape, piece.pose ? to_solid * *piece.pose : to_solid, best);
  }
  return best;
}

#define TACTUS_INSTANTIATE(T)                                                                                        \
  template Inside<T> deepest_inside(const PieceSource<T>&, const PieceSource<T>&, const Pose<T>&, const Inside<T>&); \
  template Inside<T> deepest_inside(const PieceSource<T>&, const Shape<T>&, const Pose<T>&, const Inside<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::pieces
