// SPDX-License-Identifier: MIT
/// `tactus simulate`: bodies fall, every contact of every step is found and certified, and a page shows it.
#include <app/commands.h>
#include <app/names.h>
#include <app/progress.h>
#include <app/record_rigid.h>
#include <app/rigid_file.h>
#include <app/simulate_dem.h>
#include <io/crc32c.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

namespace tactus::app {

namespace {

using Simulation = sim::rigid::Simulation<double>;
using Clock = std::chrono::steady_clock;

struct SimulateOptions {
  std::string scene = "pile", solver, method, checkpoint, resume, out;
  int bodies = 0, threads = 0;
  std::uint64_t seed = 1;
  double seconds = 0;  // 0: what the scene says
  double until = 0;  // for dem scenes: stop at this time
  std::string files;  // for dem scenes: a folder for tables and VTK files
  int count_every = 0;  // for dem scenes: steps between two counts
  std::vector<std::size_t> details;  // first and end of the range of frames that keep all contacts
};

/// Totals over all steps, for the summary.
struct Totals {
  std::size_t steps = 0, contacts = 0, on_surfaces = 0, stalled = 0;
  double worst_gap = 0, deepest = 0;
  UpdateCounts pairs;
  sim::rigid::PhaseMilliseconds milliseconds;

  void add(const sim::rigid::StepStatistics<double>& s) {
    ++steps, contacts += s.contacts, on_surfaces += s.on_surfaces, stalled += s.stalled;
    worst_gap = std::max(worst_gap, s.worst_gap), deepest = std::max(deepest, s.deepest_overlap);
    pairs.pairs += s.pairs.pairs, pairs.asleep += s.pairs.asleep, pairs.unchanged += s.pairs.unchanged;
    pairs.certified += s.pairs.certified, pairs.by_balls += s.pairs.by_balls, pairs.proved += s.pairs.proved;
    pairs.exact += s.pairs.exact;
    auto& ms = milliseconds;
    ms.detect += s.milliseconds.detect, ms.prepare += s.milliseconds.prepare, ms.solve += s.milliseconds.solve;
    ms.continuous += s.milliseconds.continuous, ms.place += s.milliseconds.place, ms.sleep += s.milliseconds.sleep;
  }
};

void print_summary(const Simulation& simulation, const Totals& t, double wall_seconds) {
  const double n = t.steps > 0 ? static_cast<double>(t.steps) : 1;
  const auto share = [&](std::size_t part) {
    return 100 * static_cast<double>(part) / std::max(1.0, static_cast<double>(t.pairs.pairs));
  };
  const double simulated = n * simulation.options().time_step;
  std::printf("bodies             %zu, %zu of them asleep at the end\n", simulation.size(),
              simulation.statistics().asleep);
  std::printf("steps              %zu of %.4g s\n", t.steps, simulation.options().time_step);
  std::printf(
      "pairs              %zu: asleep %.0f %%, unchanged %.0f %%, still apart %.0f %%, by balls %.0f %%, "
      "proved again %.0f %%, measured %.0f %%\n",
      t.pairs.pairs, share(t.pairs.asleep), share(t.pairs.unchanged), share(t.pairs.certified), share(t.pairs.by_balls),
      share(t.pairs.proved), share(t.pairs.exact));
  std::printf("contacts           %zu, each with two bounds around its true distance\n", t.contacts - t.on_surfaces);
  if (t.on_surfaces > 0)
    std::printf("                   and %zu with triangles, along normals of the surface\n", t.on_surfaces);
  std::printf("worst certified gap %.2g m between the two bounds; %zu contacts stalled\n", t.worst_gap, t.stalled);
  std::printf("deepest overlap    %.2g m\n", t.deepest);
  const auto& ms = t.milliseconds;
  std::printf(
      "ms per step        %.2f: contacts %.2f, prepare %.2f, solve %.2f, impacts %.2f, place %.2f, sleep %.2f\n",
      ms.total() / n, ms.detect / n, ms.prepare / n, ms.solve / n, ms.continuous / n, ms.place / n, ms.sleep / n);
  std::printf("real-time factor   %.2f (%.1f s simulated in %.1f s)\n", simulated / wall_seconds, simulated,
              wall_seconds);
  const std::vector<std::byte> state = state_bytes(simulation.state());
  std::printf("state              %08x after step %llu\n", io::crc32c(state),
              static_cast<unsigned long long>(simulation.steps()));
}

/// One run, started from its scene or resumed from a file.
class Run {
 public:
  explicit Run(const SimulateOptions& options) : options_(options) {
    std::optional<SavedRun> saved;
    if (options.resume.empty()) {
      scene_ = scene_named(options.scene, options.bodies, options.seed, dem_scene_names());
      choices_ = {options.solver.empty() ? "soft" : options.solver,
                  options.method.empty() ? scene_.world.method : options.method};
    } else {
      saved = read_run(options.resume);
      scene_ = saved->scene, choices_ = saved->choices;
      const auto differs = [](const std::string& asked, const std::string& has) {
        return !asked.empty() && asked != has;
      };
      if (differs(options.solver, choices_.solver) || differs(options.method, choices_.method))
        throw std::invalid_argument("--resume continues with the solver and method of the file: '" + choices_.solver +
                                    "', '" + choices_.method + "'; leave --solver and --method out");
    }
    sim::rigid::SimulationOptions<double> o;
    o.solver = solver_named(choices_.solver);
    const bool of_scene = options.method.empty() && options.resume.empty();
    if (!choices_.method.empty())
      o.method = method_named(choices_.method, of_scene ? options.scene + ": /world/method" : "--method");
    o.threads = options.threads;
    simulation_ = std::make_unique<Simulation>(scene_, o);
    if (saved) simulation_->restore(saved->state);
    const double seconds = options.seconds > 0 ? options.seconds : scene_.seconds;
    last_step_ = static_cast<std::uint64_t>(std::llround(seconds / scene_.step));
  }

  void operator()() {
    std::optional<RigidRecorder> recorder;
    if (!options_.out.empty()) {
      if (!io::Recording::page_available()) {
        std::cerr << "tactus: this build has no replay page (" << io::Recording::why_no_page()
                  << "); the run continues without " << options_.out << '\n';
      } else {
        const bool range = options_.details.size() == 2;
        recorder.emplace(scene_, *simulation_, "tactus: " + scene_.name, range ? options_.details[0] : 0,
                         range ? options_.details[1] : 0);
      }
    }
    stop_on_interrupt();
    const auto begun = Clock::now();
    steps(recorder, begun);
    const double wall = std::chrono::duration<double>(Clock::now() - begun).count();
    if (!options_.checkpoint.empty()) save();
    print_summary(*simulation_, totals_, wall);
    if (interrupted())
      std::printf("stopped            after step %llu of %llu\n", static_cast<unsigned long long>(simulation_->steps()),
                  static_cast<unsigned long long>(last_step_));
    if (recorder) {
      recorder->recording().write_html(options_.out);
      std::printf("page               %s\n", options_.out.c_str());
    }
  }

 private:
  void steps(std::optional<RigidRecorder>& recorder, Clock::time_point saved) {
    Progress progress;
    while (simulation_->steps() < last_step_ && !interrupted()) {
      simulation_->step();
      totals_.add(simulation_->statistics());
      if (recorder) recorder->add_frame(*simulation_);
      if (!options_.checkpoint.empty() && Clock::now() - saved > std::chrono::seconds(1)) save(), saved = Clock::now();
      progress.tell(static_cast<double>(simulation_->steps()) / static_cast<double>(last_step_),
                    "t = " + std::to_string(simulation_->time()).substr(0, 5) + " s, " +
                        std::to_string(simulation_->statistics().contacts) + " contacts");
    }
    progress.end();
  }
  void save() { write_run(options_.checkpoint, scene_, choices_, simulation_->state()); }

  SimulateOptions options_;
  scenes::Scene scene_;
  RunChoices choices_;
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t last_step_ = 0;
  Totals totals_;
};

DemRunOptions dem_options(const SimulateOptions& o) {
  if (!o.solver.empty() || !o.method.empty() || !o.details.empty())
    throw std::invalid_argument("--solver, --method and --details are for rigid bodies; " + o.scene +
                                " is a discrete-element simulation");
  if (o.bodies < 0)
    throw std::invalid_argument("--bodies is " + std::to_string(o.bodies) + ": it must not be negative");
  return {.scene = o.scene,
          .particles = o.bodies,
          .threads = o.threads,
          .seed = o.seed,
          .seconds = o.seconds,
          .until = o.until,
          .count_every = o.count_every,
          .checkpoint = o.checkpoint,
          .resume = o.resume,
          .out = o.out,
          .files = o.files};
}

}  // namespace

void add_simulate(Command tactus) {
  auto options = std::make_shared<SimulateOptions>();
  Command command =
      tactus.command("simulate", "simulates a scene and writes a replay page; every contact is certified");
  command.option("scene", options->scene, "a scene's name, or a JSON file").show_default();
  command.option("--bodies", options->bodies, "the size of a named scene; 0: its default").show_default();
  command.option("--seed", options->seed, "of a named scene").show_default();
  command.option("--seconds", options->seconds, "of simulated time; 0: what the scene says").seconds();
  command.option("--solver", options->solver, "soft, pgs or thesis");
  command.option("--method", options->method, "a collision method by name, instead of the library's choice");
  command.option("--threads", options->threads, "0: one per core; the result is the same").range(0, 1024);
  command.option("--checkpoint", options->checkpoint, "a file that the run is saved to every second and at its end");
  command.option("--resume", options->resume, "continue from a checkpoint, to the same bytes");
  command.option("--out", options->out, "a page that replays the run in a browser");
  command.option("--details", options->details, "FIRST END: range of frames for which the page shows all contacts")
      .values(2);
  command.option("--files", options->files, "for a dem scene: a folder for CSV, JSON and VTK files");
  command.option("--count-every", options->count_every,
                 "for a dem scene, with --files: steps between two counts of GJK and EPA; 0: only at the four stages");
  command.option("--until", options->until, "for a dem scene: stop at this time; --resume continues").seconds();
  std::string scenes = scene_list();
  for (const auto& [name, description] : dem_scenes)
    scenes.append("  ").append(name).append(14 - name.size(), ' ').append(description).append("\n");
  command.footer("Scenes:\n" + scenes + "\nExample: tactus simulate wall --seconds 5 --out wall.html");
  command.run([options] {
    if (is_dem_scene(options->scene)) return simulate_dem(dem_options(*options));
    if (!options->files.empty() || options->until > 0 || options->count_every != 0)
      throw std::invalid_argument("--files, --count-every and --until are for dem-1 and dem-2; '" + options->scene +
                                  "' is neither");
    Run run(*options);
    run();
  });
}

}  // namespace tactus::app
