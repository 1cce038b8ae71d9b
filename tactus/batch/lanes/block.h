#pragma once
/// What the driver of a batch (batch.cpp) and its kernels (kernels.inc) share: a block of pairs of one kind, in columns.
#include <tactus/core/options.h>
#include <tactus/core/status.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <cstddef>
#include <cstdint>

namespace tactus::batch::detail {

/// What has lanes. `none`: all other shapes, which the single query takes.
enum class LaneKind : std::uint8_t { ball, segment, box, cylinder, cone, ellipsoid, hull, half_space, none };
inline constexpr std::size_t lane_kinds = 9;

enum class Solver : std::uint8_t { balls, ball_segment, segments, ball_box, half_space, boxes, gjk, none };

enum class Query : std::uint8_t { intersects, distance, contact };

/// A shape as kernels read it: twelve numbers in a row, like a pose, so that one transposition serves both.
template <class T> struct alignas(16) LaneShape {
  enum Row { size_x, size_y, size_z, offset, radius, reach, bounding, inscribed, center_x, center_y, center_z, curved };
  T numbers[12]{};
  const T* vertices = nullptr;  // of a hull: all x, then all y, then all z, each `padded` long
  std::uint32_t padded = 0;
  LaneKind kind = LaneKind::none;
  const Shape<T>* shape = nullptr;  // as the single query takes it
};
template <Scalar T> LaneShape<T> lane_shape(const Shape<T>& shape);

/// How a pair of kinds is solved in lanes; `swapped`: as B with A.
struct Plan {
  Solver solver = Solver::none;
  bool swapped = false;
};
Plan plan_for(LaneKind a, LaneKind b, Query query);

/// How a pair of a block ended. The first five are as in Status.
enum Code : std::uint8_t { give_up = 100 };

template <class T> struct BlockSide {
  static constexpr std::size_t capacity = 128;
  const Pose<T>* const* pose = nullptr;  // `count` of them
  const LaneShape<T>* const* shape = nullptr;
  const LaneShape<T>* all_are = nullptr;  // `is` holds this shape everywhere
  alignas(64) T at[12][capacity];
  alignas(64) T is[12][capacity];
};

template <class T> struct Block {
  static constexpr std::size_t capacity = BlockSide<T>::capacity;
  std::size_t count = 0;
  BlockSide<T> a, b;
  alignas(64) T x_ab[12][capacity];
  alignas(64) T slack[capacity];  // what forming x_ab and the rotations add to the bounds
  // ---- what an iteration over cores ended with: v, v·w, the witnesses
  alignas(64) T v[3][capacity];
  alignas(64) T v_w[capacity];
  alignas(64) T core_a[3][capacity];
  alignas(64) T core_w[3][capacity];
  // ---- answers, in the world
  alignas(64) T distance[capacity];
  alignas(64) T lower[capacity];
  alignas(64) T upper[capacity];
  alignas(64) T resolution[capacity];
  alignas(64) T normal[3][capacity];
  alignas(64) T point_a[3][capacity];
  alignas(64) T point_b[3][capacity];
  alignas(64) T code[capacity];  // a Status or a Code, as a number
};

template <class T> struct Task {
  Query query;
  Solver solver;
  LaneKind kind_a, kind_b;
  Options<T> options;
};

/// Answers the pairs of a block in lanes, or gives up on some; false if there are no lanes on this machine.
bool solve(Block<float>& block, const Task<float>& task);
bool solve(Block<double>& block, const Task<double>& task);
/// The instruction set.
const char* lane_target();

}  // namespace tactus::batch::detail
