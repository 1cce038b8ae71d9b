// SPDX-License-Identifier: MIT
/// Times of impact: the slides' sub-steps and binary search compared with certified steps. [Chmelík & Trtík, PA199,
/// "Computing collision time"]
#include <lab/clock.h>
#include <lab/plans.h>
#include <tactus/narrow/default.h>
#include <tactus/shape/generators.h>
#include <tactus/sweep/bisection.h>
#include <tactus/sweep/time_of_impact.h>

#include <algorithm>
#include <array>

namespace tactus::lab {

namespace {

using generate::Random;

struct Sweep {
  Shape<double> a, b;
  Motion<double> motion_a, motion_b;
};

constexpr std::array<const char*, 4> scene_names = {"boxes", "hulls", "capsules", "bullet-and-plate"};
constexpr std::array<int, 4> substeps = {1, 4, 16, 64};
constexpr std::size_t method_count = substeps.size() + 1;  // the last is ours

std::string method_name(std::size_t m) {
  return m < substeps.size() ? std::to_string(substeps[m]) + " sub-steps and bisection" : "certified steps, ours";
}

Shape<double> random_shape(Random& random, std::size_t scene, const std::vector<Hull<double>>& hulls) {
  const auto length = [&] { return random.uniform(0.2, 1); };
  switch (scene) {
    case 0: {
      const double x = length(), y = length();
      return Box<double>{{x, y, length()}};
    }
    case 1: return hulls[static_cast<std::size_t>(random.uniform(0, static_cast<double>(hulls.size())))];
    default: break;
  }
  const double radius = random.uniform(0.1, 0.4);
  return Capsule<double>{radius, length()};
}

/// From one random place to another across the origin, turning by up to 3 radians; or a small ball shot at a thin plate
/// at 20 lengths per step. Apart at the start.
Sweep random_sweep(Random& random, std::size_t scene, const std::vector<Hull<double>>& hulls) {
  for (;;) {
    Sweep s{Sphere<double>{0.05}, Box<double>{{1, 1, 0.01}}, {}, {}};
    if (scene == 3) {
      s.motion_a.start.translation = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(2, 12)};
      s.motion_a.velocity = {random.uniform(-1, 1), random.uniform(-1, 1), -20};
      const double speed = random.uniform(0, 1);
      s.motion_b.angular_velocity = random.on_sphere() * speed;
    } else {
      s.a = random_shape(random, scene, hulls), s.b = random_shape(random, scene, hulls);
      for (Motion<double>* m : {&s.motion_a, &s.motion_b}) {
        const double angle = random.uniform(0, 3);
        m->start = {from_axis_angle(random.on_sphere(), angle), random.in_ball() * 3.0};
        m->velocity = random.in_ball() * 3.0 - m->start.translation;
        const double speed = random.uniform(0, 3);
        m->angular_velocity = random.on_sphere() * speed;
      }
    }
    if (!narrow::intersects(s.a, s.b, relative(s.motion_a.start, s.motion_b.start))) return s;
  }
}

Impact<double> ask(std::size_t method, const Sweep& s) {
  if (method < substeps.size())
    return bisection::time_of_impact(s.a, s.motion_a, s.b, s.motion_b, substeps[method], Options<double>{});
  return time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
}

bool overlap_at(const Sweep& s, double t) {
  if (!(t >= 0 && t <= 1)) return false;
  const auto c = narrow::contact(s.a, s.b, relative(s.motion_a.at(t), s.motion_b.at(t)), Options<double>{});
  return c.upper < 0;  // certainly
}

/// The earliest known time at which the pair certainly overlaps: tested at 400 times, and shortly after each method's
/// answer.
double known_contact(const Sweep& s, const std::array<Impact<double>, method_count>& replies) {
  double first = 2;
  const auto look = [&](double t) {
    if (t < first && overlap_at(s, t)) first = t;
  };
  for (const Impact<double>& r : replies)
    if (r.status == MotionStatus::hit)
      for (const double later : {1e-6, 1e-5, 1e-4, 1e-3}) look(r.time + later);
  for (int i = 0; i <= 400 && i / 400.0 < first; ++i) look(i / 400.0);
  return first;
}

enum Column : std::size_t { hits, missed, late, steps, nanoseconds, column_count };

Numbers measure(std::size_t scene, long count, const Pulse& pulse) {
  Random random(31 + scene);
  std::vector<Hull<double>> hulls;
  for (std::uint64_t i = 0; i < 20; ++i) hulls.push_back(generate::random_on_sphere<double>(32, 100 + i));
  Numbers sums(method_count * column_count + 1, 0.0);
  for (long i = 0; i < count; ++i) {
    if (i % 20 == 0) pulse.check(static_cast<double>(i) / static_cast<double>(count));
    const Sweep s = random_sweep(random, scene, hulls);
    std::array<Impact<double>, method_count> replies;
    for (std::size_t m = 0; m < method_count; ++m) {
      const double start = now_ns();
      replies[m] = ask(m, s);
      sums[m * column_count + nanoseconds] += now_ns() - start;
    }
    const double contact = known_contact(s, replies);
    sums.back() += contact <= 1;
    for (std::size_t m = 0; m < method_count; ++m) {
      double* to = &sums[m * column_count];
      const bool hit = replies[m].status != MotionStatus::none;
      to[hits] += hit, to[steps] += replies[m].steps;
      to[missed] += !hit && contact <= 1;
      to[late] += hit && contact < replies[m].time;
    }
  }
  for (std::size_t m = 0; m < method_count; ++m)
    for (const Column c : {steps, nanoseconds}) sums[m * column_count + c] /= static_cast<double>(count);
  return sums;
}

void write(const Results& results, long count, Page& page) {
  page.notes = {
      count_text(static_cast<double>(count)) +
          " random sweeps per scene, apart at the start: both bodies cross each other's path and turn by up to 3 "
          "radians; or a ball of radius 0.05 is shot at a plate 0.02 thick, 20 units per step.",
      "Missed: nothing reported though the shapes certainly overlap at some time (tested at 400 times, and just after "
      "every time reported). Late: they certainly overlap before the time reported. The slides give no numbers."};
  Table table{"methods", "Methods", {"scene", "method", "meet", "hits", "missed", "late", "queries", "ns"}, {}};
  Chart chart{"Missed contacts", "sub-steps", "per cent of those that meet", {}, true};
  double ours_missed = 0, ours_late = 0, coarse = 0, fine = 0, bullets = 0, shot = 0;
  for (std::size_t scene = 0; scene < scene_names.size(); ++scene) {
    const std::string key = scene_names[scene];
    const double meet = results.at(key, method_count * column_count);
    chart.series.push_back({key, {}, {}});
    for (std::size_t m = 0; m < method_count; ++m) {
      const auto at = [&](Column c) { return results.at(key, m * column_count + c); };
      table.rows.push_back({key, method_name(m), count_text(meet), count_text(at(hits)), count_text(at(missed)),
                            count_text(at(late)), decimal(at(steps), 1), decimal(at(nanoseconds), 0)});
      if (!results.has(key)) continue;
      if (m < substeps.size()) {
        chart.series.back().xs.push_back(substeps[m]);
        chart.series.back().ys.push_back(100 * at(missed) / meet);
      }
      if (m == 0) coarse += at(missed) + at(late);
      if (m + 2 == method_count && scene == 3) bullets = at(missed), shot = meet;
      if (m + 2 == method_count && scene != 3) fine += at(missed) + at(late);
      if (m + 1 == method_count) ours_missed += at(missed), ours_late += at(late);
    }
  }
  page.tables.push_back(table), page.charts.push_back(chart);
  page.claims.push_back(compare_sentence("tunnelling: a whole step at once misses contacts", "it does",
                                         count_text(coarse) + " missed or late", coarse > 0, "more than 0"));
  page.claims.push_back(compare_sentence("small internal steps deal with it: bodies about as thick as they move",
                                         "the simplest approach", count_text(fine) + " missed or late with 64 of them",
                                         fine < coarse / 20, "less than a twentieth of a whole step's"));
  page.claims.push_back(compare_sentence("small internal steps deal with it: a bullet and a plate",
                                         "the simplest approach",
                                         count_text(bullets) + " of " + count_text(shot) + " missed with 64 of them",
                                         bullets < 0.05 * shot, "less than 5 %; it would take 200 steps and more"));
  page.claims.push_back(compare_sentence("our certified steps: missed, late", "none",
                                         count_text(ours_missed) + ", " + count_text(ours_late),
                                         ours_missed + ours_late == 0, "0"));
}

}  // namespace

Plan plan_motion(const Size& size) {
  const long count = size.count(20, 3000, 20'000);
  Plan plan;
  for (std::size_t scene = 0; scene < scene_names.size(); ++scene)
    plan.cells.push_back({scene_names[scene], [=](const Pulse& pulse) { return measure(scene, count, pulse); }});
  plan.write = [=](const Results& results, Page& page) { write(results, count, page); };
  return plan;
}

}  // namespace tactus::lab
