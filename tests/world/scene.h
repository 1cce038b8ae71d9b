// SPDX-License-Identifier: MIT
#pragma once
/// Worlds of mixed bodies for tests, and the contacts they should have: all pairs, asked one by one.
#include <tactus/query.h>
#include <tactus/world/world.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace tactus::testing {

/// Bodies of all families in a ball of that radius, some static, some with margins, above a half-space.
inline std::vector<BodyId> fill(World<double>& world, Random& random, int bodies, double radius) {
  std::vector<BodyId> ids;
  ids.push_back(world.add({.shape = HalfSpace<double>{{0, 0, 1}, -0.4 * radius}, .is_static = true}));
  for (int i = 0; i < bodies; ++i) {
    Body<double> body{.shape = random_shape(random, Family::mixed), .pose = random.pose(radius)};
    body.is_static = random.below(5) == 0;
    body.margin = random.below(3) == 0 ? 0.05 : 0.0;
    ids.push_back(world.add(body));
  }
  return ids;
}

/// A small random motion of about one body in two.
inline void jostle(World<double>& world, Random& random, const std::vector<BodyId>& ids, double amount) {
  for (const BodyId id : ids) {
    if (!world.alive(id) || !world.body(id).shape.bounded() || random.below(2) == 0) continue;
    const Pose<double>& pose = world.body(id).pose;
    const Mat3<double> turn = random.turn(0, amount).rotation;
    world.set_pose(id,
                   orthonormalized(Pose<double>{turn * pose.rotation, pose.translation + random.vector(0, amount)}));
  }
}

using PairDistances = std::map<std::pair<BodyId, BodyId>, double>;

using Admits = std::function<bool(const Body<double>&, const Body<double>&)>;

/// Every pair that may touch, within its margins, by the public query and no broad phase. predicate: as given to the
/// world.
inline PairDistances all_pairs(const World<double>& world, const Admits& predicate = {}) {
  std::vector<BodyId> ids;
  world.for_each_body([&](BodyId id) { ids.push_back(id); });
  PairDistances found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::size_t j = i + 1; j < ids.size(); ++j) {
      const auto &a = world.body(ids[i]), &b = world.body(ids[j]);
      const bool a_is_pushed = !a.is_static && !a.kinematic, b_is_pushed = !b.is_static && !b.kinematic;
      if (!(a_is_pushed || b_is_pushed) || (!a.shape.bounded() && !b.shape.bounded())) continue;
      if (!admits(a.filter, b.filter) || (predicate && !predicate(a, b))) continue;
      const Options<double> options{.max_distance = a.margin + b.margin};
      const Contact<double> c = contact(a.shape, a.pose, b.shape, b.pose, options);
      if (c.status != Status::beyond_max && c.distance <= options.max_distance) found[{ids[i], ids[j]}] = c.distance;
    }
  }
  return found;
}

/// The contacts that the world reports, of sleepers too, are those of all pairs. Within the tolerance of its margin a
/// pair may be either. `seen` counts the pairs that touch.
inline void expect_all_pairs(const World<double>& world, std::size_t& seen, const Admits& predicate = {}) {
  PairDistances wanted = all_pairs(world, predicate);
  const auto find = [&](const auto& c) {
    const auto at = wanted.find({c.a, c.b});
    const double margin = world.body(c.a).margin + world.body(c.b).margin;
    if (at == wanted.end()) {
      EXPECT_NEAR(c.contact.distance, margin, 4e-6) << c.contact;
      return;
    }
    EXPECT_NEAR(c.contact.distance, at->second, 4e-6) << c.a << c.b;
    EXPECT_GT(c.points.count, 0);
    wanted.erase(at);
    ++seen;
  };
  for (const auto& c : world.contacts()) find(c);
  for (const auto& c : world.sleeping_contacts()) find(c);
  for (const auto& [pair, distance] : wanted) {
    const double margin = world.body(pair.first).margin + world.body(pair.second).margin;
    EXPECT_NEAR(distance, margin, 4e-6) << "missed: " << pair.first << pair.second;
  }
}

}  // namespace tactus::testing
