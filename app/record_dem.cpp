// SPDX-License-Identifier: MIT
#include <app/record_dem.h>
#include <io/record_world.h>

#include <algorithm>

namespace tactus::app {

namespace {

constexpr std::size_t details_every = 30;

/// Walls first, then particles; an image counts as its particle.
std::uint32_t number_of(const DemRecorder::Simulation& s, BodyId id) {
  const auto& use = s.use(id.slot);
  return use.kind == sim::dem::SlotKind::wall ? use.index : static_cast<std::uint32_t>(s.walls()) + use.index;
}

/// The contacts with their impulses in the last step. A law gives one force per contact; it is shared out to the
/// contact's points in proportion to their depths, as springs of the same stiffness would carry it.
std::vector<io::RecordedContact> contacts_with_impulses(const DemRecorder::Simulation& s) {
  std::vector<io::RecordedContact> all = io::contacts_of(
      s.world(), [&](BodyId id) { return number_of(s, id); },
      [](const sim::dem::PointHistory<double>&, const Vec3<double>&) { return Vec3<double>{}; });
  for (std::size_t i = 0; i < s.forces().size() && i < all.size(); ++i) {
    const Vec3<double> impulse = s.forces()[i].force * s.time_step();
    const TangentFrame<double> across = tangent_frame(all[i].contact.normal);
    const Vec3<double> parts{dot(impulse, all[i].contact.normal), dot(impulse, across.u), dot(impulse, across.v)};
    double depths = 0;
    for (const auto& point : all[i].points) depths += std::max(0.0, -point.distance);
    for (auto& point : all[i].points)
      if (depths > 0) point.impulse = parts * (std::max(0.0, -point.distance) / depths);
  }
  return all;
}

}  // namespace

void DemRecorder::add_frame(const Simulation& s) {
  const auto& now = s.statistics();
  Frame frame{.time = s.time(),
              .deepest = now.deepest,
              .kinetic = now.energies.translation + now.energies.rotation,
              .points = now.points};
  const auto& ms = now.milliseconds;
  frame.phases = {ms.inject, ms.detect, ms.forces, ms.sum, ms.move, ms.place};
  for (std::uint32_t i = 0; i < s.walls(); ++i) frame.walls.push_back(s.wall_pose(i));
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    const Pose<double>& pose = s.pose(i);
    frame.particles.push_back({pose.translation.cast<float>(), to_quaternion(pose.rotation).cast<float>(),
                               static_cast<float>(norm(s.velocity(i)))});
  }
  if (frames_.size() % details_every == 0) frame.details.contacts = contacts_with_impulses(s);
  frames_.push_back(std::move(frame));
}

/// A particle that does not exist yet is drawn under the floor, below the place where it will appear.
std::vector<io::BodyState> DemRecorder::states_of(const Frame& frame, const Simulation& s,
                                                  const std::vector<Pose<double>>& waiting) {
  std::vector<io::BodyState> states;
  for (const Pose<double>& pose : frame.walls) states.push_back({pose});
  for (const Place& p : frame.particles)
    states.push_back({{to_matrix(normalized(p.turn.cast<double>())), p.at.cast<double>()}, p.speed});
  for (std::size_t i = frame.particles.size(); i < s.size(); ++i) states.push_back({waiting[i]});
  return states;
}

void DemRecorder::write_html(const std::filesystem::path& path, const Simulation& s, const std::string& title) const {
  io::RecordingOptions options;
  options.title = title, options.step = frame_seconds_, options.details_every = details_every;
  options.phases = {"inject", "contacts", "law", "sum", "move", "place"};
  options.facts = {{"particles", std::to_string(s.size())}, {"made by", "tactus simulate"}};
  std::vector<io::RecordedBody> bodies;
  for (std::uint32_t i = 0; i < s.walls(); ++i)
    bodies.push_back({s.wall(i).name, s.wall(i).shape,
                      s.wall(i).motion.moves() ? scenes::MotionKind::kinematic : scenes::MotionKind::fixed, "", 0,
                      s.wall(i).nonconvex});
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    const auto& grain = s.grain_of(i);
    bodies.push_back({s.kind_name(grain.kind) + " " + std::to_string(i), grain.shape, scenes::MotionKind::dynamic,
                      s.kind_name(grain.kind), grain.mass});
  }
  std::vector<Pose<double>> waiting(s.size());
  std::size_t known = 0;
  for (const Frame& frame : frames_)
    for (; known < frame.particles.size(); ++known) {
      const Vec3<double> at = frame.particles[known].at.cast<double>();
      const double reach = s.grain_of(static_cast<std::uint32_t>(known)).reach;
      waiting[known].translation = {at.x, at.y, -1.5 * reach};
    }
  for (; known < s.size(); ++known)  // particles that came after the last frame are in no frame
    waiting[known].translation.z = -1.5 * s.grain_of(static_cast<std::uint32_t>(known)).reach;
  io::Recording recording(options, bodies);
  for (const Frame& frame : frames_) {
    const std::vector<io::BodyState> states = states_of(frame, s, waiting);
    recording.add_frame({.time = frame.time,
                         .bodies = states,
                         .contacts = frame.points,
                         .deepest = frame.deepest,
                         .kinetic_energy = frame.kinetic,
                         .phase_milliseconds = frame.phases,
                         .details = &frame.details});
  }
  recording.write_html(path);
}

}  // namespace tactus::app
