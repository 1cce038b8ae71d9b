// SPDX-License-Identifier: MIT
/// Do they touch, how far apart, how deep: each query is one traversal with its own visitor.
#include <tactus/nonconvex/piece_inside.h>
#include <tactus/nonconvex/piece_pair.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/traverse.h>

namespace tactus::pieces {

namespace {

template <Scalar T>
void add_barycentrics(PieceContact<T>& c, const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab) {
  c.barycentrics_a = place_on_triangle(a, c.piece_a, c.point_a);
  c.barycentrics_b = place_on_triangle(b, c.piece_b, transposed_times(x_ab.rotation, c.point_b - x_ab.translation));
}

template <Scalar T> struct TouchVisitor {
  PiecePairs<T>& pairs;
  const Options<T>& options;
  bool found = false;
  std::uint32_t piece_a = 0, piece_b = 0;  // that touch

  T limit() const { return found ? -infinity<T> : T(0); }
  void pair(std::uint32_t i, std::uint32_t j) {
    if (found || pairs.quick_gap(i, j, T(0)).lower > T(0)) return;
    found = pairs.intersects(i, j, options), piece_a = i, piece_b = j;
  }
};

/// Visits pairs of pieces for distance and contact. A pair that is skipped has a lower bound above the upper bound of
/// the answer. So the least lower bound of the visited pairs is a lower bound for the two bodies. Among the pairs of
/// triangles whose quick bounds have met, only the nearest pair gets a full query, at the end.
template <Scalar T, bool signed_> struct NearestVisitor {
  PiecePairs<T>& pairs;
  const Options<T>& options;
  PieceContact<T> best{};
  T lower = infinity<T>, nearest = infinity<T>;  // bounds of all pairs
  int iterations = 0, support_calls = 0;
  // Of the pairs of triangles without a full query so far: the least upper bound, and the numbers of that pair.
  T waiting = infinity<T>;
  std::uint32_t waiting_a = 0, waiting_b = 0;

  T limit() const {
    const T most = min(options.max_distance, nearest);
    return signed_ || most > T(0) ? most : -infinity<T>;
  }
  void pair(std::uint32_t i, std::uint32_t j) {
    const T most = limit();
    if (most == -infinity<T>) return;
    const Gap<T> gap = pairs.quick_gap(i, j, most);
    if (gap.lower > most) return;
    if (gap.lower > T(0) && gap.upper - gap.lower <= pairs.quick_resolution()) {
      wait(i, j, gap);
    } else {
      ask(i, j, most);
    }
  }
  void wait(std::uint32_t i, std::uint32_t j, const Gap<T>& gap) {
    lower = min(lower, gap.lower), nearest = min(nearest, gap.upper);
    if (gap.upper < waiting || (gap.upper == waiting && std::pair(i, j) < std::pair(waiting_a, waiting_b)))
      waiting = gap.upper, waiting_a = i, waiting_b = j;
  }
  void ask(std::uint32_t i, std::uint32_t j, T most) {
    Options<T> within = options;
    within.max_distance = max(T(0), most);
    const Contact<T> c = signed_ ? pairs.contact(i, j, within) : pairs.distance(i, j, within);
    iterations += c.iterations, support_calls += c.support_calls;
    if (c.status == Status::beyond_max || c.status == Status::invalid) return;
    lower = min(lower, c.lower), nearest = min(nearest, c.upper);
    const bool first = best.status == Status::invalid;
    if (!first && !(c.distance < best.distance ||
                    (c.distance == best.distance && std::pair(i, j) < std::pair(best.piece_a, best.piece_b))))
      return;
    static_cast<Contact<T>&>(best) = c;
    best.piece_a = i, best.piece_b = j;
  }
  void finish() {
    if (waiting < infinity<T> && !(waiting > nearest)) ask(waiting_a, waiting_b, options.max_distance);
  }
};

/// The answer if nothing is within max_distance.
template <Scalar T>
PieceContact<T> far_apart(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                          const Options<T>& options) {
  PieceContact<T> c;
  const Vec3<T> from = a.bounds().center(), to = x_ab * b.bounds().center();
  c.status = Status::beyond_max, c.lower = options.max_distance;
  c.distance = max(norm(to - from), options.max_distance * T(1.0009765625L));
  if (!is_finite(c.distance)) c.distance = options.max_distance * T(1.0009765625L);
  c.normal = is_finite(to - from) ? unit_or_up(to - from) : c.normal;
  return c;
}

/// If numbers left the range of the scalar, nothing is known: the status becomes `invalid`, with a unit normal.
template <Scalar T> PieceContact<T> in_range(const PieceContact<T>& c) {
  return is_finite(c.normal) ? c : PieceContact<T>{};
}

/// Takes the contact along the surface's normal. If it is less deep than the contact of the two pieces (its deepest
/// point lies over a neighbour), the pieces' depth remains.
template <Scalar T> void take_normal(PieceContact<T>& c, const Contact<T>& along) {
  const Contact<T> raw = c;
  static_cast<Contact<T>&>(c) = along;
  if (along.distance <= raw.distance) return;
  c.distance = raw.distance, c.status = raw.status;
  c.point_a = raw.point() - c.normal * (c.distance / T(2)), c.point_b = raw.point() + c.normal * (c.distance / T(2));
}

/// Which pieces of A (or B) does the other body, a surface, push?
template <Scalar T> struct PushedVisitor {
  PiecePairs<T>& pairs;
  const Options<T>& options;
  bool of_a;
  std::vector<bool> pushed;
  typename PiecePairs<T>::Pushing pushing{};

  T limit() const { return options.max_distance; }
  void pair(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t k = of_a ? i : j;
    if (pushed[k] || pairs.quick_gap(i, j, limit()).lower > limit()) return;
    pairs.settle(i, j, options, pushing);
    pushed[k] = (pushing.push == Push::outward || pushing.push == Push::elsewhere) && pushing.manifold.count > 0;
  }
};

/// Of the pieces of a compound whose middles are inside the other body's solid, and which no triangle pushes, the one
/// that is deepest: manifolds() has a point for each of them.
template <Scalar T>
Inside<T> deepest_not_pushed(PiecePairs<T>& pairs, const PieceSource<T>& a, const PieceSource<T>& b,
                             const Pose<T>& x_ab, bool solid_is_a, Options<T> options) {
  const PieceSource<T>&solid = solid_is_a ? a : b, &other = solid_is_a ? b : a;
  if (!solid.is_solid() || other.is_surface() || other.count() < 2) return {};
  const Pose<T> to_solid = solid_is_a ? x_ab : inverse(x_ab);
  std::vector<std::uint32_t> inside;
  for (std::uint32_t i = 0; i < other.count(); ++i) {
    const Vec3<T> p = to_solid * other.representatives()[i];
    if (contains(solid.bounds(), p) && solid.nearest(p).distance < T(0)) inside.push_back(i);
  }
  if (inside.empty()) return {};
  options.max_distance = T(0);
  PushedVisitor<T> visitor{pairs, options, !solid_is_a, std::vector<bool>(other.count())};
  traverse(a, b, x_ab, visitor);
  Inside<T> deepest;
  for (const std::uint32_t i : inside) {
    if (visitor.pushed[i]) continue;
    Piece<T> piece;
    other.piece(i, piece);
    const Pose<T> at = piece.pose ? to_solid * *piece.pose : to_solid;
    const Inside<T> found = inside_by_middle(solid, *piece.shape, at, piece.shape->center());
    if (found.way_out.distance < deepest.way_out.distance) deepest = found, deepest.piece = i;
  }
  return deepest;
}

}  // namespace

template <Scalar T>
bool intersects(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, const Options<T>& options) {
  PiecePairs<T> pairs(a, b, x_ab);
  TouchVisitor<T> visitor{pairs, options};
  traverse(a, b, x_ab, visitor);
  return visitor.found || is_inside(a, b, x_ab);
}

template <Scalar T>
PieceContact<T> distance(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                         const Options<T>& options) {
  PiecePairs<T> pairs(a, b, x_ab);
  NearestVisitor<T, false> visitor{pairs, options};
  // First a search for any touching pair: for most bodies that touch it ends at once. A search for the nearest pair
  // would visit many pairs that are nearly as near.
  TouchVisitor<T> touch{pairs, options};
  traverse(a, b, x_ab, touch);
  if (touch.found) visitor.ask(touch.piece_a, touch.piece_b, options.max_distance);
  if (visitor.best.status != Status::overlapping) traverse(a, b, x_ab, visitor);
  visitor.finish();
  PieceContact<T>& c = visitor.best;
  if (c.status != Status::overlapping)
    if (const PieceContact<T> inside = way_out(a, b, x_ab, false); inside.status == Status::overlapping)
      return in_range(inside);
  if (c.status == Status::invalid) return far_apart(a, b, x_ab, options);
  c.lower = min(c.lower, visitor.lower), c.upper = min(c.upper, visitor.nearest);
  c.iterations = visitor.iterations, c.support_calls = visitor.support_calls;
  add_barycentrics(c, a, b, x_ab);
  return in_range(c);
}

/// For overlapping bodies the answer is that of the deepest pair of pieces, with a normal that the surfaces have there.
/// The depth of that pair, before the choice of normal, is a lower bound of the true depth. There is no upper bound of
/// the depth.
template <Scalar T>
PieceContact<T> contact(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab,
                        const Options<T>& options) {
  PiecePairs<T> pairs(a, b, x_ab);
  NearestVisitor<T, true> visitor{pairs, options};
  traverse(a, b, x_ab, visitor);
  visitor.finish();
  PieceContact<T>& c = visitor.best;
  const bool touching = c.status != Status::invalid && c.touching();
  typename PiecePairs<T>::Pushing pushing;
  if (touching) pairs.settle(c.piece_a, c.piece_b, options, pushing);
  const bool pushes = pushing.push == Push::outward || pushing.push == Push::elsewhere;
  if (!pushes)
    if (const PieceContact<T> inside = way_out(a, b, x_ab, true); inside.status == Status::overlapping)
      return in_range(inside);
  if (c.status == Status::invalid) return far_apart(a, b, x_ab, options);
  if (pushes) take_normal(c, pushing.contact);
  c.lower = touching ? -infinity<T> : min(c.lower, visitor.lower);
  c.upper = touching ? visitor.nearest : min(c.upper, visitor.nearest);
  for (const bool solid_is_a : {true, false}) {
    if (!pushes) break;
    const Inside<T> inner = deepest_not_pushed(pairs, a, b, x_ab, solid_is_a, options);
    if (inner.way_out.distance < min(c.distance, c.upper))
      return in_range(from_inside(inner, solid_is_a ? b : a, solid_is_a, x_ab, true));
  }
  c.iterations = visitor.iterations, c.support_calls = visitor.support_calls;
  add_barycentrics(c, a, b, x_ab);
  return in_range(c);
}

#define TACTUS_INSTANTIATE(T)                                                                                         \
  template bool intersects(const PieceSource<T>&, const PieceSource<T>&, const Pose<T>&, const Options<T>&);          \
  template PieceContact<T> distance(const PieceSource<T>&, const PieceSource<T>&, const Pose<T>&, const Options<T>&); \
  template PieceContact<T> contact(const PieceSource<T>&, const PieceSource<T>&, const Pose<T>&, const Options<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::pieces
