// SPDX-License-Identifier: MIT
/// Batches and the single query, in float and double.
#include <bench/batch/contestant.h>
#include <tactus/batch/batch.h>
#include <tactus/query.h>

#include <memory>

namespace tactus::batch_bench {
namespace {

template <class T> struct Scene {
  std::vector<Shape<T>> shapes_a, shapes_b;
  std::vector<std::uint32_t> of_a, of_b;
  std::vector<Pose<T>> poses_a, poses_b;
  std::vector<Vec3<T>> positions_a, positions_b;  // the same poses in their other form
  std::vector<Quat<T>> rotations_a, rotations_b;
  std::vector<std::uint8_t> touching;
  std::vector<T> distance, lower, upper;
  std::vector<Vec3<T>> normal, point_a, point_b;

  explicit Scene(const Case& c)
      : of_a(c.of_a),
        of_b(c.of_b),
        touching(c.size()),
        distance(c.size()),
        lower(c.size()),
        upper(c.size()),
        normal(c.size()),
        point_a(c.size()),
        point_b(c.size()) {
    for (const auto& s : c.shapes_a) shapes_a.push_back(s.cast<T>());
    for (const auto& s : c.shapes_b) shapes_b.push_back(s.cast<T>());
    for (const auto& x : c.poses_a) poses_a.push_back(x.cast<T>());
    for (const auto& x : c.poses_b) poses_b.push_back(x.cast<T>());
    for (const auto& x : poses_a) positions_a.push_back(x.translation), rotations_a.push_back(to_quaternion(x));
    for (const auto& x : poses_b) positions_b.push_back(x.translation), rotations_b.push_back(to_quaternion(x));
  }
  Replies replies() const { return {touching, {distance.begin(), distance.end()}}; }
};

template <class T> Options<T> options_of(Query query) {
  Options<T> options;
  if (query == Query::contact) options.max_distance = T(0);  // as the peers have it
  return options;
}

template <class T>
void add_batch(std::vector<Contestant>& all, const Case& c, Query query, const char* scalar, bool quaternions) {
  const auto of_batch = std::make_shared<Scene<T>>(c);
  all.push_back({std::string("batch ") + scalar + (quaternions ? ", quaternions" : ""),
                 [s = of_batch, query, quaternions] {
                   const auto at = [&](const auto& poses, const auto& positions, const auto& rotations) {
                     return quaternions ? batch::Poses<T>(positions, rotations)
                                        : batch::Poses<T>(std::span(std::as_const(poses)));
                   };
                   const batch::Placed<T> a{s->shapes_a, s->of_a, at(s->poses_a, s->positions_a, s->rotations_a)};
                   const batch::Placed<T> b{s->shapes_b, s->of_b, at(s->poses_b, s->positions_b, s->rotations_b)};
                   const batch::Pairs pairs = batch::one_by_one(s->poses_a.size());
                   batch::Answers<T> out{.touching = s->touching};
                   const batch::Settings<T> settings{.options = options_of<T>(query)};
                   if (query == Query::intersects) {
                     batch::intersects(a, b, pairs, out, settings);
                     return;
                   }
                   out.distance = s->distance, out.lower = s->lower, out.upper = s->upper;
                   out.normal = s->normal, out.point_a = s->point_a, out.point_b = s->point_b;
                   if (query == Query::distance)
                     batch::distance(a, b, pairs, out, settings);
                   else
                     batch::contact(a, b, pairs, out, settings);
                 },
                 [s = of_batch] { return s->replies(); }});
}

template <class T> void add(std::vector<Contestant>& all, const Case& c, Query query, const char* scalar) {
  const auto of_single = std::make_shared<Scene<T>>(c);
  for (const bool quaternions : {false, true}) add_batch<T>(all, c, query, scalar, quaternions);
  all.push_back({std::string("single ") + scalar,
                 [s = of_single, query] {
                   const Options<T> options = options_of<T>(query);
                   for (std::size_t k = 0; k < s->poses_a.size(); ++k) {
                     const Shape<T>&a = s->shapes_a[s->of_a[k]], &b = s->shapes_b[s->of_b[k]];
                     const Pose<T>&at_a = s->poses_a[k], &at_b = s->poses_b[k];
                     if (query == Query::intersects) {
                       s->touching[k] = intersects(a, at_a, b, at_b);
                       continue;
                     }
                     const Contact<T> r = query == Query::distance ? distance(a, at_a, b, at_b, options)
                                                                   : contact(a, at_a, b, at_b, options);
                     s->touching[k] = r.touching(), s->distance[k] = r.distance;
                     s->lower[k] = r.lower, s->upper[k] = r.upper, s->normal[k] = r.normal;
                     s->point_a[k] = r.point_a, s->point_b[k] = r.point_b;
                   }
                 },
                 [s = of_single] { return s->replies(); }});
}

}  // namespace

std::vector<Contestant> tactus_contestants(const Case& c, Query query) {
  std::vector<Contestant> all;
  add<float>(all, c, query, "float");
  add<double>(all, c, query, "double");
  return all;
}

}  // namespace tactus::batch_bench
