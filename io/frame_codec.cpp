// SPDX-License-Identifier: MIT
#include <io/frame_codec.h>
#include <io/varint.h>

#include <algorithm>
#include <cmath>

namespace tactus::io {
namespace {

/// Limit of magnitude, so that differences of differences fit into 32 bits. Positions farther away are clamped.
constexpr double farthest = 1 << 27;

std::int32_t multiple(double x, double step) {
  return static_cast<std::int32_t>(std::lround(std::clamp(x / step, -farthest, farthest)));
}

class Bits {
 public:
  explicit Bits(std::size_t count) : bytes_((count + 7) / 8) {}
  void set(std::size_t i) { bytes_[i / 8] = static_cast<std::uint8_t>(bytes_[i / 8] | 1u << i % 8); }
  bool operator[](std::size_t i) const { return (bytes_[i / 8] >> i % 8 & 1u) != 0; }
  void write(ByteWriter& out) const { out.append(bytes_.data(), bytes_.size()); }

 private:
  std::vector<std::uint8_t> bytes_;
};

void check(std::span<const BodyState> bodies, std::size_t wanted) {
  if (bodies.size() != wanted)
    throw std::invalid_argument("a frame of " + std::to_string(bodies.size()) + " bodies in a recording of " +
                                std::to_string(wanted));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!is_valid(bodies[i].pose) || !is_finite(bodies[i].speed))
      throw std::invalid_argument("body " + std::to_string(i) + " of a frame has no valid pose or speed");
  }
}

}  // namespace

FrameEncoder::FrameEncoder(std::size_t bodies, const Quantization& steps)
    : steps_(steps), last_(bodies), before_last_(bodies), speed_(bodies), island_(bodies, -1), asleep_(bodies) {}

/// q and -q are the same rotation: the one nearer to the last frame's gives the smaller remainder.
FrameEncoder::Numbers FrameEncoder::quantized(const Pose<double>& pose, const Numbers& before) const {
  const Vec3<double>& x = pose.translation;
  Quat<double> q = to_quaternion(pose);
  if (q.w * before[3] + q.x * before[4] + q.y * before[5] + q.z * before[6] < 0) q = -q;
  return {multiple(x.x, steps_.position),   multiple(x.y, steps_.position),   multiple(x.z, steps_.position),
          multiple(q.w, steps_.quaternion), multiple(q.x, steps_.quaternion), multiple(q.y, steps_.quaternion),
          multiple(q.z, steps_.quaternion)};
}

void FrameEncoder::write_poses(ByteWriter& out, std::span<const BodyState> bodies) {
  std::vector<Numbers> remainders(bodies.size());
  Bits moved(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Numbers now = quantized(bodies[i].pose, last_[i]);
    for (std::size_t k = 0; k < now.size(); ++k) remainders[i][k] = now[k] - (2 * last_[i][k] - before_last_[i][k]);
    if (remainders[i] != Numbers{}) moved.set(i);
    before_last_[i] = last_[i];
    last_[i] = now;
  }
  moved.write(out);
  for (std::size_t k = 0; k < Numbers{}.size(); ++k)  // similar values side by side compress better
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (moved[i]) write_signed_varint(out, remainders[i][k]);
}

void FrameEncoder::write_states(ByteWriter& out, std::span<const BodyState> bodies) {
  Bits changed(bodies.size()), turned(bodies.size());
  std::vector<std::int32_t> speeds(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    speeds[i] = multiple(bodies[i].speed, steps_.speed);
    if (speeds[i] != speed_[i] || bodies[i].island != island_[i]) changed.set(i);
    if (bodies[i].asleep != (asleep_[i] != 0)) turned.set(i);
  }
  changed.write(out);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (changed[i]) write_signed_varint(out, speeds[i] - speed_[i]);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (changed[i]) write_signed_varint(out, bodies[i].island - island_[i]);
  turned.write(out);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    speed_[i] = speeds[i], island_[i] = bodies[i].island, asleep_[i] = bodies[i].asleep ? 1 : 0;
}

std::vector<std::byte> FrameEncoder::encode(const RecordedFrame& frame) {
  check(frame.bodies, last_.size());
  ByteWriter out;
  out.write(frame.time);
  write_poses(out, frame.bodies);
  write_states(out, frame.bodies);
  return out.take();
}

}  // namespace tactus::io
