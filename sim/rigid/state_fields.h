// SPDX-License-Identifier: MIT
#pragma once
/// A State as a sequence of numbers, for files and comparisons: calls f(x) for every number of it, in a fixed order,
/// without padding. The lengths of its lists come first. With a non-const State, f may change the numbers: so the same
/// function reads and writes.
#include <sim/rigid/state.h>

namespace tactus::sim::rigid {

namespace detail {

/// The numbers of the structs of a state. S is the struct, const or not.
template <class F> struct FieldVisitor {
  F& f;

  template <class N>
    requires(std::is_arithmetic_v<N> || std::is_enum_v<N>)
  void operator()(N& number) const { f(number); }
  template <class... Fields> void all(Fields&... fields) const { ((*this)(fields), ...); }

  template <class V> void list(V& items) const {
    std::uint64_t size = items.size();
    f(size);
    if constexpr (!std::is_const_v<V>) items.resize(size);
    for (auto& item : items) (*this)(item);
  }
  template <class V, std::size_t n> void list(std::array<V, n>& items) const {
    for (V& item : items) (*this)(item);
  }
  template <class V, std::size_t n> void list(const std::array<V, n>& items) const {
    for (const V& item : items) (*this)(item);
  }

  template <class S> void operator()(S& s) const {
    using Plain = std::remove_const_t<S>;
    if constexpr (requires { visit_fields(s, *this); }) {  // a simulator's own struct, which knows its fields
      visit_fields(s, *this);
    } else if constexpr (requires { s.x, s.y, s.z; }) {
      all(s.x, s.y, s.z);
    } else if constexpr (requires { s.columns; }) {
      all(s.columns[0], s.columns[1], s.columns[2]);
    } else if constexpr (requires { s.rotation, s.translation; }) {
      all(s.rotation, s.translation);
    } else if constexpr (std::same_as<Plain, BodyId>) {
      all(s.slot, s.generation);
    } else if constexpr (std::same_as<Plain, ContactId>) {
      all(s.a, s.b, s.clip);
    } else if constexpr (std::same_as<Plain, Feature>) {
      all(s.kind, s.index);
    } else if constexpr (std::same_as<Plain, PairProof>) {
      all(s.x_ab, s.apart, s.elsewhere, s.turn, s.node_a, s.arc_a, s.node_b, s.tried, s.used, s.shape_a, s.shape_b);
    } else {
      rest(s);
    }
  }

 private:
  template <class S> void rest(S& s) const {
    if constexpr (requires { s.still_for; }) {  // BodyState
      all(s.id, s.pose, s.velocity, s.angular_velocity, s.force, s.torque, s.margin, s.still_for, s.island);
    } else if constexpr (requires { s.vertices_a; }) {  // PairCache
      all(s.proof, s.normal, s.count, s.vertex_count, s.feature_a, s.feature_b);
      list(s.directions), list(s.vertices_a), list(s.vertices_b);
    } else if constexpr (requires { s.cache; }) {  // PairMemory
      all(s.a, s.b, s.touching, s.has_ended, s.asleep, s.pieces, s.cache);
    } else if constexpr (requires { s.support_calls; }) {  // Contact
      all(s.status, s.distance, s.lower, s.upper, s.normal, s.point_a, s.point_b, s.feature_a, s.feature_b);
      all(s.iterations, s.support_calls, s.resolution);
    } else if constexpr (requires { s.total; }) {  // PointImpulse
      all(s.normal, s.friction, s.total);
    } else if constexpr (requires { s.began; }) {  // CachedPoint
      all(s.position, s.distance, s.id, s.began, s.local_a, s.local_b, s.data);
    } else if constexpr (requires { s.ended_count; }) {  // ContactHistory
      all(s.status, s.normal, s.count, s.ended_count);
      list(s.points), list(s.ended);
    } else if constexpr (requires { s.sensor; }) {  // BodyContact
      all(s.a, s.b, s.sensor, s.contact, s.points, s.piece_a, s.piece_b, s.center);
    } else if constexpr (requires { s.touches; }) {  // WorldMemory
      all(s.updates, s.sleep_changed);
      list(s.moved), list(s.asleep), list(s.pairs), list(s.touches);
    } else {  // EndedPoint
      all(s.id, s.data);
    }
  }
};

}  // namespace detail

/// S: State<T>, const or not.
template <class S, class F> void for_each_number(S& state, F&& f) {
  const detail::FieldVisitor<std::remove_reference_t<F>> visit{f};
  visit(state.step);
  visit.list(state.bodies);
  visit(state.world);
}

}  // namespace tactus::sim::rigid
