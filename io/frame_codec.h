// SPDX-License-Identifier: MIT
#pragma once
/// Poses of many bodies, frame after frame, in few bytes: multiples of a step, as differences from the extrapolated
/// position of each body. A body at rest costs one bit.
#include <io/bytes.h>
#include <io/recorded.h>

namespace tactus::io {

/// Numbers in the file are multiples of these. A position is off by at most half a step along each axis; a quaternion
/// by at most half a step in each entry, so a rotation by at most two steps (in radians).
struct Quantization {
  double position = 0.0005;
  double quaternion = 1.0 / 8192;
  double speed = 0.001;
};

/// Steps for bodies of this size: a position is off by 1/4096 of the radius, which matches the displacement of a
/// surface point by the rotation's error.
inline Quantization quantization_for(double typical_radius) {
  return {.position = typical_radius / 2048, .speed = typical_radius / 256};
}

/// One frame after the other, all of the same bodies. A frame is, little-endian:
///
///     f64 time
///     bits: has the pose of body i a remainder?          then, for x y z w x y z (position, quaternion):
///     signed varints: the remainders of these bodies     value - (2 · value before - value before that)
///     bits: have speed or island changed?                then signed varints: the changes of speed, and of island
///     bits: does it sleep?                               exclusive-or the frame before
class FrameEncoder {
 public:
  FrameEncoder(std::size_t bodies, const Quantization& steps);
  /// Throws std::invalid_argument if the number of bodies differs, or a number is not finite.
  std::vector<std::byte> encode(const RecordedFrame& frame);
  const Quantization& steps() const { return steps_; }

 private:
  using Numbers = std::array<std::int32_t, 7>;
  Numbers quantized(const Pose<double>& pose, const Numbers& before) const;
  void write_poses(ByteWriter& out, std::span<const BodyState> bodies);
  void write_states(ByteWriter& out, std::span<const BodyState> bodies);

  Quantization steps_;
  std::vector<Numbers> last_, before_last_;
  std::vector<std::int32_t> speed_, island_;
  std::vector<std::uint8_t> asleep_;
};

}  // namespace tactus::io
