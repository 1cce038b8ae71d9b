#include <tactus/broad/endpoint_list.h>

#include <utility>

namespace tactus::broad {

template <Scalar T> void EndpointList<T>::remove(std::span<const std::uint8_t> marked) {
  std::size_t to = 1;
  for (std::size_t i = 1; i + 1 < tags_.size(); ++i) {
    values_[to] = values_[i], tags_[to] = tags_[i];
    to += marked[slot_of(tags_[i])] == 0 ? 1 : 0;
  }
  values_[to] = values_.back(), tags_[to] = tags_.back();
  values_.resize(to + 1), tags_.resize(to + 1);
}

template <Scalar T> void EndpointList<T>::add(const BoxStore<T>& store, int axis, std::span<const Slot> slots) {
  std::vector<std::pair<T, EndTag>> fresh;
  fresh.reserve(2 * slots.size());
  for (const Slot slot : slots) {
    const Aabb<T>& box = store.box(slot);
    fresh.push_back({box.min[axis], lower_end(slot)});
    fresh.push_back({box.max[axis], upper_end(slot)});
    note_width(box, axis);
  }
  std::sort(fresh.begin(), fresh.end(),
            [](const auto& a, const auto& b) { return before(a.first, a.second, b.first, b.second); });
  std::size_t from = tags_.size(), to = from + fresh.size();
  values_.resize(to), tags_.resize(to);
  for (auto next = fresh.rbegin(); next != fresh.rend();) {
    --to;
    if (before(next->first, next->second, values_[from - 1], tags_[from - 1])) {
      --from;
      values_[to] = values_[from], tags_[to] = tags_[from];
    } else {
      values_[to] = next->first, tags_[to] = next->second;
      ++next;
    }
  }
}

template <Scalar T> std::span<const EndTag> EndpointList<T>::candidates(T low, T high) const {
  // A box that reaches low begins at most a width before it; the second term covers the rounding of both differences.
  const T reach = widest_ + (abs(low) + widest_) * (T(4) * unit_roundoff<T>);
  const auto begin = values_.begin() + 1, end = values_.end() - 1;
  const auto from = std::lower_bound(begin, end, low - reach), to = std::upper_bound(from, end, high);
  return tags().subspan(static_cast<std::size_t>(from - begin), static_cast<std::size_t>(to - from));
}

template class EndpointList<float>;
template class EndpointList<double>;

}  // namespace tactus::broad
