// SPDX-License-Identifier: MIT
#include <tactus/core/pair_scale.h>
#include <tactus/narrow/default.h>
#include <tactus/nonconvex/deepest_inside.h>
#include <tactus/nonconvex/piece_queries.h>

#include <algorithm>
#include <array>
#include <vector>

namespace tactus::pieces {

namespace {

/// The point of A that a distance query found for p: p itself if it is inside. If the query stalled, p may be outside.
template <Scalar T> Vec3<T> nearest_of(const Contact<T>& c, const Vec3<T>& p) {
  return c.status == Status::separated || c.status == Status::stalled ? c.point_a : p;
}

/// A convex piece: its point nearest to a given one, and how far it extends along a direction.
template <Scalar T> struct ConvexPart {
  const Shape<T>& shape;

  Aabb<T> box() const { return shape.aabb(); }
  Vec3<T> nearest(const Vec3<T>& p) const {
    if (!is_finite(p)) return p;  // the numbers have left the range of the scalar; such a point is never the deepest
    const Contact<T> c = narrow::distance(shape, Shape<T>(Point<T>{p}), Pose<T>{}, Options<T>{});
    return nearest_of(c, p);
  }
  T extent(const Vec3<T>& u) const { return dot(shape.support(u), u) + shape.radius(); }
  Vec3<T> farthest(const Vec3<T>& u) const { return shape.support(u) + u * shape.radius(); }
};

/// The triangles of a surface, and what is inside them if it is a solid.
template <Scalar T> struct SurfacePart {
  const PieceSource<T>& body;

  Aabb<T> box() const { return body.bounds(); }
  Vec3<T> nearest(const Vec3<T>& p) const {
    if (!is_finite(p)) return p;
    const Shape<T> shape(Point<T>{p});
    const OneShape<T> point(shape);
    const PieceContact<T> c = pieces::distance<T>(body, point, Pose<T>{}, Options<T>{});
    return nearest_of(c, p);
  }
  T extent(const Vec3<T>&) const { return infinity<T>; }
};

/// Branch and bound: a box around the body is halved again and again, the half that may be deepest first. In each half
/// the point of the body nearest to the half's middle is tried. No point x of the half is deeper than |x - q| for any q
/// of the surface. So the depth's square is at most any weighted mean of |x - q|² over several q: between two walls,
/// where a step away from one is a step towards the other, the right weights keep this bound close. The search ends
/// when no half can be deeper than the best point by more than the tolerance, or after the last try.
template <Scalar T, class Part> class DeepestSearch {
  static constexpr int most_steps = 20;

 public:
  DeepestSearch(const PieceSource<T>& solid, const Part& part, const Pose<T>& to_solid, const Inside<T>& known)
      : solid_(solid), part_(part), to_solid_(to_solid), to_part_(inverse(to_solid)), best_(known) {}

  Inside<T> run() {
    const Aabb<T> box = part_.box();
    look({infinity<T>, box.center(), box.half()});
    climb();
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
    climb();
    return best_;
  }

 private:
  struct Cell {  // in the part's frame
    T bound;  // nothing in it is deeper
    Vec3<T> center, half;
    int axis = 0;  // to halve it along
    std::array<Vec3<T>, 4> walls{};  // points of the surface around it
    std::size_t wall_count = 0;

    friend bool operator<(const Cell& a, const Cell& b) { return a.bound < b.bound; }
  };

  /// Climbs from the best point so far, away from the walls around it; a step that gets no deeper is halved. At the
  /// start this leaves fewer halves open. At the end it helps if the search ran out of tries because many points are
  /// nearly as deep as the deepest.
  void climb() {
    const T reach = -best_.way_out.distance / T(4);
    Cell cell{infinity<T>, to_part_ * best_.point, Vec3<T>{reach, reach, reach}};
    T step = reach;
    add_wall(cell, to_part_ * best_.way_out.point);
    for (int i = 0; i < most_steps; ++i) {
      const T before = best_.way_out.distance;
      const Vec3<T> p = part_.nearest(cell.center + unit_or_zero(between_walls(cell).toward) * step);
      const SurfacePoint<T> s = offer(p);
      add_wall(cell, to_part_ * s.point);
      if (best_.way_out.distance < before) {
        cell.center = to_part_ * best_.point;
      } else {
        step /= T(2), cell.half = cell.half * T(0.5);
      }
    }
  }

  T enough() const { return max(T(0), -best_.way_out.distance) * (T(1) + depth_tolerance<T>); }

  void look(Cell cell) {
    ++tries_;
    const Vec3<T> p = part_.nearest(cell.center);
    const T radius = norm(cell.half), away = norm(p - cell.center);
    if (away > radius * (T(1) + depth_tolerance<T>)) return;  // nothing of the part is in the cell
    const SurfacePoint<T> s = offer(p);
    add_wall(cell, to_part_ * s.point);
    const Mean mean = between_walls(cell);
    cell.bound = min(cell.bound, sqrt(largest(mean, cell)) * (T(1) + T(8) * unit_roundoff<T>));
    cell.axis = best_axis(mean, cell);
    if (s.distance > T(0)) cell.bound = min(cell.bound, radius + away - s.distance);
    if (!(cell.bound > enough())) return;
    open_.push_back(cell);
    std::push_heap(open_.begin(), open_.end());
  }

  /// Tries a point. If it is the best so far, also tries the point of a convex part farthest in the direction away from
  /// the wall nearest to it.
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

  /// Keeps a few points that lie in different directions.
  static void add_wall(Cell& cell, const Vec3<T>& q) {
    if (cell.wall_count < cell.walls.size()) {
      cell.walls[cell.wall_count++] = q;
      return;
    }
    const Vec3<T> u = unit_or_up(cell.center - q);
    const auto similarity = [&](const Vec3<T>& wall) { return dot(u, unit_or_up(cell.center - wall)); };
    *std::max_element(cell.walls.begin(), cell.walls.end(),
                      [&](const Vec3<T>& a, const Vec3<T>& b) { return similarity(a) < similarity(b); }) = q;
  }

  /// For x = center + d the mean of |x - q|² is `square` + 2·toward·d + |d|².
  struct Mean {
    T square;  // the mean of |g|², g = center - q
    Vec3<T> toward;  // the mean of g
  };
  /// How far a cell extends along `toward`, or the part, whichever ends first.
  T rise(const Mean& mean, const Cell& cell) const {
    const Vec3<T> u = unit_or_zero(mean.toward);
    return min(dot(abs(u), cell.half), max(T(0), part_.extent(u) - dot(u, cell.center)));
  }
  T largest(const Mean& mean, const Cell& cell) const {
    return mean.square + T(2) * norm(mean.toward) * rise(mean, cell) + norm_squared(cell.half);
  }
  /// The axis along which halving a cell lowers its bound most.
  int best_axis(const Mean& mean, const Cell& cell) const {
    const T whole = dot(abs(mean.toward), cell.half);
    const T share = whole > T(0) ? norm(mean.toward) * rise(mean, cell) / whole : T(0);
    const auto gain = [&](int k) { return cell.half[k] * (T(2) * abs(mean.toward[k]) * share + cell.half[k]); };
    return gain(0) >= gain(1) && gain(0) >= gain(2) ? 0 : gain(1) >= gain(2) ? 1 : 2;
  }

  /// Finds the weights wall by wall. If only the cell limited rise(), the bound would be linear in a weight between the
  /// values at which a component of `toward` changes sign. So one of these values, or 0, 1/2 or 1, is taken.
  Mean between_walls(const Cell& cell) const {
    const auto to = [&](const Vec3<T>& q) { return Mean{norm_squared(cell.center - q), cell.center - q}; };
    Mean mean = to(cell.walls[cell.wall_count - 1]);
    T least = largest(mean, cell);
    for (std::size_t i = 0; i < 2 * cell.wall_count && cell.wall_count > 1; ++i) {
      const Mean from = mean, other = to(cell.walls[i % cell.wall_count]);
      const auto try_share = [&](T share) {
        if (!(share > T(0) && share <= T(1))) return;
        const Mean mixed{from.square + (other.square - from.square) * share,
                         from.toward + (other.toward - from.toward) * share};
        if (const T most = largest(mixed, cell); most < least) mean = mixed, least = most;
      };
      try_share(T(1)), try_share(T(0.5));
      for (int k = 0; k < 3; ++k) try_share(from.toward[k] / (from.toward[k] - other.toward[k]));
    }
    return mean;
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
    if (!piece.shape->bounded()) continue;
    const T before = best.way_out.distance;
    const Pose<T> at = piece.pose ? to_solid * *piece.pose : to_solid;
    const std::uint32_t known_piece = best.piece;
    best = deepest_inside(solid, *piece.shape, at, best);
    best.piece = best.way_out.distance < before ? i : known_piece;
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
