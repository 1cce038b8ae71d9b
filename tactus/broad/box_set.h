// SPDX-License-Identifier: MIT
#pragma once
/// What all broad phases share: ids, checks, filters and events. A method finds the pairs.
#include <tactus/broad/method.h>
#include <tactus/broad/pair_ledger.h>
#include <tactus/math/refuse.h>

#include <functional>
#include <utility>

namespace tactus {

/// A BroadPhase (broad_phase.h says what the members promise). Changes of boxes are only recorded; the method processes
/// all of them at once, in refresh().
template <Scalar T, class M> class BoxSet {
  static_assert(broad::Method<M, T>);

 public:
  using scalar = T;

  BoxId insert(const Aabb<T>& box, Filter filter = {}) { return store_.insert(box, filter); }

  /// Inserts many boxes at once and returns their ids in the order of the boxes. Without filters, all boxes get the
  /// default filter. Either all boxes are inserted or none.
  std::vector<BoxId> insert(std::span<const Aabb<T>> boxes, std::span<const Filter> filters = {}) {
    if (!filters.empty() && filters.size() != boxes.size())
      refuse(std::to_string(boxes.size()) + " boxes, but " + std::to_string(filters.size()) + " filters");
    for (const Aabb<T>& box : boxes) broad::check_box(box);
    store_.reserve(boxes.size());
    std::vector<BoxId> ids;
    ids.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
      ids.push_back(store_.insert(boxes[i], filters.empty() ? Filter{} : filters[i]));
    return ids;
  }

  void update(BoxId id, const Aabb<T>& box) { store_.update(id, box); }
  void remove(BoxId id) { store_.remove(id); }
  void set_filter(BoxId id, Filter filter) { store_.set_filter(id, filter); }

  /// Pairs for which the predicate returns false are left out of for_each_pair and step. It is called for each
  /// overlapping pair that the masks admit, in order, each time the pairs are brought up to date. An empty function
  /// disables it.
  void set_predicate(std::function<bool(BoxId, BoxId)> predicate) { predicate_ = std::move(predicate); }

  bool alive(BoxId id) const { return store_.alive(id); }
  const Aabb<T>& box(BoxId id) const { return store_.check(id), store_.box(id.slot); }
  const Filter& filter(BoxId id) const { return store_.check(id), store_.filter(id.slot); }
  std::size_t size() const { return store_.size(); }

  void refresh() {
    if (!store_.touched().empty()) method_.refresh(store_, store_.take_changes(), overlapping_);
  }

  template <class F> void for_each_pair(F&& f) {
    for (const broad::PairKey key : current_pairs()) f(store_.id(broad::first(key)), store_.id(broad::second(key)));
  }

  PairChanges step() {
    const auto& pairs = current_pairs();
    return ledger_.step(pairs, store_.generations());
  }

  template <class F> void query(const Aabb<T>& box, F&& f) const {
    broad::check_box(box);
    bool go_on = true;
    const auto tell = [&](broad::Slot slot) {
      if constexpr (std::is_void_v<std::invoke_result_t<F&, BoxId>>) {
        f(store_.id(slot));
      } else {
        go_on = f(store_.id(slot));
      }
      return go_on;
    };
    const auto visit = [&](broad::Slot slot) { return store_.touched(slot) || tell(slot); };
    method_.query(store_, box, visit);
    for (const broad::Slot slot : store_.touched())
      if (go_on && overlaps(store_.box(slot), box)) tell(slot);
  }

  template <class F>
  void ray(const Vec3<T>& origin, const Vec3<T>& direction, std::type_identity_t<T> max_t, F&& f) const {
    if (!is_finite(origin)) refuse("the origin of a ray is not finite");
    if (!is_finite(direction)) refuse("the direction of a ray is not finite");
    if (!(max_t >= T(0))) refuse("the length of a ray is negative or NaN");
    const broad::Ray<T> ray{origin, direction};
    const auto tell = [&](broad::Slot slot) {
      if constexpr (std::is_void_v<std::invoke_result_t<F&, BoxId>>) {
        f(store_.id(slot));
      } else {
        max_t = min(max_t, T(f(store_.id(slot))));
      }
      return max_t;
    };
    const auto visit = [&](broad::Slot slot) { return store_.touched(slot) ? max_t : tell(slot); };
    method_.ray(store_, ray, max_t, visit);
    for (const broad::Slot slot : store_.touched())
      if (max_t >= T(0) && broad::touches(ray, store_.box(slot), max_t)) tell(slot);
  }

  /// Heap memory held, including reserved capacity.
  std::size_t bytes() const {
    return store_.bytes() + method_.bytes() + ledger_.bytes() + broad::bytes_of(overlapping_) +
           broad::bytes_of(admitted_);
  }

  /// For tests and benchmarks: access to the method's own functions.
  const M& method() const { return method_; }
  M& method() { return method_; }

 private:
  /// The sorted keys of all pairs that the masks and the predicate admit.
  const std::vector<broad::PairKey>& current_pairs() {
    refresh();
    if (!predicate_) return overlapping_;
    admitted_.clear();
    for (const broad::PairKey key : overlapping_)
      if (predicate_(store_.id(broad::first(key)), store_.id(broad::second(key)))) admitted_.push_back(key);
    return admitted_;
  }

  broad::BoxStore<T> store_;
  M method_;
  std::vector<broad::PairKey> overlapping_, admitted_;
  broad::PairLedger ledger_;
  std::function<bool(BoxId, BoxId)> predicate_;
};

}  // namespace tactus
