// SPDX-License-Identifier: MIT
/// tactus itself: the public queries on Shape, in double and in float, without a cache.
#include <bench/compare/contestant.h>
#include <tactus/query.h>

#include <memory>

namespace tactus::compare {
namespace {

template <Scalar T> struct Scene {
  struct Placed {
    const Shape<T>*a, *b;
    Pose<T> pose_a, pose_b;
  };
  std::vector<Shape<T>> shapes;
  std::vector<Placed> pairs;

  explicit Scene(const Case& c) {
    for (const Shape<double>& s : c.shapes) shapes.push_back(s.template cast<T>());
    for (const Pair& p : c.pairs)
      pairs.push_back({&shapes[std::size_t(p.a)], &shapes[std::size_t(p.b)], p.pose_a.cast<T>(), p.pose_b.cast<T>()});
  }
};

template <Scalar T> Reply reply(const Contact<T>& c) {
  return {c.touching(), double(c.distance), double(c.lower), double(c.upper)};
}

template <Scalar T> void add(std::vector<Contestant>& all, const Case& c, const char* name, double resolution) {
  const auto scene = std::make_shared<const Scene<T>>(c);
  const Options<T> only_contacts{.max_distance = T(0)};  // what the peers' contact queries do
  all.push_back({name, Query::intersects, for_each_pair([scene](std::size_t i) {
                   const auto& p = scene->pairs[i];
                   return Reply{.touching = intersects(*p.a, p.pose_a, *p.b, p.pose_b)};
                 }),
                 false, resolution});
  all.push_back({name, Query::distance, for_each_pair([scene](std::size_t i) {
                   const auto& p = scene->pairs[i];
                   return reply(distance(*p.a, p.pose_a, *p.b, p.pose_b));
                 }),
                 false, resolution});
  all.push_back({name, Query::contact, for_each_pair([scene, only_contacts](std::size_t i) {
                   const auto& p = scene->pairs[i];
                   return reply(contact(*p.a, p.pose_a, *p.b, p.pose_b, only_contacts));
                 }),
                 false, resolution});
}

}  // namespace

std::vector<Contestant> tactus_contestants(const Case& c) {
  std::vector<Contestant> all;
  add<double>(all, c, "tactus", 1e-9);
  add<float>(all, c, "tactus float", 2e-5);
  return all;
}

}  // namespace tactus::compare
