// SPDX-License-Identifier: MIT
#include <tactus/nonconvex/wide_tree.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tactus::pieces {

namespace {

struct Range {
  std::uint32_t first, last;
  std::uint32_t size() const { return last - first; }
};

}  // namespace

template <Scalar T> class WideTreeBuilder {
 public:
  WideTreeBuilder(WideTree<T>& tree, std::span<const Aabb<T>> boxes, std::uint32_t leaf_size)
      : tree_(tree), boxes_(boxes), leaf_size_(leaf_size) {
    tree_.order_.resize(boxes.size());
    std::iota(tree_.order_.begin(), tree_.order_.end(), 0u);
    for (const Aabb<T>& box : boxes) tree_.bounds_ = merged(tree_.bounds_, box);
    tree_.root_ = build({0, static_cast<std::uint32_t>(boxes.size())}, 0);
  }

 private:
  static constexpr int bins = 16;
  /// Deeper than any normal tree. From this depth on, ranges are halved, so that the depth stays bounded.
  static constexpr int deepest_by_area = 40;

  Aabb<T> bounds(Range r) const {
    Aabb<T> box;
    for (std::uint32_t i = r.first; i < r.last; ++i) box = merged(box, boxes_[tree_.order_[i]]);
    return box;
  }

  /// Splits the largest range that is not a leaf, until there are four ranges.
  Ref build(Range range, int depth) {
    if (range.size() <= leaf_size_) return Ref::leaf(range.first, range.size());
    std::array<Range, 4> parts{range};
    std::array<T, 4> costs{infinity<T>};
    int count = 1;
    while (count < 4) {
      int largest = -1;
      for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (parts[k].size() > leaf_size_ && (largest < 0 || costs[k] > costs[static_cast<std::size_t>(largest)]))
          largest = i;
      }
      if (largest < 0) break;
      Range& part = parts[static_cast<std::size_t>(largest)];
      const std::uint32_t middle = split(part, depth);
      parts[static_cast<std::size_t>(count)] = {middle, part.last};
      part.last = middle;
      for (const int i : {largest, count}) {
        const auto k = static_cast<std::size_t>(i);
        costs[k] = surface_area(bounds(parts[k])) * T(parts[k].size());
      }
      ++count;
    }
    const auto node = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_.emplace_back();
    FourBoxes<T> children;
    for (int i = 0; i < count; ++i) {
      const Range part = parts[static_cast<std::size_t>(i)];
      children.add(bounds(part), build(part, depth + 1));
    }
    tree_.nodes_[node] = quantised(children);
    return Ref::node(node);
  }

  /// The place where the cheapest plane between bins splits a range; the middle if no plane splits it.
  std::uint32_t split(Range range, int depth) {
    Aabb<T> centers;
    for (std::uint32_t i = range.first; i < range.last; ++i)
      centers = merged(centers, boxes_[tree_.order_[i]].center());
    const Vec3<T> extent = centers.max - centers.min;
    T best = infinity<T>;
    int best_axis = -1, best_plane = 0;
    for (int axis = 0; axis < 3 && depth < deepest_by_area; ++axis) {
      if (!(extent[axis] > T(0)) || !is_finite(extent[axis])) continue;
      const auto [plane, cost] = best_of_axis(range, centers, axis);
      if (cost < best) best = cost, best_axis = axis, best_plane = plane;
    }
    auto* begin = tree_.order_.data() + range.first;
    auto* end = tree_.order_.data() + range.last;
    if (best_axis >= 0) {
      auto* middle = std::stable_partition(
          begin, end, [&](std::uint32_t i) { return bin_of(boxes_[i], centers, best_axis) < best_plane; });
      if (middle != begin && middle != end) return static_cast<std::uint32_t>(middle - tree_.order_.data());
    }
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    auto* middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](std::uint32_t i, std::uint32_t j) {
      const T x = boxes_[i].center()[axis], y = boxes_[j].center()[axis];
      return x != y ? x < y : i < j;
    });
    return static_cast<std::uint32_t>(middle - tree_.order_.data());
  }

  static int bin_of(const Aabb<T>& box, const Aabb<T>& centers, int axis) {
    const T share = (box.center()[axis] - centers.min[axis]) / (centers.max[axis] - centers.min[axis]);
    return std::clamp(static_cast<int>(share * T(bins)), 0, bins - 1);
  }

  std::pair<int, T> best_of_axis(Range range, const Aabb<T>& centers, int axis) const {
    std::array<Aabb<T>, bins> boxes;
    std::array<std::uint32_t, bins> counts{};
    for (std::uint32_t i = range.first; i < range.last; ++i) {
      const Aabb<T>& box = boxes_[tree_.order_[i]];
      const auto bin = static_cast<std::size_t>(bin_of(box, centers, axis));
      boxes[bin] = merged(boxes[bin], box), ++counts[bin];
    }
    std::array<T, bins> below{};  // cost of all bins before this one
    Aabb<T> box;
    std::uint32_t count = 0;
    for (std::size_t k = 0; k < bins; ++k) {
      below[k] = surface_area(box) * T(count);
      box = merged(box, boxes[k]), count += counts[k];
    }
    box = {}, count = 0;
    std::pair<int, T> best{0, infinity<T>};
    for (std::size_t k = bins - 1; k > 0; --k) {
      box = merged(box, boxes[k]), count += counts[k];
      const T cost = below[k] + surface_area(box) * T(count);
      if (count > 0 && count < range.size() && cost < best.second) best = {static_cast<int>(k), cost};
    }
    return best;
  }

  /// The grid is widened until every box, as it will be decoded, contains the original box.
  static typename WideTree<T>::Node quantised(const FourBoxes<T>& children) {
    typename WideTree<T>::Node node{};
    node.refs = children.refs, node.count = static_cast<std::uint8_t>(children.count);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      T low = infinity<T>, high = -infinity<T>;
      for (int i = 0; i < children.count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        low = min(low, children.min[axis][k]), high = max(high, children.max[axis][k]);
      }
      node.base[axis] = low;
      int exponent = std::numeric_limits<T>::min_exponent;
      if (high > low) std::frexp(max((high - low) / T(256), std::numeric_limits<T>::min()), &exponent);
      while (low + two_to_the<T>(exponent) * T(255) < high) ++exponent;
      const T step = two_to_the<T>(exponent);
      node.step[axis] = static_cast<std::int16_t>(exponent);
      for (int i = 0; i < children.count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const auto at = [&](int q) { return low + step * T(q); };
        const auto guess = [&](T x) { return static_cast<int>(clamp((x - low) / step, T(0), T(255))); };
        int from = guess(children.min[axis][k]), to = guess(children.max[axis][k]);
        while (from > 0 && at(from) > children.min[axis][k]) --from;
        while (to < 255 && at(to) < children.max[axis][k]) ++to;
        node.grid[4 * axis + k] = static_cast<std::uint8_t>(from);
        node.grid[12 + 4 * axis + k] = static_cast<std::uint8_t>(to);
      }
    }
    return node;
  }

  WideTree<T>& tree_;
  std::span<const Aabb<T>> boxes_;
  std::uint32_t leaf_size_;
};

template <Scalar T> WideTree<T>::WideTree(std::span<const Aabb<T>> boxes, std::uint32_t leaf_size) {
  WideTreeBuilder<T>(*this, boxes, leaf_size);
}

/// The planes lie across the sum of the areas; triangles that look the opposite way are turned around first. Children
/// come after their parent in nodes_, so that, from the last node on, the places of a child are known.
template <Scalar T> void WideTree<T>::add_slabs(std::span<const Triangle<T>> triangles) {
  std::vector<Range> places(nodes_.size(), {~0u, 0});  // of all that is in a node
  for (auto node = static_cast<std::uint32_t>(nodes_.size()); node-- > 0;) {
    FourBoxes<T> boxes;
    open(Ref::node(node), boxes);
    for (int i = 0; i < boxes.count; ++i) {
      const Ref ref = boxes.refs[static_cast<std::size_t>(i)];
      const Range r = ref.is_leaf() ? Range{ref.index(), ref.index() + ref.count()} : places[ref.index()];
      places[node] = {std::min(places[node].first, r.first), std::max(places[node].last, r.last)};
      const std::span<const std::uint32_t> inside(order_.data() + r.first, r.size());
      Vec3<T> sum{};
      for (const std::uint32_t k : inside) {
        const Vec3<T> area = cross(triangles[k].b - triangles[k].a, triangles[k].c - triangles[k].a);
        sum += dot(sum, area) < T(0) ? -area : area;
      }
      const auto each_corner = [&](auto&& use) {
        for (const std::uint32_t k : inside) use(triangles[k].a), use(triangles[k].b), use(triangles[k].c);
      };
      nodes_[node].slabs[static_cast<std::size_t>(i)] = slab_around(Cuboid<T>::of(boxes.box(i)), sum, each_corner);
    }
  }
}

template class WideTree<float>;
template class WideTree<double>;

}  // namespace tactus::pieces
