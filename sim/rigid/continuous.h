// SPDX-License-Identifier: MIT
#pragma once
/// Bodies that must not pass through others: how far these bodies, and those they meet, may go in a step.
#include <tactus/query.h>
#include <tactus/sweep/swept_bounds.h>
#include <tactus/world/bodies.h>

#include <algorithm>

namespace tactus::sim::rigid {

/// A body moving through a step, with time from 0 to 1: first on the motion between its two poses, then as an impact
/// leaves it.
template <Scalar T> struct MovingBody {
  BodyId id{};
  bool continuous = false;
  bool stoppable = true;  // false for a kinematic body: it goes on
  Vec3<T> middle{};  // in its own frame
  T half_thickness{};  // about the radius of a ball that fits into it
  T overlap{};  // its deepest at the beginning of the step
  Motion<T> motion{};  // from `since` on, with velocities per step
  T since{};

  Pose<T> at(T time) const { return orthonormalized(motion.at(time - since)); }
};

/// Body number `body` of the list had an impact. `held`: stopped at time 0 by a body that it already touched.
struct Impacted {
  std::size_t body = 0;
  bool held = false;
};

/// The certified times of impact of all pairs with a continuous body, in order of time; at each, both bodies stop there
/// for the rest of the step, and the pairs of the stopped bodies are computed again from there. A kinematic body does
/// not stop: it carries what it meets for the rest of the step, and so does what it carries. So a continuous body passes
/// through nothing, unless a kinematic body presses it against a body that cannot give way.
///
/// Terminates: a body stops, is carried and is dropped at most once each, in this order; every impact moves a body to
/// the next of these states, or is the last of its pair.
///
/// Pairs that already touch are left to the solver: they slide and roll on, as long as the current separating direction
/// still separates them at the middle and at the end of the step, to half the continuous body's half thickness (its
/// slack), or as well as it does now; otherwise the body is held in place, and the other one, too, if the pair would still
/// meet. A pair that cannot get deeper than the slack within the step is not tested at all: its contact is found in time.
template <Scalar T> class ImpactSearch {
 public:
  ImpactSearch(const Bodies<T>& world, std::vector<MovingBody<T>>& moving) : world_(world), moving_(moving) {
    std::size_t slots = 0;
    world.for_each_body([&](BodyId id) { slots = std::max<std::size_t>(slots, id.slot + std::size_t{1}); });
    index_.assign(slots, none);
    states_.resize(moving.size());
    for (std::size_t i = 0; i < moving.size(); ++i) {
      index_[moving[i].id.slot] = i;
      if (!moving[i].continuous) farthest_ = max(farthest_, way_of(i));
      if (!moving[i].stoppable) farthest_carrier_ = max(farthest_carrier_, way_of(i));
    }
    for (std::size_t i = 0; i < moving.size(); ++i)
      if (moving[i].continuous) find_pairs(i);
  }

  /// Changes the paths of the bodies in `moving`. Returns those that had an impact, in order.
  std::vector<Impacted> run() {
    std::vector<Impacted> impacted;
    for (;;) {
      const auto first = std::min_element(pairs_.begin(), pairs_.end(), [](const Pair& p, const Pair& q) {
        return std::tie(p.time, p.a, p.other) < std::tie(q.time, q.a, q.other);
      });
      if (first == pairs_.end() || !(first->time < T(1))) return impacted;
      const Pair hit = *first;
      first->time = T(1);
      const std::size_t bodies[] = {hit.a, index_[hit.other.slot]};
      const std::size_t carriers[] = {carrier_of(bodies[0]), carrier_of(bodies[1])};
      const bool held = hit.touching && hit.time == T(0) && carriers[1] == none;
      std::size_t changed[2], count = 0;
      const std::size_t first_held = held && faster_first(bodies[0], bodies[1]) ? 1 : 0;
      for (const std::size_t k : {first_held, 1 - first_held}) {
        const std::size_t body = bodies[k];
        const bool together = carriers[1 - k] == none && gives_way(bodies[1 - k]);
        const std::size_t carrier = together ? carriers[k] : carriers[1 - k];
        if (body == none || (held && count > 0) || !meets(body, carrier, hit.time)) continue;
        changed[count++] = body;
        impacted.push_back({body, held});
      }
      for (Pair& pair : pairs_)
        for (std::size_t k = 0; k < count; ++k)
          if (pair.a == changed[k] || index_[pair.other.slot] == changed[k]) ask(pair, hit.time);
    }
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  struct Pair {
    std::size_t a;  // the continuous body
    BodyId other;
    T time;  // of impact; 1 or more: none
    bool touching = false;  // when it was tested
  };
  enum class Progress : std::uint8_t { free, stopped, carried, dropped };  // in this order
  struct State {
    Progress progress = Progress::free;
    std::size_t carrier = none;  // the kinematic body, while it is carried
  };

  /// Which kinematic body moves this one along: itself, if it is one.
  std::size_t carrier_of(std::size_t i) const {
    return i == none ? none : moving_[i].stoppable ? states_[i].carrier : i;
  }

  /// Can a kinematic body carry it from now on?
  bool gives_way(std::size_t i) const {
    return i != none && moving_[i].stoppable && states_[i].progress < Progress::carried;
  }

  /// Of two continuous bodies the faster one is held first, whichever was added first.
  bool faster_first(std::size_t a, std::size_t b) const {
    return b != none && moving_[b].continuous && moving_[b].stoppable && way_of(b) > way_of(a);
  }

  /// Changes body i's path from an impact on: the body moves along with `carrier`, or stops if there is none or if it
  /// was carried already. False if the impact changes nothing.
  bool meets(std::size_t i, std::size_t carrier, T time) {
    MovingBody<T>& body = moving_[i];
    State& state = states_[i];
    const bool carried = carrier != none;
    if (!body.stoppable || state.progress == Progress::dropped) return false;
    if (carried ? state.carrier == carrier : state.progress == Progress::stopped) return false;
    const bool was_carried = state.progress == Progress::carried;
    state.progress = was_carried ? Progress::dropped : carried ? Progress::carried : Progress::stopped;
    state.carrier = state.progress == Progress::carried ? carrier : none;
    const Pose<T> here = body.at(time);
    body.motion = at_rest(here), body.since = time;
    if (state.carrier == none) return true;
    const Motion<T>& with = moving_[carrier].motion;
    body.motion.velocity = with.velocity, body.motion.angular_velocity = with.angular_velocity;
    body.motion.pivot = inverse(here) * with.pivot_at(time - moving_[carrier].since);
    return true;
  }

  /// How far any point of the body may move.
  T way_of(std::size_t i) const {
    const Motion<T>& m = moving_[i].motion;
    const Shape<T>& shape = world_.body(moving_[i].id).shape;
    if (!shape.bounded()) return infinity<T>;
    return norm(m.velocity) + norm(m.angular_velocity) * (norm(shape.center() - m.pivot) + shape.bounding_radius());
  }

  /// All bodies that may be met: boxes at the start of the step, enlarged by how far other bodies may have moved.
  void find_pairs(std::size_t a) {
    const Shape<T>& shape = world_.body(moving_[a].id).shape;
    const auto add = [&](BodyId other) {
      const std::size_t b = index_[other.slot];
      const bool twice = b != none && moving_[b].continuous && b < a;  // this pair is found from b's side
      if (other == moving_[a].id || twice || world_.body(other).sensor || !world_.may_pair(moving_[a].id, other))
        return;
      Pair pair{a, other, T(1)};
      if (moving_[a].overlap + way_of(a) + (b == none ? T(0) : way_of(b)) + farthest_carrier_ <= slack(pair)) return;
      ask(pair, T(0));
      pairs_.push_back(pair);
    };
    T reach = farthest_;  // of others; being carried, the body itself may go as far as the fastest kinematic body
    for (std::size_t i = 0; i < moving_.size(); ++i)
      if (moving_[i].continuous && i != a) reach = max(reach, way_of(i));
    world_.query(expanded(swept_aabb(shape, moving_[a].motion), reach + farthest_carrier_),
                 [&](BodyId id) { return add(id), true; });
    world_.for_each_half_space(add);
  }

  /// The motion of a body from a time on.
  Motion<T> motion_from(BodyId id, T from) const {
    const std::size_t i = index_[id.slot];
    if (i == none) return at_rest(world_.body(id).pose);
    Motion<T> m = moving_[i].motion;
    m.start = moving_[i].at(from);
    m.velocity *= T(1) - from, m.angular_velocity *= T(1) - from;
    return m;
  }

  void ask(Pair& pair, T from) {
    const BodyId id_a = moving_[pair.a].id;
    const Motion<T> a = motion_from(id_a, from), b = motion_from(pair.other, from);
    const Body<T>&body_a = world_.body(id_a), &body_b = world_.body(pair.other);
    const Impact<T> impact = tactus::detail::with_shapes<Impact<T>>(
        body_a, body_b, [&](const auto& in_a, const auto& in_b) { return time_of_impact(in_a, a, in_b, b); });
    const auto later = [&](T t) { return from + t * (T(1) - from); };
    pair.time = T(1);
    if (impact.status == MotionStatus::none || impact.status == MotionStatus::invalid) return;
    const T way = way_of(pair.a) + (index_[pair.other.slot] == none ? T(0) : way_of(index_[pair.other.slot]));
    pair.touching = impact.time * way <= slack(pair);
    if (pair.touching && stays_apart(pair, a, b, impact.contact.normal)) return;
    pair.time = later(impact.time);
  }

  /// How deep the pair may be. Of two continuous bodies the thinner one decides.
  T slack(const Pair& pair) const {
    const MovingBody<T>& a = moving_[pair.a];
    const std::size_t b = index_[pair.other.slot];
    const bool both = b != none && moving_[b].continuous && moving_[b].stoppable;
    return (both ? min(a.half_thickness, moving_[b].half_thickness) : a.half_thickness) * T(0.5);
  }

  /// The separation along a direction that separates the two bodies now: a body that is too deep already may come out. A
  /// half-space has only one such direction, and nothing can pass behind it. A body that is not convex has one direction
  /// for each piece: so its distance is computed, and goes_through() checks that no surface is crossed in between.
  bool stays_apart(const Pair& pair, const Motion<T>& a, const Motion<T>& b, const Vec3<T>& normal) const {
    const Body<T>&body_a = world_.body(moving_[pair.a].id), &body_b = world_.body(pair.other);
    const Shape<T>&shape_a = body_a.shape, &shape_b = body_b.shape;
    const bool plain = shape_a.bounded() && shape_b.bounded() && !body_a.nonconvex && !body_b.nonconvex;
    const auto apart_at = [&](T t) {
      const Pose<T> pose_a = orthonormalized(a.at(t)), pose_b = orthonormalized(b.at(t));
      return plain ? separation_along(shape_a, pose_a, shape_b, pose_b, normal)
                   : tactus::detail::with_shapes<T>(body_a, body_b, [&](const auto& in_a, const auto& in_b) {
                       return contact(in_a, pose_a, in_b, pose_b).distance;
                     });
    };
    const T least = -slack(pair);
    for (const T t : {T(0.5), T(1)})
      if (const T apart = apart_at(t); !(apart >= least) && !(apart >= apart_at(T(0)))) return false;
    const std::size_t other = index_[pair.other.slot];
    const bool both = other != none && moving_[other].continuous;
    return plain || (!goes_through(moving_[pair.a].middle, a, body_b, b) &&
                     !(both && goes_through(moving_[other].middle, b, body_a, a)));
  }

  /// Does the middle of a body go through the surface of another one? At the times that
  /// stays_apart() checks, the body may already be past a sheet or a thin piece, and apart from it again.
  static bool goes_through(const Vec3<T>& middle, const Motion<T>& a, const Body<T>& body_b, const Motion<T>& b) {
    const auto middle_at = [&](T t) { return inverse(orthonormalized(b.at(t))) * (a.at(t) * middle); };
    const Vec3<T> from = middle_at(T(0)), way = middle_at(T(1)) - from;
    return tactus::detail::with_shape(
        body_b, [&](const auto& in_b) { return ray_cast(in_b, Pose<T>{}, from, way, T(1)).hit(); });
  }

  const Bodies<T>& world_;
  std::vector<MovingBody<T>>& moving_;
  std::vector<std::size_t> index_;  // of the moving ones, by slot
  std::vector<State> states_;  // of the moving ones
  std::vector<Pair> pairs_;
  T farthest_{}, farthest_carrier_{};  // way of all bodies that are not continuous, and of the kinematic ones
};

/// Moves the paths of the list to where impacts lead; see ImpactSearch::run.
template <Scalar T> std::vector<Impacted> follow_impacts(const Bodies<T>& world, std::vector<MovingBody<T>>& moving) {
  return ImpactSearch<T>(world, moving).run();
}

}  // namespace tactus::sim::rigid
