// SPDX-License-Identifier: MIT
#include <tactus/sweep/half_space.h>
#include <tactus/sweep/time_of_impact.h>

namespace tactus::sweep {

namespace {

template <class S, Scalar T>
Impact<T> advance(const Shape<T>& a, const Motion<T>& motion_a, const Shape<T>& b, const Motion<T>& motion_b,
                  const Options<T>& options, PairCache<T>* cache) {
  const auto as = [](const Shape<T>& s) -> const S& {
    if constexpr (std::same_as<S, Shape<T>>) {
      return s;
    } else {
      return *s.template get_if<S>();
    }
  };
  const MovingPair<S, S, T> course(as(a), motion_a, as(b), motion_b, options);
  if (!course.finite()) return {};
  const NarrowPhase<Shape<T>, Shape<T>> pair{a, b};
  return Advancement(course, pair, motion_a, options, cache).run(NoTrace{});
}

}  // namespace

template <Scalar T>
Impact<T> time_of_impact(const Shape<T>& a, const Motion<T>& given_a, const Shape<T>& b, const Motion<T>& given_b,
                         const Options<T>& options, PairCache<T>* cache) {
  if (!is_valid(given_a) || !is_valid(given_b) || !is_valid(options)) return {};
  const Motion<T> motion_a = rigid(given_a), motion_b = rigid(given_b);
  PairCache<T> own;
  if (!cache) cache = &own;
  if (!a.bounded() || !b.bounded()) return half_space_impact(a, motion_a, b, motion_b, options);
  if (a.kind() == ShapeKind::box && b.kind() == ShapeKind::box)
    return advance<Box<T>>(a, motion_a, b, motion_b, options, cache);
  if (a.kind() == ShapeKind::hull && b.kind() == ShapeKind::hull)
    return advance<Hull<T>>(a, motion_a, b, motion_b, options, cache);
  return advance<Shape<T>>(a, motion_a, b, motion_b, options, cache);
}

#define TACTUS_INSTANTIATE(T)                                                                             \
  template Impact<T> time_of_impact(const Shape<T>&, const Motion<T>&, const Shape<T>&, const Motion<T>&, \
                                    const Options<T>&, PairCache<T>*);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::sweep
