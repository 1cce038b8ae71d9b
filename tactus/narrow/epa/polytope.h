// SPDX-License-Identifier: MIT
#pragma once
/// The surface that EPA expands: triangles with links to their neighbours, and a queue of them. [Olvång 2010, §2.5,
/// Algorithms 10 to 12]
#include <tactus/narrow/epa/fan.h>
#include <tactus/narrow/epa/queue.h>
#include <tactus/narrow/minkowski.h>
#include <tactus/simplex/signed_volumes.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tactus::epa {

/// Side e of face f, along the edge from its vertex e to the next, is number 4 f + e. It is stored as one number: two
/// numbers written separately and read together would make the processor wait for the store.
using Side = std::uint16_t;

template <Scalar T> struct Face {
  std::uint16_t vertex[3];
  Side across[3];  // the neighbours' sides along the same edges
  Vec3<T> normal;  // unit, outward
  T distance;  // of the plane from the origin; the smallest over all faces bounds the depth from below
};

/// A read-only view of a polytope of any capacity.
template <Scalar T> class SurfaceView {
 public:
  SurfaceView(const MinkowskiVertex<T>* vertices, int vertex_count, const Face<T>* faces, const bool* alive,
              int face_count)
      : vertices_(vertices), faces_(faces), alive_(alive), vertex_count_(vertex_count), face_count_(face_count) {}

  const MinkowskiVertex<T>& vertex(int i) const { return vertices_[i]; }
  int vertex_count() const { return vertex_count_; }
  /// Calls f(face) for every live face.
  template <class F> void for_each_face(F&& f) const {
    for (int i = 0; i < face_count_; ++i)
      if (alive_[i]) f(faces_[i]);
  }

 private:
  const MinkowskiVertex<T>* vertices_;
  const Face<T>* faces_;
  const bool* alive_;
  int vertex_count_, face_count_;
};

/// The maximum number of vertices: enough for nearly all pairs, on a stack that every thread has; and the absolute
/// maximum.
inline constexpr int small_room = 128, large_room = 512;

/// A triangulated convex surface around the origin that grows vertex by vertex. All storage is inside the object, of
/// fixed size and not zeroed. The slot of a dead face is not used again until all slots are taken (each vertex adds
/// about six faces and removes four, but a vertex on the rim of a disc adds as many as the disc has corners). There are
/// four slots per vertex: the live faces are fewer than two per vertex (a fan has at most two faces more than it
/// replaces), and a fan has at most one per vertex.
/// The queue of the faces by their planes' distance from the origin: see epa/queue.h.
template <Scalar T, template <class, int> class Queue = ShortList, int vertices = large_room> class Polytope {
 public:
  static constexpr int max_vertices = vertices, max_faces = 4 * max_vertices;
  using Face = epa::Face<T>;

  Polytope() = default;
  /// The same surface with a larger capacity.
  template <int fewer>
    requires(fewer < vertices)
  explicit Polytope(const Polytope<T, Queue, fewer>& small)
      : queue_(small.queue_),
        vertex_count_(small.vertex_count_),
        face_count_(small.face_count_),
        cutoff_(small.cutoff_) {
    vertices_.copy(small.vertices_, vertex_count_);
    faces_.copy(small.faces_, face_count_);
    alive_.copy(small.alive_, face_count_);
  }

  /// Starts from four points that are not coplanar and enclose the origin. Returns false if rounding makes that untrue.
  bool start(const std::array<MinkowskiVertex<T>, 4>& corners) {
    vertex_count_ = face_count_ = 0;
    queue_.clear();
    for (const auto& c : corners) vertices_[vertex_count_++] = c;
    if (triple(w(1) - w(0), w(2) - w(0), w(3) - w(0)) > T(0)) std::swap(vertices_[2], vertices_[3]);
    if (!fan_.find_plane(w(0), w(1), w(2))) return false;
    put_face(0, 0, 1, 2);
    silhouette_[0] = 0, silhouette_[1] = 2, silhouette_[2] = 1;  // sides of that face, in the fan's order
    silhouette_count_ = 3;
    return add_fan(w(3), 3);
  }

  /// The live face nearest the origin; null if rounding moved all of them beyond the cutoff.
  const Face* nearest() {
    nearest_ = queue_.nearest(alive_, cutoff_);
    return nearest_ != no_face ? &faces_[nearest_] : nullptr;
  }
  /// Removes the nearest face from the queue; it stays in the surface.
  void pass_over_nearest() { queue_.remove(static_cast<std::uint16_t>(nearest_)); }

  /// Adds a point beyond the nearest face: removes the faces that see the point, and adds a fan from the point to their
  /// silhouette. Faces farther than depth_upper, by more than rounding, need not be tested again.
  /// Returns false if there is no room, or if rounding broke the silhouette; the surface is then no longer closed.
  bool expand(const MinkowskiVertex<T>& p, T coplanar, T depth_upper) {
    cutoff_ = signed_square(depth_upper + coplanar);
    if (full()) return false;
    const auto tip = static_cast<std::uint16_t>(vertex_count_);
    vertices_[vertex_count_++] = p;
    return flood_fill(p.w, coplanar) && add_fan(p.w, tip);
  }

  /// The points of A and B that belong to the point nearest p of a triangle, and the distance of that point from p.
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
  /// The same for the whole surface. A point of the surface lies in a queued face whose plane is at most `off` away.
  /// Only if rounding has lost that face (the planes of slivers are unreliable) are all faces tested.
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
  bool full() const { return vertex_count_ == max_vertices; }
  SurfaceView<T> view() const { return {vertices_.data, vertex_count_, faces_.data, alive_.data, face_count_}; }
  /// Calls f(face) for every live face.
  template <class F> void for_each_face(F&& f) const { view().for_each_face(f); }

 private:
  template <tactus::Scalar, template <class, int> class, int> friend class Polytope;
  const Vec3<T>& w(int i) const { return vertices_[i].w; }
  static constexpr int after(int edge) { return edge == 2 ? 0 : edge + 1; }

  /// Stores face i of the fan, with its corners.
  void put_face(int i, std::uint16_t a, std::uint16_t b, std::uint16_t c) {
    Face& f = faces_[face_count_];
    f.vertex[0] = a, f.vertex[1] = b, f.vertex[2] = c;
    f.normal = fan_.normal(i);
    f.distance = fan_.distance(i);
    alive_[face_count_] = true;
    queue_.add(fan_.order(i), static_cast<std::uint16_t>(face_count_++), cutoff_);
  }
  static constexpr Side side(int face, int edge) { return static_cast<Side>(4 * face + edge); }
  void link(Side s, Side t) {
    faces_[s / 4].across[s % 4] = t;
    faces_[t / 4].across[t % 4] = s;
  }

  /// [Olvång 2010, Algorithm 10] Enters the faces around the nearest through their sides. A face that sees the point is
  /// removed, and its other sides are followed, in order; otherwise the side belongs to the silhouette, which is thus a
  /// closed walk. A point in a face's plane counts as seen, so the silhouette never runs along an edge that is
  /// collinear with the point.
  bool flood_fill(const Vec3<T>& point, T coplanar) {
    Side stack[std::size_t{max_depth}];
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
      stack[depth++] = face.across[last];  // processed second
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
      whole &= alive_[s / 4];  // if not: reached from one side as visible, from another as not
      whole &= from(s) == to(silhouette_[last]);  // if not: not one closed walk
      fan_.set_corner(i, w(from(s)));
    }
    if (!whole || !fan_.find_planes(count, point)) return false;
    if (face_count_ + count > max_faces) bury_the_dead();
    const int first = face_count_;
    for (int i = 0, last = count - 1; i < count; last = i++) {
      const Side s = silhouette_[i];
      put_face(i, from(s), to(s), tip);
      link(side(first + i, 0), s);
      link(side(first + i, 2), side(first + last, 1));
    }
    return true;
  }

  /// Moves the live faces together, in order, and updates all references to their numbers.
  [[gnu::noinline, gnu::cold]] void bury_the_dead() {
    Uninitialized<std::uint16_t, max_faces> place;
    int living = 0;
    for (int i = 0; i < face_count_; ++i) place[i] = static_cast<std::uint16_t>(alive_[i] ? living++ : 0);
    const auto renumber = [&](Side& s) { s = side(place[s / 4], s % 4); };
    queue_.renumber(alive_, place);
    for (int i = 0; i < silhouette_count_; ++i) renumber(silhouette_[i]);
    for (int i = 0; i < face_count_; ++i) {
      if (!alive_[i]) continue;
      for (Side& s : faces_[i].across) renumber(s);  // a link to a dead face: the fan will set that side again
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
  T cutoff_ = infinity<T>;  // in terms of Fan::order, like the queue
};

}  // namespace tactus::epa
