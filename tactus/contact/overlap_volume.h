// SPDX-License-Identifier: MIT
#pragma once
/// The intersection of two polyhedra: its volume, its centroid, and which part of its surface belongs to which body.
///
/// For contact models that conserve energy: with an energy E(V) of the overlap, the force on B is -E'(V)·normal_b along
/// the line that moment_b defines; it is continuous even when features change.  [Feng & Tan 2019, §4.3]
#include <tactus/contact/volume/polyhedron_topology.h>
#include <tactus/core/pair_scale.h>
#include <tactus/core/status.h>
#include <tactus/core/trace.h>
#include <tactus/math/refuse.h>
#include <tactus/math/rigid.h>
#include <tactus/shape/shape.h>

namespace tactus {

/// The intersection of two polyhedra, A and B.
///
/// normal_a is ∫n dS over the part of A's surface inside B, normal_b the same for B's surface inside A; together they
/// enclose the overlap, so their sum is 0. Moving B by δ changes the volume by normal_b·δ; turning B by the small angle
/// ω about a point o changes it by (moment_b + (centroid - o) × normal_b)·ω. normal_a points from A to B.
///
/// If a face of A and a face of B coincide, the face counts as that of the body which is cut (see overlap_volume). Flat
/// bodies have no volume, two sides, and normals that cancel: area counts both sides, as for a thin plate.
template <Scalar T> struct OverlapVolume {
  Status status = Status::invalid;  // stalled: the workspace was full, and the volume is only an upper bound
  T volume{};
  T error{};  // of the volume, by rounding: to first order, the surface area times the error of its vertices
  Vec3<T> centroid{};  // of the volume; of the surface if the volume is within its error of 0
  Vec3<T> normal_a{}, normal_b{};
  Vec3<T> moment_b{};  // ∫(x - centroid) × n dS over B's part; A's is the negative
  T area_a{}, area_b{};  // of A's surface inside B, and of B's inside A
  int vertices = 0, edges = 0, faces = 0;  // of the polyhedron; faces without remaining edges are not counted

  friend std::ostream& operator<<(std::ostream& os, const OverlapVolume& o) {
    return os << o.status << ": volume " << o.volume << " +- " << o.error << " about " << o.centroid << ", " << o.area_a
              << " of A's surface along " << o.normal_a << ", " << o.area_b << " of B's, " << o.vertices
              << " vertices, " << o.edges << " edges, " << o.faces << " faces";
  }
};

/// Sent to the trace once per edge of the overlap, in A's frame: which bodies' faces it lies between.
template <Scalar T> struct OverlapEdge {
  Vec3<T> p, q;  // its ends
  bool left_of_a, right_of_a;  // the face on that side is A's (if false, B's)
};

/// All the memory that a computation needs. By default the two bodies may have 512 faces together (a box has six). A
/// larger one, for repeated use: std::make_unique<OverlapWorkspace<double, 4096>>().
template <Scalar T, int MaxFaces = 512> struct OverlapWorkspace {
  /// What the clipping computes in. For float that is double: a float pose is exact there, and so is its inverse.
  using Work = work_t<T>;
  /// The overlap itself.
  ClippedPolyhedron<Work, MaxFaces> polyhedron;
  Work area[3][std::size_t{MaxFaces}];  // of each face, along its normal
  std::uint32_t base[std::size_t{MaxFaces}];  // any vertex of each face: its triangles fan out from there
};

namespace clipping {

/// Integrals over a clipped polyhedron; the faces below `own_faces` are its own, the others are caps.
template <std::floating_point W> struct SurfaceIntegrals {
  W volume = 0, extent = 0;  // extent: largest distance of a vertex from the reference
  Vec3<W> reference{}, first_moment{};  // ∫(x - reference) over the volume
  Vec3<W> surface_moment{};  // ∫(x - reference) over the surface
  W area[2] = {0, 0};  // own, caps
  Vec3<W> normal[2]{}, moment[2]{};  // ∫n and ∫(x - reference) × n
  int triangles = 0, faces = 0;
};

/// By the divergence theorem, over triangles that fan out from a vertex of each face: together they form a closed
/// surface.
template <std::floating_point W, Scalar T, int MaxFaces>
SurfaceIntegrals<W> integrate(OverlapWorkspace<T, MaxFaces>& workspace, std::uint32_t own_faces, std::uint32_t faces) {
  const auto& solid = workspace.polyhedron;
  SurfaceIntegrals<W> sum;
  if (solid.vertex_count() == 0) return sum;
  constexpr std::uint32_t none = 0xffffffffu;
  for (std::uint32_t f = 0; f < faces; ++f) {
    workspace.base[f] = none;
    for (auto& component : workspace.area) component[f] = 0;
  }
  sum.reference = solid.vertex(0);
  const auto at = [&](std::uint32_t v) { return solid.vertex(v) - sum.reference; };
  for (std::uint32_t v = 0; v < solid.vertex_count(); ++v) sum.extent = max(sum.extent, norm(at(v)));
  const auto for_each_triangle = [&](auto&& f) {
    for (std::uint32_t i = 0; i < solid.edge_count(); ++i) {
      const ClipEdge& e = solid.edge(i);
      f(e.left, at(e.p), at(e.q), e.p);
      f(e.right, at(e.q), at(e.p), e.q);
    }
  };
  W six_volumes = 0;
  for_each_triangle([&](std::uint32_t face, const Vec3<W>& p, const Vec3<W>& q, std::uint32_t first) {
    if (workspace.base[face] == none) workspace.base[face] = first;
    const Vec3<W> b = at(workspace.base[face]), three_centers = b + p + q;
    const Vec3<W> area = cross(p - b, q - b) * W(0.5);
    const W six_pieces = triple(b, p, q);
    const int owner = face < own_faces ? 0 : 1;
    six_volumes += six_pieces;
    sum.first_moment += three_centers * (six_pieces / 24);
    sum.normal[owner] += area;
    sum.moment[owner] += cross(three_centers, area) / W(3);
    for (int axis = 0; axis < 3; ++axis) workspace.area[axis][face] += area[axis];
    ++sum.triangles;
  });
  sum.volume = six_volumes / 6;
  const auto area_of = [&](std::uint32_t f) {
    return Vec3<W>{workspace.area[0][f], workspace.area[1][f], workspace.area[2][f]};
  };
  for_each_triangle([&](std::uint32_t face, const Vec3<W>& p, const Vec3<W>& q, std::uint32_t) {
    const Vec3<W> b = at(workspace.base[face]);
    sum.surface_moment += (b + p + q) * (dot(cross(p - b, q - b), unit_or_zero(area_of(face))) / 6);
  });
  for (std::uint32_t f = 0; f < faces; ++f) {
    const W area = norm(area_of(f));
    sum.area[f < own_faces ? 0 : 1] += area;
    sum.faces += area > 0;
  }
  return sum;
}

/// A ball about the remaining vertices: if a plane does not reach the ball, the vertices need not be tested.
template <std::floating_point W> struct Ball {
  Vec3<W> center;
  W radius;
};
template <std::floating_point W, int MaxFaces> Ball<W> ball_around(const ClippedPolyhedron<W, MaxFaces>& solid) {
  Vec3<W> low = solid.vertex(0), high = low;
  for (std::uint32_t v = 1; v < solid.vertex_count(); ++v)
    low = min(low, solid.vertex(v)), high = max(high, solid.vertex(v));
  return {(low + high) * W(0.5), norm(high - low) * W(0.5)};
}

/// How the clipping ended, and the largest number involved, for the rounding error.
template <std::floating_point W> struct Clipping {
  Status status = Status::invalid;
  W reach = 0;
  bool begun = false;  // the polyhedron is loaded
};

/// The plane of a polyhedron that a point is highest above.
template <class Topology, std::floating_point W>
std::uint32_t highest_over(const Topology& other, const Vec3<W>& point) {
  std::uint32_t best = 0;
  W highest = -infinity<W>;
  for (std::uint32_t f = 0; f < other.plane_count(); ++f) {
    const auto plane = other.plane(f);
    const W height = dot(plane.normal.template cast<W>(), point) - W(plane.offset);
    if (height > highest) highest = height, best = f;
  }
  return best;
}

/// Cuts `own`, placed by `pose` in the frame of `other`, by the planes of `other`: first by the plane that it is
/// highest above, which usually leaves little work for the others, then by all that the ball around the rest still
/// reaches.
template <Scalar T, int MaxFaces, class Own, class Other, std::floating_point W>
Clipping<W> clip(ClippedPolyhedron<W, MaxFaces>& solid, const Own& own, const Other& other, const Pose<W>& pose) {
  using Cut = typename ClippedPolyhedron<W, MaxFaces>::Cut;
  const std::uint32_t own_faces = own.face_count(), planes = other.plane_count();
  if (planes == 0) return {Status::separated};  // two segments or points
  if (own_faces + planes > solid.max_faces || own.vertex_count() > solid.max_vertices ||
      own.edge_count() > solid.max_edges) {
    return {Status::stalled};
  }
  solid.start(own_faces + planes);
  W reach = 0;
  for (std::uint32_t v = 0; v < own.vertex_count(); ++v) {
    const Vec3<W> p = own.vertex(v).template cast<W>();
    reach = max(reach, norm(p) + norm(pose.translation));
    solid.add_vertex(pose * p);
  }
  for (std::uint32_t e = 0; e < own.edge_count(); ++e) solid.add_edge(own.edge(e));

  Ball<W> ball = ball_around(solid);
  const std::uint32_t first = highest_over(other, ball.center);
  for (std::uint32_t k = 0; k <= planes; ++k) {
    const std::uint32_t f = k == 0 ? first : k - 1;
    if (k > 0 && f == first) continue;
    const FacePlane<T> plane = other.plane(f);
    const Vec3<W> normal = plane.normal.template cast<W>();
    const W offset = W(plane.offset), rounding = rounding_of(reach + abs(offset));
    if (dot(normal, ball.center) - offset + ball.radius < -rounding) continue;
    const Cut cut = solid.cut(normal, offset, rounding, own_faces + f);
    if (cut == Cut::all_gone) return {Status::separated, reach, true};
    if (cut == Cut::no_room) return {Status::stalled, reach, true};
    if (cut == Cut::done) ball = ball_around(solid);
  }
  return {Status::overlapping, reach, true};
}

/// The overlap as `own` cut by `other`; `a` comes first whichever of them is cut; all in the frame of `other`.
template <Scalar T, int MaxFaces, class Own, class Other, std::floating_point W>
OverlapVolume<W> clipped_overlap(OverlapWorkspace<T, MaxFaces>& workspace, const Own& own, const Other& other,
                                 const Pose<W>& pose, bool own_is_a) {
  const Clipping<W> clipping = clip<T>(workspace.polyhedron, own, other, pose);
  OverlapVolume<W> o;
  o.status = clipping.status;
  if (clipping.status == Status::stalled && !clipping.begun) o.volume = o.error = infinity<W>;
  if (clipping.status == Status::separated || !clipping.begun) return o;

  const auto sum = integrate<W>(workspace, own.face_count(), own.face_count() + other.plane_count());
  const int a = own_is_a ? 0 : 1, b = 1 - a;
  const W area = sum.area[0] + sum.area[1];
  const int roundings = 24 + 4 * workspace.polyhedron.depth();  // of a vertex: placing, tolerance, cut and further cuts
  o.volume = max(sum.volume, W(0));
  o.error = unit_roundoff<W> * area * (roundings * clipping.reach + sum.triangles * sum.extent);
  const bool solid = o.volume > o.error;
  const Vec3<W> to_centroid = solid ? sum.first_moment / o.volume : area > 0 ? sum.surface_moment / area : Vec3<W>{};
  o.centroid = sum.reference + to_centroid;
  o.normal_a = sum.normal[a], o.normal_b = sum.normal[b];
  o.moment_b = sum.moment[b] - cross(to_centroid, sum.normal[b]);
  o.area_a = sum.area[a], o.area_b = sum.area[b];
  o.vertices = static_cast<int>(workspace.polyhedron.vertex_count());
  o.edges = static_cast<int>(workspace.polyhedron.edge_count());
  o.faces = sum.faces;
  return o;
}

/// The same overlap in the frame that `x` maps to, in the scalar of the caller.
template <Scalar T, std::floating_point W> OverlapVolume<T> placed(const OverlapVolume<W>& o, const Pose<W>& x) {
  const auto vector = [&](const Vec3<W>& v) { return (x.rotation * v).template cast<T>(); };
  return {o.status,
          T(o.volume),
          T(o.error + unit_roundoff<builtin_t<T>> * o.volume),
          o.vertices == 0 ? Vec3<T>{} : (x * o.centroid).template cast<T>(),
          vector(o.normal_a),
          vector(o.normal_b),
          vector(o.moment_b),
          T(o.area_a),
          T(o.area_b),
          o.vertices,
          o.edges,
          o.faces};
}

/// Computed in A's frame, returned in the frame that `view` maps to. The flatter of the two is cut, or the one with
/// fewer faces.
template <Scalar T, class A, class B, int MaxFaces, std::floating_point W, class Trace>
OverlapVolume<T> overlap_volume(const A& a, const B& b, const Pose<W>& x_ab, const Pose<W>& view,
                                OverlapWorkspace<T, MaxFaces>& workspace, Trace&& trace) {
  const bool cut_a = a.rank() < b.rank() || (a.rank() == b.rank() && a.face_count() <= b.face_count());
  const OverlapVolume<W> o =
      cut_a ? clipped_overlap(workspace, a, b, inverse(x_ab), true) : clipped_overlap(workspace, b, a, x_ab, false);
  const Pose<W> to_view = cut_a ? view * x_ab : view;
  const std::uint32_t own_faces = cut_a ? a.face_count() : b.face_count();
  for (int i = 0; i < o.edges; ++i) {
    const ClipEdge& e = workspace.polyhedron.edge(static_cast<std::uint32_t>(i));
    const auto point = [&](std::uint32_t v) { return (to_view * workspace.polyhedron.vertex(v)).template cast<T>(); };
    trace(OverlapEdge<T>{point(e.p), point(e.q), (e.left < own_faces) == cut_a, (e.right < own_faces) == cut_a});
  }
  return placed<T>(o, to_view);
}

/// A pose in the scalar of the clipping, with the rotation that it stands for (math/rigid.h) to all digits of that
/// scalar.
template <Scalar T> Pose<work_t<T>> work_pose(const Pose<T>& x) { return rigid(x.template cast<work_t<T>>()); }

/// The intersection of two half-spaces has no finite, well-defined volume.
template <class A, class B>
concept Bounded = !(std::same_as<A, HalfSpace<scalar_t<A>>> && std::same_as<B, HalfSpace<scalar_t<B>>>);

template <Scalar T> [[noreturn, gnu::noinline, gnu::cold]] void reject_round(const Shape<T>& shape) {
  std::ostringstream text;
  text << "overlap_volume: " << shape << " is not a polyhedron; use boxes, hulls and half-spaces (a frustum or a "
       << "triangle as a hull: Hull::from_points)";
  refuse(text.str());
}

/// Calls f with the polyhedron inside a Shape. Throws std::invalid_argument if there is none.
template <Scalar T, class F> auto with_polyhedron(const Shape<T>& shape, F&& f) {
  if (const auto* box = shape.template get_if<Box<T>>()) return f(*box);
  if (const auto* hull = shape.template get_if<Hull<T>>()) return f(*hull);
  if (const auto* half_space = shape.template get_if<HalfSpace<T>>()) return f(*half_space);
  reject_round(shape);
}

}  // namespace clipping

/// The overlap of two polyhedra in A's frame, by cutting one with the planes of the other's faces. Boxes and hulls are
/// polyhedra, and so is a half-space against one of them.
///
/// O((planes that cut)·(edges left)); allocates nothing. `status`: separated if nothing is left (touching faces leave a
/// flat solid of volume 0), stalled if the workspace is too small. The result refers to the vertices and edges of one
/// body and the face planes of the other as stored: those of a hull agree to HullTolerance.
template <clipping::Polyhedral A, clipping::Polyhedral B, int MaxFaces, class T = scalar_t<A>, class Trace = NoTrace>
  requires clipping::Bounded<A, B> OverlapVolume<T> overlap_volume(const A& a, const B& b, const Pose<T>& x_ab,
                                                                   OverlapWorkspace<T, MaxFaces>& workspace,
                                                                   Trace&& trace = {}) {
    if (!is_valid(x_ab)) return {};
    const auto x = clipping::work_pose(x_ab);
    return clipping::overlap_volume(clipping::topology(a), clipping::topology(b), x, decltype(x){}, workspace, trace);
  }
template <clipping::Polyhedral A, clipping::Polyhedral B, class T = scalar_t<A>>
  requires clipping::Bounded<A, B> OverlapVolume<T> overlap_volume(const A& a, const B& b, const Pose<T>& x_ab) {
    OverlapWorkspace<T> workspace;
    return overlap_volume(a, b, x_ab, workspace);
  }

/// The same in the world.
template <clipping::Polyhedral A, clipping::Polyhedral B, int MaxFaces, class T = scalar_t<A>>
  requires clipping::Bounded<A, B> OverlapVolume<T> overlap_volume(const A& a, const Pose<T>& pose_a, const B& b,
                                                                   const Pose<T>& pose_b,
                                                                   OverlapWorkspace<T, MaxFaces>& workspace) {
    if (!is_valid(pose_a) || !is_valid(pose_b)) return {};
    const auto wide_a = clipping::work_pose(pose_a), wide_b = clipping::work_pose(pose_b);
    return clipping::overlap_volume(clipping::topology(a), clipping::topology(b), relative(wide_a, wide_b), wide_a,
                                    workspace, NoTrace{});
  }
template <clipping::Polyhedral A, clipping::Polyhedral B, class T = scalar_t<A>>
  requires clipping::Bounded<A, B> OverlapVolume<T> overlap_volume(const A& a, const Pose<T>& pose_a, const B& b,
                                                                   const Pose<T>& pose_b) {
    OverlapWorkspace<T> workspace;
    return overlap_volume(a, pose_a, b, pose_b, workspace);
  }

/// Is the overlap volume of these two known? Each must be a box, a hull or a half-space, and not both a half-space.
template <Scalar T> bool has_overlap_volume(const Shape<T>& a, const Shape<T>& b) {
  const auto flat = [](const Shape<T>& s) { return s.kind() == ShapeKind::box || s.kind() == ShapeKind::hull; };
  const auto any = [&](const Shape<T>& s) { return flat(s) || s.kind() == ShapeKind::half_space; };
  return any(a) && any(b) && (flat(a) || flat(b));
}
/// Of two Shapes, each a box, a hull or a half-space. Throws std::invalid_argument, with the name, for any other shape
/// and for two half-spaces: has_overlap_volume() tells beforehand.
template <Scalar T, int MaxFaces>
OverlapVolume<T> overlap_volume(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b,
                                OverlapWorkspace<T, MaxFaces>& workspace) {
  return clipping::with_polyhedron(a, [&](const auto& s) {
    return clipping::with_polyhedron(b, [&](const auto& t) -> OverlapVolume<T> {
      if constexpr (clipping::Bounded<std::remove_cvref_t<decltype(s)>, std::remove_cvref_t<decltype(t)>>) {
        return overlap_volume(s, pose_a, t, pose_b, workspace);
      } else {
        refuse("overlap_volume: two half-spaces have no finite overlap volume");
      }
    });
  });
}
template <Scalar T>
OverlapVolume<T> overlap_volume(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b) {
  OverlapWorkspace<T> workspace;
  return overlap_volume(a, pose_a, b, pose_b, workspace);
}

}  // namespace tactus
