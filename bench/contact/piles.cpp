// SPDX-License-Identifier: MIT
/// Pair queries on the recorded piles: every pair near each other, frame after frame, with one cache per pair, as a
/// simulation asks. Usage: bench_contact_piles FOLDER [FRAMES]
#include <bench/piles/recorded_pile.h>
#include <tactus/broad/automatic.h>
#include <tactus/query.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include <time.h>

namespace {

using namespace tactus;

constexpr double speculative = 2 * piles::margin;

double now_ns() {  // of this thread's own time
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

struct Near {
  std::size_t a, b;  // 0: the ground
  PairCache<double> cache{};
  bool overlapping = false;
};

struct Scene {
  const piles::RecordedPile& pile;
  const Shape<double>& shape(std::size_t body) const { return body == 0 ? pile.ground : pile.body; }
  const Pose<double>& pose(std::size_t frame, std::size_t body) const {
    return body == 0 ? pile.ground_pose : pile.frames[frame][body - 1];
  }
};

/// All pairs within the speculative distance in a frame, in the order of a broad phase.
std::vector<Near> near_pairs(const Scene& scene, std::size_t frame) {
  Automatic<double> broad;
  std::vector<Near> near;
  for (std::size_t i = 0; i <= scene.pile.frames[frame].size(); ++i)
    broad.insert(expanded(scene.shape(i).aabb(scene.pose(frame, i)), piles::margin));
  broad.for_each_pair([&](BoxId a, BoxId b) {
    const Contact<double> c = contact(scene.shape(a.slot), scene.pose(frame, a.slot), scene.shape(b.slot),
                                      scene.pose(frame, b.slot), {.max_distance = speculative});
    if (c.distance <= speculative) near.push_back({a.slot, b.slot, {}, c.distance <= 0});
  });
  return near;
}

/// The pairs of one class, asked frame by frame; the median over the frames of the mean time.
template <class F> double median_ns(std::vector<Near>& pairs, bool overlapping, std::size_t frames, F&& ask) {
  std::vector<double> times;
  std::size_t count = 0;
  for (const Near& p : pairs) count += p.overlapping == overlapping;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const double start = now_ns();
    for (Near& p : pairs)
      if (p.overlapping == overlapping) ask(frame, p);
    times.push_back((now_ns() - start) / static_cast<double>(std::max<std::size_t>(count, 1)));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void report(const piles::RecordedPile& pile, std::size_t frames) {
  const Scene scene{pile};
  std::vector<Near> pairs = near_pairs(scene, 0);
  int points = 0;
  const auto query = [&](auto&& f) {
    return [&, f](std::size_t frame, Near& p) {
      points += f(scene.shape(p.a), scene.pose(frame, p.a), scene.shape(p.b), scene.pose(frame, p.b), p);
    };
  };
  const Options<double> options{.max_distance = speculative};
  const auto contact_alone = query([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b, Near&) {
    return contact(a, at_a, b, at_b, options).touching() ? 1 : 0;
  });
  const auto without = query([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b, Near&) {
    return manifold(a, at_a, b, at_b, options).count;
  });
  const auto with_cache = query([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b, Near& p) {
    return manifold(a, at_a, b, at_b, options, &p.cache).count;
  });
  for (const bool overlapping : {true, false}) {
    const auto count =
        std::count_if(pairs.begin(), pairs.end(), [&](const Near& p) { return p.overlapping == overlapping; });
    std::printf("| %s, %s | %td |", pile.name.c_str(), overlapping ? "overlapping" : "gap up to 0.02", count);
    std::printf(" %.0f |", median_ns(pairs, overlapping, frames, contact_alone));
    std::printf(" %.0f |", median_ns(pairs, overlapping, frames, without));
    std::printf(" %.0f |\n", median_ns(pairs, overlapping, frames, with_cache));
    std::fflush(stdout);
  }
  if (points == 0) std::printf("no points\n");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || argv[1][0] == '-') {
    std::printf("usage: bench_contact_piles FOLDER [FRAMES]\nFOLDER: that of the recorded piles\n");
    return 2;
  }
  const std::size_t frames = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 60;
  std::printf(
      "# Pairs of the recorded piles\n\nNanoseconds per pair, public queries in double, one core; the pairs of the "
      "first frame, queried in each of %zu frames; median of frames.\n\n",
      frames);
  std::printf(
      "| | pairs | contact alone | manifold, no cache | manifold, with its cache |\n|---|---:|---:|---:|---:|\n");
  for (const auto& read : {piles::read_boxes, piles::read_hulls}) {
    const auto pile = read(argv[1]);
    report(pile, std::min(frames, pile.frames.size()));
  }
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
