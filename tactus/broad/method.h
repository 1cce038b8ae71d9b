// SPDX-License-Identifier: MIT
#pragma once
/// The interface between a method of finding pairs and the BoxSet that contains it.
#include <tactus/broad/box_store.h>
#include <tactus/broad/ray.h>

#include <memory>
#include <type_traits>

namespace tactus::broad {

/// A reference to a function of a slot, so that a method's search is compiled once and not per caller.
template <class R> class Visitor {
 public:
  template <class F>
    requires(!std::same_as<F, Visitor>)
  Visitor(const F& f)
      : object_(std::addressof(f)),
        call_([](const void* object, Slot slot) { return R((*static_cast<const F*>(object))(slot)); }) {}
  R operator()(Slot slot) const { return call_(object_, slot); }

 private:
  const void* object_;
  R (*call_)(const void*, Slot);
};

/// refresh: the boxes have changed as listed; `pairs` holds the sorted keys of all previous pairs (as this method left
/// them) and must be updated to the current ones. query, ray: visit each box known since the last refresh that meets
/// the argument as it is in the store, once, and stop if the visitor returns false, or shorten the ray to the returned
/// t. They may also visit a slot that has been touched since: the BoxSet ignores it.
template <class M, class T>
concept Method = requires(M m, const M c, const BoxStore<T> store, const Changes changes, std::vector<PairKey> pairs,
                          Aabb<T> box, Ray<T> ray, T t, Visitor<bool> visit, Visitor<T> shorten) {
  m.refresh(store, changes, pairs);
  c.query(store, box, visit);
  c.ray(store, ray, t, shorten);
  { c.bytes() } -> std::same_as<std::size_t>;
};

template <class V> std::size_t bytes_of(const std::vector<V>& v) { return v.capacity() * sizeof(V); }
inline std::size_t bytes_of(const KeyScratch& s) { return bytes_of(s.keys) + bytes_of(s.starts); }

}  // namespace tactus::broad
