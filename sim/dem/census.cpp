// SPDX-License-Identifier: MIT
#include <sim/dem/census.h>
#include <tactus/narrow/epa.h>
#include <tactus/narrow/sa_gjk.h>

namespace tactus::sim::dem {

namespace {

/// A shape whose support function includes its ball, as in the paper. The library itself iterates on cores, where the
/// ball costs nothing.
template <Scalar T_> struct WithBall {
  using Scalar = T_;
  const Shape<T_>& shape;

  Vec3<T_> support(const Vec3<T_>& d) const { return full_support(shape, d); }
  T_ radius() const { return T_(0); }
  Vec3<T_> center() const { return shape.center(); }
  T_ bounding_radius() const { return shape.bounding_radius(); }
  T_ origin_radius() const { return shape.origin_radius(); }
  T_ inscribed_radius() const { return shape.inscribed_radius(); }
};

}  // namespace

template <Scalar T>
void for_each_candidate(const Simulation<T>& simulation, const std::function<void(const Candidate<T>&)>& f) {
  const auto& world = simulation.world();
  std::vector<std::uint32_t> others;
  world.for_each_body([&](BodyId id) {
    const SlotUse& use = simulation.use(id.slot);
    if (use.kind == SlotKind::wall || use.index == SlotUse::none) return;
    const Body<T>& body = world.body(id);
    others.clear();
    world.query(body.shape.aabb(body.pose), [&](BodyId other) {
      const SlotUse& its = simulation.use(other.slot);
      if (other.slot > id.slot && its.kind != SlotKind::wall && its.index != SlotUse::none && world.may_pair(id, other))
        others.push_back(other.slot);
      return true;
    });
    std::sort(others.begin(), others.end());
    for (const std::uint32_t slot : others) {
      const Body<T>* a = &body;
      const Body<T>* b = &world.body({slot, 0});
      std::uint32_t kind_a = simulation.grain_of(use.index).kind;
      std::uint32_t kind_b = simulation.grain_of(simulation.use(slot).index).kind;
      if (kind_a > kind_b) std::swap(a, b), std::swap(kind_a, kind_b);
      f({kind_a, kind_b, &a->shape, &b->shape, relative(a->pose, b->pose)});
    }
  });
}

template <Scalar T> Census take_census(const Simulation<T>& simulation) {
  Census census{static_cast<double>(simulation.time()), simulation.kinds(), {}};
  census.groups.resize(Census::number(0, simulation.kinds()));
  for_each_candidate<T>(simulation, [&](const Candidate<T>& pair) {
    if (pair.shape_a->kind() == ShapeKind::sphere && pair.shape_b->kind() == ShapeKind::sphere) return;
    GroupCounts& group = census.groups[Census::number(pair.kind_a, pair.kind_b)];
    std::size_t updates = 0;
    const bool round = pair.shape_a->radius() > T(0) || pair.shape_b->radius() > T(0);
    const auto intersect = [&](const auto& a, const auto& b) {
      return sa_gjk::intersects(a, b, pair.x_ab, Options<T>{}, nullptr, [&](const auto&) { ++updates; });
    };
    const bool hit = round ? intersect(WithBall<T>{*pair.shape_a}, WithBall<T>{*pair.shape_b})
                           : intersect(*pair.shape_a, *pair.shape_b);
    ++(hit ? group.in_contact : group.apart);
    (hit ? group.updates_in_contact : group.updates_apart) += updates;
    if (!hit || round) return;
    std::size_t expansions = 0;
    const auto count = [&](const auto& event) {
      if constexpr (requires { event.depth_upper; }) ++expansions;
    };
    epa::contact(*pair.shape_a, *pair.shape_b, pair.x_ab, Options<T>{}, nullptr, count);
    group.expansions += expansions;
  });
  return census;
}

template void for_each_candidate(const Simulation<float>&, const std::function<void(const Candidate<float>&)>&);
template void for_each_candidate(const Simulation<double>&, const std::function<void(const Candidate<double>&)>&);
template Census take_census(const Simulation<float>&);
template Census take_census(const Simulation<double>&);

}  // namespace tactus::sim::dem
