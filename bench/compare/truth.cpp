// SPDX-License-Identifier: MIT
#include <bench/compare/truth.h>
#include <tests/helpers/oracle_body.h>
#include <tests/oracle/smooth_distance.h>

#include <algorithm>

namespace tactus::compare {
namespace {

constexpr double wrong_above = 1e-4;

double outside(double value, double lower, double upper) { return std::max({lower - value, value - upper, 0.0}); }

}  // namespace

std::vector<Truth> find_truth(const Case& c) {
  std::vector<oracle::Body> bodies;
  for (const Shape<double>& s : c.shapes) bodies.push_back(testing::to_oracle(s));
  const oracle::Effort effort{.gap_tolerance = 1e-14L, .depth_tolerance = 1e-10L};
  std::vector<Truth> truth;
  for (const Pair& p : c.pairs) {
    const oracle::Answer answer =
        oracle::smooth_distance(bodies[std::size_t(p.a)], testing::to_oracle(p.pose_a), bodies[std::size_t(p.b)],
                                testing::to_oracle(p.pose_b), effort);
    truth.push_back(
        {double(answer.lower), double(answer.upper), 2 * std::min(c.a(p).bounding_radius(), c.b(p).bounding_radius())});
  }
  return truth;
}

Judgement judge(const Contestant& contestant, std::span<const Reply> replies, std::span<const Truth> truth) {
  Judgement verdict;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const Reply& reply = replies[i];
    const Truth& t = truth[i];
    const double slack = contestant.resolution * t.size;
    bool wrong = false;
    double error = 0;
    if (contestant.query == Query::intersects) {
      wrong = reply.touching ? t.lower > slack : t.upper < -slack;
    } else if (contestant.query == Query::distance) {
      error = outside(reply.distance, std::max(t.lower, 0.0), std::max(t.upper, 0.0));
    } else if (reply.touching) {
      error = outside(reply.distance, t.lower, t.upper);
    } else {
      error = std::max(-t.upper, 0.0);  // only "apart" was requested; right unless the pair overlaps
    }
    // A distance query need not measure an overlap: its lower bound may stay open.
    const bool bounds_hold = reply.lower <= t.upper + slack && (reply.upper >= t.lower - slack);
    wrong = wrong || error > wrong_above * t.size || !bounds_hold;
    verdict.wrong += wrong;
    verdict.worst_error = std::max(verdict.worst_error, error / t.size);
    const bool measured = contestant.query == Query::distance ? !reply.touching : reply.touching;
    if (measured) verdict.worst_gap = std::max(verdict.worst_gap, (reply.upper - reply.lower) / t.size);
  }
  return verdict;
}

}  // namespace tactus::compare
