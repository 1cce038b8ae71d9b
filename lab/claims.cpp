// SPDX-License-Identifier: MIT
#include <lab/page.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace tactus::lab {

Range range_of(const std::vector<double>& values) {
  Range r{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double v : values)
    if (std::isfinite(v)) r.low = std::min(r.low, v), r.high = std::max(r.high, v);
  return r;
}

Claim compare_ranges(std::string what, Range paper, const Range& ours, double factor, int digits) {
  Claim claim{std::move(what), range_text(paper, digits), range_text(ours, digits), Verdict::open, "not run"};
  if (ours.empty()) return claim;
  const auto near = [&](double p, double o) { return o <= p * factor && o >= p / factor; };
  claim.verdict = near(paper.low, ours.low) && near(paper.high, ours.high) ? Verdict::agrees : Verdict::differs;
  claim.band = "each end within a factor of " + brief(factor);
  return claim;
}

Claim compare_number(std::string what, double paper, double ours, double off, int digits) {
  Claim claim{std::move(what), decimal(paper, digits), decimal(ours, digits), Verdict::open, "not run"};
  if (!std::isfinite(ours)) return claim;
  claim.verdict = std::abs(ours - paper) <= off ? Verdict::agrees : Verdict::differs;
  claim.band = "within " + brief(off);
  return claim;
}

Claim compare_sentence(std::string what, std::string paper, std::string ours, bool holds, std::string band) {
  Claim claim{std::move(what), std::move(paper), std::move(ours), Verdict::open, "not run"};
  if (claim.ours.find(dash) != std::string::npos) return claim;
  claim.verdict = holds ? Verdict::agrees : Verdict::differs;
  claim.band = std::move(band);
  return claim;
}

Claim without_number(std::string what, std::string paper, std::string ours, std::string why) {
  return {std::move(what), std::move(paper), std::move(ours), Verdict::open, std::move(why)};
}

Claim fitted(Claim claim, const std::string& chosen) {
  if (claim.verdict != Verdict::agrees) return claim;
  claim.verdict = Verdict::fitted, claim.band += "; " + chosen;
  return claim;
}

Claim because(Claim claim, const std::string& why_not) {
  if (claim.verdict == Verdict::differs) claim.band += "; " + why_not;
  return claim;
}

std::string decimal(double x, int digits) {
  if (!std::isfinite(x)) return dash;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string count_text(double x) {
  std::string digits = decimal(x, 0);
  if (!std::isfinite(x)) return digits;
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, " ");
  return digits;
}

std::string scientific(double x) {
  if (!std::isfinite(x)) return dash;
  char text[48];
  std::snprintf(text, sizeof text, "%.1e", x);
  return x == 0 ? "0" : text;
}

std::string brief(double x) {
  if (!std::isfinite(x)) return dash;
  char text[48];
  std::snprintf(text, sizeof text, "%.3g", x);
  return std::abs(x) >= 1000 ? count_text(std::round(x)) : text;
}

std::string exact(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%.10g", x);
  return std::isfinite(x) ? text : "";
}

std::string range_text(const Range& r, int digits) {
  if (r.empty()) return dash;
  const std::string low = decimal(r.low, digits), high = decimal(r.high, digits);
  return low == high ? low : low + " to " + high;
}

std::string verdict_text(Verdict v) {
  return v == Verdict::agrees    ? "agrees"
         : v == Verdict::differs ? "does not"
         : v == Verdict::fitted  ? "fitted"
                                 : "open";
}

}  // namespace tactus::lab
