// SPDX-License-Identifier: MIT
#pragma once
/// The bodies of a world: they can be added, removed, changed and queried at any time. World (world.h), which is built
/// on this, finds the contacts.
#include <tactus/broad/automatic.h>
#include <tactus/math/export.h>
#include <tactus/world/body.h>

#include <functional>
#include <span>
#include <utility>

namespace tactus {

/// Half-spaces are kept in a separate list, and two of them do not pair. Invalid ids, poses and numbers throw
/// std::invalid_argument, and nothing changes. An id does not know its world: keep it with the world that issued it. A
/// pose stands for its nearest rotation, which is what is stored.
template <Scalar T> class TACTUS_API Bodies {
  template <Scalar> friend class Advancing;  // advance.cpp; its moves do not count as edits

 public:
  using scalar = T;  // of all numbers of the world

  /// Adds a body, and returns its id.
  BodyId add(const Body<T>& body);
  /// Removes a body. Its id is never used again.
  void remove(BodyId id);
  /// Does the id name a body that was not removed?
  bool alive(BodyId id) const {
    return id.slot < flags_.size() && (flags_[id.slot] & is_alive) != 0 && generations_[id.slot] == id.generation;
  }
  std::size_t size() const { return alive_count_; }
  /// The body, with its shape at its present pose.
  const Body<T>& body(BodyId id) const { return checked(id), records_[id.slot].body; }

  /// Moves a body. A sleeping body wakes up if it is moved or changed; set_velocity, set_filter and set_user_data let
  /// it sleep.
  void set_pose(BodyId id, const Pose<T>& pose);
  /// Many at once, poses[i] for ids[i]: all of them, or none if one is invalid. threads: 0 for one per core, 1 for only
  /// the calling thread; the result is the same for any number.
  void set_poses(std::span<const BodyId> ids, std::span<const Pose<T>> poses, int threads = 0);
  /// Gives a body another shape, convex or not. Its pose stays.
  void set_shape(BodyId id, const Shape<T>& shape);
  void set_shape(BodyId id, const Nonconvex<T>& nonconvex);
  /// Changes Body::margin.
  void set_margin(BodyId id, T margin);
  /// Changes Body::is_static.
  void set_static(BodyId id, bool is_static);
  /// Changes Body::kinematic.
  void set_kinematic(BodyId id, bool kinematic);
  /// Changes Body::sensor.
  void set_sensor(BodyId id, bool sensor);
  /// Changes Body::velocity and Body::angular_velocity, which only advance() uses.
  void set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity);
  /// Changes Body::filter.
  void set_filter(BodyId id, Filter filter);
  /// Changes Body::user_data.
  void set_user_data(BodyId id, std::uint64_t user_data);
  /// From the next update() on, pairs for which the predicate returns false do not exist. The predicate must not change
  /// the world.
  void set_predicate(std::function<bool(const Body<T>&, const Body<T>&)> predicate) {
    predicate_ = std::move(predicate);
  }

  /// Puts a body to sleep: the caller decides which bodies sleep. A pair of two sleepers, or of a sleeper and a static
  /// body, costs nothing and keeps its contacts; a static body need not be put to sleep.
  void sleep(BodyId id);
  /// Wakes a body.
  void wake(BodyId id);
  /// Does the body sleep?
  bool asleep(BodyId id) const { return checked(id), (flags_[id.slot] & is_asleep) != 0; }

  /// Calls f(id) for every body, by slot. f must not add or remove bodies.
  template <class F> void for_each_body(F&& f) const {
    for (std::uint32_t slot = 0; slot < flags_.size(); ++slot)
      if (flags_[slot] & is_alive) f(id_of(slot));
  }
  /// Calls f(id) for every half-space, by slot.
  template <class F> void for_each_half_space(F&& f) const {
    for (const std::uint32_t slot : half_spaces_) f(id_of(slot));
  }
  /// Calls f(id) for every body, except half-spaces, whose box, margin included, overlaps the given one; f may return
  /// false to stop.
  template <class F> void query(const Aabb<T>& box, F&& f) const {
    broad_.query(box, [&](BoxId id) { return f(id_of(owner_[id.slot])); });
  }
  /// Calls f(id) for every body, except half-spaces, whose box the ray meets; f returns the new max_t.
  template <class F> void ray(const Vec3<T>& origin, const Vec3<T>& direction, T max_t, F&& f) const {
    broad_.ray(origin, direction, max_t, [&](BoxId id) { return f(id_of(owner_[id.slot])); });
  }
  /// May they be a pair? Decided by mobility, filters and the predicate.
  bool may_pair(BodyId a, BodyId b) const { return checked(a), checked(b), may_pair(a.slot, b.slot); }

 protected:
  Bodies() = default;
  Bodies(Bodies&&) noexcept = default;
  Bodies& operator=(Bodies&&) noexcept = default;
  ~Bodies() = default;

  /// The data of a body that every step reads, stored separately from the rest.
  struct alignas(64) Hot {
    Pose<T> pose;
    Vec3<T> center;  // of the shape, in its own frame
    T bounding_radius, origin_radius, margin;
    T faults;  // of the rotation (math/rigid.h)
    bool nonconvex;  // has Body::nonconvex
  };
  struct Record {
    Body<T> body;
    BoxId box{};  // none for a half-space
  };
  enum Flag : std::uint8_t {
    is_alive = 1,
    is_fixed = 2,  // static
    is_immovable = 4,  // static or kinematic
    is_asleep = 8,
    is_sensor = 16,
    has_moved = 32,  // since the last update
    has_changed = 64,  // another shape since the last update: the cached data of its pairs is invalid
    is_unbounded = 128,
  };

  BodyId id_of(std::uint32_t slot) const { return {slot, generations_[slot]}; }
  void checked(BodyId id) const;  // throws if there is no such body
  bool may_pair(std::uint32_t a, std::uint32_t b) const {
    return admits(records_[a].body.filter, records_[b].body.filter) && may_pair_if_admitted(a, b);
  }
  /// For two bodies whose filters are known to admit each other.
  bool may_pair_if_admitted(std::uint32_t a, std::uint32_t b) const {
    if (flags_[a] & flags_[b] & (is_immovable | is_unbounded)) return false;
    return !predicate_ || predicate_(records_[a].body, records_[b].body);
  }
  bool rests(std::uint32_t slot) const {
    return (flags_[slot] & (is_fixed | is_asleep)) != 0 && (flags_[slot] & (has_moved | has_changed)) == 0;
  }

  /// What set_poses() finds out about a move before any is made.
  struct Move {
    Aabb<T> box{};  // empty if the body is there already, or has no box
    bool valid = false;
    bool exact = false;  // the pose is stored as given, and `faults` are those of its rotation
    T faults{};
  };
  Move checked_move(BodyId id, const Pose<T>& pose) const;
  [[noreturn]] void reject_move(BodyId id, const Pose<T>& pose) const;
  void make_move(std::uint32_t slot, const Pose<T>& given, const Move& move);

  void edited(BodyId id);  // checks the id, and counts the edit
  void reshape(std::uint32_t slot, Body<T> body);
  bool move_to(std::uint32_t slot, const char* call, const Pose<T>& pose);
  void place(std::uint32_t slot, const Pose<T>& rigid_pose, T faults);
  void mark(std::uint32_t slot, std::uint8_t flags);
  void set_flag(std::uint32_t slot, std::uint8_t flag, bool on);
  void put_into_lists(std::uint32_t slot, BoxId box);
  void take_out_of_lists(std::uint32_t slot);
  void forget_changes();  // after an update

  std::vector<Record> records_;
  std::vector<Hot> hot_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint32_t> edits_;  // how often each body was changed by the user, by slot
  std::vector<std::uint32_t> free_, half_spaces_, owner_;  // owner_: the body of a box, by the box's slot
  std::vector<std::uint32_t> marked_;  // that have moved or changed
  std::vector<Move> moves_;  // temporary
  std::size_t alive_count_ = 0;
  std::size_t asleep_count_ = 0;
  bool boxes_changed_ = true;  // so the pairs may have changed
  bool some_removed_ = false;  // so a slot may have another body
  bool sleep_changed_ = true;  // so other pairs may sleep
  Automatic<T> broad_;
  std::function<bool(const Body<T>&, const Body<T>&)> predicate_;
};

extern template class Bodies<float>;
extern template class Bodies<double>;

}  // namespace tactus
