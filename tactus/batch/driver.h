#pragma once
/// How a batch is done: pairs in chunks, each sorted by kinds, in blocks through the lanes, and what these give up on
/// through the single query. A chunk knows nothing of the others, so threads change nothing.
#include <tactus/batch/batch.h>
#include <tactus/batch/lanes/block.h>
#include <tactus/narrow/default.h>

#include <array>
#include <vector>

namespace tactus::batch::detail {

/// The shapes of a table as kernels read them.
template <Scalar T> std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>> shapes) {
  std::vector<LaneShape<T>> all;
  all.reserve(shapes.size());
  for (const Shape<T>& s : shapes) all.push_back(lane_shape(s));
  return all;
}

/// A pair as a chunk holds it. `pose` points to twelve numbers.
template <Scalar T> struct PairInput {
  const Shape<T>* shape_a;
  const Shape<T>* shape_b;
  const LaneShape<T>* lane_a;
  const LaneShape<T>* lane_b;
  const Pose<T>* pose_a;
  const Pose<T>* pose_b;
};

/// What the single query says.
template <Scalar T> Contact<T> ask_single(const PairInput<T>& p, Query query, const Options<T>& options) {
  if (query == Query::distance) return narrow::distance(*p.shape_a, *p.pose_a, *p.shape_b, *p.pose_b, options);
  if (query == Query::contact) return narrow::contact(*p.shape_a, *p.pose_a, *p.shape_b, *p.pose_b, options);
  Contact<T> c;
  if (!is_valid(*p.pose_a) || !is_valid(*p.pose_b)) return c;
  const bool hit = narrow::intersects(*p.shape_a, rigid(*p.pose_a), *p.shape_b, rigid(*p.pose_b), options);
  c.status = hit ? Status::overlapping : Status::separated;
  return c;
}

/// Pair i of a block that the lanes have answered. `swapped`: they took A for B.
template <Scalar T>
Contact<T> contact_of(const Block<T>& block, std::size_t i, const PairInput<T>& p, Status status, bool swapped,
                      bool features) {
  Contact<T> c;
  c.status = status;
  c.distance = block.distance[i], c.lower = block.lower[i], c.upper = block.upper[i];
  c.resolution = block.resolution[i];
  const auto at = [&](const T(&rows)[3][Block<T>::capacity]) { return Vec3<T>{rows[0][i], rows[1][i], rows[2][i]}; };
  c.normal = at(block.normal), c.point_a = at(block.point_a), c.point_b = at(block.point_b);
  if (swapped) mirror(c);
  if (features && status != Status::beyond_max) {
    const T size = pair_size(p.shape_a->bounding_radius(), p.shape_b->bounding_radius());
    const T sine = unnoticed_tilt(c.resolution, size);
    c.feature_a = p.shape_a->feature(transposed_times(p.pose_a->rotation, c.normal), sine);
    c.feature_b = p.shape_b->feature(-transposed_times(p.pose_b->rotation, c.normal), sine);
  }
  return c;
}

/// Up to `most` pairs, answered together. answer(k, status, contact()) is called once for each pair k, in any order;
/// contact() makes the whole answer, for those who ask.
template <Scalar T> class Chunk {
 public:
  static constexpr std::size_t most = 1024;

  void clear() { count_ = 0; }
  bool full() const { return count_ == most; }
  std::size_t size() const { return count_; }
  void add(const PairInput<T>& p) { pairs_[count_++] = p; }
  const PairInput<T>& operator[](std::size_t k) const { return pairs_[k]; }

  template <class F> void solve(Query query, const Options<T>& options, bool features, Summary& summary, F&& answer) {
    sort_by_kinds();
    for (std::size_t first = 0, last; first < count_; first = last) {
      const auto kinds = kinds_of(order_[first]);
      for (last = first + 1; last < count_ && kinds_of(order_[last]) == kinds;) ++last;
      const LaneKind a = pairs_[order_[first]].lane_a->kind, b = pairs_[order_[first]].lane_b->kind;
      const Plan plan = plan_for(a, b, query);
      for (std::size_t from = first; from < last; from += Block<T>::capacity) {
        const std::size_t to = std::min(last, from + Block<T>::capacity);
        const Task<T> task{query, plan.solver, plan.swapped ? b : a, plan.swapped ? a : b, options};
        solve_block(from, to, task, plan.swapped, features, summary, answer);
      }
    }
  }

 private:
  std::size_t kinds_of(std::size_t k) const {
    return static_cast<std::size_t>(pairs_[k].lane_a->kind) * lane_kinds +
           static_cast<std::size_t>(pairs_[k].lane_b->kind);
  }

  /// By counting: pairs of the same kinds keep their order.
  void sort_by_kinds() {
    std::array<std::uint16_t, lane_kinds * lane_kinds> begin{};
    for (std::size_t k = 0; k < count_; ++k) ++begin[kinds_of(k)];
    std::uint16_t sum = 0;
    for (auto& n : begin) n = static_cast<std::uint16_t>(std::exchange(sum, static_cast<std::uint16_t>(sum + n)));
    for (std::size_t k = 0; k < count_; ++k) order_[begin[kinds_of(k)]++] = static_cast<std::uint16_t>(k);
  }

  template <class F>
  void solve_block(std::size_t from, std::size_t to, const Task<T>& task, bool swapped, bool features, Summary& summary,
                   F&& answer) {
    const auto single = [&](std::size_t k) {
      const Contact<T> c = ask_single(pairs_[k], task.query, task.options);
      summary.one_by_one += c.status != Status::invalid;
      summary.invalid += c.status == Status::invalid;
      answer(k, c.status, [&] { return c; });
    };
    block_.count = to - from;
    auto &side_a = swapped ? block_.b : block_.a, &side_b = swapped ? block_.a : block_.b;
    for (std::size_t i = 0; i < block_.count; ++i) {
      const PairInput<T>& p = pairs_[order_[from + i]];
      side_a.pose[i] = &p.pose_a->rotation.columns[0].x, side_b.pose[i] = &p.pose_b->rotation.columns[0].x;
      side_a.shape[i] = p.lane_a, side_b.shape[i] = p.lane_b;
    }
    if (task.solver == Solver::none || !detail::solve(block_, task)) {
      for (std::size_t i = from; i < to; ++i) single(order_[i]);
      return;
    }
    for (std::size_t i = 0; i < block_.count; ++i) {
      const std::size_t k = order_[from + i];
      if (block_.code[i] == T(give_up)) {
        const std::size_t before = summary.one_by_one;
        single(k);
        summary.gave_up += summary.one_by_one - before;
        continue;
      }
      const Status status = static_cast<Status>(block_.code[i]);
      ++summary.in_lanes;
      answer(k, status, [&] { return contact_of(block_, i, pairs_[k], status, swapped, features); });
    }
  }

  std::size_t count_ = 0;
  std::array<PairInput<T>, most> pairs_;
  std::array<std::uint16_t, most> order_;
  Block<T> block_;
};

}  // namespace tactus::batch::detail
