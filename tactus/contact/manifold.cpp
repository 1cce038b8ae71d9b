// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold.h>
#include <tactus/contact/manifold/overlap_points.h>

namespace tactus {

template <Scalar T>
void make_manifold(Manifold<T>& m, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                   std::type_identity_t<T> max_distance) {
  m.status = contact.status, m.normal = contact.normal, m.count = 0;
  if (contact.status == Status::invalid || contact.status == Status::beyond_max) return;
  if (contact.distance > max_distance) {
    m.status = Status::beyond_max;
    return;
  }
  const Sight<T> sight(a, b, x_ab, contact);
  m.normal = sight.frame.normal;
  const bool exact = (a.polytope() || !a.bounded()) && (b.polytope() || !b.bounded());
  add_overlap(m, sight, x_ab, contact.distance, exact, max_distance, &contact);
}

template <Scalar T>
Manifold<T> contact_manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& contact,
                             std::type_identity_t<T> max_distance) {
  Manifold<T> m;
  make_manifold(m, a, b, x_ab, contact, max_distance);
  return m;
}

#define TACTUS_INSTANTIATE(T)                                                                                        \
  template void make_manifold(Manifold<T>&, const Shape<T>&, const Shape<T>&, const Pose<T>&, const Contact<T>&, T); \
  template Manifold<T> contact_manifold(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Contact<T>&, T);     \
  template bool clip(Overlap<T>&, const Silhouette<T>&, const Silhouette<T>&, T);                                    \
  template void detail::look(Silhouette<T>&, const Shape<T>&, Feature, const Vec3<T>&, const Pose<T>*,               \
                             const ContactFrame<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
