// SPDX-License-Identifier: MIT
#include <tactus/broad/automatic.h>

#include <bitset>
#include <cmath>

namespace tactus::broad {
namespace {

template <class V> void become(V& method, MethodName name) {
  switch (name) {
    case MethodName::brute_force: method.template emplace<0>(); return;
    case MethodName::aabb_tree: method.template emplace<1>(); return;
    case MethodName::grid: method.template emplace<2>(); return;
    case MethodName::sweep_and_prune: method.template emplace<3>(); return;
    case MethodName::automatic: return;
  }
}

template <class M> std::size_t leaving(const M& method) { return method.escaped_count(); }
template <Scalar T> std::size_t leaving(const AllPairs<T>&) { return 0; }

}  // namespace

template <Scalar T> int count_octaves(const BoxStore<T>& store) {
  constexpr int cuts = 4;
  std::bitset<2112> seen[cuts];  // room for the octaves of all doubles, from 2^-1074 to 2^1024
  for (Slot slot = 0; slot < store.slot_count(); ++slot) {
    if (store.box(slot).empty()) continue;
    const Vec3<T> side = store.box(slot).max * T(0.5) -
                         store.box(slot).min * T(0.5);  // halved first, so that the difference cannot overflow
    const auto size = static_cast<double>(max(side.x, max(side.y, side.z)));
    const int quarter = size > 0 ? static_cast<int>(cuts * (std::log2(size) + 1074)) + cuts : 0;
    for (int cut = 0; cut < cuts; ++cut) seen[cut].set(static_cast<std::size_t>((quarter + cut) / cuts));
  }
  std::size_t fewest = seen[0].count();
  for (const auto& octaves : seen) fewest = std::min(fewest, octaves.count());
  return static_cast<int>(fewest);
}

template <Scalar T>
void Chosen<T>::refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  population_.boxes = store.size();
  const bool look = ++refreshes_ % 32 == 0 && population_.boxes > 0;
  if (look) population_.octaves = count_octaves(store);
  const bool free = wanted_ == MethodName::automatic;
  const MethodName best = free ? choose(population_, name()) : wanted_;
  const bool must = !free || (best == MethodName::brute_force) != (name() == MethodName::brute_force);
  if (best != name() && (must || look)) {
    become(method_, best);
    return start_anew(store, pairs);
  }
  std::visit([&](auto& method) { method.refresh(store, changes, pairs); }, method_);
  const auto left = std::visit([](const auto& method) { return leaving(method); }, method_);
  const double share = static_cast<double>(left) / static_cast<double>(std::max<std::size_t>(store.size(), 1));
  population_.leaving += (share - population_.leaving) / 8;
}

template <Scalar T> void Chosen<T>::start_anew(const BoxStore<T>& store, std::vector<PairKey>& pairs) {
  Changes all;
  for (Slot slot = 0; slot < store.slot_count(); ++slot)
    if (!store.box(slot).empty()) all.inserted.push_back(slot);
  pairs.clear();
  std::visit([&](auto& method) { method.refresh(store, all, pairs); }, method_);
  refreshes_ = 0;
}

template <Scalar T> void Chosen<T>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  std::visit([&](const auto& method) { method.query(store, box, visit); }, method_);
}

template <Scalar T> void Chosen<T>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  std::visit([&](const auto& method) { method.ray(store, ray, max_t, visit); }, method_);
}

template <Scalar T> std::size_t Chosen<T>::bytes() const {
  return std::visit([](const auto& method) { return method.bytes(); }, method_);
}

template class Chosen<float>;
template class Chosen<double>;
template int count_octaves(const BoxStore<float>&);
template int count_octaves(const BoxStore<double>&);

}  // namespace tactus::broad
