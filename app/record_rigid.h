// SPDX-License-Identifier: MIT
#pragma once
/// A rigid simulation, step by step, as a recording.
#include <io/recording.h>
#include <sim/rigid/simulation.h>

namespace tactus::app {

class RigidRecorder {
 public:
  /// `first`, `end`: range of frames with all contacts, in addition to every 30th frame.
  RigidRecorder(const scenes::Scene& scene, const sim::rigid::Simulation<double>& simulation, std::string title,
                std::size_t first, std::size_t end);
  void add_frame(const sim::rigid::Simulation<double>& simulation);
  const io::Recording& recording() const { return recording_; }

 private:
  static std::vector<io::RecordedBody> bodies_of(const scenes::Scene& scene,
                                                 const sim::rigid::Simulation<double>& simulation);
  std::vector<BodyId> ids_;
  io::Recording recording_;
};

}  // namespace tactus::app
