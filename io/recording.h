#pragma once
/// A recorded run: kept compressed while it grows, and written as one page that anyone can watch (web/replay).
#include <io/display_mesh.h>
#include <io/frame_codec.h>
#include <io/gzip_stream.h>
#include <io/recorded.h>

#include <filesystem>

namespace tactus::io {

struct RecordingOptions {
  std::string title = "tactus";
  Vec3<double> up{0, 0, 1};
  double step = 1.0 / 60;  // of simulated time between frames
  std::vector<std::string> phases{};  // names of what RecordedFrame::phase_milliseconds measures
  std::vector<std::pair<std::string, std::string>> facts{};  // a name and a value each, shown beside the scene
  std::size_t details_every = 30;  // contacts, boxes and pairs; 0: only of the range
  std::size_t details_first = 0, details_end = 0;  // and of all these frames [first, end)
  double position_step = 0;  // 0: by the size of the bodies (frame_codec.h)
  int azimuths = 0;  // of round meshes (display_mesh.h); 0: by the number of bodies
};

/// Recording r(options, bodies); r.add_frame({...}); ... r.write_html("replay.html");
class Recording {
 public:
  Recording(const RecordingOptions& options, std::span<const RecordedBody> bodies);

  /// Shall the next frame have its details? It costs nothing not to collect them otherwise.
  bool wants_details() const;
  void add_frame(const RecordedFrame& frame);

  std::size_t frames() const { return times_; }
  std::size_t compressed_bytes() const { return stream_.size(); }
  const Quantization& quantization() const { return encoder_.steps(); }
  /// The recording as of now: a gzip file of sections (docs/recording_format.md).
  std::vector<std::byte> bytes() const;
  /// The page, whole or not at all (std::system_error). Throws std::runtime_error if this build has none. A recording may
  /// go on afterwards.
  void write_html(const std::filesystem::path& path) const;
  static bool page_available();

 private:
  void write_section(std::string_view tag, std::span<const std::byte> payload);
  void write_meshes(std::span<const RecordedBody> bodies, const MeshOptions& options);
  std::string header(std::span<const RecordedBody> bodies) const;
  std::string scalars() const;

  RecordingOptions options_;
  FrameEncoder encoder_;
  GzipStream stream_;
  std::size_t times_ = 0;
  std::vector<std::size_t> mesh_of_;  // by body
  std::vector<Vec3<double>> scale_of_;
  std::vector<Shape<double>> prototypes_;
  std::vector<std::vector<double>> scalars_;  // contacts, deepest, kinetic energy, phases; by frame
};

}  // namespace tactus::io
