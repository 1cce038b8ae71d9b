// SPDX-License-Identifier: MIT
#pragma once
/// The interface between the driver of a batch (batch.cpp) and its kernels (kernels.inc): a block of pairs of one kind,
/// in columns.
#include <tactus/core/options.h>
#include <tactus/core/pair_scale.h>
#include <tactus/core/status.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus::batch::detail {

/// The kinds of shapes that lanes can handle. `none`: all other shapes, which the single query answers.
enum class LaneKind : std::uint8_t { ball, segment, box, cylinder, cone, ellipsoid, hull, half_space, none };
inline constexpr std::size_t lane_kinds = 9;

enum class Solver : std::uint8_t { balls, ball_segment, segments, ball_box, half_space, boxes, gjk, none };

enum class Query : std::uint8_t { intersects, distance, contact };

/// A shape as kernels read it: twelve numbers in a row, like a pose, so that one transposition serves both. Closed forms
/// read only the first four. A shape fills whole cache lines.
template <class T> struct alignas(64) LaneShape {
  enum Row { size_x, size_y, size_z, radius, offset, reach, bounding, inscribed, center_x, center_y, center_z, curved };
  T numbers[12]{};
  const T* vertices = nullptr;  // of a hull: all x, then all y, then all z, each `padded` long
  std::uint32_t padded = 0;
  LaneKind kind = LaneKind::none;
  const Shape<T>* shape = nullptr;  // as the single query takes it

  LaneShape() {}  // not defaulted: a std::vector would then also clear the padding, which takes longer than the rest
};
static_assert(sizeof(LaneShape<float>) == 128 && sizeof(LaneShape<double>) == 128);
/// The shapes of a table as kernels read them. They point to the shapes.
template <Scalar T> std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>> shapes);

/// The solver for a pair of kinds; `swapped`: with A and B exchanged.
struct Plan {
  Solver solver = Solver::none;
  bool swapped = false;
};
Plan plan_for(LaneKind a, LaneKind b, Query query);

/// How a pair of a block ended. The first five are as in Status.
enum Code : std::uint8_t { give_up = 100 };

/// One side of the pairs of a block. Its poses are given by pointers, or by numbers into an array, or as consecutive
/// elements of an array, or as one pose for all; the array holds poses, or there are two, of positions and quaternions.
/// Its shapes are given by pointers, or by numbers into a table, or as one shape for all.
template <class T> struct BlockSide {
  static constexpr std::size_t capacity = 128;
  const Pose<T>* const* pose = nullptr;  // `count` of them, if not null
  const LaneShape<T>* const* shape = nullptr;
  const Pose<T>* poses = nullptr;  // the first pair's pose, if `body` is null
  const Vec3<T>* positions = nullptr;  // these two instead of `poses`, if `poses` is null
  const Quat<T>* rotations = nullptr;
  const std::uint32_t* body = nullptr;
  std::size_t step = 1;  // 0: all have the first pose
  const LaneShape<T>* shapes = nullptr;
  const std::uint32_t* number = nullptr;  // null: all have the first shape

  const LaneShape<T>* all_are = nullptr;  // `is` holds this shape everywhere
  alignas(64) T at[12][capacity];  // for solvers that do not keep poses in registers
  alignas(64) T is[12][capacity];

  std::size_t body_of(std::size_t i) const { return body ? body[i] : i * step; }
  Pose<T> pose_of(std::size_t i) const {
    if (pose) return *pose[i];
    const std::size_t k = body_of(i);
    return poses ? poses[k] : from_quaternion(rotations[k], positions[k]);
  }
  const LaneShape<T>& shape_of(std::size_t i) const { return shape ? *shape[i] : shapes[number ? number[i] : 0]; }
};

template <class T> struct Block {
  static constexpr std::size_t capacity = BlockSide<T>::capacity;
  std::size_t count = 0, gave_up = 0;
  BlockSide<T> a, b;
  alignas(64) T x_ab[12][capacity];
  alignas(64) T slack[capacity];  // widening of the bounds by x_ab and by inexact rotations
  // ---- the final state of an iteration over cores: v, v·w, the witnesses
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

/// Answers the pairs of a block in lanes, or gives up on some; sets gave_up. False if there are no lanes on this machine.
bool solve(Block<float>& block, const Task<float>& task);
bool solve(Block<double>& block, const Task<double>& task);
/// The instruction set.
const char* lane_target();
/// The largest of these numbers, or 0.
std::uint32_t largest(std::span<const std::uint32_t> numbers);

}  // namespace tactus::batch::detail
