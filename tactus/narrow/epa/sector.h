// SPDX-License-Identifier: MIT
#pragma once
/// EPA within the cone of one face, for cases where the whole surface does not fit into the workspace.
#include <tactus/narrow/epa/polytope.h>

namespace tactus::epa {

/// The part of A ⊖ B that is seen from the origin through one face of a polytope that contains the origin, with a
/// separate workspace. The polytope begins with the face and the origin. Faces with a corner at the origin do not
/// belong to the surface (a ray from the origin into the sector leaves through another face), and faces beyond a wall
/// of the sector belong to other sectors. The sector is filled to a depth when all remaining faces are at least that
/// far from the origin.
template <class Pair, class T = decltype(std::declval<Pair>().size())> class Sector {
 public:
  /// The corners of the face, counter-clockwise as seen from outside.
  Sector(const Pair& pair, const std::array<MinkowskiVertex<T>, 3>& corners) : pair_(pair) {
    whole_ = polytope_.start({MinkowskiVertex<T>{}, corners[0], corners[1], corners[2]});
    for (int i = 0; i < 3; ++i) {
      const Vec3<T>&w = polytope_.vertex(1 + i).w, &next = polytope_.vertex(1 + (i + 1) % 3).w;
      inward_[i] = cross(w, next);
      doubt_[i] = T(16) * unit_roundoff<T> * norm(w) * norm(next);
    }
    if (dot(inward_[0], polytope_.vertex(3).w) < T(0))
      for (Vec3<T>& n : inward_) n = -n;
  }

  /// Expands until the sector is filled to the depth that `goal` sets for the best upper bound. The upper bound may
  /// fall during this; `best` then gets its normal. Returns false if the room, or the number of expansions allowed,
  /// does not suffice.
  template <class Best, class Goal> bool fill(Best& best, Goal&& goal, std::int64_t& expansions) {
    for (; whole_ && expansions > 0; --expansions) {
      const Face* face = nearest_within(goal(best.depth_upper));
      if (!face) return true;
      const MinkowskiVertex<T> p = pair_.support(face->normal);
      const T reach = dot(face->normal, p.w);
      if (reach < best.depth_upper) best.depth_upper = reach, best.normal = face->normal;
      whole_ = polytope_.expand(p, pair_.rounding(), best.depth_upper);
    }
    return false;
  }

  /// The points of A and B that belong to the point of the surface nearest p.
  auto nearest_to(const Vec3<T>& p) const {
    typename Surface::Foot best;
    polytope_.for_each_face([&](const auto& face) {
      if (touches_origin(face)) return;
      if (const auto foot = polytope_.nearest_to(p, face.vertex); foot.off < best.off) best = foot;
    });
    return best;
  }

 private:
  using Surface = Polytope<T, ShortList, 64>;
  using Face = typename Surface::Face;

  /// The nearest face that has a part inside the sector and nearer than the depth.
  const Face* nearest_within(T depth) {
    const Face* face = polytope_.nearest();
    while (face && face->distance < depth && (touches_origin(*face) || part_within(*face) >= depth)) {
      polytope_.pass_over_nearest();
      face = polytope_.nearest();
    }
    return face && face->distance < depth ? face : nullptr;
  }
  static bool touches_origin(const Face& face) {
    return face.vertex[0] == 0 || face.vertex[1] == 0 || face.vertex[2] == 0;
  }

  /// A lower bound of the distance of the part of a face inside the sector; infinite if there is no such part. A face
  /// that barely reaches into the sector may be seen almost edge-on; its plane then gives no useful bound.
  T part_within(const Face& face) const {
    Corner corners[3];
    for (int i = 0; i < 3; ++i) corners[i] = {polytope_.vertex(face.vertex[i]).w, face.vertex[i]};
    for (int wall = 0; wall < 3; ++wall) {
      T height[3];
      int within = 0, last = 0;
      for (int i = 0; i < 3; ++i) {
        height[i] = height_over(wall, corners[i]);
        if (height[i] > T(0)) ++within, last = i;
      }
      if (within == 0) return infinity<T>;
      if (within == 1) cut_to(last, height, corners);
    }
    const Vec3<T>&x = corners[0].x, &y = corners[1].x, &z = corners[2].x, along = unit_or_zero(x + y + z);
    return min(dot(along, x), min(dot(along, y), dot(along, z)));
  }
  struct Corner {
    Vec3<T> x;
    int vertex;  // number of the vertex; no_vertex if an edge meets a wall here
  };
  static constexpr int no_vertex = -1;
  /// An upper bound: the maximum rounding error is added. Two of the sector's corners lie in the wall between them,
  /// whatever the rounding.
  T height_over(int wall, const Corner& c) const {
    if (c.vertex == 1 + wall || c.vertex == 1 + (wall + 1) % 3) return T(0);
    return dot(inward_[wall], c.x) + doubt_[wall] * norm(c.x);
  }
  /// Reduces a triangle to the part that one wall cuts off around the only corner inside.
  static void cut_to(int last, const T (&height)[3], Corner (&corners)[3]) {
    const Vec3<T> x = corners[last].x;
    for (int i = 0; i < 3; ++i)
      if (i != last && height[i] < T(0))
        corners[i] = {x + (corners[i].x - x) * (height[last] / (height[last] - height[i])), no_vertex};
  }

  const Pair& pair_;
  Surface polytope_;
  Vec3<T> inward_[3];  // normals of the walls, not unit
  T doubt_[3];  // rounding error of the product of such a normal with a unit vector
  bool whole_;
};

}  // namespace tactus::epa
