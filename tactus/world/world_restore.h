// SPDX-License-Identifier: MIT
#pragma once
/// World::memory and World::restore. Included by world.h.
#include <tactus/core/reject.h>
#include <tactus/world/world.h>

#include <algorithm>

namespace tactus {

namespace detail {

/// Converts the identity of a hull in a pair's proof from this process's number to a persistent one, and back. Other
/// identities are made from the shape's parameters (narrow/sat/polytope_view.h; the top bit shows which) and are not
/// changed.
template <Scalar T> std::uint64_t lasting_identity(std::uint64_t identity, const Shape<T>& shape) {
  if (identity >> 63) return identity;
  const auto* hull = shape.template get_if<Hull<T>>();
  return hull && hull->serial() == identity ? PairMemory<T>::same_hull : 0;
}
template <Scalar T> std::uint64_t present_identity(std::uint64_t lasting, const Shape<T>& shape) {
  const auto* hull = shape.template get_if<Hull<T>>();
  return hull && lasting == PairMemory<T>::same_hull ? hull->serial() : lasting;
}

/// Clears data of earlier points in unused places: equal states must give equal bytes.
template <Scalar T, class Data> void clear_unused(ContactHistory<T, Data>& h) {
  std::fill(h.points.begin() + h.count, h.points.end(), CachedPoint<T, Data>{});
  std::fill(h.ended.begin() + h.ended_count, h.ended.end(), EndedPoint<Data>{});
}

}  // namespace detail

template <Scalar T, class Data> WorldMemory<T, Data> World<T, Data>::memory() const {
  WorldMemory<T, Data> m{.updates = updates_, .sleep_changed = this->sleep_changed_};
  this->for_each_body([&](BodyId id) {
    if (this->flags_[id.slot] & (Base::has_moved | Base::has_changed)) m.moved.push_back(id);
    if (this->flags_[id.slot] & Base::is_asleep) m.asleep.push_back(id);
  });
  for (const auto& entry : pairs_.sorted()) {
    const Pair& pair = pairs_[entry.pair];
    if (!this->alive(pair.id_a()) || !this->alive(pair.id_b())) continue;  // removed since then
    const bool has_ended = pair.touching && pair.has_ended;  // not needed for a pair that no longer touches
    const auto pieces = static_cast<std::uint32_t>(pair.touching && pair.in_pieces ? pair.pieces->size() : 0);
    m.pairs.push_back({pair.id_a(), pair.id_b(), pair.touching, has_ended, entry.sleeps, pieces, pair.cache});
    PairProof& proof = m.pairs.back().cache.proof;
    proof.shape_a = detail::lasting_identity(proof.shape_a, this->records_[pair.a].body.shape);
    proof.shape_b = detail::lasting_identity(proof.shape_b, this->records_[pair.b].body.shape);
    // Nothing is known about a pair once a shape has changed: as in settle_pair.
    if ((this->flags_[pair.a] | this->flags_[pair.b]) & Base::has_changed) m.pairs.back().cache = {};
    pair.for_each_touch([&](const Touch& touch) {
      m.touches.push_back(touch);
      detail::clear_unused(m.touches.back().points);
    });
  }
  return m;
}

/// A memory may come from a file: everything used as an index or a count must be checked.
template <Scalar T, class Data> void World<T, Data>::check(const WorldMemory<T, Data>& m) const {
  for (const std::vector<BodyId>* list : {&m.moved, &m.asleep})
    for (const BodyId id : *list) this->checked(id);
  std::size_t touching = 0;
  const auto key = [](const PairMemory<T>& p) { return broad::make_key(p.a.slot, p.b.slot); };
  for (std::size_t i = 0; i < m.pairs.size(); ++i) {
    const PairMemory<T>& p = m.pairs[i];
    this->checked(p.a), this->checked(p.b);
    if (!(p.a.slot < p.b.slot) || (i > 0 && !(key(m.pairs[i - 1]) < key(p))))
      reject("World::restore: pair ", i, " of ", p.a, " and ", p.b, " is out of order");
    if (!p.touching) continue;
    const bool nonconvex = this->records_[p.a.slot].body.nonconvex || this->records_[p.b.slot].body.nonconvex;
    if (nonconvex != (p.pieces > 0))
      reject("World::restore: ", p.a, " and ", p.b, " have ", p.pieces,
             " contacts of pieces; were the bodies replaced?");
    for (std::uint32_t k = 0; k < std::max(p.pieces, 1u); ++k) {
      if (touching == m.touches.size())
        reject("World::restore: ", p.a, " and ", p.b, " touch, but their contact is missing");
      const Touch& touch = m.touches[touching++];
      check(touch, p);
      if (k == 0) continue;
      const Touch& last = m.touches[touching - 2];
      if (!(std::pair(last.piece_a, last.piece_b) < std::pair(touch.piece_a, touch.piece_b)))
        reject("World::restore: the pieces of ", p.a, " and ", p.b, " are out of order");
    }
  }
  if (touching != m.touches.size())
    reject("World::restore: ", touching, " pairs touch, but there are ", m.touches.size(), " contacts");
}

template <Scalar T, class Data> void World<T, Data>::check(const Touch& touch, const PairMemory<T>& pair) const {
  const auto& [a, b, sensor, contact, points, piece_a, piece_b, center] = touch;
  constexpr auto most = static_cast<int>(std::tuple_size_v<decltype(points.points)>);
  if (a != pair.a || b != pair.b)
    reject("World::restore: a contact of ", a, " and ", b, " where ", pair.a, " and ", pair.b, " touch");
  if (points.count < 1 || points.count > most || points.ended_count < 0 || points.ended_count > most)
    reject("World::restore: ", points.count, " points and ", points.ended_count, " that ended, between ", a, " and ",
           b);
  for (const auto& p : points.contact_points())
    if (!is_finite(p.position) || !is_finite(p.distance))
      reject("World::restore: a point of ", a, " and ", b, " at ", p.position);
}

template <Scalar T, class Data> void World<T, Data>::restore(const WorldMemory<T, Data>& m) {
  check(m);
  this->for_each_body([&](BodyId id) {
    this->wake(id);
    this->set_flag(id.slot, Base::has_moved | Base::has_changed, false);
  });
  this->marked_.clear();
  for (const BodyId id : m.moved) this->mark(id.slot, Base::has_moved);
  for (const BodyId id : m.asleep) this->sleep(id);
  std::vector<broad::PairKey> keys;
  for (const PairMemory<T>& p : m.pairs) keys.push_back(broad::make_key(p.a.slot, p.b.slot));
  pairs_ = {};
  pairs_.update(keys, this->generations_, false);
  active_.clear(), contacts_.clear(), events_.clear(), touched_sleepers_.clear();
  sleeping_contacts_.clear(), sleeping_keys_.clear();
  auto touch = m.touches.begin();
  for (std::size_t k = 0; k < m.pairs.size(); ++k) {
    const PairMemory<T>& p = m.pairs[k];
    auto& entry = pairs_.sorted()[k];
    entry.is_new = false, entry.sleeps = p.asleep;
    Pair& pair = pairs_[entry.pair];
    pair.fresh = false, pair.touching = p.touching, pair.has_ended = p.touching && p.has_ended;
    pair.cache = p.cache;
    PairProof& proof = pair.cache.proof;
    proof.shape_a = detail::present_identity(proof.shape_a, this->records_[pair.a].body.shape);
    proof.shape_b = detail::present_identity(proof.shape_b, this->records_[pair.b].body.shape);
    if (!p.asleep) active_.push_back(entry.pair);
    if (!p.touching) continue;
    if (p.pieces == 0) {
      pair.touch = std::make_unique<Touch>(*touch++);
    } else {
      pair.make_pieces();
      for (std::uint32_t n = 0; n < p.pieces; ++n) pair.pieces->push_back(std::make_unique<Touch>(*touch++));
    }
    pair.for_each_touch([&](Touch& t) { p.asleep ? add_sleeping(entry.key, &t) : contacts_.push_back(&t); });
  }
  updates_ = m.updates;
  this->boxes_changed_ = true, this->some_removed_ = false, this->sleep_changed_ = m.sleep_changed;
}

}  // namespace tactus
