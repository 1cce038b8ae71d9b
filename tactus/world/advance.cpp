// SPDX-License-Identifier: MIT
#include <tactus/broad/aabb_tree.h>
#include <tactus/core/reject.h>
#include <tactus/query.h>
#include <tactus/sweep/swept_bounds.h>
#include <tactus/sweep/time_of_impact.h>
#include <tactus/world/advance.h>

#include <algorithm>

namespace tactus {

namespace {

/// How fast the bodies approach along the normal of a contact, at its point.
template <Scalar T> T closing_speed(const Body<T>& a, const Body<T>& b, const Contact<T>& c) {
  const auto velocity = [&](const Body<T>& body) {
    if (body.is_static) return Vec3<T>{};
    return body.velocity + cross(body.angular_velocity, c.point() - body.pose * body.shape.center());
  };
  return dot(velocity(a) - velocity(b), c.normal);
}

template <Scalar T> void check_duration(const char* call, T duration) {
  if (!(duration >= T(0)) || !is_finite(duration))
    reject(call, ": duration = ", duration, " is negative or not finite");
}

}  // namespace

/// The queue of impacts. Invariant: every pair that may meet within the remaining time, and whose bodies have not
/// changed since the pair was computed, has its first impact in the queue; pairs of a changed body are computed again,
/// with all bodies whose swept boxes overlap. So the earliest impact in the queue with unchanged bodies is the earliest
/// of all.
template <Scalar T> class Advancing {
 public:
  Advancing(Bodies<T>& bodies, T duration, const Options<T>& options)
      : bodies_(bodies), duration_(duration), options_(options) {}

  Advance<T> run(const detail::ImpactOf<T>& on_impact, int max_impacts) {
    take_in_changes();
    while (drop_stale(), !queue_.empty()) {
      const T time = queue_.front().time;
      move_all_to(time);
      std::vector<Event> meetings = take_all_at(time);
      for (const Event& m : meetings) {
        if (!is_current(m)) continue;  // the handler of another impact changed it; it is computed again
        if (m.ask_again) {
          ask(m.a, m.b);
          continue;
        }
        ++result_.impacts;
        if (on_impact) on_impact(m.a, m.b, m.impact);
        if (!on_impact || result_.impacts >= max_impacts) return stopped();
        repeat_.push_back({m.a, m.b});
      }
      take_in_changes();
      for (const auto& [a, b] : repeat_)  // pairs with unchanged bodies meet again at once
        if (bodies_.alive(a) && bodies_.alive(b) && !asked_now_.contains(a, b)) ask(a, b);
      repeat_.clear();
    }
    move_all_to(duration_);
    result_.time = duration_;
    return result_;
  }

  void move_all_to(T time) {
    now_ = time;
    bodies_.for_each_body([&](BodyId id) {
      if (!moves(id)) return;
      const Start& start = starts_[id.slot];
      const T share = duration_ > start.time ? (time - start.time) / (duration_ - start.time) : T(0);
      const Pose<T> pose = orthonormalized(motion_from(id, start.pose, start.time).at(share));
      bodies_.move_to(id.slot, "advance", pose);
    });
  }
  /// The motions of changed bodies begin at their current poses.
  void take_in_changes() {
    asked_now_.clear();
    starts_.resize(bodies_.flags_.size());
    changed_.clear();
    for (std::uint32_t slot = 0; slot < starts_.size(); ++slot) {
      Start& start = starts_[slot];
      if (start.edits == bodies_.edits_[slot]) continue;
      start.edits = bodies_.edits_[slot];
      if (start.box != BoxId{}) swept_.remove(std::exchange(start.box, BoxId{}));
      if (!(bodies_.flags_[slot] & Bodies<T>::is_alive)) continue;
      start.pose = bodies_.hot_[slot].pose, start.time = now_;
      changed_.push_back(slot);
    }
    for (const std::uint32_t slot : changed_) {
      const Body<T>& body = bodies_.records_[slot].body;
      if (!body.shape.bounded()) continue;
      starts_[slot].box = swept_.insert(swept_aabb(body.shape, motion_now(bodies_.id_of(slot))), body.filter);
      owner_.resize(std::max<std::size_t>(owner_.size(), starts_[slot].box.slot + std::size_t{1}));
      owner_[starts_[slot].box.slot] = slot;
    }
    swept_.refresh();
    for (const std::uint32_t slot : changed_) ask_all(slot);
  }

 private:
  /// A stalled time of impact is computed again only if it covered this share of the remaining time: so this ends.
  static constexpr T worthwhile = T(1) / T(16);

  struct Start {
    Pose<T> pose{};
    T time{};
    std::uint32_t edits = ~std::uint32_t{0};  // no body has this count
    BoxId box{};
  };
  struct Event {
    T time;  // from 0 to the duration
    BodyId a, b;
    std::uint32_t edits_a, edits_b;
    bool ask_again;  // the motion is free up to this time; what follows is unknown
    Impact<T> impact;
  };
  /// The pairs computed since the last impact.
  class Asked {
   public:
    void clear() { pairs_.clear(), sorted_ = true; }
    void add(BodyId a, BodyId b) { pairs_.emplace_back(a, b), sorted_ = false; }
    bool contains(BodyId a, BodyId b) {
      if (!sorted_) std::sort(pairs_.begin(), pairs_.end()), sorted_ = true;
      return std::binary_search(pairs_.begin(), pairs_.end(), std::pair{a, b});
    }

   private:
    std::vector<std::pair<BodyId, BodyId>> pairs_;
    bool sorted_ = true;
  };

  bool moves(BodyId id) const {
    const Body<T>& body = bodies_.records_[id.slot].body;
    if (body.is_static || bodies_.flags_[id.slot] & Bodies<T>::is_asleep) return false;
    return body.velocity != Vec3<T>{} || body.angular_velocity != Vec3<T>{};
  }
  /// The motion from a time to the end, which is one unit of time of a Motion.
  Motion<T> motion_from(BodyId id, const Pose<T>& pose, T time) const {
    const Body<T>& body = bodies_.records_[id.slot].body;
    if (!moves(id)) return at_rest(pose);
    const T left = duration_ - time;
    return {pose, body.velocity * left, body.angular_velocity * left, body.shape.center()};
  }
  Motion<T> motion_now(BodyId id) const { return motion_from(id, bodies_.hot_[id.slot].pose, now_); }

  bool is_current(const Event& e) const {
    return bodies_.alive(e.a) && bodies_.alive(e.b) && bodies_.edits_[e.a.slot] == e.edits_a &&
           bodies_.edits_[e.b.slot] == e.edits_b;
  }
  static bool later(const Event& x, const Event& y) { return std::tie(x.time, x.a, x.b) > std::tie(y.time, y.a, y.b); }
  void push(Event event) {
    queue_.push_back(std::move(event));
    std::push_heap(queue_.begin(), queue_.end(), later);
  }
  Event pop() {
    std::pop_heap(queue_.begin(), queue_.end(), later);
    Event event = std::move(queue_.back());
    queue_.pop_back();
    return event;
  }
  void drop_stale() {
    while (!queue_.empty() && !is_current(queue_.front())) pop();
  }
  /// In the order of their bodies.
  std::vector<Event> take_all_at(T time) {
    std::vector<Event> events;
    while (!queue_.empty() && queue_.front().time <= time) events.push_back(pop());
    return events;
  }

  void ask_all(std::uint32_t slot) {
    const BodyId id = bodies_.id_of(slot);
    const auto look_at = [&](BodyId other) {
      const bool both_changed = std::binary_search(changed_.begin(), changed_.end(), other.slot);
      if (both_changed && other.slot < slot) return;  // the other body's turn computes this pair
      if (other != id) ask(std::min(id, other), std::max(id, other));
    };
    if (bodies_.flags_[slot] & Bodies<T>::is_unbounded) {
      bodies_.for_each_body(look_at);
      return;
    }
    std::vector<BodyId> near;
    swept_.query(swept_.box(starts_[slot].box), [&](BoxId box) { near.push_back(bodies_.id_of(owner_[box.slot])); });
    bodies_.for_each_half_space([&](BodyId plane) { near.push_back(plane); });
    std::sort(near.begin(), near.end());
    for (const BodyId other : near) look_at(other);
  }

  /// Puts the time at which the pair stops the motion into the queue. With no time left, nothing can happen.
  void ask(BodyId id_a, BodyId id_b) {
    if (!(now_ < duration_)) return;
    const Body<T>&a = bodies_.records_[id_a.slot].body, &b = bodies_.records_[id_b.slot].body;
    if (!bodies_.may_pair(id_a, id_b) || a.sensor || b.sensor || (!moves(id_a) && !moves(id_b))) return;
    asked_now_.add(id_a, id_b);
    const Motion<T> motion_a = motion_now(id_a), motion_b = motion_now(id_b);
    if (a.shape.bounded() && b.shape.bounded() &&
        !may_meet(swept_sphere(a.shape, motion_a), swept_sphere(b.shape, motion_b)))
      return;
    ++result_.questions;
    Impact<T> impact = detail::with_shapes<Impact<T>>(a, b, [&](const auto& in_a, const auto& in_b) {
      return time_of_impact(in_a, motion_a, in_b, motion_b, options_);
    });
    const bool stalled = impact.status == MotionStatus::stalled;
    const bool shallow = impact.status == MotionStatus::initial_overlap &&
                         -impact.contact.distance <= shallow_overlap<T> * impact.resolution &&
                         closing_speed(a, b, impact.contact) > T(0);
    if (!stalled && !shallow && !impact.hit()) return;
    const T time = min(now_ + impact.time * (duration_ - now_), duration_);
    const bool ask_again = stalled && time - now_ >= worthwhile * (duration_ - now_);
    if (stalled && !ask_again)
      impact.contact = detail::with_shapes<Contact<T>>(a, b, [&](const auto& in_a, const auto& in_b) {
        return contact(in_a, motion_a.at(impact.time), in_b, motion_b.at(impact.time));
      });
    push({time, id_a, id_b, bodies_.edits_[id_a.slot], bodies_.edits_[id_b.slot], ask_again, impact});
  }

  Advance<T> stopped() {
    result_.time = now_;
    result_.status = now_ < duration_ ? AdvanceStatus::stopped : AdvanceStatus::done;
    return result_;
  }

  Bodies<T>& bodies_;
  T duration_, now_{};
  const Options<T>& options_;
  Advance<T> result_;
  AabbTree<T> swept_;  // the space that each bounded body sweeps from its start to the end
  std::vector<std::uint32_t> owner_;  // by the slot of the box
  std::vector<Start> starts_;  // by slot
  std::vector<std::uint32_t> changed_;
  std::vector<Event> queue_;  // a heap, the earliest first
  std::vector<std::pair<BodyId, BodyId>> repeat_;
  Asked asked_now_;
};

namespace detail {

template <Scalar T>
Advance<T> advance_bodies(Bodies<T>& bodies, T duration, const ImpactOf<T>& on_impact, int max_impacts,
                          const Options<T>& options) {
  check_duration("advance", duration);
  if (max_impacts < 0) reject("advance: max_impacts = ", max_impacts, " is negative");
  require_valid("advance", options);
  if (duration == T(0)) return {};
  return Advancing<T>(bodies, duration, options).run(on_impact, max_impacts);
}

template <Scalar T>
void advance_bodies_in_substeps(Bodies<T>& bodies, T duration, int substeps, const std::function<void()>& on_step,
                                int threads) {
  check_duration("advance_in_substeps", duration);
  if (substeps < 1) reject("advance_in_substeps: substeps = ", substeps, ": at least one is required");
  for (int i = 0; i < substeps; ++i) {
    const T step = duration / T(substeps);
    std::vector<BodyId> ids;
    std::vector<Pose<T>> poses;
    bodies.for_each_body([&](BodyId id) {
      const Body<T>& body = bodies.body(id);
      if (body.is_static || bodies.asleep(id) || (body.velocity == Vec3<T>{} && body.angular_velocity == Vec3<T>{}))
        return;
      const Motion<T> motion{body.pose, body.velocity * step, body.angular_velocity * step, body.shape.center()};
      ids.push_back(id), poses.push_back(orthonormalized(motion.at(T(1))));
    });
    bodies.set_poses(ids, poses, threads);
    if (on_step) on_step();
  }
}

#define TACTUS_INSTANTIATE(T)                                                                    \
  template Advance<T> advance_bodies(Bodies<T>&, T, const ImpactOf<T>&, int, const Options<T>&); \
  template void advance_bodies_in_substeps(Bodies<T>&, T, int, const std::function<void()>&, int);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace detail

}  // namespace tactus
