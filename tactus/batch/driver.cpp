// SPDX-License-Identifier: MIT
#include <tactus/batch/driver.h>
#include <tactus/narrow/default.h>

#include <algorithm>
#include <utility>

namespace tactus::batch::detail {

template <Scalar T> Contact<T> ask_single(const SinglePair<T>& p, Query query, const Options<T>& options) {
  if (query == Query::distance) return narrow::distance(*p.a, p.pose_a, *p.b, p.pose_b, options);
  if (query == Query::contact) return narrow::contact(*p.a, p.pose_a, *p.b, p.pose_b, options);
  Contact<T> c;
  if (!is_valid(p.pose_a) || !is_valid(p.pose_b)) return c;
  const bool hit = narrow::intersects(*p.a, rigid(p.pose_a), *p.b, rigid(p.pose_b), options);
  c.status = hit ? Status::overlapping : Status::separated;
  return c;
}

template <Scalar T>
BlockPlan<T>::BlockPlan(LaneKind a, LaneKind b, Query query, const Options<T>& options) : task{}, swapped(false) {
  Plan plan = plan_for(a, b, query);
  // If only overlaps are wanted, the single query must measure each of them anyway. Looking for them in lanes first
  // would cost more than it saves.
  if (query == Query::contact && plan.solver == Solver::gjk && !(options.max_distance > T(0))) plan = {};
  swapped = plan.swapped;
  task = {query, plan.solver, swapped ? b : a, swapped ? a : b, options};
}

template <Scalar T>
void answer(const LaneAnswers<T>& answers, Block<T>& block, const Task<T>& task, Summary& summary, Sink<T>& sink) {
  const auto ask = [&](std::size_t i) {
    const SinglePair<T> pair = answers.pair(i);
    const Contact<T> c = ask_single(pair, task.query, task.options);
    sink.take(answers.key(i), c, pair);
    return c.status != Status::invalid;
  };
  std::size_t settled = 0;
  if (task.solver == Solver::none || !detail::solve(block, task)) {
    for (std::size_t i = 0; i < block.count; ++i) settled += ask(i);
    summary.one_by_one += settled, summary.invalid += block.count - settled;
    return;
  }
  sink.take(answers);
  if (block.gave_up > 0)
    for (std::size_t i = 0; i < block.count; ++i)
      if (block.code[i] == T(give_up)) settled += ask(i);
  summary.one_by_one += settled, summary.gave_up += settled, summary.invalid += block.gave_up - settled;
  summary.in_lanes += block.count - block.gave_up;
}

/// A box against a sphere goes into the same blocks as a sphere against a box, so that blocks are full.
template <Scalar T> void Chunk<T>::solve(Query query, const Options<T>& options, Summary& summary, Sink<T>& sink) {
  // May be left from an earlier call, with another shape at the same address.
  block_.a.all_are = block_.b.all_are = nullptr;
  sort_by_kinds(query);
  for (std::size_t begin = 0, end; begin < count_; begin = end) {
    std::size_t swapped = begin;
    while (swapped < count_ && kinds_[swapped] == (kinds_[begin] & ~1u)) ++swapped;
    for (end = swapped; end < count_ && kinds_[end] == (kinds_[begin] | 1u);) ++end;
    for (std::size_t k = swapped; k < end; ++k) std::swap(a_[k], b_[k]), std::swap(pose_a_[k], pose_b_[k]);
    const BlockPlan<T> plan(a_[begin]->kind, b_[begin]->kind, query, options);
    for (std::size_t from = begin; from < end; from += Block<T>::capacity) {
      block_.count = std::min(end - from, Block<T>::capacity);
      block_.a.pose = &pose_a_[from], block_.b.pose = &pose_b_[from];
      block_.a.shape = &a_[from], block_.b.shape = &b_[from];
      answer({block_, &order_[from], 0, std::max(swapped, from) - from}, block_, plan.task, summary, sink);
    }
  }
}

/// A counting sort: pairs of the same kinds keep their order.
template <Scalar T> void Chunk<T>::sort_by_kinds(Query query) {
  static_assert(2 * lane_kinds * lane_kinds <= 256);
  std::uint8_t number_of[lane_kinds][lane_kinds];
  for (std::size_t a = 0; a < lane_kinds; ++a)
    for (std::size_t b = 0; b < lane_kinds; ++b) {
      const bool swapped = plan_for(LaneKind(a), LaneKind(b), query).swapped;
      number_of[a][b] = static_cast<std::uint8_t>(2 * (swapped ? b * lane_kinds + a : a * lane_kinds + b) + swapped);
    }
  for (std::size_t k = 0; k < count_; ++k) order_[k] = static_cast<std::uint16_t>(k);
  for (std::size_t k = 0; k < count_; ++k)
    kinds_[k] = number_of[static_cast<std::size_t>(a_[k]->kind)][static_cast<std::size_t>(b_[k]->kind)];
  unsigned differ = 0;
  for (std::size_t k = 1; k < count_; ++k) differ |= static_cast<unsigned>(kinds_[k] ^ kinds_[0]);
  if (!differ) return;
  std::array<std::uint16_t, 2 * lane_kinds * lane_kinds> begin{};
  for (std::size_t k = 0; k < count_; ++k) ++begin[kinds_[k]];
  std::uint16_t sum = 0;
  for (auto& n : begin) n = std::exchange(sum, static_cast<std::uint16_t>(sum + n));
  for (std::size_t k = 0; k < count_; ++k) order_[begin[kinds_[k]]++] = static_cast<std::uint16_t>(k);
  const auto sorted = [&](auto& values) {
    const auto before = values;
    for (std::size_t i = 0; i < count_; ++i) values[i] = before[order_[i]];
  };
  sorted(a_), sorted(b_), sorted(pose_a_), sorted(pose_b_), sorted(kinds_);
}

#define TACTUS_INSTANTIATE(T)                                                                 \
  template Contact<T> ask_single(const SinglePair<T>&, Query, const Options<T>&);             \
  template struct BlockPlan<T>;                                                               \
  template void answer(const LaneAnswers<T>&, Block<T>&, const Task<T>&, Summary&, Sink<T>&); \
  template class Chunk<T>;
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::batch::detail
