// SPDX-License-Identifier: MIT
#include <app/record_rigid.h>
#include <io/record_world.h>

namespace tactus::app {

namespace {

io::RecordingOptions options_of(const scenes::Scene& scene, std::string title, std::size_t first, std::size_t end) {
  io::RecordingOptions options;
  options.title = std::move(title);
  options.step = scene.step;
  options.phases = {"contacts", "prepare", "solve", "impacts", "place", "sleep"};
  options.facts = {{"bodies", std::to_string(scene.bodies.size())}, {"made by", "tactus simulate"}};
  options.details_first = first, options.details_end = end;
  return options;
}

}  // namespace

RigidRecorder::RigidRecorder(const scenes::Scene& scene, const sim::rigid::Simulation<double>& simulation,
                             std::string title, std::size_t first, std::size_t end)
    : ids_(simulation.ids()),
      recording_(options_of(scene, std::move(title), first, end), bodies_of(scene, simulation)) {}

std::vector<io::RecordedBody> RigidRecorder::bodies_of(const scenes::Scene& scene,
                                                       const sim::rigid::Simulation<double>& simulation) {
  const std::vector<BodyId> ids = simulation.ids();
  std::vector<io::RecordedBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scenes::SceneBody& body = scene.bodies[i];
    const double mass = body.motion == scenes::MotionKind::dynamic ? simulation.mass(ids[i]) : 0;
    bodies.push_back({body.name, body.shape, body.motion, scene.materials[body.material].name, mass, body.nonconvex});
  }
  return bodies;
}

void RigidRecorder::add_frame(const sim::rigid::Simulation<double>& simulation) {
  std::vector<io::BodyState> states;
  states.reserve(ids_.size());
  for (const BodyId id : ids_)
    states.push_back({simulation.pose(id), norm(simulation.velocity(id)),
                      static_cast<std::int32_t>(simulation.island(id)), simulation.asleep(id)});
  const auto& now = simulation.statistics();
  const auto& ms = now.milliseconds;
  const double phases[] = {ms.detect, ms.prepare, ms.solve, ms.continuous, ms.place, ms.sleep};
  io::RecordedFrame frame{.time = simulation.time(),
                          .bodies = states,
                          .contacts = now.points,
                          .deepest = now.deepest_overlap,
                          .kinetic_energy = now.kinetic_energy,
                          .phase_milliseconds = phases};
  io::FrameDetails details;
  if (recording_.wants_details()) {
    const auto impulse = [](const sim::rigid::PointImpulse<double>& p, const Vec3<double>& normal) {
      const TangentFrame<double> across = tangent_frame(normal);
      return Vec3<double>{p.total, dot(p.friction, across.u), dot(p.friction, across.v)};
    };
    details.contacts = io::contacts_of(
        simulation.world(), [](BodyId id) { return id.slot; }, impulse);
    details.boxes = io::boxes_of(simulation.world(), ids_);
    details.pairs = io::pairs_of(simulation.world(), ids_);
    frame.details = &details;
  }
  recording_.add_frame(frame);
}

}  // namespace tactus::app
