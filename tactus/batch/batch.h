#pragma once
/// What a batch is asked about: shapes that lie somewhere, pairs of them, and where the answers go. Nothing here owns
/// anything: a batch reads the caller's arrays and writes the caller's arrays.
#include <tactus/core/contact.h>
#include <tactus/core/options.h>
#include <tactus/math/export.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace tactus::batch {

/// Where bodies are: an array of poses, or two arrays, of positions and of quaternions. A quaternion need not be unit
/// (as in from_quaternion).
template <Scalar T> struct Poses {
  std::span<const Pose<T>> poses{};
  std::span<const Vec3<T>> positions{};
  std::span<const Quat<T>> rotations{};

  constexpr Poses() = default;
  constexpr Poses(std::span<const Pose<T>> all) : poses(all) {}
  constexpr Poses(std::span<const Vec3<T>> at, std::span<const Quat<T>> turned) : positions(at), rotations(turned) {}

  constexpr std::size_t size() const { return poses.empty() ? positions.size() : poses.size(); }
  constexpr Pose<T> operator[](std::size_t i) const {
    return poses.empty() ? from_quaternion(rotations[i], positions[i]) : poses[i];
  }
};

/// Bodies: each has a shape of the table and a pose. `shape_of` names the shape of each body; it may be empty where the
/// table has one shape, which is everyone's, or one for each body, in their order.
template <Scalar T> struct Placed {
  std::span<const Shape<T>> shapes{};
  std::span<const std::uint32_t> shape_of{};
  Poses<T> at{};
};

/// Which body takes part in pair k, on one side: number (k / row)·per_row + (k % row)·per_pair of the bodies, or of a
/// list of them.
struct Side {
  std::span<const std::uint32_t> list{};  // empty: the bodies by their own numbers
  std::size_t per_row = 0, per_pair = 1, first = 0;
};

/// `count` pairs in rows of `row`. The functions below make the usual ones.
struct Pairs {
  std::size_t count = 0, row = 0;  // row 0: all in one row
  Side a{}, b{};
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

/// Where the answers go: entry k is pair k's. What is empty is not asked for, and not worked out; the others have one
/// entry per pair. They must not overlap each other or the input.
template <Scalar T> struct Answers {
  std::span<std::uint8_t> touching{};  // 1 or 0; 0 where the status is `invalid`
  std::span<Status> status{};
  std::span<T> distance{}, lower{}, upper{};
  std::span<Vec3<T>> normal{}, point_a{}, point_b{};
  std::span<Feature> feature_a{}, feature_b{};
  std::span<Contact<T>> contact{};  // all of it, as the single query answers: what derivative() takes
};

template <Scalar T> struct Settings {
  Options<T> options{};  // as for a single query
  int threads = 1;  // 0: as many as there are
  std::stop_token stop{};  // pairs that were not reached when it asked to stop end `invalid`
};

/// How a batch went. The counts do not depend on the number of threads.
struct Summary {
  std::size_t in_lanes = 0;  // pairs answered many at a time
  std::size_t one_by_one = 0;  // pairs that the single query settled: kinds without lanes, and where lanes gave up
  std::size_t gave_up = 0;  // of those, the pairs that lanes tried first
  std::size_t invalid = 0;  // poses that were none
  bool stopped = false;
};

/// Do the pairs intersect? `touching` is the answer; `status` is `separated`, `overlapping` or `invalid`. Nothing else
/// may be asked for.
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

/// The instruction set that batches use on this machine; "none" where everything goes through the single query.
TACTUS_API const char* target();

}  // namespace tactus::batch
