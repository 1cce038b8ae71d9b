#pragma once
/// Many bodies, and which of them touch: a broad phase, the narrow phase with its caches, and the contacts' history.
#include <tactus/broad/automatic.h>
#include <tactus/contact/contact_cache.h>
#include <tactus/core/contact.h>
#include <tactus/world/body.h>
#include <tactus/world/level_of_detail.h>
#include <tactus/world/motion_certificate.h>

#include <functional>
#include <utility>

namespace tactus {

/// Two bodies whose gap is within their margins. a.slot < b.slot.
template <Scalar T> struct BodyContact {
  BodyId a, b;
  Contact<T> contact;  // in the world
  bool sensor = false;  // one of them is
  const CachedPair<T>* points = nullptr;  // up to four, with their history; until the next update()
};

/// A pair got its first contact point, kept some, or lost the last. Also told of bodies that are gone by now.
struct BodyEvent {
  BodyId a, b;
  PairChange change = PairChange::begin;

  friend constexpr bool operator==(const BodyEvent&, const BodyEvent&) = default;
};

/// How the pairs of the last update() were settled.
struct UpdateCounts {
  std::size_t pairs = 0;  // near each other, as the broad phase sees it
  std::size_t unchanged = 0;  // both bodies where they were
  std::size_t certified = 0;  // still apart, by a motion certificate
  std::size_t by_balls = 0, by_boxes = 0;  // apart, by a coarse stand-in
  std::size_t exact = 0;  // by the narrow phase
};

/// Bodies come, go and move at any time; update() finds the contacts. Half-spaces are kept in a list of their own, and
/// two of them are no pair.
///
/// The same calls give the same contacts and events, field by field, whatever the number of threads: pairs are sorted
/// by the slots of their bodies, each is settled by itself, and no choice depends on time. Wrong ids and poses throw
/// std::invalid_argument, and nothing has changed. An id does not know its world: keep it with the world that gave it. A
/// pose means its nearest rotation, and that is what the world keeps. Queries on the whole world: queries.h. Motion: advance.h.
template <Scalar T> class World {
 public:
  World() = default;
  World(World&&) noexcept = default;
  World& operator=(World&&) noexcept = default;  // not copied: contacts point into it

  BodyId add(const Body<T>& body);
  void remove(BodyId id);
  bool alive(BodyId id) const {
    return id.slot < records_.size() && records_[id.slot].alive && generation(id.slot) == id.generation;
  }
  std::size_t size() const { return alive_count_; }

  const Body<T>& body(BodyId id) const { return checked(id).body; }
  void set_pose(BodyId id, const Pose<T>& pose);
  void set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity);
  void set_filter(BodyId id, Filter filter);
  /// Pairs for which it says false are no pairs, from the next update() on. It must not change the world.
  void set_predicate(std::function<bool(const Body<T>&, const Body<T>&)> predicate) {
    predicate_ = std::move(predicate);
  }

  /// Finds all contacts. threads: 0 for as many as there are, 1 for none but this one.
  void update(int threads = 0);
  /// Of the last update(), sorted by slots.
  std::span<const BodyContact<T>> contacts() const { return contacts_; }
  std::span<const BodyEvent> events() const { return events_; }
  const UpdateCounts& counts() const { return counts_; }

  // ---- for queries.h and advance.h ----
  /// f(id) for every body, by slot.
  template <class F> void for_each_body(F&& f) const {
    for (std::uint32_t slot = 0; slot < records_.size(); ++slot)
      if (records_[slot].alive) f(id_of(slot));
  }
  /// f(id) for every half-space, by slot.
  template <class F> void for_each_half_space(F&& f) const {
    for (const std::uint32_t slot : half_spaces_) f(id_of(slot));
  }
  /// f(id) for every other body whose box, margin included, overlaps the given one; f may return false to stop.
  template <class F> void query(const Aabb<T>& box, F&& f) const {
    broad_.query(box, [&](BoxId id) { return f(id_of(owner_[id.slot])); });
  }
  /// f(id) for every other body whose box the ray meets; f returns the new max_t.
  template <class F> void ray(const Vec3<T>& origin, const Vec3<T>& direction, T max_t, F&& f) const {
    broad_.ray(origin, direction, max_t, [&](BoxId id) { return f(id_of(owner_[id.slot])); });
  }
  bool may_pair(BodyId a, BodyId b) const { return may_pair(records_[a.slot].body, records_[b.slot].body); }
  static std::uint64_t name(BodyId id) { return std::uint64_t{id.slot} << 32 | id.generation; }

 private:
  struct Record {
    Body<T> body;
    LocalBox<T> local_box{};
    BoxId box{};  // none for a half-space
    std::uint32_t generation = 0;
    bool alive = false;
  };
  /// One pair to settle, and how that went.
  struct Task {
    BodyId a, b;
    std::uint32_t slot = 0;  // of the contact cache
    std::size_t UpdateCounts::*settled = nullptr;
  };
  struct PairState {
    PairKey key;
    MotionCertificate<T> certificate;
    Contact<T> contact;
    bool near = false;  // the contact is within the margins
  };

  std::uint32_t generation(std::uint32_t slot) const { return records_[slot].generation; }
  BodyId id_of(std::uint32_t slot) const { return {slot, records_[slot].generation}; }
  const Record& checked(BodyId id) const;  // throws if it names no body
  Record& checked(BodyId id) { return const_cast<Record&>(std::as_const(*this).checked(id)); }
  bool may_pair(const Body<T>& a, const Body<T>& b) const;
  Aabb<T> bounds(const Body<T>& body) const;

  void collect_tasks();
  void settle(Task& task);
  void settle_exactly(const Task& task, PairState& state, const Pose<T>& x_ab, T margin);
  void report();

  std::vector<Record> records_;
  std::vector<std::uint32_t> free_, half_spaces_, owner_;  // owner_: the body of a box, by the box's slot
  std::size_t alive_count_ = 0;
  Automatic<T> broad_;
  ContactCache<T> cache_;
  std::vector<PairState> states_;  // by the slot of the contact cache
  std::vector<Task> tasks_;
  std::vector<BodyContact<T>> contacts_;
  std::vector<BodyEvent> events_;
  UpdateCounts counts_;
  std::function<bool(const Body<T>&, const Body<T>&)> predicate_;
};

extern template class World<float>;
extern template class World<double>;

}  // namespace tactus
