// SPDX-License-Identifier: MIT
#pragma once
/// The broad phase that chooses its method itself.
#include <tactus/broad/aabb_tree.h>
#include <tactus/broad/brute_force.h>
#include <tactus/broad/grid.h>
#include <tactus/broad/sweep_and_prune.h>
#include <tactus/math/export.h>

#include <bit>
#include <variant>

namespace tactus {
namespace broad {

/// The methods that find overlapping boxes. automatic: one of brute_force, aabb_tree and grid, depending on the
/// population.
enum class MethodName : std::uint8_t { brute_force, aabb_tree, grid, sweep_and_prune, automatic };

/// The input of the choice: counts, so that the same calls always lead to the same choice.
struct Population {
  std::size_t boxes = 0;  // how many there are
  double leaving = 0;  // share of the boxes that recently left their fat boxes or were new (a running mean)
  int octaves = 1;  // of sizes (largest sides) that contain boxes; the grid has a level for each
};

/// Up to 48 boxes: brute force. More: the tree, unless a large share of the boxes leaves its fat box in a frame; then
/// the grid, whose cost per frame hardly depends on that share but grows with the octaves of their sizes. Measured for
/// 1,000 to 100,000 boxes: the grid is faster from a share of 0.15 to 0.2 on if the sizes are within one octave, 0.45
/// for two, 0.6 for four, 0.8 for eight. A little below that the current method stays, so that a population at the
/// border does not switch back and forth. Sweep and prune is never chosen: in a crowd, the end of a moving box passes
/// more other ends than the box has neighbours. In every population that was measured, one of the three is faster
/// (bench/broad).
constexpr MethodName choose(const Population& p, MethodName current) {
  if (p.boxes <= 48) return MethodName::brute_force;
  const double many = 0.2 * std::bit_width(static_cast<unsigned>(p.octaves));  // 0.2 for one, 0.4 for two, 0.6 for four
  if (p.leaving > many) return MethodName::grid;
  if (p.leaving < 0.65 * many || current == MethodName::brute_force) return MethodName::aabb_tree;
  return current;
}

/// The number of octaves that contain boxes, cut where this gives the fewest. Boxes without size count as an octave.
template <Scalar T> int count_octaves(const BoxStore<T>& store);

/// The automatic method: it changes as the population changes. That costs one insertion of all boxes, so it is
/// considered only every 32nd refresh, or when the number of boxes requires it.
template <Scalar T> class TACTUS_API Chosen {
 public:
  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const;

  /// Uses this method from the next refresh on, whatever the population; `automatic` switches back.
  void keep_to(MethodName name) { wanted_ = name; }
  MethodName name() const { return static_cast<MethodName>(method_.index()); }
  const Population& population() const { return population_; }

 private:
  void start_anew(const BoxStore<T>& store, std::vector<PairKey>& pairs);

  std::variant<AllPairs<T>, Skinned<T, BoxTree>, Skinned<T, CellGrid>, Skinned<T, SweptLists>> method_;
  MethodName wanted_ = MethodName::automatic;
  Population population_;
  std::size_t refreshes_ = 0;  // since the last change of method
};

extern template class Chosen<float>;
extern template class Chosen<double>;
extern template int count_octaves(const BoxStore<float>&);
extern template int count_octaves(const BoxStore<double>&);

}  // namespace broad

/// The broad phase that chooses its method by the population; what a World uses unless told otherwise.
template <Scalar T> using Automatic = BoxSet<T, broad::Chosen<T>>;

}  // namespace tactus
