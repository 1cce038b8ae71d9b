// SPDX-License-Identifier: MIT
#pragma once
/// One point of the randomised benchmark: all methods on the same random configurations of one pairing.
#include <lab/experiment.h>
#include <tactus/math/scalar.h>

#include <array>

namespace tactus::lab::random {

/// Every method of the comparison. The published ones (lab/published) work on whole shapes; ours on cores, with
/// certified bounds.
enum Method : std::size_t {
  sa_gjk_published,
  mpr_published,  // Algorithms 6 to 9
  sa_gjk_ours,
  gjk_published,
  gjk_ours,
  epa_published,
  mpr_depth_published,
  epa_ours,
  mpr_ours,
  default_ours,
  method_count
};
inline constexpr std::array<std::string_view, method_count> method_names = {
    "SA-GJK, published",       "MPR, published",       "SA-GJK, ours",       "GJK, published",  "GJK, ours",
    "SA-GJK + EPA, published", "MPR depth, published", "SA-GJK + EPA, ours", "MPR depth, ours", "default, ours"};
constexpr bool is_ours(Method m) { return m == sa_gjk_ours || m == gjk_ours || m >= epa_ours; }

/// The thesis states no tolerances. With these the published GJK and EPA take as many support calls as its text says: GJK
/// on average up to 18 and at most 60, EPA up to 32 and 98. MPR's depth uses EPA's tolerance, as in the thesis.
inline constexpr double distance_eps = 1e-10, depth_eps = 1e-4;

/// The results of one point of the benchmark; a cell stores them as numbers in this order.
struct Point {
  double samples = 0, probability = 0;  // of an intersection, by the library's default query
  double mean_depth_epa = 0, mean_depth_mpr = 0, mean_distance = 0;  // by the published methods, as in Figures 4 and 5
  double disagree_hit = 0, disagree_depth = 0, disagree_ours = 0;  // shares of configurations
  double judged = 0;  // number of configurations that the judge has checked
  struct PerMethod {
    /// The mean over the largest thousandth, of the calls that ended below the cap.
    double mean_calls = 0, most_calls = 0;
    double no_answer = 0, backwards = 0;  // shares of failures, by the thesis' own criterion
    double wrong = 0;  // share of the judged configurations
    double contradicted = 0,
           stalled = 0;  // counts, for our methods only: bounds that the judge contradicts, and stalled answers
    double nanoseconds = 0;
  };
  std::array<PerMethod, method_count> methods;

  Numbers numbers() const;
  static Point from(const Numbers& numbers);
};

struct PointOptions {
  std::size_t pairing = 0;
  double probability = 0.5;  // wanted probability of an intersection; the side of the cube is chosen to give it
  long samples = 1000;
  long judge_every = 1;
};

template <Scalar T> Point measure(const PointOptions& options, const Pulse& pulse);
extern template Point measure<float>(const PointOptions&, const Pulse&);
extern template Point measure<double>(const PointOptions&, const Pulse&);

}  // namespace tactus::lab::random
