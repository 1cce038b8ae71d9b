// SPDX-License-Identifier: MIT
#pragma once
/// Penetration depth by the expanding polytope algorithm.
/// [van den Bergen 2001; Olvång 2010, §2.5, Algorithms 10 to 12; Feng & Tan 2019]
#include <tactus/math/export.h>
#include <tactus/narrow/epa/erased.h>
#include <tactus/narrow/epa/polytope.h>
#include <tactus/narrow/epa/proof.h>
#include <tactus/narrow/epa/start.h>
#include <tactus/narrow/epa/turned.h>
#include <tactus/narrow/gjk.h>
#include <tactus/narrow/touching_points.h>

#include <algorithm>
#include <cstdint>

namespace tactus::epa {

/// Sent to the trace once per expansion, while the surface is closed.
template <Scalar T> struct Expansion {
  SurfaceView<T> polytope;
  Vec3<T> normal;  // of the nearest face
  T depth_lower, depth_upper;
};

/// The difference is flat to rounding: the shapes touch, and separate along its normal or against it.
template <class Pair, class Simplex, class T = decltype(std::declval<Pair>().size())>
CoreDepth<T> flat_depth(const Pair& pair, const Vec3<T>& normal, const Simplex& simplex) {
  const T along = -pair.separation(normal), against = -pair.separation(-normal);
  return {
      true, T(0), min(along, against), along <= against ? normal : -normal, simplex.witness_a(), simplex.witness_b(),
      0};
}

/// The state of an expansion.
template <Scalar T> struct Progress {
  CoreDepth<T> depth;
  bool whole;  // false: a silhouette was broken, or the workspace is full
  std::uint16_t carrier[3] = {0, 1, 2};  // the face whose normal is the best found
};

/// A small polytope that is full continues as a large one.
template <class Surface> constexpr bool outgrown(const Surface& polytope) {
  return Surface::max_vertices < large_room && polytope.full();
}

/// Invariant: the polytope lies within A ⊖ B and contains the origin, so the distance of its nearest face bounds the
/// depth from below. The support plane parallel to any face bounds the depth from above. The nearest face is pushed out
/// to its support plane until the bounds meet, or a small workspace is full. Terminates: each expansion adds a vertex,
/// and there is room for 512. A broken silhouette or a full workspace ends the expansion early, with the bounds found
/// so far. Some proofs skip faces that are nearer than the depth: see epa/proof.h.
template <class Surface, class Pair, class Trace, class Proof, class T>
Progress<T> expanded(Surface& polytope, Progress<T> progress, const Pair& pair, const Options<T>& options,
                     Trace&& trace, Proof&& proof) {
  CoreDepth<T>& r = progress.depth;
  for (; progress.whole && !outgrown(polytope); ++r.iterations) {
    const auto* nearest = proof.nearest_open(polytope, r);
    if (!nearest) {  // every face was skipped, or lies beyond the best support plane: the bounds have met
      r.converged = r.depth_upper < infinity<T>;
      if (r.converged) r.depth_lower = proof.proven(r.depth_upper);
      break;
    }
    const auto& face = *nearest;
    const MinkowskiVertex<T> p = pair.support(face.normal);
    const T reach = dot(face.normal, p.w);
    r.depth_lower = max(r.depth_lower, proof.proven(min(face.distance, r.depth_upper)));
    if (reach < r.depth_upper) {
      r.depth_upper = reach, r.normal = face.normal;
      std::copy(face.vertex, face.vertex + 3, progress.carrier);
    }
    trace(Expansion<T>{polytope.view(), face.normal, r.depth_lower, r.depth_upper});
    r.converged = r.depth_upper - face.distance <= pair.resolution(options, r.depth_upper + pair.radius());
    if (r.converged || r.iterations / 4 >= options.max_iterations) break;
    proof.add(polytope.vertex_count(), face.normal, p);
    progress.whole = polytope.expand(p, pair.rounding(), r.depth_upper);
  }
  return progress;
}

/// The result, with the points of A and B that belong to the surface point along the normal.
template <class Surface, class Pair, class Proof, class T>
CoreDepth<T> with_witnesses(const Surface& polytope, const Progress<T>& progress, const Pair& pair,
                            const Options<T>& options, Proof&& proof) {
  CoreDepth<T> r = progress.depth;
  if (r.depth_upper == infinity<T>) {  // not even a tetrahedron: any direction still gives a bound
    r.normal = unit_or_up(-pair.center());
    r.depth_upper = -pair.separation(r.normal);
  }
  const Vec3<T> foot = r.depth_upper * r.normal;
  const T resolution = pair.resolution(options, r.depth_upper + pair.radius());
  auto witness = polytope.nearest_to(foot, progress.carrier);
  if (r.converged && witness.off > resolution) {  // the face was removed since, or a coplanar face contains the foot
    if (const auto found = polytope.nearest_to(foot, resolution); found.off < witness.off) witness = found;
    witness = proof.nearest_to(foot, polytope, r, witness);
  }
  r.witness_a = witness.on_a, r.witness_b = witness.on_b;
  return r;
}

/// The same expansion continues in a large workspace. A separate function, to keep the stack small: few pairs need it.
/// Compiled once per scalar (epa.cpp).
template <Scalar T, template <class, int> class Queue>
[[gnu::noinline, gnu::cold]] TACTUS_API CoreDepth<T> depth_with_more_room(const Polytope<T, Queue, small_room>& small,
                                                                          const Progress<T>& progress,
                                                                          const AnyPair<T>& pair,
                                                                          const Options<T>& options,
                                                                          const AnyTrace<Expansion<T>>& trace) {
  Polytope<T, Queue> polytope(small);
  const ByTriangles proof;
  return with_witnesses(polytope, expanded(polytope, progress, pair, options, trace, proof), pair, options, proof);
}
extern template CoreDepth<float> depth_with_more_room(const Polytope<float, ShortList, small_room>&,
                                                      const Progress<float>&, const AnyPair<float>&,
                                                      const Options<float>&, const AnyTrace<Expansion<float>>&);
extern template CoreDepth<double> depth_with_more_room(const Polytope<double, ShortList, small_room>&,
                                                       const Progress<double>&, const AnyPair<double>&,
                                                       const Options<double>&, const AnyTrace<Expansion<double>>&);

/// Starts from GJK's final simplex. A separate function, so that its stack is free again when another attempt follows.
template <template <class, int> class Queue = ShortList, class Trace = NoTrace, class Proof = ByTriangles, class Pair,
          class Simplex, class T = decltype(std::declval<Pair>().size())>
[[gnu::noinline]] CoreDepth<T> core_depth(const Pair& pair, const Simplex& simplex, const Options<T>& options,
                                          Trace&& trace = {}, Proof&& proof = {}) {
  const Start<Pair> start(pair, simplex);
  if (start.flat()) return flat_depth(pair, start.flat_normal, simplex);

  constexpr int room = std::remove_cvref_t<Proof>::room;
  Polytope<T, Queue, room> polytope;
  const CoreDepth<T> unknown{false, T(0), infinity<T>, start.flat_normal, simplex.witness_a(), simplex.witness_b(), 0};
  const Progress<T> begun{unknown, polytope.start(start.corners)};
  proof.start(polytope);
  const Progress<T> progress = expanded(polytope, begun, pair, options, trace, proof);
  if constexpr (room < large_room) {
    if (progress.whole && outgrown(polytope))
      return depth_with_more_room(polytope, progress, AnyPair<T>(pair), options, AnyTrace<Expansion<T>>(trace));
  }
  return with_witnesses(polytope, progress, pair, options, proof);
}

/// A second attempt where triangles did not suffice: only for some of the difficult pairs. Compiled once per scalar
/// (epa.cpp).
template <Scalar T>
[[gnu::cold]] TACTUS_API CoreDepth<T> by_all_means(const AnyPair<T>& pair, const AnySimplex<T>& simplex,
                                                   const Options<T>& options, const AnyTrace<Expansion<T>>& trace) {
  return core_depth(pair, simplex, options, trace, ByAllMeans<AnyPair<T>>(pair, options));
}
extern template CoreDepth<float> by_all_means(const AnyPair<float>&, const AnySimplex<float>&, const Options<float>&,
                                              const AnyTrace<Expansion<float>>&);
extern template CoreDepth<double> by_all_means(const AnyPair<double>&, const AnySimplex<double>&,
                                               const Options<double>&, const AnyTrace<Expansion<double>>&);

/// The depth of two solids of revolution with nearly parallel axes, proven by its closed form (epa/turned.h). Not
/// converged if the shapes are not such a pair, or if the proof takes too long.
template <class Pair, class T>
CoreDepth<T> core_depth_of_turned(const Pair& pair, const Options<T>& options, CoreDepth<T> depth) {
  const auto a = frustum_of(pair.shape_a()), b = frustum_of(pair.shape_b());
  if (!a || !b || !prove_turned(depth, AnyPair<T>(pair), TurnedPair<T>(*a, *b, pair.x_ab()), options)) return depth;
  const TouchingPoints<T> touching = touching_points(pair, depth.normal, depth.depth_upper, options);
  depth.witness_a = touching.a, depth.witness_b = touching.b;
  return depth;
}

template <class Trace, class Pair, class Simplex, class T>
[[gnu::noinline, gnu::cold]] CoreDepth<T> core_depth_by_all_means(const Pair& pair, const Simplex& simplex,
                                                                  const Options<T>& options, Trace&& trace,
                                                                  const CoreDepth<T>& by_triangles) {
  if (const CoreDepth<T> turned = core_depth_of_turned(pair, options, by_triangles); turned.converged) return turned;
  CoreDepth<T> r = by_all_means(AnyPair<T>(pair), AnySimplex<T>(simplex), options, AnyTrace<Expansion<T>>(trace));
  r.iterations += by_triangles.iterations;
  return r.converged ? r : by_triangles;
}

/// Signed distance with the least penetration, up to the given core distance: GJK if the cores are apart, EPA if they
/// overlap.
template <template <class> class Method, class Trace, class Pair, class T>
Contact<T> signed_distance(const Pair& pair, T max_core_distance, const Options<T>& options, PairCache<T>* cache,
                           Trace&& trace) {
  auto g = gjk::core_distance<Method>(pair, max_core_distance, options, cache, trace);
  const auto gap = [&] {
    return finish(pair, g.status, g.upper, g.lower, g.upper, g.axis, g.simplex.witness_a(), g.simplex.witness_b(),
                  g.iterations, options);
  };
  if (g.status != Status::overlapping) return gap();
  CoreDepth<T> e = core_depth(pair, g.simplex, options, trace);
  if (!(e.depth_upper > pair.rounding())) gjk::settle_touch(g, pair, max_core_distance, options);
  if (g.status != Status::overlapping) return gap();
  if (!e.converged) e = core_depth_by_all_means(pair, g.simplex, options, trace, e);
  // If the origin is not clearly inside, it may lie outside, by at most the distance that GJK could not tell from
  // rounding.
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
