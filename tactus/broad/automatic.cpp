#include <tactus/broad/automatic.h>

namespace tactus::broad {
namespace {

template <class V> void become(V& method, MethodName name) {
  switch (name) {
    case MethodName::brute_force: method.template emplace<0>(); return;
    case MethodName::aabb_tree: method.template emplace<1>(); return;
    case MethodName::grid: method.template emplace<2>(); return;
  }
}

template <class M> std::size_t leaving(const M& method) { return method.escaped_count(); }
template <Scalar T> std::size_t leaving(const AllPairs<T>&) { return 0; }

}  // namespace

template <Scalar T>
void Chosen<T>::refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  population_.boxes = store.size();
  const MethodName best = choose(population_, name());
  const bool must = (best == MethodName::brute_force) != (name() == MethodName::brute_force);
  ++refreshes_;
  if (best != name() && (must || refreshes_ >= 32)) {
    become(method_, best);
    Changes all;
    for (Slot slot = 0; slot < store.slot_count(); ++slot)
      if (!store.box(slot).empty()) all.inserted.push_back(slot);
    pairs.clear();
    std::visit([&](auto& method) { method.refresh(store, all, pairs); }, method_);
    refreshes_ = 0;
    population_.leaving = 0;
    return;
  }
  std::visit([&](auto& method) { method.refresh(store, changes, pairs); }, method_);
  const auto left = std::visit([](const auto& method) { return leaving(method); }, method_);
  const double share = static_cast<double>(left) / static_cast<double>(std::max<std::size_t>(store.size(), 1));
  population_.leaving += (share - population_.leaving) / 8;
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

}  // namespace tactus::broad
