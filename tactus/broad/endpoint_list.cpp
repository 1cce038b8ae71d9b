// SPDX-License-Identifier: MIT
#include <tactus/broad/endpoint_list.h>

#include <algorithm>

namespace tactus::broad {

/// A binary search without branches, because the half to continue in cannot be predicted.
const End* EndpointList::place_of(End number) const {
  const End* place = ends_.data();  // the sentinel there is lower
  for (std::size_t rest = ends_.size() - 1; rest > 1;) {
    const std::size_t half = rest / 2;
    place += place[half] < number ? half : 0;
    rest -= half;
  }
  return place + 1;
}

void EndpointList::find(std::span<Search> searches) const {
  constexpr std::size_t width = 4;
  for (std::size_t i = 0; i < searches.size(); i += width) {
    const auto search = [&](std::size_t k) -> Search& { return searches[std::min(i + k, searches.size() - 1)]; };
    const End* places[width];
    End numbers[width];
    for (std::size_t k = 0; k < width; ++k) places[k] = ends_.data(), numbers[k] = search(k).number;
    for (std::size_t rest = ends_.size() - 1; rest > 1;) {
      const std::size_t half = rest / 2;
      for (std::size_t k = 0; k < width; ++k) places[k] += places[k][half] < numbers[k] ? half : 0;
      rest -= half;
    }
    for (std::size_t k = 0; k < width; ++k) search(k).place = places[k] + 1;
  }
}

void EndpointList::remove(std::span<const std::uint8_t> marked) {
  std::size_t to = 1;
  for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {
    ends_[to] = ends_[i];
    to += marked[slot_of(ends_[i])] == 0 ? 1u : 0u;
  }
  ends_[to] = ends_.back();
  ends_.resize(to + 1);
}

void EndpointList::add(std::vector<End>& fresh) {
  std::sort(fresh.begin(), fresh.end());
  merge(fresh);
}

void EndpointList::merge(std::span<const End> sorted) {
  std::size_t from = ends_.size(), to = from + sorted.size();
  ends_.resize(to);
  for (auto next = sorted.rbegin(); next != sorted.rend();)
    ends_[--to] = *next < ends_[from - 1] ? ends_[--from] : *next++;
}

void EndpointList::move(const End* place, End from, End to) {
  End* at = ends_.data() + (place - ends_.data());
  while (*at < from) ++at;
  while (*at > from) --at;
  for (; at[-1] > to; --at) *at = at[-1];
  for (; at[1] < to; ++at) *at = at[1];
  *at = to;
}

void sort_nearly_sorted(std::vector<End>& ends) {
  std::size_t passed = 0;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const End end = ends[i];
    std::size_t to = i;
    for (; to > 0 && end < ends[to - 1]; --to) ends[to] = ends[to - 1];
    ends[to] = end;
    passed += i - to;
    if (passed > 128 * ends.size()) return std::sort(ends.begin(), ends.end());
  }
}

}  // namespace tactus::broad
