// SPDX-License-Identifier: MIT
#pragma once
/// The steps of a batch: pairs are taken in chunks, each chunk is sorted by kinds and answered in lanes block by block,
/// and the single query answers the pairs that the lanes give up on. Chunks are independent, so the number of threads
/// does not change the answers.
#include <tactus/batch/batch.h>
#include <tactus/batch/lanes/block.h>
#include <tactus/core/pair_scale.h>

#include <array>
#include <vector>

namespace tactus::batch::detail {

/// A pair as a chunk holds it.
template <Scalar T> struct PairInput {
  const LaneShape<T>* a;
  const LaneShape<T>* b;
  const Pose<T>* pose_a;
  const Pose<T>* pose_b;
};
/// A pair as the single query takes it. Its poses may have been computed from quaternions.
template <Scalar T> struct SinglePair {
  const Shape<T>* a = nullptr;
  const Shape<T>* b = nullptr;
  Pose<T> pose_a{}, pose_b{};
};

/// The answer of the single query; `invalid` if a pose is not valid.
template <Scalar T> Contact<T> ask_single(const SinglePair<T>& p, Query query, const Options<T>& options);

/// The answers of the lanes for a block: pair i is pair key(i) of its chunk. Pairs with the code `give_up` are answered
/// one by one later. `swapped`: the lanes exchanged A and B.
template <Scalar T> struct LaneAnswers {
  const Block<T>& block;
  const std::uint16_t* keys;  // null: in order from `first` on
  std::size_t first;
  bool swapped;

  std::size_t key(std::size_t i) const { return keys ? keys[i] : first + i; }
  std::size_t size() const { return block.count; }
  Status status(std::size_t i) const { return static_cast<Status>(block.code[i]); }
  bool gave_up(std::size_t i) const { return block.code[i] == T(give_up); }
  T distance(std::size_t i) const { return block.distance[i]; }
  T lower(std::size_t i) const { return block.lower[i]; }
  T upper(std::size_t i) const { return block.upper[i]; }
  Vec3<T> normal(std::size_t i) const { return swapped ? -at(block.normal, i) : at(block.normal, i); }
  Vec3<T> point_a(std::size_t i) const { return at(swapped ? block.point_b : block.point_a, i); }
  Vec3<T> point_b(std::size_t i) const { return at(swapped ? block.point_a : block.point_b, i); }
  /// The features, if they were requested. An overlap that is not measured may have none.
  Feature feature(std::size_t i, bool of_a) const {
    if (status(i) == Status::beyond_max || gave_up(i)) return {};
    const LaneShape<T>&a = block.a.shape_of(i), &b = block.b.shape_of(i);
    const T size = pair_size(a.shape->bounding_radius(), b.shape->bounding_radius());
    const T sine = unnoticed_tilt(block.resolution[i], size);
    const bool is_first = of_a != swapped;
    const auto& side = is_first ? block.a : block.b;
    const Vec3<T> n = transposed_times(side.pose_of(i).rotation, at(block.normal, i));
    return side.shape_of(i).shape->feature(is_first ? n : -n, sine);
  }
  SinglePair<T> pair(std::size_t i) const {
    const auto &a = swapped ? block.b : block.a, &b = swapped ? block.a : block.b;
    return {a.shape_of(i).shape, b.shape_of(i).shape, a.pose_of(i), b.pose_of(i)};
  }
  /// Without the features, which derivatives do not read.
  Contact<T> measured(std::size_t i) const {
    Contact<T> c;
    c.status = status(i), c.distance = distance(i), c.lower = lower(i), c.upper = upper(i);
    c.resolution = block.resolution[i];
    c.normal = normal(i), c.point_a = point_a(i), c.point_b = point_b(i);
    return c;
  }
  Contact<T> contact(std::size_t i) const {
    Contact<T> c = measured(i);
    c.feature_a = feature(i, true), c.feature_b = feature(i, false);
    return c;
  }

 private:
  static Vec3<T> at(const T (&rows)[3][Block<T>::capacity], std::size_t i) {
    return {rows[0][i], rows[1][i], rows[2][i]};
  }
};

/// Receives the answers of a chunk.
template <Scalar T> class Sink {
 public:
  virtual ~Sink() = default;
  virtual void take(const LaneAnswers<T>& answers) = 0;
  virtual void take(std::size_t key, const Contact<T>& c, const SinglePair<T>& pair) = 0;
};

/// How all pairs of a block are solved: their kinds are the same.
template <Scalar T> struct BlockPlan {
  Task<T> task;
  bool swapped;  // the sides of the block are B and A

  BlockPlan(LaneKind a, LaneKind b, Query query, const Options<T>& options);
};

/// Answers the pairs of a block whose sides are set: in lanes, and by the single query if the lanes give up.
template <Scalar T>
void answer(Block<T>& block, const std::uint16_t* keys, std::size_t first, const BlockPlan<T>& plan, Summary& summary,
            Sink<T>& sink);

/// Up to `most` pairs, answered together. Too large for a stack.
template <Scalar T> class Chunk {
 public:
  static constexpr std::size_t most = 1024;

  void clear() { count_ = 0; }
  bool full() const { return count_ == most; }
  std::size_t size() const { return count_; }
  void add(const PairInput<T>& p) {
    const std::size_t k = count_++;
    a_[k] = p.a, b_[k] = p.b, pose_a_[k] = p.pose_a, pose_b_[k] = p.pose_b;
  }

  /// The caller fills these arrays, `count` entries of each.
  struct Columns {
    const LaneShape<T>** shape;
    const Pose<T>** pose;
  };
  Columns side_a() { return {a_.data(), pose_a_.data()}; }
  Columns side_b() { return {b_.data(), pose_b_.data()}; }
  void filled(std::size_t count) { count_ = count; }

  /// Counts into `summary`.
  void solve(Query query, const Options<T>& options, Summary& summary, Sink<T>& sink);

 private:
  void sort_by_kinds();

  std::size_t count_ = 0;
  // By the order of `order_`, once sorted.
  std::array<const LaneShape<T>*, most> a_, b_;
  std::array<const Pose<T>*, most> pose_a_, pose_b_;
  std::array<std::uint8_t, most> kinds_;
  std::array<std::uint16_t, most> order_;
  Block<T> block_;
};

}  // namespace tactus::batch::detail
