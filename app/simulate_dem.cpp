// SPDX-License-Identifier: MIT
#include <app/dem_file.h>
#include <app/dem_files.h>
#include <app/progress.h>
#include <app/record_dem.h>
#include <app/simulate_dem.h>
#include <io/crc32c.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>

namespace tactus::app {

namespace {

using Clock = std::chrono::steady_clock;
using sim::dem::Census;
using sim::dem::GroupCounts;

constexpr double frame_seconds = 1.0 / 30, row_seconds = 0.01;
constexpr auto least_pause = std::chrono::milliseconds(500);  // between two checkpoints

void print_census(const DemFiles::Simulation& s, const Census& census) {
  std::printf("stage              t = %.3g s: GJK updates apart, GJK updates in contact, EPA iterations (pairs)\n",
              census.time);
  for (std::uint32_t b = 0; b < census.kinds; ++b)
    for (std::uint32_t a = 0; a <= b; ++a) {
      const GroupCounts& g = census.group(a, b);
      if (g.apart + g.in_contact == 0) continue;
      std::printf("  %-16s %.2f (%zu), %.2f, %.2f (%zu)\n", group_name(s, a, b).c_str(), g.mean_apart(), g.apart,
                  g.mean_in_contact(), g.mean_expansions(), g.in_contact);
    }
}

/// One run, from the beginning or from a file.
class Run {
 public:
  explicit Run(const DemRunOptions& options) : options_(options) {
    if (options.count_every < 0 || (options.count_every > 0 && options.files.empty()))
      throw std::invalid_argument("--count-every " + std::to_string(options.count_every) +
                                  ": a number of steps, together with --files, which gets census.csv");
    run_.scene = options.scene;
    run_.options = {.particles = options.particles, .seed = options.seed};
    if (options.seconds > 0) run_.options.seconds = options.seconds;
    const bool resumed = !options.resume.empty();
    if (resumed) {
      run_ = read_dem_run(options.resume);
      if (options.scene != run_.scene)
        throw std::invalid_argument("--resume: " + options.resume + " is a run of " + run_.scene + ", not of " +
                                    options.scene);
      if (options.particles > 0 || options.seconds > 0)
        throw std::invalid_argument(
            "--resume continues with the particles and the seconds of the file; leave --bodies and "
            "--seconds out (--until stops earlier)");
    }
    run_.options.threads = options.threads;
    simulation_ = run_.scene == "dem-1" ? sim::dem::feng_tan_1(run_.options) : sim::dem::feng_tan_2(run_.options);
    if (resumed) simulation_->restore(run_.state);
    run_.state = {};
    end_ = options.until > 0 ? std::min(options.until, run_.options.seconds) : run_.options.seconds;
    if (!options.files.empty()) files_.emplace(options.files, resumed ? &*simulation_ : nullptr);
    if (options.out.empty()) return;
    if (io::Recording::page_available())
      recorder_.emplace(frame_seconds);
    else
      std::cerr << "tactus: this build has no replay page (" << io::Recording::why_no_page()
                << "); the run continues without " << options.out << '\n';
    if (recorder_ && resumed)
      std::cerr << "tactus: a restart file has no frames, so the replay begins at " << simulation_->time() << " s\n";
  }

  void operator()() {
    std::printf("%s: parameters that the paper does not give, as chosen here\n", run_.scene.c_str());
    for (const auto& [name, value] : feng_tan_choices(*simulation_, run_.options))
      std::printf("  %-16s %s\n", name.c_str(), value.c_str());
    std::fflush(stdout);
    stop_on_interrupt();
    begun_ = Clock::now();
    steps();
    run_.totals.seconds = seconds_of_computing(), begun_ = Clock::now();
    if (!options_.checkpoint.empty()) save();
    print_summary();
    if (files_) write_summary();
    if (recorder_) {
      recorder_->write_html(options_.out, *simulation_, "tactus: " + run_.scene);
      std::printf("page               %s\n", options_.out.c_str());
    }
  }

 private:
  void steps() {
    Progress progress;
    Clock::time_point saved = begun_;
    Clock::duration pause = least_pause;
    auto& s = *simulation_;
    const std::vector<double> stages = feng_tan_stages(run_.options);
    const auto passed = [&](double every) {
      return std::floor(s.time() / every) > std::floor((s.time() - s.time_step()) / every);
    };
    while ((s.steps() == 0 || s.time() < end_) && !interrupted()) {
      s.step();
      run_.totals.add(s.statistics());
      if (recorder_ && passed(frame_seconds)) recorder_->add_frame(s);
      if (files_ && passed(row_seconds)) files_->add_step(s);
      bool counted = false;
      for (std::size_t k = 0; k < stages.size(); ++k)
        if (s.time() >= stages[k] && s.time() - s.time_step() < stages[k]) stage(k), counted = true;
      if (files_ && options_.count_every > 0 && !counted &&
          s.steps() % static_cast<std::uint64_t>(options_.count_every) == 0)
        files_->add_census(s, take_census(s));
      if (!options_.checkpoint.empty() && Clock::now() - saved > pause) pause = timed_save(), saved = Clock::now();
      progress.tell(s.time() / end_, "t = " + std::to_string(s.time()).substr(0, 6) + " s, " +
                                         std::to_string(s.size()) + " particles, " +
                                         std::to_string(s.statistics().contacts) + " contacts");
    }
    progress.end();
  }

  void stage(std::size_t k) {
    const Census census = take_census(*simulation_);
    print_census(*simulation_, census);
    std::fflush(stdout);
    run_.stages.push_back(census);
    if (!files_) return;
    files_->add_census(*simulation_, census);
    files_->snapshot(*simulation_, "stage_" + std::to_string(k + 1));
  }

  /// The pause before the next checkpoint: saving should take at most a twentieth of the time.
  Clock::duration timed_save() {
    const auto begun = Clock::now();
    save();
    return std::max<Clock::duration>(least_pause, 20 * (Clock::now() - begun));
  }
  void save() {
    SavedDemRun saved{run_.scene, run_.options, run_.totals, run_.stages, simulation_->state()};
    saved.totals.seconds = seconds_of_computing();
    write_dem_run(options_.checkpoint, saved);
  }
  /// Of this run and of those before the restarts.
  double seconds_of_computing() const {
    return run_.totals.seconds + std::chrono::duration<double>(Clock::now() - begun_).count();
  }

  void print_summary() const {
    const auto& s = *simulation_;
    const auto& now = s.statistics();
    const DemTotals& t = run_.totals;
    const double n = std::max<double>(1, static_cast<double>(t.steps));
    const auto share = [&](std::size_t part) {
      return 100 * static_cast<double>(part) / std::max<double>(1, static_cast<double>(t.pairs.pairs));
    };
    std::printf("particles          %zu\n", s.size());
    std::printf(
        "steps              %llu of %.3g s; critical step %.3g s by estimate, %.3g s with the actual contacts\n",
        static_cast<unsigned long long>(t.steps), s.time_step(), s.critical_step(), t.critical);
    std::printf(
        "pairs              %zu: still apart %.0f %%, by balls %.0f %%, proved again %.0f %%, measured %.0f %%\n",
        t.pairs.pairs, share(t.pairs.certified), share(t.pairs.by_balls), share(t.pairs.proved), share(t.pairs.exact));
    std::printf("contacts           %llu in all steps, %zu at the end, %.2f per particle; %llu stalled\n",
                static_cast<unsigned long long>(t.contacts), now.contacts + now.wall_contacts, now.coordination,
                static_cast<unsigned long long>(t.stalled));
    std::printf("deepest overlap    %.3g m, %.3g of the smaller one's radius; at the end %.3g m\n", t.deepest,
                t.deepest_relative, now.deepest);
    const auto& e = now.energies;
    std::printf(
        "energy, J          kinetic %.3g, elastic %.3g; lost: damped %.3g, rubbed %.3g, with features %.3g; "
        "unaccounted %.2g\n",
        e.translation + e.rotation, e.elastic + e.tangential, e.damped, e.rubbed, e.features, e.balance());
    std::printf("ms per step        %.3f: contacts %.3f, law %.3f, sum %.3f, move %.3f, place %.3f\n", t.ms.total() / n,
                t.ms.detect / n, t.ms.forces / n, t.ms.sum / n, t.ms.move / n, t.ms.place / n);
    std::printf("particle steps     %.0f per second (%.4g in %.1f s)\n", t.particle_steps / t.seconds, t.particle_steps,
                t.seconds);
    std::printf("state              %08x after step %llu, t = %.6g s\n", io::crc32c(state_bytes(s.state())),
                static_cast<unsigned long long>(s.steps()), s.time());
  }

  void write_summary() const {
    const auto& s = *simulation_;
    io::JsonValue::Array stages;
    for (const Census& census : run_.stages) stages.push_back(census_json(s, census));
    io::JsonValue::Object choices;
    for (const auto& [name, value] : feng_tan_choices(s, run_.options)) choices.emplace_back(name, value);
    files_->write_summary({{"scene", run_.scene},
                           {"choices", choices},
                           {"particles", static_cast<double>(s.size())},
                           {"time", s.time()},
                           {"time_step", s.time_step()},
                           {"contacts", static_cast<double>(s.statistics().contacts)},
                           {"coordination", s.statistics().coordination},
                           {"deepest_overlap", run_.totals.deepest},
                           {"particle_steps_per_second", run_.totals.particle_steps / run_.totals.seconds},
                           {"seconds_of_computing", run_.totals.seconds},
                           {"stages", stages}});
  }

  DemRunOptions options_;
  SavedDemRun run_;
  std::unique_ptr<sim::dem::Simulation<double>> simulation_;
  double end_ = 0;
  std::optional<DemFiles> files_;
  std::optional<DemRecorder> recorder_;
  Clock::time_point begun_{};
};

}  // namespace

void simulate_dem(const DemRunOptions& options) {
  Run run(options);
  run();
}

}  // namespace tactus::app
