// SPDX-License-Identifier: MIT
/// Coherent motion beside FCL: distance queries along Algorithm 9's paths at one degree per step, tactus with its
/// cache, fcl::distance (libccd's GJK) as it comes, interleaved in one run, and every answer of both against the truth.
///   bench_coherent_motion [LOOPS=10 [STEPS=1000 [REPEATS=7 [DEGREES=1]]]] > bench/results/coherent_motion.md
#include <bench/peers/fcl_shapes.h>
#include <lab/clock.h>
#include <lab/mirtich/objects.h>
#include <lab/page.h>
#include <tactus/narrow/default.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>
#include <tactus/narrow/vclip/still_closest.h>
#include <tactus/shape/shape.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace tactus::lab::mirtich {
namespace {

/// One object in both libraries' terms. The cube is a box to both: to tactus as a Shape too, its default's fast path.
struct Object {
  const char* name;
  Hull<double> hull;
  Shape<double> shape;
  peers::FclGeometry geometry;
  double target;  // of the best of tactus against FCL
};

std::vector<Object> make_objects() {
  const auto hulls = objects<double>();
  constexpr std::array<double, 4> targets = {0.1, 0.15, 0.15, 0.05};
  std::vector<Object> all;
  for (std::size_t i = 0; i < hulls.size(); ++i)
    all.push_back({object_names[i], hulls[i], hulls[i], peers::ToFcl{}(hulls[i]), targets[i]});
  all[0].shape = Box<double>{{1, 1, 1}};
  all[0].geometry = all[0].shape.visit(peers::ToFcl{});
  return all;
}

struct Step {
  Pose<double> x;
  fcl::Transform3d fcl_x;
  double truth;
};

/// Answers all steps of a path; -1 if there is no answer.
using Answer = void (*)(const Object&, const std::vector<Step>&, std::vector<double>&);

template <auto distance>
void by_tactus(const Object& object, const std::vector<Step>& path, std::vector<double>& distances) {
  PairCache<double> cache;
  for (std::size_t i = 0; i < path.size(); ++i) distances[i] = distance(object, path[i].x, &cache).distance;
}

/// FCL throws if its simplex degenerates.
void by_fcl(const Object& object, const std::vector<Step>& path, std::vector<double>& distances) {
  fcl::DistanceRequestd request(true);
  request.gjk_solver_type = fcl::GST_LIBCCD;
  request.distance_tolerance = 1e-6;
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  for (std::size_t i = 0; i < path.size(); ++i) try {
      fcl::DistanceResultd result;
      fcl::distance(object.geometry.get(), still, object.geometry.get(), path[i].fcl_x, request, result);
      distances[i] = result.min_distance;
    } catch (const std::exception&) {
      distances[i] = -1;
    }
}

struct Method {
  const char* name;
  Answer answer;
};
using Cache = PairCache<double>;
const Method methods[] = {
    {"FCL, libccd", by_fcl},
    {"default", by_tactus<[](const Object& o, const Pose<double>& x, Cache* c) {
       return narrow::distance(o.shape, o.shape, x, {}, c);
     }>},
    {"V-Clip", by_tactus<[](const Object& o, const Pose<double>& x, Cache* c) {
       return vclip::distance(o.hull, o.hull, x, Options<double>{}, c);
     }>},
    {"proof, else V-Clip", by_tactus<[](const Object& o, const Pose<double>& x, Cache* c) {
       Contact<double> answer = still_closest(o.hull, o.hull, x, Options<double>{}, *c);
       if (!proved(answer)) answer = vclip::distance(o.hull, o.hull, x, Options<double>{}, c);
       return answer;
     }>},
    {"Enhanced GJK", by_tactus<[](const Object& o, const Pose<double>& x, Cache* c) {
       return enhanced_gjk::distance(o.hull, o.hull, x, Options<double>{}, c);
     }>},
    {"Lin-Canny", by_tactus<[](const Object& o, const Pose<double>& x, Cache* c) {
       return lin_canny::distance(o.hull, o.hull, x, Options<double>{}, c);
     }>},
};
constexpr std::size_t count = std::size(methods);
constexpr double wrong_beyond = 1e-4;  // of the distance: FCL is asked for 1e-6

struct Result {
  double nanoseconds = 0, worst_error = 0;
  long wrong = 0;
};
using Results = std::array<Result, count>;

std::vector<Step> make_path(const Object& object, const Hull<long double>& precise, Random& random, double degrees,
                            int steps) {
  std::vector<Step> path;
  for (const Pose<double>& x : poses_along(random_path(random, object.hull.bounding_radius()), degrees, steps))
    path.push_back({x, peers::to_fcl(x), true_distance(precise, precise, x).distance});
  return path;
}

void run_path(const Object& object, const std::vector<Step>& path, int repeats, Results& results) {
  std::array<std::vector<double>, count> times;
  std::vector<double> distances(path.size());
  const std::vector<Step> backwards(path.rbegin(), path.rend());  // another path for the branch predictor
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % count;
      // so that no contestant pays for the caches that the previous one left
      methods[k].answer(object, backwards, distances);
      const double start = now_ns();
      methods[k].answer(object, path, distances);
      times[k].push_back(now_ns() - start);
      if (repeat > 0) continue;
      for (std::size_t i = 0; i < path.size(); ++i) {
        const double error = std::abs(distances[i] - path[i].truth);
        results[k].worst_error = std::max(results[k].worst_error, error);
        results[k].wrong += !(error <= wrong_beyond * path[i].truth);
      }
    }
  for (std::size_t k = 0; k < count; ++k) results[k].nanoseconds += median(times[k]);
}

void print_row(const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) std::cout << "| " << cell << ' ';
  std::cout << "|\n";
}

void experiment(int loops, int steps, int repeats, double degrees) {
  std::cout
      << "# Coherent motion compared with FCL\n\nDistance of two bodies that move a little between queries, as in "
         "the experiments of V-Clip's paper. Made by\n`bench_coherent_motion > "
         "bench/results/coherent_motion.md` in `build/compare`, which `scripts/compare.sh` configures.\n\n"
      << loops << " paths of " << steps << " steps, " << degrees
      << " degrees per step, double, one core; interleaved, median of " << repeats
      << " runs of each path,\neach after one backwards that is not timed. tactus uses its cache. FCL " << FCL_VERSION
      << " uses libccd at a tolerance of 1e-6, and has no cache for\ndistances. The cube is FCL's box. *Default*: "
         "the library's choice; the other rows name one of its algorithms. *Wrong*: off by\nmore than 1e-4 of "
         "the distance, or no answer.\n\n";
  print_row({"object", "method", "ns per query", "ratio to FCL", "target", "wrong", "worst error"});
  std::cout << "|---|---:|---:|---:|---:|---:|---:|\n";
  for (const Object& object : make_objects()) {
    Random random(9);
    Results results{};
    const Hull<long double> precise = object.hull.cast<long double>();
    for (int loop = 0; loop < loops; ++loop) {
      run_path(object, make_path(object, precise, random, degrees, steps), repeats, results);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const Result& r = results[k];
      print_row({object.name, methods[k].name, decimal(r.nanoseconds / (double(loops) * steps), 0),
                 k == 0 ? "1" : decimal(r.nanoseconds / results[0].nanoseconds, 3),
                 k == 0 ? "" : "≤ " + decimal(object.target, 2), std::to_string(r.wrong), scientific(r.worst_error)});
    }
  }
}

}  // namespace
}  // namespace tactus::lab::mirtich

int main(int count, char** values) {
  const auto number = [&](int i, double otherwise) { return count > i ? std::atof(values[i]) : otherwise; };
  const int loops = static_cast<int>(number(1, 10)), steps = static_cast<int>(number(2, 1000));
  tactus::lab::mirtich::experiment(loops, steps, static_cast<int>(number(3, 7)), number(4, 1));
}
