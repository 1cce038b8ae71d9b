// SPDX-License-Identifier: MIT
#pragma once
/// Where the time of a world's step goes: its parts are run again, outside of the world, on the same boxes and pairs.
#include <bench/piles/recorded_pile.h>
#include <tactus/world/world.h>

#include <chrono>
#include <ctime>
#include <map>

namespace tactus::piles {

/// On the wall: for work on several threads.
double wall_milliseconds_of(const auto& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Of the calling thread alone: other programs disturb this less than the time on the wall. The process's clock would
/// also count the waiting of oneTBB's other threads.
double thread_milliseconds_of(const auto& f) {
  const auto now = [] {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  };
  const double start = now();
  f();
  return now() - start;
}

/// Per step: the boxes told to the broad phase (a part of set_poses), the pairs it finds, and the pairs that the world
/// settles exactly, touching or not. Which pairs these are is found as the world finds it, by the same proofs; `missed`
/// counts the steps in which their number differs from the world's.
struct StepShares {
  std::vector<double> boxes_ms, near_ms, exact_ms;
  int missed = 0;

  explicit StepShares(const RecordedPile& pile) : ground_(pile.ground), body_(pile.body) {
    broad_.insert(expanded(ground_.aabb(pile.ground_pose), margin));
    for (const Pose<double>& pose : pile.frames[0]) boxes_.push_back(broad_.insert(expanded(body_.aabb(pose), margin)));
  }

  /// The world has just been updated to these poses; `ids`: of its bodies, the ground's first.
  void measure(const World<double>& world, const std::vector<BodyId>& ids) {
    std::vector<Aabb<double>> placed;
    for (const BodyId id : std::span(ids).subspan(1)) placed.push_back(expanded(body_.aabb(pose(world, id)), margin));
    boxes_ms.push_back(thread_milliseconds_of([&] {
      for (std::size_t i = 0; i < boxes_.size(); ++i) broad_.update(boxes_[i], placed[i]);
    }));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> near;
    near.reserve(world.counts().pairs);
    near_ms.push_back(thread_milliseconds_of(
        [&] { broad_.for_each_pair([&](BoxId a, BoxId b) { near.emplace_back(a.slot, b.slot); }); }));
    std::sort(near.begin(), near.end());
    std::map<Key, Known> before = std::exchange(known_, {});
    std::vector<Question> exact;
    for (const Key& key : near) {
      const auto old = before.find(key);
      Known& known = known_[key] = old == before.end() ? Known{} : old->second;
      const Pose<double> x_ab = relative(pose(world, ids[key.first]), pose(world, ids[key.second]));
      if (!is_apart(key, known, x_ab)) exact.push_back({&known, key, x_ab});
    }
    const UpdateCounts& counts = world.counts();
    missed += exact.size() != counts.exact + counts.proved + counts.unchanged;
    settle_all(exact);
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // numbers of bodies; 0: the ground
  struct Known {
    PairCache<double> cache{};
    bool touching = false;
  };
  struct Question {
    Known* known;
    Key key;
    Pose<double> x_ab;
    Contact<double> answer{};
  };

  static const Pose<double>& pose(const World<double>& world, BodyId id) { return world.body(id).pose; }
  const Shape<double>& shape(std::uint32_t body) const { return body == 0 ? ground_ : body_; }

  /// As World::settle_pair asks, but without the error of the rotations, which decides no pair of the piles.
  bool is_apart(const Key& key, Known& known, const Pose<double>& x_ab) const {
    const Shape<double>&a = shape(key.first), &b = shape(key.second);
    if (still_apart(known.cache.proof, x_ab, b.center(), b.bounding_radius(), 2 * margin)) return true;
    const double gap = norm(x_ab * b.center() - a.center()) - a.bounding_radius() - b.bounding_radius();
    if (known.touching || !(gap > 2 * margin)) return false;
    remember_apart(known.cache.proof, x_ab, gap);
    return true;
  }

  void settle_all(std::vector<Question>& exact) {
    int points = 0;
    exact_ms.push_back(thread_milliseconds_of([&] {
      for (Question& q : exact) {
        Manifold<double> m;
        q.answer =
            settle(shape(q.key.first), shape(q.key.second), q.x_ab, {.max_distance = 2 * margin}, &q.known->cache, &m);
        points += m.count;
      }
    }));
    for (const Question& q : exact) {
      q.known->touching = q.answer.status != Status::beyond_max && q.answer.distance <= 2 * margin;
      if (q.known->touching) q.known->cache.proof.apart = -infinity<float>;
      if (!q.known->touching) remember_apart(q.known->cache.proof, q.x_ab, q.answer.lower);
    }
    missed += points == 0;
  }

  Shape<double> ground_, body_;
  Automatic<double> broad_;
  std::vector<BoxId> boxes_;
  std::map<Key, Known> known_;
};

}  // namespace tactus::piles
