#pragma once
/// One point of the randomised benchmark: all methods on the same random configurations of one pairing.
#include <lab/experiment.h>
#include <tactus/math/scalar.h>

#include <array>

namespace tactus::lab::random {

/// Every method of the comparison. As published: on whole shapes, lab/published. Ours: on cores, with certified bounds.
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

/// What a point gives, in this order, as the numbers of a cell.
struct Point {
  double samples = 0, probability = 0;  // of an intersection, as the default found it
  double mean_depth_epa = 0, mean_depth_mpr = 0, mean_distance = 0;  // of published methods; as in Figures 4 and 5
  double disagree_hit = 0, disagree_depth = 0, disagree_ours = 0;  // shares of configurations
  double judged = 0;  // how many the judge has looked at
  struct PerMethod {
    double mean_calls = 0, most_calls = 0;  // most: mean of the largest thousandth
    double no_answer = 0, backwards = 0;  // shares: failures by the thesis' test
    double wrong = 0;  // share of those judged
    double contradicted = 0, stalled = 0;  // counts: bounds the judge contradicts; ours only
    double nanoseconds = 0;
  };
  std::array<PerMethod, method_count> methods;

  Numbers numbers() const;
  static Point from(const Numbers& numbers);
};

struct PointOptions {
  std::size_t pairing = 0;
  double probability = 0.5;  // wanted; the cube's side is found for it
  long samples = 1000;
  long judge_every = 1;
};

template <Scalar T> Point measure(const PointOptions& options, const Pulse& pulse);
extern template Point measure<float>(const PointOptions&, const Pulse&);
extern template Point measure<double>(const PointOptions&, const Pulse&);

}  // namespace tactus::lab::random
