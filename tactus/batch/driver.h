#pragma once
/// How a batch is done: pairs in chunks, each sorted by kinds, in blocks through the lanes, and what these give up on
/// through the single query. A chunk knows nothing of the others, so threads change nothing.
#include <tactus/batch/batch.h>
#include <tactus/batch/lanes/block.h>
#include <tactus/core/pair_scale.h>

#include <array>
#include <vector>

namespace tactus::batch::detail {

/// The shapes of a table as kernels read them.
template <Scalar T> std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>> shapes);

/// A pair as a chunk holds it.
template <Scalar T> struct PairInput {
  const LaneShape<T>* a;
  const LaneShape<T>* b;
  const Pose<T>* pose_a;
  const Pose<T>* pose_b;
};

/// What the single query says. `invalid` if a pose is none.
template <Scalar T> Contact<T> ask_single(const PairInput<T>& p, Query query, const Options<T>& options);

/// A block as the lanes have answered it: pair i is pair keys[i] of its chunk. Those whose code is `give_up` follow one
/// by one. `swapped`: the lanes took A for B.
template <Scalar T> struct LaneAnswers {
  const Block<T>& block;
  const std::uint16_t* keys;
  bool swapped;

  std::size_t size() const { return block.count; }
  Status status(std::size_t i) const { return static_cast<Status>(block.code[i]); }
  bool gave_up(std::size_t i) const { return block.code[i] == T(give_up); }
  T distance(std::size_t i) const { return block.distance[i]; }
  T lower(std::size_t i) const { return block.lower[i]; }
  T upper(std::size_t i) const { return block.upper[i]; }
  Vec3<T> normal(std::size_t i) const { return swapped ? -at(block.normal, i) : at(block.normal, i); }
  Vec3<T> point_a(std::size_t i) const { return at(swapped ? block.point_b : block.point_a, i); }
  Vec3<T> point_b(std::size_t i) const { return at(swapped ? block.point_a : block.point_b, i); }
  /// Named where they are asked for. An overlap that is not measured may name none.
  Feature feature(std::size_t i, bool of_a) const {
    if (status(i) == Status::beyond_max || gave_up(i)) return {};
    const LaneShape<T>&a = *block.a.shape[i], &b = *block.b.shape[i];
    const T size = pair_size(a.shape->bounding_radius(), b.shape->bounding_radius());
    const T sine = unnoticed_tilt(block.resolution[i], size);
    const bool first = of_a != swapped;
    const auto& side = first ? block.a : block.b;
    const Vec3<T> n = transposed_times(side.pose[i]->rotation, at(block.normal, i));
    return side.shape[i]->shape->feature(first ? n : -n, sine);
  }
  Contact<T> contact(std::size_t i) const {
    Contact<T> c;
    c.status = status(i), c.distance = distance(i), c.lower = lower(i), c.upper = upper(i);
    c.resolution = block.resolution[i];
    c.normal = normal(i), c.point_a = point_a(i), c.point_b = point_b(i);
    c.feature_a = feature(i, true), c.feature_b = feature(i, false);
    return c;
  }

 private:
  static Vec3<T> at(const T (&rows)[3][Block<T>::capacity], std::size_t i) {
    return {rows[0][i], rows[1][i], rows[2][i]};
  }
};

/// Who takes the answers of a chunk.
template <Scalar T> class Sink {
 public:
  virtual ~Sink() = default;
  virtual void take(const LaneAnswers<T>& answers) = 0;
  virtual void take(std::size_t key, const Contact<T>& c) = 0;
};

/// Up to `most` pairs, answered together. Large: it does not belong on a stack.
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
  PairInput<T> operator[](std::size_t k) const { return {a_[k], b_[k], pose_a_[k], pose_b_[k]}; }

  /// To be filled side by side by whoever has many, `count` of each.
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
  void solve_block(std::size_t from, std::size_t to, const Task<T>& task, bool swapped, Summary& summary,
                   Sink<T>& sink);
  void ask(std::size_t i, const Task<T>& task, Summary& summary, Sink<T>& sink);

  std::size_t count_ = 0;
  // By the order of `order_`, once sorted.
  std::array<const LaneShape<T>*, most> a_, b_;
  std::array<const Pose<T>*, most> pose_a_, pose_b_;
  std::array<std::uint8_t, most> kinds_;
  std::array<std::uint16_t, most> order_;
  Block<T> block_;
};

}  // namespace tactus::batch::detail
