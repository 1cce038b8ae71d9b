// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/decompose/cuts.h>
#include <tactus/nonconvex/decompose/join.h>
#include <tactus/nonconvex/decompose/part.h>

#include <algorithm>

namespace tactus {
namespace {

using namespace decomposition;
using Point = Vec3<double>;

void check(const DecomposeOptions& options) {
  if (!(options.concavity >= 0) || !is_finite(options.concavity))
    reject("decompose: concavity = ", options.concavity, " is negative or not a number");
  if (options.max_pieces < 1) reject("decompose: max_pieces = ", options.max_pieces, "; at least 1 is required");
  if (options.max_vertices < 8) reject("decompose: max_vertices = ", options.max_vertices, "; at least 8 are required");
  if (options.threads < 0) reject("decompose: threads = ", options.threads, " is negative");
}

/// Cuts until no part stands out too far.
class Cutter {
 public:
  Cutter(const Solid& solid, const Measure& measure, const DecomposeOptions& options, double snap)
      : solid_(solid), measure_(measure), options_(options), snap_(snap), reflex_(reflex_edges(solid)) {}

  std::vector<Part> run() {
    std::vector<Part> parts;
    parts.push_back(measure_(whole(solid_)));
    whole_volume_ = parts[0].volume;
    std::vector<bool> done{false};
    // Cuts into more parts than may remain, because many of them can be joined again.
    while (parts.size() < 2 * static_cast<std::size_t>(options_.max_pieces) + 8 && !options_.stop.stop_requested()) {
      tell(parts);
      const std::size_t worst = worst_of(parts, done);
      if (worst == parts.size()) break;
      std::optional<std::pair<Part, Part>> halves = best_cut(parts[worst]);
      done[worst] = !halves;
      if (!halves) continue;
      parts[worst] = std::move(halves->first);
      parts.push_back(std::move(halves->second));
      done.push_back(false);
    }
    return parts;
  }

 private:
  std::size_t worst_of(const std::vector<Part>& parts, const std::vector<bool>& done) const {
    std::size_t worst = parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!done[i] && parts[i].out.upper > measure_.target &&
          (worst == parts.size() || parts[i].out.upper > parts[worst].out.upper))
        worst = i;
    return worst;
  }

  /// Reports the share of the work that remains, which never grows.
  void tell(const std::vector<Part>& parts) const {
    double open = 0;
    for (const Part& part : parts)
      if (part.out.upper > measure_.target) open += part.volume;
    if (options_.remaining) options_.remaining(0.4 + 0.6 * (whole_volume_ > 0 ? open / whole_volume_ : 0.0));
  }

  /// By the plane that leaves the least volume: the sum of the volumes of both hulls. (Overshoots as a measure were
  /// tried on the four solids of bench/decompose, in six weightings; the least volume came out best.)
  std::optional<std::pair<Part, Part>> best_cut(const Part& part) const {
    const std::vector<CutPlane> planes = candidates(part.piece, reflex_, part.out.where, snap_);
    std::vector<double> volumes(planes.size(), infinity<double>);
    detail::parallel_for(
        planes.size(), options_.threads,
        [&](std::size_t i) {
          const auto halves = cut(solid_, part.piece, planes[i], snap_);
          if (!halves) return;
          const double low = hull_volume(halves->first.points()), high = hull_volume(halves->second.points());
          if (low > 0 && high > 0) volumes[i] = low + high;
        },
        1);
    const auto best = std::min_element(volumes.begin(), volumes.end());
    if (best == volumes.end() || *best == infinity<double>) return std::nullopt;
    auto halves = cut(solid_, part.piece, planes[static_cast<std::size_t>(best - volumes.begin())], snap_);
    return std::pair{measure_(std::move(halves->first)), measure_(std::move(halves->second))};
  }

  const Solid& solid_;
  const Measure& measure_;
  const DecomposeOptions& options_;
  double snap_;
  std::vector<ReflexEdge> reflex_;
  double whole_volume_ = 0;
};

/// Measures how far each part stands out; precisely only for parts that may be the worst.
std::vector<Overshoot> measured(const std::vector<Part>& parts, const Measure& measure, int threads) {
  std::vector<Overshoot> out(parts.size());
  detail::parallel_for(
      parts.size(), threads, [&](std::size_t i) { out[i] = measure.loosely(parts[i].hull); }, 1);
  double known = 0;
  for (const Overshoot& o : out) known = max(known, o.lower);
  detail::parallel_for(
      parts.size(), threads,
      [&](std::size_t i) {
        if (out[i].upper > known) out[i] = measure.sharply(parts[i].hull, known);
      },
      1);
  return out;
}

}  // namespace

Decomposition decompose(const Solid& solid, const DecomposeOptions& given) {
  check(given);
  DecomposeOptions options = given;
  if (given.remaining)  // the reported share never grows
    options.remaining = [&given, least = 1.0](double share) mutable { given.remaining(least = min(least, share)); };
  const double target = options.concavity > 0 ? options.concavity : solid.size() / 50;
  const double snap = 1e-7 * solid.size();
  const Measure measure(solid, target, options.max_vertices);
  std::vector<Part> parts = Cutter(solid, measure, options, snap).run();
  parts = join(std::move(parts), measure, options);

  const std::vector<Overshoot> out = measured(parts, measure, options.threads);
  Decomposition result;
  result.solid = solid.closed();
  result.stopped = options.stop.stop_requested();
  result.cover = 2 * snap + solid.rounding();
  result.solid_volume = solid.volume();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    result.concavity = max(result.concavity, out[i].upper);
    result.concavity_lower = max(result.concavity_lower, out[i].lower);
    result.pieces_volume += hull_volume({parts[i].hull.vertices().begin(), parts[i].hull.vertices().end()});
    result.pieces.push_back(parts[i].hull);
  }
  result.reached = result.concavity <= target;
  if (options.remaining) options.remaining(0);
  return result;
}

Decomposition decompose(const TriangleList<double>& list, const DecomposeOptions& options) {
  check(options);
  return decompose(Solid(list), options);
}

}  // namespace tactus
