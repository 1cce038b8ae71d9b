// SPDX-License-Identifier: MIT
#pragma once
/// A recorded run: kept compressed while it grows, and written as one replay page (web/replay).
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
  std::vector<std::string> phases{};  // names of the entries of RecordedFrame::phase_milliseconds
  std::vector<std::pair<std::string, std::string>> facts{};  // a name and a value each, shown beside the scene
  /// Contacts, boxes and pairs are recorded once in this many frames; 0: only in the range below.
  std::size_t details_every = 30;
  std::size_t details_first = 0, details_end = 0;  // they are also recorded for all frames in [first, end)
  double position_step = 0;  // 0: depends on the size of the bodies (frame_codec.h)
  int azimuths = 0;  // of round meshes (display_mesh.h); 0: depends on the number of bodies
};

/// Recording r(options, bodies); r.add_frame({...}); ... r.write_html("replay.html");
class Recording {
 public:
  Recording(const RecordingOptions& options, std::span<const RecordedBody> bodies);

  /// Does the next frame need its details? If not, they need not be collected.
  bool wants_details() const;
  void add_frame(const RecordedFrame& frame);

  std::size_t frames() const { return times_; }
  std::size_t compressed_bytes() const { return stream_.size(); }
  const Quantization& quantization() const { return encoder_.steps(); }
  /// The recording so far: a gzip file of sections (docs/recording_format.md).
  std::vector<std::byte> bytes() const;
  /// Writes the page, completely or not at all (std::system_error). Throws std::runtime_error if this build has no
  /// page. The recording may continue afterwards.
  void write_html(const std::filesystem::path& path) const;
  static bool page_available();
  /// Why this build has no page, in words; empty if it has one.
  static std::string_view why_no_page();

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
  std::vector<std::pair<Shape<double>, Nonconvex<double>>> prototypes_;
  std::vector<std::vector<double>> scalars_;  // contacts, deepest, kinetic energy, phases; by frame
};

}  // namespace tactus::io
