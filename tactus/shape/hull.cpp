// SPDX-License-Identifier: MIT
#include <tactus/math/counted.h>
#include <tactus/math/instantiate.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/face_merging.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/hull_builder.h>
#include <tactus/shape/no_polytope.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <sstream>

namespace tactus {
namespace {

template <Scalar T> std::vector<Vec3<double>> to_double(std::span<const Vec3<T>> points) {
  std::vector<Vec3<double>> result;
  result.reserve(points.size());
  for (const Vec3<T>& p : points) result.push_back(p.template cast<double>());
  return result;
}

/// Converts the points to double; throws std::invalid_argument if there are none, or one is out of range.
template <Scalar T>
std::vector<Vec3<double>> checked_points(std::span<const Vec3<T>> points, const std::string& caller,
                                         const std::string& kind) {
  constexpr std::size_t most = std::size_t{1} << 30;  // feature indices have 30 bits
  if (points.empty()) refuse(caller + ": no " + kind);
  if (points.size() > most) refuse(caller + ": more than 2^30 " + kind);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (max_abs(points[i].template cast<double>()) <= HullTolerance::largest_coordinate && is_finite(points[i]))
      continue;
    std::ostringstream os;
    os << caller << ": " << kind << "[" << i << "] = " << points[i] << " is "
       << (is_finite(points[i]) ? "too large" : "not finite");
    refuse(os.str());
  }
  return to_double(points);
}

/// The hull by one run of Qhull. If its facets form no polytope, the result is empty, and `problem` says why.
template <Scalar T>
std::optional<HullData<T>> try_points(std::span<const Vec3<T>> points, std::span<const Vec3<double>> cloud,
                                      const HullTolerance& tolerance, QhullMode mode, std::string& problem) {
  try {
    const HullFaces hull = build_hull(cloud, tolerance, mode);
    std::vector<Vec3<T>> vertices;
    for (std::uint32_t v : hull.vertices) vertices.push_back(points[v]);
    HullData<T> data = make_hull_data(hull.rank, std::move(vertices), hull.faces, tolerance.roundoff);
    problem = problem_of(data);
    if (problem.empty()) return data;
  } catch (const QhullError& error) {
    problem = error.what();
  } catch (const NoPolytope& error) {
    problem = error.what();
  }
  return {};
}

/// The face at a vertex whose normal is nearest to a unit direction. Compared by the chord between the two unit
/// vectors: unlike their product, it distinguishes angles below the square root of the roundoff.
template <Scalar T> std::uint32_t best_face(const Hull<T>& hull, std::uint32_t vertex, const Vec3<T>& unit) {
  std::uint32_t best = no_face;
  T least = infinity<T>;
  for (std::uint32_t h : hull.outgoing(vertex)) {
    const std::uint32_t face = hull.half_edge(h).face;
    if (face == no_face) continue;
    const T chord_squared = norm_squared(hull.plane(face).normal - unit);
    const bool nearer = chord_squared < least;  // no branch: unpredictable
    least = nearer ? chord_squared : least, best = nearer ? face : best;
  }
  return best;
}

}  // namespace

template <Scalar T> Hull<T>::Hull(HullData<T> data, std::optional<Lookup> kind) {
  const Tally before = tally();  // a counting scalar counts the use of hulls, not their construction
  const HullTolerance tolerance = hull_tolerance(std::span<const Vec3<T>>(data.vertices), data.roundoff);
  // Vertices may lie outside the adjacent faces by the tolerance, so one may exceed another by twice as much.
  data.lookup.roughness = lookup::rounding_roughness(T(tolerance.reach)) + T(2 * tolerance.convex(data.rank));
  const lookup::Surface<T> surface = surface_of(data);
  data.lookup =
      build_lookup(kind.value_or(default_lookup<T>(surface.rings)), surface, data.faces.first, data.faces.corners);
  tally() = before;
  static std::atomic<std::uint64_t> hulls_made{0};
  data.serial = ++hulls_made;
  data_ = std::make_shared<const HullData<T>>(std::move(data));
}

template <Scalar T> Hull<T> Hull<T>::with_lookup(Lookup kind) const { return Hull(*data_, kind); }

template <Scalar T> lookup::Surface<T> Hull<T>::surface_of(const HullData<T>& data) {
  const std::size_t padded = data.coordinates.size() / 3;
  const std::size_t n = std::floating_point<T> ? padded : data.vertices.size();
  const auto axis = [&](std::size_t i) { return std::span(data.coordinates).subspan(i * padded, n); };
  return {data.vertices, {data.ring_first, data.neighbours}, axis(0), axis(1), axis(2), data.lookup.roughness};
}

template <Scalar T> std::uint32_t Hull<T>::search(const Vec3<T>& direction, std::uint32_t hint) const {
  if (lookup() == Lookup::hill_climb && hint < vertex_count()) return hill_climb(surface(), direction, hint);
  return find_support(data_->lookup, surface(), direction);
}

template <Scalar T> Hull<T> Hull<T>::from_points(std::span<const Vec3<T>> points) {
  return from_points(points, hull_roundoff<T>);
}

/// Needles hardly thicker than the tolerance can have faces that wind or bend, in every mode of Qhull. They are then
/// treated as points with fewer digits, which makes them thinner still: in the end segments or points, which are always
/// valid.
template <Scalar T> Hull<T> Hull<T>::from_points(std::span<const Vec3<T>> points, double roundoff) {
  const std::vector<Vec3<double>> cloud = checked_points(points, "Hull::from_points", "points");
  std::string problem;
  while (roundoff < 1) {
    const HullTolerance tolerance = hull_tolerance(std::span<const Vec3<double>>(cloud), roundoff);
    for (QhullMode mode : all_qhull_modes)
      if (auto data = try_points(points, cloud, tolerance, mode, problem)) return Hull(std::move(*data));
    roundoff = std::exp2(std::ilogb(tolerance.coplanar() / tolerance.reach));  // four to eight times the tolerance
  }
  refuse("Hull::from_points: no valid hull of " + std::to_string(points.size()) +
         " points could be computed: " + problem);
}

template <Scalar T>
Hull<T> Hull<T>::from_faces(std::span<const Vec3<T>> vertices, std::span<const std::vector<std::uint32_t>> faces) {
  const std::string caller = "Hull::from_faces";
  const std::vector<Vec3<double>> points = checked_points(vertices, caller, "vertices");
  FaceLoops loops;
  for (const auto& face : faces) loops.add(face);
  std::string problem = problem_of_loops(loops, vertices.size());
  if (!problem.empty()) refuse(caller + ": " + problem);
  for (double roundoff : {hull_roundoff<T>, hull_roundoff<float>}) {
    const HullTolerance tolerance = hull_tolerance(std::span<const Vec3<double>>(points), roundoff);
    const int rank = rank_of(points, tolerance);
    if (rank < 2) refuse(caller + ": the vertices lie on a line");
    if (rank == 3) orient_outward(points, loops);
    try {
      HullData<T> data = make_hull_data(rank, std::vector(vertices.begin(), vertices.end()), loops, roundoff);
      problem = problem_of(data);
      if (!problem.empty()) continue;
      const FaceMerging merging(points, loops, tolerance.coplanar());
      if (rank == 2) {  // straight corners do not count: from_points leaves them out
        Hull flat = from_points(vertices, roundoff);
        return flat.vertex_count() < vertices.size() ? flat : Hull(std::move(data));
      }
      const bool to_merge = !merging.redundant().empty() || merging.merged().size() < loops.size();
      return to_merge ? from_points(vertices, roundoff) : Hull(std::move(data));
    } catch (const NoPolytope& error) {
      refuse(caller + ": " + error.what());
    }
  }
  refuse(caller + ": " + problem);
}

template <Scalar T> Feature Hull<T>::feature(const Vec3<T>& direction, T sine) const {
  return feature_at(support_index(direction), direction, sine);
}

/// Edges before faces: a face within the angle has two edges within it at the vertex, and most vertices have none.
template <Scalar T> Feature Hull<T>::feature_at(std::uint32_t v, const Vec3<T>& direction, T sine) const {
  const Vec3<T> unit = unit_or_zero(direction);
  const Vec3<T>* const vertices = data_->vertices.data();
  const Vec3<T> at = vertices[v];
  const auto ring = neighbours(v);
  int flat_edges = 0;
  std::size_t flattest = 0;
  T least = infinity<T>;
  for (std::size_t i = 0; i < ring.size(); ++i) {  // the ring's vertices are closer in memory than their half-edges
    const Vec3<T> e = vertices[ring[i]] - at;
    const T slope = square(dot(e, unit)), length = norm_squared(e), tilt = slope / length;
    // The least tilt is flat if any edge is. No branch: which edge it is cannot be predicted.
    const bool flatter = tilt < least;
    flat_edges += slope <= square(sine) * length, least = min(least, tilt), flattest = flatter ? i : flattest;
  }
  if (unit == Vec3<T>{} || flat_edges == 0) return {FeatureKind::vertex, v};
  if (flat_edges > 1 || sine >= T(1)) {
    if (const std::uint32_t face = best_face(*this, v, unit); face != no_face) {
      const Vec3<T>& normal = plane(face).normal;
      if (sine >= T(1) || (dot(normal, unit) > T(0) && norm(cross(normal, unit)) <= sine))
        return {FeatureKind::face, face};
    }
  }
  return {FeatureKind::edge, half_edge(outgoing(v)[flattest]).edge};
}

template <Scalar T> Outline<T> Hull<T>::feature_along(const Vec3<T>& direction, T sine) const {
  const Vec3<T> unit = unit_or_up(direction);
  const Feature f = feature(direction, sine);
  switch (f.kind) {
    case FeatureKind::face: return Outline<T>::polygon(f, plane(f.index).normal, vertices(), face_loop(f.index));
    case FeatureKind::edge: return Outline<T>::edge(f, unit, vertex(edge(f.index).a), vertex(edge(f.index).b));
    default: return Outline<T>::vertex(f, unit, vertex(f.index));
  }
}

template <Scalar T> std::string Hull<T>::check() const { return problem_of(*data_); }

template <Scalar T> template <Scalar U> Hull<U> Hull<T>::cast() const {
  std::vector<Vec3<U>> rounded;
  for (const Vec3<T>& v : vertices()) rounded.push_back(v.template cast<builtin_t<T>>().template cast<U>());
  const double roundoff = std::max(data_->roundoff, hull_roundoff<U>);
  HullData<U> data = make_hull_data(rank(), rounded, data_->faces, roundoff);
  if (problem_of(data).empty()) return Hull<U>(std::move(data));
  return Hull<U>::from_points(rounded, roundoff);
}

template <Scalar T> bool Hull<T>::operator==(const Hull& other) const {
  return data_ == other.data_ || (vertices().size() == other.vertices().size() &&
                                  std::equal(vertices().begin(), vertices().end(), other.vertices().begin()) &&
                                  data_->faces == other.data_->faces);
}

template <Scalar T> std::ostream& operator<<(std::ostream& os, const Hull<T>& hull) {
  return os << "Hull{" << hull.vertex_count() << " vertices, " << hull.edge_count() << " edges, " << hull.face_count()
            << " faces}";
}

#define TACTUS_INSTANTIATE(T)                                       \
  template class Hull<T>;                                           \
  template std::ostream& operator<<(std::ostream&, const Hull<T>&); \
  template Hull<float> Hull<T>::cast<float>() const;                \
  template Hull<double> Hull<T>::cast<double>() const;
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE
#if defined(TACTUS_STUDY)
#define TACTUS_INSTANTIATE(T)                                          \
  template Hull<long double> Hull<T>::cast<long double>() const;       \
  template Hull<Counted<float>> Hull<T>::cast<Counted<float>>() const; \
  template Hull<Counted<double>> Hull<T>::cast<Counted<double>>() const;
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE
#endif

}  // namespace tactus
