// SPDX-License-Identifier: MIT
#pragma once
/// Many bodies and their contacts: a broad phase, one pass per pair using the pair's cache, and the history of the
/// contact points.
#include <tactus/math/export.h>
#include <tactus/narrow/algorithms.h>
#include <tactus/pair/settle.h>
#include <tactus/world/bodies.h>
#include <tactus/world/body_contact.h>
#include <tactus/world/pair_list.h>
#include <tactus/world/world_memory.h>

#include <array>

namespace tactus {

/// How a world finds its contacts; set on construction.
template <Scalar T> struct WorldOptions {
  Options<T> narrow{};  // tolerance and cap; max_distance comes from the margins of two bodies
  /// An algorithm with a `contact`, for all pairs it accepts; if empty, the library chooses.
  narrow::Algorithm<T> method{};
  broad::MethodName broad = broad::MethodName::automatic;  // the method that finds which boxes overlap
  CacheOptions<T> points{};  // how contact points are matched with those of the last step
  bool centers = false;  // also compute BodyContact::center
};

/// Many bodies and their contacts. Bodies can be added, removed and moved at any time; update() finds the contacts.
/// Data: a solver's data per contact point; it may be written at any time, begins as Data{} and lives as long as the
/// point.
///
/// The same calls give the same contacts and events, field by field, whatever the number of threads: pairs are sorted
/// by the slots of their bodies, each is settled independently, and no choice depends on time. Queries on the whole
/// world: queries.h. Motion: advance.h.
template <Scalar T, class Data = Impulses<T>> class TACTUS_API World : public Bodies<T> {
 public:
  /// A contact of this world.
  using Touch = BodyContact<T, Data>;

  /// An empty world.
  explicit World(const WorldOptions<T>& options = {});
  /// Not copyable: contacts point into it.
  World(World&&) noexcept = default;
  World& operator=(World&&) noexcept = default;

  /// Finds all contacts. threads: 0 for one per core, 1 for only the calling thread.
  void update(int threads = 0);

  /// The contacts of the last update(), sorted by slots; without those of sleeping pairs. Valid until the next
  /// update().
  ContactList<Touch> contacts() { return ContactList<Touch>(contacts_); }
  ContactList<const Touch> contacts() const { return ContactList<const Touch>(contacts_); }
  /// The contacts of sleeping pairs, unchanged since they fell asleep.
  ContactList<Touch> sleeping_contacts() { return ContactList<Touch>(sleeping_contacts_); }
  ContactList<const Touch> sleeping_contacts() const { return ContactList<const Touch>(sleeping_contacts_); }
  /// Sleepers that something awake touched in the last update().
  std::span<const TouchedSleeper> touched_sleepers() const { return touched_sleepers_; }
  /// What began, went on and ended in the last update(), sorted by slots.
  std::span<const BodyEvent> events() const { return events_; }
  /// How the pairs of the last update() were settled.
  const UpdateCounts& counts() const { return counts_; }
  /// How often update() was called.
  std::uint32_t updates() const { return updates_; }
  /// How many updates ago the point appeared; 0 for a new one.
  std::uint32_t age(const CachedPoint<T, Data>& point) const { return updates_ - point.began; }
  /// As given on construction.
  const WorldOptions<T>& options() const { return options_; }
  /// The memory between two updates, for a world with the same bodies (same ids and shapes) at the same poses: with it,
  /// that world's updates continue as this one's would. Throws if a body of the memory does not exist here.
  WorldMemory<T, Data> memory() const;
  /// Restores what memory() returned.
  void restore(const WorldMemory<T, Data>& memory);
  /// Memory held per pair, whether it touches or not, and the additional memory of a touching pair.
  static constexpr std::size_t bytes_per_pair = sizeof(PairRecord<T, Data>), bytes_per_touch = sizeof(Touch);

 private:
  using Pair = PairRecord<T, Data>;
  using Base = Bodies<T>;

  /// What a stretch of the active pairs has to report.
  struct alignas(64) Report {
    std::vector<Touch*> contacts;
    std::vector<BodyEvent> events;
    std::vector<TouchedSleeper> touched_sleepers;
    std::array<std::size_t, static_cast<std::size_t>(Settled::exact) + 1> ways{};  // how many were settled by each
    void clear() { contacts.clear(), events.clear(), touched_sleepers.clear(), ways = {}; }
  };

  bool find_pairs();
  template <class F> void for_each_near_half_space(std::uint32_t plane, F&& f) const;
  void part_sleepers();
  bool both_rest(broad::PairKey key) const {
    return this->asleep_count_ > 0 && this->rests(broad::first(key)) && this->rests(broad::second(key));
  }
  void change_sleeping_contacts();
  void add_sleeping(broad::PairKey key, Touch* touch) {
    sleeping_keys_.push_back(key), sleeping_contacts_.push_back(touch);
  }
  void prefetch_ahead(std::size_t i) const;
  void settle_pairs(std::size_t first, Report& report);
  Settled settle_pair(Pair& pair);
  Settled settle_exactly(Pair& pair, const Pose<T>& x_ab, T margin);
  bool is_nonconvex(const Pair& pair) const { return this->hot_[pair.a].nonconvex || this->hot_[pair.b].nonconvex; }
  Settled settle_pieces(Pair& pair, const Pose<T>& x_ab, T margin);
  void end_touch(Pair& pair);
  void add_points(Pair& pair, const Pose<T>& x_ab, Contact<T>& contact, Manifold<T>& points);
  void add_points(Touch& touch, Contact<T>& contact, Manifold<T>& points);
  void add_to(Report& report, const Pair& pair, bool was_touching, Settled way);
  void join_reports(std::size_t count);
  void check(const WorldMemory<T, Data>& memory) const;
  void check(const Touch& touch, const PairMemory<T>& pair) const;

  WorldOptions<T> options_;
  PairList<T, Data> pairs_;
  std::vector<broad::PairKey> near_;  // temporary: the keys of all pairs near each other
  std::vector<std::uint32_t> active_;  // pairs to settle, sorted by slots
  std::vector<Report> reports_;  // temporary
  std::vector<Touch*> contacts_, sleeping_contacts_;
  std::vector<broad::PairKey> sleeping_keys_;  // the pair of each sleeping contact
  std::vector<broad::PairKey> woken_;  // temporary: the pairs that woke or ended
  std::vector<typename PairList<T, Data>::Entry> fell_asleep_;  // temporary
  std::vector<BodyEvent> events_;
  std::vector<TouchedSleeper> touched_sleepers_;
  UpdateCounts counts_;
  std::uint32_t updates_ = 0;
};

}  // namespace tactus

#include <tactus/world/world_pieces.h>
#include <tactus/world/world_restore.h>
#include <tactus/world/world_update.h>

namespace tactus {

extern template class World<float>;
extern template class World<double>;

}  // namespace tactus
