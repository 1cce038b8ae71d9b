// SPDX-License-Identifier: MIT
#pragma once
/// Queries on many pairs at once: shapes with poses, pairs of them, and arrays for the answers. Nothing here owns
/// memory: a batch reads the caller's arrays and writes the caller's arrays.
#include <tactus/contact/derivative.h>
#include <tactus/core/contact.h>
#include <tactus/core/options.h>
#include <tactus/math/export.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <stop_token>

namespace tactus::batch {

/// The poses of bodies: an array of poses, or an array of positions and one of quaternions. A quaternion need not be
/// unit (as in from_quaternion).
template <Scalar T> struct Poses {
  std::span<const Pose<T>> poses{};
  std::span<const Vec3<T>> positions{};
  std::span<const Quat<T>> rotations{};  // as many as there are positions

  constexpr Poses() = default;
  /// Borrows an array of poses.
  constexpr Poses(std::span<const Pose<T>> all) : poses(all) {}
  /// Borrows two arrays of equal length.
  constexpr Poses(std::span<const Vec3<T>> at, std::span<const Quat<T>> turned) : positions(at), rotations(turned) {}

  constexpr std::size_t size() const { return poses.empty() ? positions.size() : poses.size(); }
  constexpr Pose<T> operator[](std::size_t i) const {
    return poses.empty() ? from_quaternion(rotations[i], positions[i]) : poses[i];
  }
};

/// Bodies: each has a pose and a shape of the table. `shape_of` holds the number of each body's shape. It may be empty
/// if the table has only one shape, which all bodies share, or one shape for each body, in order.
template <Scalar T> struct Placed {
  std::span<const Shape<T>> shapes{};  // the table: shapes that bodies refer to by their number
  std::span<const std::uint32_t> shape_of{};
  Poses<T> at{};  // the pose of each body
};

/// Which body takes part in pair k, on one side: number (k / row)·per_row + (k % row)·per_pair of the bodies, or of a
/// list of them.
struct Side {
  std::span<const std::uint32_t> list{};  // empty: the bodies by their own numbers
  /// How the number above grows from row to row and from pair to pair, and where it begins.
  std::size_t per_row = 0, per_pair = 1, first = 0;
};

/// `count` pairs in rows of `row`. The functions below make the usual ones.
struct Pairs {
  std::size_t count = 0, row = 0;  // row 0: all in one row
  Side a{}, b{};  // the bodies of A and those of B that take part
};
/// Body k of A with body k of B.
inline Pairs one_by_one(std::size_t count) { return {.count = count}; }
/// Body `one` of A with each of the first `count` bodies of B.
inline Pairs one_against_many(std::size_t one, std::size_t count) {
  return {.count = count, .a = {.per_pair = 0, .first = one}};
}
/// Each of A with each of B: pair i·count_b + j is (i, j).
inline Pairs all_against_all(std::size_t count_a, std::size_t count_b) {
  return {.count = count_a * count_b, .row = count_b, .a = {.per_row = 1, .per_pair = 0}};
}
/// Body list_a[k] of A with body list_b[k] of B. Both lists are as long as there are pairs.
inline Pairs listed(std::span<const std::uint32_t> list_a, std::span<const std::uint32_t> list_b) {
  return {.count = list_a.size(), .a = {.list = list_a}, .b = {.list = list_b}};
}

/// The arrays for the answers; entry k belongs to pair k. A field whose span is empty is not computed; every other span
/// must have one entry per pair. They must not overlap each other or the input.
template <Scalar T> struct Answers {
  std::span<std::uint8_t> touching{};  // 1 or 0; 0 if the status is `invalid`
  std::span<Status> status{};  // what is known of the pair, as in Contact
  std::span<T> distance{}, lower{}, upper{};  // signed for `contact`, at least 0 for `distance`; and its two bounds
  /// The normal: unit, from A to B. The witness points of A and B.
  std::span<Vec3<T>> normal{}, point_a{}, point_b{};
  std::span<Feature> feature_a{}, feature_b{};  // the features where the pair is nearest or deepest
  std::span<Contact<T>> contact{};  // the complete answer of the single query, as derivative() takes it
  /// The derivative of the signed distance by both poses: distance_derivative of the pair's contact. All zero if the
  /// status is `invalid` or `beyond_max`, and for an overlap, which batch::distance does not measure.
  std::span<ByPoses<Gradient<T>>> gradient{};
  /// The derivative of distance, normal and points by both poses, with a flag that says whether they are unique:
  /// contact_derivative of the pair's contact. `invalid`, and all zero, where `gradient` is zero.
  std::span<Derivative<T>> derivative{};
};

/// How a batch is run.
template <Scalar T> struct Settings {
  Options<T> options{};  // as for a single query
  int threads = 1;  // 0: one per core
  std::stop_token stop{};  // after a stop request, pairs that were not reached are `invalid`
};

/// How a batch went. The counts do not depend on the number of threads. In yes-or-no queries they may depend on the
/// instruction set, if a rotation is off by about as much as lanes accept; the answers do not.
struct Summary {
  std::size_t in_lanes = 0;  // pairs answered many at a time
  std::size_t one_by_one = 0;  // pairs that the single query settled: kinds without lanes, and where lanes gave up
  std::size_t gave_up = 0;  // of those, the pairs that lanes tried first
  std::size_t invalid = 0;  // pairs with a pose that is not valid
  bool stopped = false;  // a stop request came before all pairs were done

  Summary& operator+=(const Summary& s) {
    in_lanes += s.in_lanes, one_by_one += s.one_by_one, gave_up += s.gave_up, invalid += s.invalid;
    stopped |= s.stopped;
    return *this;
  }
  friend std::ostream& operator<<(std::ostream& os, const Summary& s) {
    os << s.in_lanes << " in lanes, " << s.one_by_one << " by the single query (" << s.gave_up
       << " after lanes gave up), " << s.invalid << " invalid";
    return s.stopped ? os << ", stopped" : os;
  }
};

/// Do the pairs intersect? `touching` is the answer; `status` is `separated`, `overlapping` or `invalid`. All other
/// spans must be empty.
template <Scalar T>
TACTUS_API Summary intersects(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                              const Settings<std::type_identity_t<T>>& settings = {});

/// How far apart, between which points; 0 for an overlap. As tactus::distance for each pair.
template <Scalar T>
TACTUS_API Summary distance(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                            const Settings<std::type_identity_t<T>>& settings = {});

/// How far apart or how deep, along which normal, between which points and features. As tactus::contact for each pair.
template <Scalar T>
TACTUS_API Summary contact(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                           const Settings<std::type_identity_t<T>>& settings = {});

/// The instruction set that batches use on this machine; "none" if the single query answers everything.
TACTUS_API const char* target();

}  // namespace tactus::batch
