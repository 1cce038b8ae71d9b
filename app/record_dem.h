// SPDX-License-Identifier: MIT
#pragma once
/// A discrete-element simulation as a recording. Particles are added during the run, but a recording needs all its
/// bodies first. So frames are kept in memory, in a compact form, and written at the end.
#include <io/recording.h>
#include <sim/dem/simulation.h>

namespace tactus::app {

class DemRecorder {
 public:
  using Simulation = sim::dem::Simulation<double>;

  explicit DemRecorder(double frame_seconds) : frame_seconds_(frame_seconds) {}
  void add_frame(const Simulation& simulation);
  void write_html(const std::filesystem::path& path, const Simulation& simulation, const std::string& title) const;

 private:
  struct Place {
    Vec3<float> at;
    Quat<float> turn;
    float speed;
  };
  struct Frame {
    double time = 0, deepest = 0, kinetic = 0;
    std::size_t points = 0;
    std::vector<Pose<double>> walls{};
    std::vector<Place> particles{};
    std::vector<double> phases{};
    io::FrameDetails details{};  // of every 30th frame
  };
  static std::vector<io::BodyState> states_of(const Frame& frame, const Simulation& simulation,
                                              const std::vector<Pose<double>>& waiting);

  double frame_seconds_;
  std::vector<Frame> frames_;
};

}  // namespace tactus::app
