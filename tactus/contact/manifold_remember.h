#pragma once
/// Making a ManifoldMemory: what is to be remembered of a manifold just made, and how long it will hold.
#include <tactus/contact/manifold_memory.h>
#include <tactus/contact/soft_center.h>

namespace tactus {

/// An overlap just made, with what it was made from; its corners are in order.
template <Scalar T> struct SeenOverlap {
  const ContactFrame<T>& frame;
  const Silhouette<T>&on_a, &on_b;
  const Overlap<T>& overlap;
  T snap;
};

namespace detail {

/// What the normal belongs to, where that can be told; side_a and side_b with it.
template <class S, class T = scalar_t<S>>
void find_axis(ManifoldMemory& memory, const S& a, const S& b, const Mat3<T>& rotation, const Vec3<T>& normal) {
  using Axis = ManifoldMemory::Axis;
  const auto p = polyhedron(a), q = polyhedron(b);
  const Feature f = Feature::from_id(memory.feature_a), g = Feature::from_id(memory.feature_b);
  const auto same = [](const Vec3<T>& m, const Vec3<T>& n) {
    return norm_squared(m - n) <= square(T(1024) * unit_roundoff<T>);
  };
  const Vec3<T> into_b = -transposed_times(rotation, normal);
  if (f.kind == FeatureKind::face && same(p.plane(f.index).normal, normal)) {
    memory.axis = Axis::face_a;
  } else if (g.kind == FeatureKind::face && same(q.plane(g.index).normal, into_b)) {
    memory.axis = Axis::face_b;
  } else {  // the sides that are highest towards the other, if they are level
    const auto top_side = [](const auto& poly, const auto& loop, const Vec3<T>& up) {
      std::size_t best = 0;
      T most = -infinity<T>;
      for (std::size_t i = 0; i < loop.loop.size(); ++i) {
        const T height = dot(up, poly.vertex(loop[i]) + poly.vertex(loop[i + 1]));
        if (height > most) most = height, best = i;
      }
      return static_cast<std::uint8_t>(best);
    };
    const FeatureVertices<std::remove_cvref_t<decltype(p)>> on_a(p, f), on_b(q, g);
    if (on_a.loop.size() < 2 || on_b.loop.size() < 2) return;
    memory.side_a = top_side(p, on_a, normal), memory.side_b = top_side(q, on_b, into_b);
    memory.mirrored = dot(edge_normal(memory, p, q, f, g, rotation), normal) < T(0);
    if (same(edge_normal(memory, p, q, f, g, rotation), normal)) memory.axis = Axis::edges;
  }
}

/// h is not less than `overlap` along directions that are farther than `cone` from the normal, which is the least up to
/// `spare` beyond that.
template <Scalar T> struct Elsewhere { T overlap = -infinity<T>, cone{}, spare{}; };

/// h outside of a cone about the normal, from the overlap of the two faces alone: h(n') ≥ n'·(x - y) for any x of A and
/// y of B. Take x and y on the surfaces, above and below points of the overlap that are as far apart along n' as its
/// width W allows. At the angle ψ from n that is W sin ψ + d cos ψ, d being the least depth of any x under any y; and
/// that is least at the ends of its interval, the cone and a right angle. Beyond the right angle d is replaced by -D,
/// the largest; and the balls inside give h ≥ |cos ψ| H - T sin ψ + r, with H and T the distances of their centers
/// along n and across, r the sum of their radii. With λ = (W/2 + T) / (W + T) and 1 - λ as weights of the two the
/// result is at least min(W/2, (1 - λ) H - λ D) + (1 - λ) r. Of a convex region W is at least its area over its
/// diameter.
template <class S, class T = scalar_t<S>>
Elsewhere<T> elsewhere_by_width(const S& a, const S& b, const Pose<T>& x_ab, const SeenOverlap<T>& seen, T depth,
                                T cone) {
  const Overlap<T>& overlap = seen.overlap;
  T area{}, diameter2{}, low_a = infinity<T>, high_b = -infinity<T>;
  const Vec2<T> first = overlap.points[0].at;
  for (int i = 0; i < overlap.count; ++i) {
    const Vec2<T>&p = overlap.points[i].at, &q = overlap.points[i + 1 == overlap.count ? 0 : i + 1].at;
    area += cross(p - first, q - first) / T(2);
    diameter2 = max(diameter2, T(4) * norm_squared(p - first));
    low_a = min(low_a, seen.on_a.height(p)), high_b = max(high_b, seen.on_b.height(p));
  }
  if (overlap.count < 3 || !(area > T(0)) || !(depth >= T(0))) return {};
  // Corners that count as inside may lie outside by snap.
  const T width = area / sqrt(diameter2) - T(4) * seen.snap, least_depth = low_a - high_b - seen.snap;
  if (!(width > T(0))) return {};
  const T front = width * cone * T(0.99L) + (least_depth > T(0) ? least_depth * (T(1) - square(cone)) : least_depth);
  const Vec3<T> between = x_ab * b.center() - a.center();
  const T across = norm(seen.frame.flat(between)), share = width / T(2) / (width + across);
  const T back = min(width / T(2), share * seen.frame.height(between) - (T(1) - share) * depth) +
                 share * (a.inscribed_radius() + b.inscribed_radius());
  return {min(min(front, width), back), cone};
}

/// What a search over all axes has proved at this very pose.
template <class S, class T = scalar_t<S>>
Elsewhere<T> elsewhere_by_search(const OverlapProof& proof, const S& a, const S& b, const Pose<T>& x_ab) {
  const bool here =
      proof.shape_a == identity_of(a) && proof.shape_b == identity_of(b) && proof.x_ab == x_ab.template cast<float>();
  return {here ? T(proof.elsewhere) : -infinity<T>, T(8) * T(proof.turn)};
}

/// Are the points made of corners inside the other or on its corners, and of crossings? The parts are noted.
template <Scalar T>
bool note_parts(ManifoldMemory& memory, const Silhouette<T>& a, const Silhouette<T>& b, const Overlap<T>& overlap) {
  using Kind = typename Silhouette<T>::Kind;
  const bool point = a.kind == Kind::point || b.kind == Kind::point;
  if (overlap.count > ManifoldMemory::capacity || (overlap.count == 0 && !point)) return false;
  if (a.count > 126 || b.count > 126 || a.stride != 1 || b.stride != 1) return false;
  if (a.kind == Kind::segment && b.kind == Kind::segment && overlap.count != 1) return false;
  memory.feature_a = a.feature.id(), memory.feature_b = b.feature.id();
  memory.count = static_cast<std::uint8_t>(overlap.count);
  int first = 0;  // of the manifold: the lowest id
  for (int i = 1; i < overlap.count; ++i) first = overlap.points[i].clip < overlap.points[first].clip ? i : first;
  for (int i = 0; i < overlap.count; ++i) {
    const std::uint32_t clip = overlap.points[(first + i) % overlap.count].clip, code_a = clip >> 16,
                        code_b = clip & 0xffffu;
    const bool sides = code_a & code_b & 0x8000u, corners = !((code_a | code_b) & 0x8000u);
    if (clip == 0 || !(sides || corners)) return false;
    memory.parts[static_cast<std::size_t>(i)] =
        static_cast<std::uint16_t>(short_code(code_a) << 8 | short_code(code_b));
  }
  return true;
}

/// How many times as far as B the normal may turn, see k above; infinite for edges that are too parallel.
template <Scalar T> T normal_turns(const ManifoldMemory& memory, const Silhouette<T>& a, const Silhouette<T>& b) {
  using Axis = ManifoldMemory::Axis;
  if (memory.axis != Axis::edges) return memory.axis == Axis::face_b ? T(1) : T(0);
  const Vec2<T>&m = a.sides[side_index(a, memory.side_a)].inward, &n = b.sides[side_index(b, memory.side_b)].inward;
  const T sine = abs(cross(m, n)) - feature_sine<T>;  // after B has turned as far as it may
  return sine >= feature_sine<T> ? T(1) / sine : infinity<T>;
}

/// What is known of h outside of a cone in which the normal is the least; nothing, if there is no such cone.
template <class S, class T = scalar_t<S>>
Elsewhere<T> elsewhere_of(const ManifoldMemory& memory, const S& a, const S& b, const Pose<T>& x_ab,
                          const SeenOverlap<T>& seen, const Deepest<T>& deepest, const OverlapProof& proof) {
  const auto least_within = [&](T cone) {
    return within_facet(memory, seen.on_a, seen.on_b, deepest, half_angle_tangent(cone) * deepest.depth);
  };
  T cone = T(0x1p-4L);
  while (!least_within(T(2) * cone) && cone > T(0x1p-8L)) cone /= T(4);  // with something to spare
  const Elsewhere<T> by_width = elsewhere_by_width(a, b, x_ab, seen, deepest.depth, cone),
                     by_search = elsewhere_by_search(proof, a, b, x_ab);
  Elsewhere<T> best = by_search.overlap > by_width.overlap ? by_search : by_width;
  for (const T spare : {T(1), T(0.5L), T(0.125L)}) {
    best.spare = spare * best.cone;
    if (least_within(best.cone + best.spare)) return best;
  }
  return {};
}

}  // namespace detail

/// What the representative point will be while neither the normal nor B turns by more than `turn` against a body.
template <Scalar T>
ManifoldMemory::Center center_within(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab,
                                     const SeenOverlap<T>& seen, T turn) {
  using Center = ManifoldMemory::Center;
  const BodyFrame<T> frame_a(seen.frame), frame_b(seen.frame, x_ab);
  const SoftBody<T> on_a(a, frame_a, seen.on_a, false), on_b(b, frame_b, seen.on_b, true);
  const T sine = soft_sine<T> + turn;
  SoftContact<T> soft(on_a, on_b, T(0));
  soft.find_parts(sine);
  return soft.pointlike(sine)      ? Center::deepest
         : soft.one_face_each()    ? Center::faces
         : soft.one_edge_on_face() ? Center::edge_on_face
                                   : Center::several;
}
/// What is worth remembering of an overlap, or a memory with no axis. proof: of a search that found the normal, if any.
template <class S, class T = scalar_t<S>>
ManifoldMemory memory_of(const S& a, const S& b, const Pose<T>& x_ab, const SeenOverlap<T>& seen,
                         const OverlapProof& proof) {
  const auto& [frame, on_a, on_b, overlap, snap] = seen;
  ManifoldMemory memory{detail::identity_of(a), detail::identity_of(b), x_ab.template cast<float>()};
  memory.tried = true;
  const auto p = polyhedron(a), q = polyhedron(b);
  const T rotation_error = orthonormality_error(x_ab.rotation);
  if (p.uneven() || q.uneven() || !(p.inscribed_radius() > T(0)) || !(q.inscribed_radius() > T(0)) ||
      !(rotation_error <= T(rotation_slack)) || !detail::note_parts(memory, on_a, on_b, overlap))
    return memory;
  detail::find_axis(memory, a, b, x_ab.rotation, frame.normal);
  if (memory.axis == ManifoldMemory::Axis::none) return memory;
  const detail::Deepest<T> deepest = detail::deepest_corners(on_a, on_b);
  const auto elsewhere = detail::elsewhere_of(memory, a, b, x_ab, seen, deepest, proof);
  const T reach = origin_radius(a) + origin_radius(b) + norm(x_ab.translation),
          k = detail::normal_turns(memory, on_a, on_b);
  const T rise = elsewhere.overlap - deepest.depth - (T(0x1p-20L) + T(3) * rotation_error) * reach;
  const ClipMargin<T> clip = overlap.count > 0 ? clip_margin(on_a, on_b, snap) : ClipMargin<T>{reach, T(0)};
  const T clear = min(clip.least + snap - T(0x1p-21L) * reach, rise / T(2));
  const T rounding = T(0x1p-22L) + T(16) * unit_roundoff<T>;  // the pose is kept in float
  const T turn =
      T(0.9L) * min(turn_margin(p, on_a.feature, frame.normal) / k,
                    turn_margin(q, on_b.feature, -transposed_times(x_ab.rotation, frame.normal)) / (k + T(1))) -
      rounding;
  if (!(deepest.depth >= T(0)) || !(clear > T(0)) || !(turn > T(0))) {
    memory.axis = ManifoldMemory::Axis::none;
    return memory;
  }
  memory.clear = static_cast<float>(clear);
  memory.elsewhere = static_cast<float>(deepest.depth + rise - clear);
  memory.turn = static_cast<float>(min(turn, min(feature_sine<T>, elsewhere.spare / k)));
  if constexpr (std::same_as<S, Hull<T>>) {  // boxes at rest look for themselves
    memory.center_turn = static_cast<float>(soft_sine<T> / (T(4) * (k + T(1))));
    memory.center = center_within(a, b, x_ab, seen, soft_sine<T> / T(4));
  }
  memory.cone = static_cast<float>(elsewhere.cone + (k > T(0) ? k * T(memory.turn) : T(0)));
  // Features are tilted by an eighth at most, and two corners of one are no farther apart than 2 clip.reach.
  const T height = deepest.depth + clip.reach / T(2), in_space = sqrt(square(clip.reach) + square(height));
  memory.lever = static_cast<float>(bounding_radius(b) + T(1.1L) * (k + T(1)) * (k > T(0) ? in_space : clip.reach));
  return memory;
}

/// Brings the memory up to date after a manifold that it could not answer. Bodies that have moved on are not worth a
/// proof, nor those for which the last one was of no use.
template <class S, class T = scalar_t<S>>
void remember(ManifoldMemory& memory, const S& a, const S& b, const Pose<T>& x_ab, const SeenOverlap<T>& seen,
              const OverlapProof& proof) {
  const bool same = memory.shape_a == detail::identity_of(a) && memory.shape_b == detail::identity_of(b);
  const T size = T(2) * min(bounding_radius(a), bounding_radius(b));
  const detail::Gone<T> gone = detail::gone_since(memory, b, x_ab);
  if (!same || !(gone.shift2 + square(bounding_radius(b)) * gone.turned2 <= square(size * T(0x1p-9L)))) {
    memory = {detail::identity_of(a), detail::identity_of(b), x_ab.template cast<float>()};
  } else if (!memory.tried || memory.used) {
    memory = memory_of(a, b, x_ab, seen, proof);
  }
}

}  // namespace tactus
