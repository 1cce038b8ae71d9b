// SPDX-License-Identifier: MIT
/// Pair queries on the recorded piles: every pair near each other, frame after frame, with one cache per pair, as a
/// simulation asks. Usage: bench_contact_piles FOLDER [FRAMES]
#include <bench/piles/recorded_pile.h>
#include <tactus/broad/automatic.h>
#include <tactus/query.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

#include <time.h>

namespace {

using namespace tactus;

constexpr double speculative = 2 * piles::margin;

#if defined(__AVX2__)
constexpr const char* instructions = "compiled for this machine (-march=native)";
#else
constexpr const char* instructions = "compiled with plain flags";
#endif

double now_ns() {  // of this thread's own time
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

struct Near {
  std::size_t a, b;  // 0: the ground
  bool overlapping = false;
  PairCache<double>* cache = nullptr;
};

/// The caches of all pairs near each other. A pair that is no longer near loses its cache, as in a world.
using Caches = std::map<std::pair<std::size_t, std::size_t>, PairCache<double>>;

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
    if (c.distance <= speculative) near.push_back({a.slot, b.slot, c.distance <= 0});
  });
  return near;
}

void keep_caches(Caches& caches, std::vector<Near>& near) {
  Caches before = std::exchange(caches, {});
  for (Near& p : near) {
    const auto old = before.find({p.a, p.b});
    p.cache = &(caches[{p.a, p.b}] = old == before.end() ? PairCache<double>{} : old->second);
  }
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

/// One class of pairs: how many there are in each frame, and the mean time of each query in each frame.
struct Class {
  bool overlapping;
  const char* name;
  std::vector<double> counts{}, contact_ns{}, without_ns{}, with_cache_ns{};
};

/// Pairs are near, and overlap, in one frame and not in the next: each frame has its own.
void report(const piles::RecordedPile& pile, std::size_t frames) {
  const Scene scene{pile};
  const Options<double> options{.max_distance = speculative};
  Class classes[] = {{true, "overlapping"}, {false, "gap up to 0.02"}};
  Caches caches;
  int points = 0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    std::vector<Near> near = near_pairs(scene, frame);
    keep_caches(caches, near);
    for (Class& c : classes) {
      std::vector<Near> own;
      std::copy_if(near.begin(), near.end(), std::back_inserter(own),
                   [&](const Near& p) { return p.overlapping == c.overlapping; });
      if (own.empty()) continue;
      const auto mean_ns = [&](auto&& f) {
        const double start = now_ns();
        for (const Near& p : own)
          points += f(scene.shape(p.a), scene.pose(frame, p.a), scene.shape(p.b), scene.pose(frame, p.b), p.cache);
        return (now_ns() - start) / static_cast<double>(own.size());
      };
      c.counts.push_back(static_cast<double>(own.size()));
      c.contact_ns.push_back(mean_ns([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b, auto*) {
        return contact(a, at_a, b, at_b, options).touching() ? 1 : 0;
      }));
      c.without_ns.push_back(mean_ns([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b, auto*) {
        return manifold(a, at_a, b, at_b, options).count;
      }));
      c.with_cache_ns.push_back(mean_ns([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b,
                                            auto* cache) { return manifold(a, at_a, b, at_b, options, cache).count; }));
    }
  }
  for (const Class& c : classes)
    std::printf("| %s, %s | %.0f | %.0f | %.0f | %.0f |\n", pile.name.c_str(), c.name, median(c.counts),
                median(c.contact_ns), median(c.without_ns), median(c.with_cache_ns));
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
      "# Pairs of the recorded piles\n\nMade by bench_contact_piles, %s. Nanoseconds per pair, public queries in "
      "double, "
      "one core; the pairs near each other in each of %zu frames, by what they do in that frame; medians of "
      "frames.\n\n",
      instructions, frames);
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
