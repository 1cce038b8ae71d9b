// SPDX-License-Identifier: MIT
#pragma once
/// Matches the contact points of this step with those of the last: by id, or by distance.
#include <tactus/core/manifold.h>
#include <tactus/math/pose.h>

#include <bit>

namespace tactus {

/// How the points of two steps are matched. The contact cache uses the first; the others are the alternatives of
/// [Chmelík & Trtík, PA199, "Caching collisions"], kept for comparison (docs/algorithms/contact_cache.md).
enum class Matching : std::uint8_t {
  id_then_body_space,  // equal ids; the rest by distance in the frame of A or of B, whichever is less
  id,  // equal ids only
  world_space,  // by distance between positions in the world
  space_of_a,  // by distance in A's frame, between points of A's surface
  space_of_b,
  body_space,  // by the lesser of the last two
};

/// Are points with equal ids twins, however far they moved?
constexpr bool uses_ids(Matching m) { return m == Matching::id_then_body_space || m == Matching::id; }

inline std::ostream& operator<<(std::ostream& os, Matching m) {
  constexpr const char* names[] = {"id, then body space", "id",         "world space",
                                   "space of A",          "space of B", "body space"};
  return os << names[static_cast<int>(m)];
}

/// A contact point and its position in every frame that is used for matching.
template <Scalar T> struct LocatedPoint {
  Vec3<T> position{};  // in the world
  T distance{};  // negative if the bodies overlap there
  ContactId id;  // of the features that meet there
  Vec3<T> local_a{}, local_b{};  // on A's surface in A's frame, on B's surface in B's frame
};

/// A point of a manifold, with its positions in all frames.
template <Scalar T>
constexpr LocatedPoint<T> located(const ContactPoint<T>& p, const Vec3<T>& normal, const Pose<T>& pose_a,
                                  const Pose<T>& pose_b) {
  const Vec3<T> to_b = normal * (p.distance * T(0.5));
  return {p.position, p.distance, p.id, transposed_times(pose_a.rotation, p.position - to_b - pose_a.translation),
          transposed_times(pose_b.rotation, p.position + to_b - pose_b.translation)};
}

/// For each point of this step the index of its twin in the last, or -1.
using Twins = std::array<std::int8_t, Manifold<double>::capacity>;

namespace detail {

/// How far a point has moved from one step to the next, by a given policy. `least` decides; `most` breaks ties: a box
/// that slides by exactly the distance of two corners brings one corner to the other's place on the ground, but not to
/// the other's place on the box.
template <Scalar T> struct Displacement {
  T least{infinity<T>}, most{infinity<T>};  // squared
  friend constexpr bool operator<(const Displacement& p, const Displacement& q) {
    return p.least < q.least || (p.least == q.least && p.most < q.most);
  }
};

template <Scalar T, class Before>
constexpr Displacement<T> displacement(Matching matching, const Before& before, const LocatedPoint<T>& now) {
  const auto moved = [](const Vec3<T>& p, const Vec3<T>& q) { return norm_squared(q - p); };
  const auto same = [](T d) { return Displacement<T>{d, d}; };
  switch (matching) {
    case Matching::world_space: return same(moved(before.position, now.position));
    case Matching::space_of_a: return same(moved(before.local_a, now.local_a));
    case Matching::space_of_b: return same(moved(before.local_b, now.local_b));
    default: break;
  }
  const T in_a = moved(before.local_a, now.local_a), in_b = moved(before.local_b, now.local_b);
  return {min(in_a, in_b), max(in_a, in_b)};
}

/// The index of the point with this id, or the number of points if there is none or more than one.
template <class Point> constexpr std::size_t only_one_with(std::span<const Point> points, const ContactId& id) {
  std::size_t found = points.size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].id != id) continue;
    if (found < points.size()) return points.size();
    found = i;
  }
  return found;
}

}  // namespace detail

/// Equal ids? Without a branch, because it cannot be predicted.
constexpr bool same_id(const ContactId& p, const ContactId& q) {
  return ((p.a ^ q.a) | (p.b ^ q.b) | (p.clip ^ q.clip)) == 0;
}

/// Finds the twins if ids alone determine all of them: every id occurs once, and each point of one of the two steps has
/// its twin in the other. Otherwise false. Positions are not needed.
template <class Before, class Now>
constexpr bool match_all_by_id(Twins& twins, std::span<const Before> before, std::span<const Now> now) {
  twins.fill(-1);
  std::uint32_t taken = 0;
  std::size_t found = 0;
  for (std::size_t j = 0; j < now.size(); ++j) {
    std::uint32_t same = 0;  // bit i: before[i] has the same id
    for (std::size_t i = 0; i < before.size(); ++i) same |= std::uint32_t{same_id(before[i].id, now[j].id)} << i;
    if ((same & (same - 1)) != 0 || (same & taken) != 0) return false;  // an id that occurs twice
    twins[j] = static_cast<std::int8_t>(std::bit_width(same) - 1), taken |= same, found += same != 0;
  }
  return found == before.size() || found == now.size();
}

/// Matches the points of two steps one to one. If ids count, points whose id occurs once in each step are twins,
/// however far they moved. The others are matched nearest first: among all pairs still free (of one id, then of any),
/// the one that has moved least is matched next, until none is left within `reach` (a length; matches by id have no
/// limit). Equal displacements go to the lowest indices, so the answer depends on the input alone. `Before` has the
/// members of LocatedPoint.
template <Scalar T, class Before>
constexpr Twins match_points(std::span<const Before> before, std::span<const LocatedPoint<T>> now, Matching matching,
                             T reach) {
  Twins twins;
  twins.fill(-1);
  std::uint32_t taken = 0;  // bit i: before[i] has its twin
  const auto make_twins = [&](std::size_t i, std::size_t j) {
    twins[j] = static_cast<std::int8_t>(i);
    taken |= 1u << i;
  };
  const auto match_nearest = [&](auto may_match, T limit_squared) {
    for (;;) {
      detail::Displacement<T> least;
      std::size_t best_before = 0, best_now = now.size();
      for (std::size_t j = 0; j < now.size(); ++j) {
        for (std::size_t i = 0; twins[j] < 0 && i < before.size(); ++i) {
          if (taken >> i & 1u || !may_match(before[i], now[j])) continue;
          const auto moved = detail::displacement(matching, before[i], now[j]);
          if (best_now == now.size() || moved < least) least = moved, best_before = i, best_now = j;
        }
      }
      if (best_now == now.size() || !(least.least <= limit_squared)) return;
      make_twins(best_before, best_now);
    }
  };
  if (uses_ids(matching)) {
    for (std::size_t j = 0; j < now.size(); ++j) {
      const std::size_t i = detail::only_one_with(before, now[j].id);
      if (i < before.size() && detail::only_one_with(now, now[j].id) == j) make_twins(i, j);
    }
    match_nearest([](const Before& p, const LocatedPoint<T>& q) { return p.id == q.id; }, infinity<T>);
  }
  if (matching != Matching::id) match_nearest([](const auto&, const auto&) { return true; }, square(reach));
  return twins;
}

}  // namespace tactus
