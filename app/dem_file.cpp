// SPDX-License-Identifier: MIT
#include <app/dem_file.h>
#include <io/bytes.h>
#include <sim/dem/state_fields.h>

#include <new>

namespace tactus::app {

namespace {

constexpr std::uint32_t version = 2;

/// All options except the number of threads, which does not change the result.
template <class O, class F> void for_each_option(O& o, F&& f) {
  f(o.particles), f(o.seconds), f(o.size), f(o.least), f(o.density), f(o.overlap), f(o.stiffness);
  f(o.restitution), f(o.friction), f(o.time_step), f(o.deepest_only), f(o.seed);
}

}  // namespace

std::vector<std::byte> state_bytes(const sim::dem::State<double>& state) {
  io::ByteWriter bytes;
  sim::dem::for_each_number(state, [&](const auto& number) { bytes.write(number); });
  return bytes.take();
}

void write_dem_run(const std::filesystem::path& path, const SavedDemRun& run) {
  io::ByteWriter bytes;
  bytes.write(run.scene);
  // Not inlined: g++ 12 would warn, wrongly, of writes beyond the end.
  for_each_option(
      run.options, [&](const auto& number) __attribute__((noinline)) { bytes.write(number); });
  const std::vector<std::byte> numbers = state_bytes(run.state);
  bytes.append(numbers.data(), numbers.size());
  io::write_checkpoint(path, {dem_kind, version, bytes.take()});
}

SavedDemRun read_dem_run(const std::filesystem::path& path) {
  const io::Checkpoint checkpoint = io::read_checkpoint(path, dem_kind, version);
  const auto damaged = [&](const char* words) {
    return io::CheckpointError(io::CheckpointFault::damaged, path, words);
  };
  try {
    io::ByteReader bytes(checkpoint.state);
    SavedDemRun run;
    bytes.read(run.scene);
    for_each_option(run.options, [&](auto& number) { bytes.read(number); });
    sim::dem::for_each_number(run.state, [&](auto& number) { bytes.read(number); });
    bytes.expect_end();
    return run;
  } catch (const io::BytesEnd& error) {
    throw damaged(error.what());
  } catch (const std::bad_alloc&) {  // a list of absurd length
    throw damaged("it contains an impossible count");
  } catch (const std::length_error&) {
    throw damaged("it contains an impossible count");
  }
}

}  // namespace tactus::app
