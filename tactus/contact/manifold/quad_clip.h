#pragma once
/// Where two quadrilaterals overlap: what detail::clip_small finds, side by side. Most faces of boxes meet this way.
#include <tactus/contact/manifold/overlap.h>
#include <tactus/lookup/lanes.h>

#include <algorithm>
#include <bit>

namespace tactus::detail {

/// All distances of one quadrilateral's corners from the other's sides.
template <Scalar T> struct QuadTable {
  T distance[16];  // of corner i from side j: 4 i + j
  T inside[4];  // how deep corner i lies in the other
  std::uint32_t below, above;  // bit 4 i + j: corner i lies clear of side j's line, outside or inside
  std::uint32_t straddled;  // bit 4 i + j: the ends of side i do, on either side of it
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
  table.below = below, table.above = above;
  table.straddled = (below & next(above)) | (above & next(below));
}

/// Bit 4 i + j becomes bit 4 j + i.  [Warren, Hacker's Delight, §7-3]
constexpr std::uint32_t transposed_bits(std::uint32_t x) {
  std::uint32_t t = (x ^ x >> 3) & 0x0a0au;
  x ^= t ^ t << 3;
  t = (x ^ x >> 6) & 0x00ccu;
  return x ^ t ^ t << 6;
}

/// Where each point of the overlap comes in counter-clockwise order, from signs alone. Once around A, side by side:
/// slot 8 i is for corner i, 8 i + 1 for where side i enters B, 8 i + 2 for where it leaves it, and from 8 i + 3 on for
/// the corners of B that follow from there to where A enters again. A point's place is the number of slots taken before
/// its.
struct QuadOrder {
  std::uint32_t taken = 0;
  std::uint32_t slot_b[4];  // of B's corners

  /// Corners inside the other, as bits; bit 4 i + j of enters and leaves: side i of A does so across side j of B.
  QuadOrder(std::uint32_t inside_a, std::uint32_t inside_b, std::uint32_t enters, std::uint32_t leaves) {
    const std::uint32_t leaves_by_b = transposed_bits(leaves);
    std::uint32_t slot = 2;
    for (std::uint32_t step = 0; step < 8; ++step) {  // twice round: the first corner may follow the last
      const std::uint32_t j = step % 4, left = leaves_by_b >> 4 * ((j + 3) % 4) & 15u;
      slot = left ? 8 * static_cast<std::uint32_t>(std::countr_zero(left | 16u)) + 3 : slot + 1;
      slot_b[j] = slot;
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t any_enters = (enters >> 4 * i & 15u) != 0, any_leaves = (leaves >> 4 * i & 15u) != 0;
      taken |= ((inside_a >> i & 1u) | any_enters << 1 | any_leaves << 2) << 8 * i;
      taken |= (inside_b >> i & 1u) << (slot_b[i] & 31u);
    }
  }
  int place(std::uint32_t slot) const { return bit_count(taken & ((1u << (slot & 31u)) - 1)); }
  int count() const { return bit_count(taken); }

 private:
  static constexpr int bit_count(std::uint32_t x) {
#if defined(__POPCNT__)
    return std::popcount(x);
#else  // what std::popcount is on machines that have no instruction for it is a call
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
#endif
  }
};

/// Where no corner lies near the other's sides, as is most often so: every point is written where it belongs.
template <Scalar T>
void clip_quads_in_order(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, const QuadTable<T>& of_a,
                         const QuadTable<T>& of_b) {
  const auto inside = [](const QuadTable<T>& table) {  // no corner of a side, as bits
    const std::uint32_t out = table.below | table.below >> 1, any = out | out >> 2;
    return ~((any & 1u) | (any >> 3 & 2u) | (any >> 6 & 4u) | (any >> 9 & 8u)) & 15u;
  };
  const std::uint32_t crossing = of_a.straddled & transposed_bits(of_b.straddled);
  const std::uint32_t inside_a = inside(of_a), inside_b = inside(of_b);
  const QuadOrder order(inside_a, inside_b, crossing & of_a.below, crossing & of_a.above);
  constexpr int spare = 8;  // where the others go
  for (int i = 0; i < 4; ++i) {
    const auto slot = static_cast<std::uint32_t>(8 * i);
    overlap.points[inside_a >> i & 1u ? order.place(slot) : spare] = {a.corners[i], a.corner_part(i).code() << 16};
    overlap.points[inside_b >> i & 1u ? order.place(order.slot_b[i]) : spare] = {b.corners[i], b.corner_part(i).code()};
  }
  for (std::uint32_t c = crossing; c; c &= c - 1) {
    const int k = std::countr_zero(c), i = k / 4, j = k % 4, i1 = (i + 1) % 4;
    const T p = of_a.distance[4 * i + j], q = of_a.distance[4 * i1 + j];
    ClipPoint<T>& point = overlap.points[order.place(static_cast<std::uint32_t>(8 * i + (p < T(0) ? 1 : 2)))];
    point.at = a.corners[i] + (a.corners[i1] - a.corners[i]) * (p / (p - q));
    point.clip = a.side_part(i).code() << 16 | b.side_part(j).code();
  }
  overlap.count = order.count();
}

/// Are the points in order?
template <Scalar T> bool clip_quads(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  QuadTable<T> of_a, of_b;
  fill(of_a, a, b, snap);
  fill(of_b, b, a, snap);
  T nearest = infinity<T>;
  for (int j = 0; j < 4; ++j) nearest = min(nearest, abs(of_b.inside[j]));
  if (((of_a.below | of_a.above) & (of_b.below | of_b.above)) == 0xffffu && nearest > T(2) * snap) {
    clip_quads_in_order(overlap, a, b, of_a, of_b);
    return true;
  }
  for (int i = 0; i < 4; ++i) {
    overlap.points[overlap.count] = {a.corners[i], a.corner_part(i).code() << 16};
    overlap.count += of_a.inside[i] >= -snap;
  }
  const int corners_of_a = overlap.count;
  for (int j = 0; j < 4; ++j) {
    overlap.points[overlap.count] = {b.corners[j], b.corner_part(j).code()};
    overlap.count += of_b.inside[j] >= -snap;
  }
  if (nearest <= T(2) * snap) overlap.join_corners(corners_of_a, T(2) * snap);
  for (std::uint32_t c = of_a.straddled & transposed_bits(of_b.straddled); c; c &= c - 1) {
    const int k = std::countr_zero(c), i = k / 4, j = k % 4, i1 = (i + 1) % 4;
    const T p = of_a.distance[4 * i + j], q = of_a.distance[4 * i1 + j];
    overlap.add(a.corners[i] + (a.corners[i1] - a.corners[i]) * (p / (p - q)), a.side_part(i), b.side_part(j));
  }
  return false;
}

}  // namespace tactus::detail
