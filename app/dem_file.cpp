// SPDX-License-Identifier: MIT
#include <app/dem_file.h>
#include <io/bytes.h>
#include <sim/dem/state_fields.h>

#include <algorithm>
#include <new>

namespace tactus::app {

namespace {

constexpr std::uint32_t version = 3;  // 3: totals and stages; older ones are not read

/// All options except the number of threads, which does not change the result.
template <class O, class F> void for_each_option(O& o, F&& f) {
  f(o.particles), f(o.seconds), f(o.size), f(o.least), f(o.density), f(o.overlap), f(o.stiffness);
  f(o.restitution), f(o.friction), f(o.time_step), f(o.deepest_only), f(o.seed);
}

template <class Totals, class F> void for_each_total(Totals& t, F&& f) {
  f(t.steps), f(t.contacts), f(t.stalled), f(t.particle_steps), f(t.deepest), f(t.deepest_relative), f(t.worst_gap);
  f(t.critical), f(t.seconds);
  f(t.pairs.pairs), f(t.pairs.certified), f(t.pairs.by_balls), f(t.pairs.proved), f(t.pairs.exact);
  f(t.pairs.unchanged);
  f(t.ms.inject), f(t.ms.detect), f(t.ms.forces), f(t.ms.sum), f(t.ms.move), f(t.ms.place);
}

void write_stage(io::ByteWriter& bytes, const sim::dem::Census& census) {
  bytes.write(census.time);
  bytes.write(static_cast<std::uint64_t>(census.kinds));
  bytes.write(census.groups);
}
sim::dem::Census read_stage(io::ByteReader& bytes) {
  sim::dem::Census census{bytes.read<double>(), static_cast<std::size_t>(bytes.read<std::uint64_t>()), {}};
  bytes.read(census.groups);
  if (census.kinds > 1000 || census.groups.size() != sim::dem::Census::number(0, census.kinds))
    throw io::BytesEnd("a stage has " + std::to_string(census.groups.size()) + " groups of " +
                       std::to_string(census.kinds) + " kinds");
  return census;
}

}  // namespace

void DemTotals::add(const sim::dem::StepStatistics<double>& s) {
  ++steps, contacts += s.contacts + s.wall_contacts, stalled += s.stalled;
  particle_steps += static_cast<double>(s.particles);
  deepest = std::max(deepest, s.deepest), deepest_relative = std::max(deepest_relative, s.deepest_relative);
  worst_gap = std::max(worst_gap, s.worst_gap), critical = std::min(critical, s.critical_step);
  pairs.pairs += s.pairs.pairs, pairs.certified += s.pairs.certified, pairs.by_balls += s.pairs.by_balls;
  pairs.proved += s.pairs.proved, pairs.exact += s.pairs.exact, pairs.unchanged += s.pairs.unchanged;
  const auto& now = s.milliseconds;
  ms.inject += now.inject, ms.detect += now.detect, ms.forces += now.forces, ms.sum += now.sum;
  ms.move += now.move, ms.place += now.place;
}

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
  for_each_total(
      run.totals, [&](const auto& number) __attribute__((noinline)) { bytes.write(number); });
  bytes.write(static_cast<std::uint64_t>(run.stages.size()));
  for (const sim::dem::Census& stage : run.stages) write_stage(bytes, stage);
  const std::vector<std::byte> numbers = state_bytes(run.state);
  bytes.append(numbers.data(), numbers.size());
  io::write_checkpoint(path, {dem_kind, version, bytes.take()});
}

SavedDemRun read_dem_run(const std::filesystem::path& path) {
  const io::Checkpoint checkpoint = io::read_checkpoint(path, dem_kind, version, version);
  const auto damaged = [&](const char* words) {
    return io::CheckpointError(io::CheckpointFault::damaged, path, words);
  };
  try {
    io::ByteReader bytes(checkpoint.state);
    SavedDemRun run;
    bytes.read(run.scene);
    for_each_option(run.options, [&](auto& number) { bytes.read(number); });
    for_each_total(run.totals, [&](auto& number) { bytes.read(number); });
    for (auto stages = bytes.read<std::uint64_t>(); stages > 0; --stages) run.stages.push_back(read_stage(bytes));
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
