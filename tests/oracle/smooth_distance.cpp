// SPDX-License-Identifier: MIT
#include <tests/oracle/smooth_distance.h>

#include <array>
#include <functional>

namespace oracle {
namespace {

/// D = A - B of the cores, relative to A's translation. h(n) = n·support(n) is the depth along n (from A to B), minus
/// h(n) the separation; the signed distance is the maximum of -h over unit n. The bodies meet iff D contains 0.
struct Difference {
  const Body& a;
  const Body& b;
  Mat3 ra, rb;
  Vec3 shift;  // of B
  Real scale;  // no coordinate in the computation is larger
  Real size;  // of the smaller body, after the contract's definition
  Real radii;
  Real rounding;

  Difference(const Body& a_, const Pose& pose_a, const Body& b_, const Pose& pose_b)
      : a(a_),
        b(b_),
        ra(pose_a.rotation),
        rb(pose_b.rotation),
        shift(pose_b.translation - pose_a.translation),
        scale(a.reach + b.reach + norm(shift)),
        size(2 * std::min(a.extent, b.extent)),
        radii(a.radius + b.radius),
        rounding(32 * unit_roundoff * scale) {}

  Vec3 support(const Vec3& n) const {
    const Vec3 pa = ra * a.core_support(transpose_times(ra, n));
    const Vec3 pb = rb * b.core_support(-transpose_times(rb, n));
    return pa - pb - shift;
  }
};

/// e × f for two sides e, f of a triangle from one corner. The two shorter of its three sides give the most accurate
/// normal: with the two long sides of a sliver it would tilt along the sliver, where the lever is long.
Vec3 triangle_normal(const Vec3& e, const Vec3& f) {
  const Vec3 g = f - e;
  const Real ee = norm_squared(e), ff = norm_squared(f), gg = norm_squared(g);
  if (gg >= ee && gg >= ff) return cross(e, f);
  return ee >= ff ? cross(f, g) : cross(e, g);
}

// ---------------------------------------------------------------- gap: GJK

/// Up to four points of D; `weights` give the point of their hull nearest to the origin.
struct Simplex {
  int count = 0;
  std::array<Vec3, 4> points;
  std::array<Real, 4> weights{};

  bool contains(const Vec3& w) const {
    return std::find(points.begin(), points.begin() + count, w) != points.begin() + count;
  }
  Vec3 combination() const {
    Vec3 v;
    for (int i = 0; i < count; ++i) v += weights[static_cast<std::size_t>(i)] * points[static_cast<std::size_t>(i)];
    return v;
  }
};

/// A candidate: the nearest point of the affine hull of some of the points, where it lies inside their hull.
struct Nearest {
  Simplex simplex;
  Vec3 v;
  Real distance_squared = infinity;

  void offer(std::initializer_list<Vec3> points, std::initializer_list<Real> weights, const Vec3& candidate) {
    const Real d = norm_squared(candidate);
    if (!(d < distance_squared)) return;
    distance_squared = d;
    v = candidate;
    simplex.count = static_cast<int>(points.size());
    std::copy(points.begin(), points.end(), simplex.points.begin());
    std::copy(weights.begin(), weights.end(), simplex.weights.begin());
  }
};

/// Barycentric coordinates of the origin in a tetrahedron, if it is inside. They must reproduce the origin: those of a
/// tetrahedron that is flat to rounding do not, and it is then not used.
bool origin_in_tetrahedron(Simplex& s) {
  Real sum = 0, farthest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 &p = s.points[(i + 1) % 4], &q = s.points[(i + 2) % 4], &r = s.points[(i + 3) % 4];
    const Vec3 n = cross(q - p, r - p);
    s.weights[i] = -dot(n, p) / dot(n, s.points[i] - p);
    if (!(s.weights[i] >= 0)) return false;
    sum += s.weights[i];
    farthest = std::max(farthest, norm_squared(s.points[i]));
  }
  for (Real& weight : s.weights) weight /= sum;
  return norm_squared(s.combination()) <= 1e-34L * farthest;
}

/// The nearest point to the origin among all subsets that contain the newest point w. Directions of edges and faces
/// come from the features themselves, not from the difference of nearly equal points, so they stay accurate when the
/// gap is tiny.
Nearest nearest_with(const Simplex& old, const Vec3& w) {
  Nearest best;
  const std::size_t n = static_cast<std::size_t>(old.count);
  if (n == 3) {
    Simplex all = old;
    all.points[3] = w;
    all.count = 4;
    if (origin_in_tetrahedron(all)) return {all, {}, 0};
  }
  best.offer({w}, {1}, w);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 e = old.points[i] - w;
    const Real ee = norm_squared(e), t = -dot(w, e) / ee;
    if (!(t > 0 && t < 1)) continue;
    Vec3 v = w + t * e;
    v = v - (dot(v, e) / ee) * e;
    best.offer({w, old.points[i]}, {1 - t, t}, v);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const Vec3 e = old.points[i] - w, f = old.points[j] - w;
      const Vec3 m = triangle_normal(e, f), q = cross(w, m);
      const Real mm = norm_squared(m), s = dot(f, q) / mm, t = -dot(e, q) / mm;
      if (!(s > 0 && t > 0 && s + t < 1)) continue;
      best.offer({w, old.points[i], old.points[j]}, {1 - s - t, s, t}, (dot(w, m) / mm) * m);
    }
  return best;
}

struct Gap {
  Real lower = -infinity, upper = infinity;  // of the distance of the cores
  Vec3 normal{1, 0, 0};  // gave lower
  bool overlap = false;  // a tetrahedron of D contains the origin
  std::array<Vec3, 5> last;  // the final simplex and the last support point
  int last_count = 0;

  void offer(const Vec3& n, Real separation) {
    if (separation > lower) lower = separation, normal = n;
  }
};

/// GJK [Gilbert et al. 1988], by Wolfe's rule: at each step the nearest point over all subsets with the new point.
/// Upper: length of a convex combination. Lower: support plane. Both are evaluated, not deduced. Ends when they meet
/// within `tolerance`, when they leave (below, above), or when rounding stops the descent.
Gap gap_of_cores(const Difference& d, Real relative_tolerance, Real below, Real above) {
  Gap gap;
  Vec3 v = d.ra * d.a.center - (d.rb * d.b.center + d.shift);
  if (!(norm(v) > 0)) v = {1, 0, 0};
  Simplex simplex;
  Real last_distance = infinity;
  for (int k = 0; k < 300; ++k) {
    const Vec3 n = -v / norm(v);
    const Vec3 w = d.support(n);
    gap.offer(n, -dot(n, w));
    gap.last_count = simplex.count;
    std::copy(simplex.points.begin(), simplex.points.begin() + simplex.count, gap.last.begin());
    gap.last[static_cast<std::size_t>(gap.last_count++)] = w;
    if (gap.upper - gap.lower <= relative_tolerance * std::max(d.size, gap.lower) || gap.lower > above) break;
    if (simplex.contains(w)) break;
    const Nearest next = nearest_with(simplex, w);
    if (next.simplex.count == 4) {
      gap.overlap = true;
      gap.upper = norm(next.simplex.combination());
      break;
    }
    if (!(next.distance_squared < last_distance)) break;
    last_distance = next.distance_squared;
    simplex = next.simplex;
    v = next.v;
    gap.upper = std::min(gap.upper, norm(simplex.combination()));
    if (gap.upper <= below || !(norm(v) > 0)) break;
  }
  return gap;
}

/// When rounding ends GJK before its bounds meet (tiny gaps over large or aligned features), the separating direction
/// is that of some triangle or edge of the last points rather than that of v.
void try_last_features(const Difference& d, Gap& gap) {
  const auto try_direction = [&](const Vec3& m) {
    const Real length = norm(m);
    if (!(length > 0)) return;
    const Vec3 n = dot(m, gap.normal) < 0 ? -m / length : m / length;
    gap.offer(n, -dot(n, d.support(n)));
  };
  const std::size_t count = static_cast<std::size_t>(gap.last_count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      const Vec3 e = gap.last[j] - gap.last[i];
      try_direction(gap.normal - (dot(gap.normal, e) / norm_squared(e)) * e);
      for (std::size_t k = j + 1; k < count; ++k) try_direction(triangle_normal(e, gap.last[k] - gap.last[i]));
    }
}

// ---------------------------------------------------------------- depth: an inner polytope grown to the boundary

/// The hull of points of D, about an interior point of its own: the origin may lie outside, so that touching and
/// barely separated pairs need no other treatment. Faces are kept in a heap by their offset n·p, the signed distance
/// of the origin from their plane: while the origin is inside, the least offset bounds the depth from below
/// (EPA, [van den Bergen 2001]).
class InnerPolytope {
 public:
  struct Face {
    std::array<int, 3> v{};  // counter-clockwise from outside
    std::array<int, 3> neighbor{};  // across the edge v[i], v[i+1]
    Vec3 normal;
    Real offset = 0;
    bool alive = true;
    int mark = 0;
  };

  Real dent = 0;  // points were this far above faces that stayed, or below faces that were removed, at most

  int vertex_count() const { return static_cast<int>(vertices_.size()); }
  const Face& face(int f) const { return faces_[static_cast<std::size_t>(f)]; }

  /// False if the points do not span a volume.
  bool start(const std::array<Vec3, 4>& p, Real thickness) {
    vertices_.assign(p.begin(), p.end());
    links_.assign(4, -1);
    faces_.clear();
    heap_.clear();
    dent = 0;
    mark_ = 0;
    thickness_ = thickness;
    interior_ = 0.25L * (p[0] + p[1] + p[2] + p[3]);
    if (dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]) > 0) std::swap(vertices_[1], vertices_[2]);
    // Now (0, 1, 2) is counter-clockwise seen from outside.
    constexpr int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    constexpr int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f) {
      if (add_face(corner[f][0], corner[f][1], corner[f][2], 0) < 0) return false;
      for (std::size_t i = 0; i < 3; ++i) faces_.back().neighbor[i] = across[f][i];
    }
    for (int f = 0; f < 4; ++f) push(f);
    return true;
  }

  /// The face with the least offset; -1 if all are frozen.
  int nearest_face() {
    while (!heap_.empty() && !face(heap_.front().second).alive) pop();
    return heap_.empty() ? -1 : heap_.front().second;
  }

  /// Takes the nearest face out of the queue.
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
    heap_.pop_back();
  }

  /// Replaces what is visible from w by a cone to w. Faces in the plane of w stay, unless a new face would then have no
  /// area because w is in line with an edge of the horizon; if they count as visible, that cannot happen. (To remove
  /// them always would turn the round end of a cylinder into a fan that is rebuilt with every point of its rim.)
  /// False (and unchanged) if the horizon is not one simple loop or a new face is degenerate.
  bool insert(const Vec3& w, int seen_from) {
    return insert(w, seen_from, thickness_, thickness_) || insert(w, seen_from, -thickness_, 0) ||
           insert(w, seen_from, 0, 0);
  }

 private:
  struct HorizonEdge {
    int from, to, outside, slot;  // the face beyond, and which of its edges this is
  };

  int add_face(int a, int b, int c, Real least_height) {
    const Vec3 &p = vertices_[static_cast<std::size_t>(a)], &q = vertices_[static_cast<std::size_t>(b)],
               &r = vertices_[static_cast<std::size_t>(c)];
    const Vec3 n = triangle_normal(q - p, r - p);
    const Real length = norm(n), longest = std::max({norm_squared(q - p), norm_squared(r - p), norm_squared(r - q)});
    if (!(length > 0) || length < least_height * std::sqrt(longest)) return -1;
    Face face;
    face.v = {a, b, c};
    face.normal = n / length;
    face.offset = std::min({dot(face.normal, p), dot(face.normal, q), dot(face.normal, r)});
    if (!(dot(face.normal, p - interior_) > 0)) return -1;
    faces_.push_back(face);
    return static_cast<int>(faces_.size()) - 1;
  }

  void push(int f) {
    heap_.emplace_back(face(f).offset, f);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
  }

  bool insert(const Vec3& w, int seen_from, Real threshold, Real least_height) {
    visible_.assign(1, seen_from);
    horizon_.clear();
    ++mark_;
    faces_[static_cast<std::size_t>(seen_from)].mark = mark_;
    Real deepest = 0;
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      const int current = visible_[k];
      for (std::size_t i = 0; i < 3; ++i) {
        const int g = face(current).neighbor[i];
        Face& other = faces_[static_cast<std::size_t>(g)];
        if (other.mark == mark_) continue;
        const Real height = dot(other.normal, w - vertices_[static_cast<std::size_t>(other.v[0])]);
        const bool is_visible = height > threshold;
        deepest = std::max(deepest, is_visible ? -height : height);
        if (is_visible) {
          other.mark = mark_;
          visible_.push_back(g);
        } else {
          int slot = 0;
          while (other.neighbor[static_cast<std::size_t>(slot)] != current ||
                 other.v[static_cast<std::size_t>(slot)] != face(current).v[(i + 1) % 3])
            ++slot;
          horizon_.push_back({face(current).v[i], face(current).v[(i + 1) % 3], g, slot});
        }
      }
    }
    const int apex = static_cast<int>(vertices_.size()), first = static_cast<int>(faces_.size());
    if (!horizon_is_a_loop()) return false;
    vertices_.push_back(w);
    links_.push_back(-1);
    for (const HorizonEdge& e : horizon_)
      if (add_face(e.from, e.to, apex, least_height) < 0) {
        faces_.resize(static_cast<std::size_t>(first));
        vertices_.pop_back();
        links_.pop_back();
        return false;
      }
    for (std::size_t k = 0; k < horizon_.size(); ++k) {
      const HorizonEdge& e = horizon_[k];
      const int f = first + static_cast<int>(k), next = first + links_[static_cast<std::size_t>(e.to)];
      faces_[static_cast<std::size_t>(f)].neighbor[0] = e.outside;
      faces_[static_cast<std::size_t>(f)].neighbor[1] = next;
      faces_[static_cast<std::size_t>(next)].neighbor[2] = f;
      faces_[static_cast<std::size_t>(e.outside)].neighbor[static_cast<std::size_t>(e.slot)] = f;
      push(f);
    }
    for (const int f : visible_) faces_[static_cast<std::size_t>(f)].alive = false;
    dent = std::max(dent, deepest);
    return true;
  }

  /// Also leaves in links_ the index of the horizon edge that starts at each vertex.
  bool horizon_is_a_loop() {
    for (const HorizonEdge& e : horizon_) links_[static_cast<std::size_t>(e.from)] = -1;
    for (const HorizonEdge& e : horizon_) links_[static_cast<std::size_t>(e.to)] = -1;
    for (std::size_t k = 0; k < horizon_.size(); ++k) {
      int& link = links_[static_cast<std::size_t>(horizon_[k].from)];
      if (link >= 0) return false;
      link = static_cast<int>(k);
    }
    if (horizon_.size() < 3) return false;
    int k = 0;
    for (std::size_t steps = 1;; ++steps) {
      k = links_[static_cast<std::size_t>(horizon_[static_cast<std::size_t>(k)].to)];
      if (k <= 0) return k == 0 && steps == horizon_.size();
      if (steps > horizon_.size()) return false;
    }
  }

  std::vector<Vec3> vertices_;
  std::vector<int> links_;
  std::vector<Face> faces_;
  std::vector<std::pair<Real, int>> heap_;
  std::vector<int> visible_;
  std::vector<HorizonEdge> horizon_;
  Vec3 interior_;
  Real thickness_ = 0;
  int mark_ = 0;
};

struct Depth {
  Real upper = infinity;  // least h(n) seen
  Real lower = -infinity;  // on the depth; -infinity where nothing is known
  Vec3 normal{1, 0, 0};

  Real offer(const Vec3& n, const Vec3& w) {
    const Real h = dot(n, w);
    if (h < upper) upper = h, normal = n;
    return h;
  }
};

/// Four points of D that span as much as can be had; fewer if D is flat (then `depth` holds its normal directions).
int spread_points(const Difference& d, Real flat, std::array<Vec3, 4>& p, Depth& depth) {
  const auto probe = [&](const Vec3& n) {
    const Vec3 w = d.support(n);
    depth.offer(n, w);
    return w;
  };
  const std::array<Vec3, 6> w{probe({1, 0, 0}),  probe({-1, 0, 0}), probe({0, 1, 0}),
                              probe({0, -1, 0}), probe({0, 0, 1}),  probe({0, 0, -1})};
  Real longest = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = i + 1; j < 6; ++j)
      if (norm(w[i] - w[j]) > longest) longest = norm(w[i] - w[j]), p[0] = w[i], p[1] = w[j];
  if (!(longest > flat)) return 1;

  const Vec3 line = normalized(p[1] - p[0]), e1 = any_perpendicular(line), e2 = cross(line, e1);
  Real farthest = 0;
  for (const Vec3& n : {e1, -e1, e2, -e2}) {
    const Vec3 q = probe(n);
    const Real off = norm(cross(line, q - p[0]));
    if (off > farthest) farthest = off, p[2] = q;
  }
  if (!(farthest > flat)) return 2;

  const Vec3 n = normalized(cross(p[1] - p[0], p[2] - p[0]));
  const Vec3 above = probe(n), under = probe(-n);
  const Real up = dot(n, above - p[0]), down = -dot(n, under - p[0]);
  p[3] = up > down ? above : under;
  return std::max(up, down) > flat ? 4 : 3;
}

/// Descent of h over the unit sphere from the best direction found: its gradient is the tangential part of the support
/// point. Barzilai-Borwein steps; only what lowers h is taken.
void descend(const Difference& d, Depth& depth) {
  Vec3 n = depth.normal, w = d.support(n);
  Real h = dot(n, w);
  Vec3 gradient = w - h * n;
  Real step = 1 / std::max(d.scale, norm(w));
  int rejected = 0;
  for (int k = 0; k < 60 && rejected < 8; ++k) {
    const Vec3 m = normalized(n - step * gradient);
    const Vec3 x = d.support(m);
    const Real g = depth.offer(m, x);
    if (!(g < h)) {
      step /= 4;
      ++rejected;
      continue;
    }
    const Vec3 next = x - g * m, dn = m - n, dg = next - gradient;
    const Real bend = dot(dn, dg);
    step = bend > 0 ? norm_squared(dn) / bend : 4 * step;
    n = m, h = g, gradient = next;
  }
}

/// The least h(n) over all directions, with bounds.
Depth depth_of_cores(const Difference& d, const Effort& effort) {
  thread_local InnerPolytope inner;
  Depth depth;
  // Below this height a point counts as in the plane of a face. Face normals then have errors of at most
  // unit_roundoff/1e-14 = 5e-6 rad, which enter offsets squared.
  const Real thickness = 1e-14L * d.scale;
  std::array<Vec3, 4> p;
  if (spread_points(d, 4 * thickness, p, depth) < 4 || !inner.start(p, thickness)) return depth;

  Real frozen = infinity;  // least offset of faces that could not be refined
  for (;;) {
    const int f = inner.nearest_face();
    depth.lower = f < 0 ? frozen : std::min(frozen, inner.face(f).offset);
    const Real tolerance = effort.depth_tolerance / 2 * std::max(d.size, depth.upper);
    if (f < 0 || depth.upper - depth.lower <= tolerance || inner.vertex_count() >= effort.max_vertices ||
        inner.face(f).offset > depth.upper)
      break;
    const Vec3 n = inner.face(f).normal;
    const Vec3 w = d.support(n);
    const Real beyond = depth.offer(n, w) - inner.face(f).offset;
    if (beyond <= thickness || !inner.insert(w, f)) {
      frozen = std::min(frozen, inner.face(f).offset);  // on the boundary of D to rounding, or not to be improved
      inner.pop();
    }
  }
  if (depth.upper - depth.lower > 1e-16L * d.scale) descend(d, depth);
  depth.lower = std::min(depth.lower, depth.upper) - 4 * inner.dent;
  return depth;
}

}  // namespace

Answer smooth_distance(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b, const Effort& effort) {
  const Difference d(a, pose_a, b, pose_b);
  const auto met = [&](Real lower, Real upper, Real tolerance, Real floor) {
    return upper - lower <= std::max(tolerance * std::max(d.size, std::abs(lower)), floor * d.scale);
  };

  Gap gap = gap_of_cores(d, effort.gap_tolerance, 0, infinity);
  const auto gap_is_known = [&] { return met(gap.lower, gap.upper, effort.gap_tolerance, 1e-17L); };
  if (!gap.overlap && !gap_is_known()) try_last_features(d, gap);
  Answer answer{gap.upper, gap.lower, gap.upper, gap.normal, gap_is_known()};
  // Not separated, or so little that GJK cannot tell.
  if (gap.overlap || (!answer.certified && gap.upper < 1e-3L * d.scale)) {
    const Depth depth = depth_of_cores(d, effort);
    if (-depth.upper > answer.lower) answer.lower = -depth.upper, answer.normal = depth.normal;
    if (depth.lower > 0) answer.upper = std::min(answer.upper, -depth.lower);
    answer.distance = answer.lower > 0 ? answer.upper : answer.lower;
    answer.certified = met(answer.lower, answer.upper, effort.depth_tolerance, 1e-13L);
  }
  answer.distance -= d.radii;
  answer.lower -= d.radii + d.rounding;
  answer.upper -= d.radii - d.rounding;
  return answer;
}

Answer smooth_distance(const Body& a, const Body& b, const Pose& x_ab, const Effort& effort) {
  return smooth_distance(a, Pose{}, b, x_ab, effort);
}

PointGap point_gap(const Body& body, const Pose& pose, const Vec3& point, Real threshold) {
  static const Body single = oracle::point({});
  const Difference d(body, pose, single, Pose{Mat3{}, point});
  Gap gap = gap_of_cores(d, 1e-18L, body.radius + threshold, body.radius + threshold);
  if (gap.upper > body.radius + threshold && !gap.overlap) try_last_features(d, gap);
  return {std::max(gap.lower - body.radius - d.rounding, Real{0}),
          std::max(gap.upper - body.radius, Real{0}) + d.rounding};
}

}  // namespace oracle
