// SPDX-License-Identifier: MIT
#pragma once
/// The reports of a world: which bodies touch, where, and how that changed.
#include <tactus/contact/contact_cache.h>
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/core/contact.h>
#include <tactus/world/body.h>

#include <iterator>

namespace tactus {

/// The contact of two bodies whose gap is within their margins. a.slot < b.slot. A contact keeps its address while the
/// bodies touch. If a body is not convex, there is one contact for each pair of pieces that touch, sorted by pieces.
template <Scalar T, class Data = Impulses<T>> struct BodyContact {
  BodyId a, b;
  bool sensor = false;  // one of them is a sensor
  Contact<T> contact;  // in the world, from settle() (pair/settle.h)
  ContactHistory<T, Data> points;  // up to four, with their history; their data are the caller's
  std::uint32_t piece_a = 0, piece_b = 0;  // the pieces that touch, as in PieceContact; 0 for a convex body
  /// One point for the whole contact, if WorldOptions::centers is set: contact_center() of two convex bodies, which is
  /// continuous in their poses (contact/center/contact_center.h). If a body is not convex: contact.point() of these
  /// pieces, which may jump.
  Vec3<T> center{};
};

/// Two unit directions perpendicular to a contact's normal n with u × v = n, the same for the same normal: where
/// friction acts.
template <Scalar T> struct TangentFrame { Vec3<T> u, v; };
/// The frame of a contact's normal, which is unit.
template <Scalar T> constexpr TangentFrame<T> tangent_frame(const Vec3<T>& normal) {
  const ContactFrame<T> frame(normal);
  return {frame.u, frame.v};
}

/// A list of contacts, each of which keeps its address while its bodies touch. C: BodyContact, const or not.
template <class C> class ContactList {
 public:
  /// Goes through the list.
  class iterator {
   public:
    using value_type = std::remove_const_t<C>;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = C*;
    using reference = C&;
    iterator() = default;
    /// For ContactList only.
    explicit iterator(value_type* const* at) : at_(at) {}
    C& operator*() const { return **at_; }
    C* operator->() const { return *at_; }
    iterator& operator++() { return ++at_, *this; }
    iterator operator++(int) { return iterator(at_++); }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    value_type* const* at_ = nullptr;
  };

  /// For World only: a list that lives as long as the world is not updated.
  explicit ContactList(std::span<std::remove_const_t<C>* const> list) : list_(list) {}
  iterator begin() const { return iterator(list_.data()); }
  iterator end() const { return iterator(list_.data() + list_.size()); }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  C& operator[](std::size_t i) const { return *list_[i]; }

 private:
  std::span<std::remove_const_t<C>* const> list_;
};

/// A change of a pair: it got its first contact point, kept some, or lost the last. Also reported for bodies that were
/// removed since.
struct BodyEvent {
  BodyId a, b;  // the pair, in the order of slots
  PairChange change = PairChange::begin;  // whether contact began, went on or ended

  friend constexpr bool operator==(const BodyEvent&, const BodyEvent&) = default;
  friend std::ostream& operator<<(std::ostream& os, const BodyEvent& e) {
    return os << e.a << " and " << e.b << ": " << e.change;
  }
};

/// A sleeping body is touched by one that is awake and can be moved. The code that steps the world may wake it.
struct TouchedSleeper {
  BodyId sleeper, by;  // the sleeping body that is touched, and the body that touches it
};

/// How the pairs of the last update() were settled.
struct UpdateCounts {
  std::size_t pairs = 0;  // near each other according to the broad phase; the sum of all that follow
  std::size_t asleep = 0;  // both bodies rest: not tested
  std::size_t unchanged = 0;  // neither body has moved
  std::size_t certified = 0;  // still apart, from how far they have moved since the last measurement
  std::size_t by_balls = 0;  // apart, by the balls around them
  std::size_t proved = 0;  // at the features where they touched, proved to be still the deepest
  std::size_t exact = 0;  // by the narrow phase

  friend std::ostream& operator<<(std::ostream& os, const UpdateCounts& c) {
    return os << c.pairs << " pairs: " << c.asleep << " asleep, " << c.unchanged << " unchanged, " << c.certified
              << " certified, " << c.by_balls << " by balls, " << c.proved << " proved, " << c.exact << " exact";
  }
};

}  // namespace tactus
