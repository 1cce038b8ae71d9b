// SPDX-License-Identifier: MIT
/// Fewer vertices: greedy insertion of the farthest vertex into an inner hull, as Quickhull does (Barber et al. 1996),
/// but stopped early.
#include <tactus/math/instantiate.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/flat_hull.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/point_distance.h>

#include <algorithm>
#include <queue>
#include <sstream>
#include <utility>

namespace tactus {
namespace {

using Vec = Vec3<double>;

/// The growing inner hull: triangles, each with a list of nearby vertices that are not chosen yet.
///
/// Invariant: every vertex is chosen, or in the list of one triangle with its distance from it, or on a triangle. The
/// triangle is part of the inner hull, so that distance is an upper bound of the vertex's distance from the hull. This
/// holds even if coplanar vertices and rounding fold the triangles; the faces of the result are computed again from the
/// chosen vertices.
class InnerHull {
 public:
  InnerHull(std::vector<Vec> points, PointSpan start)
      : points_(std::move(points)), chosen_(start.points, start.points + 4) {
    auto& [a, b, c, d] = start.points;
    if (triple(points_[b] - points_[a], points_[c] - points_[a], points_[d] - points_[a]) > 0) std::swap(b, c);
    faces_ = {face(a, b, c, {1, 2, 3}), face(a, d, b, {3, 2, 0}), face(b, d, c, {1, 3, 0}), face(c, d, a, {2, 1, 0})};
    std::vector<std::uint32_t> all(points_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    distribute(all, 0);
  }

  /// Upper bound on the distance of any vertex from the inner hull.
  double farthest() {
    const auto outdated = [&](const Entry& e) { return faces_[e.second].dead || faces_[e.second].distance != e.first; };
    while (!queue_.empty() && outdated(queue_.top())) queue_.pop();
    return queue_.empty() ? 0.0 : queue_.top().first;
  }

  /// Adds the farthest vertex: removes the faces that it can see, and joins their horizon to it.
  void grow() {
    const std::uint32_t top = queue_.top().second;
    queue_.pop();
    const std::uint32_t apex = faces_[top].farthest;
    chosen_.push_back(apex);
    std::vector<std::uint32_t> orphans = std::exchange(faces_[top].nearby, {});
    std::erase(orphans, apex);
    faces_[top].distance = 0;
    const auto first_new = static_cast<std::uint32_t>(faces_.size());
    if (const std::uint32_t start = highest_below(apex, top); height(faces_[start], apex) > 0) {
      join(remove_visible(start, apex, orphans), apex);
    }
    distribute(orphans, first_new);
  }

  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

 private:
  struct Face {
    std::uint32_t corner[3];
    std::uint32_t neighbour[3];  // across the edge from corner i to corner i + 1
    Vec normal;
    double offset;
    bool dead = false;
    std::vector<std::uint32_t> nearby;
    std::uint32_t farthest = 0;  // among the nearby vertices
    double distance = 0;  // of the farthest, from the triangle
  };
  using Entry = std::pair<double, std::uint32_t>;  // distance of its farthest, face
  struct HorizonEdge {
    std::uint32_t from, to, beyond;  // `beyond`: the face that stays
  };

  Face face(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::array<std::uint32_t, 3> neighbours) const {
    const Vec normal = unit_or_zero(cross(points_[b] - points_[a], points_[c] - points_[a]));
    return {.corner = {a, b, c},
            .neighbour = {neighbours[0], neighbours[1], neighbours[2]},
            .normal = normal,
            .offset = dot(normal, points_[a]),
            .nearby = {}};
  }
  double height(const Face& f, std::uint32_t p) const { return dot(f.normal, points_[p]) - f.offset; }
  double distance(const Face& f, std::uint32_t p) const {
    return distance_to_triangle(points_[p], points_[f.corner[0]], points_[f.corner[1]], points_[f.corner[2]]);
  }

  /// A face that sees the point: the given one, or if it does not, the face that the point is highest above.
  std::uint32_t highest_below(std::uint32_t p, std::uint32_t face) const {
    if (height(faces_[face], p) > 0) return face;
    for (std::uint32_t i = 0; i < faces_.size(); ++i) {
      if (!faces_[i].dead && height(faces_[i], p) > height(faces_[face], p)) face = i;
    }
    return face;
  }

  std::vector<HorizonEdge> remove_visible(std::uint32_t start, std::uint32_t apex,
                                          std::vector<std::uint32_t>& orphans) {
    std::vector<HorizonEdge> horizon;
    std::vector<std::uint32_t> visible{start};
    faces_[start].dead = true;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      Face& f = faces_[visible[i]];
      orphans.insert(orphans.end(), f.nearby.begin(), f.nearby.end());
      f.nearby = {};
      for (std::uint32_t n : f.neighbour) {
        if (faces_[n].dead || !(height(faces_[n], apex) > 0)) continue;
        faces_[n].dead = true;
        visible.push_back(n);
      }
    }
    for (std::uint32_t v : visible) {
      const Face& f = faces_[v];
      for (std::size_t i = 0; i < 3; ++i) {
        if (!faces_[f.neighbour[i]].dead) horizon.push_back({f.corner[i], f.corner[(i + 1) % 3], f.neighbour[i]});
      }
    }
    return horizon;
  }

  /// One new face per horizon edge; its side neighbours are those that share the edge to the apex.
  void join(const std::vector<HorizonEdge>& horizon, std::uint32_t apex) {
    const auto first = static_cast<std::uint32_t>(faces_.size());
    for (std::uint32_t i = 0; i < horizon.size(); ++i) {
      const auto& [from, to, beyond] = horizon[i];
      std::uint32_t before = first + i, after = first + i;
      for (std::uint32_t k = 0; k < horizon.size(); ++k) {
        if (horizon[k].to == from) before = first + k;
        if (horizon[k].from == to) after = first + k;
      }
      faces_.push_back(face(from, to, apex, {beyond, after, before}));
      Face& other = faces_[beyond];
      for (std::size_t e = 0; e < 3; ++e) {
        if (other.corner[e] == to && other.corner[(e + 1) % 3] == from) other.neighbour[e] = first + i;
      }
    }
  }

  /// The nearest of the faces from `first` on; with `above`, among those that the point lies above, if there are any.
  std::uint32_t nearest(std::uint32_t p, std::uint32_t first, bool above) const {
    std::uint32_t best = no_face;
    double least = infinity<double>;
    for (std::uint32_t i = first; i < faces_.size(); ++i) {
      if (faces_[i].dead || (above && !(height(faces_[i], p) > 0))) continue;
      const double d = distance(faces_[i], p);
      if (d < least) least = d, best = i;
    }
    return best;
  }

  /// Assigns every vertex to the nearest of the new faces that it lies above. No vertex is inside, because all are
  /// vertices of the outer hull; so a vertex above no face is coplanar with one or two faces, and is assigned to the
  /// nearest face of all.
  void distribute(const std::vector<std::uint32_t>& vertices, std::uint32_t first_new) {
    for (std::uint32_t p : vertices) {
      std::uint32_t f = nearest(p, first_new, true);
      if (f == no_face) f = nearest(p, 0, false);
      const double d = distance(faces_[f], p);
      if (!(d > 0)) continue;
      faces_[f].nearby.push_back(p);
      if (d <= faces_[f].distance) continue;
      faces_[f].distance = d, faces_[f].farthest = p;
      queue_.push({d, f});
    }
  }

  std::vector<Vec> points_;
  std::vector<Face> faces_;
  std::vector<std::uint32_t> chosen_;
  std::priority_queue<Entry> queue_;
};

std::vector<std::uint32_t> chosen_of_solid(std::vector<Vec> points, const PointSpan& start, std::size_t max_vertices,
                                           double tolerance) {
  InnerHull inner(std::move(points), start);
  while (inner.chosen().size() < max_vertices && inner.farthest() > tolerance) inner.grow();
  return inner.chosen();
}

/// The same on a polygon, where the vertices outside an edge are those of the loop between its ends.
std::vector<std::uint32_t> chosen_of_polygon(const std::vector<Vec>& points, std::span<const std::uint32_t> loop,
                                             const PointSpan& start, std::size_t max_vertices, double tolerance) {
  struct Gap {  // between two chosen corners of the loop
    double distance;
    std::size_t from, to, farthest;
    bool operator<(const Gap& other) const { return distance < other.distance; }
  };
  const auto at = [&](std::size_t i) { return points[loop[i % loop.size()]]; };
  const auto gap = [&](std::size_t from, std::size_t to) {
    Gap result{0, from, to, from};
    for (std::size_t i = from + 1; i < to; ++i) {
      const double d = distance_to_segment(at(i), at(from), at(to));
      if (d > result.distance) result.distance = d, result.farthest = i;
    }
    return result;
  };
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    if (std::find(start.points, start.points + 3, loop[i]) != start.points + 3) corners.push_back(i);
  }
  std::priority_queue<Gap> gaps;
  for (std::size_t i = 0; i < 3; ++i) gaps.push(gap(corners[i], i < 2 ? corners[i + 1] : corners[0] + loop.size()));
  std::vector<std::uint32_t> chosen(start.points, start.points + 3);
  while (chosen.size() < max_vertices && gaps.top().distance > tolerance) {
    const Gap widest = gaps.top();
    gaps.pop();
    chosen.push_back(loop[widest.farthest % loop.size()]);
    gaps.push(gap(widest.from, widest.farthest));
    gaps.push(gap(widest.farthest, widest.to));
  }
  return chosen;
}

}  // namespace

template <Scalar T> Hull<T> Hull<T>::simplified(std::size_t max_vertices, T tolerance) const {
  if (max_vertices <= static_cast<std::size_t>(rank())) {
    refuse("Hull::simplified: max_vertices = " + std::to_string(max_vertices) + " is too few for a hull of rank " +
           std::to_string(rank()));
  }
  if (!(tolerance >= T(0))) {
    std::ostringstream os;
    os << "Hull::simplified: tolerance = " << tolerance << " is not a length";
    refuse(os.str());
  }
  if (rank() < 2 || (tolerance == T(0) && vertex_count() <= max_vertices)) return *this;
  std::vector<Vec> points;
  for (const Vec3<T>& v : vertices()) points.push_back((v - center()).template cast<double>());
  const PointSpan start = span_of(points, 0);
  // so thin, for its distance from the origin, that the rounding of the center has flattened it
  if (start.rank < rank()) return *this;
  const auto tol = static_cast<double>(tolerance);
  std::vector<std::uint32_t> chosen = rank() == 2 ? chosen_of_polygon(points, face_loop(0), start, max_vertices, tol)
                                                  : chosen_of_solid(std::move(points), start, max_vertices, tol);
  std::sort(chosen.begin(), chosen.end());
  std::vector<Vec3<T>> subset;
  subset.reserve(chosen.size());
  for (std::uint32_t v : chosen) subset.push_back(vertex(v));
  return from_points(subset, data_->roundoff);
}

#define TACTUS_INSTANTIATE(T) template Hull<T> Hull<T>::simplified(std::size_t, T) const;
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
