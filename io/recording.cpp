// SPDX-License-Identifier: MIT
#include <io/base64.h>
#include <io/detail_codec.h>
#include <io/durable_file.h>
#include <io/json_value.h>
#include <io/recording.h>
#include <io/replay_page.h>
#include <io/scene_words.h>
#include <io/shape_json.h>

#include <algorithm>
#include <sstream>

namespace tactus::io {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

/// The median radius of the moving bodies.
double typical_radius(std::span<const RecordedBody> bodies) {
  std::vector<double> radii;
  for (const RecordedBody& body : bodies) {
    if (body.motion == scenes::MotionKind::fixed || (!body.nonconvex && !body.shape.bounded())) continue;
    const double radius = body.nonconvex ? norm(body.nonconvex.aabb().half()) : body.shape.bounding_radius();
    if (radius > 0) radii.push_back(radius);
  }
  if (radii.empty()) return 1;
  std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2), radii.end());
  return radii[radii.size() / 2];
}

Quantization steps_for(const RecordingOptions& options, std::span<const RecordedBody> bodies) {
  Quantization steps = quantization_for(typical_radius(bodies));
  if (options.position_step > 0) steps.position = options.position_step;
  return steps;
}

/// Fewer triangles per body if there are many bodies, for a few million triangles at most.
int azimuths_for(std::size_t bodies) { return bodies <= 300 ? 32 : bodies <= 1500 ? 24 : 16; }

std::string words_for(const RecordedBody& body) {
  std::ostringstream text;
  text.precision(4);
  const Shape<double>& shape = body.shape;
  if (const auto* compound = body.nonconvex.get_if<Compound<double>>()) {
    text << "Compound of " << compound->size() << " pieces";
  } else if (const auto* mesh = body.nonconvex.get_if<Mesh<double>>()) {
    text << "Mesh of " << mesh->size() << " triangles" << (mesh->sides() == Sides::solid ? ", solid" : "");
  } else if (const auto* field = body.nonconvex.get_if<HeightField<double>>()) {
    text << "HeightField of " << field->grid().columns << " x " << field->grid().rows << " heights";
  } else if (const auto* hull = shape.get_if<Hull<double>>()) {
    text << "Hull of " << hull->vertex_count() << " vertices";
  } else {
    text << shape;
  }
  return text.str().substr(0, 200);
}

std::string kind_name(const RecordedBody& body) {
  if (body.nonconvex.get_if<Compound<double>>()) return "Compound";
  if (body.nonconvex) return body.nonconvex.get_if<Mesh<double>>() ? "Mesh" : "HeightField";
  return body.shape.visit([](const auto& s) -> std::string {
    using S = std::remove_cvref_t<decltype(s)>;
    if constexpr (PlainShape<S>) return std::string(S::name);
    return std::same_as<S, Hull<double>> ? "Hull" : "Composite";
  });
}

JsonValue::Array numbers(const std::vector<double>& values) { return {values.begin(), values.end()}; }

}  // namespace

Recording::Recording(const RecordingOptions& options, std::span<const RecordedBody> bodies)
    : options_(options), encoder_(bodies.size(), steps_for(options, bodies)), scalars_(3 + options.phases.size()) {
  stream_.write(bytes_of("TACTUSR1"));
  write_meshes(bodies, {.azimuths = options.azimuths > 0 ? options.azimuths : azimuths_for(bodies.size())});
  write_section("HEAD", bytes_of(header(bodies)));
}

void Recording::write_section(std::string_view tag, std::span<const std::byte> payload) {
  ByteWriter head;
  head.append(tag.data(), 4);
  head.write(static_cast<std::uint32_t>(payload.size()));
  stream_.write(head.bytes());
  stream_.write(payload);
}

/// One mesh for all bodies whose shapes are stretched copies of each other, or which share what is not convex.
void Recording::write_meshes(std::span<const RecordedBody> bodies, const MeshOptions& options) {
  for (const RecordedBody& body : bodies) {
    const Stretched s = body.nonconvex ? Stretched{Box<double>{}} : stretched(body.shape);
    const std::pair prototype(s.prototype, body.nonconvex);
    const auto known = std::find(prototypes_.begin(), prototypes_.end(), prototype);
    mesh_of_.push_back(static_cast<std::size_t>(known - prototypes_.begin()));
    scale_of_.push_back(s.scale);
    if (known != prototypes_.end()) continue;
    prototypes_.push_back(prototype);
    const DisplayMesh mesh =
        body.nonconvex ? display_mesh(body.nonconvex, options) : display_mesh(s.prototype, options);
    ByteWriter out;
    out.write(static_cast<std::uint32_t>(mesh.positions.size()));
    out.write(static_cast<std::uint32_t>(mesh.triangles.size()));
    out.append(mesh.positions.data(), mesh.positions.size() * sizeof mesh.positions[0]);
    out.append(mesh.normals.data(), mesh.normals.size() * sizeof mesh.normals[0]);
    out.append(mesh.triangles.data(), mesh.triangles.size() * sizeof mesh.triangles[0]);
    write_section("MESH", out.bytes());
  }
}

std::string Recording::header(std::span<const RecordedBody> bodies) const {
  JsonValue::Array list, phases, facts;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RecordedBody& body = bodies[i];
    list.emplace_back(JsonValue::Object{{"name", body.name},
                                        {"kind", kind_name(body)},
                                        {"shape", words_for(body)},
                                        {"mesh", static_cast<double>(mesh_of_[i])},
                                        {"scale", to_json(scale_of_[i])},
                                        {"motion", motion_words()[static_cast<std::size_t>(body.motion)]},
                                        {"material", body.material},
                                        {"mass", is_finite(body.mass) ? body.mass : 0}});
  }
  for (const std::string& phase : options_.phases) phases.emplace_back(phase);
  for (const auto& [name, value] : options_.facts) facts.emplace_back(JsonValue::Array{name, value});
  const Quantization& steps = encoder_.steps();
  return to_text(JsonValue::Object{
      {"title", options_.title},
      {"up", to_json(options_.up)},
      {"step", options_.step},
      {"phases", std::move(phases)},
      {"facts", std::move(facts)},
      {"details_every", static_cast<double>(options_.details_every)},
      {"steps",
       JsonValue::Object{{"position", steps.position}, {"quaternion", steps.quaternion}, {"speed", steps.speed}}},
      {"bodies", std::move(list)}});
}

bool Recording::wants_details() const {
  const bool in_range = times_ >= options_.details_first && times_ < options_.details_end;
  return in_range || (options_.details_every > 0 && times_ % options_.details_every == 0);
}

void Recording::add_frame(const RecordedFrame& frame) {
  if (frame.phase_milliseconds.size() != options_.phases.size())
    throw std::invalid_argument("a frame with " + std::to_string(frame.phase_milliseconds.size()) +
                                " times in a recording of " + std::to_string(options_.phases.size()) + " phases");
  write_section("FRAM", encoder_.encode(frame));
  if (wants_details() && frame.details)
    write_section("DETL", encode_details(static_cast<std::uint32_t>(times_), *frame.details));
  const auto finite = [](double x) { return is_finite(x) ? x : 0; };
  scalars_[0].push_back(static_cast<double>(frame.contacts));
  scalars_[1].push_back(finite(frame.deepest));
  scalars_[2].push_back(finite(frame.kinetic_energy));
  for (std::size_t i = 0; i < options_.phases.size(); ++i)
    scalars_[3 + i].push_back(finite(frame.phase_milliseconds[i]));
  ++times_;
}

std::string Recording::scalars() const {
  JsonValue::Array phases;
  for (std::size_t i = 3; i < scalars_.size(); ++i) phases.emplace_back(numbers(scalars_[i]));
  return to_text(JsonValue::Object{{"contacts", numbers(scalars_[0])},
                                   {"deepest", numbers(scalars_[1])},
                                   {"kinetic_energy", numbers(scalars_[2])},
                                   {"phases", std::move(phases)}});
}

std::vector<std::byte> Recording::bytes() const {
  const std::string tail = scalars();
  ByteWriter section;
  section.append("TAIL", 4);
  section.write(static_cast<std::uint32_t>(tail.size()));
  section.append(tail.data(), tail.size());
  return stream_.finished(section.bytes());
}

bool Recording::page_available() { return !replay_page().empty(); }
std::string_view Recording::why_no_page() { return why_no_replay_page(); }

void Recording::write_html(const std::filesystem::path& path) const {
  if (!page_available()) throw std::runtime_error("this build has no replay page: " + std::string(why_no_page()));
  const std::string_view page = replay_page();
  const std::size_t mark = page.find(recording_mark);
  std::string html(page.substr(0, mark));
  html += base64(bytes());
  html += page.substr(mark + recording_mark.size());
  write_durably(path, bytes_of(html));
}

}  // namespace tactus::io
