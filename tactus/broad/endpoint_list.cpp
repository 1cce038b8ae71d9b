#include <tactus/broad/endpoint_list.h>

#include <algorithm>

namespace tactus::broad {

/// The first end that is not below the given number. Which half it is in is anyone's guess: without a branch.
std::size_t EndpointList::place_of(End end) const {
  std::size_t place = 0;  // the sentinel there is below
  for (std::size_t rest = ends_.size() - 1; rest > 1;) {
    const std::size_t half = rest / 2;
    place += ends_[place + half] < end ? half : 0;
    rest -= half;
  }
  return place + 1;
}

std::span<const End> EndpointList::between(End low, End high) const {
  const std::size_t from = place_of(low);
  std::size_t to = from;
  while (ends_[to] < high) ++to;  // who asks will look at them anyway
  return {&ends_[from], to - from};
}

void EndpointList::remove(std::span<const std::uint8_t> marked) {
  std::size_t to = 1;
  for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {
    ends_[to] = ends_[i];
    to += marked[slot_of(ends_[i])] == 0 ? 1 : 0;
  }
  ends_[to] = ends_.back();
  ends_.resize(to + 1);
}

void EndpointList::add(std::vector<End>& fresh) {
  std::sort(fresh.begin(), fresh.end());
  std::size_t from = ends_.size(), to = from + fresh.size();
  ends_.resize(to);
  for (auto next = fresh.rbegin(); next != fresh.rend();)
    ends_[--to] = *next < ends_[from - 1] ? ends_[--from] : *next++;
}

std::size_t EndpointList::move(End from, End to) {
  const std::size_t old = place_of(from);
  std::size_t place = old;
  for (; ends_[place - 1] > to; --place) ends_[place] = ends_[place - 1];
  for (; ends_[place + 1] < to; ++place) ends_[place] = ends_[place + 1];
  ends_[place] = to;
  return old > place ? old - place : place - old;
}

/// By insertion: ends have moved little, and the work is the number of those that passed each other. If that turns out
/// to be many times their number, the rest is left to a method that does not mind.
std::size_t EndpointList::sort() {
  std::size_t passed = 0;
  for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {
    const End end = ends_[i];
    if (end > ends_[i - 1]) continue;
    std::size_t to = i;
    for (; end < ends_[to - 1]; --to) ends_[to] = ends_[to - 1];
    ends_[to] = end;
    passed += i - to;
    if (passed > 128 * ends_.size()) {
      std::sort(ends_.begin() + 1, ends_.end() - 1);
      break;
    }
  }
  return passed;
}

}  // namespace tactus::broad
