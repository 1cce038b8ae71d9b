// SPDX-License-Identifier: MIT
#pragma once
/// The data of a recording: plain structs that every simulator can fill.
#include <scenes/scene.h>
#include <tactus/core/contact.h>
#include <tactus/core/manifold.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tactus::io {

struct RecordedBody {
  std::string name;
  Shape<double> shape;
  scenes::MotionKind motion = scenes::MotionKind::dynamic;
  std::string material{};  // for display
  double mass = 0;  // 0: unknown
  Nonconvex<double> nonconvex{};  // if there is one, it takes the place of the shape
};

/// The state of one body in one frame.
struct BodyState {
  Pose<double> pose;
  double speed = 0;
  std::int32_t island = -1;  // -1: none
  bool asleep = false;
};

struct RecordedPoint {
  Vec3<double> position{};
  double distance = 0;
  ContactId id;
  std::uint32_t age = 0;  // steps since it appeared
  Vec3<double> impulse{};  // along the normal and the two tangents
};

/// Two touching bodies, by their numbers in the list of bodies.
struct RecordedContact {
  std::uint32_t a = 0, b = 0;
  Contact<double> contact;  // in the world, with its two bounds
  std::vector<RecordedPoint> points{};
};

/// The data recorded for every 30th frame, or for a range of frames.
struct FrameDetails {
  std::vector<RecordedContact> contacts;
  std::vector<Aabb<double>> boxes;  // of all bodies, or empty
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // of the broad phase
};

struct RecordedFrame {
  double time = 0;  // of the simulation, in seconds
  std::span<const BodyState> bodies{};
  std::size_t contacts = 0;  // points
  double deepest = 0;  // overlap, not negative
  double kinetic_energy = 0;
  std::span<const double> phase_milliseconds{};  // in the order of RecordingOptions::phases
  const FrameDetails* details = nullptr;  // read if Recording::wants_details()
};

}  // namespace tactus::io
