// SPDX-License-Identifier: MIT
#pragma once
/// The steps of World::update. Included by world.h.
#include <tactus/contact/center/contact_center.h>
#include <tactus/core/pair_scale.h>
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>
#include <tactus/math/rigid.h>
#include <tactus/narrow/in_world.h>
#include <tactus/pair/proof.h>
#include <tactus/world/single_point.h>
#include <tactus/world/world.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

namespace tactus {

namespace detail {

/// Prefetches some cache lines. Inlined, because g++ treats a function that only prefetches as one without effect and
/// drops its call.
template <std::size_t lines> [[gnu::always_inline]] inline void prefetch(const void* p) {
  for (std::size_t k = 0; k < lines; ++k) __builtin_prefetch(static_cast<const char*>(p) + 64 * k);
}

/// The pairs that a thread takes at a time: few enough that a small world keeps several threads busy, many enough that
/// taking them costs almost nothing.
inline constexpr std::size_t pairs_per_report = 32;

}  // namespace detail

template <Scalar T, class Data> World<T, Data>::World(const WorldOptions<T>& options) : options_(options) {
  require_valid("World", options.narrow);
  require_valid("World", options.points);
  if (!options.method.name.empty() && !options.method.contact)
    reject("World: the method '", options.method.name, "' measures no depth; choose one that has a `contact`");
  this->broad_.method().keep_to(options.broad);
}

template <Scalar T, class Data> void World<T, Data>::update(int threads) {
  if (threads < 0) reject("World::update: threads = ", threads, " is negative; 0 means one per core");
  const bool pairs_changed = find_pairs();
  if (pairs_changed || this->sleep_changed_) part_sleepers();
  ++updates_;
  const std::size_t count = (active_.size() + detail::pairs_per_report - 1) / detail::pairs_per_report;
  if (reports_.size() < count) reports_.resize(count);
  detail::parallel_for(
      count, threads, [this](std::size_t k) { settle_pairs(k * detail::pairs_per_report, reports_[k]); }, 1);
  join_reports(count);
  this->forget_changes();
}

/// All pairs of bodies near each other, sorted by slots. True if any began or ended.
template <Scalar T, class Data> bool World<T, Data>::find_pairs() {
  if (!this->boxes_changed_ && !this->predicate_) {
    pairs_.forget_ended();
    return false;
  }
  near_.clear();
  const auto take = [&](std::uint32_t a, std::uint32_t b) { near_.push_back(broad::make_key(a, b)); };
  this->broad_.for_each_pair([&](BoxId box_a, BoxId box_b) {
    const std::uint32_t a = this->owner_[box_a.slot], b = this->owner_[box_b.slot];
    if (this->may_pair_if_admitted(a, b)) take(a, b);
  });
  if (!std::is_sorted(near_.begin(), near_.end())) std::sort(near_.begin(), near_.end());
  const auto bounded = static_cast<std::ptrdiff_t>(near_.size());
  for (const std::uint32_t plane : this->half_spaces_)
    for_each_near_half_space(plane, [&](std::uint32_t slot) { take(plane, slot); });
  if (!std::is_sorted(near_.begin() + bounded, near_.end())) std::sort(near_.begin() + bounded, near_.end());
  std::inplace_merge(near_.begin(), near_.begin() + bounded, near_.end());
  const bool changed = pairs_.update(near_, this->generations_, this->some_removed_);
  this->boxes_changed_ = this->some_removed_ = false;
  return changed;
}

/// Calls f(slot) for every body that may come within the margins of a half-space, tested by its ball.
template <Scalar T, class Data>
template <class F>
void World<T, Data>::for_each_near_half_space(std::uint32_t plane, F&& f) const {
  const auto& ground = this->hot_[plane];
  const auto [normal, offset] = normalized(*this->records_[plane].body.shape.template get_if<HalfSpace<T>>());
  const Vec3<T> up = ground.pose.rotation * normal;
  const T level = offset + dot(up, ground.pose.translation), far = norm(ground.pose.translation) + abs(offset);
  this->for_each_body([&](BodyId id) {
    const auto& body = this->hot_[id.slot];
    const T reach = norm(body.pose.translation) + body.origin_radius + far;
    const T slack = (T(2) * rotation_error(ground.faults + body.faults) + T(16) * unit_roundoff<T>)*reach;
    const T height = dot(up, body.pose * body.center) - level;
    if (height - slack <= body.bounding_radius + body.margin + ground.margin && this->may_pair(plane, id.slot))
      f(id.slot);
  });
}

/// Separates the pairs to be settled from those that sleep. Only the keys are read, and the pairs that fall asleep or
/// wake. A new pair is settled once, even if both bodies rest.
template <Scalar T, class Data> void World<T, Data>::part_sleepers() {
  const bool bodies_changed = std::exchange(this->sleep_changed_, false);
  active_.clear(), fell_asleep_.clear();
  woken_.assign(pairs_.ended_asleep().begin(), pairs_.ended_asleep().end());
  for (auto& entry : pairs_.sorted()) {
    const bool is_new = std::exchange(entry.is_new, false);
    const bool rests = bodies_changed || is_new ? both_rest(entry.key) : entry.sleeps;
    if (is_new && rests) this->sleep_changed_ = true;  // it sleeps from the next update on
    const bool slept = std::exchange(entry.sleeps, rests && !is_new);
    if (slept && !entry.sleeps) woken_.push_back(entry.key);
    if (!slept && entry.sleeps) fell_asleep_.push_back(entry);
    if (!entry.sleeps) active_.push_back(entry.pair);
  }
  if (!woken_.empty() || !fell_asleep_.empty()) change_sleeping_contacts();
}

/// The contacts of sleeping pairs are in a separate list, sorted by slots: those of pairs that woke or ended leave it,
/// those of pairs that fell asleep are put in. The contacts before the first of them are not touched.
template <Scalar T, class Data> void World<T, Data>::change_sleeping_contacts() {
  std::sort(woken_.begin(), woken_.end());
  broad::PairKey first = ~broad::PairKey{0};
  if (!woken_.empty()) first = woken_.front();
  if (!fell_asleep_.empty()) first = std::min(first, fell_asleep_.front().key);
  const auto kept = std::lower_bound(sleeping_keys_.begin(), sleeping_keys_.end(), first) - sleeping_keys_.begin();
  const std::vector<broad::PairKey> keys(sleeping_keys_.begin() + kept, sleeping_keys_.end());
  const std::vector<Touch*> contacts(sleeping_contacts_.begin() + kept, sleeping_contacts_.end());
  sleeping_keys_.resize(static_cast<std::size_t>(kept)), sleeping_contacts_.resize(static_cast<std::size_t>(kept));
  auto woken = woken_.begin();
  auto added = fell_asleep_.begin();
  const auto add_up_to = [&](broad::PairKey key) {
    for (; added != fell_asleep_.end() && added->key < key; ++added)
      pairs_[added->pair].for_each_touch([&](Touch& touch) { add_sleeping(added->key, &touch); });
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    add_up_to(keys[i]);
    while (woken != woken_.end() && *woken < keys[i]) ++woken;
    if (woken == woken_.end() || *woken != keys[i]) add_sleeping(keys[i], contacts[i]);
  }
  add_up_to(~broad::PairKey{0});
}

/// Pairs are sorted by one of their bodies; the other may be anywhere in memory. Only reads data that no thread
/// changes.
template <Scalar T, class Data> [[gnu::always_inline]] inline void World<T, Data>::prefetch_ahead(std::size_t i) const {
  constexpr std::size_t far = 12, near = 6;
  if (i + far < active_.size()) detail::prefetch<2>(&pairs_[active_[i + far]]);
  if (i + near >= active_.size()) return;
  const Pair& pair = pairs_[active_[i + near]];
  for (const std::uint32_t slot : {pair.a, pair.b})
    detail::prefetch<3>(&this->hot_[slot]), detail::prefetch<2>(&this->records_[slot]);
}

/// Settles a stretch of the active pairs, from `first` on. Each pair is reported while its record is in the cache: a
/// second pass over all pairs would be serial, and would read the records from memory again.
template <Scalar T, class Data> void World<T, Data>::settle_pairs(std::size_t first, Report& report) {
  report.clear();
  const std::size_t end = std::min(first + detail::pairs_per_report, active_.size());
  for (std::size_t i = first; i < end; ++i) {
    prefetch_ahead(i);
    Pair& pair = pairs_[active_[i]];
    const bool was_touching = pair.touching;
    const Settled way = settle_pair(pair);
    add_to(report, pair, was_touching, way);
  }
}

/// From the cheapest proof to the most expensive. A pair settled without the narrow phase keeps its points: none if it
/// is apart.
///
/// Balls around the shapes are the only coarse approximation [Kenwright 2015, §5]. Hulls simplified to few vertices would
/// add little: in crowds of hulls of 1000 vertices they settle at best a seventh of what the balls leave over, and take
/// longer than they save (bench/world/coarse_hulls.cpp).
template <Scalar T, class Data> Settled World<T, Data>::settle_pair(Pair& pair) {
  const auto changes = this->flags_[pair.a] | this->flags_[pair.b];
  if (!pair.fresh && !(changes & (Base::has_moved | Base::has_changed))) {
    if (pair.has_ended) pair.for_each_touch([](Touch& t) { t.points.ended_count = 0; }), pair.has_ended = false;
    return Settled::unchanged;
  }
  if (changes & Base::has_changed) pair.cache = {};
  pair.fresh = false;
  const auto &a = this->hot_[pair.a], &b = this->hot_[pair.b];
  const Pose<T> x_ab = relative(a.pose, b.pose);
  const T margin = a.margin + b.margin;
  const auto apart = [&](T lower) {
    if (!(lower > margin)) return false;
    remember_apart(pair.cache.proof, x_ab, lower);
    end_touch(pair);
    return true;
  };
  if (!(changes & Base::is_unbounded)) {
    if (still_apart(pair.cache.proof, x_ab, b.center, b.bounding_radius, margin)) return Settled::certified;
    const auto by_balls = [&] {
      const T reach = a.origin_radius + b.origin_radius + norm(x_ab.translation);
      const T rounding = T(2) * rotation_error(a.faults + b.faults) + T(16) * unit_roundoff<T>;
      return norm(x_ab * b.center - a.center) - a.bounding_radius - b.bounding_radius - rounding * reach;
    };
    // A pair that touched is hardly ever so far apart one step later.
    if (!pair.touching && apart(by_balls())) return Settled::by_balls;
  }
  return is_nonconvex(pair) ? settle_pieces(pair, x_ab, margin) : settle_exactly(pair, x_ab, margin);
}

template <Scalar T, class Data> void World<T, Data>::end_touch(Pair& pair) {
  if (pair.touching && !pair.in_pieces) pair.touch->points.end_all();
  pair.touching = false;
  pair.drop_pieces();
}

template <Scalar T, class Data> Settled World<T, Data>::settle_exactly(Pair& pair, const Pose<T>& x_ab, T margin) {
  const Shape<T>&a = this->records_[pair.a].body.shape, &b = this->records_[pair.b].body.shape;
  if (pair.touch) detail::prefetch<11>(pair.touch.get());  // for add_points
  if (a.kind() != ShapeKind::box) detail::prefetch<2>(&pair.cache.normal);  // the hints, which boxes do not need
  const bool sensor = (this->flags_[pair.a] | this->flags_[pair.b]) & Base::is_sensor;
  Options<T> options = options_.narrow;
  options.max_distance = margin;
  // The manifold is not zeroed first: writing 800 bytes of zeros would add a twentieth to the time of a pair of boxes.
  // (A Manifold is an aggregate, so it exists as soon as its memory does.)
  alignas(Manifold<T>) std::byte room[sizeof(Manifold<T>)];
  Manifold<T>& points = *std::launder(reinterpret_cast<Manifold<T>*>(room));
  points.count = 0;
  Contact<T> c;
  pair.cache.proof.used = false;
  if (options_.method.contact && options_.method.accepts(a, b)) {
    c = options_.method.contact(a, b, x_ab, options, &pair.cache);
    if (!sensor) make_manifold(points, a, b, x_ab, c, margin);
  } else {
    c = settle(a, b, x_ab, options, &pair.cache, sensor ? nullptr : &points);
  }
  if (c.status != Status::beyond_max && c.distance <= margin) {
    if (points.count == 0) detail::make_single_point(points, c);
    add_points(pair, x_ab, c, points);
  } else {
    remember_apart(pair.cache.proof, x_ab, c.lower);
    end_touch(pair);
  }
  return pair.cache.proof.used ? Settled::proved : Settled::exact;
}

template <Scalar T, class Data>
void World<T, Data>::add_points(Pair& pair, const Pose<T>& x_ab, Contact<T>& contact, Manifold<T>& points) {
  pair.drop_pieces();  // they belonged to another shape
  if (!pair.touch) {
    pair.touch = std::make_unique<Touch>();
    pair.touch->a = pair.id_a(), pair.touch->b = pair.id_b();
  }
  Touch& touch = *pair.touch;
  if (options_.centers)
    touch.center = this->hot_[pair.a].pose *
                   contact_center(this->records_[pair.a].body.shape, this->records_[pair.b].body.shape, x_ab, contact);
  add_points(touch, contact, points);
  pair.has_ended = touch.points.ended_count > 0;
  pair.cache.proof.apart = -infinity<float>;
  pair.touching = true;
}

/// Contact and points are in A's frame.
template <Scalar T, class Data>
void World<T, Data>::add_points(Touch& touch, Contact<T>& contact, Manifold<T>& points) {
  const auto &a = this->hot_[touch.a.slot], &b = this->hot_[touch.b.slot];
  move(points, a.pose);
  const T size = pair_size(a.bounding_radius, b.bounding_radius);
  tactus::update(touch.points, points, a.pose, b.pose, size, updates_, options_.points);
  narrow::move_to_world(contact, a.pose, b.pose, b.origin_radius, rotation_error(a.faults + b.faults));
  touch.contact = contact;
  touch.sensor = (this->flags_[touch.a.slot] | this->flags_[touch.b.slot]) & Base::is_sensor;
}

template <Scalar T, class Data>
void World<T, Data>::add_to(Report& report, const Pair& pair, bool was_touching, Settled way) {
  ++report.ways[static_cast<std::size_t>(way)];
  if (!pair.touching && !was_touching) return;
  const PairChange change = !pair.touching ? PairChange::end : was_touching ? PairChange::persist : PairChange::begin;
  report.events.push_back({pair.id_a(), pair.id_b(), change});
  if (!pair.touching) return;
  pair.for_each_touch([&](Touch& touch) { report.contacts.push_back(&touch); });
  const auto flags_a = this->flags_[pair.a], flags_b = this->flags_[pair.b];
  if (!((flags_a ^ flags_b) & Base::is_asleep) || (flags_a | flags_b) & Base::is_fixed) return;
  const bool a_sleeps = flags_a & Base::is_asleep;
  report.touched_sleepers.push_back({a_sleeps ? pair.id_a() : pair.id_b(), a_sleeps ? pair.id_b() : pair.id_a()});
}

/// Contacts, events and counts, in the order of the slots: of all stretches, and of the pairs that ended.
template <Scalar T, class Data> void World<T, Data>::join_reports(std::size_t count) {
  contacts_.clear(), events_.clear(), touched_sleepers_.clear();
  Report sum;
  const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  const auto key_of = [](const BodyEvent& e) { return broad::make_key(e.a.slot, e.b.slot); };
  auto ended = pairs_.ended().begin();
  for (std::size_t k = 0; k < count; ++k) {
    const Report& report = reports_[k];
    append(contacts_, report.contacts), append(touched_sleepers_, report.touched_sleepers);
    for (std::size_t way = 0; way < sum.ways.size(); ++way) sum.ways[way] += report.ways[way];
    auto from = report.events.begin();
    for (; ended != pairs_.ended().end() && from != report.events.end(); ++from) {
      for (; ended != pairs_.ended().end() && key_of(*ended) <= key_of(*from); ++ended) events_.push_back(*ended);
      events_.push_back(*from);
    }
    events_.insert(events_.end(), from, report.events.end());
  }
  events_.insert(events_.end(), ended, pairs_.ended().end());
  counts_ = {.pairs = pairs_.size(),
             .asleep = pairs_.size() - active_.size(),
             .unchanged = sum.ways[1],
             .certified = sum.ways[2],
             .by_balls = sum.ways[3],
             .proved = sum.ways[4],
             .exact = sum.ways[5]};
}

}  // namespace tactus
