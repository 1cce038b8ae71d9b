// SPDX-License-Identifier: MIT
#pragma once
/// GJK from an arbitrary direction (Box 1) and EPA from its simplex (Box 2), with their work counted as in Tables 1 and
/// 2.  [Feng & Tan 2019, §3, §4]
///
/// Known errors: those of gjk.h and epa.h. Step 2.b says "no contact" for every support plane before the origin, without
/// an allowance for rounding; step 2.c.ii is an exact test, so touching shapes may be reported either way.
#include <lab/published/epa.h>

namespace tactus::lab::published {

/// Of one pair. An update is a support point added to the simplex, the first included.
struct FengTanCount {
  Ending ending = Ending::none;
  int updates = 0, expansions = 0;
};

/// EPA runs only `with_epa`, and only after a hit.
template <class Pair, class T = decltype(std::declval<Pair>().size())>
FengTanCount feng_tan(const Pair& whole, const Vec3<T>& direction, bool with_epa, std::type_identity_t<T> eps) {
  FengTanCount count{.updates = 1};
  const Vec3<T> first = whole.support(direction).w;
  if (dot(first, direction) < T(0)) return count.ending = Ending::miss, count;
  Simplex<T> simplex(first);
  while (!simplex.holds_origin() && simplex.v() != Vec3<T>{}) {
    if (count.updates >= very_high_cap) return count;
    const Vec3<T> next = whole.support(-simplex.v()).w;
    ++count.updates;
    if (dot(simplex.v(), next) > T(0)) return count.ending = Ending::miss, count;
    if (!simplex.add(next)) return count;
  }
  count.ending = Ending::hit;
  if (!with_epa) return count;
  Epa<Pair> epa(whole, eps);
  epa.depth(simplex.points());
  count.expansions = epa.expansions();
  return count;
}

}  // namespace tactus::lab::published
