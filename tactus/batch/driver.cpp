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
void answer(Block<T>& block, const std::uint16_t* keys, std::size_t first, const BlockPlan<T>& plan, Summary& summary,
            Sink<T>& sink) {
  const LaneAnswers<T> answers{block, keys, first, plan.swapped};
  const auto ask = [&](std::size_t i) {
    const SinglePair<T> pair = answers.pair(i);
    const Contact<T> c = ask_single(pair, plan.task.query, plan.task.options);
    sink.take(answers.key(i), c, pair);
    return c.status != Status::invalid;
  };
  std::size_t settled = 0;
  if (plan.task.solver == Solver::none || !detail::solve(block, plan.task)) {
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

template <Scalar T> void Chunk<T>::solve(Query query, const Options<T>& options, Summary& summary, Sink<T>& sink) {
  // May be left from an earlier call, with another shape at the same address.
  block_.a.all_are = block_.b.all_are = nullptr;
  sort_by_kinds();
  for (std::size_t begin = 0, end; begin < count_; begin = end) {
    for (end = begin + 1; end < count_ && kinds_[end] == kinds_[begin];) ++end;
    const BlockPlan<T> plan(a_[begin]->kind, b_[begin]->kind, query, options);
    auto &side_a = plan.swapped ? block_.b : block_.a, &side_b = plan.swapped ? block_.a : block_.b;
    for (std::size_t from = begin; from < end; from += Block<T>::capacity) {
      block_.count = std::min(end - from, Block<T>::capacity);
      side_a.pose = &pose_a_[from], side_b.pose = &pose_b_[from];
      side_a.shape = &a_[from], side_b.shape = &b_[from];
      answer(block_, &order_[from], 0, plan, summary, sink);
    }
  }
}

/// A counting sort: pairs of the same kinds keep their order.
template <Scalar T> void Chunk<T>::sort_by_kinds() {
  for (std::size_t k = 0; k < count_; ++k) order_[k] = static_cast<std::uint16_t>(k);
  for (std::size_t k = 0; k < count_; ++k)
    kinds_[k] = static_cast<std::uint8_t>(static_cast<std::size_t>(a_[k]->kind) * lane_kinds +
                                          static_cast<std::size_t>(b_[k]->kind));
  unsigned differ = 0;
  for (std::size_t k = 1; k < count_; ++k) differ |= static_cast<unsigned>(kinds_[k] ^ kinds_[0]);
  if (!differ) return;
  std::array<std::uint16_t, lane_kinds * lane_kinds> begin{};
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

#define TACTUS_INSTANTIATE(T)                                                                                  \
  template Contact<T> ask_single(const SinglePair<T>&, Query, const Options<T>&);                              \
  template struct BlockPlan<T>;                                                                                \
  template void answer(Block<T>&, const std::uint16_t*, std::size_t, const BlockPlan<T>&, Summary&, Sink<T>&); \
  template class Chunk<T>;
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::batch::detail
