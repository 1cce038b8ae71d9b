// SPDX-License-Identifier: MIT
#pragma once
/// How EPA proves its lower bound: by triangles alone, or by all available means.
#include <tactus/narrow/epa/balls.h>
#include <tactus/narrow/epa/sector.h>

namespace tactus::epa {

/// The depth of the origin in A ⊖ B between two bounds, and the best normal found (from A to B).
template <Scalar T> struct CoreDepth {
  bool converged;
  T depth_lower, depth_upper;
  Vec3<T> normal, witness_a, witness_b;
  int iterations;
};

/// The depth is at least the distance of the nearest face. A few faces nearly always suffice.
struct ByTriangles {
  static constexpr int room = small_room;  // initial capacity of the polytope

  static void start(const auto& /*polytope*/) {}
  static void add(int /*vertex*/, const auto& /*direction*/, const auto& /*p*/) {}
  static auto nearest_open(auto& polytope, auto& /*depth*/) { return polytope.nearest(); }
  static auto proven(auto depth) { return depth; }
  static auto nearest_to(const auto& /*p*/, const auto& /*polytope*/, const auto& /*depth*/, const auto& known) {
    return known;
  }
};

/// A face can be skipped if the part of the sphere that is seen through it is known to lie in A ⊖ B, even if the face
/// itself is nearer. The sphere is centred at the origin and has the radius to be proven. The part is covered by balls
/// or, if the workspace is full, its sector is filled.
/// Invariant: every face was skipped for a radius of at least `least_`. When no face is left that is neither skipped
/// nor beyond that radius, the whole sphere lies in A ⊖ B, because the faces surround the origin.
template <class Pair, class T = decltype(std::declval<Pair>().size())> class ByAllMeans {
 public:
  static constexpr int room = large_room;

  ByAllMeans(const Pair& pair, const Options<T>& options)
      : pair_(pair), options_(options), balls_(pair), expansions_(sector_cap(options)) {}

  template <class Surface> void start(const Surface& polytope) { balls_.start(polytope); }
  void add(int vertex, const Vec3<T>& direction, const MinkowskiVertex<T>& p) { balls_.add(vertex, direction, p); }

  /// The nearest face that cannot be skipped.
  template <class Surface> auto nearest_open(Surface& polytope, CoreDepth<T>& depth) {
    const auto* face = polytope.nearest();
    while (face && depth.depth_upper < infinity<T> && passes(polytope, *face, depth)) {
      least_ = min(least_, goal(depth.depth_upper));
      polytope.pass_over_nearest();
      face = polytope.nearest();
    }
    return face;
  }
  /// The proven depth if all open faces are at least `depth` away.
  T proven(T depth) const { return min(depth, least_); }

  /// The points of A and B that belong to p, a point of the surface, if the triangles are too far from p.
  template <class Surface, class Foot>
  Foot nearest_to(const Vec3<T>& p, const Surface& polytope, CoreDepth<T> depth, const Foot& known) {
    const Foot in_ball = balls_.nearest_to(p, polytope, known);
    if (in_ball.off <= depth.depth_upper - goal(depth.depth_upper)) return in_ball;
    const typename Surface::Face* through = nullptr;
    T least = infinity<T>;
    polytope.for_each_face([&](const auto& face) {
      if (const T off = polytope.nearest_to(p, face.vertex).off; off < least) least = off, through = &face;
    });
    if (!through) return in_ball;
    auto seen = sector(polytope, *through);
    expansions_ = sector_cap(options_);  // filling a sector that was already proven takes far less
    fill(seen, depth);
    const auto foot = seen.nearest_to(p);
    return foot.off < in_ball.off ? Foot{foot.on_a, foot.on_b, foot.off} : in_ball;
  }

 private:
  static std::int64_t sector_cap(const Options<T>& options) { return std::int64_t{64} * options.max_iterations; }
  /// The depth to be proven: the upper bound minus the resolution of the query.
  T goal(T depth_upper) const { return depth_upper - pair_.resolution(options_, depth_upper + pair_.radius()); }
  template <class Surface, class Face> bool passes(const Surface& polytope, const Face& face, CoreDepth<T>& depth) {
    if (balls_.cover(polytope, face, goal(depth.depth_upper))) return true;
    if (!polytope.full()) return false;
    auto seen = sector(polytope, face);
    return fill(seen, depth);
  }
  template <class Surface, class Face> Sector<Pair> sector(const Surface& polytope, const Face& face) const {
    const auto corner = [&](int i) { return polytope.vertex(face.vertex[i]); };
    return {pair_, {corner(0), corner(1), corner(2)}};
  }
  bool fill(Sector<Pair>& sector, CoreDepth<T>& depth) {
    return sector.fill(
        depth, [&](T depth_upper) { return goal(depth_upper); }, expansions_);
  }

  const Pair& pair_;
  const Options<T>& options_;
  InnerBalls<Pair, room + 1> balls_;
  std::int64_t expansions_;  // still allowed for sectors
  T least_ = infinity<T>;
};

}  // namespace tactus::epa
