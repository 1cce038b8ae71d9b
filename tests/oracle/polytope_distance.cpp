// SPDX-License-Identifier: MIT
#include <tests/oracle/polytope_distance.h>

namespace oracle {
namespace {

__extension__ typedef __float128 Quad;

// ---------------------------------------------------------------- features of one polytope

struct Vec2 {
  Real x, y;
};
Real cross2(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }
Real dot2(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }

/// Seen along a segment of a convex set, the other points lie in a wedge of at most half a turn iff the segment is on
/// the boundary. The wedge's two sides are the bordering faces. It starts from the direction of the centroid, which is
/// in its interior, so that the order of the points does not matter.
struct Wedge {
  Vec2 lo, hi;  // unit, counter-clockwise from lo to hi

  /// False if the points seen so far leave the half turn by more than eps.
  bool add(const Vec2& p, Real length, Real eps) {
    const Vec2 u{p.x / length, p.y / length};
    const Real past_lo = cross2(lo, p), before_hi = cross2(p, hi);
    if (past_lo >= 0 && before_hi >= 0) return dot2(lo, p) >= 0 || dot2(hi, p) >= 0;
    if (past_lo >= 0)
      hi = u;
    else if (before_hi >= 0)
      lo = u;
    else if (past_lo >= -eps)
      hi = u;
    else if (before_hi >= -eps)
      lo = u;
    else
      return false;
    return true;
  }
};

void add_normal(std::vector<Vec3>& normals, const Vec3& n) {
  for (const Vec3& m : normals)
    if (norm_squared(m - n) < 1e-36L) return;
  normals.push_back(n);
}

/// Tests the pair (i, j) for being an edge; if so, stores it with its two sides.
void examine_pair(Polytope& hull, int i, int j) {
  const std::vector<Vec3>& p = hull.vertices;
  const Real eps = 1e-14L * hull.size;
  const Vec3 origin = p[static_cast<std::size_t>(i)], along = p[static_cast<std::size_t>(j)] - origin;
  if (!(norm(along) > eps)) return;
  const Vec3 d = normalized(along), e1 = any_perpendicular(d), e2 = cross(d, e1);
  const auto seen = [&](const Vec3& q) { return Vec2{dot(e1, q - origin), dot(e2, q - origin)}; };

  const Vec2 inner = seen(hull.centroid);
  const bool lone = std::all_of(p.begin(), p.end(), [&](const Vec3& q) { return norm(cross(d, q - origin)) <= eps; });
  const Real depth = lone ? hull.size : std::sqrt(dot2(inner, inner));
  if (depth <= eps) return;  // through the middle of the body
  Wedge wedge{{inner.x / depth, inner.y / depth}, {inner.x / depth, inner.y / depth}};
  for (const Vec3& q : p) {
    if (lone) break;
    const Vec2 s = seen(q);
    const Real length = std::sqrt(dot2(s, s));
    if (length > eps && !wedge.add(s, length, eps)) return;
  }
  Polytope::Edge edge{i, j, d, lone ? 0 : 2, {}};
  if (!lone) {
    const auto lift = [&](const Vec2& s) { return s.x * e1 + s.y * e2; };
    // The farthest point on each side fixes the face plane best; a nearer one that stands out by less than eps counts
    // as a face of its own. The lowest index on each side makes the triangles of a face a fan, which covers it.
    const Vec2 sides[2] = {wedge.lo, wedge.hi};
    for (int side = 0; side < 2; ++side) {
      const Real turn = side == 0 ? 1 : -1;
      edge.inward[side] = lift(sides[side]);
      add_normal(hull.normals, normalized(lift({turn * sides[side].y, -turn * sides[side].x})));
      int fan = -1;
      Real farthest = 0;
      Vec2 best{};
      for (std::size_t k = 0; k < p.size(); ++k) {
        const Vec2 s = seen(p[k]);
        const Real reach = dot2(sides[side], s);
        if (reach <= eps || std::abs(cross2(sides[side], s)) > eps) continue;
        if (fan < 0) fan = static_cast<int>(k);
        if (reach > farthest) farthest = reach, best = s;
      }
      if (fan < 0) continue;
      hull.triangles.push_back({i, j, fan});
      add_normal(hull.normals, normalized(lift({turn * best.y, -turn * best.x})));
    }
  }
  hull.edges.push_back(edge);
}

// ---------------------------------------------------------------- the pair

struct PlacedEdge {
  Vec3 from, to, direction, middle;
  Real half_length;
  int inward_count;
  Vec3 inward[2];
};

struct Placed {
  std::vector<Vec3> vertices, normals;
  std::vector<PlacedEdge> edges;
  const std::vector<Polytope::Triangle>* triangles = nullptr;

  Placed(const Polytope& hull, const Mat3& rotation, const Vec3& shift) : triangles(&hull.triangles) {
    for (const Vec3& v : hull.vertices) vertices.push_back(rotation * v + shift);
    // Normals go with the cofactors, which matters where the stored rotation is orthonormal only to double's rounding.
    const Mat3 cofactors{cross(rotation.r1, rotation.r2), cross(rotation.r2, rotation.r0),
                         cross(rotation.r0, rotation.r1)};
    for (const Vec3& n : hull.normals) normals.push_back(normalized(cofactors * n));
    for (const Polytope::Edge& e : hull.edges) {
      const Vec3 p = vertices[static_cast<std::size_t>(e.i)], q = vertices[static_cast<std::size_t>(e.j)];
      edges.push_back({p,
                       q,
                       rotation * e.direction,
                       0.5L * (p + q),
                       norm(q - p) / 2,
                       e.inward_count,
                       {rotation * e.inward[0], rotation * e.inward[1]}});
    }
  }
  Real highest(const Vec3& n) const {
    Real most = -infinity;
    for (const Vec3& v : vertices) most = std::max(most, dot(n, v));
    return most;
  }
};

/// The direction of least depth h(n) = h_A(n) + h_B(-n) among those tried.
struct LeastDepth {
  const Placed& a;
  const Placed& b;
  Real depth = infinity;
  Vec3 normal{1, 0, 0};

  void offer(const Vec3& n) {
    const Real h = a.highest(n) + b.highest(-n);
    if (h < depth) depth = h, normal = n;
  }
};

/// a × b for unit vectors, accurate even if they are nearly parallel.
Vec3 accurate_cross(const Vec3& a, const Vec3& b) {
  const auto minor = [](Real p, Real q, Real r, Real s) {
    return static_cast<Real>(static_cast<Quad>(p) * static_cast<Quad>(q) - static_cast<Quad>(r) * static_cast<Quad>(s));
  };
  return {minor(a.y, b.z, a.z, b.y), minor(a.z, b.x, a.x, b.z), minor(a.x, b.y, a.y, b.x)};
}

/// Directions perpendicular to an edge of each, where both edges can be extreme at once (the Gauss arcs cross).
void try_edge_pairs(LeastDepth& least) {
  constexpr Real slack = 1e-9L;  // keeps doubtful crossings: a surplus candidate does no harm
  for (const PlacedEdge& e : least.a.edges)
    for (const PlacedEdge& f : least.b.edges) {
      Vec3 n = cross(e.direction, f.direction);
      Real s = norm_squared(n);
      if (s < 1e-4L) {
        n = accurate_cross(e.direction, f.direction);
        s = norm_squared(n);
        if (!(s > 0)) continue;
      }
      const Real allowed = slack * std::sqrt(s);
      bool plus = true, minus = true;
      for (int k = 0; k < e.inward_count; ++k) {
        const Real x = dot(n, e.inward[k]);
        plus = plus && x <= allowed, minus = minus && x >= -allowed;
      }
      for (int k = 0; k < f.inward_count; ++k) {
        const Real x = dot(n, f.inward[k]);
        plus = plus && x >= -allowed, minus = minus && x <= allowed;
      }
      if (!plus && !minus) continue;
      n = n / std::sqrt(s);
      if (plus) least.offer(n);
      if (minus) least.offer(-n);
    }
}

/// Depth: the least h(n) over the face normals of A, the negated ones of B, and the edge pairs. These are all faces of
/// A - B. For points and segments, where A - B may be flat, a few perpendiculars stand in for its missing faces.
LeastDepth least_depth(const Placed& a, const Placed& b) {
  LeastDepth least{a, b};
  for (const Vec3& n : a.normals) least.offer(n);
  for (const Vec3& n : b.normals) least.offer(-n);
  try_edge_pairs(least);
  for (const Placed* body : {&a, &b}) {
    if (!body->normals.empty()) continue;
    const Vec3 d = body->edges.empty() ? Vec3{0, 0, 1} : body->edges[0].direction;
    const Vec3 n = any_perpendicular(d), m = normalized(cross(d, n));
    for (const Vec3& c : {n, -n, m, -m}) least.offer(c);
  }
  return least;
}

/// The nearest pair of points found so far. The direction between them is given apart from the points: their difference
/// has the rounding of the coordinates, which a small gap turns into a large angle; the features' own normals do not.
struct Nearest {
  Real distance = infinity;
  Vec3 from_a_to_b;

  void offer(const Vec3& from, const Vec3& to, const Vec3& direction) {
    const Real d = norm(to - from);
    if (d < distance) distance = d, from_a_to_b = dot(direction, to - from) < 0 ? -direction : direction;
  }
};

/// The point of segment (p, q) nearest to x.
Vec3 nearest_on_segment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 d = q - p;
  const Real t = dot(x - p, d) / norm_squared(d);
  return t <= 0 ? p : (t >= 1 ? q : p + t * d);
}

/// Vertices of one against vertices, edges and faces of the other; `swapped` if the points are those of B.
void vertices_against(const Placed& points, const Placed& body, bool swapped, Nearest& nearest) {
  const auto offer = [&](const Vec3& x, const Vec3& y, const Vec3& direction) {
    swapped ? nearest.offer(y, x, direction) : nearest.offer(x, y, direction);
  };
  for (const Vec3& x : points.vertices) {
    for (const Vec3& y : body.vertices) offer(x, y, y - x);
    for (const PlacedEdge& e : body.edges) {
      if (norm(x - e.middle) - e.half_length >= nearest.distance) continue;
      const Vec3 r = x - e.middle;
      const Real along = dot(r, e.direction);
      if (std::abs(along) >= e.half_length) continue;
      const Vec3 v = r - along * e.direction;
      offer(x, e.middle + along * e.direction, v - dot(v, e.direction) * e.direction);
    }
  }
  for (const Polytope::Triangle& t : *body.triangles) {
    const Vec3 p = body.vertices[static_cast<std::size_t>(t.i)];
    const Vec3 u = body.vertices[static_cast<std::size_t>(t.j)] - p;
    const Vec3 w = body.vertices[static_cast<std::size_t>(t.k)] - p;
    const Vec3 n = cross(u, w);
    const Real nn = norm_squared(n);
    if (!(nn > 0)) continue;
    const Real length = std::sqrt(nn);
    for (const Vec3& x : points.vertices) {
      const Vec3 r = x - p;
      const Real height = dot(n, r);
      if (std::abs(height) >= nearest.distance * length) continue;
      const Real s = dot(cross(r, w), n) / nn, k = dot(cross(u, r), n) / nn;
      if (s < 0 || k < 0 || s + k > 1) continue;
      offer(x, x - (height / nn) * n, n);
    }
  }
}

/// Edge against edge, interiors only: the ends are covered by vertices_against.
void edges_against_edges(const Placed& a, const Placed& b, Nearest& nearest) {
  for (const PlacedEdge& e : a.edges)
    for (const PlacedEdge& f : b.edges) {
      const Real reach = nearest.distance + e.half_length + f.half_length;
      if (norm_squared(e.middle - f.middle) >= reach * reach) continue;
      Vec3 n = cross(e.direction, f.direction);
      if (norm_squared(n) < 1e-4L) n = accurate_cross(e.direction, f.direction);
      const Real nn = norm_squared(n);
      if (!(nn > 0)) continue;
      const Vec3 r = f.middle - e.middle;
      const Real s = dot(cross(r, f.direction), n) / nn, t = dot(cross(r, e.direction), n) / nn;
      if (std::abs(s) > e.half_length || std::abs(t) > f.half_length) continue;
      // s and t lose digits where the edges are nearly parallel; projecting makes their errors common, hence harmless.
      const Vec3 y = nearest_on_segment(f.from, f.to, e.middle + s * e.direction);
      const Vec3 x = nearest_on_segment(e.from, e.to, y);
      nearest.offer(x, y, n);
    }
}

}  // namespace

Polytope Polytope::from_points(std::vector<Vec3> points) {
  Polytope hull;
  hull.vertices = std::move(points);
  for (const Vec3& v : hull.vertices) hull.size = std::max(hull.size, norm(v - hull.vertices[0]));
  for (const Vec3& v : hull.vertices) hull.centroid += v / static_cast<Real>(hull.vertices.size());
  const int n = static_cast<int>(hull.vertices.size());
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) examine_pair(hull, i, j);
  return hull;
}

Answer polytope_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b) {
  const Placed pa(a, pose_a.rotation, {}), pb(b, pose_b.rotation, pose_b.translation - pose_a.translation);
  Real scale = 0;
  for (const Placed* p : {&pa, &pb})
    for (const Vec3& v : p->vertices) scale = std::max(scale, norm(v));
  const Real rounding = 32 * unit_roundoff * scale;

  const LeastDepth least = least_depth(pa, pb);
  Answer answer{-least.depth, -least.depth, -least.depth, least.normal, true};
  if (least.depth <= 1e-6L * scale) {  // apart, touching, or close to it: measure the gap too
    Nearest nearest;
    vertices_against(pa, pb, false, nearest);
    vertices_against(pb, pa, true, nearest);
    edges_against_edges(pa, pb, nearest);
    const Vec3 n = normalized(nearest.from_a_to_b);
    const Real separation = -(pa.highest(n) + pb.highest(-n));
    if (separation > answer.lower) answer.lower = separation, answer.normal = n;
    // Surfaces that cross have near feature pairs as well: the gap counts only if some direction separates.
    if (answer.lower > -rounding) {
      answer.upper = answer.distance = nearest.distance;
      answer.certified = answer.upper - answer.lower <= std::max(1e-15L * scale, 2 * rounding);
    } else {
      answer.distance = answer.upper = answer.lower;
    }
  }
  answer.lower -= rounding;
  answer.upper += rounding;
  return answer;
}

Answer polytope_distance(const Polytope& a, const Polytope& b, const Pose& x_ab) {
  return polytope_distance(a, Pose{}, b, x_ab);
}

Answer polytope_distance(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b) {
  const Polytope pa = Polytope::from_points(a.vertices), pb = Polytope::from_points(b.vertices);
  Answer answer = polytope_distance(pa, pose_a, pb, pose_b);
  const Real radii = a.radius + b.radius;
  answer.distance -= radii;
  answer.lower -= radii;
  answer.upper -= radii;
  return answer;
}

}  // namespace oracle
