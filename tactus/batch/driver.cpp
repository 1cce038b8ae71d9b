#include <tactus/batch/driver.h>
#include <tactus/narrow/default.h>

#include <algorithm>
#include <utility>

namespace tactus::batch::detail {

template <Scalar T> std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>> shapes) {
  std::vector<LaneShape<T>> all;
  all.reserve(shapes.size());
  for (const Shape<T>& s : shapes) all.push_back(lane_shape(s));
  return all;
}

template <Scalar T> Contact<T> ask_single(const PairInput<T>& p, Query query, const Options<T>& options) {
  const Shape<T>&a = *p.a->shape, &b = *p.b->shape;
  if (query == Query::distance) return narrow::distance(a, *p.pose_a, b, *p.pose_b, options);
  if (query == Query::contact) return narrow::contact(a, *p.pose_a, b, *p.pose_b, options);
  Contact<T> c;
  if (!is_valid(*p.pose_a) || !is_valid(*p.pose_b)) return c;
  const bool hit = narrow::intersects(a, rigid(*p.pose_a), b, rigid(*p.pose_b), options);
  c.status = hit ? Status::overlapping : Status::separated;
  return c;
}

template <Scalar T> void Chunk<T>::solve(Query query, const Options<T>& options, Summary& summary, Sink<T>& sink) {
  sort_by_kinds();
  for (std::size_t first = 0, last; first < count_; first = last) {
    for (last = first + 1; last < count_ && kinds_[last] == kinds_[first];) ++last;
    const LaneKind a = a_[first]->kind, b = b_[first]->kind;
    const Plan plan = plan_for(a, b, query);
    const Task<T> task{query, plan.solver, plan.swapped ? b : a, plan.swapped ? a : b, options};
    for (std::size_t from = first; from < last; from += Block<T>::capacity)
      solve_block(from, std::min(last, from + Block<T>::capacity), task, plan.swapped, summary, sink);
  }
}

/// By counting: pairs of the same kinds keep their order.
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

template <Scalar T> void Chunk<T>::ask(std::size_t i, const Task<T>& task, Summary& summary, Sink<T>& sink) {
  const Contact<T> c = ask_single((*this)[i], task.query, task.options);
  summary.one_by_one += c.status != Status::invalid;
  summary.invalid += c.status == Status::invalid;
  sink.take(order_[i], c);
}

template <Scalar T>
void Chunk<T>::solve_block(std::size_t from, std::size_t to, const Task<T>& task, bool swapped, Summary& summary,
                           Sink<T>& sink) {
  block_.count = to - from;
  auto &side_a = swapped ? block_.b : block_.a, &side_b = swapped ? block_.a : block_.b;
  side_a.pose = &pose_a_[from], side_b.pose = &pose_b_[from];
  side_a.shape = &a_[from], side_b.shape = &b_[from];
  if (task.solver == Solver::none || !detail::solve(block_, task)) {
    for (std::size_t i = from; i < to; ++i) ask(i, task, summary, sink);
    return;
  }
  sink.take(LaneAnswers<T>{block_, &order_[from], swapped});
  const std::size_t before = summary.one_by_one + summary.invalid, invalid = summary.invalid;
  for (std::size_t i = 0; i < block_.count; ++i)
    if (block_.code[i] == T(give_up)) ask(from + i, task, summary, sink);
  const std::size_t asked = summary.one_by_one + summary.invalid - before;
  summary.gave_up += asked - (summary.invalid - invalid);
  summary.in_lanes += block_.count - asked;
}

#define TACTUS_INSTANTIATE(T)                                                    \
  template std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>>);     \
  template Contact<T> ask_single(const PairInput<T>&, Query, const Options<T>&); \
  template class Chunk<T>;
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::batch::detail
