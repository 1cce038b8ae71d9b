#pragma once
/// Where two quadrilaterals overlap: what detail::clip_small finds, side by side. Most faces of boxes meet this way.
#include <tactus/contact/overlap.h>
#include <tactus/lookup/lanes.h>

#include <algorithm>
#include <bit>

namespace tactus::detail {

/// All distances of one quadrilateral's corners from the other's sides.
template <Scalar T> struct QuadTable {
  T distance[16];  // of corner i from side j: 4 i + j
  T inside[4];  // how deep corner i lies in the other
  std::uint32_t straddled;  // bit 4 i + j: the ends of side i lie clear of side j's line, on either side of it
};

template <Scalar T> void fill(QuadTable<T>& table, const Silhouette<T>& own, const Silhouette<T>& other, T snap) {
  using V = lookup::Lanes<T>;
  constexpr std::size_t width = std::min<std::size_t>(V::width, 4);
  T x[V::width + 4], y[V::width + 4], offset[V::width + 4];  // with room for the last load
  for (std::size_t j = 0; j < V::width + 4; ++j) {
    const SideLine<T>& side = other.sides[j % 4];
    x[j] = side.inward.x, y[j] = side.inward.y, offset[j] = side.offset;
  }
  std::uint32_t below = 0, above = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    T row[V::width + 4];
    std::uint32_t row_below = 0, row_above = 0;
    for (std::size_t j = 0; j < 4; j += width) {
      const auto d = V::load(x + j) * own.corners[i].x + V::load(y + j) * own.corners[i].y - V::load(offset + j);
      V::store(row + j, d);
      row_below |= V::bits(d < -snap) << j, row_above |= V::bits(d > snap) << j;
    }
    below |= (row_below & 15u) << 4 * i, above |= (row_above & 15u) << 4 * i;
    std::copy(row, row + 4, table.distance + 4 * i);
    table.inside[i] = min(min(row[0], row[1]), min(row[2], row[3]));
  }
  const auto next = [](std::uint32_t bits) { return (bits >> 4 | bits << 12) & 0xffffu; };  // of corner i + 1
  table.straddled = (below & next(above)) | (above & next(below));
}

/// Bit 4 i + j becomes bit 4 j + i.  [Warren, Hacker's Delight, §7-3]
constexpr std::uint32_t transposed_bits(std::uint32_t x) {
  std::uint32_t t = (x ^ x >> 3) & 0x0a0au;
  x ^= t ^ t << 3;
  t = (x ^ x >> 6) & 0x00ccu;
  return x ^ t ^ t << 6;
}

template <Scalar T> void clip_quads(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  QuadTable<T> of_a, of_b;
  fill(of_a, a, b, snap);
  fill(of_b, b, a, snap);
  for (int i = 0; i < 4; ++i) {
    overlap.points[overlap.count] = {a.corners[i], a.corner_part(i).code() << 16};
    overlap.count += of_a.inside[i] >= -snap;
  }
  for (int j = 0; j < 4; ++j) {
    if (abs(of_b.inside[j]) <= T(2) * snap && overlap.has_near(b.corners[j], T(2) * snap)) continue;
    overlap.points[overlap.count] = {b.corners[j], b.corner_part(j).code()};
    overlap.count += of_b.inside[j] >= -snap;
  }
  for (std::uint32_t c = of_a.straddled & transposed_bits(of_b.straddled); c; c &= c - 1) {
    const int k = std::countr_zero(c), i = k / 4, j = k % 4, i1 = (i + 1) % 4;
    const T p = of_a.distance[4 * i + j], q = of_a.distance[4 * i1 + j];
    overlap.add(a.corners[i] + (a.corners[i1] - a.corners[i]) * (p / (p - q)), a.side_part(i), b.side_part(j));
  }
}

}  // namespace tactus::detail
