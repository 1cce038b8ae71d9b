// SPDX-License-Identifier: MIT
/// ODE's dCollide, asked for one contact, on the primitives it has (cylinders go through libccd inside ODE). It has no
/// bool of its own and no distance.
#include <bench/compare/contestant.h>
#include <bench/peers/ode_geoms.h>

#include <memory>

namespace tactus::compare {
namespace {

struct Started {
  Started() { dInitODE2(0); }
  ~Started() { dCloseODE(); }
};

struct Scene {
  std::vector<std::pair<peers::Geom, peers::Geom>> pairs;
};

}  // namespace

std::vector<Contestant> ode_contestants(const Case& c) {
  static const Started started;
  const auto scene = std::make_shared<Scene>();
  for (const Pair& p : c.pairs) {
    scene->pairs.emplace_back(peers::placed_geom(c.a(p), p.pose_a), peers::placed_geom(c.b(p), p.pose_b));
    if (!scene->pairs.back().first || !scene->pairs.back().second) return {};
  }
  const auto ask = for_each_pair([scene](std::size_t i) {
    const auto& [a, b] = scene->pairs[i];
    dContactGeom contact;
    if (dCollide(a.get(), b.get(), 1, &contact, sizeof contact) == 0) return Reply{};
    return Reply{.touching = true, .distance = -contact.depth};
  });
  return {{"ODE", Query::intersects, ask}, {"ODE", Query::contact, ask}};
}

}  // namespace tactus::compare
