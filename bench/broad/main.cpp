// SPDX-License-Identifier: MIT
/// bench_broad: broad phases of tactus compared with those of Bullet and FCL, on the same boxes in the same run, in
/// turns. Prints markdown. `bench_broad quick` stops at 10,000 boxes.
#include <bench/broad/contestant.h>
#include <tactus/broad/sweep_and_prune.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string_view>

namespace tactus::bench {
namespace {

/// All contestants run in one thread. Thread time is less disturbed by other programs than wall-clock time.
double seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

struct Entry {
  Contestant contestant;
  Worker worker;
  double start_ms;
  std::vector<double> frame_ms;
  std::size_t pairs = 0;
  bool wrong = false, slow = false;

  double ms() const { return median(frame_ms); }
};

/// All contestants of scenes of this size, with all boxes inserted.
std::vector<Entry> enter(const Scene& scene, const std::vector<Contestant>& contestants) {
  std::vector<Entry> entries;
  for (const Contestant& c : contestants) {
    if (static_cast<int>(scene.boxes().size()) > c.largest) continue;
    const double begin = seconds();
    Worker worker = c.start(scene);
    entries.push_back({c, std::move(worker), 1e3 * (seconds() - begin), {}});
  }
  return entries;
}

/// The first frames are not counted: all fat boxes are fresh then, and no box leaves its own. A contestant that needs
/// more than a second per frame stops after two frames.
void run(Scene& scene, std::vector<Entry>& entries, int frames) {
  constexpr int warm_up = 8;
  for (int f = 0; f < warm_up + frames; ++f) {
    scene.advance();
    for (Entry& e : entries) {
      if (f >= 2 && e.slow) continue;
      const double begin = seconds();
      e.pairs = e.worker.frame();
      const double ms = 1e3 * (seconds() - begin);
      e.slow = e.slow || ms > 1e3;
      e.wrong = e.wrong || e.pairs != entries[0].pairs;
      if (f >= warm_up || e.slow) e.frame_ms.push_back(ms);
    }
  }
}

const Entry* find(const std::vector<Entry>& entries, std::string_view name) {
  for (const Entry& e : entries)
    if (e.contestant.name == name) return &e;
  return nullptr;
}

struct Target {
  std::string text;
  double ratio, limit;
};
std::vector<Target> targets;

void compare(int count, double share, const std::vector<Contestant>& contestants) {
  Scene scene(count, share);
  std::vector<Entry> entries = enter(scene, contestants);
  run(scene, entries, count <= 1000 ? 200 : count <= 10'000 ? 60 : 24);
  double fastest_peer = infinity<double>;
  for (const Entry& e : entries)
    if (e.contestant.peer) fastest_peer = std::min(fastest_peer, e.ms());
  std::printf("\n### %d boxes, %.0f %% moving\n\n%zu pairs in the last frame.\n\n", count, 100 * share,
              entries[0].pairs);
  std::printf("| | insert all, ms | frame, ms | ratio to the fastest peer | pairs |\n|---|---:|---:|---:|---|\n");
  for (const Entry& e : entries)
    std::printf("| %s | %.1f | %.3f | %.2f | %s |\n", e.contestant.name.c_str(), e.start_ms, e.ms(),
                e.ms() / fastest_peer, e.wrong ? "**wrong**" : "right");
  std::fflush(stdout);
  const double automatic = find(entries, names::automatic)->ms() / fastest_peer;
  const std::string which =
      std::to_string(count) + " boxes, " + std::to_string(static_cast<int>(100 * share)) + " % moving: ";
  if (count == 100'000 && share == 1) {
    targets.push_back({which + "Automatic to the fastest peer", automatic, 0.25});
    targets.push_back({which + "Grid to the fastest peer", find(entries, names::grid)->ms() / fastest_peer, 0.25});
  }
  if (count == 10'000 && share < 1) targets.push_back({which + "Automatic to the fastest peer", automatic, 0.3});
  if (const Entry* bullet = find(entries, names::axis_sweep))
    targets.push_back(
        {which + "SweepAndPrune to btAxisSweep3", find(entries, names::sweep_and_prune)->ms() / bullet->ms(), 0.5});
}

/// The weakness named on the slides: one box moves through a crowd that is aligned with its path or not. It meets no
/// box.
void clustering(int count) {
  testing::Random random(3);
  for (const bool aligned : {true, false}) {
    std::vector<Box> boxes;
    const double spread = std::cbrt(8.0 / 3.0 * count);
    for (int i = 0; i < count; ++i) {
      const double x = aligned ? random.uniform(0, 0.01) : random.uniform(0, spread * spread * spread);
      const Vec3<double> low{x, random.uniform(0, spread), 2 + random.uniform(0, spread)};
      boxes.push_back({low, low + Vec3<double>{1, 1, 1}});
    }
    SweepAndPrune<double> broad_phase;
    broad_phase.insert(boxes);
    const BoxId mover = broad_phase.insert(Box{{-2, 0, 0}, {-1, 1, 1}});
    broad_phase.refresh();
    std::vector<double> us;
    const std::size_t before = broad_phase.method().index().passed();
    for (int k = 0; k < 20; ++k) {
      const double x = k % 2 == 0 ? 2 : -2;
      broad_phase.update(mover, {{x, 0, 0}, {x + 1, 1, 1}});
      const double begin = seconds();
      broad_phase.refresh();
      us.push_back(1e6 * (seconds() - begin));
    }
    std::printf("| %d | %s | %zu | %.1f |\n", count, aligned ? "aligned" : "spread",
                (broad_phase.method().index().passed() - before) / 20, median(us));
  }
}

void growth(int largest) {
  std::printf(
      "\n## Growth\n\nFrom a thousand boxes to a million, the same density. Bytes are heap memory, including reserved "
      "capacity.\n\n| boxes | moving | method | frame, ms | ns a box | bytes a box "
      "|\n|---:|---:|---|---:|---:|---:|\n");
  std::vector<Contestant> own;
  for (const Contestant& c : tactus_contestants()) own.push_back(c);
  for (int count = 1000; count <= largest; count *= 10)
    for (const double share : {0.1, 1.0}) {
      Scene scene(count, share);
      std::vector<Entry> entries = enter(scene, own);
      run(scene, entries, count <= 10'000 ? 40 : count <= 100'000 ? 16 : 6);
      for (const Entry& e : entries)
        std::printf("| %d | %.0f %% | %s | %.3f | %.0f | %.0f |\n", count, 100 * share, e.contestant.name.c_str(),
                    e.ms(), 1e6 * e.ms() / count, static_cast<double>(e.worker.bytes()) / count);
      std::fflush(stdout);
    }
}

void all(bool quick) {
  std::printf(
      "# Broad phases\n\nWhich of many boxes overlap, frame after frame: tactus's methods beside Bullet's and FCL's. "
      "Made by `bench_broad > bench/results/broad.md` in `build/compare`, which `scripts/compare.sh` configures; "
      "compiled by " TACTUS_BENCH_COMPILER " with `" TACTUS_BENCH_FLAGS
      "`.\n\nDouble precision, one thread, thread time (not wall-clock time); medians over frames, all contestants in "
      "turn on the same boxes. A frame updates the boxes that moved and visits all pairs of overlapping given boxes: "
      "peers that keep enlarged boxes test their pairs again. Boxes have sides from 0.5 to 1.5 and "
      "about three neighbours; a moving one goes up to 0.05 per frame and axis. *Linked lists*: sweep and prune as in "
      "the slides of [Chmelík & Trtík, PA199]. *Pairs*: are the pairs found the right ones?\n\n"
      "## Compared with the peers\n");
  std::vector<Contestant> everyone;
  for (const auto& some : {tactus_contestants(), link_contestants(), bullet_contestants(), fcl_contestants()})
    everyone.insert(everyone.end(), some.begin(), some.end());
  for (int count = 1000; count <= (quick ? 10'000 : 100'000); count *= 10)
    for (const double share : {0.1, 1.0}) compare(count, share, everyone);
  std::printf("\n## Targets\n\n| | ratio | at most | |\n|---|---:|---:|---|\n");
  for (const Target& t : targets)
    std::printf("| %s | %.2f | %.2f | %s |\n", t.text.c_str(), t.ratio, t.limit,
                t.ratio <= t.limit ? "met" : "**missed**");
  std::printf(
      "\n## What sweep and prune is sensitive to\n\nOne box jumps past a crowd that it never meets. If the crowd is "
      "aligned across its path, it passes the ends of all boxes.\n\n| boxes | crowd | ends passed | µs "
      "|\n|---:|---|---:|---:|\n");
  for (int count = 1000; count <= (quick ? 10'000 : 100'000); count *= 10) clustering(count);
  growth(quick ? 10'000 : 1'000'000);
}

}  // namespace
}  // namespace tactus::bench

int main(int argc, char** argv) { tactus::bench::all(argc > 1 && std::string_view(argv[1]) == "quick"); }
