// SPDX-License-Identifier: MIT
#pragma once
/// What all broad phases share: ids of boxes, filters, pairs and their changes, and the interface.
///
/// A broad phase holds axis-aligned boxes and knows which of them overlap. Its pairs are exactly the overlapping boxes
/// as given (touching counts): boxes enlarged inside a method are never visible. BruteForce, SortAndSweep,
/// SweepAndPrune, AabbTree, Grid and Automatic give the same pairs in the same order; they differ only in speed.
#include <tactus/math/aabb.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <vector>

namespace tactus {

/// Identifies one box from its insertion to its removal, and is never used again: a reused slot gets a new generation,
/// and a slot whose generations are used up is not reused. The default identifies no box.
struct BoxId {
  std::uint32_t slot = ~std::uint32_t{0};  // small numbers, so that users can keep their own data in an array
  std::uint32_t generation = 0;

  friend constexpr bool operator==(const BoxId&, const BoxId&) = default;
  friend constexpr auto operator<=>(const BoxId&, const BoxId&) = default;
  friend std::ostream& operator<<(std::ostream& os, const BoxId& id) {
    return os << "BoxId{.slot = " << id.slot << ", .generation = " << id.generation << '}';
  }
};

/// Two boxes may pair if each is in a group that the other's mask contains.
struct Filter {
  std::uint32_t groups = 1;  // bits: the groups this box is in
  std::uint32_t mask = ~std::uint32_t{0};  // bits: the groups it may pair with

  friend constexpr bool operator==(const Filter&, const Filter&) = default;
};
/// Do the filters let these two meet? Each must have a group that the other's mask admits.
constexpr bool admits(const Filter& a, const Filter& b) { return (a.groups & b.mask) != 0 && (b.groups & a.mask) != 0; }

/// Two boxes, with a.slot < b.slot.
struct BoxPair {
  BoxId a, b;

  friend constexpr bool operator==(const BoxPair&, const BoxPair&) = default;
  friend constexpr auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

/// The changes of the pairs between two calls of step(), each list sorted by slots. Valid until the next call.
struct PairChanges {
  std::span<const BoxPair> began, ended;  // a pair of a removed box ends, with the id that the box had
};

/// The interface of all broad phases. A user's predicate, and the functions passed to for_each_pair, query and ray,
/// must not change the broad phase that calls them.
///
/// insert, update, remove   change boxes; ids must be alive, boxes finite and min ≤ max (flat boxes, points and
///                          huge boxes are allowed): std::invalid_argument names the problem, and nothing changes
/// for_each_pair(f)         calls f(id, id) for all current pairs, sorted by slots
/// step()                   updates the pairs; returns those that began and ended since the last step
/// query(box, f)            calls f(id) for all boxes that overlap the given one; f may return false to stop
/// ray(o, d, max_t, f)      calls f(id) for all boxes that o + t·d with 0 ≤ t ≤ max_t touches; f may return a new max_t
/// refresh()                updates the internal index. Queries are right without it, but test each box that has
///                          changed since; after it they are const, fast, and may run in several threads
template <class B>
concept BroadPhase = Scalar<typename B::scalar> &&
    requires(B b, const B c, BoxId id, Aabb<typename B::scalar> box, Vec3<typename B::scalar> v, typename B::scalar t,
             Filter filter, bool (*predicate)(BoxId, BoxId), void (*pair)(BoxId, BoxId), void (*one)(BoxId),
             std::span<const Aabb<typename B::scalar>> boxes, std::span<const Filter> filters) {
  { b.insert(box) } -> std::same_as<BoxId>;
  { b.insert(box, filter) } -> std::same_as<BoxId>;
  { b.insert(boxes, filters) } -> std::same_as<std::vector<BoxId>>;
  b.update(id, box);
  b.remove(id);
  b.set_filter(id, filter);
  b.set_predicate(predicate);
  b.for_each_pair(pair);
  { b.step() } -> std::same_as<PairChanges>;
  b.refresh();
  c.query(box, one);
  c.ray(v, v, t, one);
  { c.alive(id) } -> std::same_as<bool>;
  { c.box(id) } -> std::convertible_to<Aabb<typename B::scalar>>;
  { c.filter(id) } -> std::convertible_to<Filter>;
  { c.size() } -> std::same_as<std::size_t>;
  { c.bytes() } -> std::same_as<std::size_t>;
};

}  // namespace tactus
