// SPDX-License-Identifier: MIT
#include <app/rigid_file.h>
#include <io/bytes.h>
#include <io/scene_json.h>
#include <sim/rigid/state_fields.h>

#include <new>

namespace tactus::app {

namespace {

constexpr const char* kind = "rigid";
constexpr std::uint32_t version = 2;  // 2: contacts of pieces; 1 is not read

}  // namespace

std::vector<std::byte> state_bytes(const sim::rigid::State<double>& state) {
  io::ByteWriter bytes;
  sim::rigid::for_each_number(state, [&](const auto& number) { bytes.write(number); });
  return bytes.take();
}

void write_run(const std::filesystem::path& path, const scenes::Scene& scene, const RunChoices& choices,
               const sim::rigid::State<double>& state) {
  io::ByteWriter bytes;
  bytes.write(io::scene_to_json(scene));
  bytes.write(choices.solver);
  bytes.write(choices.method);
  const std::vector<std::byte> numbers = state_bytes(state);
  bytes.append(numbers.data(), numbers.size());
  io::write_checkpoint(path, {kind, version, bytes.take()});
}

SavedRun read_run(const std::filesystem::path& path) {
  const io::Checkpoint checkpoint = io::read_checkpoint(path, kind, version, version);
  try {
    io::ByteReader bytes(checkpoint.state);
    SavedRun run;
    std::string scene;
    bytes.read(scene);
    run.scene = io::scene_from_json(scene, path.string());
    bytes.read(run.choices.solver);
    bytes.read(run.choices.method);
    sim::rigid::for_each_number(run.state, [&](auto& number) { bytes.read(number); });
    bytes.expect_end();
    return run;
  } catch (const io::BytesEnd& error) {
    throw io::CheckpointError(io::CheckpointFault::damaged, path, error.what());
  } catch (const std::bad_alloc&) {  // a list of absurd length
    throw io::CheckpointError(io::CheckpointFault::damaged, path, "it contains an impossible count");
  } catch (const std::length_error&) {
    throw io::CheckpointError(io::CheckpointFault::damaged, path, "it contains an impossible count");
  }
}

}  // namespace tactus::app
