// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>
#include <tactus/nonconvex/decompose/join.h>

#include <algorithm>

namespace tactus::decomposition {
namespace {

/// A pair of parts that might be joined, and the cost: the volume that their common hull has in addition.
struct Pair {
  std::size_t a, b;
  double cost = 0;
  bool tried = false;  // tried before, and rejected
};

class Joiner {
 public:
  Joiner(std::vector<Part> parts, const Measure& measure, const DecomposeOptions& options)
      : parts_(std::move(parts)),
        measure_(measure),
        options_(options),
        alive_(parts_.size(), true),
        left_(parts_.size()) {
    for (std::size_t b = 1; b < parts_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) consider(a, b);
    weigh(0);
  }

  std::vector<Part> run() {
    while (join_good_pair()) tell();
    while (left_ > static_cast<std::size_t>(options_.max_pieces)) join_least_bad();
    std::vector<Part> kept;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (alive_[i]) kept.push_back(std::move(parts_[i]));
    return kept;
  }

 private:
  /// Only neighbours: the boxes of their hulls touch.
  void consider(std::size_t a, std::size_t b) {
    if (overlaps(expanded(box_of(a), 1e-6 * measure_.solid.size()), box_of(b))) pairs_.push_back({a, b});
  }
  Aabb<double> box_of(std::size_t i) const {
    Aabb<double> box;
    for (const auto& p : parts_[i].points) box = merged(box, p);
    return box;
  }
  /// Computes the costs of the pairs from `first` on, then sorts all pairs by cost.
  void weigh(std::size_t first) {
    detail::parallel_for(
        pairs_.size() - first, options_.threads,
        [&](std::size_t i) {
          Pair& pair = pairs_[first + i];
          const Part &a = parts_[pair.a], &b = parts_[pair.b];
          std::vector<Vec3<double>> points = a.points;
          points.insert(points.end(), b.points.begin(), b.points.end());
          pair.cost = hull_volume(points) - a.volume - b.volume;
        },
        4);
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const Pair& x, const Pair& y) { return x.cost < y.cost; });
  }

  /// The cheapest pair that is good enough. Several pairs are tried at a time, so that all threads have work. The first
  /// good one in the order is used, so the number of threads does not matter.
  bool join_good_pair() {
    constexpr std::size_t together = 8;
    for (std::size_t from = 0; from < pairs_.size() && !options_.stop.stop_requested();) {
      std::vector<std::size_t> batch;
      for (; from < pairs_.size() && batch.size() < together; ++from)
        if (!pairs_[from].tried) batch.push_back(from);
      std::vector<char> good(batch.size(), 0);
      detail::parallel_for(
          batch.size(), options_.threads,
          [&](std::size_t i) { good[i] = measure_.good_enough(joined(pairs_[batch[i]]).hull); }, 1);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (good[i]) return replace(pairs_[batch[i]]), true;
        pairs_[batch[i]].tried = true;
      }
    }
    return false;
  }

  void join_least_bad() {
    constexpr std::size_t tried = 8;
    if (pairs_.empty()) {  // separate solids: anything may be joined
      for (std::size_t b = 1; b < parts_.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
          if (alive_[a] && alive_[b]) pairs_.push_back({a, b});
      weigh(0);
    }
    std::vector<double> out(std::min(tried, pairs_.size()));
    detail::parallel_for(
        out.size(), options_.threads, [&](std::size_t i) { out[i] = measure_.loosely(joined(pairs_[i]).hull).upper; },
        1);
    replace(pairs_[static_cast<std::size_t>(std::min_element(out.begin(), out.end()) - out.begin())]);
  }

  Part joined(const Pair& pair) const { return measure_.joined(parts_[pair.a], parts_[pair.b]); }

  void replace(const Pair& pair) {
    parts_.push_back(joined(pair));
    alive_[pair.a] = alive_[pair.b] = false;
    alive_.push_back(true);
    --left_;
    std::erase_if(pairs_, [&](const Pair& p) { return !alive_[p.a] || !alive_[p.b]; });
    const std::size_t first = pairs_.size(), made = parts_.size() - 1;
    for (std::size_t a = 0; a < made; ++a)
      if (alive_[a]) consider(a, made);
    weigh(first);
  }

  void tell() const {
    const auto untried = std::count_if(pairs_.begin(), pairs_.end(), [](const Pair& p) { return !p.tried; });
    if (options_.remaining && !pairs_.empty())
      options_.remaining(0.1 + 0.3 * static_cast<double>(untried) / static_cast<double>(pairs_.size() + 1));
  }

  std::vector<Part> parts_;
  const Measure& measure_;
  const DecomposeOptions& options_;
  std::vector<bool> alive_;
  std::size_t left_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Part> join(std::vector<Part> parts, const Measure& measure, const DecomposeOptions& options) {
  return Joiner(std::move(parts), measure, options).run();
}

}  // namespace tactus::decomposition
