#pragma once
/// Penetration depth by the expanding polytope algorithm.
/// [van den Bergen 2001; Olvång 2010, §2.5, Algorithms 10 to 12; Feng & Tan 2019]
#include <tactus/narrow/epa_fan.h>
#include <tactus/narrow/epa_queue.h>
#include <tactus/narrow/epa_start.h>
#include <tactus/narrow/gjk.h>

#include <algorithm>
#include <cstdint>

namespace tactus::epa {

/// A triangulated convex surface around the origin that grows vertex by vertex. All storage is its own and fixed; it
/// is not zeroed. The place of a dead face is not used again until all are taken (each vertex brings about six faces and
/// buries four, but one on the rim of a disc brings as many as the disc has corners).
/// The queue of the faces by their planes' distance from the origin: see epa_queue.h.
template <Scalar T, template <class, int> class Queue = ShortList> class Polytope {
 public:
  static constexpr int max_vertices = 512, max_faces = 6 * max_vertices;

  /// Side e of face f, along the edge from its vertex e to the next, is number 4 f + e. One number: of two, written
  /// apart and read together, the processor would wait for the second to arrive in memory.
  using Side = std::uint16_t;

  struct Face {
    std::uint16_t vertex[3];
    Side across[3];  // the neighbours' sides along the same edges
    Vec3<T> normal;  // unit, outward
    T distance;  // of the plane from the origin; the smallest over all faces bounds the depth from below
  };

  /// From four points that are not coplanar and hold the origin. False if rounding makes that untrue.
  bool start(const std::array<MinkowskiVertex<T>, 4>& corners) {
    vertex_count_ = face_count_ = 0;
    queue_.clear();
    for (const auto& c : corners) vertices_[vertex_count_++] = c;
    if (triple(w(1) - w(0), w(2) - w(0), w(3) - w(0)) > T(0)) std::swap(vertices_[2], vertices_[3]);
    if (!fan_.find_plane(w(0), w(1), w(2))) return false;
    put_face(0, 0, 1, 2);
    silhouette_[0] = 0, silhouette_[1] = 2, silhouette_[2] = 1;  // sides of that face, in turn as the fan meets them
    silhouette_count_ = 3;
    return add_fan(w(3), 3);
  }

  /// The living face nearest the origin; none if rounding moved all of them beyond the cutoff.
  const Face* nearest() {
    nearest_ = queue_.nearest(alive_, cutoff_);
    return nearest_ != no_face ? &faces_[nearest_] : nullptr;
  }

  /// Takes in a point beyond the nearest face: the faces that see it go, a fan from it to their silhouette comes. Faces
  /// farther than depth_upper need not be looked at again.
  /// False if there is no room, or rounding broke the silhouette; the surface is then no longer whole.
  bool expand(const MinkowskiVertex<T>& p, T coplanar, T depth_upper) {
    cutoff_ = depth_upper;
    if (vertex_count_ == max_vertices) return false;
    const auto tip = static_cast<std::uint16_t>(vertex_count_);
    vertices_[vertex_count_++] = p;
    return flood_fill(p.w, coplanar) && add_fan(p.w, tip);
  }

  /// The points of A and B behind the point of a triangle of vertices nearest p, and how far from p that is.
  struct Foot {
    Vec3<T> on_a{}, on_b{};
    T off = infinity<T>;
  };
  Foot nearest_to(const Vec3<T>& p, const std::uint16_t (&triangle)[3]) const {
    const simplex::Points<T> y{w(triangle[0]) - p, w(triangle[1]) - p, w(triangle[2]) - p};
    const simplex::Nearest<T> r = simplex::SignedVolumes<T>{}.nearest(y, 7u, 2);
    Foot foot{{}, {}, norm(r.point)};
    for (std::size_t i = 0; i < 3; ++i) {
      foot.on_a += r.weights[i] * vertex(triangle[i]).a;
      foot.on_b += r.weights[i] * vertex(triangle[i]).b;
    }
    return foot;
  }
  /// The same for the whole surface. A point on it lies in a face of the queue whose plane passes it by no more than
  /// `off`; only where rounding has lost that one (the planes of slivers mean little) all faces are looked at.
  [[gnu::noinline]] Foot nearest_to(const Vec3<T>& p, T off) const {
    Foot best;
    const auto consider = [&](const Face& f) {
      if (const Foot foot = nearest_to(p, f.vertex); foot.off < best.off) best = foot;
    };
    queue_.for_each([&](int i) {
      if (alive_[i] && abs(dot(faces_[i].normal, p) - faces_[i].distance) <= off) consider(faces_[i]);
    });
    if (!(best.off <= off)) for_each_face(consider);
    return best;
  }

  const MinkowskiVertex<T>& vertex(int i) const { return vertices_[i]; }
  int vertex_count() const { return vertex_count_; }
  /// Calls f(face) for every living face.
  template <class F> void for_each_face(F&& f) const {
    for (int i = 0; i < face_count_; ++i)
      if (alive_[i]) f(faces_[i]);
  }

 private:
  const Vec3<T>& w(int i) const { return vertices_[i].w; }
  static constexpr int after(int edge) { return edge == 2 ? 0 : edge + 1; }

  /// Face i of the fan, with its corners.
  void put_face(int i, std::uint16_t a, std::uint16_t b, std::uint16_t c) {
    Face& f = faces_[face_count_];
    f.vertex[0] = a, f.vertex[1] = b, f.vertex[2] = c;
    f.normal = fan_.normal(i);
    f.distance = fan_.distance(i);
    alive_[face_count_] = true;
    queue_.add(f.distance, static_cast<std::uint16_t>(face_count_++), cutoff_);
  }
  static constexpr Side side(int face, int edge) { return static_cast<Side>(4 * face + edge); }
  void link(Side s, Side t) {
    faces_[s / 4].across[s % 4] = t;
    faces_[t / 4].across[t % 4] = s;
  }

  /// [Olvång 2010, Algorithm 10] Enters the faces around the nearest through their sides. One that sees the point dies
  /// and its other sides are followed, in order; else the side belongs to the silhouette, which thus is a closed walk.
  /// A point in a face's plane counts as seen: so the silhouette never runs along an edge the point is collinear with.
  bool flood_fill(const Vec3<T>& point, T coplanar) {
    Side stack[max_depth];
    int depth = 0, count = 0;
    for (int e = 2; e >= 0; --e) stack[depth++] = faces_[nearest_].across[e];
    alive_[nearest_] = false;
    while (depth > 0) {
      const Side at = stack[--depth];
      if (!alive_[at / 4]) continue;
      const Face& face = faces_[at / 4];
      if (dot(face.normal, point) - face.distance < -coplanar) {
        if (count == max_silhouette) return false;
        silhouette_[count++] = at;
        continue;
      }
      alive_[at / 4] = false;
      if (depth + 2 > max_depth) return false;
      const int next = after(at % 4), last = after(next);
      stack[depth++] = face.across[last];  // taken second
      stack[depth++] = face.across[next];
    }
    silhouette_count_ = count;
    return true;
  }

  /// New faces from the silhouette to the tip, each linked to the old face behind it and to its two neighbours.
  bool add_fan(const Vec3<T>& point, std::uint16_t tip) {
    const int count = silhouette_count_;
    if (count < 3) return false;
    const auto from = [&](Side s) { return faces_[s / 4].vertex[after(s % 4)]; };
    const auto to = [&](Side s) { return faces_[s / 4].vertex[s % 4]; };
    bool whole = true;
    for (int i = 0, last = count - 1; i < count; last = i++) {
      const Side s = silhouette_[i];
      whole &= alive_[s / 4];  // else reached from one side as seen, from another as not
      whole &= from(s) == to(silhouette_[last]);  // else not one closed walk
      fan_.set_corner(i, w(from(s)));
    }
    if (!whole || !fan_.find_planes(count, point)) return false;
    if (face_count_ + count > max_faces) bury_the_dead();  // the living are fewer than two per vertex
    const int first = face_count_;
    for (int i = 0, last = count - 1; i < count; last = i++) {
      const Side s = silhouette_[i];
      put_face(i, from(s), to(s), tip);
      link(side(first + i, 0), s);
      link(side(first + i, 2), side(first + last, 1));
    }
    return true;
  }

  /// The living faces move together, in order, and all who know their numbers learn the new ones.
  [[gnu::noinline, gnu::cold]] void bury_the_dead() {
    Uninitialized<std::uint16_t, max_faces> place;
    int living = 0;
    for (int i = 0; i < face_count_; ++i) place[i] = static_cast<std::uint16_t>(alive_[i] ? living++ : 0);
    const auto renumber = [&](Side& s) { s = side(place[s / 4], s % 4); };
    queue_.renumber(alive_, place);
    for (int i = 0; i < silhouette_count_; ++i) renumber(silhouette_[i]);
    for (int i = 0; i < face_count_; ++i) {
      if (!alive_[i]) continue;
      for (Side& s : faces_[i].across) renumber(s);  // to a dead one: the fan will link that side anew
      faces_[place[i]] = faces_[i];
    }
    for (int i = 0; i < living; ++i) alive_[i] = true;
    face_count_ = living;
  }

  static constexpr int max_silhouette = max_vertices, max_depth = 2 * max_vertices;
  Uninitialized<MinkowskiVertex<T>, max_vertices> vertices_;
  Uninitialized<Face, max_faces> faces_;
  Queue<T, max_faces> queue_;
  Fan<T, max_silhouette> fan_;
  Uninitialized<bool, max_faces> alive_;
  Uninitialized<Side, max_silhouette> silhouette_;
  int vertex_count_ = 0, face_count_ = 0, silhouette_count_ = 0;
  int nearest_ = no_face;
  T cutoff_ = infinity<T>;
};

/// Sent to the trace once per expansion, while the surface is whole.
template <Scalar T, template <class, int> class Queue = ShortList> struct Expansion {
  const Polytope<T, Queue>& polytope;
  Vec3<T> normal;  // of the nearest face
  T depth_lower, depth_upper;
};

/// The depth of the origin in A ⊖ B between two bounds, and the best normal found (from A to B).
template <Scalar T> struct CoreDepth {
  bool converged;
  T depth_lower, depth_upper;
  Vec3<T> normal, witness_a, witness_b;
  int iterations;
};

/// A difference that is flat to rounding: the shapes touch, and come free along its normal or against it.
template <class Pair, class Simplex, class T = decltype(std::declval<Pair>().size())>
CoreDepth<T> flat_depth(const Pair& pair, const Vec3<T>& normal, const Simplex& simplex) {
  const T along = -pair.separation(normal), against = -pair.separation(-normal);
  return {
      true, T(0), min(along, against), along <= against ? normal : -normal, simplex.witness_a(), simplex.witness_b(),
      0};
}

/// Invariant: the polytope lies within A ⊖ B and holds the origin, so the distance of its nearest face bounds the depth
/// from below; the support plane parallel to any face bounds it from above. The nearest face is pushed out to its
/// support plane until the bounds meet. Terminates: each expansion adds a vertex, and there is room for 512.
/// A broken silhouette or a full workspace ends the expansion early, with the bounds found so far.
template <template <class, int> class Queue = ShortList, class Trace = NoTrace, class Pair, class Simplex,
          class T = decltype(std::declval<Pair>().size())>
CoreDepth<T> core_depth(const Pair& pair, const Simplex& simplex, const Options<T>& options, Trace&& trace = {}) {
  const Start<Pair> start(pair, simplex);
  if (start.flat()) return flat_depth(pair, start.flat_normal, simplex);

  Polytope<T, Queue> polytope;
  CoreDepth<T> r{false, T(0), infinity<T>, start.flat_normal, simplex.witness_a(), simplex.witness_b(), 0};
  std::uint16_t carrier[3] = {0, 1, 2};  // the face whose normal is r.normal
  for (bool whole = polytope.start(start.corners); whole; ++r.iterations) {
    const auto* nearest = polytope.nearest();
    if (!nearest) {  // every face lies beyond the best support plane: the bounds have met
      r.converged = r.depth_upper < infinity<T>;
      if (r.converged) r.depth_lower = r.depth_upper;
      break;
    }
    const auto& face = *nearest;
    const MinkowskiVertex<T> p = pair.support(face.normal);
    const T reach = dot(face.normal, p.w);
    r.depth_lower = max(r.depth_lower, min(face.distance, r.depth_upper));
    if (reach < r.depth_upper) {
      r.depth_upper = reach, r.normal = face.normal;
      std::copy(face.vertex, face.vertex + 3, carrier);
    }
    trace(Expansion<T, Queue>{polytope, face.normal, r.depth_lower, r.depth_upper});
    r.converged = r.depth_upper - face.distance <= pair.resolution(options, r.depth_upper + pair.radius());
    if (r.converged || r.iterations >= 4 * options.max_iterations) break;
    whole = polytope.expand(p, pair.rounding(), r.depth_upper);
  }
  if (r.depth_upper == infinity<T>) {  // not even a tetrahedron: any direction still gives a bound
    r.normal = unit_or_up(-pair.center());
    r.depth_upper = -pair.separation(r.normal);
  }
  const Vec3<T> foot = r.depth_upper * r.normal;
  const T resolution = pair.resolution(options, r.depth_upper + pair.radius());
  auto witness = polytope.nearest_to(foot, carrier);
  if (r.converged && witness.off > resolution) {  // that face is gone since, or another one of its plane holds the foot
    if (const auto found = polytope.nearest_to(foot, resolution); found.off < witness.off) witness = found;
  }
  r.witness_a = witness.on_a, r.witness_b = witness.on_b;
  return r;
}

/// Signed distance with the least penetration, up to the given core distance: GJK where the cores are apart, EPA where
/// they overlap.
template <template <class> class Method, class Trace, class Pair, class T>
Contact<T> signed_distance(const Pair& pair, T max_core_distance, const Options<T>& options, PairCache<T>* cache,
                           Trace&& trace) {
  const auto g = gjk::core_distance<Method>(pair, max_core_distance, options, cache, trace);
  if (g.status != Status::overlapping)
    return finish(pair, g.status, g.upper, g.lower, g.upper, g.axis, g.simplex.witness_a(), g.simplex.witness_b(),
                  g.iterations, options);
  const CoreDepth<T> e = core_depth(pair, g.simplex, options, trace);
  // Where the origin is not clearly inside, it may lie outside by as much as GJK could not tell from rounding.
  const T outside = e.depth_lower > pair.rounding() ? -e.depth_lower : max(-e.depth_lower, g.upper);
  return finish(pair, e.converged ? Status::overlapping : Status::stalled, -e.depth_upper, -e.depth_upper, outside,
                e.normal, e.witness_a, e.witness_b, g.iterations + e.iterations, options);
}

template <template <class> class Method = simplex::Incremental, class Trace = NoTrace, Convex A, Convex B,
          class T = scalar_t<A>>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr, Trace&& trace = {}) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  return signed_distance<Method>(pair, options.max_distance + pair.radius(), options, cache, trace);
}

}  // namespace tactus::epa
